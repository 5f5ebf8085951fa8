"""The tiles: one for each table, in the places of their rooms, and a second window that shows only tiles."""
