"""Puts everything together: the start, the table with its window, and what joins it later."""
