"""Turns the presses on an incident's screens into the protocol's lines; the screen says who works at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

import msgspec

from console.table.core.protocol import lines
from console.table.core.state.views import Fact, Prompt
from console.table.game.blackjack.hands import Choice
from console.table.game.cards import Card
from console.table.game.worksheet import Wager

if TYPE_CHECKING:
    from console.table.ui.dealer.presses.dealer_presses import DealerPresses
    from console.table.ui.pit.pit_boss_screen import PitBossScreen


class Desk(Protocol):
    """A screen that somebody may be at."""

    def send_line(self, line: lines.AnyLine) -> None:
        """Give the table a line."""

    def who_answers(self) -> str | None:
        """The pit boss at this screen, else the dealer; None if nobody is here."""

    def who_reports(self) -> str | None:
        """The person who reports: the dealer if the prompt is the dealer's, even with a pit boss here."""

    def pit_boss_here(self) -> str | None:
        """The pit boss at this screen, if their authority covers what it shows."""


class IncidentLines:
    """Sends one screen's incident lines (:class:`~console.table.ui.incident.stage.IncidentCommands`)."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def report(self, kind: str | None, facts: dict[str, Fact], meant: str | None = None) -> None:
        """Report an incident; a report without a kind halts play at once."""
        if by := self._desk.who_reports():
            self._desk.send_line(lines.Incident(by, kind, facts or None, meant))

    def answer(self, facts: Mapping[str, Fact | None]) -> None:
        if by := self._desk.who_answers():
            self._desk.send_line(lines.Answer(by, {**facts}))

    def withdraw(self, reason: str | None = None) -> None:
        if by := self._desk.who_answers():
            self._desk.send_line(lines.Withdraw(by, reason))

    def authorise(self, choice: str | None, reason: str | None) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Authorise(by, choice, reason))

    def skip(self, reason: str) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Done(by, reason))

    def ball_damaged(self) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Done(by, damaged=True))

    def correct(self, hand: str, card: int, to: Card) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Correct(by, hand, card, to))

    def settle(self, wagers: tuple[Wager, ...]) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(
                lines.Settle(by, [msgspec.Raw(msgspec.json.encode(wager)) for wager in wagers])
            )

    def enter(self, card: Card) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.CardLine(card, by))


class HaltLines:
    """Sends the lines of the presses that end a halt, or a wait for the game server, from either window."""

    def __init__(self, desk: Desk, prompt: Callable[[], Prompt | None]) -> None:
        """``prompt`` gives the table's present prompt; None before the table has shown anything."""
        self._desk, self._prompt = desk, prompt

    def follow(self, presses: DealerPresses) -> None:
        """Send a line at each of these presses."""
        presses.withdraw_pressed.connect(self.withdraw)
        presses.void_pressed.connect(self.void)
        presses.unanswered_pressed.connect(self.go_on_unanswered)
        presses.cut_card_pressed.connect(self.cut_card_came)

    def withdraw(self, reason: str | None) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Withdraw(by, reason))

    def void(self) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Void(by))

    def cut_card_came(self, halts: bool) -> None:
        """The cut card has come; ``halts``: its reading halted the table, and no card was drawn."""
        if by := self._desk.who_reports():
            self._desk.send_line(lines.CutCard(by))
        if halts:
            self.withdraw(None)

    def go_on_unanswered(self, reason: str) -> None:
        """Go on without the answers that the game server owes, by the rule that such a hand stands."""
        by, prompt = self._desk.pit_boss_here(), self._prompt()
        if by is None or prompt is None:
            return
        hand = prompt.hand if isinstance(prompt.hand, int) else 1
        for seat in prompt.seats or ((prompt.seat,) if prompt.seat is not None else ()):
            self._desk.send_line(lines.Decision(seat, hand, Choice.TIMEOUT, by, reason))


class OrderLines:
    def __init__(self, screen: PitBossScreen, desk: Desk) -> None:
        self._desk = desk
        screen.ordered.connect(self.order)
        screen.open_pressed.connect(self.open)

    def order(self, name: str, on: bool) -> None:
        """Give an order, or take it back."""
        by = self._desk.pit_boss_here()
        if by is None:
            return
        match name:
            case "reshuffle":
                self._desk.send_line(lines.Reshuffle(by, on))
            case "decks":
                self._desk.send_line(lines.Reshuffle(by, on, new=on))
            case "manual":
                self._desk.send_line(lines.Manual(by, on))
            case "close":
                self._desk.send_line(lines.Close(by, on))

    def open(self) -> None:
        if by := self._desk.pit_boss_here():
            self._desk.send_line(lines.Open(by))
