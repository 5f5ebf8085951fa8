"""The supervisor: the history of a table, its records, reports and review, guides and scenes."""
