"""Accounts made from the journal's entries, as values: an incident, a spin, a round, and their durations."""
