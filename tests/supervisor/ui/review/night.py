"""A night at a baccarat table, played by following its prompts: for the report's screens."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import msgspec

from console.supervisor.review import ComparedReport, Paperwork
from console.supervisor.ui.paper import guide_pdf
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.table.core import Session, SetClock, View
from console.table.game import DECK
from tests.supervisor.ui.review.stories import PERSONS, folder
from tests.table.core.tables import Seen
from tests.table.played import session_at

START = datetime(2026, 11, 19, 22, 0, tzinfo=UTC)
MADE = datetime(2026, 11, 20, 6, 16, 31, tzinfo=UTC)
ROUNDS = 420
SHIFT = "2026-11-19 22:00"
NAMES = {who: person.name for who, person in PERSONS.items()}


class Player:
    """Follows the prompts, with chance as it was seeded; the clock moves as play does."""

    def __init__(self, session: Session, clock: SetClock, seed: int = 7) -> None:
        self.session, self.clock, self.chance = session, clock, random.Random(seed)
        self.cards: list[str] = []
        self.dealer = "D1"

    def say(self, line: Seen, seconds: float = 1.5) -> View:
        self.clock.advance(seconds)
        view = self.session.take(msgspec.json.encode(line))
        assert view.accepted, (line, view.refused)
        return view

    def follow(self, view: View) -> View:
        """Do what is due."""
        prompt = view.prompt
        by = "P1" if prompt.actor == "pit_boss" else self.dealer
        match prompt.action:
            case "await_bets":
                return self.say({"do": "bets", "state": "open"}, 9 + self.chance.random() * 4)
            case "wait":
                return self.say({"do": "bets", "state": "closed"}, 18)
            case "deal" if (
                self.session.table.shoe.left <= 7 and not self.session.table.shoe_in_play.cut_card_out
            ):
                return self.say({"do": "cut_card"}, 1)
            case "deal":
                return self.say({"do": "card", "card": self.cards.pop()}, 2.5)
            case "answer":
                value = False if prompt.answers is None else list(prompt.answers or [False])[-1]
                facts = {prompt.fact: 1 if prompt.fact == "cards" else value}
                return self.say({"do": "answer", "by": by, "facts": facts}, 8)
            case "authorise":
                return self.say({"do": "authorise", "by": by}, 14)
            case _:
                if prompt.action == "load":
                    self.shuffle()
                return self.say({"do": "done", "by": by, "counted": 416}, 4 if view.phase != "shoe" else 25)

    def shuffle(self) -> None:
        self.cards = [str(card) for card in DECK] * 8
        self.chance.shuffle(self.cards)

    def round(self, incident: str | None = None) -> None:
        """A whole round, with what goes wrong in it."""
        view = self.session.view()
        while view.prompt.action != "await_bets":
            view = self.follow(view)
        view = self.follow(view)
        dealt = 0
        while view.prompt.action != "await_bets" and view.phase != "shoe":
            dealt += view.prompt.action == "deal"
            if incident is not None and dealt == 3:
                self.say({"do": "call", "by": self.dealer, "on": True}, 1)
                self.say({"do": "call", "by": "P1", "on": False}, 20 + self.chance.random() * 40)
                view = self.say({"do": "incident", "by": self.dealer, "kind": incident}, 2)
                incident = None
                continue
            view = self.follow(view)

    def relieve(self, dealer: str) -> None:
        self.say({"do": "sign_in", "who": dealer, "role": "dealer"}, 30)
        self.dealer = dealer


@cache
def long_night() -> Path:
    """The journal of a shift from ten to six, with five hundred rounds or so and what went wrong in some."""
    clock = SetClock(START)
    path = folder("night-") / "night.db"
    with session_at(path, clock, rules="sv", table="7", shift=lambda _: SHIFT) as session:
        player = Player(session, clock)
        player.shuffle()
        for number in range(ROUNDS):
            if number % 60 == 59:
                player.relieve("D2" if player.dealer == "D1" else "D1")
            if number == 230:
                clock.advance(15 * 60)
            player.round("card_fell" if number in (40, 133, 290) else None)
    return path


def work() -> Paperwork:
    """The maker of that night's documents."""
    return Paperwork((long_night(),), NAMES, lambda: MADE, "Casino Nord", draw=document_pdf, guide=guide_pdf)


@cache
def counted() -> ComparedReport:
    """The night as it was counted."""
    return work().report_of_shift(SHIFT, lambda _: True)
