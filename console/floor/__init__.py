"""The studio's tables in PostgreSQL: every journal's entries, shipped through one door, and their witness.

A table never waits for it and never trusts it: the local journal is the truth. Nothing of it is imported by a
table whose file has no floor. It knows an entry as the bytes that its digest is of, never what it means.
"""
