"""A rehearsal at play: its table, the mishaps, the players, and the jury."""
