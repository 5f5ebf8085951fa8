"""A rehearsal as it is seen: its start, its table with what a colleague tells, what is said afterwards."""
