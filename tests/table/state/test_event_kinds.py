"""A kind of event is whole: each name in its row is one that the house has, and what is missing is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from console.game.cards import Card
from console.reports.shift_report import _FORMS
from console.review.log.entry_words import OWN, LoggedEntry
from console.table.protocol.lines import AnyLine
from console.table.protocol.permissions import PERMISSIONS
from console.table.state import events
from console.table.state.event_kinds import ROWS, EventKind, EventRow, LogFilter, Wording
from console.ui.review.log.entry_signs import sign_of
from console.ui.signs.sign import Sign
from console.words import LANGUAGES
from tests.records.journals import words

LINES = {str(line.__struct_config__.tag) for line in get_args(AnyLine)}
DEPENDS: dict[str, dict[str, Any]] = {
    "incident_reported": {"kind": "card_fell"},
    "outcome_authorised": {},
    "noted": {"what": "locked"},
}
"""The fields of entries whose sign depends on them."""
FOUND_AS_BYTES = {"bytes_received"}


def lacks(kind: str, row: EventRow) -> Iterator[str]:
    """Each name in a row that the program does not have, and each that the row lacks."""
    if row.line is not None and row.line not in LINES:
        yield f"line: the protocol has no {row.line!r}"
    if row.may is not None and row.may not in PERMISSIONS:
        yield f"may: no permission {row.may!r}"
    if {*row.faces} != {*_with_cards(row.struct)}:
        yield f"faces: {', '.join(_with_cards(row.struct))} can tell a card"
    if row.filter is None and kind not in FOUND_AS_BYTES:
        yield "filter: no filter of the log finds it"
    yield from _unsigned(kind, row)
    yield from _unsaid(kind, row)


def _unsigned(kind: str, row: EventRow) -> Iterator[str]:
    if row.sign is None and kind not in DEPENDS:
        yield "sign: none"
    elif row.sign is not None and not Sign(row.sign).file.is_file():
        yield f"sign: resources/signs has no {row.sign!r}"


def _unsaid(kind: str, row: EventRow) -> Iterator[str]:
    if (row.words is Wording.OWN) != (kind in OWN):
        yield "words: `OWN` in console.review.log.entry_words says otherwise"
    keys = [] if row.words is Wording.OWN else [f"log.{kind}"]
    keys += [f"log.{kind}.off"] if row.words is Wording.ORDER else []
    keys += [f"report.{row.report}"] if row.report is not None and row.report != "remarks" else []
    keys += [f"review.kind.{row.filter}"] if row.filter is not None else []
    for language in LANGUAGES:
        yield from (f"words: {language} has no {key!r}" for key in keys if not words(language).has(key))


def _with_cards(struct: type[Any]) -> list[str]:
    """The fields that hold a card, or the bytes of a device that reads them."""
    return [name for name, hint in get_type_hints(struct).items() if _holds_a_card(hint)]


def _holds_a_card(hint: Any) -> bool:
    if hint in (Card, bytes):
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return any(map(_holds_a_card, get_type_hints(hint).values()))
    return any(map(_holds_a_card, get_args(hint)))


@pytest.mark.parametrize("kind", EventKind)
def test_each_name_in_a_row_is_one_that_the_house_has(kind: EventKind) -> None:
    assert not [*lacks(kind, kind.row)]


def test_each_event_has_one_row_and_is_among_the_types_of_all() -> None:
    assert {*get_args(events.AnyEvent)} == {*ROWS}
    assert len(ROWS) == len(EventKind)


def test_each_filter_of_the_log_finds_a_kind() -> None:
    assert {kind.row.filter for kind in EventKind} - {None} == {*LogFilter}


def test_a_list_of_its_own_form_is_one_that_a_row_names() -> None:
    assert {*_FORMS} <= {kind.row.report for kind in EventKind}


@pytest.mark.parametrize("kind", DEPENDS)
def test_a_sign_that_depends_on_what_is_said_is_there(kind: str) -> None:
    assert EventKind[kind.upper()].row.sign is None
    assert callable(sign_of(LoggedEntry(kind, DEPENDS[kind])))


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"line": "clal"}, "line: the protocol has no 'clal'"),
        ({"may": "clal"}, "may: no permission 'clal'"),
        ({"struct": events.CardDrawn}, "faces: card can tell a card"),
        ({"filter": None}, "filter: no filter of the log finds it"),
        ({"sign": None}, "sign: none"),
        ({"sign": "places.crane"}, "sign: resources/signs has no 'places.crane'"),
        ({"sign": "bells.bell"}, "sign: resources/signs has no 'bells.bell'"),
        ({"words": Wording.ORDER}, "words: ja has no 'log.pit_boss_called.off'"),
        ({"words": Wording.PHRASE}, "words: `OWN` in console.review.log.entry_words says otherwise"),
        ({"report": "called"}, "words: de has no 'report.called'"),
    ],
)
def test_what_a_row_lacks_is_named(wrong: dict[str, Any], named: str) -> None:
    row = EventKind.PIT_BOSS_CALLED.row
    assert named in [*lacks("pit_boss_called", replace(row, **wrong))]


def test_no_field_of_a_row_has_a_value_of_its_own() -> None:
    """One that is left out is an error at once, and of types before."""
    with pytest.raises(TypeError, match="faces"):
        EventRow(events.Noted, EventKind.NOTED.row.effect, line=None, may=None, answers=False)  # type: ignore[call-arg]
    assert not [field.name for field in msgspec.structs.fields(EventRow) if not field.required]
