"""A rulebook on trial: kept journals gone through as if it were law, and what would be otherwise."""
