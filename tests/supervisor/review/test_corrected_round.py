"""A round that was put right: replayed through its correction (LT-ROU-33), or filmed from its card on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from console.supervisor.records.accounts.lookup import every
from console.supervisor.review.journals import JournalReads
from console.supervisor.review.story import Story
from console.table.core import SetClock
from console.table.journal import Identity, open_journal
from console.table.journal.proof.seals import seal
from tests.supervisor.records.accounts.test_roulette_records import STRAIGHT, number, settle, spin
from tests.table.core.tables import Seen
from tests.table.journal.sealing import key_in
from tests.table.played import CLOSED, DONE_D, DONE_P, OPEN, START, card, incident, say, written

ROUND: Sequence[Seen] = (OPEN, CLOSED, spin(5), number(23), DONE_D)
NEXT: Sequence[Seen] = (CLOSED, spin(6), number(4), DONE_D)
MENDED: Sequence[Seen] = (
    incident("wrong_number_recorded", "P1"),
    {"do": "answer", "by": "P1", "facts": {"actual": 17}},
    {"do": "authorise", "by": "P1"},
    settle(STRAIGHT),
    DONE_P,
)
"""The kind is known before the facts."""


def stories(folder: Path, *lines: Seen) -> dict[int, Story]:
    """The story of each row of a journal of these lines, by its entry."""
    return stories_of(written(folder / "J.db", *lines, game="roulette"))


def stories_of(path: Path) -> dict[int, Story]:
    """The story of each row, by its entry."""
    with closing(JournalReads([path])) as reads:
        while not reads.count().done:
            pass
        found = {row.place.number: reads.story(row.place) for row in reads.rows(0, 99)}
    return {number: story for number, story in found.items() if story is not None}


@pytest.mark.sweep(1)
@pytest.mark.parametrize("betting", ((), (OPEN,)), ids=("at once", "in the next bet time"))
def test_a_corrected_rounds_replay_ends_with_the_right_number(
    tmp_path: Path, betting: Sequence[Seen]
) -> None:
    lines = (*ROUND, *betting, *MENDED, *(() if betting else (OPEN,)), *NEXT)
    # The last one is the contradiction of two numbers.
    report, end = len(ROUND) + len(betting) + 1, len(ROUND) + len(betting) + len(MENDED) + 1
    found = stories(tmp_path, *lines)
    for entry in range(1, len(ROUND) + 1):
        numbers = [moment.number for moment in found[entry].moments]
        assert numbers == [*range(1, len(ROUND) + 1), *range(report, end + 1)]
        assert found[entry].view(len(numbers) - 1).results[-1] == "17"
    if not betting:
        for entry in range(report, end + 1):
            assert found[entry].moments == found[1].moments
            assert found[entry].moments[found[entry].begin].number == entry


@pytest.mark.parametrize(
    ("later", "last", "begin"),
    [(0, len(ROUND), len(ROUND) - 1), (40, len(ROUND) + 26, len(ROUND))],
    ids=["nothing after it", "play after it"],
)
def test_what_a_terminal_wrote_later_is_no_moment_of_the_rounds_replay(
    tmp_path: Path, later: int, last: int, begin: int
) -> None:
    """At a shut screen nothing was shown then. From its own row 25 entries on either side are shown."""
    path = written(tmp_path / "J.db", *ROUND, game="roulette")
    with open_journal(path, Identity("T7", "roulette", "lt")) as journal:
        seal(journal, key_in(tmp_path / "keys"), SetClock(START + timedelta(days=32)), terminal="root")
    written(path, *[say("still here")] * later, start=START + timedelta(days=33), game="roulette")
    found = stories_of(path)
    terminals = len(ROUND) + 1
    assert {found[number].moments[-1].number for number in range(1, terminals)} == {len(ROUND)}
    around = [moment.number for moment in found[terminals].moments]
    assert around == [each for each in range(1, last + 1) if each != terminals]
    assert found[terminals].begin == begin


def test_another_report_after_a_round_is_no_part_of_it(tmp_path: Path) -> None:
    fault = incident("technical_fault", "P1", result_known=False)
    found = stories(tmp_path, *ROUND, OPEN, fault)
    assert found[1].moments[-1].number == len(ROUND)


def test_the_logs_video_of_a_corrected_card_begins_where_its_record_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card lies before the last state that was kept."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 1)
    mended: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8D"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, *map(card, ("8H", "2S", "KD")), mended)
    (record,) = every(path)
    with closing(JournalReads([path])) as reads:
        while not reads.count().done:
            pass
        (row,) = (each for each in reads.rows(0, 99) if each.number == record.proof.first)
        glance = reads.glance(row.place)
    assert glance is not None and glance.filmed_from == record.filmed_from < record.happened
