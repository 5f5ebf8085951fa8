"""The witness: receipts of what the floor took, memory of its heads, and what they say against a journal.

A table keeps the last receipt beside its journal, a window every head that it saw, and a third machine signs
what it saw. None of them believes the floor: each goes along the chain by the digests, and computes it.
"""
