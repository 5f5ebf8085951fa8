"""The rescue of a damaged journal: harm is found, readable entries are recovered, the rest is set aside."""
