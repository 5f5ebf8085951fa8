"""The supervisor: the history of a table, its records, reports, review and guides."""
