"""The pit boss's wall: each table of the studio as a tile, sorted by who needs somebody first; and one table
opened.
"""
