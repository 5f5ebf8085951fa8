"""The table as a value, 'how does it stand, and what has happened?': its state, events, entries, roles, an
incident, the view.
"""
