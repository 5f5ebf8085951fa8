"""A replay: the table at any moment, its timeline, and the readings, presses and prompts beside it."""
