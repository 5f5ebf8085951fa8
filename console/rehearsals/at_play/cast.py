"""The next move at a rehearsal's table: by its devices, its players, or the people whom the console plays.
These do what is right, like a colleague who knows the rules. The module knows prompts and the last slip,
never how fast anybody is.
"""

from __future__ import annotations

import random
from typing import Final

from msgspec.structs import replace

from console.rehearsals.right_answer import true_report
from console.rehearsals.script import Mishap, Script
from console.rehearsals.slips import Slip
from console.table.core import Action, Actor, Game, Phase, Prompt, Role, Table, View, lines
from console.table.devices import (
    SPEED,
    AngelEyeVoice,
    CardLinesVoice,
    DeviceRole,
    LoadedShoe,
    WheelLines,
    fault_frame,
    place_due,
    takes_ball_out,
    wheel_status,
)
from console.table.game import TRIES, Card, Shoe
from console.table.game.blackjack import Choice
from console.table.game.roulette import POCKETS
from console.table.incidents import UNASKED

Sent = tuple[DeviceRole, bytes]
"""A device's message: its role, and the bytes."""

_UNCOUNTED: Final = frozenset((Phase.CLOSED, Phase.SHOE, Phase.HALTED))
_CUT_CARD: Final = frozenset((Slip.CUT_CARD_MISSED, Slip.CUT_CARD_UNSCANNED))
_MECHANICAL: Final = 2
"""A code of the shoe for a fault that is no unread card."""


class Cards:
    """A shoe whose first cards are the file's, read by a card reader."""

    def __init__(self, script: Script, shoe: Shoe, from_end: int) -> None:
        """``shoe`` are the cards that have left the shoe; ``from_end`` cards lie behind the cut card."""
        self._shoe = LoadedShoe(random.Random(script.seed), shoe.seen, from_end)
        self._shoe.agree(shoe.left)
        self._shoe.stack(script.cards)
        self._cut_card_missed = any(each.slip in _CUT_CARD for each in script.wrong)
        self._voice = CardLinesVoice()

    def agree(self, view: View) -> None:
        """Follow the table's count of the shoe, unless it has none now."""
        if view.shoe is not None and view.phase not in _UNCOUNTED:
            self._shoe.agree(view.shoe.left)

    @property
    def cut_card_next(self) -> bool:
        """Whether the cut card is scanned before the next card; once asked for, it counts as scanned. If the
        slip is that nobody scans it, only the step for it does.
        """
        comes = self._shoe.cut_card_next and not self._cut_card_missed
        self._shoe.cut_card_out = self._shoe.cut_card_out or comes
        return comes

    def next_face(self) -> Card:
        """The next card, as a pit boss reads it, from another shoe after an empty one."""
        if not self._shoe.remaining:
            self._shoe.reshuffle()
        return self._shoe.draw_next()

    def next_card(self, prompt: Prompt) -> Sent:
        return self.repeat(self.next_face(), prompt)

    def repeat(self, card: Card, prompt: Prompt) -> Sent:
        return DeviceRole.READER, self._voice.card(card, place_due(prompt))

    def unread(self) -> Sent:
        """The next card is tried as often as allowed, and not read."""
        return DeviceRole.READER, self._voice.unread() * TRIES

    @staticmethod
    def shoe_fault() -> Sent:
        return DeviceRole.SHOE, AngelEyeVoice().start_message() + fault_frame("1", _MECHANICAL)


