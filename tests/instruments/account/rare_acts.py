"""Acts beside the play that a shift seldom sees, at random: sign-ins that fail, changes of people's accounts.

They come as notes of the console, since no line of the protocol is one. Each is drawn from random numbers of
its own, so that the lines of a session stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from msgspec.structs import replace

from console.table.state.note_kinds import NoteKind, PeopleChange

PEOPLE: Final = ("D1", "D2", "D3", "P1", "P2", "S1")
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


def failed_sign_in(chance: Random) -> Noted:
    """A PIN or badge that is wrong, also of nobody, or the right one of somebody who may not deal here."""
    who = chance.choice((*PEOPLE, "X9"))
    if chance.random() < 0.6:
        return Noted(NoteKind.SIGN_IN_FAILED, who)
    return Noted(NoteKind.DEALING_REFUSED, who, chance.choice(BARS))


def account_change(chance: Random) -> Noted:
    """A change that a supervisor makes here or somebody made at a terminal; a licence that ends soon."""
    id, last = chance.choice(PEOPLE[:3]), chance.choice(LAST_DAYS)
    if chance.random() < 0.3:
        return Noted(NoteKind.LICENCE_ENDS, id, last)
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


ACTS: Final = (failed_sign_in, account_change)
