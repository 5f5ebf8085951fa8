"""The address of the game server, and the conditions for connecting to it and sending it the token.

Outside of the loopback only TLS is used, with the CA that the studio names and a check of the server's name.
Plain text is used on the loopback only, unless the configuration allows more. The token, by which the server
knows a table, comes from a file that only its user can read, and is in no text.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import ssl
import stat
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple
from urllib.parse import urlsplit

import msgspec

from console.base.plain_text import without_password
from console.base.system import keep_alive, open_plain
from console.table.core.state import editions
from console.table.core.state.views import JournalId
from console.table.link.errors import LinkError

LONGEST: Final = 4096
"""Characters of a token at most."""
_OTHERS: Final = 0o077
"""The bits by which group and others may use a file."""


class Token:
    """A token whose text is never printed."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "Token(...)"


def read_token(file: Path) -> Token:
    """The one line of the file. Raises LinkError if others may read it, it can't be read, or is no token."""
    try:
        with open_plain(file) as written:
            if stat.S_IMODE(os.fstat(written.fileno()).st_mode) & _OTHERS:
                raise LinkError("link.token.open", file=str(file))
            text = written.read(LONGEST + 2).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LinkError("link.token.unreadable", file=str(file)) from error
    if not text or len(text) > LONGEST or not text.isprintable():
        raise LinkError("link.token.unreadable", file=str(file))
    return Token(text)


PATIENCE: Final = 5.0
"""Seconds that each step of connecting may take."""
QUIET: Final = 10
"""Silent seconds after which the system asks whether the server is still connected."""


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a connection, from the console."""

    v: Literal[1] = 1
    hello: Literal["dealer-console"] = "dealer-console"
    edition: Annotated[int, msgspec.Meta(ge=editions.OLDEST)] = editions.OLDEST
    table: str
    journal: JournalId
    """The id of the table's journal."""
    token: str | None = None
    """None if the table's file names no token, which is allowed on the same computer alone."""
    replay: Literal[True] | msgspec.UnsetType = msgspec.UNSET
    """Set if a night is replayed, by which nobody pays."""


def hello(table: str, token: Token | None, journal: str, *, replay: bool = False) -> bytes:
    """The first line of a table's connection, with the id of its journal."""
    text = token.text if token else None
    of_night: Literal[True] | msgspec.UnsetType = True if replay else msgspec.UNSET
    said = Hello(edition=editions.EDITION, table=table, journal=journal, token=text, replay=of_night)
    return msgspec.json.encode(said)


def hello_of_a_stranger(table: str, token: Token | None, journal: str) -> bytes | None:
    """The first line of one who knows a table's name, and guesses its token; None for a table without one."""
    return None if token is None else hello(table, Token(secrets.token_urlsafe()), journal)


class Server(msgspec.Struct, frozen=True):
    """A game server that passed these checks, and the table that connects to it."""

    url: str
    host: str
    port: int
    table: str
    token: Token | None
    tls: ssl.SSLContext | None
    only_here: bool
    """Whether the server must be on this computer."""
    connects_by_itself = False

    def hello(self, journal: str) -> bytes:
        """The first line of a connection, with the id of the table's journal."""
        return hello(self.table, self.token, journal)

    def hello_of_a_stranger(self, journal: str) -> bytes | None:
        """The same with a token that is not the table's; None if the table has none."""
        return hello_of_a_stranger(self.table, self.token, journal)

    def connect(self) -> socket.socket:
        """A connection over which only TLS's own bytes were sent. Raises OSError if there is none."""
        end = socket.create_connection((self.host, self.port), PATIENCE)
        try:
            if self.only_here and not _is_here(end.getpeername()[0]):
                raise ConnectionAbortedError(f"{self.host} is not on this machine")
            _hold(end)
            return self.tls.wrap_socket(end, server_hostname=self.host) if self.tls else end
        except BaseException:
            end.close()
            raise


COMES: Final = 60.0
"""Seconds in which a server that connects by itself has to come."""


class InboundServer(NamedTuple):
    """A game server on trial that connects to us, over the loopback: one that no port leads to."""

    listening: socket.socket
    table: str
    token: Token | None

    def hello(self, journal: str) -> bytes:
        """See :meth:`Server.hello`."""
        return hello(self.table, self.token, journal)

    def hello_of_a_stranger(self, journal: str) -> bytes | None:
        """See :meth:`Server.hello_of_a_stranger`."""
        return hello_of_a_stranger(self.table, self.token, journal)

    @property
    def connects_by_itself(self) -> bool:
        """Yes: connections that the server has ended meanwhile wait among the others."""
        return True

    def connect(self) -> socket.socket:
        """The server's next connection that it has not ended. Raises OSError if none comes."""
        while True:
            self.listening.settimeout(COMES)
            end = self.listening.accept()[0]
            if not _has_ended(end):
                _hold(end)
                return end
            end.close()


def _has_ended(end: socket.socket) -> bool:
    """Whether the other end has closed or reset a connection over which it has said nothing."""
    end.setblocking(False)
    try:
        return end.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        end.setblocking(True)
        return False
    except OSError:
        return True


def server_at(
    url: str,
    *,
    table: str,
    ca: Path | None = None,
    token_file: Path | None = None,
    plain_ok: bool = False,
) -> Server:
    """The server at ``tcp://host:port`` or ``tls://host:port``. Raises LinkError, which names what is
    missing.

    ``plain_ok``: the studio has allowed its network to carry the table's lines without TLS.
    """
    scheme, host, port = _parted(url)
    here = _is_here(host)
    if scheme == "tcp" and not here and not plain_ok:
        raise LinkError("link.plain", url=url)
    if token_file is None and not here:
        raise LinkError("link.token.missing", url=url)
    tls = _context(url, ca) if scheme == "tls" else None
    token = read_token(token_file) if token_file else None
    return Server(url, host, port, table, token, tls, only_here=tls is None and not plain_ok)


def _parted(url: str) -> tuple[str, str, int]:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
        if ":" in (host or ""):
            host = (host or "").replace("%25", "%")  # the % before a zone id is written %25 (RFC 6874)
    except ValueError as error:  # a UnicodeError is one
        raise LinkError("link.url", url=without_password(url)) from error
    more = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if more or parts.scheme not in ("tcp", "tls") or not host or not port:
        raise LinkError("link.url", url=without_password(url))
    return parts.scheme, host, port


def _is_here(host: str) -> bool:
    """Whether a host is this computer, however it is written: ``127.1``, ``::ffff:127.0.0.1``."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        try:
            address = ipaddress.ip_address(socket.inet_aton(host))
        except OSError:
            return host.removesuffix(".") == "localhost"
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def _context(url: str, ca: Path | None) -> ssl.SSLContext:
    if ca is None:
        raise LinkError("link.ca.missing", url=url)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # checks certificate and name
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        open_plain(ca).close()  # opening a pipe would block
        context.load_verify_locations(ca)
    except FileNotFoundError as error:
        raise LinkError("link.ca.none", file=str(ca)) from error
    except OSError as error:  # an SSLError is one
        raise LinkError("link.ca.unusable", file=str(ca)) from error
    return context


def _hold(end: socket.socket) -> None:
    """Let a server that vanishes be noticed, and a view go out at once."""
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    keep_alive(end, QUIET)
