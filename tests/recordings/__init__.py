"""Minimal recordings of a wheel at work, with the grammar and the pace of real ones, and what is right."""
