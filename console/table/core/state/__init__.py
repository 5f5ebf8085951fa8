"""The table and its events as values: its state, events, entries, roles, an incident, the view."""
