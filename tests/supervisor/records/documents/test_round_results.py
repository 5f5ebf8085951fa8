"""A round's file says in words what became of each hand: its cards, its total, its bets."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.supervisor.history.quick_steps import QuickStep
from console.supervisor.records.accounts.lookup import find, find_round
from console.supervisor.records.documents.paper import Part
from console.supervisor.records.documents.record_words import RecordFormatter, source_text, step_name
from console.supervisor.records.documents.round_words import round_paper
from console.table.core import Action
from console.table.game.blackjack import Bet
from tests.base.words.catalogues import words
from tests.table.core.tables import Seen, card_frame, device
from tests.table.played import AUTHORISE, CLOSED, DONE_D, OPEN, VOID, card, incident, written

MADE = datetime(2026, 11, 20, 12, tzinfo=UTC)


def parts_of(path: Path, lang: str = "en") -> dict[str, Part]:
    """The parts of the first round's file, by heading."""
    paper = round_paper(find_round(path, "T7-1"), RecordFormatter(words(lang), zone=UTC), MADE, "1.0")
    return {part.heading: part for part in paper.parts if not part.about}


def results(path: Path) -> list[tuple[object, ...]]:
    return list(parts_of(path)["Result"].rows)


def seats(*numbers: int) -> Seen:
    return {"do": "seats", "seats": list(numbers)}


def decide(seat: int, choice: str, hand: int = 1) -> Seen:
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choice}


def cards(faces: str) -> tuple[Seen, ...]:
    return tuple(map(card, faces.split()))


ACE_UP = (
    *(OPEN, seats(1, 3, 4, 5), CLOSED, *cards("9H 8D TS AC AH 9S 8C 7D KD 6C")),
    *(decide(1, "insure"), decide(3, "decline"), decide(4, "decline"), decide(5, "insure"), DONE_D),
    *(decide(1, "timeout"), decide(3, "split"), *cards("3H TH"), decide(3, "double"), card("JD")),
    *(decide(3, "stand", 2), decide(4, "hit"), card("JC"), DONE_D, DONE_D, DONE_D),
)
"""The dealer's soft 17: a hand without an answer, a split with a double, a bust, and a blackjack."""


def test_each_hand_of_blackjack_has_its_cards_its_total_and_what_became_of_it(tmp_path: Path) -> None:
    assert results(written(tmp_path / "J.db", *ACE_UP, game="blackjack")) == [
        ("Seat 1, hand 1", "9♥ 9♠", "18", "won · no answer · insurance: lost"),
        ("Seat 3, hand 1", "8♦ 3♥ J♦", "21", "won · doubled"),
        ("Seat 3, hand 2", "8♣ 10♥", "18", "won"),
        ("Seat 4, hand 1", "10♠ 7♦ J♣", "27", "lost · bust"),
        ("Seat 5, hand 1", "A♣ K♦", "21", "won · blackjack · insurance: lost"),
        ("Dealer", "A♥ 6♣", "soft 17", None),
    ]


def test_the_side_bets_stand_with_what_becomes_of_them(tmp_path: Path) -> None:
    """LT-BJ-11, LT-BJ-12: of each seat's first two cards, split or not."""
    path = written(tmp_path / "J.db", *ACE_UP, game="blackjack")
    rows = parts_of(path)["Side bets, if placed"].rows
    assert rows[:3] == (
        ("Seat 1, Perfect Pairs", "won (mixed pair)"),
        ("Seat 1, 21+3", "lost"),
        ("Seat 3, Perfect Pairs", "won (mixed pair)"),
    )
    assert len(rows) == 2 * 4
    assert "Side bets, if placed" not in parts_of(
        written(tmp_path / "other.db", *ACE_UP, game="blackjack", code="sv")
    )


