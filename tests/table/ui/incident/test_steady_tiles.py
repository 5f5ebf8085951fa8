"""Tiles stay where a finger finds them: those of what went wrong; two answers of a checked ball."""

from __future__ import annotations

import random
from collections import Counter
from itertools import groupby
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import Actor, DealerView, Prompt
from console.table.core.state.views import Offer
from console.table.ui.felt import on_screen
from console.table.ui.hands import PressGuard
from console.table.ui.incident.panels.kinds import KindTiles
from console.table.ui.incident.panels.question import _boxes
from console.table.ui.incident.stage import Stage
from tests.instruments.pictures.text_measure import flaws, texts_of
from tests.table.core.tables import CODES, Driven, book, words
from tests.table.ui.harness import instant
from tests.table.ui.harness.instant import Instant
from tests.table.ui.incident.test_presses import choose_kind
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.tables import changed, dealer_view
from tests.table.ui.samples.tables import view as at_play

GAMES = ("baccarat", "blackjack", "roulette", "dragon_tiger")
OPEN = {"do": "bets", "state": "open"}
CLOSED = {"do": "bets", "state": "closed"}
NUMBER = {"do": "number", "number": 17, "source": "reader"}


def spin_line(turns: int) -> dict[str, Any]:
    return {"do": "spin", "turns": turns, "direction": "against", "by": "D1"}


def window_of(qtbot: QtBot, table: Driven, *lines: dict[str, Any]) -> Instant:
    for line in lines:
        assert table.take(line)["refused"] in (None, "halted"), line
    at = Instant(qtbot, table.game.name, table.code)
    at.put_to(table)
    return at


def comes(at: Instant, line: dict[str, Any]) -> None:
    """A reading while the page stands open."""
    import msgspec

    sent = msgspec.json.encode(line)
    at.station.show(at.session.take(sent), sent)


def test_a_number_that_comes_moves_no_tile_and_lights_what_can_be_since(qtbot: QtBot) -> None:
    """LT-ROU-33: one pressed 'Wrong number' and got 'Play can't go on'."""
    at = window_of(qtbot, Driven("lt", game="roulette"), OPEN, CLOSED, spin_line(2))
    at.press(at.screen.bar.wrong)
    tiles = at.screen.incident.zone.kinds
    opened = tiles.page_kinds(at.window.people_here.view)
    assert tiles.tiles[opened.index("no_spin")].noticed
    lit = {kind for kind, tile in zip(opened, tiles.tiles, strict=False) if tile.isEnabled()}
    comes(at, NUMBER)
    comes(at, {"do": "withdraw", "by": "P1", "reason": "the video shows a spin"})
    comes(at, spin_line(4))
    assert at.session.view().phase == "result"
    assert tiles.isVisible() and tiles.page_kinds(at.window.people_here.view) == opened
    now = {kind for kind, tile in zip(opened, tiles.tiles, strict=False) if tile.isEnabled()}
    assert "wrong_number_recorded" in now - lit and "not_read" in lit - now


def _learnt(view: DealerView) -> dict[str, tuple[int, int, str]]:
    """The page, the place and the key of every kind, as a person who goes through the pages finds them."""
    screen = KindTiles(PressGuard(lambda: 10.0), words("en"))
    screen.begin()
    screen.show_view(view, words("en"))
    while screen.is_later_page:
        screen.page_back()
    found: dict[str, tuple[int, int, str]] = {}
    for page in range(3):
        screen.show_view(view, words("en"))
        shown = screen.page_kinds(view)
        found |= {kind: (page, at, screen.tiles[at].key) for at, kind in enumerate(shown) if kind}
        if "" not in shown:
            break
        screen.press(shown.index(""))
    return found


