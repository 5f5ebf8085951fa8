"""When players are asked and what becomes of their answers, as the table keeps it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from console.table.core import NoteKind, PlayerAnswer, Resumption, Session, SetClock, encode_table
from console.table.core.state.player_answers import MissReason
from console.table.game.blackjack import Choice
from console.table.words import answer_what
from tests.table.core.tables import Driven, Seen, as_restarted, words

BEGAN = datetime(2026, 11, 21, 6, 36, tzinfo=UTC)


class Timed(Driven):
    """A blackjack table whose clock stands between two lines."""

    def __init__(self, code: str = "lt") -> None:
        self.clock = SetClock(BEGAN)
        super().__init__(code, game="blackjack")
        self.session = Session(self.game, self.kept, self.clock, Resumption(self.first))

    def after(self, seconds: float, line: Seen) -> Seen:
        self.clock.advance(seconds)
        return self.take(line)

    @property
    def answers(self) -> tuple[PlayerAnswer, ...]:
        return self.table.answers.given


def decide(seat: int, choice: str, hand: int = 1, **more: str) -> Seen:
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choice, **more}


def dealt(*cards: str, code: str = "lt", seats: tuple[int, ...] = (1, 3)) -> Timed:
    table = Timed(code)
    begun: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [*seats]},
        {"do": "bets", "state": "closed"},
    )
    for line in (*begun, *({"do": "card", "card": card} for card in cards)):
        assert table.take(line)["accepted"]
    return table


CARDS = ("TH", "9H", "6S", "2D", "7D", "4C")


def test_an_answer_has_its_time_and_the_seconds_that_were_left() -> None:
    """BJ-3.5-ii, LT-BJ-08: 13 seconds."""
    table = dealt(*CARDS)
    table.after(4.2, decide(1, "stand"))
    (answer,) = table.answers
    assert answer.at == BEGAN + timedelta(seconds=4.2) and answer.asked == BEGAN
    assert (answer.left, answer.missed) == (8.8, None)


def test_a_hit_that_comes_after_the_time_out_is_kept_with_how_late_it_was() -> None:
    """BJ-3.5-iii."""
    table = dealt(*CARDS)
    table.after(13, decide(1, "timeout"))
    assert table.after(0.4, decide(1, "hit"))["refused"] == "out_of_turn"
    timeout, late = table.answers
    assert timeout.is_counted and timeout.left == 0
    assert (late.choice, late.missed, late.behind) == (Choice.HIT, MissReason.LATE, 0.4)


def test_an_answer_out_of_time_is_kept_with_the_reason_it_was_missed() -> None:
    table = dealt(*CARDS)
    table.take(decide(3, "hit"))
    table.after(2, decide(1, "stand"))
    table.after(1.5, decide(1, "hit"))
    table.take({"do": "incident", "kind": "technical_fault", "by": "D1"})
    table.take(decide(3, "stand"))
    table.take({"do": "withdraw", "by": "P1"})
    table.take(decide(3, "split"))
    table.take(decide(5, "hit"))
    answers = [(each.seat, each.missed, each.behind) for each in table.answers]
    assert answers == [
        (3, MissReason.EARLY, None),
        (1, None, None),
        (1, MissReason.TWICE, 1.5),
        (3, MissReason.HALT, None),
        (3, MissReason.NOT_OFFERED, None),
        (5, MissReason.NO_HAND, None),
    ]


def test_the_time_restarts_after_a_halt_and_with_every_card() -> None:
    """A halt stops the seconds; they start over."""
    table = dealt(*CARDS)
    table.after(10, {"do": "incident", "kind": "technical_fault", "by": "D1"})
    table.after(60, {"do": "withdraw", "by": "P1"})
    table.after(3, decide(1, "hit"))
    table.after(30, {"do": "card", "card": "2S"})
    table.after(5, decide(1, "stand"))
    assert [each.left for each in table.answers] == [10, 8]


def test_a_hand_that_timed_out_says_so_beside_its_state_and_no_other_does() -> None:
    table = dealt(*CARDS)
    table.after(13, decide(1, "timeout"))
    seen = table.after(1, decide(3, "stand"))
    assert seen["round"]["seats"]["1"][0]["state"] == "stood"
    assert seen["round"]["seats"]["1"][0]["timed_out"] is True
    assert "timed_out" not in seen["round"]["seats"]["3"][0]


def test_no_answer_to_insurance_is_no_time_out_of_the_hand() -> None:
    """LT-BJ-08: no answer is no to insurance, and the hand is asked after it."""
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    table.after(13, decide(1, "timeout"))
    table.take(decide(3, "decline"))
    seen = table.take({"do": "done", "by": "D1"})
    assert table.answers[0].insurance and "timed_out" not in seen["round"]["seats"]["1"][0]


def test_another_round_begins_without_answers() -> None:
    table = dealt(*CARDS)
    table.take(decide(1, "stand"))
    table.take({"do": "incident", "kind": "technical_fault", "by": "P1"})
    for _ in range(3):
        table.take({"do": "done", "by": "D1"})
    assert table.take({"do": "bets", "state": "open"})["accepted"] and table.answers == ()


def test_answers_survive_a_restart_and_a_replay_of_the_entries() -> None:
    table = dealt(*CARDS)
    table.after(13, decide(1, "timeout"))
    table.after(0.4, decide(1, "hit"))
    assert as_restarted(table.table).answers == table.table.answers
    assert table.from_the_start().answers == table.table.answers
    assert msgspec.json.decode(table.kept.entries[-1].event)["seconds"] == 13


# --- the game server stays silent -----------------------------------------------------------------


def test_a_pit_boss_goes_on_without_an_answer_and_says_why() -> None:
    """BJ-3.5-iii, LT-BJ-08."""
    table = dealt(*CARDS)
    seen = table.after(40, decide(1, "timeout", by="P1", reason="no word from the server"))
    assert seen["accepted"] and seen["prompt"]["seat"] == 3
    assert seen["round"]["seats"]["1"][0]["timed_out"] is True
    assert (table.answers[0].by, table.answers[0].reason) == ("P1", "no word from the server")
    assert table.kept.entries[-1].person == "P1"


def test_without_a_reason_it_is_not_taken() -> None:
    blank = [decide(1, "timeout", by="P1", reason=reason) for reason in ("  ", "\u200b", "\u2800", "\u3164")]
    for line in (decide(1, "timeout", by="P1"), *blank):
        seen = dealt(*CARDS).take(line)
        assert (seen["refused"], seen["fact"]) == ("fact_needed", "reason")


def test_in_a_halt_its_missing_reason_is_refused_before_the_halt() -> None:
    """The table protocol's order: fact_needed comes before halted."""
    table = dealt(*CARDS)
    assert table.take({"do": "card", "card": "2C"})["phase"] == "halted"
    refused = [table.take(decide(1, "timeout", by="P1", reason=each))["refused"] for each in ("", "x")]
    assert refused == ["fact_needed", "halted"]


