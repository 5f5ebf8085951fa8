"""A replay: the table as it stood at any moment, its line of time, and what came beside it."""
