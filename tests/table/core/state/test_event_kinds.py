"""A kind of event is whole: each name in its row is one that the house has, and what is missing is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.table.core import events
from console.table.core.protocol.permissions import PERMISSIONS
from console.table.core.state.event_kinds import ROWS, Effect, EventKind, EventRow
from console.table.game import Card
from tests.base.words.catalogues import words


def lacks(row: EventRow) -> Iterator[str]:
    """Each name in a row that the program does not have, and each card that it does not cover."""
    if row.may is not None and row.may not in PERMISSIONS:
        yield f"may: no permission {row.may!r}"
    if {*row.faces} != {*_with_cards(row.struct)}:
        yield f"faces: {', '.join(_with_cards(row.struct))} can tell a card"
    if row.report not in (None, "remarks"):
        for language in LANGUAGES:
            if not words(language).has(f"report.{row.report}"):
                yield f"report: {language} has no 'report.{row.report}'"


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
    assert not [*lacks(kind.row)]


def test_each_event_has_one_row_and_is_among_the_types_of_all() -> None:
    assert {*get_args(events.AnyEvent)} == {*ROWS}
    assert len(ROWS) == len(EventKind)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"may": "clal"}, "may: no permission 'clal'"),
        ({"struct": events.CardDrawn}, "faces: card can tell a card"),
        ({"report": "called"}, "report: de has no 'report.called'"),
    ],
)
def test_each_missing_part_of_an_event_kind_is_named(wrong: dict[str, Any], named: str) -> None:
    assert named in [*lacks(replace(EventKind.PIT_BOSS_CALLED.row, **wrong))]


def test_a_row_that_leaves_out_the_faces_of_its_cards_is_named() -> None:
    assert [*lacks(EventRow(events.CardDrawn, Effect.READING))] == ["faces: card can tell a card"]
