"""The view of a report whose answers may still be changed; nothing of the answers is lost."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from console.table.core.showing.dealer_view import Situation, dealer_view
from console.table.core.showing.screen_values import Mode, OpenReport
from console.table.core.state.phases import Bets
from console.table.core.state.reasons import HaltReason
from console.table.core.state.table import Halt
from console.table.game.cards import Card
from tests.table.core.tables import Driven, Seen, book

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
FELL: Seen = {"do": "incident", "kind": "card_fell", "facts": {"cards": 9}, "by": "D1"}


def test_the_window_knows_who_may_change_an_answer_and_what_was_given() -> None:
    driven = _with(FELL)
    reported = _reported(driven)
    assert reported.by.id == "D1" and reported.given == {"cards": 9}
    assert reported.dealer_may_change

    _answer(driven, "D1", cards=1, seen=True)
    _answer(driven, "D1", cards=None)
    reported = _reported(driven)
    assert reported.given == {"seen": True}, "what is asked again was taken back, the rest stays"
    assert reported.dealer_may_change

    _answer(driven, "P1", cards=1)
    assert not _reported(driven).dealer_may_change, "a pit boss has answered it"
    driven.restart()
    assert not _reported(driven).dealer_may_change


def test_answers_are_listed_in_the_order_of_the_rulebook_however_they_were_given() -> None:
    driven = _with({"do": "incident", "kind": "card_fell", "by": "D1"})
    _answer(driven, "P1", seen=True, cards=1)
    assert [asked.fact for asked in _reported(driven).asked] == ["cards", "seen"]


def test_nobody_changes_an_answer_as_the_dealer_who_was_relieved() -> None:
    driven = _with(FELL)
    assert driven.take({"do": "sign_in", "who": "D2", "role": "dealer"})["accepted"]
    assert not _reported(driven).dealer_may_change


def test_a_pit_boss_who_reported_it_as_dealer_changes_no_answer_as_one() -> None:
    driven = _with(FELL)
    for line in (
        {"do": "sign_in", "who": "D2", "role": "dealer"},
        {"do": "sign_out", "who": "P1"},
        {"do": "sign_in", "who": "D1", "role": "pit_boss"},
    ):
        assert driven.take(line)["accepted"]
    assert not _reported(driven).dealer_may_change


def test_report_reporter_opening_and_id_stay_whatever_is_answered() -> None:
    driven = _with(FELL)
    before = driven.table.incident
    assert before is not None
    _answer(driven, "P1", kind="wrong_position", cards_to_move=2)
    _answer(driven, "P1", kind=None)
    _answer(driven, "P1", kind="card_fell")
    after = driven.table.incident
    assert after is not None and after.facts == before.facts
    kept = ("id", "by", "role", "at")
    assert [getattr(after.report, each) for each in kept] == [getattr(before.report, each) for each in kept]
    assert (after.opened, after.moments) == (before.opened, before.moments)
    assert driven.from_the_start() == driven.table


@pytest.mark.parametrize("facts", [{"cards": 9}, {"cards": 9, "where": "round"}, {}])
def test_the_same_value_again_changes_nothing(facts: Seen) -> None:
    driven = _with(FELL)
    before = driven.view()
    after = driven.take({"do": "answer", "by": "D1", "facts": facts})
    assert after["accepted"] and after["incident"] == before["incident"]
    incident = driven.table.incident
    assert incident is not None and not incident.changed


def test_a_journal_from_before_answers_could_change_replays_as_it_was_played() -> None:
    """At that time a dealer's own decision was carried out at once, whatever had been reported before."""
    driven = _with({"do": "incident", "by": "D1"})
    _answer(driven, "D1", kind="card_fell")
    _answer(driven, "D1", kind="wrong_position", cards_to_move=1)
    assert driven.view()["incident"]["state"] == "awaiting"
    last = driven.kept.entries[-1]
    before = msgspec.structs.replace(last, event=last.event.replace(b',"changed":true', b""))
    assert before != last
    driven.kept.entries[-1] = before
    driven.restart()
    assert driven.view()["incident"]["state"] == "steps"


def test_a_refund_of_an_older_journal_is_the_whole_seats() -> None:
    """LT-BJ-2.3.8: 0.3 did not ask for the hand, took the first one's total and gave back both bets."""
    driven = Driven("lt", game="blackjack")
    begun: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1, 2]},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("5S", "9H", "7D", "5C", "8H", "9C")),
        {"do": "decision", "seat": 1, "hand": 1, "choice": "split"},
        {"do": "card", "card": "2S"},
        {"do": "card", "card": "4D"},
        {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"},
    )
    for line in begun:
        assert driven.take(line)["accepted"]
    assert driven.view()["prompt"]["fact"] == "hand"
    _as_of_0_3(driven)
    assert driven.take({"do": "authorise", "by": "P1"})["incident"]["facts"]["total"] == 7
    assert [hand["state"] for hand in driven.view()["round"]["seats"]["1"]] == ["refunded", "refunded"]


