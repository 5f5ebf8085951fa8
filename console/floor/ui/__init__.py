"""The pit boss's wall: each table of the studio as a tile, lists sorted by need, and one table opened."""
