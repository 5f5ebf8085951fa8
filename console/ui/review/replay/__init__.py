"""A replay: the table at any moment, its line of time, and the readings, presses and prompts beside it."""
