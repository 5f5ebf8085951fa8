"""The answers to a sign-in, and the interface that gives them. Values and a protocol alone: a screen's
knowledge of people, without a file or a hash.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Final, Literal, Protocol, TypeAlias

import msgspec

from console.table.core.showing.screen_values import Person
from console.table.people.dealing_rights import NO_RIGHTS, Barred, DealingRights

ListedRole: TypeAlias = Literal["dealer", "pit_boss", "supervisor", "technician", "shuffler"]
"""A role or a trade as the list of people has it."""

REASON_MOST: Final = 200
"""Characters of the reason for a change."""
PIN_LEAST: Final = 4
PIN_MOST: Final = 8
"""Digits that a PIN can have; ISO 9564 allows 4 to 12."""
PIN_USUAL: Final = 6
"""Digits that a new PIN has at the least, unless a table's file says otherwise."""


class Known(msgspec.Struct, frozen=True):
    """The PIN or badge is this person's."""

    person: Person


class Wrong(msgspec.Struct, frozen=True):
    """The PIN is not this person's; another try counts after ``wait_seconds``, 0 at once."""

    id: str
    wait_seconds: int = 0


class Unknown(msgspec.Struct, frozen=True):
    """Nobody has this id or badge. The answer does not repeat it: the typed text may have been a PIN."""

    wait_seconds: int = 0


class Locked(msgspec.Struct, frozen=True):
    """Nobody signs in so until a supervisor resets the PIN (``tries``) or enables the person (``disabled``).
    ``id`` is None if nobody has the id that was tried too often.
    """

    id: str | None
    why: Literal["tries", "disabled"]


Answer: TypeAlias = Known | Wrong | Unknown | Locked | Barred


class MissingRoles(StrEnum):
    """The missing roles without which nobody can sign in."""

    PEOPLE = "people"
    """The file of the people, or one that can be read."""
    BOSS = "boss"
    """A person in it with one of the asked roles."""
    PEPPER = "pepper"
    """The secret without which no PIN can be checked."""


class SignInObstacle(msgspec.Struct, frozen=True):
    """The reason why nobody can sign in, and the file to look at."""

    lack: MissingRoles
    file: str


class PracticePerson(msgspec.Struct, frozen=True):
    person: Person
    pin: str


class ListedPerson(msgspec.Struct, frozen=True):
    """A listed person; ``locked`` after too many wrong tries, ``no_pin`` if the secret changed since."""

    person: Person
    state: Literal["active", "locked", "disabled", "no_pin"]
    is_bound: bool = True
    """Whether the stored PIN and badge are this person's alone; those of 1.0.0 fit any person of the list."""
    rights: DealingRights = NO_RIGHTS
    """The conditions under which the person may deal."""

    @property
    def is_active(self) -> bool:
        return self.state == "active"


class PinIssue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who added another to the list, or gave another a new PIN, and when: that person may know it."""

    at: Annotated[str, msgspec.Meta(max_length=32)]
    """The time, in UTC."""
    by: Annotated[str, msgspec.Meta(max_length=16)] = ""
    """The id of the supervisor at a table; empty at a terminal, and of a table's first supervisor."""
    user: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The system's, if it was done at a terminal."""


ChangeName: TypeAlias = Literal[
    "added", "reset", "disabled", "enabled", "new_secret", "licensed", "badge_given", "badge_taken"
]
"""A change that somebody made to an account."""
OwnChangeName: TypeAlias = Literal["locked", "bound", "taken_over", "accepted"]
"""A change that a console made to the list by itself, or as the table's journal says."""


class AccountChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change of the list: of a person's account, or of the list's form (GLI-19 2.8)."""

    number: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    at: Annotated[str, msgspec.Meta(max_length=32)]
    """The time, in UTC."""
    what: ChangeName | OwnChangeName
    id: str = ""
    """The person; empty if the whole list was changed."""
    role: ListedRole = "dealer"
    user: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The system's, whose terminal it was; empty for a change at a table, whose journal has it."""
    mark: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    """The number of the mark that the change left; 0 of a change by version 1.0.0."""
    rights: DealingRights = NO_RIGHTS
    """The conditions under which the person may deal from now on, if these were changed."""
    reason: Annotated[str, msgspec.Meta(max_length=REASON_MOST)] = ""
    """Why they were changed."""


