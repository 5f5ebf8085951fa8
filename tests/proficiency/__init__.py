"""The results of rehearsals: what is kept, what is due, and what is told of it."""
