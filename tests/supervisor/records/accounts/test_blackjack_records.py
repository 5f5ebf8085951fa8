"""Records of a blackjack table: every hand is on them, the hole card only once it has been turned."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from console.base.words import LANGUAGES
from console.supervisor.history.interval import Interval
from console.supervisor.records import lines_of
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.records.accounts.record import Record
from console.supervisor.records.documents.export import json_of
from console.supervisor.records.documents.record_paper import record_paper
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.journal_facts import JournalFacts
from console.supervisor.reports.journal_reports import table_report
from console.table.words import hand_name, sentence
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen, device
from tests.table.played import AUTHORISE, CLOSED, DONE_D, DONE_P, OPEN, VOID, card, incident, written

HOLE = "4C"
SEATS: Seen = {"do": "seats", "seats": [1, 3]}
DEALT = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "6S", "8D", "7D", HOLE)))
STAND = tuple({"do": "decision", "seat": seat, "hand": 1, "choice": "stand"} for seat in (1, 3))
PASSED = tuple({**line, "choice": "timeout"} for line in STAND)
SPLIT_BYTES = (device(b"4", "reader"), device(b"C\r\n", "reader"))
READ = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "6S", "8D", "7D")), *SPLIT_BYTES)
MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)


def all_of(record: Record) -> str:
    """Everything that is ever printed or exported of a record."""
    text = repr(record)
    for lang in ("en", "ja"):
        formatter = RecordFormatter(words(lang))
        sheet = formatter.sheet(record, MADE, "1.0")
        text += json_of(record, sheet, formatter, {}).decode() + "\n".join(
            lines_of(record_paper(sheet, formatter.words))
        )
    return text


def test_every_hand_is_on_record_and_the_hole_card_lies_face_down(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *DEALT, incident("cards_cleared_early", "P1"), DONE_P, game="blackjack")
    record = find(path, "T7-i1")
    assert record.before.hands == {"1.1": ("TH", "8D"), "3.1": ("9H", "7D"), "dealer": ("6S", "??")}
    assert record.before.points == {"1.1": 18, "3.1": 16, "dealer": 6}
    assert "4C" not in all_of(record) and "4♣" not in all_of(record)
    text = "\n".join(
        lines_of(record_paper(RecordFormatter(words("en")).sheet(record, MADE, "1.0"), words("en")))
    )
    text = " ".join(text.split())
    assert "Seat 3, hand 1 9♥ 7♦ = 16" in text and "Dealer 6♠ ?? = 6" in text


def test_a_sealed_record_hides_the_hole_cards_bytes_and_their_pieces(tmp_path: Path) -> None:
    """BJ-1.1-hole."""
    path = written(tmp_path / "J.db", *READ, incident("card_fell", "P1", cards=3), DONE_D, game="blackjack")
    record = find(path, "T7-i1")
    assert record.sealed
    assert "34" not in " ".join(each.hex or "" for each in record.readings)
    assert "4C" not in all_of(record) and "4♣" not in all_of(record)


def test_a_record_made_after_the_hole_card_is_turned_shows_it(tmp_path: Path) -> None:
    lines = (*READ, *STAND, DONE_D, incident("technical_fault", "P1"))
    record = find(written(tmp_path / "J.db", *lines, game="blackjack"), "T7-i1")
    assert not record.sealed
    assert record.after.hands["dealer"] == ("6S", "4C")
    assert "4C" in [meaning.card for each in record.readings for meaning in each.said]


def test_a_corrected_hole_card_is_recorded_as_corrected_without_its_face(tmp_path: Path) -> None:
    mended = {"do": "correct", "by": "P1", "hand": "dealer", "card": 2, "to": "5C"}
    path = written(tmp_path / "J.db", *DEALT, mended, game="blackjack")
    (record,) = every(path)
    assert [(each.before, each.after) for each in record.corrections] == [("??", "??")]
    assert "5C" not in all_of(record) and "4C" not in all_of(record)


def test_a_record_hides_the_hole_card_that_halted_the_table(tmp_path: Path) -> None:
    ninth = tuple(card("2C") for _ in range(9))
    seats: Seen = {"do": "seats", "seats": [1, 2, 3, 4]}
    lines = (OPEN, seats, CLOSED, *ninth[:8], card("3H"), ninth[8], VOID)
    path = written(tmp_path / "J.db", *lines, refused=("impossible_card",), game="blackjack")
    (record,) = every(path)
    assert (record.kind, record.before.held) == ("impossible_card", "??")


def test_a_refunded_seat_is_on_record(tmp_path: Path) -> None:
    """LT-BJ-2.3.8."""
    report = incident("no_chance_to_act", "D1", seat=3)
    low = (OPEN, SEATS, CLOSED, *map(card, ("TH", "2H", "6S", "8D", "7D", HOLE)), *PASSED)
    record = find(written(tmp_path / "J.db", *low, report, AUTHORISE, game="blackjack"), "T7-i1")
    assert (record.outcome, record.facts) == ("refund_hand", {"seat": 3, "hand": 1, "total": 9})
    assert "Seat 3, hand 1: the bet goes back" in all_of(record)


def test_a_hand_that_was_doubled_stands_so_in_a_record(tmp_path: Path) -> None:
    """Two stakes lie there, and both go back with the round (BJ-2.7)."""
    dealt = (OPEN, SEATS, CLOSED, *map(card, ("8H", "9H", "6S", "3D", "7D", HOLE)))
    double: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "double"}
    report = incident("cards_cleared_early", "P1")
    record = find(written(tmp_path / "J.db", *dealt, double, report, game="blackjack"), "T7-i1")
    assert record.before.doubled == ("1.1",)
    assert "Seat 1, hand 1 8♥ 3♦ = 11 · doubled" in " ".join(all_of(record).split())


def test_a_hand_that_was_given_up_stands_so_in_a_record(tmp_path: Path) -> None:
    """TB-41, LT-BJ-10: before and after; it stood there as any hand of its total."""
    dealt = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "AS", "6D", "7D", HOLE)))
    gone: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "surrender"}
    report = incident("cards_cleared_early", "P1")
    record = find(written(tmp_path / "J.db", *dealt, gone, report, game="blackjack"), "T7-i1")
    assert "Seat 1, hand 1 10♥ 6♦ = 16 · surrendered" in " ".join(all_of(record).split())


def test_a_players_decision_is_in_words_in_the_rounds_file(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *READ, *STAND, DONE_D, game="blackjack")
    for lang in LANGUAGES:
        paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words(lang)), MADE, "1.0")
        asked = [cell for part in paper.parts for row in part.rows for cell in row if isinstance(cell, str)]
        decided = words(lang).text("round.file.asked.await_decision")
        assert any(sentence(hand_name(words(lang), "3.1")) in cell and decided in cell for cell in asked), (
            lang
        )
        assert not any("await decision" in cell for cell in asked)


PAIRED = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "9S", "TD", "7D", HOLE)))
"""Seat 1 has a coloured pair and no 21+3, seat 3 has neither."""


def bets_of(record: Record) -> list[tuple[int, str, str, str | None, tuple[str, ...]]]:
    return [(each.seat, each.bet, each.state, each.made, each.clauses) for each in record.side_bets]


def test_a_side_bet_of_the_seat_stands_in_the_record_with_what_became_of_it(tmp_path: Path) -> None:
    """LT-BJ-11, LT-BJ-12."""
    path = written(
        tmp_path / "J.db", *PAIRED, {"do": "correct", "by": "P1", "hand": "1.1", "card": 1, "to": "TC"},
        game="blackjack",
    )  # fmt: skip
    (record,) = every(path)
    assert bets_of(record) == [
        (1, "perfect_pairs", "won", "mixed", ("LT-BJ-11",)),
        (1, "21+3", "lost", None, ("LT-BJ-12",)),
    ]
    assert "Seat 1, Perfect Pairs won (mixed pair) · LT-BJ-11" in " ".join(all_of(record).split())
    assert '"state": "lost"' in all_of(record)
    file = find_round(path, "T7-1")
    parts = round_paper(file, RecordFormatter(words("en")), MADE, "1.0").parts
    (rows,) = (part.rows for part in parts if part.heading == words("en").text("record.head.side_bets"))
    assert rows[1] == ("Seat 1, 21+3", "lost · LT-BJ-12")


def test_the_dealers_first_card_mended_touches_every_side_bet(tmp_path: Path) -> None:
    """LT-BJ-12."""
    mended = {"do": "correct", "by": "P1", "hand": "dealer", "card": 1, "to": "8D"}
    (record,) = every(written(tmp_path / "J.db", *PAIRED, mended, game="blackjack"))
    assert [(seat, bet, made) for seat, bet, *_, made, _ in bets_of(record)] == [
        (1, "perfect_pairs", "coloured"),
        (1, "21+3", None),
        (3, "perfect_pairs", None),
        (3, "21+3", "straight"),
    ]


def test_a_refund_leaves_a_seats_side_bets_as_its_cards_decide_them(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the first bet alone goes back."""
    low = (OPEN, SEATS, CLOSED, *map(card, ("TH", "2H", "6S", "8D", "2D", HOLE)), *PASSED)
    lines = (*low, incident("no_chance_to_act", "D1", seat=3), AUTHORISE)
    record = find(written(tmp_path / "J.db", *lines, game="blackjack"), "T7-i1")
    assert bets_of(record) == [
        (3, "perfect_pairs", "won", "coloured", ("LT-BJ-11",)),
        (3, "21+3", "lost", None, ("LT-BJ-12",)),
    ]


