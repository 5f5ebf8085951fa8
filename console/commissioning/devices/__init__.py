"""A table's devices under test: what is asked of a person, what came of them, and the proofs of it."""
