"""The key that seals: made at first use, kept in a folder of its own, readable for this user only.

Knows files and one kind of key, Ed25519. The private half is never written anywhere else: no journal, export
or report has it. To verify takes the public half only, kept if nobody who has the journals can write.
"""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Final

import msgspec

from console.base.system import put_first
from console.table.journal.file.errors import JournalError
from console.table.journal.file.links import check_no_link, small_file

FILE: Final = "seal.pem"
FOLDER_MODE: Final = 0o700
NOT_PRIVATE: Final = "others could read or change it: move it away, and a new key is made"
"""The text in a log and a journal for a key that others could have."""
_GROUP: Final = 4
"""Letters of a fingerprint that are read out in one breath."""
_FORM: Final = b"-----BEGIN PRIVATE KEY-----\n%b\n-----END PRIVATE KEY-----\n"
_OWN: Final = re.compile(_FORM % b"([A-Za-z0-9+/]{64})")
_PKCS8: Final = bytes.fromhex("302e020100300506032b657004220420")
"""The bytes before the 32 of an Ed25519 key, in the file of one (RFC 8410)."""


class NoKey(JournalError):
    """The file holds no such key, or can't be read or made."""

    key = "seal.key.unreadable"

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, f"no Ed25519 key to be had there: {reason}", reason=reason)


class NoPublicKey(NoKey):
    """The file holds no public key, or can't be read: nothing would have been made there."""

    key = "seal.key.not_public"


class NotPrivate(JournalError):
    """Others may read the private key, or put another in its place."""

    key = "seal.key.not_private"
    message = NOT_PRIVATE


class PublicKey(msgspec.Struct, frozen=True):
    """The key that verifies seals: 32 bytes."""

    raw: bytes

    @property
    def id(self) -> str:
        """SHA-256 of the key's bytes, in hex: seals name the key by it."""
        return sha256(self.raw).hexdigest()

    @property
    def fingerprint(self) -> str:
        """The key's id in groups of hex digits, to be read aloud or compared on paper."""
        return " ".join(self.id[at : at + _GROUP] for at in range(0, len(self.id), _GROUP))

    def verifies(self, signature: bytes, signed: bytes) -> bool:
        """Whether the private half signed this; False also for bytes that are no key at all."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, signed)
        except (InvalidSignature, ValueError):
            return False
        return True

    def pem(self) -> bytes:
        """The public key as a PEM file, which `openssl pkey -pubin` reads."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        key = Ed25519PublicKey.from_public_bytes(self.raw)
        return key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


class SealKey:
    """The private key with its public half; :func:`seal_key` makes it.

    Its library, 9 MiB of memory, is loaded with the first signature: a table that plays needs none of it.
    """

    def __init__(self, key: bytes, folder: Path) -> None:
        """``folder`` is the key's own: what it has sealed is kept there, too."""
        self._key, self.folder = key, folder

    @cached_property
    def public(self) -> PublicKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return PublicKey(Ed25519PrivateKey.from_private_bytes(self._key).public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The signature of a message, 64 bytes."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self._key).sign(message)


def default_folder() -> Path:
    """The default folder of the key; nothing is made."""
    from platformdirs import user_data_path

    return user_data_path("dealer-console", appauthor=False) / "seal"


def seal_key(folder: Path, name: str = FILE) -> SealKey:
    """The key in this folder, or a new one. Raises NoKey, NotPrivate, IsLink, NotAFile, TooLarge."""
    path = folder / name
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        _check_private(folder, 0o022)
        check_no_link(path)
        if not path.exists():
            # If two consoles begin at once, the first one's key stays.
            put_first(path, _FORM % b64encode(_PKCS8 + token_bytes(32)))
        _check_private(path, 0o077)
        return SealKey(_private(small_file(path, links=False)), folder)
    except (OSError, ValueError, TypeError) as error:
        raise NoKey(path, getattr(error, "strerror", None) or str(error)) from error


def public_key(path: Path) -> PublicKey:
    """The public key of a PEM file, never a private one's. Raises NoPublicKey, NotAFile, TooLarge."""
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    try:
        key = load_pem_public_key(small_file(path))
    except (OSError, ValueError, UnsupportedAlgorithm) as error:
        reason = getattr(error, "strerror", None) or "not a PEM file of a public key"
        raise NoPublicKey(path, reason) from error
    if not isinstance(key, Ed25519PublicKey):
        raise NoPublicKey(path, "not an Ed25519 key")
    return PublicKey(key.public_bytes_raw())


def _private(written: bytes) -> bytes:
    """The key's 32 bytes; a file in another form than the console's own is read by the library."""
    if (own := _OWN.fullmatch(written)) and (decoded := b64decode(own[1])).startswith(_PKCS8):
        return decoded.removeprefix(_PKCS8)
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(written, password=None)
    except UnsupportedAlgorithm as error:  # a bit of the key's type was changed
        raise ValueError(str(error)) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("not an Ed25519 key")
    return key.private_bytes_raw()


def _check_private(place: Path, nobody: int) -> None:
    """Raises NotPrivate unless ``place`` is this user's own, without these permissions of others."""
    found = place.stat()
    if found.st_mode & nobody or found.st_uid != os.geteuid():
        raise NotPrivate(place)
