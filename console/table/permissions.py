"""Who may do what: the one table of it, for the protocol's lines, for prompts, for the console itself.

It knows roles and the names of what is asked. Whether it can be done at this moment is another question
(:mod:`console.table.refusals`), as is who somebody is.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from console.table import events
from console.table.reports import Report
from console.table.roles import Actor, Role


class Party(StrEnum):
    """Who asks for something: somebody by the role, or what is no person."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SUPERVISOR = "supervisor"
    SERVER = "server"
    """The game server over its link, or the console in its place where there is none."""
    DEVICE = "device"
    NOBODY = "nobody"
    """Whoever stands at a screen where nobody is signed in."""


class Area(StrEnum):
    """Where something is asked for."""

    LINE = "line"
    """A line of the table protocol, from wherever it comes."""
    CONSOLE = "console"
    """The screens."""


class Permission(msgspec.Struct, frozen=True):
    """Who may ask for something, and on which conditions (keys of their words), if on any."""

    may: frozenset[Party]
    area: Area = Area.LINE
    conditions: tuple[str, ...] = ()

    @property
    def roles(self) -> tuple[Role, ...]:
        """The people among them."""
        return tuple(role for role in Role if Party(role) in self.may)


_DEALER, _PIT_BOSS, _SUPERVISOR = Party.DEALER, Party.PIT_BOSS, Party.SUPERVISOR
_SERVER, _DEVICE, _NOBODY = Party.SERVER, Party.DEVICE, Party.NOBODY


def _line(*may: Party, on: str | tuple[str, ...] = ()) -> Permission:
    return Permission(frozenset(may), Area.LINE, (on,) if isinstance(on, str) else on)


def _console(*may: Party, on: str | tuple[str, ...] = ()) -> Permission:
    return Permission(frozenset(may), Area.CONSOLE, (on,) if isinstance(on, str) else on)


PERMISSIONS: Final[dict[str, Permission]] = {
    "sign_in": _line(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY, on="pin"),
    "sign_out": _line(_DEALER, _PIT_BOSS, _SUPERVISOR, on="no_open_round"),
    "bets": _line(_SERVER),
    "seats": _line(_SERVER),
    "decision": _line(_SERVER),
    "card": _line(_DEVICE),
    "card.by_hand": _line(_PIT_BOSS, on="manual"),
    "cut_card": _line(_DEVICE, _DEALER, on="not_seen"),
    "unread": _line(_DEVICE),
    "device": _line(_DEVICE),
    "number.reader": _line(_DEVICE),
    "number.dealer": _line(_DEALER),
    "spin": _line(_DEALER),
    "done": _line(_DEALER, _PIT_BOSS, on="prompt"),
    "done.skipped": _line(_PIT_BOSS, on="reason"),
    "open": _line(_PIT_BOSS),
    "reshuffle": _line(_PIT_BOSS),
    "close": _line(_PIT_BOSS),
    "withdraw": _line(_PIT_BOSS, on="four_eyes"),
    "withdraw.own": _line(_DEALER, _PIT_BOSS, on=("four_eyes", "own_report")),
    "void": _line(_PIT_BOSS),
    "incident": _line(_DEALER, _PIT_BOSS),
    "answer": _line(_DEALER, _PIT_BOSS, on="four_eyes"),
    "answer.awaiting": _line(_PIT_BOSS, on="four_eyes"),
    "answer.own": _line(_DEALER, _PIT_BOSS, on=("four_eyes", "own_report")),
    "authorise": _line(_PIT_BOSS, on="four_eyes"),
    "correct": _line(_PIT_BOSS),
    "manual": _line(_PIT_BOSS),
    "call": _line(_DEALER, _PIT_BOSS),
    "settle": _line(_PIT_BOSS),
    "say": _line(_DEALER, _PIT_BOSS, _SUPERVISOR),
    "view": _line(*Party),
    "handover": _line(_PIT_BOSS, _SUPERVISOR, on="two_people"),
    "language": _console(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY),
    "lock": _console(_DEALER, _PIT_BOSS, _SUPERVISOR),
    "unlock": _console(_DEALER, _PIT_BOSS, on="pin"),
    "practice": _console(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY, on="training"),
    "quit": _console(_PIT_BOSS, _SUPERVISOR, _NOBODY, on="no_dealer"),
    "review": _console(_PIT_BOSS, _SUPERVISOR),
    "report": _console(_PIT_BOSS, _SUPERVISOR),
    "export": _console(_PIT_BOSS, _SUPERVISOR),
    "amend": _console(_PIT_BOSS, _SUPERVISOR),
    "amend.authorise": _console(_PIT_BOSS, _SUPERVISOR, on="two_people"),
    "verify": _console(_PIT_BOSS, _SUPERVISOR),
    "seal": _console(_SUPERVISOR),
    "backup": _console(_SUPERVISOR),
    "archive": _console(_SUPERVISOR),
    "go_on": _console(_SUPERVISOR),
    "people": _console(_SUPERVISOR),
}
"""Everything that can be asked for, by the protocol's ``do`` (what is behind a dot is a case of it)."""

