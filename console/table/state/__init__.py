"""The table and what happens at it as values: its state, events, entries, roles, an incident, the view."""
