"""Acts beside the play that a shift seldom sees, at random: sign-ins that fail, changes of people's accounts,
trainees who deal beside a dealer, a clock that is set, devices that are lost.

They come as notes of the console and as sign-ins with a ``beside``, since no line of the protocol is one.
Each is drawn from random numbers of its own: the lines of a session stay as they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from console.table.core import NoteKind, PeopleChange

PEOPLE: Final = ("D1", "D2", "D3", "P1", "P2", "S1")
TRAINEES: Final = ("T1", "T1", "D2")
BARS: Final = ("expired 2026-11-26", "game roulette,blackjack", "rehearsal baccarat-1", "trainee")
"""Why somebody may not deal, as a note has it."""
LAST_DAYS: Final = ("2026-12-05", "2026-12-20")
"""The last days of licences that end soon."""
MADE: Final = "2026-11-30T06:12:09+00:00"
"""When an account was changed at a terminal: the table learns of it later."""
CHANGES: Final = (
    NoteKind.PEOPLE_ADDED,
    NoteKind.PEOPLE_RESET,
    NoteKind.PEOPLE_NEW_SECRET,
    NoteKind.PEOPLE_DISABLED,
    NoteKind.PEOPLE_ENABLED,
)


@dataclass(frozen=True)
class Noted:
    """A note, and the change of an account that it is of, if it is of one."""

    kind: NoteKind
    who: str | None = None
    text: str | None = None
    terminal: str | None = None
    change: PeopleChange | None = None
    until: str = ""
    """The last day of the licence by that change."""
    device: str | None = None


@dataclass(frozen=True)
class SignedInBeside:
    """A trainee signs in beside a dealer, or another dealer comes there."""

    who: str
    beside: str

    @property
    def line(self) -> str:
        """It as a line, which no table takes: the protocol has no such sign-in."""
        return json.dumps({"do": "sign_in", "who": self.who, "role": "dealer", "beside": self.beside})


@dataclass(frozen=True)
class SetBy:
    """The clock is set by some seconds, forward positive; the next entry says so."""

    seconds: int

    @property
    def line(self) -> str:
        """A remark of that moment."""
        return json.dumps({"do": "say", "by": "P1", "text": "the clock was wrong"})


Act = Noted | SignedInBeside | SetBy


def failed_sign_in(chance: Random) -> Act:
    """A PIN or badge that is wrong, also of nobody, or the right one of somebody who may not deal here."""
    who = chance.choice((*PEOPLE, "X9"))
    if chance.random() < 0.6:
        return Noted(NoteKind.SIGN_IN_FAILED, who)
    return Noted(NoteKind.DEALING_REFUSED, who, chance.choice(BARS))


def account_change(chance: Random) -> Act:
    """A change that a supervisor makes here or somebody made at a terminal; a licence that ends soon."""
    id, last = chance.choice(PEOPLE[:3]), chance.choice(LAST_DAYS)
    if chance.random() < 0.3:
        return Noted(NoteKind.LICENCE_ENDS, id, last)
    if chance.random() < 0.1:
        return Noted(NoteKind.DEALING_ENDED, id, "2026-11-29", until="2026-11-29")
    kind = chance.choice((*CHANGES, NoteKind.PEOPLE_LICENSED))
    until = chance.choice((*LAST_DAYS, "2028-01-31", "")) if kind is NoteKind.PEOPLE_LICENSED else ""
    is_here = chance.random() < 0.6
    change = (
        PeopleChange(id, "dealer") if is_here else PeopleChange(id, "dealer", chance.randrange(1, 99), MADE)
    )
    if kind is NoteKind.PEOPLE_LICENSED:
        change = replace(change, rights=f"4711 {until or '-'} - -", reason="renewed")
    who, terminal = ("S1", None) if is_here else (None, "ada")
    return Noted(kind, who, change.text, terminal, change, until)


def trainee(chance: Random) -> Act:
    """A trainee comes, or another dealer beside; that dealer leaves; the training ends."""
    who, beside = chance.choice(TRAINEES), chance.choice(PEOPLE[:4])
    how = chance.random()
    if how < 0.7:
        return SignedInBeside(who, beside)
    if how < 0.9:
        return Noted(NoteKind.BESIDE_LEFT, beside, who)
    return Noted(NoteKind.TRAINING_ENDED, who)


def device(chance: Random) -> Act:
    """A device is lost, silent or connected."""
    kinds = (NoteKind.DEVICE_LOST, NoteKind.DEVICE_SILENT, NoteKind.DEVICE_CONNECTED)
    name = chance.choice(("shoe", "reader", "wheel"))
    return Noted(chance.choice(kinds), None, name, device=name)


def set_clock(chance: Random) -> Act:
    """The clock is set forward or back, often over a change of shift."""
    return SetBy(chance.choice((1, -1)) * chance.choice((5, 45, 200)))


ACTS: Final[tuple[Callable[[Random], Act], ...]] = (
    failed_sign_in,
    account_change,
    trainee,
    trainee,
    set_clock,
    device,
)
