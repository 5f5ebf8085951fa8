"""An opened table: its felt shows one moment, and nothing that the table itself denies; its named facts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.floor.ui.one_table import OpenedTable, TableFacts
from console.floor.wall import CallEvent, Cosignature, FloorTable, SeenTable
from console.table.ui.kit import sentence
from console.table.ui.signs import Sign
from tests.base.words.catalogues import words
from tests.floor.readings import reading, table, waiting
from tests.floor.ui.samples import SCREENS
from tests.floor.ui.wall_at_work import WallOf
from tests.instruments.pictures.text_measure import texts_of
from tests.sweep import by_turns
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.tables import NOW, SAMPLES

SHOWN = {**SAMPLES, **INCIDENT_SAMPLES}
Opens = Callable[[SeenTable, str], OpenedTable]


@pytest.fixture
def opens(wall_of: WallOf, qtbot: QtBot) -> Opens:
    """Opens a table in a window, with the felt of a sample."""

    def opened(seen: SeenTable, sample: str) -> OpenedTable:
        def opener(table: str) -> FloorTable:
            return FloorTable(table=table, at=NOW, number=812, good=True, market="sv", view=SHOWN[sample])

        floor = wall_of(reading(seen), opener)
        floor.window.presses.open_table(seen.table)
        panel = floor.window.views.opened
        qtbot.waitUntil(lambda: panel.felt is not None)
        return panel

    return opened


def halted(held_back: int) -> SeenTable:
    return waiting("B1", "halt", round_open=True, entry=812 + held_back, number=812, held_back=held_back)


def spoken(panel: OpenedTable) -> str:
    """All that a screen reader finds in it."""
    return " ".join(each.accessibleName() for each in panel.findChildren(QWidget) if each.isVisible())


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seen", [halted(2), halted(0), table("B1", entry=812)])
def test_no_time_runs_down_on_a_felt_that_is_of_one_moment(opens: Opens, seen: SeenTable) -> None:
    panel = opens(seen, "bets-open")
    assert "the table." in spoken(panel)
    assert "left" not in spoken(panel)


def test_a_halt_that_is_held_back_hides_the_older_prompt(opens: Opens) -> None:
    panel = opens(halted(2), "bets-open")
    assert panel.prompt is not None and panel.felt is not None
    assert not panel.prompt.isVisible()
    assert panel.unshown.startswith("Something has happened since: 2 entries")


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("sample", "order", "note"),
    [
        ("p1-kind", "What went wrong?", None),
        ("p2-seen", "Did the players see the card?", "A card fell"),
        ("p3-void", "Authorise the outcome", "To be confirmed by the pit boss: round void, bets go back"),
        ("p4-pit-boss-step", "Inform technical service", "The card scanner is replaced"),
        ("p4-put-back", "Put the card back on the table it fell from", "Round void, bets go back"),
    ],
)
def test_the_prompt_of_an_opened_table_asks_its_question_without_a_note_to_wait(
    opens: Opens, sample: str, order: str, note: str | None
) -> None:
    prompt = opens(halted(0), sample).prompt
    assert prompt is not None
    assert (prompt.text.headline, prompt.text.note) == (order, note)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("sample", "shown_to"),
    [("halted", "dealer"), ("p3-awaiting", "dealer"), ("resolve", "pit_boss"), ("closed", "pit_boss")],
)
def test_the_prompt_to_wait_for_the_pit_boss_is_the_dealers(opens: Opens, sample: str, shown_to: str) -> None:
    prompt = opens(halted(0), sample).prompt
    assert prompt is not None
    assert prompt.text.actor == words("en").text(f"replay.shown.{shown_to}", time="02:14:09").upper()
    assert (prompt.sign == Sign("states.halt")) == (shown_to == "dealer"), "as at the table"


@pytest.mark.parametrize(
    ("seen", "sample"),
    [(table("B1", entry=815, number=812, held_back=3), "bets-open"), (halted(2), "halted")],
)
def test_a_prompt_that_the_table_does_not_deny_stays(opens: Opens, seen: SeenTable, sample: str) -> None:
    panel = opens(seen, sample)
    assert panel.prompt is not None and panel.prompt.isVisible()


def test_a_table_that_plays_on_while_entries_are_held_back_says_so(opens: Opens) -> None:
    panel = opens(table("B1", entry=815, number=812, held_back=3), "bets-open")
    assert panel.unshown.startswith("Play has gone on: 3 newer entries")


REASONS = (
    "restored",
    "renewed",
    "floor",
    "examined",
    "The copy of Friday night was put back by mistake " * 3,
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("language", "reason"), by_turns(LANGUAGES, REASONS))
def test_the_reason_of_a_settled_dispute_is_whole_above_the_earlier_event(
    opens: Opens, monkeypatch: pytest.MonkeyPatch, language: str, reason: str
) -> None:
    panel = opens(table("B1", entry=812), "bets-open")
    assert panel.opened is not None
    settled = CallEvent(at=NOW, what="settled", name="Lukas B.", reason=reason)
    earlier = CallEvent(at=NOW, what="halted")
    panel.show_opened(replace(panel.opened, events=(settled, earlier)), words(language))
    beside = [text for text in texts_of(panel) if text.box.left() > panel.width() - 400]
    written = "".join(text.text for text in sorted(beside, key=lambda text: text.base))
    reason_text = words(language).find(f"floor.settle.{reason}") or reason
    before, _, after = "".join(written.split()).partition("".join(reason_text.split()))
    assert before and "".join(words(language).text("floor.event.halted").split()) in after
    assert "…" not in written


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", ["en", "sv", "lt", "is", "de"])
def test_the_coming_person_and_the_reason_have_a_line_each_beside_the_felt(
    drawn: Drawn, language: str
) -> None:
    screen, say = drawn(SCREENS["floor-opened"], language), words(language)
    texts = {text.text: text for text in texts_of(screen)}
    who, why = sentence(say.text("floor.nobody")), say.text("halt.pit_boss.out_of_turn").rstrip(".")
    assert who in texts and why in texts
    assert texts[who].box.left() == pytest.approx(texts[why].box.left(), abs=3)


ENGLISH = words("en")


def opened(*, good: bool = True, cosigned: Cosignature | None = None) -> FloorTable:
    return FloorTable(table="B1", at=NOW, number=812, good=good, market="sv", view=None, cosigned=cosigned)


def test_a_table_that_was_never_read_has_no_values() -> None:
    assert TableFacts(None, None, ()).named(ENGLISH) == []


def test_values_that_a_table_does_not_report_are_left_out() -> None:
    named = TableFacts(table("B1", entry=812), None, ()).named(ENGLISH)
    assert named and all(name and text for name, text in named)
    assert "Chain" not in dict(named), "its entries are not read yet"


@pytest.mark.parametrize(("good", "said"), [(True, "unbroken up to entry 812"), (False, "broken")])
def test_the_chain_of_the_entries_that_were_read_is_named(good: bool, said: str) -> None:
    named = dict(TableFacts(table("B1", entry=812), opened(good=good), ()).named(ENGLISH))
    assert said in named["Chain"]


def test_the_card_set_in_play_and_who_prepared_it_are_named() -> None:
    named = dict(TableFacts(table("B1", set="A-17", prepared="Kai M."), None, ()).named(ENGLISH))
    assert (named["Set number"], named["Prepared by"]) == ("A-17", "Kai M.")


def test_entries_that_are_held_back_are_counted() -> None:
    seen = table("B1", entry=815, number=812, held_back=3)
    named = dict(TableFacts(seen, opened(), ()).named(ENGLISH))
    assert named[ENGLISH.text("floor.fact.held_back")].startswith("3 ")