@pytest.mark.parametrize(("game", "rules"), [(game, rules) for game in GAMES for rules in CODES])
def test_a_kind_has_its_page_place_and_key_whatever_can_be_now(qtbot: QtBot, game: str, rules: str) -> None:
    """TB-23: the wrong kind was reported by a key that had been learnt."""
    kinds = tuple(book(rules).rules_of(game).incidents.kinds)
    view = dealer_view(at_play("dealing", Prompt("deal", Actor.DEALER, ())), game=game, rules=rules)
    chance = random.Random(23)
    learnt = _learnt(changed(view, every_kind=kinds, kinds=kinds))
    assert learnt.keys() == set(kinds)
    assert len({key for _, _, key in learnt.values()}) == len(kinds), "no two kinds have one key"
    for _ in range(20):
        now = tuple(chance.sample(kinds, chance.randrange(len(kinds) + 1)))
        offer = Offer(chance.choice(kinds), {})
        at = changed(view, every_kind=kinds, kinds=now, view=replace(view.view, offer=offer))
        assert _learnt(at) == learnt


@pytest.mark.parametrize("game", GAMES)
def test_the_places_of_the_tiles_are_those_of_all_kinds_of_all_rulebooks(game: str) -> None:
    places = on_screen(game).kinds
    kinds = {kind for rules in CODES for kind in book(rules).rules_of(game).incidents.kinds}
    assert len(set(places)) == len(places) and set(places) == kinds


def test_the_page_of_the_noticed_kind_is_shown_first(qtbot: QtBot) -> None:
    tiles = KindTiles(PressGuard(lambda: 10.0), words("en"))
    qtbot.addWidget(tiles)
    view = changed(INCIDENT_SAMPLES["d7-offered"], kinds=("card_fell", "wrong_card_set"))
    for noticed, page in (("extra_card_drawn", 0), ("wrong_card_set", 1)):
        offered = changed(view, view=replace(view.view, offer=Offer(noticed, {})))
        tiles.begin()
        tiles.show_view(offered, words("en"))
        assert noticed in tiles.page_kinds(offered) and tiles.is_later_page is bool(page)
    only_late = changed(view, kinds=("over_burn",), view=replace(view.view, offer=None))
    tiles.begin()
    tiles.show_view(only_late, words("en"))
    assert "over_burn" in tiles.page_kinds(only_late), "else nothing that can be now is on the page"


def test_the_key_of_a_kind_on_another_page_shows_that_page_and_chooses_nothing(qtbot: QtBot) -> None:
    tiles = KindTiles(PressGuard(lambda: 10.0), words("en"))
    qtbot.addWidget(tiles)
    tiles.resize(1280, 416)
    view = INCIDENT_SAMPLES["p1-kind"]
    chosen: list[str] = []
    tiles.chosen.connect(lambda kind, facts: chosen.append(kind))
    tiles.begin()
    tiles.show_view(view, words("en"))
    tiles.press_key("c")
    assert tiles.is_later_page and not chosen
    tiles.press_key("c")
    assert chosen == [tiles.page_kinds(view)[0]]


@pytest.mark.parametrize("damaged", (True, False))
def test_a_ball_that_was_picked_up_is_judged_in_one_press(qtbot: QtBot, *, damaged: bool) -> None:
    """LT-ROU-29: another ball is brought only for one that is damaged."""
    report = {"do": "incident", "by": "P1", "kind": "ball_out"}
    lines = (OPEN, CLOSED, spin_line(4), report)
    at = window_of(qtbot, Driven("de", game="roulette"), *lines)
    assert at.session.view().prompt.action == "pick_up_ball", "nobody is asked about a ball out of reach"
    at.press(at.screen.bar.primary)
    assert at.session.view().prompt.action == "check_ball"
    at.pit_boss_comes(at.screen.bar.primary)
    bar, text = at.screen.bar, words("en").text
    labels = (bar.primary.text(), bar.second.text(), bar.third.text())
    keys = ("button.step.check_ball", "step.check_ball.damaged", "button.skip_step")
    assert labels == tuple(map(text, keys))
    at.press(bar.second if damaged else bar.primary)
    assert at.session.view().prompt.action == ("replace_ball" if damaged else "spin")


