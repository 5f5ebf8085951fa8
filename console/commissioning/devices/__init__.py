"""A table's devices under test: what a person is asked to do, what the device sent, and the proofs."""
