"""The permissions, in one table: for the protocol's lines, for prompts, for the console itself.

It knows roles and the names of actions, and which lines the game server may send over its link. Whether an
action is possible at this moment is another question (:mod:`console.table.core.judging.refusals`), as is a
person's identity.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Final

import msgspec

from console.base.plain_text import name_key
from console.table.core.protocol import lines
from console.table.core.protocol.line_faults import line_fault, quote, wrong
from console.table.core.state import editions, events
from console.table.core.state.actions import Action
from console.table.core.state.event_kinds import ROWS
from console.table.core.state.open_incident import Report
from console.table.core.state.reasons import Refusal
from console.table.core.state.roles import Actor, Role, Trade
from console.table.core.state.table import Table
from console.table.game.rule_values import Preparing


class Party(StrEnum):
    """The party that asks: a person by the role, or a system."""

    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    SUPERVISOR = "supervisor"
    TECHNICIAN = "technician"
    """On the list of people, and never signed in at a table."""
    SERVER = "server"
    """The game server over its link, or the console in its place at a table without one."""
    DEVICE = "device"
    NOBODY = "nobody"
    """A person at a screen if nobody is signed in."""


class Area(StrEnum):
    LINE = "line"
    """A line of the table protocol, from wherever it comes."""
    CONSOLE = "console"
    """The screens."""


class Permission(msgspec.Struct, frozen=True):
    """The parties that may ask for an action, and the conditions (keys of their words), if any."""

    may: frozenset[Party]
    area: Area = Area.LINE
    conditions: tuple[str, ...] = ()

    @property
    def roles(self) -> tuple[Role, ...]:
        return tuple(role for role in Role if Party(role) in self.may)

    @property
    def people(self) -> tuple[Role | Trade, ...]:
        """The parties that are asked for a PIN: the roles, and trades that have none at a table."""
        named = {each.value for each in self.may}
        return (*self.roles, *(trade for trade in Trade if trade.value in named))


_DEALER, _PIT_BOSS, _SUPERVISOR = Party.DEALER, Party.PIT_BOSS, Party.SUPERVISOR
_TECHNICIAN = Party.TECHNICIAN
_SERVER, _DEVICE, _NOBODY = Party.SERVER, Party.DEVICE, Party.NOBODY


def _may(area: Area, *parties: Party, conditions: str | tuple[str, ...] = ()) -> Permission:
    return Permission(frozenset(parties), area, (conditions,) if isinstance(conditions, str) else conditions)


_line: Final = partial(_may, Area.LINE)
_console: Final = partial(_may, Area.CONSOLE)


PERMISSIONS: Final[dict[str, Permission]] = {
    "sign_in": _line(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY, conditions="pin"),
    "sign_out": _line(_DEALER, _PIT_BOSS, _SUPERVISOR, conditions="no_open_round"),
    "bets": _line(_SERVER),
    "seats": _line(_SERVER),
    "decision": _line(_SERVER),
    "decision.timeout": _line(_PIT_BOSS, conditions="no_answer"),
    "card": _line(_DEVICE),
    "card.by_hand": _line(_PIT_BOSS, conditions="manual"),
    "cut_card": _line(_DEVICE, _DEALER, _PIT_BOSS, conditions="not_seen"),
    "unread": _line(_DEVICE),
    "device": _line(_DEVICE),
    "number.reader": _line(_DEVICE),
    "number.dealer": _line(_DEALER),
    "spin": _line(_DEALER),
    "done": _line(_DEALER, _PIT_BOSS, conditions="prompt"),
    "done.skipped": _line(_PIT_BOSS, conditions="reason"),
    "open": _line(_PIT_BOSS),
    "reshuffle": _line(_PIT_BOSS),
    "close": _line(_PIT_BOSS),
    "withdraw": _line(_PIT_BOSS, conditions="four_eyes"),
    "withdraw.own": _line(_DEALER, _PIT_BOSS, conditions=("four_eyes", "own_report")),
    "void": _line(_PIT_BOSS),
    "incident": _line(_DEALER, _PIT_BOSS),
    "answer": _line(_DEALER, _PIT_BOSS, conditions="four_eyes"),
    "answer.awaiting": _line(_PIT_BOSS, conditions="four_eyes"),
    "answer.own": _line(_DEALER, _PIT_BOSS, conditions=("four_eyes", "own_report")),
    "authorise": _line(_PIT_BOSS, conditions="four_eyes"),
    "correct": _line(_PIT_BOSS),
    "manual": _line(_PIT_BOSS),
    "call": _line(_DEALER, _PIT_BOSS),
    "settle": _line(_PIT_BOSS),
    "say": _line(_DEALER, _PIT_BOSS, _SUPERVISOR),
    "view": _line(*({*Party} - {_TECHNICIAN})),
    "handover": _line(_PIT_BOSS, _SUPERVISOR, conditions="two_people"),
    "language": _console(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY),
    "lock": _console(_DEALER, _PIT_BOSS, _SUPERVISOR),
    "unlock": _console(_DEALER, _PIT_BOSS, conditions="pin"),
    "practice": _console(_DEALER, _PIT_BOSS, _SUPERVISOR, _NOBODY, conditions="training"),
    "quit": _console(_PIT_BOSS, _SUPERVISOR, _NOBODY, conditions="no_dealer"),
    "review": _console(_PIT_BOSS, _SUPERVISOR),
    "report": _console(_PIT_BOSS, _SUPERVISOR),
    "export": _console(_PIT_BOSS, _SUPERVISOR),
    "amend": _console(_PIT_BOSS, _SUPERVISOR),
    "amend.authorise": _console(_PIT_BOSS, _SUPERVISOR, conditions="two_people"),
    "verify": _console(_PIT_BOSS, _SUPERVISOR),
    "commission": _console(_SUPERVISOR, conditions="two_people"),
    "commission.tested": _console(_TECHNICIAN, conditions="two_people"),
    "seal": _console(_SUPERVISOR),
    "backup": _console(_SUPERVISOR),
    "archive": _console(_SUPERVISOR),
    "go_on": _console(_SUPERVISOR),
    "people": _console(_SUPERVISOR),
}
"""Everything that can be asked for, by the protocol's ``do`` (what is behind a dot is a case of it)."""