@pytest.mark.parametrize(("key", "at"), [("9", 8), ("0", 9), ("A", 10), ("b", 11)])
def test_each_of_the_twelve_tiles_has_a_key_that_stands_on_it(qtbot: QtBot, key: str, at: int) -> None:
    tiles = KindTiles(PressGuard(lambda: 10.0), words("en"))
    qtbot.addWidget(tiles)
    tiles.resize(1280, 416)
    view = INCIDENT_SAMPLES["p1-kind"]
    tiles.show_view(view, words("en"))
    assert [tile.key for tile in tiles.tiles] == list("1234567890AB")
    pressed: list[int] = []
    for place, tile in enumerate(tiles.tiles):
        tile.setEnabled(True)
        tile.clicked.connect(lambda _=False, place=place: pressed.append(place))
    tiles.press_key(key)
    assert pressed == [at]


def rows_of(boxes: list[QRectF]) -> list[int]:
    """The number of tiles in each row, from above."""
    return list(Counter(round(box.top()) for box in boxes).values())


@pytest.mark.parametrize("numbers", (True, False))
def test_no_answers_tile_stands_alone_in_the_last_row(*, numbers: bool) -> None:
    for count in range(1, 41):
        rows = rows_of(_boxes(count, 1280, 416, numbers=numbers))
        assert sum(rows) == count and (len(rows) == 1 or rows[-1] > 1), (count, rows)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("code", ("lt", "de"))
@pytest.mark.parametrize("game", ("baccarat", "blackjack"))
def test_no_tile_with_several_facts_stands_alone_in_the_last_row(qtbot: QtBot, game: str, code: str) -> None:
    """'Too many first cards' and a misread card had a last count by itself, with few cards out."""
    at, seen = Instant(qtbot, game, code), set[str]()
    seats: dict[str, Any] = {"do": "seats", "seats": [1, 3]}
    for out in range(1, 6):
        dealt = [{"do": "card", "card": face} for face in ("4H", "9S", "8D", "7C", "5H")[:out]]
        for kind in ("too_many_hands", "misread", "double_scan", "stuck_cards", "card_fell"):
            table = Driven(code, game=game)
            lines = (OPEN, *((seats,) if game == "blackjack" else ()), CLOSED, *dealt)
            for line in (*lines, {"do": "incident", "by": "D1", "kind": kind}):
                table.take(line)
            if table.table.incident is None:
                continue
            at.put_to(table)
            facts = at.screen.incident.zone.facts
            rows = rows_of([QRectF(each.geometry()) for each in facts.answer_tiles if not each.isHidden()])
            assert len(rows) == 1 or rows[-1] > 1, (kind, out, rows, facts.ways)
            seen |= {kind} if len(facts.ways) > 1 else set()
    assert "card_fell" in seen and ("too_many_hands" if game == "blackjack" else "misread") in seen


@pytest.mark.parametrize("code", ("lt", "de"))
def test_a_question_is_not_counted_that_the_table_answers_itself(qtbot: QtBot, code: str) -> None:
    """LT-BJ-2.3.8: which seat is asked; its total is known then, and is the second question of nobody."""
    table = Driven(code, game="blackjack")
    seats = {"do": "seats", "seats": [1, 3]}
    dealt = ({"do": "card", "card": face} for face in ("TH", "9S", "8D", "7C", "5H", "9C"))
    passed = {"do": "decision", "seat": 1, "hand": 1, "choice": "timeout"}
    at = window_of(qtbot, table, OPEN, seats, CLOSED, *dealt, passed)
    at.press(at.screen.bar.wrong)
    choose_kind(at, "no_chance_to_act")
    assert at.session.view().prompt.fact == "seat"
    assert (
        at.screen.prompt.text.actor.endswith("QUESTION 1 OF 1") or "OF 2" not in at.screen.prompt.text.actor
    )
    at.press(at.screen.incident.zone.facts.answer_tiles[0])
    incident = at.session.view().incident
    assert incident is not None and incident.state == "awaiting" and incident.facts["total"] == 17


