"""The care of a table's files: opening, salvaging, watching, sealing and verifying them, noticing that one is
missing.
"""
