"""A rulebook on trial: kept journals are gone through as if it applied, and the differences are found."""
