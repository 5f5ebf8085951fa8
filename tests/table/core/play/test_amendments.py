"""A correction after the fact: its own entry, by two people, with a reason; the table stays as it is."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from console.table.core import Table, events
from console.table.core.play.corrections import AmendmentRequest, refusal_of_amendment
from tests.instruments.bench.play import Play
from tests.table.devices.rehearsal import MemoryJournal

WRONG = AmendmentRequest(
    entry=7,
    what="third card of the banker",
    before="9H",
    after="6H",
    by="P1",
    authorised_by="S1",
    why="the film shows a six",
)


def refusal(**changes: object) -> str | None:
    changed = msgspec.structs.replace(WRONG, **changes)
    return refusal_of_amendment(changed.event("T1", datetime.now(UTC)))


def amended(change: AmendmentRequest) -> tuple[str | None, Table, Table, MemoryJournal]:
    play = Play()
    for _ in range(30):
        play.take()
    before = play.session.table
    view = play.session.correct_entry(change)
    return view.refused, before, play.session.table, play.journal


def test_a_correction_is_an_entry_with_all_that_the_standards_ask_for() -> None:
    refused, before, after, journal = amended(WRONG)
    assert refused is None
    assert after == before, "the table stays as it is"
    entry = journal.entries[-1]
    event = events.DECODER.decode(entry.event)
    assert isinstance(event, events.EntryCorrected)
    asked = msgspec.structs.asdict(WRONG)
    del asked["made_at"]  # by which the session knows the file that was read
    assert msgspec.structs.asdict(event) == {"id": event.id, "edition": event.edition, "at_entry": 0, **asked}
    assert (entry.kind, entry.person) == ("entry_corrected", "P1")
    assert event.id.startswith("T1-k")


def test_a_person_cannot_authorise_their_own_amendment() -> None:
    refused, before, after, journal = amended(msgspec.structs.replace(WRONG, authorised_by="P1"))
    assert refused == "not_authorised"
    assert after == before
    assert journal.entries[-1].refused == "not_authorised", "that it was tried is recorded"


@pytest.mark.parametrize("field", ["what", "by", "authorised_by", "why"])
def test_an_amendment_needs_its_subject_both_people_and_a_reason(field: str) -> None:
    for text in (" ", "\u200b", "\u2800\u3164"):
        assert refusal(**{field: text}) == "bad_input"


def test_a_correction_changes_something_of_an_entry() -> None:
    assert refusal(after="9H") == "bad_input"
    assert refusal(entry=0) == "bad_input"
    assert refusal() is None
