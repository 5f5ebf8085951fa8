"""A rehearsal as it is played: its table, what goes wrong there, who plays, and who judges."""
