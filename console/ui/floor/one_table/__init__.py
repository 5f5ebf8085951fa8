"""One table on the wall, opened: its felt and prompt as last read, and what the floor knows of it."""
