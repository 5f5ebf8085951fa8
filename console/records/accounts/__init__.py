"""From the journal's entries to values: the record of an incident, a spin, a round, and how long it took."""
