"""A rulebook tried on kept journals: what is found, and that nothing else is."""
