"""The table as the dealer sees it, and how a round of each game lies on it."""
