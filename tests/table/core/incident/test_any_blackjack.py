"""Blackjack under lines at random: cards add up, the journal replays the same, the hole card is hidden."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from console.table.core import Phase
from console.table.game import CARDS, DECK
from console.table.game.blackjack import Round
from tests.examples import examples
from tests.table.core.any_table import AnyTable
from tests.table.core.blackjack_at_random import SEATS, answered, line_at_blackjack, seats_line
from tests.table.core.reckoning import by_hand, hand_bets
from tests.table.core.reckoning import limits_asked_for as reckoned
from tests.table.core.tables import CODES, Driven, Seen
from tests.table.core.two_hole_cards import OWN, two_hole_cards, while_it_lies_face_down
from tests.table.incidents.rows import committed

FACES = st.sampled_from(["AH", "AS", "TD", "KC", "8H", "8S", "5D", "6C", "2H", "3S", "9D", "7C"])
PERSONS = st.sampled_from(["D1", "P1", "P1"])
NUMBERS = st.integers(0, 23)
CHOICES = ("hit", "stand", "double", "split", "insure", "decline", "surrender", "timeout")
FACTS: dict[str, list[Any]] = {
    **{fact: [True, False] for fact in ("seen", "first_card", "pit_boss_read", "may_affect", "second_first")},
    **{fact: [1, 2, 3] for fact in ("cards", "cards_to_move", "seat")},
    "noticed": ["round", "betting"],
    "reason": ["equipment"],
    "what": ["card_peeked"],
    "total": [5, 11, 12],
}
OF_KIND = {
    kind: sorted({fact for row in committed() for fact, _ in row.facts if row.kind == kind} & FACTS.keys())
    for kind in OWN
}
STATES = {"waiting", "acting", "stood", "doubled", "bust", "blackjack", "surrendered", "refunded"}
ENDS = {"won", "lost", "push", "surrendered", "refunded"}


class AnyBlackjack(AnyTable):
    """A table of blackjack at which much happens."""

    @initialize(code=st.sampled_from(CODES))
    def begin(self, code: str) -> None:
        self.driven = Driven(code, game="blackjack")
        self.seen = self.driven.view()
        self.tables = [(0, self.driven.table)]

    def send(self, line: Seen) -> None:
        before, entries = self.seen, self.driven.kept.last
        after = self.seen = self.driven.take(line)
        self.tables.append((self.driven.kept.last, self.driven.table))
        assert after["entry"] == self.driven.kept.last > entries
        if not after["accepted"] and line["do"] not in ("card", "unread"):
            changed = {key for key in before if before[key] != after[key]}
            assert changed <= {"accepted", "refused", "why", "entry", "fact", "ended", "incident"}, line

    def go_on(self, faces: list[str], number: int) -> None:
        for at, face in enumerate(faces):
            self.send(line_at_blackjack(self.driven.table, self.seen, face, number * (at + 1)))

    @rule(faces=st.lists(FACES, min_size=8, max_size=30), number=NUMBERS)
    def plays(self, faces: list[str], number: int) -> None:
        self.go_on(faces, number)

    @rule(faces=st.lists(FACES, min_size=1, max_size=4), number=NUMBERS)
    def plays_a_little(self, faces: list[str], number: int) -> None:
        self.go_on(faces, number)

    @rule(seats=st.sampled_from([*SEATS, []]))
    def seats_are_told(self, seats: list[int]) -> None:
        self.send(seats_line(seats))

    @rule(seat=st.integers(1, 7), hand=st.integers(1, 2), number=NUMBERS)
    def somebody_answers(self, seat: int, hand: int, number: int) -> None:
        self.send(answered(seat, hand, CHOICES, number))

    @rule(face=FACES, by=st.sampled_from([None, "P1"]))
    def a_card_comes(self, face: str, by: str | None) -> None:
        self.send({"do": "card", "card": face} | ({"by": by} if by else {}))

    @rule(do=st.sampled_from(["unread", "cut_card"]), times=st.integers(1, 3))
    def no_card_comes(self, do: str, times: int) -> None:
        for _ in range(times):
            self.send({"do": do})

    @rule(kind=st.sampled_from(OWN), picked=st.integers(0, 5), number=NUMBERS, by=PERSONS, face=FACES)
    def something_goes_wrong(self, kind: str, picked: int, number: int, by: str, face: str) -> None:
        facts = {fact: FACTS[fact][(picked + at) % len(FACTS[fact])] for at, fact in enumerate(OF_KIND[kind])}
        given = dict(list(facts.items())[: picked % 3])
        self.send({"do": "incident", "by": by, "kind": kind, "facts": given})
        self.go_on([face] * (number % 5), number)

    @rule(number=NUMBERS, face=FACES)
    def takes_the_offer(self, number: int, face: str) -> None:
        if offer := self.seen["offer"]:
            self.send({"do": "incident", "by": "P1" if number % 2 else "D1"} | offer)
            self.go_on([face] * (number % 4), number)

    @rule(do=st.sampled_from(["withdraw", "void", "done"]), by=PERSONS, reason=st.booleans())
    def presses(self, do: str, by: str, reason: bool) -> None:
        self.send({"do": do, "by": by} | ({"reason": "skipped"} if reason else {}))

    @rule(hand=st.sampled_from(["dealer", "1.1", "2.1", "1.2", "3.1"]), card=st.integers(1, 3), to=FACES)
    def corrects(self, hand: str, card: int, to: str) -> None:
        self.send({"do": "correct", "hand": hand, "card": card, "to": to, "by": "P1"})

    @rule(on=st.booleans())
    def enters_by_hand(self, on: bool) -> None:
        self.send({"do": "manual", "on": on, "by": "P1"})

    @rule(state=st.sampled_from(["open", "closed"]))
    def the_server_says(self, state: str) -> None:
        self.send({"do": "bets", "state": state})

    @rule(on=st.booleans(), new=st.booleans())
    def orders_a_shuffle(self, on: bool, new: bool) -> None:
        self.send({"do": "reshuffle", "by": "P1", "on": on, "new": new})

    @rule(data=st.data())
    def the_pit_boss_asks_what_bets_bring_back(self, data: st.DataObject) -> None:
        """Money never appears or vanishes: a second reckoning says the same (BJ-2.3, LT-BJ-13)."""
        round = self.seen["round"]
        bets = data.draw(hand_bets(round, self.driven.code == "lt"))
        decided = round is not None and (round["status"] == "void" or round["outcome"] is not None)
        *_, restriction = reckoned(self.driven, bets, [by_hand(bet, round) for bet in bets], decided)
        assert restriction is None
        self.seen = self.driven.view()
        self.tables.append((self.driven.kept.last, self.driven.table))

    # --- what holds -----------------------------------------------------------------------------

    @invariant()
    def cards_add_up(self) -> None:
        table = self.driven.table
        assert 0 <= table.shoe.left <= CARDS and table.shoe.unseen >= 0
        if table.open_round:
            lying = [
                *table.play.cards[table.shoe_in_play.first_cards_of_last_shoe :],
                *table.aside.of_bet_time,
            ]
            assert all(lying.count(card) <= table.shoe.count(card) for card in DECK)

    @invariant()
    def a_round_is_one_that_could_have_been_dealt(self) -> None:
        table, play = self.driven.table, self.driven.table.play
        if not isinstance(play, Round):
            return
        assert play.cards == tuple(card for _, card in play.placed_cards) and play.card_count == len(
            play.cards
        )
        if table.open_round and table.phase is not Phase.BETTING:
            assert self.driven.game.phase(play) is table.phase
        assert not play.is_empty or not table.open_round or table.bet_time or table.halted

    @invariant()
    def the_hands_are_the_protocols(self) -> None:
        round = self.seen["round"]
        if round is None:
            return
        assert list(round) == ["id", "status", "seats", "dealer", "outcome"]
        for seat, hands in round["seats"].items():
            assert seat in "1234567" and 1 <= len(hands) <= 2
            for hand in hands:
                assert hand.get("timed_out", True) is True
                fields = [name for name in hand if name != "timed_out"]
                assert fields == ["cards", "total", "soft", "state", "bet", "insurance", "side"]
                ended = self.seen["phase"] == "result" or round["status"] == "finished"
                assert hand["state"] in (ENDS if ended else STATES | ENDS)
                assert (hand["side"] is not None) is (self.driven.code == "lt" and hand is hands[0])

    @invariant()
    def the_hole_card_is_shown_nowhere_before_it_is_turned(self) -> None:
        round = self.seen["round"]
        if round is None or "??" not in round["dealer"]["cards"]:
            return
        up = round["dealer"]["cards"][0]
        assert round["dealer"]["cards"] == [up, "??"]
        assert round["dealer"]["total"] == (11 if up[0] == "A" else 10 if up[0] in "TJQK" else int(up[0]))

    @invariant()
    def something_is_due(self) -> None:
        prompt = self.seen["prompt"]
        assert prompt["action"] and prompt["actor"] and self.seen["text"]
        assert (self.seen["phase"] == "halted") is self.driven.table.halted

    def play_goes_on(self) -> None:
        for number, face in enumerate(["9H", "KD", "2S", "JC", "QS", "3D", "7H", "8C", "5D", "6S"] * 12):
            if self.seen["phase"] == "betting" and self.seen["prompt"]["action"] == "await_bets":
                return
            self.send(line_at_blackjack(self.driven.table, self.seen, face, 1 if number < 60 else 2))
        raise AssertionError(f"play does not go on: {self.seen['prompt']}")


AnyBlackjack.TestCase.settings = settings(
    max_examples=examples(20, at_night=700),
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
TestAnyBlackjack = AnyBlackjack.TestCase


# --- the hole card, by two tables that differ in nothing else -------------------------------------


@settings(max_examples=examples(25, at_night=1000), deadline=None)
@two_hole_cards
def test_every_output_is_the_same_for_two_hole_cards_until_one_is_turned(
    code: str, holes: list[str], faces: list[str], numbers: list[int]
) -> None:
    """BJ-1.1-hole, BJ-4.2: in halts, refusals, incidents, corrections, offers and texts alike."""
    tables = [Driven(code, game="blackjack") for _ in holes]
    for one, other in while_it_lies_face_down(tables, holes, faces, numbers):
        assert msgspec.json.encode(one) == msgspec.json.encode(other)
