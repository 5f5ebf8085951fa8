"""The protocol's page: the payout of a hand, compared with the worksheet's amounts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table.core.tables import CODES, Driven

Seen = dict[str, Any]
STAKE = 100


def back_of(hand: Seen, *, is_only: bool) -> int:
    """The amount that a hand of this state brings back, by the page alone."""
    is_blackjack = is_only and len(hand["cards"]) == 2 and hand["total"] == 21
    match hand["state"]:
        case "won":
            return STAKE * 5 // 2 if is_blackjack else STAKE * 2
        case "push" | "refunded":
            return STAKE
        case "lost":
            return 0
    raise AssertionError(hand["state"])


def decision(seat: int, choice: str, hand: int = 1) -> Seen:
    return {"do": "decision", "seat": seat, "hand": hand, "choice": choice}


def cards(*faces: str) -> list[Seen]:
    return [{"do": "card", "card": face} for face in faces]


@pytest.mark.parametrize("rules", CODES)
@pytest.mark.parametrize(("dealers", "backs"), [("9C", [250, 200, 200, 200, 0]), ("AC", [100, 0, 0, 0, 0])])
def test_a_blackjack_is_told_from_other_hands_that_win_as_the_page_says(
    rules: str, dealers: str, backs: list[int]
) -> None:
    """BJ-2.1.1, BJ-2.2: a blackjack, both hands of split aces, a doubled hand and one that loses."""
    table = Driven(rules, game="blackjack")
    lines: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1, 2, 3, 4]},
        {"do": "bets", "state": "closed"},
        *cards("AS", "AH", "5D", "TS", "TH", "KD", "AD", "6S", "8S", dealers),
        *(decision(2, "split"), *cards("KH", "QH")),
        *(decision(3, "double"), *cards("TD"), decision(4, "stand")),
        *({"do": "done", "by": "D1"},) * 2,
    )
    for line in lines:
        table.take(line)
    seats = table.view()["round"]["seats"]
    hands = [(seat, number, hand) for seat in seats for number, hand in enumerate(seats[seat], 1)]
    bets = [{"on": "main", "seat": int(seat), "hand": number, "stake": STAKE} for seat, number, _ in hands]
    rows = table.take({"do": "settle", "by": "P1", "bets": bets})["worksheet"]["bets"]
    assert [back_of(hand, is_only=len(seats[seat]) == 1) for seat, _, hand in hands] == backs
    assert [row["back"] for row in rows] == backs
