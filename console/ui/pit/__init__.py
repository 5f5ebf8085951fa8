"""The pit boss's view of a table: the overview, over the dealer's screen or in a window of its own."""
