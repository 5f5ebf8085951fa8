"""Whatever lines come, in whatever order: the table stays whole, and its journal replays the same."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from console.table.core import Entry, Table, advance, events
from console.table.game import DECK
from tests.examples import examples
from tests.table.core.lines_at_random import (
    ALL_FACES,
    FACES,
    NO_LINES,
    ORDERS,
    READINGS,
    Reading,
    as_bytes,
    asked_for,
    frames,
)
from tests.table.core.reckoning import by_coup, coup_bets, coup_limit
from tests.table.core.reckoning import limits_asked_for as reckoned
from tests.table.core.tables import (
    CODES,
    NOTICE,
    Driven,
    Seen,
    as_restarted,
    card_frame,
    device,
    result_frame,
)

KEYS = [
    *("v", "edition", "accepted", "refused", "why", "fact", "entry", "phase", "prompt"),
    *("say", "text", "say_text", "say_gloss"),
    *(
        "bets",
        "shoe",
        "round",
        "incident",
        "ended",
        "offer",
        *NOTICE,
        "wheel_signal",
        "device_fault",
        "held_back",
        "manual",
        "call",
        "worksheet",
        "journal",
        "previous",
    ),
]
NULL = ("fact", "incident", "ended", "offer", "worksheet")
PROMPT = {
    *(
        "action",
        "actor",
        "clauses",
        "hand",
        "card",
        "crosswise",
        "cards",
        "from_end",
        "with",
        "count",
        "burned",
    ),
    *("seconds", "direction", "reason", "shown", "tries", "needs"),
    "closing",  # the console's own: the words tell the inspection of a closing from the one of new decks
}
ROUND = ["id", "status", "player", "banker", "points", "outcome"]
OUTCOME = ["winner", "natural", "player_pair", "banker_pair", "either_pair", "perfect_pair", "size"]
PHASES = {"closed", "shoe", "betting", "dealing", "result", "collecting", "halted"}
REFUSED = {
    None,
    "bad_input",
    "not_this_game",
    "not_signed_in",
    "already_signed_in",
    "not_authorised",
    "halted",
    "bets_open",
    "out_of_turn",
    "not_recorded",
    "impossible_card",
}
SAID = {
    None,
    "place_your_bets",
    "no_more_bets",
    "last_hand_before_shuffle",
    "player_wins",
    "banker_wins",
    "tie",
    "round_void",
    "play_goes_on",
}
OFFERED = {
    *("early_deal", "extra_card_drawn", "misread", "reader_failed", "technical_fault"),
    *("played_past_cut_card", "wrong_card_set"),
}
HALT_BY = {"not_signed_in", "bets_open", "out_of_turn", "impossible_card"}


class Ledger:
    """The cards that have left this shoe, known from lines and views alone."""

    def __init__(self) -> None:
        self.unseen, self.tried = 0, 0
        self.burned_unread = False
        """Whether the last reading of the burn was an unread: what is read next is that card tried again."""
        self.seen: Counter[str] = Counter()
        self.held: list[tuple[str, str | None]] = []
        """The readings of the halt, in their order."""

    def restarted(self) -> None:
        self.__init__()  # type: ignore[misc]

    def drew(self, kind: str, face: str | None) -> None:
        if kind == "card" and face is not None:
            self.seen[face] += 1
            self.tried = 0
        else:
            self.unseen += 1

    def read(self, kind: str, face: str | None, before: Seen, after: Seen) -> None:
        """A reading that was one line."""
        if kind == "cut_card":
            return
        if not after["accepted"]:
            of_tries = before["prompt"].get("reason") == "rescan"  # one more try of the same card
            if after["phase"] == "halted" and not (before["phase"] == "halted" and of_tries):
                self.hold(kind, face)
        elif before["prompt"]["action"] == "burn":
            self.burned(kind, face)
        elif kind == "unread":
            self.tried = 1
        else:
            self.drew(kind, face)

    def hold(self, kind: str, face: str | None) -> None:
        """A reading in a halt; tries one after the other, and a card read directly after them, are one card,
        as is the same face directly after itself (LT-BAC-25).
        """
        last = self.held[-1] if self.held else None
        if last is not None and last[1] is None:
            self.held[-1] = kind, face
        elif last is None or last[1] != face:
            self.held.append((kind, face))

    def burned(self, kind: str, face: str | None) -> None:
        """A reading of the burn (LT-BAC-03), in which equal faces are two cards."""
        if self.burned_unread:
            self.unseen -= 1
        self.drew(kind, face)
        self.burned_unread = kind == "unread"

    def take(self, line: Any, before: Seen, after: Seen) -> None:
        """Any other line."""
        if not after["accepted"] or not isinstance(line, dict):
            return
        match line["do"]:
            case "withdraw":
                self.held, self.tried = self.held[1:] if after["phase"] == "halted" else [], 0
            case "void":
                self.unseen += self.tried
                for each in self.held:
                    self.drew(*each)
                self.held, self.tried = [], 0
            case "done" if before["prompt"]["action"] == "burn":
                self.burned_unread = False
                self.unseen += before["prompt"]["count"]

    @property
    def left(self) -> int:
        return 416 - self.seen.total() - self.unseen


class AnyLines(RuleBasedStateMachine):
    """A table under lines at random, most of them such as its prompt asks for."""

    @initialize(code=st.sampled_from(CODES), is_ready=st.sampled_from([True, True, False]))
    def begin(self, code: str, is_ready: bool) -> None:
        self.driven = Driven(code, is_ready=is_ready)
        self.seen = self.driven.view()
        self.tables: list[tuple[int, Table]] = [(0, self.driven.table)]
        self.ledger = Ledger()
        if is_ready and code == "lt":
            self.ledger.seen["AC"], self.ledger.unseen = 1, 1
        self.frames = 0
        self.lines: list[Any] = []

    def seq(self) -> str:
        self.frames += 1
        return chr(0x30 + self.frames % 70)

    def send(self, line: bytes | Seen, reading: Reading | None = None) -> None:
        before, entry = self.seen, self.driven.kept.last
        after = self.seen = self.driven.take(line)
        is_view = isinstance(line, dict) and line["do"] == "view"
        not_recorded = after["refused"] == "not_recorded"
        assert after["entry"] == self.driven.kept.last
        assert after["entry"] == entry if is_view or not_recorded else after["entry"] > entry
        self.tables.append((after["entry"], self.driven.table))
        if reading is not None:
            self.ledger.read(*reading, before, after)
        else:
            self.ledger.take(line, before, after)
        preparation = self.driven.table.preparation
        if preparation is not None and preparation.due not in ("burn_card", "burn"):
            self.ledger.restarted()
        if not after["accepted"]:
            drawn = reading is not None and reading[0] != "cut_card"
            # A refused reading may be the fault of its device, too, which holds bets back.
            held_back = before["held_back"] if reading is None else after["held_back"]
            self.refused_lines_change_nothing({**before, "held_back": held_back}, after, drawn=drawn)

    def refused_lines_change_nothing(self, before: Seen, after: Seen, *, drawn: bool) -> None:
        changed = {key for key in KEYS if before[key] != after[key]} - {"accepted", "refused", "why", "entry"}
        if drawn and after["refused"] in HALT_BY and before["phase"] not in ("halted", "closed", "shoe"):
            assert after["phase"] == "halted"
            assert after["prompt"]["action"] in ("resolve", "sign_in")
            changed -= {"phase", "prompt", "text", "offer", *NOTICE}
        elif after["refused"] == "fact_needed":  # withdraw, of a halt of the card set
            changed -= {"fact"}
        elif drawn and (before["offer"] or {}).get("facts") == {"first_card": True}:
            # One more card of the halt is out: of two nobody knows whether the first is meant.
            changed -= {"offer"} if after["offer"] == {**before["offer"], "facts": {}} else set()
        assert not changed, f"a line was refused and changed {sorted(changed)}"

    # --- what happens ---------------------------------------------------------------------------

    @rule(faces=st.lists(ALL_FACES, min_size=1, max_size=30))
    def goes_on(self, faces: list[str]) -> None:
        self.does_what_the_prompt_asks(faces)

    @rule(faces=st.lists(ALL_FACES, min_size=10, max_size=30))
    def goes_on_for_a_while(self, faces: list[str]) -> None:
        self.does_what_the_prompt_asks(faces)

    @rule(face=FACES)
    def goes_on_with_one_face(self, face: str) -> None:
        self.does_what_the_prompt_asks([face] * 11)

    def does_what_the_prompt_asks(self, faces: list[str]) -> None:
        dealer = next((one.who for one in self.driven.table.people if one.role == "dealer"), "D1")
        for face in faces:
            line = asked_for(self.seen, face, dealer)
            self.send(line, ("card", face) if line["do"] == "card" else None)

    @rule(face=FACES, tries=st.integers(1, 4))
    def a_card_cannot_be_read(self, face: str, tries: int) -> None:
        for _ in range(tries):
            self.send({"do": "unread"}, ("unread", None))
        self.send({"do": "card", "card": face}, ("card", face))

    @rule(kind=st.sampled_from(["bets_open", "out_of_turn"]), face=FACES, voids=st.booleans())
    def a_card_halts_it(self, kind: str, face: str, voids: bool) -> None:
        if kind == "bets_open":
            self.send({"do": "bets", "state": "open"})
        self.send({"do": "card", "card": face}, ("card", face))
        self.send({"do": "void" if voids else "withdraw", "by": "P1"})

    @rule(new=st.booleans())
    def orders_a_shuffle(self, new: bool) -> None:
        self.send({"do": "reshuffle", "by": "P1", "new": new})

    @rule(reading=READINGS)
    def reads(self, reading: Reading) -> None:
        kind, face = reading
        self.send({"do": kind} | ({"card": face} if face else {}), reading)

    @rule(reading=READINGS)
    def reads_by_the_shoe(self, reading: Reading) -> None:
        prompt = self.seen["prompt"]
        place = (prompt["hand"], prompt["card"]) if "hand" in prompt else None
        self.send(as_bytes(*reading, self.seq(), place), reading)

    @rule(data=st.data())
    def the_shoe_says_something(self, data: st.DataObject) -> None:
        sent, reading = data.draw(frames(self.seq()))
        self.send(device(sent), reading)

    @rule(line=ORDERS)
    def is_told(self, line: Seen) -> None:
        self.send(line)

    @rule(line=NO_LINES)
    def is_told_nothing(self, line: bytes) -> None:
        self.send(line)

    @rule(face=FACES)
    def the_disk_is_full(self, face: str) -> None:
        self.driven.kept.broken = True
        before = self.driven.table
        self.send({"do": "card", "card": face}, None)
        assert self.seen["refused"] == "not_recorded"
        assert self.driven.table is before
        self.driven.kept.broken = False
        self.seen = self.driven.view()

    @rule(data=st.data())
    def the_pit_boss_asks_what_bets_bring_back(self, data: st.DataObject) -> None:
        """Money never appears or vanishes: a second reckoning says the same (BAC-2.2, LT-BAC-08)."""
        if not any(person.who == "P1" and person.role == "pit_boss" for person in self.driven.table.people):
            return
        round, code = self.seen["round"], self.driven.code
        bets = data.draw(coup_bets(code == "lt"))
        decided = round is not None and (round["status"] == "void" or round["outcome"] is not None)
        *limits, restriction = reckoned(self.driven, bets, [by_coup(bet, round) for bet in bets], decided)
        assert limits == [coup_limit(bet, code == "lt") for bet in bets]
        both = {"player", "banker"} <= {bet["on"] for bet in bets}
        assert restriction == ("LIM-baccarat" if both and code in ("sv", "is") else None)
        self.seen = self.driven.view()
        self.tables.append((self.driven.kept.last, self.driven.table))

    @rule()
    def dies_and_begins_again(self) -> None:
        before, view = self.driven.table, self.driven.view()
        self.driven.restart()
        assert self.driven.table == before
        assert self.driven.view() == view

    # --- what holds -----------------------------------------------------------------------------

    @invariant()
    def the_view_is_the_protocols(self) -> None:
        seen = self.seen
        assert list(seen) == KEYS
        assert seen["refused"] in REFUSED
        assert seen["accepted"] is (seen["refused"] is None)
        assert seen["phase"] in PHASES
        assert seen["say"] in SAID
        assert seen["prompt"].keys() <= PROMPT
        assert seen["prompt"]["action"]
        assert seen["prompt"]["actor"] in ("dealer", "pit_boss", "system")
        assert seen["text"]
        assert (seen["say_text"] is None) is (seen["say_gloss"] is None) is (seen["say"] is None)
        assert seen["bets"] in ("open", "closed", "stand", "settled", "refunded")
        assert list(seen["shoe"]) == ["left", "last_hand"]
        assert [seen[key] for key in ("v", "fact", "incident", "ended", "worksheet")] == [1] + [None] * 4
        assert seen["offer"] is None or seen["offer"]["kind"] in OFFERED

    @invariant()
    def a_coup_has_up_to_six_cards_and_ends_in_four_to_six(self) -> None:
        coup = self.seen["round"]
        if coup is None:
            return
        assert list(coup) == ROUND
        cards = len(coup["player"]) + len(coup["banker"])
        assert cards <= 6
        if coup["outcome"] is not None:
            assert list(coup["outcome"]) == OUTCOME
            assert 4 <= cards <= 6
        assert (coup["outcome"] is not None) >= (coup["status"] == "finished")
        assert not (coup["status"] == "void" and coup["outcome"])
        if self.seen["phase"] == "result":
            assert coup["outcome"] is not None and coup["status"] == "open"

    @invariant()
    def no_card_is_lost_or_made(self) -> None:
        shoe = self.driven.table.shoe
        assert self.seen["shoe"]["left"] == self.ledger.left
        assert shoe.unseen == self.ledger.unseen
        assert {str(card): shoe.count(card) for card in DECK if shoe.count(card)} == +self.ledger.seen

    @invariant()
    def the_state_is_the_same_from_a_checkpoint(self) -> None:
        assert as_restarted(self.driven.table) == self.driven.table

    def teardown(self) -> None:
        """Every prefix of the journal is the state that there was."""
        if not hasattr(self, "driven"):
            return
        table, last = self.driven.first, 0
        for entry, was in self.tables:
            for row in self.driven.kept.entries[last:entry]:
                table = as_recorded(self.driven, table, row)
            last = entry
            assert table == was


def as_recorded(driven: Driven, table: Table, row: Entry) -> Table:
    return advance(driven.game, table, events.DECODER.decode(row.event), row.refused, row.at)


AnyLines.TestCase.settings = settings(
    max_examples=examples(12, at_night=400),
    stateful_step_count=50,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
TestAnyLines = AnyLines.TestCase


@settings(max_examples=examples(20, at_night=400))
@given(seed=st.integers(0, 99), cuts=st.lists(st.integers(0, 400), max_size=40))
def test_the_shoes_bytes_mean_the_same_however_they_are_split(seed: int, cuts: list[int]) -> None:
    sent = coup_by_bytes(seed)
    whole, split = in_dealing(), in_dealing()
    whole.take(device(sent))
    bounds = sorted({0, len(sent), *(cut % len(sent) for cut in cuts)})
    for begin, end in pairwise(bounds):
        split.take(device(sent[begin:end]))
    assert without_words(split.view()) == without_words(whole.view())
    assert split.table.decoders == whole.table.decoders
    assert without_words(whole.view())["phase"] in ("result", "collecting", "halted", "dealing")


def in_dealing() -> Driven:
    driven = Driven("sv")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "bets", "state": "closed"})
    return driven


def coup_by_bytes(seed: int) -> bytes:
    """Frames of a coup with garbage, repetitions, and now and then a place or a card that is wrong."""
    chance = random.Random(seed)
    places = ["player 1", "banker 1", "player 2", "banker 2", "player 3", "banker 3"]
    if chance.random() < 0.3:
        chance.shuffle(places)
    sent = b""
    for number, place in enumerate(places):
        hand, position = place.split()
        face = chance.choice("A23456789TJQK") + chance.choice("SHDC")
        frame = card_frame(str(number), hand, int(position), face)
        garbage = chance.choice([b"", b"\x00\xff", b"\x05", b"\x0512", frame[:-1]])
        sent += garbage + frame * chance.randint(1, 3)
    return sent + result_frame("9", chance.choice(["player", "banker", "tie"]))


def without_words(seen: Seen) -> Seen:
    """A view without what depends on how many lines there were."""
    return {key: seen[key] for key in KEYS if not key.startswith("say") and key != "entry"}
