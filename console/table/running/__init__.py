"""A table at work: one thread that takes every line, its clock, what waits, its replay, and its restart."""
