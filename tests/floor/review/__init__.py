"""The review of a floor: journals of many tables in one server."""
