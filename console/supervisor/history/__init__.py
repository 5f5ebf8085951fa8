"""The history of a table: the facts of its journal's entries, worked out once, without words."""