def test_no_person_at_the_table_answers_for_a_player() -> None:
    table = dealt(*CARDS)
    for line in (decide(1, "hit", by="P1", reason="x"), decide(1, "timeout", by="D1", reason="x")):
        assert table.take(line)["refused"] == "not_authorised"
    assert table.take(decide(1, "timeout", by="P9", reason="x"))["refused"] == "not_signed_in"


def test_the_game_servers_link_refuses_an_answer_with_a_persons_name() -> None:
    table = dealt(*CARDS)
    line = msgspec.json.encode(decide(1, "timeout", by="P1", reason="x"))
    view = table.session.take(line, by_link=True)
    assert view.refused == "not_authorised" and "without `by`" in (view.why or "")


def test_a_state_keeps_a_question_to_every_seat_as_that_of_seat_0() -> None:
    """BJ-3.7: kept states have it so."""
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    assert msgspec.json.decode(encode_table(table.table))["table"]["answers"]["asked"] == [0, 0]


def test_every_seat_that_owes_its_answer_to_the_ace_can_be_gone_past() -> None:
    """LT-BJ-08: no answer is no to insurance."""
    table = dealt("TH", "9H", "AS", "2D", "7D", "4C")
    for seat in (1, 3):
        seen = table.take(decide(seat, "timeout", by="P1", reason="no word"))
    assert seen["prompt"]["action"] == "peek"


@pytest.mark.parametrize("seconds", [-3600, 60])
def test_a_clock_that_is_set_changes_no_players_seconds(seconds: int) -> None:
    """BJ-3.5-ii, LT-BJ-08: what counts is the time that passed, by whatever clock an entry is dated."""
    table = dealt(*CARDS)
    table.clock.set(seconds)
    table.after(4.2, decide(1, "stand"))
    table.after(13, decide(3, "timeout"))
    table.clock.set(seconds)
    table.after(0.4, decide(3, "hit"))
    stood, timeout, late = table.answers
    assert (stood.left, timeout.left, late.behind) == (8.8, 0, 0.4)
    assert [answer_what(words("en"), each) for each in (stood, timeout)] == ["stand", "no answer in 13 s"]
    assert table.from_the_start() == table.table == as_restarted(table.table)


