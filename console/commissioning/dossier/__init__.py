"""The dossier for a laboratory: each clause of a market, what carries it out, and what proves it."""
