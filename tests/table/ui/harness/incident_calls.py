"""A screen's calls on an incident, kept for a test; no table takes them, so nothing follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from console.table.core import Fact
from console.table.game import Card, Wager


class IncidentCalls:
    """All calls in their order, each with its arguments."""

    def __init__(self) -> None:
        self.all: list[tuple[Any, ...]] = []

    def report(self, kind: str | None, facts: dict[str, Fact], meant: str | None = None) -> None:
        self.all.append(("report", kind, facts) if meant is None else ("report", kind, facts, meant))

    def answer(self, facts: Mapping[str, Fact | None]) -> None:
        self.all.append(("answer", facts))

    def withdraw(self, reason: str | None = None) -> None:
        self.all.append(("withdraw", reason))

    def authorise(self, choice: str | None, reason: str | None) -> None:
        self.all.append(("authorise", choice, reason))

    def skip(self, reason: str) -> None:
        self.all.append(("skip", reason))

    def ball_damaged(self) -> None:
        self.all.append(("ball_damaged",))

    def correct(self, hand: str, card: int, to: Card) -> None:
        self.all.append(("correct", hand, card, to))

    def settle(self, wagers: tuple[Wager, ...]) -> None:
        self.all.append(("settle", wagers))

    def enter(self, card: Card) -> None:
        self.all.append(("enter", card))
