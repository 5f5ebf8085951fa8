"""What can go wrong at a table: which facts decide it, and the one answer that the rulebook gives.

Pure: it knows cases, facts and moments, never a table's state, a person, or what an outcome does.
"""
