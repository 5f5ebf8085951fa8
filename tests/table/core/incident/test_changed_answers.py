"""The view of a report whose answers may still be changed; nothing of the answers is lost."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from console.table.core import Mode, Situation, dealer_view
from console.table.core.showing.screen_values import OpenReport
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
