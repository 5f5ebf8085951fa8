"""The pepper: a secret of the console's own, in a file apart, without which no hash of a PIN can be tried.

Whoever has the people's file alone, from a copy or a backup, can try no PIN against it: not even all million
of six digits. It knows files and bytes, and never a PIN's owner. Hashes of before have none, and are made
anew at the next right PIN.
"""

from __future__ import annotations

import hmac
import os
import stat
import tempfile
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from console.people.errors import NoPepper, NotPrivate, Unwritable

LENGTH: Final = 32
"""Bytes."""
_POSIX: Final = os.name == "posix"


def default_pepper() -> Path:
    """Where it is kept if nobody says otherwise: with the user's settings, and not where people are kept."""
    from platformdirs import user_config_path

    return user_config_path("dealer-console", appauthor=False) / "pepper"


class Pepper(msgspec.Struct, frozen=True):
    """What is mixed into a PIN before it is hashed."""

    secret: bytes

    @property
    def id(self) -> str:
        """By what a hash names the pepper that it needs; it tells nothing of the secret."""
        return hmac.digest(self.secret, b"id", sha256).hex()[:16]

    def mixed(self, typed: str) -> str:
        """A PIN or a badge's number with the pepper in it."""
        return hmac.digest(self.secret, typed[:64].encode("utf-8", "surrogatepass"), sha256).hex()


def needed(path: Path) -> Pepper:
    """The pepper that hashes were made with; NoPepper where it is gone, NotPrivate."""
    try:
        _check_private(path)
        secret = path.read_bytes()
    except OSError as error:
        raise NoPepper(str(path), error.strerror or str(error)) from error
    if len(secret) != LENGTH:
        raise NoPepper(str(path), "it is none")
    return Pepper(secret)


def had(path: Path) -> Pepper:
    """The pepper, made where there is none; NoPepper, NotPrivate, Unwritable."""
    if not os.path.lexists(path):
        try:
            _make(path)
        except OSError as error:
            raise Unwritable(str(path), error.strerror or str(error)) from error
    return needed(path)


def _make(path: Path) -> None:
    """A new one, on disk when it returns; where two consoles begin at once, the first one's stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, half = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mkstemp makes it 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(os.urandom(LENGTH))
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(half, path)
    finally:
        Path(half).unlink(missing_ok=True)
    if _POSIX:
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _check_private(path: Path) -> None:
    """NotPrivate where others can read it."""
    if _POSIX and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise NotPrivate(str(path))
