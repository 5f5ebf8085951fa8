"""Drift: whether a device reads as it did when its table was commissioned, or worse."""
