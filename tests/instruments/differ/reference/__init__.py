"""A second table of the protocol, made from the protocol's text alone: each module reads one part of it.

It is plain on purpose: one mutable table, a class in layers, one function a line. Beside each part stands
the section that it reads, and the sentence in own words. The text leaves ids, the wording and the clauses
that a prompt rests on to the console: they are not told here. Nothing of the console is imported.
"""
