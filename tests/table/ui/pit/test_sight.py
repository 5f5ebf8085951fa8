"""The view in front of a person at a press goes with the press, and decides if it is taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import ShownTable, lines
from console.table.core.state.events import SeenView
from console.table.ui.incident.stage import Stage
from console.table.ui.window import TableLine
from tests.table.ui.harness.straight import Straight, straight


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot, "lt") as table:
        yield table


def not_taken(table: Straight) -> str | None:
    return table.window.dealer.prompt.text.not_taken


def entries_of(table: Straight) -> list[tuple[str, str | None]]:
    return [(each.kind, each.refused) for each in table.kept.entries]


def last(table: Straight, kind: str) -> dict[str, Any]:
    """The last event of a kind."""
    entries = [each for each in table.kept.entries if each.kind == kind]
    found: dict[str, Any] = msgspec.json.decode(entries[-1].event)
    return found


def at_an_outcome(table: Straight) -> None:
    """P1 is at the screen, before LT-BAC-18b: a card fell, nobody saw it."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    table.take({"do": "card", "card": "9H"})
    table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1, "seen": False}, "by": "D1"})
    table.key(Qt.Key.Key_F4)
    table.pin()
    assert table.window.dealer.incident_stage is Stage.OUTCOME
    assert table.view.view.incident is not None and table.view.view.incident.clause == "LT-BAC-18b"


def test_an_outcome_that_was_changed_while_its_key_was_pressed_is_not_authorised(table: Straight) -> None:
    """LT-BAC-18a, LT-BAC-18b: the other answer is being saved; the screen still shows the old outcome.

    The other answer comes from another screen, so that this one's keys are not held back by its own press.
    """
    at_an_outcome(table)
    table.clock.advance(2.0)
    other = lines.Answer("P1", {"seen": True})
    table.line.waiting.append((msgspec.json.encode(other), False))  # its commit takes seconds
    table.clock.advance(0.7)
    QTest.mouseClick(table.window.dealer.incident.bar.primary, Qt.MouseButton.LeftButton)
    table.settle()
    assert entries_of(table)[-2:] == [("incident_answered", None), ("outcome_authorised", "stale")]
    incident = table.view.view.incident
    assert incident is not None
    assert (incident.clause, incident.state) == ("LT-BAC-18a", "awaiting")
    assert (
        not_taken(table)
        == "Not accepted: you pressed while the screen still showed “Round void, bets go back LT-BAC-18b”"
    )


def test_the_press_says_which_view_was_painted_and_for_how_long(table: Straight) -> None:
    at_an_outcome(table)
    entry = table.view.view.entry
    table.clock.advance(1.3)
    table.take({"do": "say", "text": "the camera has it", "by": "D1"})  # changes nothing of what is asked
    table.clock.advance(0.5)
    QTest.mouseClick(table.window.dealer.incident.bar.primary, Qt.MouseButton.LeftButton)
    table.settle()
    assert last(table, "outcome_authorised")["seen"] == {"entry": entry, "ms": 1800}
    assert ("outcome_authorised", None) in entries_of(table)


def test_after_a_view_that_the_window_never_had_the_next_one_is_the_painted_one(table: Straight) -> None:
    """The question may have gone and come back in it: a press for the older one would be stale for good."""
    at_an_outcome(table)
    entry = table.view.view.entry
    table.clock.advance(1.3)
    for on in (True, False):
        view = table.session.take(msgspec.json.encode({"do": "call", "on": on, "by": "P1"}))
    table.window.show_table(ShownTable(view, table.session.table, None))
    table.clock.advance(0.5)
    said = table.window.sight.with_seen_view(lines.Authorise("P1"))
    assert isinstance(said, lines.Authorise) and said.seen == SeenView(entry + 2, 500)


def test_an_unpainted_view_does_not_count_as_seen(table: Straight) -> None:
    """Two lines come within milliseconds; the window has the second one's view, and has not painted it."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    for card in ("9H", "2S", "KD", "4C"):
        table.take({"do": "card", "card": card})
    table.clock.advance(1.0)
    screen = table.window.dealer
    view = table.session.take(b'{"do":"card","card":"8D"}')
    table.window.show_table(ShownTable(view, table.session.table, None))
    seen = table.window.sight.with_seen_view(lines.Done("D1"))
    assert isinstance(seen, lines.Done) and isinstance(seen.seen, msgspec.Struct)
    assert seen.seen.entry == view.entry - 1
    assert table.session.take(msgspec.json.encode(seen)).refused == "stale"
    assert screen.isVisible()


def test_a_press_names_the_file_of_its_view_even_if_the_view_looks_the_same(table: Straight) -> None:
    """After a file was set aside the new one's view may look the same, and its entry have the same number."""
    table.clock.advance(1.0)
    view = replace(table.view.view, file=1)
    table.window.show_table(ShownTable(view, table.session.table, None))
    table.clock.advance(1.0)
    said = table.window.sight.with_seen_view(lines.Done("D1"))
    assert isinstance(said, lines.Done)
    assert said.seen == SeenView(view.entry, 1000, file=1)


def test_a_refused_press_is_explained_until_the_next_line_is_taken(table: Straight) -> None:
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    for card in ("9H", "2S", "KD", "4C"):
        table.take({"do": "card", "card": card})
    table.clock.advance(1.0)
    table.line.waiting.append((b'{"do":"done","by":"D1"}', False))
    QTest.keyClick(table.window.dealer, Qt.Key.Key_Return)
    table.settle()
    assert table.view.view.phase == "collecting"
    assert (
        not_taken(table) == "Not accepted: you pressed while the screen still showed “Announce: player wins”"
    )
    assert table.window.dealer.band.isHidden(), "no banner says it"
    for language in LANGUAGES:
        table.window.speak(language)
        note = not_taken(table)
        assert note is not None and "{" not in note
    table.key(Qt.Key.Key_Return)
    assert table.view.view.phase == "betting" and not_taken(table) is None


