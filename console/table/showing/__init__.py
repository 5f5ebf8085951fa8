"""What a screen shows of a table, as values: the dealer's view, and an incident's view."""
