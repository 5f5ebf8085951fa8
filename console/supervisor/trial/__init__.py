"""A rulebook on trial: kept journals are judged by it, and the differences are found."""
