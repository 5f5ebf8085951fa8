"""A table of the protocol, made from its text alone: it takes a line and shows the view."""

from __future__ import annotations

from collections.abc import Callable

from tests.instruments.differ.reference.device_lines import DeviceLines
from tests.instruments.differ.reference.line_form import parse
from tests.instruments.differ.reference.table_facts import NOTHING_READ
from tests.instruments.differ.reference.table_values import Refused
from tests.instruments.differ.rounds import Shown

OF_A_ROUND = ("bets", "seats", "decision", "number")
"""The lines that may name the round that they belong to."""


class ReferenceTable(DeviceLines):
    """One table of a game under a rulebook."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        super().__init__(game, rules, ready=ready)
        self.shown_since: list[tuple[int, dict[tuple[int, int], object]]] = []
        """The questions to each hand in the views so far, with their entries."""

    def take(self, text: str) -> Shown:
        """Take a line, and show its view."""
        self.ended = self.announced = self.sheet = None
        self.another = False
        self.tick += 1
        line: Shown = {}
        refused = None
        self.counts = True
        try:
            line = parse(text)
            self.of_now(line)
            self.act(line)
        except Refused as error:
            refused = error
        self.said(refused)
        self.note_results()
        if self.halt and not self.report:
            self.halt.first_kept = False  # it was seen: a pit boss's outcome may end it
        if not self.halted:
            self.halted_at = None
            if not self.tries and not self.burning:
                self.tail = NOTHING_READ
        return self.view(refused)

    def entered(self, entry: int) -> None:
        """Note the entry of the view that was just shown: a decision may name it in ``seen``."""
        self.entry = entry
        self.shown_since.append((entry, self.asked_of_each()))

    def other_file(self, entry: int) -> None:
        """The journal goes on in another file, whose entries count from 1."""
        self.shown_since.clear()
        self.entered(entry)

    def of_now(self, line: Shown) -> None:
        """Refuse a line that names another round, and a decision whose own hand has changed since ("Which
        round", "What was seen").
        """
        round_now = self.round.id if self.round else None
        if self.report and self.prompt()["action"] in ("enter_number", "confirm_number"):
            round_now = self.report.about.id if self.report.about else None
        if "round" in line and line["do"] in OF_A_ROUND and line["round"] != round_now:
            raise Refused("stale")
        if line["do"] == "decision" and (seen := line.get("seen")):
            hand = (line["seat"], line["hand"])
            since = [asked for entry, asked in self.shown_since if entry >= seen["entry"]]
            before = [asked for entry, asked in self.shown_since if entry <= seen["entry"]][-1:]
            states = [asked.get(hand) for asked in [*before, *since]]
            if seen["entry"] > self.entry or any(state != states[0] for state in states):
                raise Refused("stale")

    def asked_of_each(self) -> dict[tuple[int, int], object]:
        """The question to each hand in the round: its cards, and during the question stage and offers."""
        if self.game != "blackjack" or not self.round:
            return {}
        prompt = self.prompt()
        asks = prompt["action"] == "await_decision"
        asked = {(seat, 1) for seat in prompt.get("seats", [])} | {(prompt.get("seat"), prompt.get("hand"))}
        question = (prompt.get("stage", "play"), tuple(prompt.get("offers", ())))
        shown = self.round_shown()
        assert shown
        return {
            (int(seat), number): (hand["cards"], question if asks and (int(seat), number) in asked else None)
            for seat, hands in shown["seats"].items()
            for number, hand in enumerate(hands, 1)
        }

    def act(self, line: Shown) -> None:
        """Act on one line; a Refused changes nothing (but what a halt does)."""
        do = line["do"]
        acts: dict[str, Callable[[Shown], None]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }
        acts[do](line)
        if do in ("sign_in", "sign_out", "seats", "say", "view", "call", "manual", "settle"):
            self.counts = False
        self.orders()
        self.queued()
        self.number_kept()
