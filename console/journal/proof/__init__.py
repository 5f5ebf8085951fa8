"""What proves a journal: its tree, its seals and their key, verification, what is shown without the rest."""
