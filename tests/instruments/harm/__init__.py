"""Harm that is done for real: killed, cut off, filled up, taken away, damaged; and what was lost by it."""