def test_a_void_round_gives_every_seats_side_bets_back(tmp_path: Path) -> None:
    """LT-BJ-2.3.9c: a won pair does not stand in a void round."""
    early = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "9S", "TD")))
    lines = (*early, incident("too_many_hands", "P1", seen=True))
    record = find(written(tmp_path / "J.db", *lines, game="blackjack"), "T7-i1")
    assert [(seat, bet, state) for seat, bet, state, *_ in bets_of(record)] == [
        (1, "perfect_pairs", "back"),
        (1, "21+3", "back"),
        (3, "perfect_pairs", "back"),
        (3, "21+3", "back"),
    ]
    assert {each.clauses for each in record.side_bets} == {("LT-BJ-2.3.9c",)}


def test_a_later_void_gives_back_the_side_bets_that_a_refund_left(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the first record has those of seat 3 as decided; the void gives all of them back."""
    low = (OPEN, SEATS, CLOSED, *map(card, ("TH", "2H", "6S", "8D", "2D", HOLE)), *PASSED)
    refund = (incident("no_chance_to_act", "D1", seat=3), AUTHORISE)
    void = (incident("cannot_continue", "D1", reason="health"), AUTHORISE)
    path = written(tmp_path / "J.db", *low, *refund, *void, game="blackjack")
    first, second = find(path, "T7-i1"), find(path, "T7-i2")
    assert second.outcome == "void" and {each.state for each in second.side_bets} == {"back"}
    assert [(each.seat, each.state) for each in first.side_bets] == [(3, "won"), (3, "lost")]
    assert {each.seat for each in second.side_bets} == {1, 3}


def test_a_refund_of_the_only_seat_leaves_its_side_bets_decided(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the refund itself makes the round void."""
    dealt = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *map(card, ("5H", "9D", "4C", "8H")), PASSED[0])
    refund = (incident("no_chance_to_act", "D1", seat=1), AUTHORISE)
    record = find(written(tmp_path / "J.db", *dealt, *refund, game="blackjack"), "T7-i1")
    assert record.after.status == "void"
    assert bets_of(record) == [
        (1, "perfect_pairs", "lost", None, ("LT-BJ-11",)),
        (1, "21+3", "lost", None, ("LT-BJ-12",)),
    ]


