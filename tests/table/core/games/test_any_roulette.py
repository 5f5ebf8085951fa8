"""Roulette under lines at random: a number is taken once, in its time alone; the journal replays the same."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from console.table.core import Table
from console.table.game.roulette import WHEEL, Spin
from console.table.game.roulette.spin import RED
from tests.examples import examples
from tests.table.core.any_table import AnyTable
from tests.table.core.tables import CODES, NOTICE, Driven, Seen
from tests.table.core.wheel_at_random import (
    dealers_number,
    line_at_wheel,
    number_read,
    spin_line,
    status,
    wheel_bytes,
)
from tests.table.incidents.rows import committed

OWN = sorted({row.kind for row in committed() if row.game == "roulette"})
NUMBERS = st.integers(0, 36)
# Few pockets, so that the same number comes twice, and another one.
FEW = st.sampled_from([0, 7, 17, 32])
PICKS = st.integers(0, 23)
PERSONS = st.sampled_from(["D1", "P1", "P1", "D2"])
FACTS: dict[str, list[Any]] = {
    **{fact: [True, False] for fact in ("recorded", "ball_damaged", "ball_removed_in_time", "result_known")},
    "cause": ["few_turns", "same_direction", "wrong_direction", "wheel_stopped", "ball_hangs"],
    "ball": ["track", "pocket"],
    "reason": ["equipment"],
    "actual": [0, 5, 17],
}
OF_KIND = {
    kind: sorted({fact for row in committed() for fact, _ in row.facts if row.kind == kind} & FACTS.keys())
    for kind in OWN
}
REFUSED = {
    *("bad_input", "not_this_game", "not_in_rulebook", "not_signed_in", "already_signed_in"),
    *("not_authorised", "fact_needed", "halted", "bets_open", "out_of_turn", "not_offered", "not_ready"),
}
SAID = {
    *("place_your_bets", "no_more_bets", "number", "number_corrected", "no_spin", "round_void"),
    "play_goes_on",
}
PHASES = {"closed", "wheel", "betting", "spinning", "result", "halted"}
SPIN = ["id", "status", "number", "recorded", "colour", "parity", "half", "dozen", "column", "early"]


class AnyRoulette(AnyTable):
    """A wheel at which much happens."""

    @initialize(code=st.sampled_from(CODES), is_ready=st.sampled_from([True, True, True, False]))
    def begin(self, code: str, is_ready: bool) -> None:
        self.driven = Driven(code, game="roulette", is_ready=is_ready)
        self.seen = self.driven.view()
        self.tables = [(0, self.driven.table)]
        self.game = 10

    def send(self, line: Seen) -> None:
        before, was, entries = self.seen, self.driven.table, self.driven.kept.last
        after = self.seen = self.driven.take(line)
        self.tables.append((self.driven.kept.last, self.driven.table))
        assert after["entry"] == self.driven.kept.last > entries
        if not after["accepted"]:
            assert after["refused"] in REFUSED
            self.refused_lines_change_little(line, before, after)
        self.a_number_comes_of_a_run_or_of_the_pit_boss(line, was)

    def refused_lines_change_little(self, line: Seen, before: Seen, after: Seen) -> None:
        if line["do"] == "device":
            return
        changed = {key for key in before if before[key] != after[key]}
        changed -= {"accepted", "refused", "why", "entry", "fact", "ended"}
        if before["incident"] is not None and not before["incident"]["open"]:
            changed -= {"incident"}
        if line["do"] == "number":
            changed -= {"round", "offer", "phase", "prompt", "text", *NOTICE}
            if before["bets"] == "open":
                changed -= {"bets", "say", "say_text", "say_gloss"}
            if before["round"] is not None:
                same = {key: value for key, value in after["round"].items() if key != "recorded"}
                assert same.items() <= before["round"].items()
        assert not changed, (line, changed)

    def a_number_comes_of_a_run_or_of_the_pit_boss(self, line: Seen, was: Table) -> None:
        """ROU-3.1.1: without a run no number is taken but by an incident's outcome; and never twice."""
        now = self.driven.table
        before, after = was.play, now.play
        if not isinstance(after, Spin) or after.number is None:
            return
        if isinstance(before, Spin) and before.number is not None and was.round_number == now.round_number:
            assert (
                after.number == before.number or now.incident is not None or now.incidents.ended is not None
            )
            return
        outcomes = {
            past.outcome
            for past in now.incidents.past[: len(now.incidents.past) - len(was.incidents.past) or None]
        }
        outcomes |= {now.incident.outcome or ""} if now.incident else set()
        assert after.run is not None or outcomes & {"finish", "settle_by_hand"}, line

    def go_on(self, numbers: list[int], pick: int) -> None:
        for at, number in enumerate(numbers):
            self.send(line_at_wheel(self.driven.table, self.seen, number + pick * (at + 1)))

    # --- what happens ---------------------------------------------------------------------------

    @rule(numbers=st.lists(NUMBERS, min_size=3, max_size=20), pick=PICKS)
    def plays(self, numbers: list[int], pick: int) -> None:
        self.go_on(numbers, pick)

    @rule(numbers=st.lists(NUMBERS, min_size=1, max_size=3), pick=PICKS)
    def plays_a_little(self, numbers: list[int], pick: int) -> None:
        self.go_on(numbers, pick)

    @rule(turns=st.integers(0, 5), direction=st.sampled_from(["against", "with"]), by=PERSONS)
    def the_ball_runs(self, turns: int, direction: str, by: str) -> None:
        self.send(spin_line(turns, direction, by))

    @rule(number=FEW)
    def the_reader_says_a_number(self, number: int) -> None:
        self.send(number_read(number))

    @rule(number=FEW, by=PERSONS)
    def somebody_says_a_number(self, number: int, by: str) -> None:
        self.send(dealers_number(number, by))

    @rule(
        states=st.lists(st.integers(1, 6), min_size=1, max_size=6),
        number=FEW,
        bits=st.sampled_from([0, 0, 0, 1, 2, 4, 8, 10]),
        next_game=st.booleans(),
    )
    def the_wheel_says_something(self, states: list[int], number: int, bits: int, next_game: bool) -> None:
        self.game += next_game
        self.send(wheel_bytes(*(status(state, self.game, number, bits) for state in states)))

    @rule(number=FEW, cut=st.integers(1, 60))
    def a_whole_game_comes_in_two_pieces(self, number: int, cut: int) -> None:
        self.game += 1
        lines = b"".join(status(state, self.game, number) for state in (2, 3, 4, 5, 5))
        self.send(wheel_bytes(lines[:cut]))
        self.send(wheel_bytes(lines[cut:]))

    @rule(kind=st.sampled_from(OWN), picked=st.integers(0, 5), pick=PICKS, by=PERSONS)
    def something_goes_wrong(self, kind: str, picked: int, pick: int, by: str) -> None:
        facts = {fact: FACTS[fact][(picked + at) % len(FACTS[fact])] for at, fact in enumerate(OF_KIND[kind])}
        self.send(
            {"do": "incident", "by": by, "kind": kind, "facts": dict(list(facts.items())[: picked % 3])}
        )
        self.go_on([0] * (pick % 5), pick)

    @rule(pick=PICKS)
    def takes_the_offer(self, pick: int) -> None:
        if offer := self.seen["offer"]:
            by = "P1" if pick % 2 else "D1"
            self.send({"do": "incident", "by": by} | offer)
            assert self.seen["accepted"] or self.driven.table.role_of(by) is None
            self.go_on([0] * (pick % 4), pick)

    @rule(do=st.sampled_from(["withdraw", "void", "done", "open"]), by=PERSONS, reason=st.booleans())
    def presses(self, do: str, by: str, reason: bool) -> None:
        self.send({"do": do, "by": by} | ({"reason": "skipped"} if reason else {}))

    @rule(on=st.booleans())
    def orders_the_closing(self, on: bool) -> None:
        self.send({"do": "close", "by": "P1", "on": on})

    @rule(state=st.sampled_from(["open", "closed"]))
    def the_server_says(self, state: str) -> None:
        self.send({"do": "bets", "state": state})

    @rule(who=PERSONS, leaves=st.booleans())
    def people_come_and_go(self, who: str, leaves: bool) -> None:
        role = "dealer" if who.startswith("D") else "pit_boss"
        self.send({"do": "sign_out", "who": who} if leaves else {"do": "sign_in", "who": who, "role": role})

    @rule(
        line=st.sampled_from(
            [
                {"do": "card", "card": "9H"},
                {"do": "unread"},
                {"do": "cut_card"},
                {"do": "reshuffle", "by": "P1"},
                {"do": "manual", "by": "P1", "on": True},
                {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9H"},
                {"do": "seats", "seats": [1]},
                {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"},
                {"do": "device", "name": "shoe", "hex": "05"},
                {"do": "device", "name": "reader", "hex": "3948"},
            ]
        )
    )
    def is_told_what_only_cards_have(self, line: Seen) -> None:
        self.send(line)
        assert self.seen["refused"] == "not_this_game"

    @rule(number=FEW)
    def the_disk_is_full(self, number: int) -> None:
        before, entries = self.driven.table, self.driven.kept.last
        self.driven.kept.broken = True
        seen = self.driven.take(number_read(number))
        self.driven.kept.broken = False
        assert seen["refused"] == "not_recorded"
        assert (self.driven.table, self.driven.kept.last) == (before, entries)

    # --- what holds -----------------------------------------------------------------------------

    @invariant()
    def the_view_is_the_protocols(self) -> None:
        seen, round = self.seen, self.seen["round"]
        assert seen["phase"] in PHASES and seen["shoe"] is None and seen["manual"] is False
        assert seen["say"] is None or seen["say"] in SAID
        assert seen["prompt"]["action"] and seen["prompt"]["actor"] and seen["text"]
        assert (seen["phase"] == "halted") is self.driven.table.halted
        if round is None:
            return
        assert list(round) == SPIN
        number, rest = round["number"], [round[key] for key in SPIN[5:-1]]
        if number in (None, 0):
            assert rest == [None] * 4
            assert round["colour"] == (None if number is None else "green")
            return
        assert number in WHEEL and round["colour"] == ("red" if number in RED else "black")
        assert rest == [
            "odd" if number % 2 else "even",
            "high" if number > 18 else "low",
            (number + 11) // 12,
            number % 3 or 3,
        ]

    @invariant()
    def a_round_waits_for_what_it_has_not(self) -> None:
        table, play = self.driven.table, self.driven.table.play
        if table.open_round and isinstance(play, Spin) and not table.bet_time and not table.halted:
            assert self.driven.game.phase(play) is table.phase
            assert play.run is None or play.number is not None or play.recorded is None

    @invariant()
    def an_offer_can_be_reported(self) -> None:
        offer = self.seen["offer"]
        assert (
            offer is None
            or (self.seen["phase"] == "halted" and self.seen["incident"] is None)
            or (not self.seen["incident"]["open"])
        )

    def play_goes_on(self) -> None:
        for step in range(120):
            if self.seen["phase"] == "betting" and self.seen["prompt"]["action"] == "await_bets":
                return
            self.send(line_at_wheel(self.driven.table, self.seen, 1 if step < 60 else 2))
        raise AssertionError(f"play does not go on: {self.seen['prompt']}")


AnyRoulette.TestCase.settings = settings(
    max_examples=examples(20, at_night=700),
    stateful_step_count=40,
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
TestAnyRoulette = AnyRoulette.TestCase


# --- the wheel alone, whatever it says: a number out of its state is none -------------------------

STATUS = st.tuples(st.integers(1, 6), st.integers(10, 12), NUMBERS, st.sampled_from([0, 0, 1, 2, 4, 8]))


@settings(max_examples=examples(25, at_night=1000), deadline=None)
@given(
    code=st.sampled_from(CODES),
    lines=st.lists(STATUS, max_size=25),
    confirmed=st.integers(0, 25),
    cuts=st.lists(st.integers(0, 400), max_size=4),
)
def test_only_a_clean_line_of_state_5_gives_a_number_and_a_round_takes_one(
    code: str, lines: list[tuple[int, int, int, int]], confirmed: int, cuts: list[int]
) -> None:
    """The wheel's number in states 1 to 4 is the one before; with bits 4 or 8 it is none."""
    table = Driven(code, game="roulette")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})
    table.take(spin_line(4))
    raw = b"".join(status(*line) for line in lines)
    clean = [number for state, _, number, bits in lines if state == 5 and not bits & 12]
    numbers = []
    for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(raw)], strict=True):
        seen = table.take(wheel_bytes(raw[start:end]))
        numbers.append(seen["round"]["number"])
    known = [number for number in numbers if number is not None]
    assert len(set(known)) <= 1 and set(known) <= set(clean[:1])
    assert numbers[len(numbers) - len(known) :] == known, "a number that is known stays"
    recorded = seen["round"]["recorded"]
    assert recorded is None or recorded in clean
