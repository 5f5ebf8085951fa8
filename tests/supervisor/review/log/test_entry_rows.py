"""Each kind of entry has its place in the log: a filter, a sign and words, and what is missing is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.review.log.entry_rows import ENTRY_ROWS, EntryRow, LogFilter, note_filter, note_sign
from console.supervisor.review.log.entry_words import OWN, LoggedEntry
from console.supervisor.ui.review.log.entry_signs import sign_of
from console.table.core import EventKind, NoteKind
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words

DEPENDS: dict[EventKind, dict[str, Any]] = {
    EventKind.INCIDENT_REPORTED: {"kind": "card_fell"},
    EventKind.OUTCOME_AUTHORISED: {},
    EventKind.NOTED: {"what": "locked"},
}
"""The fields of entries whose sign depends on them."""
FOUND_AS_BYTES = {EventKind.BYTES_RECEIVED}


def lacks(kind: EventKind, row: EntryRow) -> Iterator[str]:
    """Each name in a row that the program does not have, and each that the row lacks."""
    if row.filter is None and kind not in FOUND_AS_BYTES:
        yield "filter: no filter of the log finds it"
    if row.sign is None and kind not in DEPENDS:
        yield "sign: none"
    elif row.sign is not None and not Sign(row.sign).file.is_file():
        yield f"sign: resources/signs has no {row.sign!r}"
    keys = [f"review.kind.{row.filter}"] if row.filter is not None else []
    for key in (*keys, *keys_of(kind)):
        yield from (
            f"words: {language} has no {key!r}" for language in LANGUAGES if not words(language).has(key)
        )


def keys_of(kind: EventKind) -> Iterator[str]:
    """The phrases of a kind that has no words of its own."""
    if kind not in OWN:
        yield f"log.{kind}"
        of_order = {"on": "off", "new": "new"}
        yield from (
            f"log.{kind}.{of_order[field]}"
            for field in kind.row.struct.__struct_fields__
            if field in of_order
        )


def test_each_kind_of_event_has_its_row() -> None:
    assert [*ENTRY_ROWS] == [*EventKind]


@pytest.mark.parametrize("kind", EventKind)
def test_each_name_in_a_row_is_one_that_the_house_has(kind: EventKind) -> None:
    assert not [*lacks(kind, ENTRY_ROWS[kind])]


def test_each_filter_of_the_log_finds_a_kind() -> None:
    assert {row.filter for row in ENTRY_ROWS.values()} - {None} == {*LogFilter}


@pytest.mark.parametrize("kind", DEPENDS)
def test_an_entry_whose_sign_depends_on_its_content_has_one(kind: EventKind) -> None:
    assert ENTRY_ROWS[kind].sign is None
    assert callable(sign_of(LoggedEntry(kind, DEPENDS[kind])))


def test_a_note_has_the_sign_of_its_subject_or_its_own() -> None:
    signs = {kind: note_sign(kind) for kind in NoteKind}
    assert all(Sign(sign).file.is_file() for sign in signs.values())
    shown = [signs[kind] for kind in (NoteKind.LOCKED, NoteKind.UNLOCKED, NoteKind.SIGN_IN_FAILED)]
    assert shown == ["states.lock"] * 3
    shown = [signs[kind] for kind in (NoteKind.DEVICE_LOST, NoteKind.LINK_LOST)]
    assert shown == ["places.reader", "places.link"]
    shown = [signs[kind] for kind in (NoteKind.PEOPLE_ADDED, NoteKind.BALL_UNSEEN, NoteKind.BUG)]
    assert shown == ["places.person", "places.wheel", "states.eye"]


def test_the_course_of_a_call_is_found_with_calls() -> None:
    of_calls = {kind for kind in NoteKind if note_filter(kind) is LogFilter.CALLS}
    assert of_calls == {NoteKind.COMING, NoteKind.NOT_COMING, NoteKind.ARRIVED}


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"filter": None}, "filter: no filter of the log finds it"),
        ({"sign": None}, "sign: none"),
        ({"sign": "places.crane"}, "sign: resources/signs has no 'places.crane'"),
        ({"sign": "bells.bell"}, "sign: resources/signs has no 'bells.bell'"),
    ],
)
def test_each_missing_part_of_an_entry_row_is_named(wrong: dict[str, Any], named: str) -> None:
    assert named in [*lacks(EventKind.REMARKED, replace(ENTRY_ROWS[EventKind.REMARKED], **wrong))]


def test_a_kind_that_has_lost_its_own_words_needs_a_phrase_for_on_and_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(OWN, EventKind.PIT_BOSS_CALLED)
    missing = [*lacks(EventKind.PIT_BOSS_CALLED, ENTRY_ROWS[EventKind.PIT_BOSS_CALLED])]
    assert missing == [f"words: {language} has no 'log.pit_boss_called.off'" for language in LANGUAGES]