ASKED: Final[dict[str, frozenset[Actor]]] = {
    Action.SIGN_IN: frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    Action.OPEN_TABLE: frozenset((Actor.PIT_BOSS,)),
    Action.AWAIT_BETS: frozenset((Actor.SYSTEM,)),
    Action.WAIT: frozenset((Actor.SYSTEM,)),
    Action.AWAIT_SEATS: frozenset((Actor.SYSTEM,)),
    Action.DEAL: frozenset((Actor.DEALER,)),
    Action.AWAIT_DECISION: frozenset((Actor.SYSTEM,)),
    Action.PEEK: frozenset((Actor.DEALER,)),
    Action.TURN_HOLE: frozenset((Actor.DEALER,)),
    Action.SPIN: frozenset((Actor.DEALER,)),
    Action.AWAIT_NUMBER: frozenset((Actor.SYSTEM,)),
    Action.CONFIRM_NUMBER: frozenset((Actor.DEALER,)),
    Action.ANNOUNCE: frozenset((Actor.DEALER,)),
    Action.COLLECT: frozenset((Actor.DEALER,)),
    Action.RESCAN: frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    Action.RESOLVE: frozenset((Actor.PIT_BOSS,)),
    Action.REMOVE_BALL: frozenset((Actor.DEALER,)),
    Action.ANSWER: frozenset((Actor.DEALER, Actor.PIT_BOSS)),
    Action.AUTHORISE: frozenset((Actor.PIT_BOSS,)),
    Action.BURN_CARD: frozenset((Actor.DEALER,)),
    Action.BURN: frozenset((Actor.DEALER,)),
    Action.REPLACE_SHOE: frozenset((Actor.DEALER,)),
    Preparing.INSPECT: frozenset((Actor.DEALER,)),
}
"""The people asked by each prompt that is the console's own; the rulebook names those of its steps.

If two are named, the table's state decides: who is missing, the third failed scan, who reported.
"""


def may(action: str, role: Role | None) -> bool:
    """Whether a role may ask for the action; None is nobody. Raises KeyError without such an action."""
    return (Party(role) if role is not None else Party.NOBODY) in PERMISSIONS[action].may


def roles_of(event: events.AnyEvent) -> tuple[Role, ...]:
    """The roles that may cause a person's event; empty for any other event."""
    may = ROWS[type(event)].may
    return PERMISSIONS[may].roles if may is not None else ()


def actor_of(action: str) -> Actor:
    """The actor of a prompt. Raises ValueError if the table's state has to decide it."""
    (actor,) = ASKED[action]
    return actor


def is_deciding_own(role: Role | None, by: str, report: Report, table: Table) -> bool:
    """Whether a person would decide as pit boss on their own report as dealer. Two people must."""
    return role is Role.PIT_BOSS and report.role is Role.DEALER and is_own(by, report.by, table)


def is_reporter(by: str, report: Report, table: Table) -> bool:
    """Whether the person made the report, in the person's present role."""
    return table.role_of(by) is report.role and is_own(by, report.by, table)


def is_own(by: str, asked_by: str, table: Table | None = None) -> bool:
    """Whether both ids are the same person's: as the ``table`` compares names, else as this console does."""
    if table is not None and not table.holds(editions.NAME):
        return by.casefold() == asked_by.casefold()
    return name_key(by) == name_key(asked_by)


LONGEST_OVER_LINK: Final = 8192
"""Bytes of one of its lines at most, without the line's end."""


class Foreign(msgspec.Struct, frozen=True):
    """The reason why a line may not come from the game server, and the protocol's word for it."""

    why: str
    refused: Refusal


def foreign(line: bytes) -> Foreign | None:
    """Why a line of the link may not come from the game server; None if it may. It is recorded."""
    if len(line) > LONGEST_OVER_LINK:
        return Foreign(
            f"The line has more than {LONGEST_OVER_LINK} bytes: over the link no more are right.",
            Refusal.BAD_INPUT,
        )
    try:
        parsed = lines.parse(line)
    except lines.InvalidLine:
        return Foreign(line_fault(line), Refusal.BAD_INPUT)
    if isinstance(parsed, lines.Decision) and parsed.by is not None:
        right = "over the link a decision without `by`"  # a server answers for players alone
        return Foreign(wrong("by", quote(parsed.by), right), Refusal.NOT_AUTHORISED)
    do = str(parsed.__struct_config__.tag)
    if do not in PERMISSIONS or Party.SERVER not in PERMISSIONS[do].may:
        right = "over the link one of bets, seats, decision and view"
        return Foreign(wrong("do", quote(do), right), Refusal.NOT_AUTHORISED)
    return None
