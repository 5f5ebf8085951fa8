"""The console's own software as it runs here: its version, its files' digests, and how a journal names it."""
