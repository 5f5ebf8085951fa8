"""The games, 'which of it does this game alone know?': a module each, with the same few names."""
