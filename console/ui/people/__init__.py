"""The screens on which people are added, given a new PIN and blocked; by a supervisor, at a LIVE table."""