def test_a_ball_of_bet_time_in_an_older_journal_left_the_bets_open() -> None:
    """LT-ROU-31b: 0.3 closed them with the outcome alone."""
    driven = Driven("lt", game="roulette")
    fell = {"do": "incident", "kind": "spun_in_bet_time", "facts": {"ball": "pocket"}, "by": "D1"}
    driven.take({"do": "bets", "state": "open"})
    assert driven.take(fell)["bets"] == "closed"
    _as_of_0_3(driven)
    assert driven.view()["bets"] == "open"


def test_an_older_journal_asked_whether_the_ball_is_damaged() -> None:
    """LT-ROU-29: from then on the step that checks the ball says it."""
    driven = Driven("lt", game="roulette")
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
        {"do": "incident", "kind": "ball_out", "by": "D1"},
    ):
        driven.take(line)
    assert driven.view()["prompt"]["action"] == "authorise"
    _as_of_0_3(driven)
    assert driven.view()["prompt"]["fact"] == "ball_damaged"


def test_a_hand_of_a_void_round_had_no_chance_to_act_in_an_older_journal() -> None:
    """LT-BJ-2.3.8: 0.3 asked of a hand that is there, not that its bet is."""
    driven = Driven("lt", game="blackjack")
    begun: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1, 2]},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("5S", "9H", "7D")),
        {"do": "incident", "kind": "no_chance_to_act", "by": "D1"},
    )
    for line in begun:
        driven.take(line)
    kind = "no_chance_to_act"
    now = msgspec.structs.replace(driven.table, bets=Bets.REFUNDED)
    assert not driven.game.can_be(now, kind, {"seat": 1, "hand": 1})
    _as_of_0_3(driven)
    then = msgspec.structs.replace(driven.table, bets=Bets.REFUNDED)
    assert driven.game.can_be(then, kind, {}) and driven.game.can_be(then, kind, {"seat": 1, "hand": 1})
    assert not driven.game.can_be(then, kind, {"seat": 4})


def test_a_refund_that_was_awaited_under_0_3_is_the_seats() -> None:
    """LT-BJ-2.3.8: its kept state names no hand."""
    driven = Driven("lt", game="blackjack")
    begun: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1, 2]},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("5S", "9H", "7D")),
        {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"},
    )
    for line in begun:
        driven.take(line)
    incident = driven.table.incident
    assert incident is not None and incident.facts.pop("hand") == incident.weighed.pop("hand") == 1
    report = msgspec.structs.replace(incident.report, edition=0)
    older = msgspec.structs.replace(incident, report=report)
    driven.first = msgspec.structs.replace(driven.table, incident=older)
    driven.kept.entries.clear()
    driven.restart()
    seats = driven.take({"do": "authorise", "by": "P1"})["round"]["seats"]
    assert [hand["state"] for hand in seats["1"]] == ["refunded"]


def test_a_card_face_down_that_halted_the_table_counted_twice_in_an_older_journal() -> None:
    """As the card that was read and as one that was not."""
    left = []
    for is_old in (False, True):
        driven = Driven("is", game="blackjack")
        for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
            driven.take(line)
        driven.take({"do": "seats", "seats": [2]})
        halt = Halt(HaltReason.IMPOSSIBLE_CARD, NOON, card_out=True, card=Card("7C"), in_turn=True)
        driven.first = msgspec.structs.replace(driven.table, halt=halt)
        driven.kept.entries.clear()
        driven.restart()
        driven.take({"do": "incident", "kind": "card_face_down", "by": "P1"})
        if is_old:
            _as_of_0_3(driven)
        driven.take({"do": "authorise", "by": "P1", "choice": "change_shoe", "reason": "seen"})
        left.append(driven.view()["shoe"]["left"])
    assert left[0] - left[1] == 1


def _as_of_0_3(driven: Driven) -> None:
    """Its last report becomes one of 0.3, which gave no edition."""
    last = driven.kept.entries[-1]
    before = msgspec.structs.replace(last, event=last.event.replace(b',"edition":3', b""))
    assert before != last
    driven.kept.entries[-1] = before
    driven.restart()


def _with(report: Seen) -> Driven:
    driven = Driven("lt")
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        {"do": "card", "card": "9H"},
        report,
    ):
        assert driven.take(line)["accepted"]
    return driven


def _answer(driven: Driven, by: str, **facts: object) -> None:
    assert driven.take({"do": "answer", "by": by, "facts": facts})["accepted"]


def _reported(driven: Driven) -> OpenReport:
    situation = Situation(mode=Mode.LIVE, name="T1", game="baccarat", rulebook=book("lt"), persons={})
    reported = dealer_view(driven.session.view(), driven.table, situation).incident.reported
    assert reported is not None
    return reported
