"""Each card that lay in a hand is in its round's file, with the reading it came from and how it left."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import msgspec
from msgspec import UNSET

from console.base.words import Words
from console.supervisor.records.accounts.card_account import CorrectedFace, DealtCard
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from tests.table.core.tables import Seen, card_frame, device, frame
from tests.table.played import (
    AUTHORISE,
    CLOSED,
    DONE_D,
    DONE_P,
    OPEN,
    ROUND,
    START,
    VOID,
    WITHDRAW,
    card,
    incident,
    time_of_line,
    written,
)

SEATS: Seen = {"do": "seats", "seats": [1]}


def cards(path: Path, number: int) -> list[tuple[str, int, str]]:
    return [(each.hand, each.position, each.face) for each in find_round(path, f"T7-{number}").dealt]


def dealt(path: Path, number: int, face: str) -> DealtCard:
    """The one card of a round with this face."""
    (found,) = (each for each in find_round(path, f"T7-{number}").dealt if each.face == face)
    return found


def test_a_card_of_bet_time_stands_where_its_incident_put_it(tmp_path: Path) -> None:
    """LT-BAC-25a: drawn before bets closed, it is the player's first card."""
    early = incident("early_deal", "P1", first_card=True, seen=False)
    path = written(tmp_path / "J.db", OPEN, card("9H"), CLOSED, early, card("5C"), card("KD"), card("4C"),
                   refused=("bets_open",))  # fmt: skip
    assert cards(path, 1)[:2] == [("player", 1, "9H"), ("banker", 1, "5C")]
    first = dealt(path, 1, "9H")
    assert (first.read_at, first.placed_by) == (time_of_line(2), "T7-i1")
    paper = str(round_paper(find_round(path, "T7-1"), RecordFormatter(Words("en")), START, "1.1"))
    assert "placed by T7-i1" in paper


def test_a_card_that_the_close_of_bets_deals_names_the_incident_that_kept_it(tmp_path: Path) -> None:
    """LT-BJ-2.3.10a, LT-BAC-25a: the report comes in bet time, and the card is dealt as bets close."""
    early = incident("early_deal", "P1", first_card=True, seen=False)
    for game, seats, hand in (("blackjack", (SEATS,), "1.1"), ("baccarat", (), "player")):
        lines = (OPEN, *seats, card("8H"), early, CLOSED, card("9S"))
        path = written(tmp_path / f"{game}.db", *lines, game=game, refused=("bets_open",))
        first = dealt(path, 1, "8H")
        assert (first.hand, first.position, first.placed_by) == (hand, 1, "T7-i1")
        assert first.read_at == time_of_line(2 + len(seats))


def test_a_carried_card_is_in_the_round_that_it_is_carried_to(tmp_path: Path) -> None:
    """LT-BAC-24a: drawn after the coup, it is the next one's first card, without a second reading."""
    extra = incident("extra_card_drawn", "P1", shown=False)
    first = (*ROUND[:6], card("8C"), extra, DONE_D, DONE_D, DONE_D)
    path = written(tmp_path / "J.db", *first, OPEN, CLOSED, *map(card, ("2S", "TS", "6S")),
                   refused=("out_of_turn",))  # fmt: skip
    assert [face for _, _, face in cards(path, 2)] == ["8C", "2S", "TS", "6S"]
    assert cards(path, 2)[0] == ("player", 1, "8C")
    carried = dealt(path, 2, "8C")
    assert (carried.read_at, carried.placed_by) == (time_of_line(7), "T7-i1")
    assert "8C" not in {face for _, _, face in cards(path, 1)}


def test_a_card_that_left_and_one_that_was_corrected_say_so(tmp_path: Path) -> None:
    """LT-BAC-30a, of a misread card; and one that the pit boss corrects."""
    four = (OPEN, CLOSED, *map(card, ("9H", "4D", "5C", "4D")))
    report = incident("misread", "D1", cards_to_remove=1, may_affect=True, first_card=False)
    path = written(tmp_path / "J.db", *four, report, AUTHORISE, DONE_P, card("6C"))
    second = [each for each in find_round(path, "T7-1").dealt if (each.hand, each.position) == ("banker", 2)]
    assert [each.face for each in second] == ["4D", "6C"]
    assert second[0].gone_at == time_of_line(8) and second[1].gone_at is msgspec.UNSET
    correct: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "8H"}
    mended = written(tmp_path / "mended.db", OPEN, CLOSED, card("9H"), card("4D"), correct)
    first = find_round(mended, "T7-1").dealt[0]
    assert (first.face, first.corrections) == ("9H", (CorrectedFace(time_of_line(5), "8H"),))
    assert first.gone_at is msgspec.UNSET


