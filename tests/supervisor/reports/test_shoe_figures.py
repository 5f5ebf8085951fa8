"""The figures of the shoes: counts of what was read, and the findings that the tables themselves made."""

from __future__ import annotations

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.history.timeline import moments
from console.supervisor.reports.shoe_figures import CardSetCounts, ShoeFiguresFold, ShoeSetFigures, figures
from console.table.core.judging.checkpoints import encode_table
from console.table.core.state.entries import JournalEntry
from console.table.game.card_set import UNKNOWN, FindingKind
from tests.table.core.play.test_card_set_watch import NEW_ORDER, deal
from tests.table.core.tables import Driven


def of_table(table: Driven) -> ShoeSetFigures:
    fold = ShoeFiguresFold()
    assert table.game.cards is not None
    rows = [
        msgspec.convert({**msgspec.structs.asdict(each), "number": at}, JournalEntry)
        for at, each in enumerate(table.kept.entries, 1)
    ]
    fold.of_table("T1", table.game.cards, moments(table.game, encode_table(table.first), rows))
    (only,) = fold.report().sets
    return only


def test_a_card_that_nobody_read_is_counted_apart() -> None:
    counts = CardSetCounts("A-17")
    counts.count_shoe("T1", bytes([1, UNKNOWN, 2, 3, 3]))
    found = figures(counts)
    assert (found.readings, found.unread, found.counts[:4]) == (4, 1, (0, 1, 1, 2))
    assert found.expected == 4 / 52


def test_the_figures_say_of_a_set_what_its_table_said_and_nothing_else() -> None:
    """P-B 4: after a halt by the order nobody reads 'too few cards for a conclusion'."""
    table = Driven("sv")
    deal(table, NEW_ORDER)
    (found,) = of_table(table).findings
    assert (found.what, found.readings, found.cause) == (FindingKind.FACTORY, 9, "order")
    other = Driven("sv")
    deal(other, ("9H", "2S", "KD", "4C"))
    assert of_table(other).findings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_without_a_face_and_a_failed_read_have_different_words(language: str) -> None:
    """'Not read' was 0 on a shoe's figures and 3 on the report, for one card that was tried thrice."""
    text = Words(language).text
    assert text("report.unread") != text("shoe_figures.unread")
