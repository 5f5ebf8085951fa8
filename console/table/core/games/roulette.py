"""Roulette at a table: the prompts of a spin, the announcement of its number, the facts it knows.

The causes that halt a wheel are in :mod:`console.table.core.play.wheel_run`. This module never knows who
spins, nor what a bet pays.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.table.core.games.game import WheelGame
from console.table.core.protocol.lines import Line, Number
from console.table.core.protocol.lines import Spin as SpinLine
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import editions, events
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, Table
from console.table.core.state.views import NumberOfNobody, Prompt, Say, SpinView
from console.table.game.roulette.payout import BETS, spin_worksheet
from console.table.game.roulette.rules import RouletteRules
from console.table.game.roulette.spin import Due, Spin
from console.table.game.rule_values import TableLimits
from console.table.game.worksheet import Wager, Worksheet
from console.table.incidents.facts import Fact
from console.table.incidents.known_kinds import ON_TRACK, Kind

_EMPTY: Final = Spin()
_UNRECORDED_KINDS: Final = frozenset((Kind.BALL_OUT, Kind.FOREIGN_OBJECT, Kind.NOT_READ))
"""Kinds that are another's cause once the reader has read a number (LT-ROU-27b, LT-ROU-29, LT-ROU-32a)."""


class Roulette:
    """Roulette by a rulebook (see :class:`console.table.core.games.game.Game`)."""

    name: Final = "roulette"
    lines: Final[frozenset[type[Line]]] = frozenset((SpinLine, Number))
    begins_in: Final = Phase.SPINNING
    cards: Final = None

    def __init__(self, rules: RouletteRules) -> None:
        self.rules = rules

    @property
    def wheel(self) -> WheelGame:
        return self

    def begin(self) -> Spin:
        return _EMPTY

    def phase(self, play: Play) -> Phase:
        return Phase.RESULT if _spin(play).number is not None else Phase.SPINNING

    def prompt(self, table: Table) -> Prompt:
        """The ball's run, the number, or the dealer's own number a second time (ROU-3.1.1, ROU-3.1.2)."""
        spin, clauses = _spin(table.play), self.rules.prompts
        due = spin.next_due
        assert due is not None, "something is due while a ball is spun"
        match due:
            case Due.SPIN:
                prompt = Prompt(due.value, actor_of(due.value), clauses.spin)
                return replace(prompt, from_=last_number(table)) if spin.respun else prompt
            case Due.NUMBER:
                return Prompt(due.value, actor_of(due.value), clauses.await_number)
            case Due.SAME_NUMBER:
                return Prompt(due.value, actor_of(due.value), clauses.confirm_number, number=spin.said)

    def refusal(self, table: Table, event: events.EventOfSomeGames) -> Refusal | None:
        """A run when it is due; a reader's number in a spin, a dealer's after the ball's run."""
        if table.phase is not Phase.SPINNING:
            return Refusal.OUT_OF_TURN
        spin = _spin(table.play)
        match event:
            case events.BallRan():
                is_due = spin.next_due is Due.SPIN
            case events.NumberRead():
                stands = standing_number(spin)
                is_due = stands == event.number or (stands is None and not event.changed)
            case events.NumberSaid():
                is_due = spin.next_due in (Due.NUMBER, Due.SAME_NUMBER)
            case _:
                is_due = False
        return None if is_due else Refusal.OUT_OF_TURN

    def announcement(self, play: Play) -> Say:
        """The number (ROU-3.1.2, LT-ROU-02)."""
        return Say("number", number=_spin(play).number)

    def result(self, play: Play) -> str:
        number = _spin(play).number
        assert number is not None, "only a decided spin has a result"
        return str(number)

    def view(self, table: Table) -> SpinView:
        """The number with its properties, once it is known; empty for a void spin."""
        spin, round = _spin(table.play), table.round
        assert round is not None, "there has been a round"
        early = tuple(NumberOfNobody(each.number, each.entry, each.source) for each in spin.early)
        pocket = None if round.status == RoundStatus.VOID else spin.outcome
        if pocket is None:
            nothing = (None,) * 5
            return SpinView(round.id, round.status, None, spin.recorded, *nothing, early)
        return SpinView(
            round.id,
            round.status,
            pocket.number,
            spin.recorded,
            pocket.colour,
            pocket.parity,
            pocket.half,
            pocket.dozen,
            pocket.column,
            early,
        )

    def bet_refusal(self, bet: str) -> Refusal | None:
        """Bets on numbers and fields of the layout, and those round the wheel."""
        return None if bet in BETS else Refusal.NOT_THIS_GAME

    def has_bet(self, play: Play, wager: Wager, *, void: bool) -> bool:
        """Every bet is on the spin."""
        return True

    def worksheet(
        self, play: Play, wagers: tuple[Wager, ...], void: bool, limits: TableLimits | None
    ) -> Worksheet:
        """Bets on the spin (ROU-2.2, LT-ROU-05)."""
        return spin_worksheet(wagers, _spin(play), void, self.rules.with_limits(limits))

    def known_fact(self, table: Table, fact: str, facts: dict[str, Fact]) -> Fact | None:
        """A fact known to the table: a number was recorded or told, a result known, the ball not checked."""
        if not table.open_round:
            return None
        spin = _spin(table.play)
        match fact:
            case "recorded":
                return spin.recorded is not None or spin.number is not None
            case "result_known":
                return True if spin.number is not None else None
            case "ball_damaged":
                return False  # judged once the ball is picked up; nobody is asked before (LT-ROU-29)
            case _:
                return None

    def contradicts(self, table: Table, facts: dict[str, Fact]) -> bool:
        """Whether facts deny a record, say that the ball runs, or that the result is unknown, though a number
        is known or was read. Of two numbers that differ the result may be neither.
        """
        unread = facts.get("ball") == ON_TRACK or facts.get("recorded") is False
        unknown = facts.get("result_known") is False and table.holds(editions.KNOWN)
        if unknown and table.open_round and len(_numbers(table)) == 1:
            return True
        return unread and self.known_fact(table, "recorded", facts) is True

    def lacks_hand(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        return False

    def can_be(self, table: Table, kind: str, facts: dict[str, Fact]) -> bool:
        """Whether this kind can be reported: once a number is recorded, a ball that is out or an object in
        the wheel is reported as 'no spin', and a spin was read. An object can still be one whose report was
        decided before the number came.
        """
        spin, incident = _spin(table.play), table.incident
        is_none = spin.number is None and spin.recorded is None
        if is_none or (incident is not None and incident.contradicted):
            return True
        return kind not in _UNRECORDED_KINDS


def _numbers(table: Table) -> set[int]:
    """The round's different numbers: known, recorded, entered by the dealer, or in a halt beside another."""
    spin, halt = _spin(table.play), table.halt
    found = {spin.number, spin.recorded, spin.said, None if halt is None else halt.number}
    return {number for number in found if number is not None}


def last_number(table: Table) -> int | None:
    """The last winning number; None before any (LT-ROU-27a)."""
    return int(table.results[-1]) if table.results else None


def standing_number(spin: Spin) -> int | None:
    """The number with which a further one is compared: known, entered by the dealer, or recorded. A reader's
    number can be recorded beside the dealer's, which still waits: it was read in a halt.
    """
    stands = (spin.number, spin.said, spin.recorded)
    return next((number for number in stands if number is not None), None)


def _spin(play: Play) -> Spin:
    return play if isinstance(play, Spin) else _EMPTY  # before the first round there is none
