"""The screens of a rehearsal: its start, its table with a colleague's reports, and its result."""
