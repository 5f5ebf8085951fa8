"""The causes for which a floor's server does not do what it is asked, a row for each in :data:`TROUBLES`. A
console without a floor also finds words for such an error here, and loads nothing of the floor for it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple


class Trouble(StrEnum):
    """Why a floor's server does not do what it is asked; ``floor.unreached.CAUSE`` is its phrase."""

    LOST = "lost"
    """Nothing answers, or the line broke."""
    CERTIFICATE = "certificate"
    """The server's certificate is not trusted, or it speaks no TLS."""
    MANY = "many"
    """The account has as many connections as it may."""
    REFUSED = "refused"
    """The account, its token or its address is not admitted."""
    DATABASE = "database"
    """The server has no database of this name."""
    RIGHTS = "rights"
    """The account is admitted, but lacks a right."""
    VERSION = "version"
    """The database is too old for what this console asks."""
    CHANGED = "changed"
    """A setting or check of the database refuses what this console sends."""
    STANDBY = "standby"
    """The server only reads: it is a standby, or was replaced."""
    FULL = "full"
    """The server can store nothing more: its disk is full, or takes no writes."""
    GONE = "gone"
    """The table belongs to no studio of this account: it was moved to another one, or retired."""
    BUSY = "busy"
    """The server starts or ends, waits for a lock, or takes longer than a statement may."""


class ServerFull(Exception):
    """The server last answered that its disk takes nothing, and now it does not answer."""

    trouble: Final = Trouble.FULL


class TroubleRow(NamedTuple):
    """The marks by which one cause is recognised."""

    trouble: Trouble
    states: str
    """A pattern of SQLSTATE's beginning; empty if the cause has none."""
    texts: str
    """A pattern in the message: for a failed connection libpq gives no SQLSTATE."""


TROUBLES: Final = tuple(
    TroubleRow(trouble, states, texts)
    for trouble, states, texts in (
        # A line over TLS that breaks mentions SSL too: it comes before the certificate's row.
        (
            Trouble.LOST,
            "",
            r"unexpected eof|EOF detected|closed (the connection )?unexpectedly",
        ),
        (Trouble.CERTIFICATE, "", r"certificate|SSL error|does not support SSL|channel binding"),
        (Trouble.MANY, "", r"too many connections for role"),
        (Trouble.DATABASE, "3D", r'database ".*" does not exist'),
        (Trouble.GONE, "", r"^not a table of this account"),  # These are the floor's own words.
        # A disk that is read-only has the SQLSTATE of a missing right: it comes before that row.
        (
            Trouble.FULL,
            "53100|58030",
            r"No space left on device|Read-only file system|quota exceeded|Input/output error",
        ),
        (Trouble.RIGHTS, "42501", r"permission denied"),
        (
            Trouble.REFUSED,
            "28",
            r"authentication failed|no password supplied|pg_hba\.conf|is not permitted to log in"
            r'|role ".*" does not exist',
        ),
        (Trouble.VERSION, "42883|42P01|42703|3F000", ""),
        (Trouble.CHANGED, "23", ""),
        (Trouble.STANDBY, "25006", r"session is read-only|read-only transaction|hot standby|was replaced"),
        (
            Trouble.BUSY,
            "57014|57P0|55000|55P03|40|53|25P03",
            r"not (currently|yet) accepting connections"
            r"|starting up|shutting down|in recovery|too many clients|too many connections|connection slots",
        ),
    )
)
"""The rows in order, of which the first match counts; without one it is LOST."""
UNTIL_MENDED: Final = frozenset({Trouble.CERTIFICATE, Trouble.DATABASE, Trouble.VERSION, Trouble.CHANGED})
"""Causes that last until somebody changes a file or the server; only the asking computer knows of them."""


def trouble_of(error: BaseException) -> Trouble:
    """The cause of a server's error, or of an error that was made of one."""
    known = getattr(error, "trouble", None)
    if isinstance(known, Trouble):
        return known
    state, text = getattr(error, "sqlstate", None) or "", str(error)
    for row in TROUBLES:
        if (row.states and re.match(row.states, state)) or (row.texts and re.search(row.texts, text)):
            return row.trouble
    return Trouble.LOST
