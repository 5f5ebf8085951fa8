"""Roulette: its spin as a value, what can be bet on, its rules by the rulebook, what bets bring back."""