def test_the_settings_of_a_clock_in_bet_time_add_up() -> None:
    table = Timed()
    for line, note, seconds in (("open", "+5.000", 5.0), ("open", "-3.000", 2.0), ("closed", "+60.000", 2.0)):
        table.take({"do": "bets", "state": line})
        table.session.note(NoteKind.CLOCK_SET, text=note)
        assert table.table.round is not None and table.table.round.clock_set == seconds


@pytest.mark.parametrize("note", ["", "soon", "nan", "inf", "1e300", "+1e12"])
def test_a_note_on_the_clock_that_no_console_wrote_is_passed_over(note: str) -> None:
    table = dealt(*CARDS)
    table.session.note(NoteKind.CLOCK_SET, text=note)
    table.after(3, decide(1, "stand"))
    assert table.answers[0].left == 10


INSURED = ("8S", "5S", "AH", "9D", "6D", "9C")
"""Seats 1 and 2 are asked about the dealer's ace; the hole card makes no blackjack."""


def after_insurance(second: str = "timeout") -> Timed:
    """The table once seat 1 has declined, seat 2 has answered so, and the hole card was looked at."""
    table = dealt(*INSURED, code="sv", seats=(1, 2))
    table.after(1, decide(1, "decline"))
    table.after(12, decide(2, second))
    return table


def test_an_answer_before_its_turn_is_early_though_insurance_was_timed_out() -> None:
    """BJ-3.5-iii: seat 2's hand has not been asked yet, so its time can't be over."""
    table = after_insurance()
    table.take({"do": "done", "by": "D1"})
    assert table.after(2.6, decide(2, "hit"))["refused"] == "out_of_turn"
    assert (table.answers[-1].missed, table.answers[-1].behind) == (MissReason.EARLY, None)
    assert not table.answers[-1].insurance


@pytest.mark.parametrize("choice", ["split", "hit"])
def test_an_answer_while_the_dealer_looks_at_the_hole_card_is_early(choice: str) -> None:
    """BJ-3.7: declining insurance answers another question."""
    table = after_insurance("decline")
    table.take(decide(2, choice))
    assert (table.answers[-1].missed, table.answers[-1].behind) == (MissReason.EARLY, None)


def test_a_hit_while_insurance_is_asked_of_another_seat_belongs_to_the_hand() -> None:
    """BJ-3.7."""
    table = dealt(*INSURED, code="sv", seats=(1, 2))
    table.take(decide(1, "decline"))
    table.take(decide(1, "hit"))
    early = table.answers[-1]
    assert (early.missed, early.insurance) == (MissReason.EARLY, False)


def test_insurance_that_comes_after_its_time_out_is_late() -> None:
    """BJ-3.7, LT-BJ-08."""
    table = after_insurance()
    table.after(0.5, decide(2, "insure"))
    late = table.answers[-1]
    assert (late.missed, late.behind, late.insurance) == (MissReason.LATE, 0.5, True)


def test_a_late_answer_counts_from_the_end_of_the_time_not_from_the_pit_bosss_act() -> None:
    """BJ-3.5-iii: the time is over after 13 s; the pit boss moves on 57 s later."""
    table = dealt(*CARDS)
    table.after(70, decide(1, "timeout", by="P1", reason="no answer"))
    table.after(1, decide(1, "hit"))
    assert (table.answers[-1].missed, table.answers[-1].behind) == (MissReason.LATE, 58)


def test_a_second_answer_counts_from_the_first_though_that_came_after_the_seconds() -> None:
    """BJ-3.5-iii: the server's time-out alone ends a player's time."""
    table = dealt(*CARDS)
    assert table.after(14, decide(1, "stand"))["accepted"]
    table.after(1.5, decide(1, "hit"))
    first, second = table.answers
    assert (first.left, second.missed, second.behind) == (-1, MissReason.TWICE, 1.5)


def test_a_surrender_answers_the_question_at_which_it_is_offered() -> None:
    """LT-BJ-07: against an ace; once the seat has declined, its hand has had that answer."""
    table = dealt(*INSURED, code="lt", seats=(1, 2))
    table.take(decide(1, "decline"))
    table.after(2, decide(1, "surrender"))
    again = table.answers[-1]
    assert (again.missed, again.behind, again.insurance) == (MissReason.TWICE, 2, True)
