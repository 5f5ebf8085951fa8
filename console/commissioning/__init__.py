"""Commissioning: what a table proves on site before its first player, and the certificate that says it."""
