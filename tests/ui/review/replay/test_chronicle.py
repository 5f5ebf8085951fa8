"""The list beside the replay says of each moment what the log says of its entry."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from console.journal.log.rows import Filter
from console.review.journals import JournalReads
from console.review.log.entry_words import entry_of as in_log
from console.ui.review.replay.chronicle import entry_of
from tests.records.journals import AUTHORISE, OPEN, incident, written
from tests.words.catalogues import words


def test_a_decision_is_of_the_incident_that_it_decides_though_the_next_report_opens(tmp_path: Path) -> None:
    peeked = incident("prohibited_action", what="card_peeked")
    path = written(tmp_path / "T7.db", OPEN, incident("over_burn"), peeked, AUTHORISE)
    with closing(JournalReads([path])) as reads:
        while reads.prepare() < 1:
            pass
        decision, waits, *_ = reads.log.newest(Filter())
        story = reads.story(decision.place)
        assert story is not None
    shown = {moment.number: entry_of(story.game, moment, words("en")) for moment in story.moments}
    logged = in_log(decision)
    assert (logged.incident_kind, logged.outcome) == ("over_burn", "go_on")
    told = shown[decision.number]
    assert (told.incident_kind, told.outcome) == (logged.incident_kind, logged.outcome)
    assert shown[waits.number].incident_kind is None, "what it reports is in the entry itself"
