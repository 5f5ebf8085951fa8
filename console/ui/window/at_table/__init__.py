"""The parts of a table's window: who is at it, what presses there do, and what covers the table."""
