"""The witness: receipts of what the floor took, a memory of its heads, and a journal compared with both.

A table keeps the last receipt beside its journal, a window every head that it saw, and a third machine signs
what it saw. None of them believes the floor: each follows the chain by the digests, and computes it.
"""
