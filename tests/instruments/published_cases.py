"""Published cases: ``python3 -m tests published [--short]``, of wrong card sets ``--seeds N``.

All are played by the tests of tests/published, as regulators, courts and the press had them; a row for each
reader of a case: who learns of it, when, in which words. The exit status is 1 if nobody learns of a case.
``--short``: a row for each case, with all its readers, and when and how the first of them learns of it.

``--seeds``: each set is wrong as regulators' orders and the press had it, and its inspection was waved
through: 416 was said. It is dealt by lines of the protocol, as devices and a dealer would say them, until the
table stops or as many rounds as were published have gone by; then the table is closed, and the set is counted
in truth. The figures say what stopped the table, and after how many cards and rounds.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from xml.etree import ElementTree

import msgspec

from console.table.game import CARDS, DECK, Card
from tests.instruments.card_sets import FROM_END, FULL, KINDS, NEW_DECKS, Order, rack_of, shuffled
from tests.sweep import ASKED
from tests.table.core.tables import Driven, Seen

TESTS: Final = Path(__file__).parents[1]


class Case(NamedTuple):
    """A published case: its number there, what was wrong, its cards, and the rounds that were played."""

    number: int
    what: str
    cards: bytes
    rounds: int
    order: Order | None = None
    """How it comes if it was not shuffled; from the second shoe on if it is the order of the one before."""
    is_from_first: bool = False

    def shoe(self, rack: bytes, rest: bytes, chance: random.Random) -> bytes:
        """The cards as they are loaded, after those of the shoe before."""
        if self.order is not None and (rack or self.is_from_first):
            return self.order(rack, rest, chance)[0]
        return shuffled(self.cards, chance)


def _without(*places: int) -> bytes:
    cards = bytearray(FULL)
    for place in places:
        cards.remove(place)
    return bytes(cards)


_QUEEN, _JACK = DECK.index(Card("QD")), DECK.index(Card("JD"))
CASES: Final = (
    Case(1, "five cards missing", _without(3, 15, 20, 33, 51), 438),
    Case(2, "sixteen cards left in the shuffler", _without(*range(0, 48, 3)), 122),
    Case(3, "one card short", _without(11), 42),
    Case(4, "one card too many", FULL + bytes((36,)), 863),
    Case(5, "a second jack of diamonds instead of a queen", _without(_QUEEN) + bytes((_JACK,)), 420),
    Case(6, "decks in factory order", FULL, 138, lambda *_: (NEW_DECKS, 0), is_from_first=True),
    Case(14, "each deck in a secret order", FULL, 390, KINDS["same_each"].order, is_from_first=True),
    Case(15, "a slug of the rack left unshuffled", FULL, 160, KINDS["slug"].order),
    Case(16, "the rack dealt again unshuffled", FULL, 160, KINDS["old_rack"].order),
    Case(19, "new decks at blackjack, four rounds", FULL, 4, lambda *_: (NEW_DECKS, 0), is_from_first=True),
)
"""The cases of cards; those of orders for as many rounds as were played, or two shoes of baccarat have."""
ACTS: Final = {
    7: "the dealer's first card forgotten",
    8: "three turns of the ball where the rules ask for four",
    9: "the felt showed another rule",
    10: "a trainee without a licence dealt",
    11: "no video was stored",
    12: "the burn card and steps of the shuffle left out",
    13: "seven violations of one dealer, supervisors absent",
    17: "a set taken away, arranged and brought back; the banker wins 24 coups on end",
    18: "fallen cards gathered, one of them never found",
    20: "a ball that ran with the wheel, validated by the supervisor",
    21: "a ball in the wheel before bets close, 'removed' by a press",
    22: "bets taken after the ball lay, 'no more bets' never called",
    23: "another number called than the ball's",
    24: "croupier and supervisor move chips to the number that came",
    25: "a pit boss refunds and voids bad hands",
    26: "a pit boss runs the shoe",
    27: "cards cleared before the hand was settled",
    28: "discs on five pockets of a wheel",
    29: "a ball exchanged for one that can be steered",
    30: "a dealer who had been refused a licence",
    31: "cards turned for a player who knew their edges",
    32: "the order of the cards filmed while cutting",
    33: "a shuffle by which the dealer can learn the cards",
    34: "a PIN that two people share",
}
"""The cases of people and wheels. 1 to 13 and 14 to 34 are two lists of regulators' orders and the press."""
WHAT: Final = dict(sorted({**{each.number: each.what for each in CASES}, **ACTS}.items()))

