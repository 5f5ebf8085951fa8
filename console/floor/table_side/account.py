"""A table's account on the floor: where it connects, as whom, and by which password.

A server on this machine is a socket's folder and needs no password: the system says who connects. Any other
is trusted by its certificate alone, and told the password only where it proves that it has it already.
"""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.floor.errors import FloorError

DATABASE: Final = "floor"
LONGEST: Final = 1_024
"""Bytes of a password's file at most."""


class NoAccount(FloorError):
    """The account's file can't be used."""


def account_of(table: str) -> str:
    """What the account of a table is called where the floor has made it."""
    return "table_" + sha256(table.encode()).hexdigest()[:16]


def dsn_of(address: str, account: str, ca: Path | None = None, database: str = DATABASE) -> str:
    """How one connects: ``address`` is a socket's folder, or ``host:port`` of one server or several."""
    if address.startswith("/"):
        return f"host={_quoted(address)} dbname={_quoted(database)} user={_quoted(account)}"
    hosts = [host.strip().rpartition(":") for host in address.split(",")]
    names = ",".join(host or port for host, _, port in hosts)
    ports = ",".join(port if host else "5432" for host, _, port in hosts)
    root = "system" if ca is None else str(ca)
    return (
        f"host={_quoted(names)} port={_quoted(ports)} "
        f"dbname={_quoted(database)} user={_quoted(account)} "
        f"sslmode=verify-full sslrootcert={_quoted(root)} "
        "require_auth=scram-sha-256 channel_binding=require"
    )


def _quoted(value: str) -> str:
    said = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{said}'"


def password_in(file: Path) -> str:
    """The one line of the file. Raises NoAccount where others may read it, or it is no password."""
    try:
        with file.open("rb") as opened:
            mode = os.fstat(opened.fileno()).st_mode
            said = opened.read(LONGEST + 2).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NoAccount("floor.password.unreadable", file=str(file)) from error
    if os.name == "posix" and stat.S_IMODE(mode) & 0o077:
        raise NoAccount("floor.password.open", file=str(file))
    if not said or len(said) > LONGEST or not said.isprintable():
        raise NoAccount("floor.password.unreadable", file=str(file))
    return said