@pytest.mark.parametrize("language", ["ja", "de"])
def test_seven_causes_stand_in_two_rows_each_with_its_picture_and_its_key(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """LT-ROU-27b: the question where the reader has sent a number already."""
    for name in ("D1", "P1"):
        monkeypatch.setattr(instant, name, replace(getattr(instant, name), language=language))
    at = window_of(qtbot, Driven("lt", game="roulette"), OPEN, CLOSED, NUMBER)
    at.press(at.screen.bar.wrong)
    choose_kind(at, "no_spin")
    facts = at.screen.incident.zone.facts
    tiles = [choice for choice in facts.answer_tiles if not choice.isHidden()]
    assert [len(list(row)) for _, row in groupby(tiles, key=lambda tile: tile.y())] == [4, 3]
    drawn = [each.text for each in texts_of(facts)]
    assert all(tile.picture is not None and tile.key in drawn for tile in tiles)
    assert flaws(at.screen) == []


@pytest.mark.sweep(1)
@pytest.mark.parametrize("again", [True, False], ids=["from a question", "at a report without a kind"])
def test_back_leads_from_a_later_page_of_kinds_to_the_page_before_it(qtbot: QtBot, again: bool) -> None:
    """Esc on the second page led out of the kinds, or did nothing."""
    at = window_of(qtbot, Driven("lt"), OPEN, CLOSED)
    kinds: KindTiles = at.screen.incident.zone.kinds
    bar = at.screen.incident.bar
    at.press(at.screen.bar.wrong)
    if again:
        choose_kind(at, "prohibited_action")
        while at.screen.incident_stage is not Stage.KIND:
            at.press(bar.back)

    def shown() -> tuple[str, ...]:
        view = at.window.people_here.view
        assert view is not None
        return kinds.page_kinds(view)

    first = shown()
    assert first[-1] == "", "there are more kinds"
    for by_key in (True, False) if again else (True,):
        at.press(kinds.tiles[len(first) - 1])
        assert shown() != first
        QTest.keyClick(at.screen, Qt.Key.Key_Escape) if by_key else at.press(bar.back)
        assert at.screen.incident_stage is Stage.KIND and shown() == first
    assert not bar.withdraw.hasFocus()
    QTest.keyClick(at.screen, Qt.Key.Key_Escape)
    assert at.screen.incident_stage is (Stage.FACT if again else Stage.KIND)
    assert bar.withdraw.hasFocus() is not again


def lit_kinds(at: Instant) -> set[str]:
    kinds: KindTiles = at.screen.incident.zone.kinds
    view = at.window.people_here.view
    assert view is not None and kinds.isVisible()
    shown = zip(kinds.page_kinds(view), kinds.tiles, strict=False)
    return {kind for kind, tile in shown if kind and tile.isEnabled()}


def test_bets_that_close_behind_a_report_light_no_kind_that_it_cannot_have(qtbot: QtBot) -> None:
    """The moment is that of the report's opening: each tile lit since was refused, asked first or again."""
    at = window_of(qtbot, Driven("de", game="roulette"), OPEN)
    at.press(at.screen.bar.wrong)
    answers = at.session.view().prompt.answers
    assert isinstance(answers, tuple) and lit_kinds(at) == {*answers}
    comes(at, CLOSED)
    assert at.session.view().bets == "closed" and lit_kinds(at) == {*answers}
    choose_kind(at, "technical_fault")
    at.press(at.screen.incident.bar.back)
    assert at.screen.incident_stage is Stage.KIND and lit_kinds(at) == {*answers}
    choose_kind(at, "cannot_continue")
    incident = at.session.view().incident
    assert incident is not None and incident.kind == "cannot_continue"
