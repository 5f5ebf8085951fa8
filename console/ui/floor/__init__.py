"""The pit boss's wall: each table of the studio a tile, who needs somebody first, and one table opened."""
