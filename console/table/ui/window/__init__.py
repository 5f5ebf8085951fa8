"""A table's window: its screens and their people, its presses, and the screen of a table that can't start."""
