"""Texts made fit to be shown: visible signs, hidden secrets, the nearest known name."""