def test_each_correction_of_a_card_stands_in_its_rounds_file(tmp_path: Path) -> None:
    """The second one put a mistyped card right: a player may have seen the first."""
    corrects = (
        {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": face} for face in ("8H", "8D")
    )
    path = written(tmp_path / "J.db", OPEN, CLOSED, card("9H"), card("4D"), *corrects)
    file = find_round(path, "T7-1")
    assert file.dealt[0].corrections == (
        CorrectedFace(time_of_line(5), "8H"),
        CorrectedFace(time_of_line(6), "8D"),
    )
    paper = str(round_paper(file, RecordFormatter(Words("en"), zone=UTC), START, "1.1"))
    assert "corrected to 8♥ 09:00:10.000" in paper and "corrected to 8♦ 09:00:12.000" in paper


def test_a_corrected_card_that_left_says_both(tmp_path: Path) -> None:
    """LT-BAC-30a: each with its own time."""
    correct: Seen = {"do": "correct", "by": "P1", "hand": "banker", "card": 1, "to": "5D"}
    report = incident("misread", "D1", cards_to_remove=1, may_affect=True, first_card=False)
    lines = (OPEN, CLOSED, card("9H"), card("4D"), correct, report, AUTHORISE, DONE_P, card("6C"))
    path = written(tmp_path / "J.db", *lines)
    left = dealt(path, 1, "4D")
    assert (left.corrections, left.gone_at) == ((CorrectedFace(time_of_line(5), "5D"),), time_of_line(7))
    paper = str(round_paper(find_round(path, "T7-1"), RecordFormatter(Words("en")), START, "1.1"))
    assert "corrected to" in paper and "left the hand" in paper


def test_a_card_entered_by_hand_came_of_no_device(tmp_path: Path) -> None:
    """In manual mode a reading is only recorded, even if the reader reads the very card."""
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    by_hand: Seen = {**card("9H"), "by": "P1"}
    path = written(tmp_path / "J.db", OPEN, CLOSED, manual, by_hand, card("9H"), card("4C"))
    assert cards(path, 1) == [("player", 1, "9H")]
    assert dealt(path, 1, "9H").by == "P1"


def test_a_card_and_a_cut_card_read_in_manual_mode_count_for_nothing(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    by_hand: Seen = {**card("9H"), "by": "P1"}
    read = (device(card_frame("1", "player", 1, "9H")), device(frame("2", "C")))
    path = written(tmp_path / "J.db", OPEN, CLOSED, manual, by_hand, *read, incident("misread"))
    readings = find(path, "T7-i1").readings
    said = [(each.event, each.counts) for reading in readings for each in reading.said]
    assert said == [("card_drawn", UNSET), ("card_drawn", False), ("cut_card_drawn", False)]


def test_a_split_card_is_one_card(tmp_path: Path) -> None:
    """BJ-3.4: it moves to the second hand, and no other is dealt for it."""
    split: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "split"}
    lines = (OPEN, SEATS, CLOSED, *map(card, ("8H", "9D", "8S", "7C")), split, card("2H"), card("3D"))
    path = written(tmp_path / "J.db", *lines, game="blackjack", code="sv")
    assert [each.face for each in find_round(path, "T7-1").dealt] == ["8H", "9D", "8S", "??", "2H", "3D"]
    second = dealt(path, 1, "8S")
    moved = (second.moved_hand, second.moved_position, second.moved_at)
    assert ((second.hand, second.position), moved) == (("1.1", 2), ("1.2", 1, time_of_line(8)))
    paper = str(round_paper(find_round(path, "T7-1"), RecordFormatter(Words("en"), zone=UTC), START, "1.1"))
    assert "→ seat 1, hand 2, card 1 09:00:16.000" in paper


def test_a_hole_card_that_was_turned_up_is_seen_though_another_card_may_still_come(tmp_path: Path) -> None:
    """One out of turn is sealed until the next round is over; until it is turned the hole card is, too."""
    lines = (OPEN, SEATS, CLOSED, *map(card, ("8H", "9D", "9S", "7C")))
    stand: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
    for name, more, faces in (
        ("down", (card("2H"),), ["8H", "9D", "9S", "??"]),
        ("turned", (stand, DONE_D, card("5H"), card("2H")), ["8H", "9D", "9S", "7C", "5H"]),
    ):
        path = tmp_path / f"{name}.db"
        written(path, *lines, *more, game="blackjack", code="lt", refused=("out_of_turn",))
        file = find_round(path, "T7-1")
        assert (file.sealed, [each.face for each in file.dealt]) == (True, faces), name


EARLY = tuple(card(face) for face in ("AS", "2S", "3S", "4S", "5S"))


def test_cards_of_a_void_round_that_came_to_no_hand_are_in_record_and_file(tmp_path: Path) -> None:
    """LT-BAC-25b: five cards of bet time before the report, and one under it; all lie in the rack."""
    seen = incident("early_deal", "D1", first_card=True, seen=True)
    lines = (OPEN, *EARLY, seen, card("6S"), AUTHORISE, DONE_D, DONE_D)
    refused = ("bets_open", *("halted",) * 5)
    path = written(tmp_path / "J.db", *lines, *ROUND, *ROUND, *ROUND, refused=refused)
    record, file = find(path, "T7-i1"), find_round(path, "T7-1")
    assert (record.before.held, record.before.besides) == ("AS", ("2S", "3S", "4S", "5S"))
    assert (record.after.held, record.after.besides) == ("AS", ("2S", "3S", "4S", "5S", "6S"))
    assert (record.before.shoe_left, record.after.shoe_left) == (414, 408)
    assert file.dealt == ()
    assert [each.face for each in file.apart or ()] == ["AS", "2S", "3S", "4S", "5S", "6S"]
    paper = round_paper(file, RecordFormatter(Words("en")), START, "1.1")
    (part,) = (each for each in paper.parts if each.heading == "Cards as dealt")
    assert [row[1:3] for row in part.rows[:2]] == [("In no hand", "A♠"), ("In no hand", "2♠")]
    assert len(part.rows) == 6
    assert "A♠ 2♠ 3♠ 4♠ 5♠ 6♠" in str(RecordFormatter(Words("en")).sheet(record, START, "1.1"))


def test_cards_of_a_halt_that_count_as_not_drawn_are_not_in_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, *EARLY[:2], WITHDRAW, *ROUND[1:], *ROUND, *ROUND,
                   refused=("bets_open", "halted"))  # fmt: skip
    file = find_round(path, "T7-1")
    assert file.apart is msgspec.UNSET
    assert [record.before.besides for record in file.records] == [("2S",)]


