"""Instruments that measure, harm, draw and compare by hand: each a command, ``python3 -m tests WHAT``."""
