"""A second account of sessions: what a table's papers must say, by the lines that it was sent.

``table_account`` follows a table by the protocol alone: the reference of ``tests.instruments.differ`` takes
each line, and what it did is written down with its time. ``sessions`` makes up the lines, with two bounds of
shifts and a new file in each session; ``comparing`` reads what the console wrote of them; ``plants`` are
faults that it has to find.
"""