def test_a_report_behind_it_does_not_give_back_the_side_bets_of_a_record(tmp_path: Path) -> None:
    """LT-BJ-2.3.4: play goes on after the first; the second, decided by the same press, makes it void."""
    first, second = incident("wrong_position", cards_to_move=1), incident("technical_fault", "P1")
    lines = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, card("2H"), first, second, DONE_D)
    path = written(tmp_path / "J.db", *lines, game="blackjack")
    moved, void = find(path, "T7-i1"), find(path, "T7-i2")
    assert moved.side_bets and {each.state for each in moved.side_bets} == {"open"}
    assert {each.state for each in void.side_bets} == {"back"}


def test_a_record_lists_side_bets_only_if_the_rules_have_them(tmp_path: Path) -> None:
    for code in ("sv", "lt"):
        mended = {"do": "correct", "by": "P1", "hand": "1.1", "card": 1, "to": "TC"}
        path = written(tmp_path / f"{code}.db", *PAIRED, mended, code=code, game="blackjack")
        (record,) = every(path)
        assert bool(record.side_bets) is (code == "lt")


def test_a_card_laid_wrong_is_recorded_with_the_seat_and_hand_where_it_belongs(tmp_path: Path) -> None:
    """LT-BJ-2.3.4: only the last card has to move; its seat's second card has not come."""
    early = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H")))
    record = find(
        written(
            tmp_path / "J.db", *early, incident("wrong_position", "D1", cards_to_move=1), DONE_D,
            game="blackjack",
        ),
        "T7-i1",
    )  # fmt: skip
    assert [(each.hand, each.card, each.face) for each in record.misplaced] == [("3.1", 1, "9H")]
    assert [(seat, bet, state) for seat, bet, state, *_ in bets_of(record)] == [
        (3, "perfect_pairs", "open"),
        (3, "21+3", "open"),
    ]
    assert "9♥ belongs in this place: seat 3, hand 1, card 1." in all_of(record)


