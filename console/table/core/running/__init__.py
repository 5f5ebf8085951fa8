"""A table at work: one thread that takes every line, its clock, its backlog, its replay, and its restart."""
