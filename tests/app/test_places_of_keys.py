"""Where keys and headings of a page stand: at its margin, evenly apart, level with their neighbours; and what
tells two keys apart.
"""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtWidgets import QAbstractButton

from console.base.words import LANGUAGES
from console.floor.ui.dispute_panel import Settlement
from console.floor.ui.frame import KeyRow
from console.rehearsals.ui.debriefing_page import DebriefingPage
from console.supervisor.ui.review.report.correction_screen import CorrectionScreen
from console.table.ui.kit import Menu, theme
from console.table.ui.kit.keyboard import Keyboard
from console.table.ui.page import Page
from console.table.ui.people.people_list import PeopleScreen
from tests.base.words.catalogues import words
from tests.instruments.pictures.screens import every_screen
from tests.instruments.pictures.text_measure import body_of, texts_of
from tests.sweep import by_turns
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.harness.menu_rows import menu_rows


def bodies(page: Page) -> list[QRectF]:
    """The keys of a page that are seen, each in its place on the page in units, from left to right."""
    found = [body_of(key, page) for key in page.findChildren(QAbstractButton) if key.isVisibleTo(page)]
    boxes = [QRectF(each.topLeft() / page.u, each.size() / page.u) for each in found]
    return sorted(boxes, key=lambda box: (box.left(), box.top()))


def page_of(drawn: Drawn, name: str, language: str) -> Page:
    """The page whose action bar is seen on a picture's screen."""
    screen = drawn(every_screen()[name], language)
    screen.grab()  # showing the page lays it out
    part = screen.childAt(QPoint(4, screen.height() - 4))
    while part is not None and not isinstance(part, Page):
        part = part.parentWidget()
    assert part is not None
    return part


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "name"),
    by_turns(
        ["de", "ja", "lt"],
        [
            "start-commissioning-under-way",
            "start-commissioning-pull",
            "start-commissioning-panel-keyboard",
            "start-commissioning-panel-sound",
            "start-commissioning-to-sign",
        ],
    ),
)
def test_the_action_bars_last_key_ends_at_the_margin(drawn: Drawn, name: str, language: str) -> None:
    page = page_of(drawn, name, language)
    below = [box for box in bodies(page) if box.top() > page.high - theme.ACTION_HEIGHT]
    assert max(box.right() for box in below) == pytest.approx(page.wide - theme.MARGIN, abs=1.5)


def test_answers_beside_one_another_are_evenly_apart(drawn: Drawn) -> None:
    page = page_of(drawn, "start-commissioning-panel-sound", "de")
    below = [box for box in bodies(page) if box.top() > page.high - theme.ACTION_HEIGHT][1:]
    gaps = [after.left() - box.right() for box, after in pairwise(below)]
    assert len(gaps) == 2 and gaps[0] == pytest.approx(gaps[1], abs=1.5)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("name", ["start-commissioning-floor", "start-commissioning-drifts"])
def test_the_keys_beneath_list_and_task_stand_in_one_line(drawn: Drawn, name: str) -> None:
    page = page_of(drawn, name, "de")
    beneath = [
        box
        for box in bodies(page)
        if page.high - theme.ACTION_HEIGHT > box.bottom() and box.top() > page.high / 2
    ]
    assert len(beneath) == 2
    assert beneath[0].top() == pytest.approx(beneath[1].top(), abs=1.5)
    assert beneath[0].height() == pytest.approx(beneath[1].height(), abs=1.5)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_headings_over_incident_and_reasons_stand_level(drawn: Drawn, language: str) -> None:
    screen, say = drawn(every_screen()["p3-choose"], language), words(language)
    heads = [say.text(key).upper() for key in ("outcome.head.why", "fact.reason.pit_boss_decides")]
    bases = [text.base for head in heads for text in texts_of(screen) if text.text == head]
    assert len(bases) == 2 and bases[0] == pytest.approx(bases[1], abs=1)


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "picture"),
    by_turns(LANGUAGES, ["p3-void", "p3-choose", "rehearsal-belief", "floor-refuses"]),
)
def test_the_shoes_number_stands_only_behind_its_rounds(drawn: Drawn, picture: str, language: str) -> None:
    texts = [text.text for text in texts_of(drawn(every_screen()[picture], language))]
    shoe = words(language).text("status.shoe", shoe="").strip()
    round = words(language).text("status.round", round="").strip()
    if f"{shoe} 12" in texts or f"{shoe}12" in texts:
        assert any(text.startswith(round) for text in texts)


