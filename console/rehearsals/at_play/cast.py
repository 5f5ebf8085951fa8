"""The next move at a rehearsal's table: by its devices, its players, or the people whom the console plays.

The console plays people who do what is right, as a colleague who knows the rules. The module knows prompts
and the slip that has just happened, never how fast anybody is.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from console.rehearsals.at_play.props import Cards, RehearsedWheel, Sent
from console.rehearsals.right_answer import true_report
from console.rehearsals.script import Mishap, Script
from console.table.core import Action, Actor, Game, Phase, Prompt, Role, Table, View, lines
from console.table.devices import takes_ball_out
from console.table.game.blackjack import Choice
from console.table.incidents import UNASKED

Act = lines.Line | Sent
"""A line of the protocol, or a device's bytes."""
REASON: Final = "rehearsal"
"""The reason that a person played by the console gives for a choice: one must be given."""
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
        """Whether the wheel's reader says no number of this spin."""
        self.turns = TURNS
        """The ball's turns, as the dealer confirms them."""
        self.late: lines.Decision | None = None
        """A player's answer that comes too late, and is still to come."""

    def look(self, view: View) -> None:
        """Take in a view: the shoe follows the table's count, the wheel begins another game."""
        if self.cards is not None:
            self.cards.agree(view)
        if view.phase == Phase.HALTED:
            self.turns = TURNS
        if self.wheel is not None and view.prompt.action == Action.SPIN and not self.wheel.runs:
            self.silent = False

    def at_once(self, view: View) -> Sent | None:
        """The wheel that stops as soon as the ball has to be taken out; None if nothing stops."""
        wheel = self.wheel
        return wheel.stops() if wheel is not None and wheel.runs and takes_ball_out(view.prompt) else None

    def by_itself(self, view: View) -> Act | None:
        """The act of a device, a player or the game server at this prompt; None if a person
        has to act.
        """
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
        own = self._answers and usual is not Choice.DECLINE and self._answers[0] in offers
        choice = self._answers.pop(0) if own else usual
        seat = prompt.seat if prompt.seat is not None else (prompt.seats or (1,))[0]
        return lines.Decision(seat, prompt.hand if isinstance(prompt.hand, int) else 1, choice)

    def by_person(self, view: View, table: Table, mishap: Mishap | None) -> lines.Line | None:
        """The right act of the person whom the prompt names; None if it names nobody."""
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
                if choices:
                    return lines.Authorise(by, choices[0], REASON)
                answer = None if table.incident is None else table.incident.answer
                reason = REASON if answer is not None and answer.needs_reason else None
                return lines.Authorise(by, reason=reason)
            case Action.RESOLVE:
                return self.report(table, mishap, by) or lines.Withdraw(by, REASON)
            case Action.CHECK_BALL if mishap is not None and table.incident is not None:
                return lines.Done(by, damaged=bool(mishap.facts.get(UNASKED)))
            case _:
                return lines.Done(by, counted=prompt.whole_count)

    def _number(self) -> int:
        return 0 if self.wheel is None else self.wheel.number

    def report(self, table: Table, mishap: Mishap | None, by: str) -> lines.Incident | None:
        """The whole and true report of what has gone wrong; None if it can't be made."""
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
