"""The care of a table's files: opening, salvaging and watching them, sealing them, noticing that one is
missing.
"""
