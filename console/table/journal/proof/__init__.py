"""The proof of a journal: its tree, its seals and their key, verification, and proof without the rest."""