def test_a_record_of_several_misplaced_cards_names_them_only_if_all_are_known(tmp_path: Path) -> None:
    """LT-BJ-2.3.5: two of three are to be moved, and it may be any two."""
    for count, known in ((2, 0), (3, 3)):
        early = (OPEN, SEATS, CLOSED, *map(card, ("TH", "9H", "6S")))
        moved = incident("wrong_position", "D1", cards_to_move=count)
        path = written(tmp_path / f"{count}.db", *early, moved, AUTHORISE, DONE_P, game="blackjack")
        record = find(path, "T7-i1")
        assert len(record.misplaced) == known
        note = "Which cards these are, and where they were laid by mistake, is not recorded."
        assert (note in all_of(record)) is not known


BY_HAND = tuple({"do": "card", "card": face, "by": "P1"} for face in (HOLE, "5D"))
CORRECTED: Seen = {"do": "correct", "hand": "dealer", "card": 2, "to": "3D", "by": "P1"}
ENTERED = (*DEALT[:-1], {"do": "manual", "on": True, "by": "P1"}, *BY_HAND, CORRECTED)
"""The hole card is entered by hand, then another card that nobody asked for, and the first is corrected."""


def test_no_press_shows_a_card_that_lies_face_down_or_may_still_come(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", *ENTERED, game="blackjack", refused=["out_of_turn"])
    file = find_round(path, "T7-1")
    assert [(each.figures.get("to"), each.figures.get("card")) for each in file.presses[1:]] == [
        (None, "??"),
        (None, "??"),
        ("??", 2),
    ]
    for lang in LANGUAGES:
        text = "\n".join(lines_of(round_paper(file, RecordFormatter(words(lang)), MADE, "1.0")))
        assert all(f"{face}♦" not in text and "4♣" not in text for face in "35")


def test_a_corrected_hole_card_has_both_faces_in_its_papers_once_it_was_turned(tmp_path: Path) -> None:
    decided = ({"do": "manual", "on": False, "by": "P1"}, STAND[0])
    path = written(tmp_path / "J.db", *ENTERED, *decided, game="blackjack", refused=["out_of_turn"])
    correction = next(every(path)).id

    def faces() -> set[tuple[str | None, str]]:
        """The faces in the record, the shift report, and the facts."""
        (mended,) = find(path, correction).corrections
        (listed,) = table_report(path, Interval()).lists.corrected
        (row,) = JournalFacts([path]).rows["correction"]
        told = {(each.before, each.after) for each in (mended, listed)}
        return told | {(row["face_before"], row["face_after"])}

    assert faces() == {("??", "??")}, "a player decides beside it"
    written(path, STAND[1], DONE_D, game="blackjack", is_ready=False)
    assert faces() == {(HOLE, "3D")}


def test_a_soft_hand_is_soft_in_a_record_as_in_the_rounds_file(tmp_path: Path) -> None:
    """BJ-1.1-soft: an ace counts eleven; a blackjack is named by itself, and a split pair's 21 is none."""
    dealt = (OPEN, SEATS, CLOSED, *map(card, ("AH", "9H", "AS", "6D", "7D", HOLE)))
    record = find(
        written(tmp_path / "J.db", *dealt, incident("cards_cleared_early", "P1"), game="blackjack"), "T7-i1"
    )
    text = " ".join(all_of(record).split())
    assert "Seat 1, hand 1 A♥ 6♦ = soft 17" in text and "Dealer A♠ ?? = soft 11" in text
    assert "9♥ 7♦ = 16" in text
