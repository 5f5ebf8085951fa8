"""Each kind of event in a night of every kind: which papers have its moment, and which changes of an entry
``verify`` does not find after the last seal, once the chain is made again.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import msgspec
import pytest

from console.table.core import EventKind, JournalEntry, NoteKind, Outlet, events, game_of
from console.table.core.running.fold import TableReplayer
from console.table.game import load_rulebook
from console.table.journal.file.store import Row
from tests.app.test_typed_facts import TABLES, night

ROWS: Final = "console/table/core/state/event_kinds.py"
PAPERS: Final = frozenset((Outlet.RECORD, Outlet.ROUND, Outlet.REPORT, Outlet.HANDOVER, Outlet.FACTS))
BY_FIGURES: Final = frozenset((EventKind.CARD_SET_FOUND,))
"""The kinds that no night of a few rounds has: figures of thousands of cards make them."""
KINDS: Final = tuple(each for each in EventKind if each not in BY_FIGURES | {EventKind.NOTED})

Stored = tuple[JournalEntry, bytes]
"""An entry with its event, which somebody may have changed."""


@cache
def shown() -> dict[str, set[Outlet]]:
    """The papers that have the moment of an entry of each kind; a kind that comes only together with another
    is known by the id of its contradiction.
    """
    found = defaultdict[str, set[Outlet]](set)
    for entries in night().entries.values():
        beside = (EventKind.BYTES_RECEIVED, EventKind.CONTRADICTION_FOUND)
        together = Counter(each.at for each in entries if each.kind not in beside)
        # A journal's first moment is that of the report, too.
        for each in (each for each in entries[1:] if each.kind != EventKind.BYTES_RECEIVED):
            fields = msgspec.json.decode(each.event)
            id = (fields.get("contradiction") or fields).get("id", "")
            named = "contradiction" in fields or each.kind == EventKind.CONTRADICTION_ANSWERED
            if named or together[each.at] == 1:
                texts = (id,) if named else (f"{each.at:%H:%M:%S}", f"{each.at:%Y-%m-%dT%H:%M:%S}")
                name = fields["what"] if each.kind == EventKind.NOTED else each.kind
                found[name] |= PAPERS & {outlet for text in texts for outlet in night().outlets(text)}
    return found


@cache
def unjudged() -> dict[str, set[str]]:
    """The changes of entries of each kind that are not found: some are of another, possible history."""
    found = defaultdict[str, set[str]](set)
    for (name, game, rules, *_), path in zip(TABLES, night().paths, strict=True):
        game_here = game_of(load_rulebook(rules), game)
        replayed, begun = TableReplayer(game_here, name, is_own=True), night().begun[path]
        # The table of every note has those of a notification without an incident, which no table writes.
        stored = [(each, each.event) for each in night().entries[path] if b'"notification_' not in each.event]
        assert is_possible(replayed, begun, stored)
        for at, (entry, event) in enumerate(stored):
            if at and (entry.refused is None or entry.kind == EventKind.LINE_REJECTED):
                for name, changed in changes(stored, at, event):
                    if is_possible(replayed, begun, changed):
                        found[entry.kind].add(name)
    return found


def changes(stored: Sequence[Stored], at: int, event: bytes) -> Iterator[tuple[str, Sequence[Stored]]]:
    """Somebody who may not, one of its own sides, an id that is not there, a view of the entry itself, the
    entry taken out, or moved before the last one.
    """
    entry, fields = stored[at][0], msgspec.json.decode(event)
    others = [("by", "by", "X9"), ("who", "who", "X9"), ("id", "id", "T7-i99")]
    others += [("side", "authorised_by", fields.get("by", ""))]
    if entry.kind == EventKind.CONTRADICTION_ANSWERED:
        found = (msgspec.json.decode(said).get("contradiction", {}) for _, said in stored[:at])
        sides = next(each["first"] | each["second"] for each in found if each.get("id") == fields["id"])
        others += [("side", "by", sides["by"])]
    for name, field, other in others:
        if fields.get(field):
            yield name, with_event(stored, at, {**fields, field: other})
    if "contradiction" in fields:
        named = {**fields["contradiction"], "id": "T7-c99"}
        yield "id", with_event(stored, at, {**fields, "contradiction": named})
    if isinstance(events.DECODER.decode(event), events.Act):
        yield "seen", with_event(stored, at, {**fields, "seen": {"entry": at + 1, "ms": 400}})
    yield "out", [*stored[:at], *stored[at + 1 :]]
    if at > 1:
        earlier, said = stored[at - 1]
        moved = [
            (msgspec.structs.replace(earlier, refused=entry.refused), event),
            (msgspec.structs.replace(entry, refused=earlier.refused), said),
        ]
        yield "moved", [*stored[: at - 1], *moved, *stored[at + 1 :]]


def with_event(stored: Sequence[Stored], at: int, fields: dict[str, object]) -> Sequence[Stored]:
    changed = events.ENCODER.encode(events.DECODER.decode(msgspec.json.encode(fields)))
    return [*stored[:at], (stored[at][0], changed), *stored[at + 1 :]]


def is_possible(replayed: TableReplayer, begun: bytes | None, stored: Sequence[Stored]) -> bool:
    rows = [
        Row(number, event, each.refused, each.at, each.monotonic)
        for number, (each, event) in enumerate(stored, 1)
    ]
    again = replayed.entries_again(begun, iter(rows))
    assert again is not None, "a LIVE table of this version: its first entry says so"
    try:
        return sum(1 for _ in again) == len(rows)
    except (AssertionError, LookupError, TypeError, ValueError):  # No table can follow that.
        return False


@pytest.mark.parametrize("kind", KINDS)
def test_the_papers_that_have_a_kind_of_event_are_those_of_its_row(kind: EventKind) -> None:
    played = (each.kind for kept in night().entries.values() for each in kept)
    assert kind in played, f"no table of {TABLES} plays {kind}"
    said = {*map(Outlet, kind.row.papers.split())}
    missing, more = said - shown()[kind], shown()[kind] - said
    assert not missing, f"{', '.join(missing)} lack the {kind} that its row in {ROWS} says they have"
    assert not more, f"{', '.join(more)} have {kind}: its row in {ROWS} names them"
    assert said or kind.row.why_not, f"no paper has {kind}: say in its row in {ROWS} why not"


@pytest.mark.parametrize("kind", NoteKind)
def test_the_papers_that_have_a_kind_of_note_are_those_of_its_row(kind: NoteKind) -> None:
    said, rows = {*map(Outlet, kind.row.papers.split())}, "console/table/core/state/note_kinds.py"
    assert said == shown()[kind], f"{sorted(shown()[kind])} have {kind}: its row in {rows} says otherwise"


@pytest.mark.parametrize("kind", KINDS)
def test_verify_judges_of_a_kind_of_event_what_its_row_says(kind: EventKind) -> None:
    said, found = {*kind.row.unjudged.split()}, unjudged()[kind]
    assert said == found, f"{kind}: verify does not find {sorted(found)}, its row in {ROWS} says otherwise"
