"""The entries that may be sent to the floor: no hole card before it lies face up, in any round that people
can deal.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import settings

from console.table.core import Entry, encode_table
from console.table.core.running.replay import Unseen
from tests.examples import examples
from tests.table.core.tables import Driven
from tests.table.core.two_hole_cards import two_hole_cards, while_it_lies_face_down
from tests.table.journal.file.test_public_views import OTHERWISE_OVER, TYPED_OTHERWISE


class Numbered(NamedTuple):
    """An entry with its number."""

    number: int
    entry: Entry

    @property
    def event(self) -> bytes:
        return self.entry.event

    @property
    def refused(self) -> str | None:
        return self.entry.refused

    @property
    def at(self) -> object:
        return self.entry.at

    @property
    def person(self) -> str | None:
        return self.entry.person


class Sent:
    """The entries of a table that may be sent, as it plays."""

    def __init__(self, table: Driven) -> None:
        self.table = table
        self.unseen = Unseen(table.game, encode_table(table.first))

    def now(self) -> list[tuple[object, ...]]:
        """Every entry up to the horizon, without its times, and the state that may be sent."""
        entries = self.table.kept.entries
        for number in range(self.unseen.last_entry + 1, len(entries) + 1):
            self.unseen.follow_entry(Numbered(number, entries[number - 1]))  # type: ignore[arg-type]
        horizon = min(self.unseen.held_back, default=len(entries) + 1) - 1
        state = encode_table(self.unseen.table) if self.unseen.shows_all else b""
        return [
            *((e.kind, e.event, e.refused, e.person, e.prompt, e.line, e.raw) for e in entries[:horizon]),
            (state,),
        ]


@pytest.mark.sweep
@settings(max_examples=examples(80, at_night=1600))
@two_hole_cards
def test_a_table_sends_the_same_for_two_hole_cards_until_one_is_turned(
    code: str, holes: list[str], faces: list[str], numbers: list[int]
) -> None:
    """BJ-1.1-hole: in halts, refusals, incidents and corrections alike."""
    tables = [Driven(code, game="blackjack") for _ in holes]
    sent = [Sent(table) for table in tables]
    for one, _ in while_it_lies_face_down(tables, holes, faces, numbers):
        if one["round"] and one["round"]["status"] == "void":
            return  # nothing hangs on a card of a void round any more
        assert sent[0].now() == sent[1].now()


def test_a_contradiction_about_a_hole_card_is_sent_once_both_its_faces_may_be_seen() -> None:
    tables = [Driven("sv", game="blackjack") for _ in range(2)]
    sent = [Sent(table) for table in tables]
    others = {"5C": "9C", "7C": "2C"}
    for line in TYPED_OTHERWISE:
        other = {field: others.get(str(value), value) for field, value in line.items()}
        for table, each in zip(tables, (line, other), strict=True):
            assert table.take(each)["accepted"]
        assert sent[0].now() == sent[1].now()
    for line in OTHERWISE_OVER:
        assert "contradiction_found" not in [row[0] for row in sent[0].now()]
        tables[0].take(line)
    assert "contradiction_found" in [row[0] for row in sent[0].now()]


def test_no_state_is_sent_with_a_reading_ahead_that_may_be_of_the_hole_card() -> None:
    tables = [Driven("sv", game="blackjack") for _ in range(2)]
    sent = [Sent(table) for table in tables]
    read_5c = TYPED_OTHERWISE[-4]
    for table, read in zip(tables, (read_5c, {**read_5c, "card": "9C"}), strict=True):
        for line in (*TYPED_OTHERWISE[:-5], read):
            assert table.take(line)["accepted"]
    assert sent[0].now() == sent[1].now()
