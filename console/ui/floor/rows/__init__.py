"""The list of who needs somebody: its rows as values, their order, and how they are painted."""
