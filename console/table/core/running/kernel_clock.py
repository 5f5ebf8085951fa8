"""The Linux kernel's report on the clock; imported only when it is asked, as ctypes takes time to load."""

from __future__ import annotations

import ctypes
from typing import ClassVar, Final

_UNSYNCHRONISED: Final = 0x40
"""The bit STA_UNSYNC: whatever steers the clock clears it; the kernel sets it when nothing did for long."""


class _Timex(ctypes.Structure):
    """The part of the kernel's struct timex up to its status, and room for the rest."""

    _fields_: ClassVar = [
        ("before", ctypes.c_long * 5),  # modes, offset, freq, maxerror, esterror: of no use here
        ("status", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    ]


def is_steered() -> bool | None:
    """Whether a time server sets the kernel's clock; None if it does not say. It needs no permission."""
    timex = _Timex()
    try:
        state = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    return not timex.status & _UNSYNCHRONISED
