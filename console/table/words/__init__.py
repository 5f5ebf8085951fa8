"""The casino's words: names of cards, bets and roles, what is said aloud, clauses of the rules."""
