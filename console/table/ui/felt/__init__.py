"""The table as the dealer sees it, and how each game's round lies on it."""
