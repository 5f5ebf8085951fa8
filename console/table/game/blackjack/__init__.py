"""Blackjack: its round and hands as values, its rules by the rulebook, the returns of its bets."""
