"""The screens of a rehearsal: its start, its table with what a colleague reports, and its result."""
