"""Simulated players of blackjack: they bet, answer as people do, and sometimes lose their connection.

They see only the views of the link, so never the hole card. Chance comes from the caller;
:class:`console.table.link.stand_in.Waits` decides when a line is sent.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from console.table.core.state.actions import Action
from console.table.core.state.phases import Bets, Phase
from console.table.game.blackjack.basic_strategy import best, is_worth_half
from console.table.link.stand_in import Seen, TimedLine

SEATS: Final = range(1, 8)
_BETS: Final = (0.1, 0.8)
"""The part of bet time in which bets are made: from, to."""


class Habits(msgspec.Struct, frozen=True):
    """The play of simulated people; all but ``seconds`` are chances from 0 to 1."""

    plays: float = 0.7
    """The chance that somebody bets at a seat in this round."""
    slips: float = 0.05
    """The chance that an answer is not the best one offered."""
    times_out: float = 0.02
    """The chance that no answer comes in time."""
    leaves: float = 0.005
    """The chance that the connection breaks instead of an answer: none comes in this round."""
    returns: float = 0.3
    """The chance that a player whose connection broke is back in the next round."""
    insures: float = 0.08
    surrenders: float = 0.4
    """The chance to surrender a hand worth less than half its bet, if that is offered."""
    seconds: tuple[float, float] = (1.0, 6.0)
    """The seconds of the quickest and of the slowest answer."""


class Players:
    """The players at the seven seats."""

    def __init__(self, chance: random.Random, habits: Habits | None = None) -> None:
        """All are there, and nobody has bet."""
        self._chance, self._habits = chance, habits or Habits()
        self._gone: set[int] = set()
        self._round = ""
        self._bets: dict[int, float] = {}
        self._answers: dict[tuple[str, ...], TimedLine] = {}

    def due(self, view: Seen) -> tuple[TimedLine, ...]:
        """The server's lines for the players of a table with this view, the earliest bet first."""
        round, prompt = view["round"], view["prompt"]
        if round is None or "seats" not in round:
            return ()
        if prompt["action"] == Action.AWAIT_SEATS or (
            view["bets"] == Bets.OPEN and view["phase"] == Phase.BETTING
        ):
            return self._seated(round, prompt)
        asked = _hands_due(round, prompt) if prompt["action"] == Action.AWAIT_DECISION else ()
        # Forget answers to past questions: after a halt the player chooses again (BJ-3.5-ii).
        self._answers = {
            occasion: self._answers.get(occasion) or self._answer(occasion, hand, view)
            for occasion, hand in asked
        }
        return tuple(self._answers.values())

    def _seated(self, round: Seen, prompt: Seen) -> tuple[TimedLine, ...]:
        """A line for each bet as it is made, with the seats that have bet by then. The last line counts."""
        if round["id"] != self._round:
            self._round = round["id"]
            self._gone = {seat for seat in self._gone if not self._happens(self._habits.returns)}
            there = (seat for seat in SEATS if seat not in self._gone)
            self._bets = {
                seat: self._chance.uniform(*_BETS) for seat in there if self._happens(self._habits.plays)
            }
        known = {int(seat) for seat in round["seats"]}
        if prompt["action"] == Action.AWAIT_SEATS:
            return (_seats(round, known.union(self._bets), 0.0),)
        made = sorted(self._bets, key=self._bets.__getitem__)
        by_then = [(seat, known.union(made[:number])) for number, seat in enumerate(made, 1)]
        return tuple(
            _seats(round, seats, self._bets[seat] * prompt.get("seconds", 0.0))
            for seat, seats in by_then
            if seats != known
        )

    def _answer(self, occasion: tuple[str, ...], hand: Seen, view: Seen) -> TimedLine:
        """The answer and its time; for none it is the server's timeout, at the end of the time (LT-BJ-08)."""
        seat, number = int(occasion[2]), int(occasion[3])
        late = float(view["prompt"]["seconds"])
        if seat not in self._gone and self._happens(self._habits.leaves):
            self._gone.add(seat)
        thought = self._chance.uniform(*self._habits.seconds)
        if seat in self._gone or self._happens(self._habits.times_out) or thought >= late:
            return _decision(occasion, view, seat, number, "timeout", late)
        return _decision(occasion, view, seat, number, self._choice(hand, view), thought)

    def _choice(self, hand: Seen, view: Seen) -> str:
        offers: list[str] = view["prompt"]["offers"]
        meant = self._meant(offers, hand, view["round"]["dealer"]["cards"][0])
        others = [offer for offer in offers if offer != meant]
        return self._chance.choice(others) if others and self._happens(self._habits.slips) else meant

    def _meant(self, offers: list[str], hand: Seen, up: str) -> str:
        cards, total, soft = hand["cards"], hand["total"], hand["soft"]
        if "decline" not in offers:
            return best(offers, cards, total, soft, up)
        if (
            "surrender" in offers
            and not is_worth_half(total, soft)
            and self._happens(self._habits.surrenders)
        ):
            return "surrender"
        return "insure" if self._happens(self._habits.insures) else "decline"

    def _happens(self, chance: float) -> bool:
        return self._chance.random() < chance


def _hands_due(round: Seen, prompt: Seen) -> tuple[tuple[tuple[str, ...], Seen], ...]:
    """The hands whose answer is due, each with its occasion: stage or cards, seat and hand."""
    if prompt.get("stage"):
        places = [(seat, 1, prompt["stage"]) for seat in prompt["seats"]]
    else:
        cards = round["seats"][str(prompt["seat"])][prompt["hand"] - 1]["cards"]
        places = [(prompt["seat"], prompt["hand"], "".join(cards))]
    return tuple(
        ((round["id"], stage, str(seat), str(number)), round["seats"][str(seat)][number - 1])
        for seat, number, stage in places
    )


def _seats(round: Seen, seats: Iterable[int], after: float) -> TimedLine:
    ascending = sorted(seats)
    line = _line(do="seats", seats=ascending, round=round["id"])
    return TimedLine((round["id"], "seats", *map(str, ascending)), line, after)


def _decision(
    occasion: tuple[str, ...], view: Seen, seat: int, hand: int, choice: str, after: float
) -> TimedLine:
    """The answer to this view: it names the view, so that it counts once."""
    seen = {"entry": view["entry"], "ms": 0, **({"file": view["file"]} if view.get("file") else {})}
    answer = {"seat": seat, "hand": hand, "choice": choice, "round": view["round"]["id"], "seen": seen}
    return TimedLine(occasion, _line(do="decision", **answer), after)


def _line(**fields: Any) -> bytes:
    return msgspec.json.encode(fields)
