"""The studio's tables in PostgreSQL: every journal's entries, shipped through one door, and their witness.

A table never waits for the floor and never trusts it: the local journal is the truth. A table whose file has
no floor imports nothing of this package. The floor knows an entry as the bytes from which its digest is made,
never what the entry means.
"""
