"""Events at a table that went wrong, reconstructed from its journal: accounts are values, documents are
words.
"""
