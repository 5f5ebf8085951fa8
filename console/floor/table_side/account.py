"""An account on the floor, a table's or a window's: where it connects, by which name and with which password.

A server on this machine is a socket's folder and needs no password: the system knows who connects. Any other
server must have a trusted certificate, and receives the password only if it proves that it already has it. In
this machine's own network, with nobody in between, a certificate is needed only if a CA is named.
"""

from __future__ import annotations

import os
import re
import stat
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.base.system import open_plain
from console.floor.errors import FloorError

DATABASE: Final = "floor"
LONGEST: Final = 1_024
"""The most bytes of a password's file."""


class NoAccount(FloorError):
    """The account's file can't be used."""


def account_of(table: str) -> str:
    """The name that the floor gave a table's account."""
    return "table_" + sha256(table.encode()).hexdigest()[:16]


def dsn_of(address: str, account: str, ca: Path | None = None, database: str = DATABASE) -> str:
    """An account's connection: ``address`` is a socket's folder, with ``:port`` if that is not 5432, or
    ``host:port`` of one server or several.
    """
    if address.startswith("/"):
        folder, port = _SOCKET.fullmatch(address).groups()  # type: ignore[union-attr]
        where = f"host={quoted(folder)}" + (f" port={port}" if port else "")
        return f"{where} dbname={quoted(database)} user={quoted(account)}"
    hosts = [host_and_port(host.strip()) for host in address.split(",")]
    names, ports = (",".join(each) for each in zip(*hosts, strict=True))
    where = f"host={quoted(names)} port={quoted(ports)} dbname={quoted(database)} user={quoted(account)}"
    if ca is None and all(host in _HERE for host, _ in hosts):
        return f"{where} sslmode=disable channel_binding=disable require_auth=scram-sha-256"
    root = "system" if ca is None else str(ca)
    proved = "sslmode=verify-full channel_binding=require require_auth=scram-sha-256"
    return f"{where} {proved} sslrootcert={quoted(root)}"


_SOCKET: Final = re.compile(r"(.*?)(?::(\d{1,5}))?", re.DOTALL)
_HERE: Final = ("127.0.0.1", "::1", "localhost")


def host_and_port(host: str) -> tuple[str, str]:
    """A server's name and its port, from ``host:port``; an IPv6 address stands in brackets."""
    name, _, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "5432")
    return name.strip("[]"), port


def quoted(value: str) -> str:
    """A value of a connection string, whatever signs are in it."""
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def password_in(file: Path) -> str:
    """The one line of the file. Raises NoAccount if others may read the file, or the line is no password."""
    try:
        with open_plain(file) as written:
            mode = os.fstat(written.fileno()).st_mode
            password = written.read(LONGEST + 2).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise NoAccount("floor.token.unreadable", file=str(file)) from error
    if stat.S_IMODE(mode) & 0o077:
        raise NoAccount("link.token.open", file=str(file))
    if not password or len(password) > LONGEST or not password.isprintable():
        raise NoAccount("floor.token.unreadable", file=str(file))
    return password