class RehearsedWheel:
    """A wheel whose reader sends each step of a spin, and the file's numbers first."""

    def __init__(self, script: Script) -> None:
        self._chance = random.Random(script.seed)
        self._numbers = list(script.numbers)
        self._voice, self._game, self.number = WheelLines(), 1, 0
        self._state = wheel_status.WINNING_NUMBER

    @property
    def runs(self) -> bool:
        return self._state == wheel_status.BALL

    def ball(self, *, with_wheel: bool = False) -> Sent:
        """The ball is in its track, of a new game."""
        return self._says(*self._new_game(wheel_status.SAME_DIRECTION if with_wheel else 0))

    def stops(self) -> Sent:
        """The rotor stops so that the ball can be taken out; the next ball is of a new game."""
        return self._says((wheel_status.CLOSED, 0))

    def lies(self, number: int | None = None) -> Sent:
        """The ball lies in a pocket: the file's next, if ``number`` is None."""
        before = () if self._state in (wheel_status.BALL, wheel_status.NO_MORE_BETS) else self._new_game()
        self.number = self._next() if number is None else number
        falls = () if self._state == wheel_status.NO_MORE_BETS else ((wheel_status.NO_MORE_BETS, 0),)
        return self._says(*before, *falls, (wheel_status.WINNING_NUMBER, 0))

    def other_number(self, number: int) -> Sent:
        """The number of the same game is now another one."""
        self.number = number
        return self._says((wheel_status.WINNING_NUMBER, 0))

    def fails(self) -> Sent:
        return self._says((wheel_status.CLOSED, wheel_status.FAILURE))

    def _new_game(self, bits: int = 0) -> tuple[tuple[int, int], ...]:
        self._game += 1
        starts = ((wheel_status.START, 0),) if self._state == wheel_status.CLOSED else ()
        return (*starts, (wheel_status.PLACE_BETS, 0), (wheel_status.BALL, bits))

    def _next(self) -> int:
        return self._numbers.pop(0) if self._numbers else self._chance.randrange(POCKETS)

    def _says(self, *steps: tuple[int, int]) -> Sent:
        data = b""
        for state, bits in steps:
            status = wheel_status.WheelStatus(state, self._game, self.number, bits, SPEED, "clockwise")
            data += self._voice.says(status, begins=state != self._state)
            self._state = state
        return DeviceRole.WHEEL, data


Act = lines.Line | Sent
"""A line of the protocol, or a device's bytes."""
REASON: Final = "rehearsal"
"""The reason that a person played by the console gives for a choice, which needs one."""
TURNS: Final = 5
"""Turns of a ball that was sent well."""


