"""The card sets of a table in its review: a supervisor releases one, two people sign for its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.supervisor.history.card_sets import Done, Rounds, SetFact, Signed
from console.supervisor.reports import TableSets
from console.supervisor.review import JournalDifference, Paperwork
from console.supervisor.ui.paper.drawing_process import document_pdf
from console.supervisor.ui.review.report.card_sets_screen import CardSetsScreen
from console.table.core import SetClock, Who, events
from tests.base.words.catalogues import words
from tests.instruments.pictures.drawn import is_drawn
from tests.instruments.pictures.text_measure import flaws, listened
from tests.supervisor.commands.test_card_sets import LIFE
from tests.supervisor.ui.review.night import NAMES
from tests.supervisor.ui.review.over_table import review_over
from tests.supervisor.ui.review.stories import SUPERVISOR
from tests.supervisor.ui.review.test_review_desk import open_review
from tests.table.played import START, written
from tests.table.ui.harness.at_work import AtWork, at_work
from tests.table.ui.harness.painted import labels_of

EN = words("en")
FACTS = (
    SetFact(
        "A-17", Done(Who("D1"), START), Done(Who("D1"), START), 416, Done(Who("P1"), START), [1, 2],
        Rounds("T7-1", "T7-70", 70), put_aside=Done(Who("P1"), START), cause="copies",
        concerned=[Rounds("T7-1", "T7-70", 70)],
        released=Signed(Who("S1"), Who("S1"), START), destroyed=Signed(Who("P1"), Who("S1"), START),
    ),
    SetFact(None, shoes=[3], rounds=Rounds("T7-71", "T7-71")),
)  # fmt: skip


def shown(
    qtbot: QtBot, journal: Path, language: str = "en", of: type[Paperwork] = Paperwork
) -> CardSetsScreen:
    makes = of((journal,), NAMES, lambda: START, draw=document_pdf)
    screen = CardSetsScreen(makes, words(language), SetClock())
    qtbot.addWidget(screen)
    screen.resize(1280, 800)
    screen.show_page(SUPERVISOR, ("7",))
    return screen


def test_the_sets_of_a_journal_are_listed_and_a_copy_signs_none(qtbot: QtBot, tmp_path: Path) -> None:
    screen = shown(qtbot, written(tmp_path / "t.db", *LIFE, code="sv", is_ready=False))
    screen.begin(dict(NAMES))
    qtbot.waitUntil(lambda: screen.found is not None)
    assert [screen.sets.texts(row)[0] for row in screen.sets.of.rows] == ["A-17", "B-2"]
    screen.sets.choose(0)
    assert all(key.isHidden() for key in screen.keys.values())
    assert screen.standing == EN.text("give.only_at_table")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_life_is_shown_in_every_language(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    screen = shown(qtbot, tmp_path, language)
    screen.show_sets((TableSets("T7", "baccarat", FACTS),))
    screen.show()
    assert is_drawn(screen)
    assert not flaws(screen)
    first, second = map(screen.sets.texts, screen.sets.of.rows)
    assert "416" in first[-1] and second[0] == words(language).text("report.set.unnoted")
    with listened() as heard:
        screen.grab()
    painted = [text.text for _, text in heard]
    for word in (*second[0].split(), *first[3].split()) if language != "ja" else ():
        assert any(word in line for line in painted), f"{word} is broken"


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_several_tables_each_set_has_its_tables_name(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    """Over a floor a set that one table claimed stood among the others' as if it were theirs."""
    screen = shown(qtbot, tmp_path, language)
    screen.show_sets(tuple(TableSets(each, "baccarat", FACTS) for each in ("Riga/T7", "Vilnius/T7")))
    screen.show()
    named = [screen.sets.texts(row)[0] for row in screen.sets.of.rows]
    half = len(FACTS)
    assert all("Riga/T7" in each for each in named[:half])
    assert all("Vilnius/T7" in each for each in named[half:])
    assert is_drawn(screen) and not flaws(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_title_of_the_sets_columns_is_cut(qtbot: QtBot, tmp_path: Path, language: str) -> None:
    """The first one has the deepest indent."""
    screen = shown(qtbot, tmp_path, language)
    screen.show_sets((TableSets("T7", "baccarat", FACTS),))
    screen.show()
    titles = screen.sets.horizontalHeader()
    for at in range(titles.count()):
        assert titles.sectionSize(at) >= titles.sectionSizeHint(at), at


def test_a_chosen_set_stays_chosen_as_its_signature_comes(qtbot: QtBot, tmp_path: Path) -> None:
    screen = shown(qtbot, tmp_path)
    screen.show_sets((TableSets("T7", "baccarat", FACTS),))
    screen.sets.choose(1)
    screen.show_sets((TableSets("T7", "baccarat", FACTS),))
    assert screen.sets.current is screen.sets.of.rows[1]


class _Short(Paperwork):
    """Papers over a floor of which two tables can't be read."""

    left_out = tuple(JournalDifference("review.flaw.left_out", table, 7, 7) for table in ("T12", "T13"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_that_is_left_out_is_named_beneath_the_sets(
    qtbot: QtBot, tmp_path: Path, language: str
) -> None:
    """The first one's reason filled the room, and no word said that the second was missing, too."""
    journal = written(tmp_path / "t.db", *LIFE, code="sv", is_ready=False)
    screen = shown(qtbot, journal, language, _Short)
    screen.begin(dict(NAMES))
    qtbot.waitUntil(lambda: bool(screen.message))
    screen.show()
    assert all(each.table in screen.message for each in _Short.left_out)
    assert is_drawn(screen) and not flaws(screen)


def test_a_table_without_sets_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    screen = shown(qtbot, tmp_path)
    screen.show_sets(())
    assert EN.text("card_sets.none") in labels_of(screen)
    assert screen.sets.isHidden()


def sign(work: AtWork, page: CardSetsScreen, what: events.SetEnd, who: str) -> None:
    QTest.mouseClick(page.keys[what], Qt.MouseButton.LeftButton)
    assert page.sign_in is not None and page.sign_in.isVisible()
    work.type_pin(page.sign_in, who)
    work.until(lambda: page.sign_in is not None and not page.sign_in.isVisible())
    work.until(lambda: not page.work.busy)


@pytest.mark.sweep
def test_two_people_sign_at_the_table_that_a_set_was_returned(qtbot: QtBot, tmp_path: Path) -> None:
    with at_work(qtbot, tmp_path, "sv") as work:
        work.pins = {**work.pins, "S1": ("S1", "4444")}
        while work.due != "receive_decks":
            work.follow()
        field = work.window.dealer.preparation.set_number
        assert field is not None
        field.field.setText("A-17")
        while work.due != "inspect":
            work.follow()
        open_review(work, "S1")
        screens = review_over(work.window).screens
        assert screens is not None
        screens.show_card_sets()
        page = screens.pages[CardSetsScreen]
        assert isinstance(page, CardSetsScreen)
        work.until(lambda: page.found is not None)
        page.sets.choose(0)
        assert [what for what, key in page.keys.items() if not key.isHidden()] == [
            events.SetEnd.RESTING,
            events.SetEnd.RETURNED,
            events.SetEnd.DESTROYED,
        ], "it was not put aside: there is nothing to release"
        sign(work, page, events.SetEnd.RETURNED, "S1")
        assert page.message == EN.text("card_sets.refused"), "one person signs once"
        sign(work, page, events.SetEnd.RETURNED, "P1")
        assert page.message == ""
        assert page.keys[events.SetEnd.RETURNED].isHidden()
        page.begin(dict(NAMES))
        work.until(lambda: page.found is not None)
        assert page.found is not None
        (fact,) = page.found[0].sets
        assert fact.returned is not None
        assert (fact.returned.by, fact.returned.authorised_by) == ("S1", "P1")
