"""Baccarat: its coup as a value, its rules by the rulebook, what its bets bring back, its score boards."""
