"""Shipped rehearsals through their real windows: to a right end, to a wrong one, and pressed at random.

Some of them here, of every game, language and rulebook; ``python3 -m tests rehearsals`` plays all.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.rehearsals.result import Way
from console.rehearsals.script import built_in_rehearsals
from console.table.game import rulebook_ids
from tests.rehearsals.ui.hands import (
    GIVEN,
    WRONG,
    Hands,
    RehearsalCase,
    cases,
    given,
    result_by_hands,
    theatre_of,
)
from tests.sweep import sampled

pytestmark = pytest.mark.usefixtures("bare_felt")

ALL = cases(built_in_rehearsals())
BY_DAY, IN_A_SWEEP = 13, 11
"""One rehearsal in this number is played: no step has a factor in common with parts, ways, languages or
rulebooks.
"""


def each_in(step: int) -> list[RehearsalCase]:
    """One case in so many, and the first with a part, way, language, rulebook or game that these lack."""
    games = {each.name: each.script.game for each in built_in_rehearsals()}
    some, seen = list[RehearsalCase](), set[str]()
    for case in (*ALL[::step], *ALL):
        has = {case.part, case.way, case.language, f"by {case.rules}", games[case.name]}
        if case not in some and (len(some) < len(ALL[::step]) or has - seen):
            some.append(case)
            seen |= has
    return some


SOME = sampled(each_in(IN_A_SWEEP), each_in(BY_DAY))
WRONGLY = [(case, WRONG[at // 2 % len(WRONG)]) for at, case in enumerate(SOME)]
"""Each way of being wrong by a dealer and by a pit boss, and each in two ways of rehearsing."""


def named(value: RehearsalCase | str) -> str:
    """A case by its rehearsal's name."""
    return value.name if isinstance(value, RehearsalCase) else value


@pytest.mark.parametrize("step", [BY_DAY, IN_A_SWEEP])
def test_the_played_rehearsals_cover_parts_ways_languages_rulebooks_and_games(step: int) -> None:
    some = each_in(step)
    games = {each.name: each.script.game for each in built_in_rehearsals()}
    assert {case.part for case in some} == set(GIVEN)
    assert {case.way for case in some} == set(Way)
    assert {case.language for case in some} == set(LANGUAGES)
    assert {case.rules for case in some} == set(rulebook_ids())
    assert {games[case.name] for case in some} == set(games.values())


def test_the_wrong_plays_cover_each_way_in_each_part() -> None:
    assert {(case.part, wrong) for case, wrong in WRONGLY} == set(product(GIVEN, WRONG))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("case", SOME, ids=named)
def test_a_shipped_rehearsal_is_passed_by_who_does_what_is_right(qtbot: QtBot, case: RehearsalCase) -> None:
    result = result_by_hands(case)
    assert result.passed, [line for line in result.lines if not line.good]
    assert result.ended == "played"


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("case", "wrong"), WRONGLY, ids=named)
def test_a_shipped_rehearsal_is_failed_by_who_is_wrong_once(
    qtbot: QtBot, case: RehearsalCase, wrong: str
) -> None:
    result = result_by_hands(case, wrong)
    assert not result.passed


@pytest.mark.sweep
def test_the_ways_to_the_same_end_score_the_same(qtbot: QtBot) -> None:
    """Guided or alone, with other presses on the way: the points are those of the end."""
    results = [
        result_by_hands(RehearsalCase("baccarat-card-drops", "lt", "en", "pit_boss", way))
        for way in (Way.GUIDED, Way.ALONE)
    ]
    assert [(each.passed, each.score) for each in results] == [(True, 100), (True, 100)]
    points = [[(line.judged, line.points) for line in each.lines] for each in results]
    assert points[0] == points[1]


KEYS = (
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_1,
    Qt.Key.Key_3,
    Qt.Key.Key_F2,
    Qt.Key.Key_F3,
    Qt.Key.Key_F4,
    Qt.Key.Key_F6,
    Qt.Key.Key_F7,
    Qt.Key.Key_F9,
)


def press_something(hands: Hands, chance: random.Random) -> None:
    """Any button that can be touched, or any key; never the tile of what really happened."""
    window, truth = hands.window, hands.truth
    kinds = window.dealer.incident.zone.kinds
    shown = (
        kinds.page_kinds(window.people_here.view)
        if window.people_here.view is not None and kinds.isVisible()
        else ()
    )
    right = [tile for tile, kind in zip(kinds.tiles, shown, strict=False) if truth and kind == truth[0]]
    buttons = [
        each
        for each in window.findChildren(QAbstractButton)
        if each.isVisible() and each.isEnabled() and each not in right and each.window() is window
    ]
    hands.clock.advance(0.5)
    if chance.random() < 0.25 or not buttons:
        key = chance.choice(KEYS)
        if not (right and key in (Qt.Key.Key_1, Qt.Key.Key_3)):
            QTest.keyClick(window.focusWidget() or window.dealer, key)
    else:
        QTest.mouseClick(chance.choice(buttons), Qt.MouseButton.LeftButton)
    QCoreApplication.processEvents()


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("seed", "name", "rules", "who", "way"),
    [
        (1, "baccarat-card-drops", "sv", "P1", Way.ALONE),
        (2, "blackjack-hole-card-shown", "lt", "D1", Way.GUIDED),
        (3, "roulette-ball-leaves-wheel", "de", "P1", Way.UNDER_TIME),
    ],
)
def test_wrong_presses_never_crash_it_and_never_pass_it(
    qtbot: QtBot, seed: int, name: str, rules: str, who: str, way: Way
) -> None:
    chance, language = random.Random(seed), ("ja", "is", "lt")[seed % 3]
    with theatre_of(rules, language, way) as hands:
        hands.begin(given(language, who), name)
        for _ in range(160):
            if hands.theatre.window is None:
                break
            press_something(hands, chance)
            if hands.theatre.window is not None:
                hands.look()
        if hands.theatre.window is not None:
            hands.window.leave()
        result = hands.run.result
        assert result is not None
        assert not result.passed
        desk = hands.theatre.desk
        page = desk.exam_page if way is Way.UNDER_TIME else desk.debriefing
        assert page.isVisibleTo(desk)
