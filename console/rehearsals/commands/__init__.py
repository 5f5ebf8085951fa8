"""The commands on rehearsals: list, check, records, certificates, and one made from a journal."""
