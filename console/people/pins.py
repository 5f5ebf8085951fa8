"""PINs: which are accepted, and how they are kept.

Knows argon2, which is loaded with the first PIN and not before; never knows whose a PIN is, and never says
one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, Protocol

from console.people.errors import BadLength, TooSimple

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LEAST, MOST = 4, 8
"""How many digits a PIN can have; what is set at a table has six at the least, unless its file says else."""

_ROW_STEPS: Final = (0, 1, 9)
"""Steps from digit to digit, modulo ten, of 1111, 1234 (7890 too) and 4321."""


class Hasher(Protocol):
    """Makes and checks hashes."""

    def hash(self, password: str | bytes) -> str:
        """A hash with its own salt and costs in it."""

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:
        """True, or a VerificationError or InvalidHashError."""

    def check_needs_rehash(self, hash: str | bytes) -> bool:
        """Whether the hash was made at other costs."""


def argon2() -> PasswordHasher:
    """Argon2id at the costs of RFC 9106's second choice: 64 MiB, about 80 ms."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=3, memory_cost=65536, parallelism=4, hash_len=32, salt_len=16)


def check_pin(pin: str, id: str, least: int = LEAST) -> None:
    """BadLength unless it is ``least`` to 8 digits; TooSimple for 1111, 1234, 1212 or the id's own digits."""
    if not (pin.isascii() and pin.isdigit() and least <= len(pin) <= MOST):
        raise BadLength(least, MOST)
    if is_simple(pin) or pin == "".join(filter(str.isdigit, id)):
        raise TooSimple


def is_simple(pin: str) -> bool:
    """Whether the digits are a row, or a few that repeat."""
    steps = {(int(after) - int(digit)) % 10 for digit, after in pairwise(pin)}
    row = len(steps) == 1 and steps <= set(_ROW_STEPS)
    return row or any(_repeats(pin, period) for period in range(2, len(pin) // 2 + 1))


def _repeats(pin: str, period: int) -> bool:
    return all(digit == pin[at % period] for at, digit in enumerate(pin))


def matches(hasher: Hasher, kept: str, pin: str) -> bool:
    """Whether the hash is this PIN's, or of the PIN with its pepper; ValueError: it is no hash."""
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

    digest = hash_secret_raw(number.encode(), salt, 3, 65536, 4, 32, Type.ID)
    return digest.hex()
