"""The commands of a table beside its window: drive, people, journal, handbook, and an accepted log."""
