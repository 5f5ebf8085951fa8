"""The list of tables that need somebody: its rows as values, their order, and their painting."""
