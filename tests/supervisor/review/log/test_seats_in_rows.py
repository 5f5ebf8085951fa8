"""Blackjack's rows name the seat that they are about, and the picture beside a row shows that seat's hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from console.base.words import LANGUAGES
from console.supervisor.review import JournalReads
from console.supervisor.review.log.entry_words import entry_of, event_line, hand_of
from console.supervisor.review.log.search_words import found_by
from console.table.game import Card
from console.table.journal import Filter, LogRow
from console.table.ui.felt.games import _played
from console.table.words import card_name
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen
from tests.table.played import AUTHORISE, CLOSED, DONE_D, OPEN, answer, card, incident, written

EN = words("en")


def decide(seat: int, choice: str) -> Seen:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice}


REFUNDED: tuple[Seen, ...] = (
    OPEN,
    {"do": "seats", "seats": [1, 2, 3]},
    CLOSED,
    *map(card, ("5H", "TH", "9S", "6S", "4D", "2D", "7D", "3C")),
    decide(1, "timeout"),
    decide(1, "hit"),
    decide(2, "hit"),
    card("2C"),
    decide(2, "stand"),
    incident("no_chance_to_act", "D1", seat=1),
    answer("P1", seat=2),
    answer("P1", seat=1),
    AUTHORISE,
    decide(3, "stand"),
    DONE_D,
    card("9H"),
    DONE_D,
    DONE_D,
)
"""Seat 1 had no chance to act, and its late answer did not count; seats 2 and 3 play on."""


@pytest.fixture(scope="module")
def reads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[JournalReads]:
    path: Path = tmp_path_factory.mktemp("seats") / "J.db"
    with closing(
        JournalReads([written(path, *REFUNDED, game="blackjack", refused=("out_of_turn",))], {})
    ) as found:
        while found.prepare() < 1:
            pass
        yield found


def rows(reads: JournalReads, typed: str = "", language: str = "en", **wanted: object) -> list[LogRow]:
    """The rows that a search finds, the oldest first."""
    kinds = frozenset(wanted.values())
    reads.look_for(Filter(kinds=frozenset(map(str, kinds)), words=reads.words_of(typed, language)))
    while not reads.count().done:
        pass
    return list(reversed(reads.rows(0, 100)))


def lines(found: list[LogRow], language: str = "en") -> list[str]:
    return [event_line(words(language), entry_of(row), str) for row in found]


def test_the_row_of_a_refund_names_its_seat(reads: JournalReads) -> None:
    (row,) = rows(reads, kind="outcome_authorised")
    assert "eat 1" in lines([row])[0] and (row.figures["seat"], row.figures["hand"]) == (1, 1)
    for language in LANGUAGES:
        assert "1" in lines([row], language)[0]


def test_the_rows_of_cards_name_seat_hand_and_place(reads: JournalReads) -> None:
    said = lines(rows(reads, kind="card_drawn"))
    assert said[0] == "Seat 1, hand 1, card 1: 5 of hearts"
    assert said[3] == "Dealer 1: 6 of spades"
    assert said[-2:] == ["Seat 2, hand 1, card 3: 2 of clubs", "Dealer 3: 9 of hearts"]


def test_the_picture_beside_a_row_has_the_hand_of_the_row_and_not_the_next_one(reads: JournalReads) -> None:
    shown = []
    for kind in ("card_drawn", "player_answered", "outcome_authorised"):
        for row in rows(reads, kind=kind):
            glance = reads.glance(row.place)
            assert glance is not None and glance.view is not None
            hand = _played(glance.view, hand_of(row))
            shown.append((hand_of(row), hand.name if hand else None))
    seats = [hand for hand, _ in shown]
    assert seats == ["1.1", "2.1", "3.1", "dealer"] * 2 + [
        "2.1",
        "dealer",
        "1.1",
        "1.1",
        "2.1",
        "2.1",
        "3.1",
        "1.1",
    ]
    assert all(drawn == (None if hand == "dealer" else hand) for hand, drawn in shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_beneath_a_found_row_has_no_dash_in_place_of_its_seat(
    reads: JournalReads, language: str
) -> None:
    said = words(language)
    for row in rows(reads):
        for word in reads.words_of(said.text("prompt.await_decision", seat=2), language):
            assert "–" not in (found_by(row, word, said) or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_and_its_number_are_searched_as_one_word(reads: JournalReads, language: str) -> None:
    """Not every row with a seat in it and the figure 2 somewhere."""
    typed = words(language).text("seat.number", seat=2)
    assert [word.text for word in reads.words_of(f"{typed} 9h", language)] == [typed, "9h"]
    found = lines(rows(reads, typed, language))
    assert len(found) == 7 and all("2" in line for line in found)
    assert found[1:3] == ["Seat 2, hand 1, card 1: 10 of hearts", "Seat 2, hand 1, card 2: 2 of diamonds"]
    assert "Answered: seat: 2" in found
    assert rows(reads, words(language).text("seat.number", seat=7), language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cards_suit_and_rank_are_searched_as_one_word(reads: JournalReads, language: str) -> None:
    """'Kreuz 9' found every row with a club and the figure 9 somewhere."""
    typed = card_name(words(language), Card("TH"))
    assert [word.text for word in reads.words_of(f"{typed} 9h", language)] == [typed, "9h"]
    found = lines(rows(reads, typed, language))
    assert found == ["Seat 2, hand 1, card 1: 10 of hearts"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_answer_that_did_not_count_is_found_by_the_rows_words_and_by_the_panels(
    reads: JournalReads, language: str
) -> None:
    said = words(language)
    (missed,) = (row for row in rows(reads, kind="player_answered") if row.refused)
    colon = said.locale.colon.strip()
    panel = said.text("decision.missed.late", seconds="0.4").partition(colon)[0]
    for typed in (panel, said.text("log.refused", said="").partition(colon)[0]):
        assert missed.place in [row.place for row in rows(reads, typed, language)], typed
    for word in reads.words_of(panel, language):
        assert found_by(missed, word, said) is not None
