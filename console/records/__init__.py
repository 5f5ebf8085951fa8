"""What went wrong at a table, told again from its journal: an incident's record, to print and to export.

It reads a journal that may be in use, and changes nothing. What a record holds is a value without a word
of any language; the page is drawn in `ui`.
"""
