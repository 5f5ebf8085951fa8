"""What only a game knows at a table: a module each, with the same few names.

The rest of the table speaks to :class:`console.table.games.game.Game`, and asks nobody which game it is.
"""
