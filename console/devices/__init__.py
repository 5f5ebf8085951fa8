"""The card shoe and the card reader: bytes to readings, one link to a port, and simulated devices.

Decoders are values and do no I/O; only ``link`` knows pyserial.
"""
