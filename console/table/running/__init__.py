"""A table at work: one thread that takes every line, its clock, what waits, what it begins again from."""
