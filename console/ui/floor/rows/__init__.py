"""The list of who needs somebody: its rows as values, which of them stand where, and how they are painted."""
