"""The views of a table on a screen, as values: the dealer's view, and an incident's view."""
