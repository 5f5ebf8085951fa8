"""Who has rehearsed what: kept beside the people, due again by spaced repetition, and told as documents."""
