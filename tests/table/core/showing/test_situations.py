"""The parts of a screen that are not the table's state."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from console.table.core import NoteKind, game_of, ready
from console.table.core.showing.dealer_view import Situation, dealer_view, view_of
from console.table.core.showing.incident_view import open_kinds
from console.table.core.showing.screen_values import NO_TABLE, DealerView, Mode
from console.table.game import load_rulebook, rulebook_ids
from tests.table.core.tables import Driven, Seen
from tests.table.core.wheel_at_random import spin_line, status, wheel_bytes

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}


def ready_view(rules: str, *, reporting: bool) -> DealerView:
    rulebook = load_rulebook(rules)
    game = game_of(rulebook, "baccarat")
    table = ready(game)
    situation = Situation(
        mode=Mode.LIVE, name="T1", game="baccarat", rulebook=rulebook, persons={}, reporting=reporting
    )
    return dealer_view(view_of(game, table, 0), table, situation)


@pytest.mark.parametrize(("by", "role"), [("D1", "dealer"), ("P1", "pit_boss")])
def test_the_person_who_withdrew_a_report_is_shown_in_their_role_at_the_time(by: str, role: str) -> None:
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    assert driven.take({"do": "withdraw", "by": by, "reason": "by mistake"})["accepted"]
    driven.take({"do": "sign_out", "who": by})
    rulebook = load_rulebook("lt")
    situation = Situation(mode=Mode.LIVE, name="T1", game="baccarat", rulebook=rulebook, persons={})
    (past,) = dealer_view(driven.session.view(), driven.table, situation).incident.past
    assert past.taken_back_by is not None and (past.taken_back_by.id, past.taken_back_by.role) == (by, role)


def test_the_screen_names_the_shoe_in_play() -> None:
    assert ready_view("lt", reporting=False).shoe_number == 1


def test_players_wait_for_the_pit_boss_who_comes_from_when_play_stopped() -> None:
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.session.note(NoteKind.COMING, who="P9")
    assert waited(driven) is None
    driven.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    assert waited(driven) == 72


def waited(driven: Driven) -> int | None:
    """The seconds that players have waited, 72 seconds after the last entry."""
    now = driven.kept.entries[-1].at + timedelta(seconds=72)
    coming = shown(driven, now=now).call.coming
    assert coming is not None
    return coming.waited


def shown(driven: Driven, **more: Any) -> DealerView:
    rulebook = load_rulebook(driven.code)
    situation = Situation(
        mode=Mode.LIVE, name="T1", game=driven.game.name, rulebook=rulebook, persons={}, **more
    )
    return dealer_view(driven.session.view(), driven.table, situation)


def test_a_hands_total_that_the_table_knows_counts_as_no_question() -> None:
    """LT-BJ-2.3.8: the seat alone is asked, where each has one hand."""
    driven = Driven("lt", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1, 2]})
    driven.take({"do": "bets", "state": "closed"})
    for card in ("5S", "9H", "7D", "5C", "8H", "9C"):
        driven.take({"do": "card", "card": card})
    driven.take({"do": "decision", "seat": 1, "hand": 1, "choice": "timeout"})
    driven.take({"do": "incident", "by": "D1", "kind": "no_chance_to_act"})
    reported = shown(driven).incident.reported
    assert reported is not None and (reported.question, reported.questions) == (1, 1)


def test_a_report_of_a_hand_without_its_seat_is_shown() -> None:
    """LT-BJ-2.3.8: whether the hand had its turn is looked up once its seat is given."""
    driven = Driven("lt", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1, 2]})
    driven.take({"do": "bets", "state": "closed"})
    for card in ("5S", "9H", "7D", "5C", "8H", "9C"):
        driven.take({"do": "card", "card": card})
    for seat in (1, 2):
        driven.take({"do": "decision", "seat": seat, "hand": 1, "choice": "timeout"})
    driven.take({"do": "incident", "by": "D1", "kind": "no_chance_to_act", "facts": {"hand": 1}})
    reported = shown(driven).incident.reported
    assert reported is not None and not reported.needs_reason


def test_a_balls_place_against_a_number_of_bet_time_is_one_question() -> None:
    """LT-ROU-31: with a number the ball lies in a pocket, so that no other place is taken."""
    driven = Driven("lt", game="roulette")
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "number", "number": 5, "source": "reader"},
        {"do": "incident", "by": "P1", "kind": "spun_in_bet_time"},
    ):
        driven.take(line)
    reported = shown(driven).incident.reported
    assert reported is not None and (reported.question, reported.questions) == (1, 1)


def test_only_a_halt_of_an_unread_card_may_be_of_the_cut_card() -> None:
    driven = Driven("lt")
    seen = []
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "unread"},
        {"do": "incident", "by": "P1", "kind": "early_deal"},
    ):
        driven.take(line)
        seen.append(shown(driven, sees_cut_card=False).halt.maybe_cut_card)
    assert seen == [False, True, False]


@pytest.mark.parametrize("rules", rulebook_ids())
def test_the_reportable_kinds_are_listed_while_one_is_chosen(rules: str) -> None:
    playing, choosing = ready_view(rules, reporting=False), ready_view(rules, reporting=True)
    baccarat = game_of(load_rulebook(rules), "baccarat")
    assert playing.reporting.can_report and not playing.reporting.kinds and not playing.reporting.every_kind
    assert choosing.reporting.kinds == open_kinds(baccarat, ready(baccarat))
    assert choosing.reporting.every_kind == tuple(baccarat.rules.incidents.kinds)


def test_the_view_before_a_table_is_known_is_of_a_closed_one_and_counts_nothing() -> None:
    assert (NO_TABLE.view.phase, NO_TABLE.view.prompt.actor, NO_TABLE.mode) == ("closed", "system", "live")
    assert {*numbers(NO_TABLE)} == {0}


def numbers(value: Any) -> Iterator[int]:
    """Each whole number in a view."""
    if isinstance(value, msgspec.Struct):
        for name in {*value.__struct_fields__} - {"edition"}:
            yield from numbers(getattr(value, name))
    elif type(value) is int:
        yield value


def test_a_report_counts_the_question_that_is_asked_and_all_of_them() -> None:
    """LT-BAC-18b: how many cards fell, and whether their faces were seen; with three it is not asked."""
    driven, found = Driven("lt"), []
    lines: tuple[Seen, ...] = (
        {"do": "incident", "by": "D1", "kind": "card_fell"},
        {"do": "answer", "by": "P1", "facts": {"cards": 1}},
        {"do": "answer", "by": "P1", "facts": {"seen": False}},
    )
    for line in (OPEN, CLOSED, {"do": "card", "card": "9H"}, *lines):
        driven.take(line)
        reported = shown(driven, video_lead=timedelta(seconds=45)).incident.reported
        if reported is not None:
            found.append((reported.question, reported.questions))
            assert reported.video == reported.at - timedelta(seconds=45)
    assert found == [(1, 2), (2, 2), (2, 2)]


@pytest.mark.parametrize("extra", [{"do": "card", "card": "8D"}, {"do": "unread"}], ids=["read", "unread"])
def test_a_card_set_aside_for_the_next_coup_is_counted_whether_it_was_read_or_not(extra: Seen) -> None:
    """LT-BAC-24a: an extra card whose face nobody saw is the next coup's first."""
    driven = Driven("lt")
    report: Seen = {"do": "incident", "by": "P1", "kind": "extra_card_drawn", "facts": {"shown": False}}
    for line in (OPEN, CLOSED, *({"do": "card", "card": face} for face in ("9H", "2S", "KD", "4C"))):
        driven.take(line)
    assert shown(driven).cards.set_aside == 0
    driven.take(extra)
    lying = shown(driven).halt.held
    assert driven.take(report)["accepted"]
    during = shown(driven)
    assert lying is not None and during.halt.held is not None and during.cards.set_aside == 0
    assert during.halt.held.cards == lying.cards == 1, "it lies there until the press"
    assert driven.take({"do": "done", "by": "D1"})["accepted"]
    assert shown(driven).cards.set_aside == 1 and shown(driven).halt.held is None


@pytest.mark.parametrize(("state", "missed"), [(2, True), (3, False), (4, False), (5, False)])
def test_no_ball_is_missed_once_the_wheel_has_reported_it(state: int, missed: bool) -> None:
    """The wheel's states 3 to 5: ball in track, no more bets, winning number."""
    driven = Driven("sv", game="roulette")
    for line in (OPEN, CLOSED, spin_line(5)):
        driven.take(line)
    driven.session.note(NoteKind.BALL_UNSEEN)
    wheel = shown(driven).wheel
    assert wheel is not None and wheel.no_ball
    for each in range(2, state + 1):
        driven.take(wheel_bytes(status(each, 11, 34)))
    wheel = shown(driven).wheel
    assert wheel is not None and wheel.no_ball is missed
