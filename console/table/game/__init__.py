"""Pure rules of the games: cards, shoe, rulebooks, stakes; and a room for each game."""
