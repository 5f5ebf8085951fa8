"""The figures of the shoes: counts of what was read, and the findings that the tables themselves made."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.history import moments
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.reports.shoe_figures import (
    CardSetCounts,
    ShoeFiguresFold,
    ShoeReport,
    ShoeSetFigures,
    figures,
)
from console.supervisor.reports.shoe_words import shoe_paper
from console.table.core import JournalEntry, encode_table
from console.table.game import DECK, UNKNOWN, Card, Kinship
from console.table.game.card_set import FindingKind
from tests.instruments.card_sets import FULL, shuffled
from tests.table.core.play.test_card_set_watch import NEW_ORDER, deal, loaded
from tests.table.core.tables import Driven


def of_table(table: Driven) -> ShoeSetFigures:
    fold = ShoeFiguresFold()
    assert table.game.cards is not None
    rows = [
        msgspec.convert({**msgspec.structs.asdict(each), "number": at}, JournalEntry)
        for at, each in enumerate(table.kept.entries, 1)
    ]
    fold.begin_table("T1")
    fold.of_table(table.game.cards, moments(table.game, encode_table(table.first), rows))
    (only,) = fold.report().sets
    return only


def test_a_card_that_nobody_read_is_counted_apart() -> None:
    counts = CardSetCounts("A-17")
    counts.count_shoe("T1", bytes([1, UNKNOWN, 2, 3, 3]))
    found = figures(counts)
    assert (found.readings, found.unread, found.counts[:4]) == (4, 1, (0, 1, 1, 2))
    assert found.expected == 4 / 52


def test_a_card_typed_in_manual_mode_is_counted_apart_from_what_the_shoe_read() -> None:
    """A set's checks don't see it, and its figures say which were typed, corrected ones too."""
    table = Driven("sv")
    deal(table, ("9H", "2S", "KD", "4C"))
    table.take({"do": "manual", "on": True, "by": "P1"})
    deal(table, ("9D", "2S"), by="P1")
    table.take({"do": "correct", "hand": "player", "card": 1, "to": "8D", "by": "P1"})
    found = of_table(table)
    assert (found.readings, sum(found.counts), sum(found.typed)) == (4, 4, 2)
    typed = [card for card, count in zip(DECK, found.typed, strict=True) if count]
    assert [*map(str, typed)] == ["2S", "8D"]
    formatter = RecordFormatter(Words("en"))
    (part,) = (
        each
        for each in shoe_paper(ShoeReport((found,)), formatter, "").parts
        if each.heading == "Cards entered by hand"
    )
    assert [row[1:].count(1) for row in part.rows] == [1, 0, 1, 0]
    assert part.note == "In manual mode the card set is not checked."


def test_cards_that_a_device_read_in_bet_time_are_none_entered_by_hand() -> None:
    """Nobody had typed a card at that table."""
    table = Driven("sv")
    deal(table, ("9H", "2S", "KD", "4C"))
    for line in ({"do": "done", "by": "D1"}, {"do": "done", "by": "D1"}, {"do": "bets", "state": "open"}):
        table.take(line)
    for face in ("7H", "4S"):
        table.take({"do": "card", "card": face})
    table.take({"do": "void", "by": "P1"})
    found = of_table(table)
    assert table.table.shoe.left == 410 and sum(found.typed) == 0


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


def sorted_by_rank() -> list[str]:
    """32 aces, 32 twos and so on, with their suits mixed."""
    cards = sorted(shuffled(FULL, Random(1)), key=lambda card: card % 13)
    return [str(DECK[card]) for card in cards]


def test_cards_not_mixed_are_a_finding_about_the_shuffle_and_not_about_the_set() -> None:
    """The table halts for no order; its shoe's figure is beyond every chance."""
    table = loaded("de")
    deal(table, sorted_by_rank()[:407])
    assert of_table(table).mixing == (), "it is known at the cut card"
    table.take({"do": "cut_card"})
    figures_of_set = of_table(table)
    (shoe,) = figures_of_set.mixing
    assert (shoe.table, shoe.shoe, shoe.mixed_by) == ("T1", 1, "D1")
    assert (shoe.mixing.kinship, shoe.mixing.is_poor) == (Kinship.RANKS, True)
    assert figures_of_set.findings == ()
    parts = shoe_paper(ShoeReport((figures_of_set,)), RecordFormatter(Words("en")), "").parts
    by_heading = {part.heading: part for part in parts}
    ((name, by, prepared, _, together, verdict),) = by_heading["How well the cards were mixed"].rows
    assert (name, by, prepared) == ("T1 · 1", "D1", None)
    assert (together, verdict) == ("cards of one rank", "not mixed enough")
    assert by_heading["Findings of the tables"].note == "", "nobody reads 'nothing unusual' beside it"


def test_a_good_shuffle_has_its_figure_and_no_finding() -> None:
    table = loaded("sv")
    deal(table, [str(DECK[card]) for card in shuffled(FULL, Random(1))[:407]])
    table.take({"do": "cut_card"})
    found = of_table(table)
    assert not any(shoe.mixing.is_poor for shoe in found.mixing) and found.mixing
    parts = shoe_paper(ShoeReport((found,)), RecordFormatter(Words("en")), "").parts
    (part,) = (each for each in parts if each.heading == "How well the cards were mixed")
    assert part.rows[0][-1] is None
    assert "more than 7.5 deviations, or more than 11.0 " in part.note


def test_a_ninth_counts_for_no_face_and_is_said_with_what_speaks_for_and_against_it() -> None:
    """17 sevens of hearts in two shoes of a whole set were 'nothing unusual' after a misread was removed."""
    counts = CardSetCounts("A-17")
    seven = DECK.index(Card("7H"))
    counts.count_shoe("T1", bytes((seven,)) * 8)
    counts.count_shoe("T1", bytes((seven,)) * 9 + bytes((3,)))
    counts.count_shoe("T1", bytes((seven,)) * 8, ninths=bytes((seven,)))
    found = figures(counts)
    assert (found.counts[seven], found.ninths[seven], found.shoes) == (24, 2, 3)
    part = shoe_paper(ShoeReport((found,)), RecordFormatter(Words("en")), "").parts[0]
    assert "in so many of 3 shoes: 7 of hearts: 2." in part.note


def test_missing_aces_have_a_chance_that_a_whole_set_has_not() -> None:
    """Players who say that the aces are missing are answered by a figure."""
    whole, without = CardSetCounts("A-17"), CardSetCounts("A-18")
    chance = Random(5)
    for _ in range(12):
        order = shuffled(FULL, chance)
        whole.count_shoe("T1", order[:208])
        without.count_shoe("T1", bytes(card for card in order if card % 13 or chance.random() < 0.6)[:208])
    assert min(figures(whole).rank_chances) > 0.01
    assert figures(without).rank_chances[0] < 1e-6
    parts = shoe_paper(ShoeReport((figures(without),)), RecordFormatter(Words("en")), "").parts
    (part,) = (each for each in parts if each.heading == "Ranks of all suits")
    assert part.rows[0][1] == sum(without.counts[::13])
    assert str(part.rows[1][1]).startswith("< 0.000")