class Cast:
    """A table's devices, its players, and the people whom the console can play."""

    def __init__(self, game: Game, script: Script, table: Table, people: dict[Role, str]) -> None:
        """``people`` are the ids of dealer and pit boss, played by a person or by the console."""
        self._game, self._script, self.people = game, script, people
        cards = game.cards
        from_end = 0 if cards is None else cards.rules.cut_card.from_end
        self.cards = None if cards is None else Cards(script, table.shoe, from_end)
        self.wheel = None if game.wheel is None else RehearsedWheel(script)
        self._answers = list(script.answers)
        self.silent = False
        """Whether the wheel's reader sends no number of this spin."""
        self.turns = TURNS
        """The ball's turns, as the dealer confirms them."""
        self.late: lines.Decision | None = None
        """A player's answer that comes too late, and is yet to come."""

    def look(self, view: View) -> None:
        """Take in a view: the shoe follows the table's count, the wheel begins another game."""
        if self.cards is not None:
            self.cards.agree(view)
        if view.phase == Phase.HALTED:
            self.turns = TURNS
        if self.wheel is not None and view.prompt.action == Action.SPIN and not self.wheel.runs:
            self.silent = False

    def at_once(self, view: View) -> Sent | None:
        """The wheel that stops as soon as the ball must be taken out; None if nothing stops."""
        wheel = self.wheel
        return wheel.stops() if wheel is not None and wheel.runs and takes_ball_out(view.prompt) else None

    def by_itself(self, view: View) -> Act | None:
        """The act of a device, a player or the game server at this prompt; None if a person must act."""
        prompt = view.prompt
        match prompt.action:
            case Action.AWAIT_BETS:
                return lines.Bets("open")
            case Action.WAIT:
                return lines.Bets("closed")
            case Action.AWAIT_SEATS:
                return lines.Seats(list(self._script.seats))
            case Action.AWAIT_DECISION:
                return self.decision(prompt)
            case Action.SCAN_CUT_CARD:
                return lines.CutCard()
            case Action.SPIN if self.wheel is not None and not self.wheel.runs:
                return self.wheel.ball()
            case Action.AWAIT_NUMBER if self.wheel is not None and not self.silent:
                return self.wheel.lies()
            case Action.RESCAN if prompt.actor is Actor.DEALER and self.cards is not None:
                return self.cards.next_card(prompt)
            case _ if prompt.ends_by_card_alone and prompt.action != Action.RESCAN and self.cards is not None:
                return self._card(view, self.cards)
            case _:
                return None

    def _card(self, view: View, cards: Cards) -> Act:
        if view.prompt.action == Action.DEAL and cards.cut_card_next:
            return lines.CutCard()
        if view.manual:
            return lines.CardLine(cards.next_face(), self.people[Role.PIT_BOSS])
        return cards.next_card(view.prompt)

    def decision(self, prompt: Prompt) -> lines.Decision | None:
        """A player's answer: the file's next one that is offered, else to decline or to stand."""
        offers = prompt.offers or ()
        if not offers:
            return None
        usual = Choice.DECLINE if Choice.DECLINE in offers else Choice.STAND
        own = self._answers and usual is not Choice.DECLINE and self._answers[0] in (*offers, Choice.TIMEOUT)
        choice = self._answers.pop(0) if own else usual
        seat = prompt.seat if prompt.seat is not None else (prompt.seats or (1,))[0]
        return lines.Decision(seat, prompt.hand if isinstance(prompt.hand, int) else 1, choice)

    def by_person(self, view: View, table: Table, mishap: Mishap | None) -> lines.Line | None:
        """The right act of the person whom the prompt names, if any."""
        prompt = view.prompt
        if prompt.actor is Actor.SYSTEM:
            return None
        by = self.people[Role(prompt.actor)]
        match prompt.action:
            case Action.DEAL | Action.BURN_CARD | Action.SCAN_CARD | Action.SCAN_CUT_CARD | Action.SIGN_IN:
                return None
            case Action.RESCAN:
                return None if prompt.actor is Actor.DEALER else self.report(table, mishap, by)
            case Action.OPEN_TABLE:
                return lines.Open(by)
            case Action.SPIN:
                ready = self.wheel is None or self.wheel.runs
                return lines.Spin(self.turns, "against", by) if ready else None
            case Action.ENTER_NUMBER | Action.CONFIRM_NUMBER:
                number = prompt.number if prompt.number is not None else self._number()
                return lines.Number(number, "dealer", by)
            case Action.ANSWER:
                return self._answer(table, mishap, prompt, by)
            case Action.AUTHORISE:
                choices = view.incident.choices if view.incident is not None else ()
                reason = REASON if "reason" in (prompt.needs or ()) else None
                return lines.Authorise(by, choices[0] if choices else None, reason)
            case Action.RESOLVE:
                return self.report(table, mishap, by) or lines.Withdraw(by, REASON)
            case Action.CHECK_BALL if mishap is not None and table.incident is not None:
                return lines.Done(by, damaged=bool(mishap.facts.get(UNASKED)))
            case _:
                return lines.Done(by, counted=prompt.whole_count)

    def _number(self) -> int:
        return 0 if self.wheel is None else self.wheel.number

    def report(self, table: Table, mishap: Mishap | None, by: str) -> lines.Incident | None:
        """The whole and true report of what went wrong; None if it can't be made."""
        report = None if mishap is None else true_report(self._game, table, mishap)
        return None if report is None else lines.Incident(by, report[0], report[1])

    def _answer(
        self, table: Table, mishap: Mishap | None, prompt: Prompt, by: str
    ) -> lines.Answer | lines.Withdraw:
        """The true answer to a question about the report; a report of something else is taken back."""
        report = None if mishap is None else true_report(self._game, _without(table), mishap)
        known = {} if report is None else {"kind": report[0], **report[1]}
        fact = str(prompt.fact)
        return lines.Answer(by, {fact: known[fact]}) if fact in known else lines.Withdraw(by)


def _without(table: Table) -> Table:
    """The table as it would be without the open report."""
    return replace(table, incident=None, incidents=replace(table.incidents, waiting=()))
