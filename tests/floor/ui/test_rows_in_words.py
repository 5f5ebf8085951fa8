"""The rows of the wall's list in words, as written on the screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QPainter

from console.base.errors import Trouble
from console.base.words import LANGUAGES
from console.floor.alarms.items import CALLED, INFORMATION, AlarmKind, AlarmLine, Priority
from console.floor.alarms.watch import Watch
from console.floor.door import NoDoor
from console.floor.ui.appearance import IN_REASON, act_text, detail_text, reason_and_act
from console.floor.ui.rows import urgency_list
from console.floor.wall import EndedAccount, Reading, RefusedConsole
from console.table.ui.kit import column, lettering
from tests.base.words.catalogues import phrases, texts, words
from tests.floor.nights import calm, with_these
from tests.floor.readings import coming, fault, reading, shelf, table, waiting
from tests.floor.ui.wall_at_work import TO_LIST, TO_WALL, WallAtWork, WallOf
from tests.sweep import by_turns


@pytest.fixture
def shows(wall_of: WallOf, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[WallAtWork, list[str]]]:
    """Shows a reading in a language and a view: the window, and all texts that its list writes."""
    written = list[str]()
    write = lettering.write

    def noted(painter: QPainter, text: str, *rest: Any, **more: Any) -> float:
        written.append(text)
        return write(painter, text, *rest, **more)

    def wall_and_texts(reading: Reading, language: str, key: Qt.Key) -> tuple[WallAtWork, list[str]]:
        floor = wall_of(reading)
        floor.window.speak(language)
        floor.press(key)
        for module in (lettering, column, urgency_list):
            monkeypatch.setattr(module, "write", noted)
        written.clear()
        floor.window.views.list.grab()
        return floor, written

    return wall_and_texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_of_a_halt_stays_in_its_row_while_a_pit_boss_is_coming(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str
) -> None:
    halt = waiting("x", "halt", taken=coming(), round_open=True, reason="number_differs")
    floor, written = shows(reading(*with_these(calm(12), {7: halt})), language, Qt.Key.Key_Slash)
    floor.window.views.escape()
    written.clear()
    floor.window.views.list.grab()
    line = floor.lines[0]
    assert line.item is not None and line.by in written
    assert "".join(detail_text(words(language), line.item).split()) in "".join("".join(written).split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_one_row_of_all_calm_tables_is_written_whole(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str
) -> None:
    floor, written = shows(reading(*calm(12)), language, Qt.Key.Key_F2)
    assert words(language).count("floor.calm", 12) in written
    assert floor.places == [words(language).count("floor.calm", 12)]


def test_alarms_set_aside_have_their_own_heading_and_name_who_is_coming(
    shows: Callable[..., tuple[WallAtWork, list[str]]],
) -> None:
    aside = replace(waiting("x", "call", taken=coming()), shelved=(shelf("call 7"),))
    device = table("x", faults=fault("shoe"), round_open=True, shelved=(shelf("device shoe"),))
    floor, written = shows(reading(*with_these(calm(12), {1: aside, 4: device})), "en", Qt.Key.Key_F4)
    assert "Set aside" in written and "Who is coming" not in written
    details = {line.place: line.detail for line in floor.lines}
    assert "Jonas is coming" in details["B2"] and "Jonas" not in details["J5"]
    floor.press(TO_LIST)
    written.clear()
    floor.window.views.list.grab()
    assert "Who is coming" in written and "Set aside" not in written


@pytest.mark.sweep(2)
@pytest.mark.parametrize(("language", "name"), by_turns(LANGUAGES, ["Table 10", "Baccarat at the window 12"]))
def test_the_advice_about_a_refused_console_is_whole_in_the_wide_list(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str, name: str
) -> None:
    refused = RefusedConsole(why="name", asked=name, age=3.0)
    device = replace(table("x", round_open=True), silence=40.0, refused=refused)
    floor, written = shows(reading(*with_these(calm(12), {9: device})), language, Qt.Key.Key_F2)
    written.clear()
    floor.window.views.list.grab()
    advice = words(language).text("floor.refused.name", asked=name)
    assert "".join(advice.split()) in "".join("".join(written).split())


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    ("language", "trouble"), by_turns(LANGUAGES, [*sorted(set(Trouble) - {Trouble.GONE})])
)
def test_the_reason_and_the_advice_when_nothing_is_heard_are_written_whole(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str, trouble: Trouble
) -> None:
    floor, written = shows(reading(*calm(12)), language, TO_LIST)
    floor.clock.advance(10.0)
    floor.window.line.missed.emit(NoDoor("no", trouble))
    floor.window.alarms.count_on()
    advice = words(language).text(f"floor.unreached.{trouble}")
    for view in (TO_LIST, TO_WALL):
        floor.press(view)
        written.clear()
        floor.window.views.list.grab()
        assert "".join(advice.split()) in "".join("".join(written).split()), view


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_server_and_a_wrong_clock_say_so_in_their_rows(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str
) -> None:
    tables = with_these(calm(12), {7: table("x", clock_ahead=-3600.0), **dict.fromkeys((1, 2), _SILENT)})
    say = words(language)
    for key in (TO_WALL, TO_LIST):
        floor, written = shows(replace(reading(*tables), full_for=65.0), language, key)
        first, clock, silence = floor.lines[:3]
        assert (first.what, first.wait) == (say.text("floor.what.cant_store"), "1:05")
        assert silence.place == say.count("floor.tables", 2), "two of twelve are not all"
        assert clock.place == tables[7].name
        told = "".join("".join(written).split())
        for text in (
            say.text("floor.unreached.full"),
            say.text("floor.clock", span=say.text("floor.hours", hours=1)),
        ):
            assert "".join(text.split()) in told


_SILENT = table("x", silence=65.0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_disputes_that_are_only_counted_stand_in_the_row(language: str) -> None:
    watch = Watch.new_watch(0.0).after_reading(
        reading(table("B1", disputed="rewritten", more_disputes=1234)), 0.0
    )
    (item,) = watch.moment(0.0).items
    assert detail_text(words(language), item).endswith("1234件" if language == "ja" else "1234")


_ENDED: dict[str, dict[str, Any]] = {
    "slowed": {"is_slowed": True},
    "failing": {"is_failing": True},
    "settings": {"table": "", "is_locked": True, "why": "settings"},
    "password": {"table": "", "is_locked": True, "why": "password"},
    "locked": {"table": "", "is_locked": True, "why": "locked"},
    "far": {"address": "2001:db8:85a3::8a2e:370:7334"},
}
"""The acts of an account, each with a row of its own; those of a window where it was locked."""


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_account_did_and_what_to_do_about_it_is_written_whole(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str
) -> None:
    ended = tuple(
        EndedAccount(**{"table": called, "called": called, "is_locked": False, "age": 95.0, **how})
        for called, how in _ENDED.items()
    )
    for key in (TO_WALL, TO_LIST):
        floor, written = shows(replace(reading(*calm(12)), ended=ended), language, key)
        told = "".join("".join(written).split())
        items = [line.item for line in floor.lines if line.item is not None]
        assert len(items) == len(_ENDED)
        said = [reason_and_act(words(language), item) for item in items]
        assert [text for text in said if "".join(text.split()) not in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_of_a_row_lie_within_it_and_not_on_one_another(
    wall_of: WallOf, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    ended = tuple(
        EndedAccount(**{"table": called, "called": called, "is_locked": False, "age": 95.0, **how})
        for called, how in _ENDED.items()
    )
    halt = waiting("x", "halt", round_open=True, reason="number_differs")
    floor = wall_of(replace(reading(*with_these(calm(12), {7: halt})), ended=ended))
    floor.window.speak(language)
    floor.press(TO_WALL)
    write, extents = lettering.write, dict[int, list[tuple[float, float]]]()

    def noted(painter: QPainter, text: str, x: float, y: float, face: QFont, *rest: Any, **how: Any) -> float:
        to = painter.combinedTransform()
        middle, half = to.map(QPointF(x, y)), 0.48 * face.pixelSize() * to.m22()
        extents.setdefault(round(middle.x()), []).append((middle.y() - half, middle.y() + half))
        return write(painter, text, x, y, face, *rest, **how)

    for module in (lettering, column, urgency_list):
        monkeypatch.setattr(module, "write", noted)
    rows = [row for row in floor.window.views.list.rows if not row.isHidden()]
    assert len(rows) > 4
    for row in rows:
        extents.clear()
        row.grab()
        for lines in map(sorted, extents.values()):
            assert lines[0][0] >= 0 and lines[-1][1] <= row.height()
            assert all(above[1] <= beneath[0] for above, beneath in pairwise(lines))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reason_and_the_act_of_each_alarm_are_written_whole(
    shows: Callable[..., tuple[WallAtWork, list[str]]], language: str
) -> None:
    alarming = {
        0: table("x", standing="cant_record"),
        1: table("x", disputed="rewritten", more_disputes=12),
        2: table("x", silence=65.0, switch="S1"),
        4: table("x", faults=fault("shoe"), round_open=True),
        5: table("x", clock_ahead=-3600.0),
        7: table("x", unsealed=True),
    }
    for key in (TO_WALL, TO_LIST):
        floor, written = shows(reading(*with_these(calm(12), alarming)), language, key)
        told = "".join("".join(written).split())
        items = [line.item for line in floor.lines if line.item is not None]
        assert len({item.what for item in items}) == len(alarming)
        said = [reason_and_act(words(language), item) for item in items]
        assert [text for text in said if "".join(text.split()) not in told] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_alarms_row_says_what_its_reader_does_about_it_or_it_is_a_record(language: str) -> None:
    """By a key, by its reason or by a sentence of its own; what nobody can do anything about is no alarm."""
    say, without = words(language), set[AlarmKind]()
    for kind in AlarmKind:
        item = AlarmLine(key="k", what=kind, priority=Priority.LOW, tables=("T1",), wait=1.0, call=1)
        if not (act_text(say, item) or kind in IN_REASON or (kind in CALLED and item.can_take)):
            without.add(kind)
    assert without == INFORMATION


_REASONS = (
    "refused",
    "unreached",
    "nobody_here",
    "ended.here",
    "ended.from",
    "slowed",
    "failing",
    "said.outside",
)


@pytest.mark.sweep
def test_a_reason_that_says_the_act_has_a_clause_for_it() -> None:
    reasons = [
        key
        for key in phrases("en")
        for reason in _REASONS
        if key == f"floor.{reason}" or key.startswith(f"floor.{reason}.")
    ]
    assert len(reasons) > 20
    for language in LANGUAGES:
        said = phrases(language)
        of = {key: texts(said[key])[0] for key in reasons}
        assert [key for key, text in of.items() if len(re.split(r"[:;.?] |[：。？](?=.)", text)) < 2] == []