LEARNS: Final = "learns"
"""The property of a test that says who learns of its case."""


class Learned(NamedTuple):
    """One reader of a case, and the words on the paper or screen."""

    case: int
    who: str
    when: str
    words: str


def played() -> tuple[int, list[Learned]]:
    """The status of the tests of all cases, and who learns of each."""
    with TemporaryDirectory() as folder:
        told = Path(folder, "told.xml")
        told_to = ("-o", "junit_family=xunit1", f"--junitxml={told}")
        line = (sys.executable, "-m", "pytest", "-q", *told_to, str(TESTS / "published"))
        whole = {**os.environ, ASKED: "whole"}
        status = subprocess.run(line, cwd=TESTS.parent, env=whole, stdout=sys.stderr, check=False).returncode
        said = (each for each in ElementTree.parse(told).iter("property") if each.get("name") == LEARNS)
        return status, [msgspec.json.decode(each.attrib["value"], type=Learned) for each in said]


def rows_of(learned: Iterable[Learned]) -> Iterator[str]:
    """A row for each reader of each case; the first has what happened."""
    by_case: dict[int, list[Learned]] = {case: [] for case in WHAT}
    for each in learned:
        by_case[each.case].append(each)
    yield from ("| case | who learns of it | when | in which words |", "| --- | --- | --- | --- |")
    for case, readers in by_case.items():
        named = f"{case}: {WHAT[case]}"
        for each in readers or [Learned(case, "**nobody**", "", "")]:
            yield f"| {named} | {each.who} | {each.when} | {each.words} |"
            named = ""


def shortened(learned: Iterable[Learned]) -> Iterator[Learned]:
    """One reader of each case who stands for all: when and in which words the first of them learns of it."""
    by_case: dict[int, list[Learned]] = {}
    for each in learned:
        by_case.setdefault(each.case, []).append(each)
    for readers in by_case.values():
        who = ", ".join(dict.fromkeys(each.who for each in readers))
        yield readers[0]._replace(who=who)


class Noticed(NamedTuple):
    """The finding that stopped the table, with the cards and rounds that had gone by."""

    by: str
    """``order`` or ``copies`` by the figures, ``ninth`` by a card that can't be, ``count`` at the close;
    ``nothing``, not even that.
    """
    cards: int
    rounds: int


class Pack:
    """The cards of a case: in the shoe, and in the rack as they are picked up."""

    def __init__(self, case: Case, game: str, chance: random.Random) -> None:
        self._case, self._game, self._chance = case, game, chance
        self._order = self._rack = b""
        self._left = list[int]()
        self.load()

    def load(self) -> None:
        """The next shoe, of the rack and of the cards that are not in it."""
        rest = Counter(self._order) - Counter(self._rack)
        self._order = self._case.shoe(self._rack, bytes(rest.elements()), self._chance)
        self._rack, self._left = b"", list(reversed(self._order[: len(self._order) - FROM_END[self._game]]))
        self._has_cut_card = True

    def draw(self) -> str | None:
        """The next card; None for the cut card."""
        if not self._left and self._has_cut_card:
            self._has_cut_card = False
            self._left = list(reversed(self._order[-FROM_END[self._game] :]))
            return None
        return str(DECK[self._left.pop()])

    def collect(self, round: Seen, direction: str) -> None:
        """Pick up the cards of a round."""
        if self._game == "blackjack":
            seats = [hand["cards"] for hands in round["seats"].values() for hand in hands]
            hands = (round["dealer"]["cards"], *seats)
        else:
            hands = (round["banker"], round["player"])
        known = tuple(bytes(Card(card).in_deck for card in hand if card != "??") for hand in hands)
        self._rack += rack_of([known], self._game, direction)


