"""What only a game knows at a table: a module each, with the same few names."""