def test_a_second_card_of_bet_time_lies_in_no_hand_if_the_first_one_is_dealt(tmp_path: Path) -> None:
    """LT-BAC-25a: the round is void once the other one halts play again."""
    early = incident("early_deal", "P1", first_card=True, seen=False)
    begun = (OPEN, *EARLY[:2], early, AUTHORISE, CLOSED, VOID, DONE_D)
    path = written(tmp_path / "J.db", *begun, *ROUND, *ROUND, *ROUND, refused=("bets_open", "halted"))
    file = find_round(path, "T7-1")
    assert [each.face for each in file.apart or ()] == ["2S"]
    assert [(each.face, each.hand) for each in file.dealt] == [("AS", "player")]


def test_a_card_read_otherwise_than_typed_has_its_face_once_its_hand_is_over(tmp_path: Path) -> None:
    """The contradiction names it in the same paper, and the bytes are there."""
    lines: list[Seen] = [OPEN, CLOSED, {"do": "manual", "by": "P1", "on": True}]
    faces = (("player", 1, "6H"), ("banker", 1, "KD"), ("player", 2, "KS"), ("banker", 2, "6C"))
    for number, (hand, position, face) in enumerate(faces, 1):
        read = device(card_frame(str(number), hand, position, face))
        lines += [read, {**card("7C" if face == "6C" else face), "by": "P1"}]
    kept: Seen = {"do": "withdraw", "by": "P1", "reason": "mistyped"}
    path = written(tmp_path / "J.db", *lines, kept, incident("damaged_card", "P1", cards=1), DONE_P)
    said = [each for reading in find(path, "T7-i1").readings for each in reading.said]
    assert [each.card for each in said if each.counts is False] == ["6H", "KD", "KS", "6C"]
    file = find_round(path, "T7-1")
    [asked] = [each.at for each in file.prompts if each.action == "resolve"]
    paper = round_paper(file, RecordFormatter(Words("en"), zone=UTC), START, "1.1")
    row = next(row for part in paper.parts for row in part.rows if row[0] == asked.time() and len(row) == 4)
    assert row[1] == Words("en").text("prompt.resolve")


def test_a_card_of_bet_time_that_was_dealt_has_its_face_and_was_taken(tmp_path: Path) -> None:
    """LT-BJ-2.3.10a: it was refused as it was read, and lies in a hand since."""
    early = incident("early_deal", "P1", first_card=True, seen=False)
    stand: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
    lines = (OPEN, SEATS, card("8H"), early, CLOSED, *map(card, ("9D", "8S", "7C")))
    over = (stand, DONE_D, card("5H"), DONE_D, DONE_D)
    for name, more in (("open", ()), ("over", over)):
        path = tmp_path / f"{name}.db"
        written(path, *lines, *more, game="blackjack", code="lt", refused=("bets_open",))
        file = find_round(path, "T7-1")
        [read] = [each for reading in file.readings for each in reading.said if each.refused]
        assert (read.card, read.counts, file.dealt[0].face) == ("8H", True, "8H")
        said = msgspec.structs.astuple(RecordFormatter(Words("en"), zone=UTC).reading(file.readings[0]))
        assert said[0] == "8♥"


def test_a_card_that_was_refused_and_not_dealt_has_no_face_until_the_next_round(tmp_path: Path) -> None:
    lines = (OPEN, CLOSED, *map(card, ("9H", "2S", "KD", "4C", "8D")), WITHDRAW, DONE_D, DONE_D)
    path = written(tmp_path / "J.db", *lines, refused=("out_of_turn",))
    said = [each for reading in find_round(path, "T7-1").readings for each in reading.said]
    assert [(each.card, each.counts) for each in said if each.refused] == [(None, UNSET)]
