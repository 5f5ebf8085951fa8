"""The incidents of a table: the facts that decide each, and the one answer that the rulebook gives.

Pure: it knows cases, facts and moments, never a table's state, a person, or the effect of an outcome.
"""