def test_a_dealers_blackjack_pushes_and_wins_insurance(tmp_path: Path) -> None:
    dealt = (OPEN, seats(1, 2, 3), CLOSED, *cards("AS 9H 7D AH KS 9D 8C KD"))
    answers = (decide(1, "insure"), decide(2, "insure"), decide(3, "surrender"))
    assert results(
        written(tmp_path / "J.db", *dealt, *answers, DONE_D, DONE_D, DONE_D, game="blackjack")
    ) == [
        ("Seat 1, hand 1", "A♠ K♠", "21", "push · blackjack · insurance: won"),
        ("Seat 2, hand 1", "9♥ 9♦", "18", "lost · insurance: won"),
        ("Seat 3, hand 1", "7♦ 8♣", "15", "surrendered"),
        ("Dealer", "A♥ K♦", "21", "blackjack"),
    ]


def test_a_dealer_who_is_bust_loses_to_each_hand_that_stands(tmp_path: Path) -> None:
    dealt = (OPEN, seats(2), CLOSED, *cards("TH 6D 2S TD"), decide(2, "stand"), DONE_D, card("KS"))
    rows = results(written(tmp_path / "J.db", *dealt, DONE_D, DONE_D, game="blackjack"))
    assert rows == [
        ("Seat 2, hand 1", "10♥ 2♠", "12", "won"),
        ("Dealer", "6♦ 10♦ K♠", "26", "bust"),
    ]


FROZE: Seen = {**AUTHORISE, "reason": "the picture froze after the split"}
"""A split hand has answered itself, so that the refund needs a reason."""


