"""Whose an entry is: a round's until it ends, and an incident's until it is over, whatever the clock says."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES
from console.supervisor.history.attribution import own_incident, own_round
from console.supervisor.history.timeline import moments
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.accounts.record import ReadBytes, Record
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.core import game_of
from console.table.custody import open_session
from console.table.journal import Identity, review
from tests.base.words.catalogues import words
from tests.supervisor.history.test_timeline import Wrong, take
from tests.table.core.tables import Seen, book
from tests.table.core.wheel_at_random import number_read, spin_line
from tests.table.played import AUTHORISE, CLOSED, DONE_D, OPEN, ROUND, card, incident, say, written

SEEN = (OPEN, CLOSED, card("9H"), incident("card_fell", cards=1, seen=True), AUTHORISE, DONE_D)
"""A card falls and is seen (T7-i1): it stays where it was meant to lie."""
BALL_OUT = (OPEN, CLOSED, spin_line(5, "with"), incident("no_spin", "P1", cause="wrong_direction"), DONE_D)
"""No spin, and the ball is taken out of the wheel."""


def faces(record: Record) -> list[str | None]:
    """The cards among a record's readings."""
    return [meaning.card for reading in record.readings for meaning in reading.said]


@pytest.mark.parametrize(("remarks", "read"), [(3, ["9H", "2S"]), (5, ["9H"])])
def test_a_record_has_its_rounds_readings_until_ten_seconds_after_its_end(
    tmp_path: Path, remarks: int, read: list[str]
) -> None:
    later = (*[say("The camera has it")] * remarks, card("2S"))
    assert faces(find(written(tmp_path / "J.db", *SEEN, *later), "T7-i1")) == read


def test_ten_seconds_around_a_record_are_no_minute_of_a_clock_that_was_set_back(tmp_path: Path) -> None:
    path, clock = tmp_path / "J.db", Wrong()
    with ExitStack() as stack:
        identity = Identity("T7", "baccarat", "lt")
        session = open_session(path, identity, book("lt"), clock, stack, is_ready=True).session
        take(session, clock, *SEEN)
        clock.passed += 60
        take(session, clock, say("Nobody plays"))
        clock.off = timedelta(seconds=-60)
        take(session, clock, card("2S"))
    assert faces(find(path, "T7-i1")) == ["9H"]


def test_a_record_has_no_card_that_was_corrected_after_its_end(tmp_path: Path) -> None:
    mended = {"do": "correct", "by": "P1", "hand": "banker", "card": 1, "to": "8D"}
    later = (card("2S"), mended)
    assert find(written(tmp_path / "J.db", *SEEN, *later), "T7-i1").corrections == ()


def test_an_entry_is_of_a_round_only_while_it_is_open(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ROUND, say("Between two rounds"), OPEN)
    with review(path) as journal:
        number, state = journal.begin(0)
        found = [*moments(game_of(book("lt"), "baccarat"), state, journal.entries(number))]
    remark = next(each for each in found if each.row.kind == "remarked")
    assert (remark.row.round, own_round(remark)) == ("T7-1", None)
    rounds = [own_round(each) for each in found if each.row.kind in ("bets_opened", "card_drawn")]
    assert rounds == [*["T7-1"] * 5, "T7-2"]


def test_a_refused_entry_is_of_no_incident(tmp_path: Path) -> None:
    lines = (*SEEN[:4], card("2S"), AUTHORISE, DONE_D)
    path = written(tmp_path / "J.db", *lines, refused=["halted"])
    with review(path) as journal:
        number, state = journal.begin(0)
        found = [*moments(game_of(book("lt"), "baccarat"), state, journal.entries(number))]
    own = {each.row.kind: own_incident(each) for each in found if each.row.number > 3}
    assert own == {
        "incident_reported": "T7-i1",
        "card_drawn": None,
        "outcome_authorised": "T7-i1",
        "step_done": "T7-i1",
    }


def readings_that_change_nothing(path: Path, *lines: Seen, game: str) -> list[ReadBytes]:
    """The readings of a round that were accepted and changed nothing."""
    file = find_round(written(path, *lines, game=game), "T7-1")
    assert all(each in file.readings for record in file.records for each in record.readings)
    return [each for each in file.readings if any(said.counts is False for said in each.said)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_a_ball_that_was_taken_out_says_that_it_had_no_effect(
    language: str, tmp_path: Path
) -> None:
    lines = (*BALL_OUT, number_read(22), spin_line(4), number_read(23), DONE_D)
    (reading,) = readings_that_change_nothing(tmp_path / "J.db", *lines, game="roulette")
    said = RecordFormatter(words(language)).reading(reading).what
    number = words(language).text("log.number_read", number=22)
    assert said == words(language).text("record.said.no_effect", said=number)
    assert b'"counts":false' in msgspec.json.encode(reading)


def test_a_card_that_is_read_in_manual_mode_says_that_it_had_no_effect(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    by_hand = [{**card(face), "by": "P1"} for face in ("9H", "4C")]
    lines = (OPEN, CLOSED, manual, by_hand[0], card("4C"), by_hand[1])
    (reading,) = readings_that_change_nothing(tmp_path / "J.db", *lines, game="baccarat")
    assert [(each.card, each.refused) for each in reading.said] == [("4C", None)]
