"""The studio's tables in PostgreSQL: every journal's entries, shipped through one door, and their witness.

A table never waits for the floor and never trusts it: the local journal is the truth. A table without a floor
in its file imports nothing of this package. The floor knows only the bytes from which an entry's digest is
made, never its meaning.
"""