_OF_EVENTS: Final[dict[type[events.Event], str]] = {
    events.TableOpened: "open",
    events.ReshuffleOrdered: "reshuffle",
    events.CloseOrdered: "close",
    events.HaltWithdrawn: "withdraw",
    events.RoundVoided: "void",
    events.PitBossCalled: "call",
    events.IncidentReported: "incident",
    events.IncidentAnswered: "answer",
    events.OutcomeAuthorised: "authorise",
    events.CardCorrected: "correct",
    events.BallRan: "spin",
    events.NumberSaid: "number.dealer",
    events.ManualSet: "manual",
    events.WorksheetMade: "settle",
    events.Remarked: "say",
    events.HandoverSigned: "handover",
}
"""What only a person does, by the event that it becomes."""

ASKED: Final[dict[str, frozenset[Actor]]] = {
    "sign_in": frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    "open_table": frozenset((Actor.PIT_BOSS,)),
    "await_bets": frozenset((Actor.SYSTEM,)),
    "wait": frozenset((Actor.SYSTEM,)),
    "await_seats": frozenset((Actor.SYSTEM,)),
    "deal": frozenset((Actor.DEALER,)),
    "await_decision": frozenset((Actor.SYSTEM,)),
    "peek": frozenset((Actor.DEALER,)),
    "turn_hole": frozenset((Actor.DEALER,)),
    "spin": frozenset((Actor.DEALER,)),
    "await_number": frozenset((Actor.SYSTEM,)),
    "confirm_number": frozenset((Actor.DEALER,)),
    "announce": frozenset((Actor.DEALER,)),
    "collect": frozenset((Actor.DEALER,)),
    "rescan": frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    "resolve": frozenset((Actor.PIT_BOSS,)),
    "remove_ball": frozenset((Actor.DEALER,)),
    "answer": frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    "authorise": frozenset((Actor.PIT_BOSS,)),
    "burn_card": frozenset((Actor.DEALER,)),
    "burn": frozenset((Actor.DEALER,)),
    "replace_shoe": frozenset((Actor.DEALER,)),
    "inspect": frozenset((Actor.DEALER,)),
}
"""Whom a prompt asks, where no rulebook says it.

Of two, the state of the table says which: who is missing, the third failed scan, who reported. A step of a
preparation or of an outcome has its actor in the rulebook.
"""


def may(action: str, role: Role | None) -> bool:
    """Whether somebody of this role may ask for it; None: nobody is signed in. KeyError: no such action."""
    return (Party(role) if role is not None else Party.NOBODY) in PERMISSIONS[action].may


def roles_of(event: events.Any) -> tuple[Role, ...]:
    """Who may bring an event about that only a person does; nobody named where it is no person's."""
    action = _OF_EVENTS.get(type(event))
    return PERMISSIONS[action].roles if action is not None else ()


def asked(action: str) -> Actor:
    """The one whom a prompt asks; ValueError where the state of the table has to say it."""
    (actor,) = ASKED[action]
    return actor


def may_authorise(role: Role, by: str, asked_by: str) -> bool:
    """Whether somebody may authorise a correction after the fact: by role, and never one's own."""
    return may("amend.authorise", role) and not is_own(by, asked_by)


def is_deciding_own(role: Role | None, by: str, report: Report) -> bool:
    """Whether somebody would decide as pit boss what the same person reported as dealer: four eyes."""
    return role is Role.PIT_BOSS and report.role is Role.DEALER and is_own(by, report.by)


def is_reporter(role: Role | None, by: str, report: Report) -> bool:
    """Whether somebody made the report, in the role that the person has now."""
    return role is report.role and is_own(by, report.by)


def is_own(by: str, asked_by: str) -> bool:
    """Whether both ids are one person's; capitals make nobody another."""
    return by.casefold() == asked_by.casefold()
