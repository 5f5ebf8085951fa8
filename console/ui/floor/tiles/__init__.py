"""The tiles: one a table, all of them where they stand in their rooms, and a second window of them alone."""