class _Dealer:
    """Does what the prompts ask, and deals the set from a shoe, shuffled again after each last hand."""

    def __init__(self, case: Case, game: str, chance: random.Random) -> None:
        self.case, self._pack = case, Pack(case, game, chance)
        self.table = Driven("sv", game=game, is_ready=False)
        self.rounds = self.cards = 0
        self.is_closing = False
        for who, role in (("P1", "pit_boss"), ("D1", "dealer")):
            self.table.take({"do": "sign_in", "who": who, "role": role})
        self.view: Seen = self.table.take({"do": "open", "by": "P1"})

    def close(self) -> None:
        """Close the table, and count its cards."""
        self.is_closing = True
        self.say("close", by="P1")
        self.step()

    def say(self, do: str, **fields: object) -> None:
        self.view = self.table.take({"do": do, **fields})

    def step(self) -> None:
        """The next line that is due."""
        prompt = self.view["prompt"]
        match prompt["action"]:
            case "await_bets":
                self.rounds += 1
                self.say("bets", state="open")
            case "wait":
                self.say("bets", state="closed")
            case "await_seats":
                self.say("seats", seats=[1, 2, 3])
            case "await_decision":
                seat = prompt.get("seat") or prompt["seats"][0]
                choice = "decline" if "decline" in prompt["offers"] else "stand"
                self.say("decision", seat=seat, hand=prompt.get("hand", 1), choice=choice)
            case "deal":
                self._deal()
            case action:
                if action == "load":
                    self._pack.load()
                elif action == "collect":
                    self._pack.collect(self.view["round"], prompt["direction"])
                by = "P1" if prompt["actor"] == "pit_boss" else "D1"
                self.say("done", by=by, counted=len(self.case.cards) if self.is_closing else CARDS)

    def _deal(self) -> None:
        card = self._pack.draw()
        if card is None:
            self.say("cut_card")
        else:
            self.cards += 1
            self.say("card", card=card)


def noticed(case: Case, game: str, seed: int) -> Noticed:
    """The findings of a table about a wrong set."""
    dealer = _Dealer(case, game, random.Random(seed))
    while dealer.view["phase"] != "halted":
        if dealer.rounds == case.rounds and dealer.view["prompt"]["action"] == "await_bets":
            dealer.close()
            by = "nothing" if dealer.view["incident"] is None else dealer.view["incident"]["facts"]["cause"]
            return Noticed(by, dealer.cards, dealer.rounds)
        dealer.step()
        assert dealer.view["accepted"] or dealer.view["phase"] == "halted", dealer.view["why"]
    offer = dealer.view["offer"]
    by = "ninth" if offer["kind"] == "misread" else offer["facts"].get("cause", offer["kind"])
    return Noticed(by, dealer.cards, dealer.rounds)


def lines_of(seeds: int) -> Iterator[str]:
    """A row for each case and game: what stopped the table, and after how many cards and rounds."""
    for case in CASES:
        for game in FROM_END:
            found = [noticed(case, game, seed) for seed in range(seeds)]
            ways = ", ".join(
                f"{by} {many}" for by, many in sorted(Counter(each.by for each in found).items())
            )
            cards = _range(each.cards for each in found)
            rounds = _range(each.rounds for each in found)
            yield f"| {case.number} | {case.what} | {game} | {ways} | {cards} | {rounds} of {case.rounds} |"


def _range(numbers: Iterable[int]) -> str:
    """The least, the middle and the greatest."""
    row = sorted(numbers)
    return f"{row[0]}, {row[len(row) // 2]}, {row[-1]}"


def main(argv: list[str]) -> int:
    """Print who learns of each case, or what a table notices of each wrong set."""
    parser = argparse.ArgumentParser(prog="python3 -m tests published", description=__doc__)
    parser.add_argument("--seeds", type=int, help="so many wrong sets of each case and game")
    parser.add_argument("--short", action="store_true", help="a row for each case, of all its readers")
    asked = parser.parse_args(argv)
    if asked.seeds is not None:
        for line in lines_of(asked.seeds):
            print(line, flush=True)
        return 0
    status, learned = played()
    print(*rows_of(shortened(learned) if asked.short else learned), sep="\n")
    return status or int({each.case for each in learned} != {*WHAT})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
