"""The reasons to refuse a line, and their order, by the section Refusals of the table protocol."""

from __future__ import annotations

import pytest

from tests.table.core.tables import Driven, Seen

OPEN: Seen = {"do": "bets", "state": "open"}
CARD: Seen = {"do": "card", "card": "9H"}
UNREAD: Seen = {"do": "unread"}
CUT_CARD: Seen = {"do": "cut_card"}
SEATS: Seen = {"do": "seats", "seats": [1]}
DECISION: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"}
SPIN: Seen = {"do": "spin", "by": "D1", "turns": 5, "direction": "against"}
READ: Seen = {"do": "number", "number": 17, "source": "reader"}
SAID: Seen = {"do": "number", "number": 17, "source": "dealer", "by": "D1"}
CORRECT: Seen = {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9H"}


@pytest.mark.parametrize(
    ("game", "line"),
    [
        *(("baccarat", each) for each in (OPEN, CARD, UNREAD, CUT_CARD)),
        ("blackjack", SEATS),
        ("blackjack", DECISION),
        ("roulette", READ),
    ],
)
def test_a_line_of_server_or_device_needs_a_dealer(game: str, line: Seen) -> None:
    driven = Driven("sv", game=game)
    driven.take({"do": "sign_out", "who": "D1"})
    assert driven.take({"do": "bets", "state": "closed"})["refused"] == "out_of_turn", "needs none"
    assert driven.take(line)["refused"] == "not_signed_in"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        *(("baccarat", each) for each in (OPEN, CARD, UNREAD, CORRECT)),
        ("blackjack", DECISION),
        *(("roulette", each) for each in (SPIN, READ, SAID)),
    ],
)
def test_a_line_of_play_is_refused_in_a_halt(game: str, line: Seen) -> None:
    driven = Driven("sv", game=game)
    driven.take(OPEN)
    assert driven.take({"do": "incident", "by": "P1"})["phase"] == "halted"
    assert driven.take(line)["refused"] == "halted"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        *(("baccarat", each) for each in (CARD, UNREAD)),
        *(("roulette", each) for each in (SPIN, READ, SAID)),
    ],
)
def test_a_card_a_spin_and_a_number_are_refused_in_bet_time(game: str, line: Seen) -> None:
    driven = Driven("sv", game=game)
    driven.take(OPEN)
    assert driven.take(line)["refused"] == "bets_open"


@pytest.mark.parametrize(
    ("before", "line", "refused"),
    [
        ((), {"do": "incident", "by": "X9", "kind": "nothing"}, "bad_input"),
        ((), {**CORRECT, "by": "X9"}, "not_signed_in"),
        ((OPEN, READ), {"do": "withdraw", "by": "D1"}, "not_authorised"),
        (({"do": "incident", "by": "P1"},), CORRECT, "halted"),
        ((), CORRECT, "no_such_hand"),
        (
            ({"do": "incident", "by": "P1"},),
            {"do": "authorise", "by": "P1", "choice": "void", "reason": "so"},
            "out_of_turn",
        ),
    ],
)
def test_of_two_reasons_that_hold_the_first_of_the_protocol_is_told(
    before: tuple[Seen, ...], line: Seen, refused: str
) -> None:
    driven = Driven("sv", game="roulette" if READ in before else "baccarat")
    for each in before:
        driven.take(each)
    assert driven.take(line)["refused"] == refused
