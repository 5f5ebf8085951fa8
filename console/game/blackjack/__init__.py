"""Blackjack: its round and hands as values, its rules by the rulebook, what its bets bring back."""
