"""Pure rules of the games: cards, shoe, coups, payouts, and the rulebooks' values.

Knows nothing of people, devices, files in use, or screens.
"""
