"""Scenes that tell the editions of the protocol apart: one at least for each row."""
