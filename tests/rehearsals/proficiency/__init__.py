"""The results of rehearsals: what is kept, what is due, and what the documents say of it."""