def test_a_bet_that_went_back_is_no_result(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the side bets have one, by the seat's cards."""
    dealt = (OPEN, seats(3, 5), CLOSED, *cards("2H TS 6D 7D KS TD"))
    refund = (decide(3, "timeout"), incident("no_chance_to_act", seat=3), AUTHORISE)
    lines = (*dealt, *refund, decide(5, "stand"), DONE_D, card("KH"))
    path = written(tmp_path / "J.db", *lines, DONE_D, DONE_D, game="blackjack")
    assert [row[-1] for row in results(path)] == ["bet back", "won", "bust"]
    sides = parts_of(path)["Side bets, if placed"].rows
    assert sides[:2] == (
        ("Seat 3, Perfect Pairs", "lost"),
        ("Seat 3, 21+3", "lost"),
    )


def test_side_bets_stand_where_one_hand_of_a_split_was_refunded(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: the seat is out with its last hand alone, and the incident's record says the same."""
    dealt = (OPEN, seats(2), CLOSED, *cards("8H 9D 8C 2C"), decide(2, "split"), *cards("2D 3C"))
    refund = (decide(2, "timeout"), incident("no_chance_to_act", seat=2, hand=1), FROZE)
    lines = (*dealt, *refund, decide(2, "stand", 2), DONE_D, card("9C"), DONE_D, DONE_D)
    path = written(tmp_path / "J.db", *lines, game="blackjack")
    assert [row[-1] for row in results(path)] == ["bet back", "lost", None]
    assert parts_of(path)["Side bets, if placed"].rows == (
        ("Seat 2, Perfect Pairs", "won (mixed pair)"),
        ("Seat 2, 21+3", "lost"),
    )
    assert [each.state for each in find(path, "T7-i1").side_bets] == ["won", "lost"]


def test_side_bets_stand_where_every_hand_of_a_split_was_refunded(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: another seat plays on."""
    dealt = (OPEN, seats(2, 3), CLOSED, *cards("8H TH 9D 8C TC"), card("2C"), decide(2, "split"))
    refunds = [
        (decide(2, "timeout", hand), incident("no_chance_to_act", seat=2, hand=hand), FROZE)
        for hand in (1, 2)
    ]
    lines = (*dealt, *cards("2D 3C"), *refunds[0], *refunds[1], decide(3, "stand"), DONE_D, card("9C"))
    path = written(tmp_path / "J.db", *lines, DONE_D, DONE_D, game="blackjack")
    rows = parts_of(path)["Side bets, if placed"].rows
    assert [text for _, text in rows] == ["won (mixed pair)", "lost", "won (mixed pair)", "lost"]


def test_a_void_rounds_hands_are_void_and_its_hole_card_stays_unseen(tmp_path: Path) -> None:
    dealt = (OPEN, seats(2), CLOSED, *cards("TH 6D 2S TD"), card("9H"), VOID, DONE_D)
    path = written(tmp_path / "J.db", *dealt, refused=("out_of_turn",), game="blackjack")
    assert results(path) == [
        ("Seat 2, hand 1", "10♥ 2♠", "12", "void"),
        ("Dealer", "6♦ ??", "6", None),
    ]


@pytest.mark.parametrize(
    ("faces", "player", "banker"),
    [
        ("9H 2S KD 4C", ("9", "wins · natural"), ("6", None)),
        ("2H 9S KD 4C 5D 2D", ("7", "wins"), ("5", None)),
        ("9H 9S KD KC", ("9", "tie"), ("9", "tie")),
    ],
)
def test_the_winner_of_a_coup_stands_beside_its_hand(
    tmp_path: Path, faces: str, player: tuple[str, str | None], banker: tuple[str, str | None]
) -> None:
    rows = results(written(tmp_path / "J.db", OPEN, CLOSED, *cards(faces), DONE_D, DONE_D))
    assert [(row[0], *row[2:]) for row in rows] == [("Player", *player), ("Banker", *banker)]


def test_a_void_coup_has_no_winner(tmp_path: Path) -> None:
    path = written(tmp_path / "J.db", OPEN, card("9H"), VOID, DONE_D, refused=("bets_open",))
    assert results(path) == [("Player", None, None, "void"), ("Banker", None, None, "void")]


def test_a_press_that_did_not_count_is_not_called_what_was_asked(tmp_path: Path) -> None:
    """A dealer's press while a player decides read as if the dealer had waited or dealt."""
    path = written(tmp_path / "J.db", OPEN, CLOSED, DONE_D, card("9H"), refused=("out_of_turn",))
    (row,) = parts_of(path)["What was pressed"].rows
    pressed, asked = words("en").text("log.step_done"), step_name(words("en"), Action.DEAL)
    assert str(row[2]).startswith(words("en").side_by_side((pressed, asked)))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_results_are_in_each_language(tmp_path: Path, lang: str) -> None:
    part = parts_of(written(tmp_path / "J.db", *ACE_UP, game="blackjack"), lang)[
        words(lang).text("phase.result")
    ]
    text = words(lang).text
    assert part.rows[1][-1] == words(lang).side_by_side((text("seat.won"), text("seat.doubled")))
    assert part.rows[-1][2] == text("hand.soft", total=17)


def test_each_list_of_a_rounds_file_has_its_columns(tmp_path: Path) -> None:
    file = find_round(written(tmp_path / "J.db", *ACE_UP, game="blackjack"), "T7-1")
    file = replace(file, quick=(QuickStep(1, MADE, "wash", 9.9, 20, None),))
    parts = round_paper(file, RecordFormatter(words("en"), zone=UTC), MADE, "1.0").parts
    assert {part.heading: part.columns for part in parts if part.columns} == {
        "Result": ("Hand", "Cards", "Total", "Result"),
        "At the table": ("Who", "Role", "Time", ""),
        "Cards as dealt": ("Time", "Hand", "Card", "How"),
        "Players’ answers": ("Time", "Hand", "What", "Note"),
        "What was pressed": ("Time", "Who", "What", "Note"),
        "Prompts": ("Time", "What", "Role", "Clause"),
        "Pressed sooner than work takes": ("Time", "Step", "Seconds", "At least, s", "Who"),
        "Entries corrected after the fact": (
            *("Time", "Entry", "What", "Before", "After", "Who", "Authorised by", "Why"),
        ),
    }


@pytest.mark.parametrize(
    ("device", "shown"), [("shoe", "shoe"), ("reader", "scanner"), ("wheel", "wheel"), (None, "device")]
)
def test_a_reading_is_shown_with_its_device(device: str | None, shown: str) -> None:
    assert source_text(words("en"), device, is_entered=False) == shown


def test_a_card_is_shown_as_entered_only_where_a_person_entered_it(tmp_path: Path) -> None:
    """A line of the protocol without a person is a reading, though it names no device."""
    manual = {"do": "manual", "by": "P1", "on": True}
    lines = (OPEN, CLOSED, device(card_frame("1", "player", 1, "9H")), card("2S"), manual)
    path = written(tmp_path / "J.db", *lines, {**card("KD"), "by": "P1"}, {**card("4C"), "by": "P1"}, DONE_D)
    parts = parts_of(path)
    assert [row[-1] for row in parts["Cards as dealt"].rows] == [
        *("shoe", "device", "entered · P1", "entered · P1")
    ]
    assert [(row[2], row[1]) for row in parts[words("en").text("record.head.readings.entered")].rows] == [
        *(("9♥", "shoe"), ("2♠", "device"), ("K♦", "entered"), ("4♣", "entered"))
    ]


INSURED = (decide(2, "insure"), decide(3, "decline"), DONE_D)
CAN_NOT_GO_ON = (incident("cannot_continue", reason="health"), AUTHORISE)
PLAYED_ON = (decide(3, "stand"), DONE_D, card("5C"), DONE_D, DONE_D)


def test_insurance_of_a_refunded_hand_stays_as_the_peek_decided_it(tmp_path: Path) -> None:
    """LT-BJ-2.3.8, LT-BJ-07: only a void of the round gives it back."""
    dealt = (OPEN, seats(2, 3), CLOSED, *cards("2H TH AD 8C TC 2C"), *INSURED)
    refund = (decide(2, "timeout"), incident("no_chance_to_act", seat=2), AUTHORISE)
    path = written(tmp_path / "played.db", *dealt, *refund, *PLAYED_ON, game="blackjack")
    assert results(path)[0][-1] == "bet back · insurance: lost"
    void = written(tmp_path / "void.db", *dealt, *refund, *CAN_NOT_GO_ON, game="blackjack")
    for each, went_back in ((path, []), (void, [("Seat 2, Insurance", "bet went back")])):
        rows = parts_of(each)["Side bets, if placed"].rows
        assert [row for row in rows if str(row[0]).endswith("Insurance")] == went_back
        assert Bet.INSURANCE not in [bet.bet for bet in find(each, "T7-i1").side_bets]
    assert [bet.state for bet in find(void, "T7-i2").side_bets if bet.bet == Bet.INSURANCE] == ["back"]


@pytest.mark.parametrize("code", ["lt", "sv"])
def test_insurance_goes_back_where_the_round_becomes_void(tmp_path: Path, code: str) -> None:
    dealt = (OPEN, seats(2, 3), CLOSED, *cards("2H TH AD 8C TC 2C"), *INSURED)
    path = written(tmp_path / "J.db", *dealt, *CAN_NOT_GO_ON, game="blackjack", code=code)
    insured = [(each.seat, each.state) for each in find(path, "T7-i1").side_bets if each.bet == "insurance"]
    assert insured == [(2, "back")]
    assert ("Seat 2, Insurance", "bet went back") in parts_of(path)["Side bets, if placed"].rows


def test_insurance_stands_where_one_hand_of_a_split_was_refunded(tmp_path: Path) -> None:
    """LT-BJ-2.3.8: it belongs to the seat, which plays on with its other hand."""
    dealt = (OPEN, seats(2), CLOSED, *cards("8H AD 8C 2C"), decide(2, "insure"), DONE_D, decide(2, "split"))
    passed = (*cards("2D 3C"), decide(2, "timeout"))
    refund = (incident("no_chance_to_act", seat=2, hand=1), FROZE)
    lines = (*dealt, *passed, *refund, decide(2, "stand", 2), DONE_D, card("5D"), DONE_D, DONE_D)
    path = written(tmp_path / "J.db", *lines, game="blackjack")
    assert [row[-1] for row in results(path)] == ["bet back · insurance: lost", "lost", None]


def test_each_press_and_prompt_is_worded_by_the_incident_that_was_open_then(tmp_path: Path) -> None:
    """Another report waits behind it: of two cards that fell, both are put back."""
    fell = (incident("card_fell", cards=2, seen=True), incident("card_fell", cards=1, seen=True))
    decided = (AUTHORISE, DONE_D, AUTHORISE, DONE_D)
    parts = parts_of(written(tmp_path / "J.db", OPEN, CLOSED, card("9H"), *fell, *decided))
    for part in (parts["What was pressed"], parts["Prompts"]):
        said = [str(cell) for row in part.rows for cell in row if str(cell).startswith("Put the card")]
        assert said == [
            f"Put the {back} fell from"
            for back in ("cards back on the table they", "card back on the table it")
        ]


@pytest.mark.parametrize(("many", "said"), [(1, "Put the last card into"), (2, "Put the last 2 cards into")])
def test_cards_that_are_removed_are_counted_in_each_list(tmp_path: Path, many: int, said: str) -> None:
    """LT-BAC-30a; as the record says it."""
    misread = incident("misread", "P1", may_affect=True, first_card=False, cards_to_remove=many)
    lines = (OPEN, CLOSED, *cards("9H 2S KD"), misread, {"do": "done", "by": "P1"})
    parts = parts_of(written(tmp_path / "J.db", *lines))
    for part in (parts["What was pressed"], parts["Prompts"]):
        assert any(str(cell).startswith(said) for row in part.rows for cell in row)


def test_a_prompt_that_names_a_hand_begins_as_each_other_row_does(tmp_path: Path) -> None:
    prompts = [
        str(row[1]) for row in parts_of(written(tmp_path / "J.db", *ACE_UP, game="blackjack"))["Prompts"].rows
    ]
    assert "Seat 3, hand 1: A player decides" in prompts and all(said[0].isupper() for said in prompts)


def test_a_worksheet_made_before_its_round_became_void_says_so(tmp_path: Path) -> None:
    """Its sums are by a result that counts for nothing; one that is made afterwards gives the stakes back."""
    sheet: Seen = {"do": "settle", "bets": [{"on": "player", "stake": 1000}], "by": "P1"}
    lines = (OPEN, CLOSED, *cards("9H 2S KD 4C"), sheet, incident("technical_fault", "P1"), sheet)
    parts = parts_of(written(tmp_path / "J.db", *lines))
    notes = {heading: part.note for heading, part in parts.items() if heading.startswith("Worksheet")}
    assert notes == {
        "Worksheet, 09:00:14, P1": "Round void, bets go back · 09:00:16",
        "Worksheet, 09:00:18, P1": "",
    }


def test_a_worksheet_of_a_halt_that_ended_in_a_void_says_so_in_the_halts_record(tmp_path: Path) -> None:
    """Made while play stood, by the number that the outcome then took away (LT-ROU-27b)."""
    sheet: Seen = {"do": "settle", "bets": [{"on": "red", "stake": 1000}], "by": "P1"}
    spin: Seen = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
    read, said = ({"do": "number", "number": 17, "source": "reader"},
                  {"do": "number", "number": 18, "source": "dealer", "by": "D1"})  # fmt: skip
    no_spin = incident("no_spin", cause="foreign_object")
    lines = (OPEN, CLOSED, spin, read, said, sheet, no_spin, AUTHORISE)
    path = written(tmp_path / "J.db", *lines, game="roulette", code="sv", refused=("out_of_turn",))
    formatter = RecordFormatter(words("en"), zone=UTC)
    (own,) = formatter.sheet(find(path, "H5"), MADE, "1.0").worksheets
    assert own.note == "Round void, bets go back · 09:00:16"
    assert parts_of(path)["Worksheet, 09:00:12, P1"].note == own.note