def test_no_line_of_a_person_goes_to_the_table_without_it() -> None:
    class Deaf:
        def submit(self, line: bytes) -> None:
            raise AssertionError("it was given")

    line = TableLine(Deaf())  # type: ignore[arg-type]
    for each in (lines.Done("D1"), lines.Call("D1", True), lines.Remark("D1", "so")):
        with pytest.raises(AssertionError, match="stood before"):
            line.send_line(each)


def a_card_too_many(table: Straight) -> None:
    """LT-BAC-24: a fifth card halts a coup of four, and P1 has come."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    for card in ("9H", "2S", "KD", "4C", "8D"):
        table.take({"do": "card", "card": card})
    table.key(Qt.Key.Key_F4)
    table.pin()


def seen_in(table: Straight, entry: int) -> int:
    """The entry of the view that the author of an entry's line saw."""
    line = table.kept.entries[entry].line
    assert line is not None
    return int(msgspec.json.decode(line)["seen"]["entry"])


@pytest.mark.parametrize("key", ["decide", "wrong"])
def test_a_pit_boss_confirms_the_noticed_kind_by_a_press_of_its_own(table: Straight, key: str) -> None:
    """LT-BAC-24a: no entry answers a question that was not painted at that press."""
    a_card_too_many(table)
    screen, before = table.window.dealer, len(table.kept.entries)
    table.touch(screen.bar.primary if key == "decide" else screen.bar.wrong)
    assert [kind for kind, _ in entries_of(table)][before:] == ["incident_reported"]
    assert table.view.view.prompt.fact == "kind"
    kinds = screen.incident.zone.kinds
    lit = [tile for tile in kinds.tiles if tile.isVisible() and tile.chosen]
    noticed = kinds.tiles[kinds.page_kinds(table.view).index("extra_card_drawn")]
    assert lit == [noticed], "the noticed kind is lit"
    asked = table.view.view.entry
    table.touch(screen.incident.bar.primary)
    assert [kind for kind, _ in entries_of(table)][before:] == ["incident_reported", "incident_answered"]
    assert all(refused is None for _, refused in entries_of(table)[before:])
    assert seen_in(table, before + 1) == asked
    incident = table.view.view.incident
    assert incident is not None and incident.kind == "extra_card_drawn"
    assert incident.state in ("facts", "awaiting")


def test_two_touches_of_decide_choose_no_kind_that_was_not_yet_shown(table: Straight) -> None:
    """The second one lies where the kind's own press comes up."""
    a_card_too_many(table)
    screen, before = table.window.dealer, len(table.kept.entries)
    table.clock.advance(0.5)
    QTest.mouseClick(screen.bar.primary, Qt.MouseButton.LeftButton)
    table.settle()
    table.clock.advance(0.15)
    QTest.mouseClick(screen.incident.bar.primary, Qt.MouseButton.LeftButton)
    table.settle()
    assert [kind for kind, _ in entries_of(table)][before:] == ["incident_reported"]


def test_another_kind_than_the_noticed_one_can_be_reported(table: Straight) -> None:
    a_card_too_many(table)
    screen = table.window.dealer
    table.touch(screen.bar.primary)
    kinds = screen.incident.zone.kinds
    table.touch(kinds.tiles[kinds.page_kinds(table.view).index("card_fell")])
    incident = table.view.view.incident
    assert incident is not None and incident.kind == "card_fell"


def shown_for(table: Straight, kind: str) -> int:
    """The milliseconds that a press says; never more than have passed since the entry that it names."""
    seen, pressed = last(table, kind)["seen"], table.kept.entries[-1]
    assert pressed.kind == kind
    age = pressed.at - table.kept.entries[seen["entry"] - 1].at
    assert seen["ms"] <= age.total_seconds() * 1000
    return int(seen["ms"])


@pytest.mark.parametrize("signed_in", [False, True], ids=["comes", "at another window"])
def test_a_pit_boss_has_seen_a_question_only_since_the_sign_in(table: Straight, *, signed_in: bool) -> None:
    """LT-BAC-18: the dealer's question had stood for half a minute when the pit boss came."""
    for state in ("open", "closed"):
        table.take({"do": "bets", "state": state})
    table.take({"do": "card", "card": "9H"})
    if signed_in:
        table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"})
    table.clock.advance(30.0)
    table.key(Qt.Key.Key_F4)
    table.pin()
    table.clock.advance(2.0)
    table.key(Qt.Key.Key_1)
    assert last(table, "incident_answered")["by"] == "P1"
    assert shown_for(table, "incident_answered") == 2500


def test_a_page_has_been_seen_only_since_the_way_back_to_it(table: Straight) -> None:
    a_card_too_many(table)
    screen = table.window.dealer
    kinds = screen.incident.zone.kinds
    table.touch(screen.bar.primary)
    table.clock.advance(20.0)
    table.touch(kinds.tiles[kinds.page_kinds(table.view).index("card_fell")])
    assert shown_for(table, "incident_answered") == 20500
    table.clock.advance(5.0)
    table.key(Qt.Key.Key_Escape)
    assert screen.incident_stage is Stage.KIND
    table.clock.advance(1.0)
    table.touch(kinds.tiles[kinds.page_kinds(table.view).index("extra_card_drawn")])
    assert shown_for(table, "incident_answered") == 1500
