"""From the journal's entries to values: the record of an incident, of a spin, of a round, and their
durations.
"""
