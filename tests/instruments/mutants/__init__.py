"""Faults put in on purpose, to measure how many of them the tests find."""
