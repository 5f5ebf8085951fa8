"""Baccarat: its coup as a value, its rules by the rulebook, the returns of its bets, its score boards."""
