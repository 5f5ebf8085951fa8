"""The games at a table: a module each for what only that game knows, with the same few names."""
