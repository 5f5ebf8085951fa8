"""The reason why pip could not install or download, read from its own output, which ends with the part that
it asked for last, as a version if the cause is the network. It uses only the standard library.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple
from urllib.parse import unquote


class PipFailureCause(StrEnum):
    """The cause of a failure of pip."""

    DAMAGED = "damaged"
    """A file has another digest than the lock file: it was cut off, or changed."""
    FULL = "full"
    NETWORK = "network"
    MISSING = "missing"
    """A part is in none of the places where pip looked."""


class PipFailure(NamedTuple):
    """The cause, and the file or part that it is about, if any."""

    cause: PipFailureCause
    name: str = ""


_SIGNS: Final = (
    (PipFailureCause.DAMAGED, re.compile(r"DO NOT MATCH THE HASHES.*?\bfrom (\S+)", re.DOTALL)),
    (PipFailureCause.DAMAGED, re.compile(r"(?:Wheel|wheel) '?(\S+?)'? (?:located at \S+ )?is invalid")),
    (PipFailureCause.FULL, re.compile(r"No space left on device()|Disk quota exceeded()")),
    (
        PipFailureCause.NETWORK,
        re.compile(r"(?:NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError)()"),
    ),
    (PipFailureCause.MISSING, re.compile(r"No matching distribution found for (\S+)")),
)
"""The first match counts: a computer without a network also ends with a missing part."""


def failure(said: str) -> PipFailure | None:
    """The failure in pip's output, if it is a known one."""
    for cause, sign in _SIGNS:
        if found := sign.search(said):
            return PipFailure(cause, unquote((found[1] or "").removeprefix("file://")))
    return None
