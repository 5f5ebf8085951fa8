"""The review of a floor: journals of many tables, found and read in its PostgreSQL."""
