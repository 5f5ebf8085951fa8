"""PINs: which are accepted, how they are stored, and the pepper without which no hash can be tried.

The pepper is a secret of the console in a separate file. Someone who has only the list of people, from a copy
or a backup, can't try any PIN against it, not even all million of six digits. Older hashes have no pepper and
are replaced when their PIN is next entered correctly.

This module knows argon2, which is loaded with the first PIN. It never knows whose a PIN is, and never prints
one.
"""

from __future__ import annotations

import hmac
import os
import stat
from hashlib import sha256
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import msgspec

from console.base.system import put_first
from console.table.people.answers import PIN_LEAST, PIN_MOST
from console.table.people.errors import BadLength, IdsDigits, NoPepper, SecretExposed, TooSimple, Unwritable
from console.table.people.private_file import check_no_link, own_bytes

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_FEW: Final = 3
"""Different digits that a PIN has at the least."""
_ROW_STEP_MOST: Final = 2
"""The largest step from digit to digit in a row: of 1111, 1234, 1357, and back."""


class Costs(NamedTuple):
    """The costs of a single try at a PIN, in time and memory."""

    passes: int
    memory: int
    """Memory for one hash, in KiB."""
    lanes: int


COSTS = Costs(3, 65536, 4)
"""RFC 9106's second choice: 64 MiB, about 80 ms."""


def argon2() -> PasswordHasher:
    """Argon2id at these costs."""
    from argon2 import PasswordHasher

    return PasswordHasher(*COSTS, hash_len=32, salt_len=16)


def check_pin(pin: str, id: str, least: int = PIN_LEAST) -> None:
    """Raises BadLength unless it is ``least`` to 8 digits, TooSimple, IdsDigits if it is the id's own."""
    if not (pin.isascii() and pin.isdigit() and least <= len(pin) <= PIN_MOST):
        raise BadLength(least, PIN_MOST)
    if is_simple(pin):
        raise TooSimple
    if pin == "".join(filter(str.isdigit, id)):
        raise IdsDigits


def is_simple(pin: str) -> bool:
    """Whether the digits are few, repeat, or are one row (112233 too) or several long ones, as 654987."""
    once = "".join(digit for digit, _ in groupby(pin))
    return (
        len(set(pin)) < _FEW
        or _rows(once) == 1
        or _rows(pin) <= len(pin) // 3
        or any(_repeats(pin, period) for period in range(2, len(pin) // 2 + 1))
    )


def _rows(digits: str) -> int:
    """The number of rows, each with equal steps, of which the digits consist."""
    rows, row = 1, None
    for digit, after in pairwise(digits):
        step = int(after) - int(digit)
        if {digit, after} == {"9", "0"}:  # 0 follows 9, as in 7890, only in steps of one
            step //= -9
        if abs(step) <= _ROW_STEP_MOST and row in (None, step):
            row = step
        else:
            rows, row = rows + 1, None
    return rows


def _repeats(pin: str, period: int) -> bool:
    return all(digit == pin[at % period] for at, digit in enumerate(pin))


def matches(hasher: PasswordHasher, kept: str, pin: str) -> bool:
    """Whether the hash is of this PIN, with or without its pepper. Raises ValueError if it is no hash."""
    from argon2.exceptions import VerificationError, VerifyMismatchError

    try:
        return hasher.verify(kept, pin[:64])
    except VerifyMismatchError:
        return False
    except VerificationError as error:
        raise ValueError("no argon2 hash") from error


def badge_digest(number: str, salt: bytes) -> str:
    """A badge's number as it is kept: one salt a file, so that it can be looked up; as slow as a PIN."""
    from argon2.low_level import Type, hash_secret_raw

    digest = hash_secret_raw(number.encode(), salt, *COSTS, 32, Type.ID)
    return digest.hex()


LENGTH: Final = 32
"""Bytes."""


def default_pepper() -> Path:
    """The usual place of the pepper: with the user's settings, not beside the list of people."""
    from platformdirs import user_config_path

    return user_config_path("dealer-console", appauthor=False) / "pepper"


class Pepper(msgspec.Struct, frozen=True):
    """The secret that is mixed into a PIN before it is hashed."""

    secret: bytes

    @property
    def id(self) -> str:
        """The name by which a hash refers to its pepper; it reveals nothing of the secret."""
        return hmac.digest(self.secret, b"id", sha256).hex()[:16]

    def pepper(self, typed: str) -> str:
        """A PIN or a badge's number with the pepper in it."""
        return hmac.digest(self.secret, typed[:64].encode("utf-8", "surrogatepass"), sha256).hex()

    def bound(self, what: Literal["pin", "badge"], key: str, typed: str) -> str:
        """A PIN, or a badge's digest, with pepper and person in it; ``key`` is the id in small letters."""
        text = f"{what}\0{key}\0{typed[:64]}".encode("utf-8", "surrogatepass")
        return hmac.digest(self.secret, text, sha256).hex()

    def seal(self, what: Literal["mark", "list"], content: bytes) -> str:
        """The digest over a part of the list, which nobody makes without the secret."""
        return hmac.digest(hmac.digest(self.secret, what.encode(), sha256), content, sha256).hex()


def needed_pepper(path: Path) -> Pepper:
    """The pepper with which the hashes were made. Raises NoPepper if it is missing, SecretExposed, IsLink."""
    try:
        check_no_link(path)
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise SecretExposed(str(path))
        secret = own_bytes(path)
    except OSError as error:
        raise NoPepper(str(path), error.strerror or str(error)) from error
    if len(secret) != LENGTH:
        raise NoPepper(str(path), "it is none")
    return Pepper(secret)


def existing_or_new_pepper(path: Path) -> Pepper:
    """The pepper, made if it does not exist. Raises NoPepper, SecretExposed, Unwritable."""
    if not os.path.lexists(path):
        try:
            _make(path)
        except OSError as error:
            raise Unwritable(str(path), error.strerror or str(error)) from error
    return needed_pepper(path)


def pepper_in_place_of(path: Path) -> Pepper:
    """The pepper there, or a new one; other files are renamed. Raises NoPepper, SecretExposed, Unwritable."""
    try:
        return existing_or_new_pepper(path)
    except NoPepper:
        names = (path.with_name(f"{path.name}.damaged{more}") for more in ("", *range(2, 1_000)))
        try:
            path.rename(next(each for each in names if not os.path.lexists(each)))
        except (OSError, StopIteration) as error:
            raise Unwritable(str(path), str(error)) from error
    return existing_or_new_pepper(path)


def _make(path: Path) -> None:
    """Make a new pepper, on the disk on return; if two consoles begin at once, the first one's stays."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    put_first(path, os.urandom(LENGTH))
