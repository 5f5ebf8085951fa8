"""What the pit boss looks at a table with: the overview, over the dealer's screen or in its own window."""
