"""What is kept of rehearsals, what is due, and what is told of it."""
