"""The parts of a table's window: who is at it, what is pressed there, and what lies over the table."""
