"""Which lines the game server may say over its link, and nothing of whether they can be taken now."""

from __future__ import annotations

from typing import Final, NamedTuple

from console.table import lines
from console.table.misfits import misfit, shown, wrong
from console.table.permissions import PERMISSIONS, Party

LONGEST: Final = 8192
"""Bytes of one of its lines at most, without the line's end."""


class Foreign(NamedTuple):
    """Why a line is none of the game server's, and the protocol's word for it."""

    why: str
    refused: str


def foreign(line: bytes) -> Foreign | None:
    """Why the link's line can't be the game server's; None if it can. What is recorded is the line itself."""
    if len(line) > LONGEST:
        return Foreign(
            f"The line has more than {LONGEST} bytes: over the link no more are right.", "bad_input"
        )
    try:
        parsed = lines.parse(line)
    except lines.Misfit:
        return Foreign(misfit(line), "bad_input")
    if not _is_its_own(parsed):
        do = str(parsed.__struct_config__.tag)
        right = "over the link one of bets, seats, decision and view"
        return Foreign(wrong("do", shown(do), right), "not_authorised")
    return None


def _is_its_own(line: lines.Any) -> bool:
    permission = PERMISSIONS.get(str(line.__struct_config__.tag))
    return permission is not None and Party.SERVER in permission.may
