"""Drift: whether a device reads as it did once its table was commissioned, or worse."""
