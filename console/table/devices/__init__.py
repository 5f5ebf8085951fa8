"""Shoe, reader and wheel: bytes to readings, one link to a port, and the devices of a simulated table.

A model is one module in ``models`` and one row in ``catalogue``, and does no I/O. Only ``port`` knows
pyserial.
"""