def test_a_corrections_field_says_its_name_once(drawn: Drawn) -> None:
    screen = drawn(every_screen()["review-correction"], "de")
    page = screen if isinstance(screen, CorrectionScreen) else screen.findChild(CorrectionScreen)
    assert page is not None
    for field in page.fields.values():
        assert field.accessibleName() and not field.placeholderText()


def test_the_keys_again_and_back_have_different_signs(drawn: Drawn) -> None:
    screen = drawn(every_screen()["rehearsal-failed"], "de")
    page = screen if isinstance(screen, DebriefingPage) else screen.findChild(DebriefingPage)
    assert page is not None and page.again.sign != page.back.sign


def test_a_lock_is_on_the_key_that_blocks_and_not_on_the_one_that_admits(drawn: Drawn) -> None:
    screen = drawn(every_screen()["start-people"], "de")
    page = screen if isinstance(screen, PeopleScreen) else screen.findChild(PeopleScreen)
    assert page is not None and page.selection is not None
    signs = {}
    for at, each in enumerate(page.table.of.rows):
        page.table.choose(at)
        signs[each.state == "disabled"] = page.block.sign
    assert signs.keys() == {True, False} and signs[True] != signs[False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_menus_rows_have_labels_of_one_size(drawn: Drawn, language: str) -> None:
    screen = drawn(every_screen()["start-menu"], language)
    menu = next(each for each in screen.findChildren(Menu) if each.isVisibleTo(screen))
    labels = {word for button in menu_rows(menu) for word in button.text().split()}
    texts = [text for text in texts_of(screen) if set(text.text.split()) <= labels]
    sizes = {text.size for text in texts if text.box.top() > menu_rows(menu)[0].y()}
    assert len(texts) > 8
    assert max(sizes) - min(sizes) <= 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_walls_keys_have_words_of_at_least_thirteen_pixels(drawn: Drawn, language: str) -> None:
    screen = drawn(every_screen()["floor-list"], language)
    row = screen.findChild(KeyRow)
    assert row is not None
    words_of = {word for key in (*row.views.values(), *row.acts.values()) for word in key.text().split()}
    top = row.mapTo(screen, QPoint(0, 0)).y()
    sizes = {
        text.text: text.size
        for text in texts_of(screen)
        if text.base > top and set(text.text.split()) <= words_of
    }
    assert len(sizes) >= 10 and {text: size for text, size in sizes.items() if size < 13} == {}


def test_a_disputes_panel_ends_beneath_its_keys_as_far_as_they_are_from_its_sides(drawn: Drawn) -> None:
    screen = drawn(every_screen()["floor-settle"], "de")
    panel = screen.findChild(Settlement)
    assert panel is not None
    last = body_of(panel.write, panel)
    box = panel._panel()
    assert box.bottom() - last.bottom() / panel.u == pytest.approx(
        box.right() - last.right() / panel.u, abs=2
    )


def test_no_key_of_a_form_is_halved_by_the_keyboard_over_it(drawn: Drawn) -> None:
    screen = drawn(every_screen()["start-first-refused"], "ja")
    screen.grab()
    keyboard = screen.findChild(Keyboard)
    assert keyboard is not None and keyboard.isVisibleTo(screen)
    edge = keyboard.mapTo(screen, QPoint(0, 0)).y()
    keys = [
        key
        for key in screen.findChildren(QAbstractButton)
        if key.isVisibleTo(screen) and not keyboard.isAncestorOf(key)
    ]
    halved = [key.text() for key in keys if body_of(key, screen).top() < edge < body_of(key, screen).bottom()]
    assert len(keys) > 6 and halved == []


def test_names_of_tiles_begin_at_one_edge_whatever_their_first_letter(drawn: Drawn) -> None:
    screen = drawn(every_screen()["floor-12-calm"], "de")
    lefts = {text.text: text.box.left() for text in texts_of(screen)}
    assert lefts["J6"] == pytest.approx(lefts["D11"], abs=2.5)
