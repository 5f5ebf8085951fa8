"""A command whose output somebody may stop reading, as ``head`` does: it ends without a word."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

NOBODY_READS: Final = 141
"""The exit status then: what a shell makes of SIGPIPE."""


def while_read(command: Callable[[], int]) -> int:
    """Run a command to its end, or until nobody reads what it says; its exit status."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:  # what is still to be written at the exit goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    return status
