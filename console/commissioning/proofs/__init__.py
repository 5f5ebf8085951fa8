"""The proofs of a commissioning: the computer, the rules, and what holds when something goes wrong."""
