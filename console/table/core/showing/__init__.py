"""The views, 'which of it does each screen show?': the dealer's view and an incident's, as values."""
