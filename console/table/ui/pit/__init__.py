"""The pit boss's view of a table: the pit boss's page, over the dealer's screen or in a window of its own."""