class PeopleEditor(Protocol):
    """The list of people. A refused change is an error with ``key`` and ``slots`` of its words, and so is
    each change by a supervisor who has been disabled meanwhile.

    A PIN's hash takes about 80 ms, so no change is made in a window's own thread.
    """

    @property
    def listed(self) -> tuple[ListedPerson, ...]:
        """Everybody, in the order in which they were added."""

    def add(
        self,
        person: Person,
        pin: str,
        *,
        by: str,
        asks_same_name: bool = False,
        rights: DealingRights = NO_RIGHTS,
    ) -> Person:
        """Add a person, with the conditions for dealing; ``by`` is the id of the person who does it, empty
        if no supervisor is there before. With ``asks_same_name`` a person with a name that looks like
        another's is refused.
        """

    def reset(self, id: str, pin: str, *, by: str) -> Person:
        """Give a person a new PIN and forget the wrong tries; ``by`` as in :meth:`add`."""

    def set_badge(self, id: str, number: str | None, *, by: str) -> Person:
        """Give a person a badge in the place of the one before, or take it away; ``by`` as in :meth:`add`."""

    def set_rights(
        self, id: str, rights: DealingRights, reason: str, *, by: str, before: DealingRights
    ) -> Person:
        """Change the conditions under which a person may deal, for a reason; ``by`` as in :meth:`add`. What
        they are must still be what they were ``before``.
        """

    def enable(self, id: str, *, by: str) -> Person:
        """Let a person sign in again; ``by`` as in :meth:`add`."""

    def disable(self, id: str, *, by: str) -> Person:
        """Let a person no longer sign in; the last supervisor stays. ``by`` as in :meth:`add`."""


class People(Protocol):
    """Answers whether a person is who that person claims to be."""

    @property
    def practice_people(self) -> tuple[PracticePerson, ...]:
        """The people whose PINs are shown; none at a LIVE table."""

    def verify(self, id: str, pin: str) -> Answer:
        """The answer to a try with this id and PIN; takes about 80 ms, so never in a window's own thread."""

    def verify_badge(self, number: str) -> Answer:
        """The person whose badge this is; takes as long as :meth:`verify`."""

    def is_disabled(self, id: str) -> bool:
        """Whether this person was disabled, maybe after the sign-in; False while nobody can tell."""


BADGE_LEAST, BADGE_MOST = 8, 20


def is_badge(typed: str) -> bool:
    """Whether this is a badge's number, 8 to 20 digits; no id is written so."""
    return typed.isascii() and typed.isdigit() and BADGE_LEAST <= len(typed) <= BADGE_MOST


_TYPED: Final = re.compile(rf"([^0-9]{{0,4}})([0-9]{{{BADGE_LEAST},{BADGE_MOST}}})([^0-9]{{0,4}})")
"""A badge as a reader types it: the signs before its number, the number, the signs behind it."""
QUICK: Final = 50
"""The most milliseconds between two signs of a reader whose pace nobody measured."""


class BadgeForm(msgspec.Struct, frozen=True):
    """How a house's badge reader types a badge, as the house measured it."""

    digits: int
    """The digits of a badge's number."""
    pace: int
    """The most milliseconds between two of its signs."""
    prefix: str = ""
    """The signs before the number, as they are typed."""
    suffix: str = ""
    """The signs behind it, without Enter or Tab."""

    @classmethod
    def of(cls, typed: str, pace: int) -> BadgeForm | None:
        """The form of a badge that was typed so; None if it holds no badge's number."""
        found = _TYPED.fullmatch(typed)
        return None if found is None else cls(len(found[2]), pace, found[1], found[3])

    def is_typed_as(self, other: BadgeForm) -> bool:
        """Whether a badge in this form is one in the other form: the same signs, at its pace or faster."""
        same = (self.digits, self.prefix, self.suffix) == (other.digits, other.prefix, other.suffix)
        return same and self.pace <= other.pace

    def number_in(self, typed: str) -> str | None:
        """The number of a badge that was typed in this form; None if the form does not match."""
        if not (typed.startswith(self.prefix) and typed.endswith(self.suffix)):
            return None
        number = typed[len(self.prefix) : len(typed) - len(self.suffix)]
        return number if len(number) == self.digits and is_badge(number) else None

    def is_begun_by(self, typed: str) -> bool:
        """Whether what was typed may be the beginning of a badge."""
        head, rest = typed[: len(self.prefix)], typed[len(self.prefix) :]
        number, tail = rest[: self.digits], rest[self.digits :]
        digits = not number or (number.isascii() and number.isdigit())
        return self.prefix.startswith(head) and digits and self.suffix.startswith(tail)
