"""The bets' returns, reckoned a second time: from the faces in a view and the rules' odds written here.

It shares nothing with the console's own reckoning but the view's cards, and which seats are out.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from tests.table.core.tables import Driven, Seen

RANKS = "A23456789TJQK"
ON_COUPS = {
    **{"player": Fraction(1), "banker": Fraction(95, 100), "tie": Fraction(8)},
    **{"player_pair": Fraction(11), "banker_pair": Fraction(11), "either_pair": Fraction(5)},
    **{"perfect_pair": Fraction(25), "big": Fraction(54, 100), "small": Fraction(3, 2)},
}
"""BAC-2.2, LT-BAC-08, LT-BAC-09."""
ON_HANDS = ("main", "insurance", "perfect_pairs", "21+3")

STAKES = st.one_of(st.integers(1, 200), st.integers(1, 2_000_000), st.just(10**12))


def won(stake: int, odds: Fraction | int) -> int:
    """Stake and win, fractions cut off: the next whole number would be too much."""
    win = int(stake * Fraction(odds))
    assert win <= stake * odds < win + 1
    return stake + win


def coup_bets(lt: bool) -> st.SearchStrategy[list[Seen]]:
    """Any bets on a coup that the rulebook has."""
    names = list(ON_COUPS) if lt else ["player", "banker", "tie"]
    return st.lists(st.fixed_dictionaries({"on": st.sampled_from(names), "stake": STAKES}), max_size=8)


def by_coup(bet: Seen, round: Seen | None) -> int | None:
    """The return of a bet on a coup; None while it is not known."""
    stake, on = bet["stake"], bet["on"]
    if round is None or round["status"] == "void" or not round["outcome"]:
        return None if round is None or round["status"] != "void" else stake
    player, banker = (_points(round[hand]) for hand in ("player", "banker"))
    if on in ("player", "banker") and player == banker:
        return int(stake)
    pairs = [cards[0][0] == cards[1][0] for cards in (round["player"], round["banker"])]
    perfect = [cards[0] == cards[1] for cards in (round["player"], round["banker"])]
    four = len(round["player"] + round["banker"]) == 4
    made = {
        **{"player": player > banker, "banker": player < banker, "tie": player == banker},
        **{"player_pair": pairs[0], "banker_pair": pairs[1], "either_pair": any(pairs)},
        **{"perfect_pair": any(perfect), "big": not four, "small": four},
    }
    return won(stake, ON_COUPS[on]) if made[on] else 0


def coup_limit(bet: Seen, lt: bool) -> str | None:
    """LT-BAC-10, in cents."""
    if not lt:
        return None
    if not 50 <= bet["stake"] <= 500_000:
        return "below" if bet["stake"] < 50 else "above"
    return "top_win" if won(bet["stake"], ON_COUPS[bet["on"]]) - bet["stake"] > 1_250_000 else None


def hand_bets(round: Seen | None, lt: bool) -> st.SearchStrategy[list[Seen]]:
    """Any bets on the hands of a round that the rulebook has; insurance where it was taken."""
    hands = [
        (int(seat), number, on)
        for seat, there in (round["seats"] if round else {}).items()
        for number, on in product(range(1, len(there) + 1), ON_HANDS if lt else ON_HANDS[:2])
        if (number == 1 or on == "main") and (on != "insurance" or there[0]["insurance"] is not None)
    ]
    if not hands:
        return st.just([])
    return st.lists(st.tuples(st.sampled_from(hands), STAKES).map(_on_hand), max_size=8)


def _on_hand(bet: tuple[tuple[int, int, str], int]) -> Seen:
    (seat, hand, on), stake = bet
    return {"on": on, "seat": seat, "hand": hand, "stake": stake}


def by_hand(bet: Seen, round: Seen) -> int | None:
    """The return of a bet on a hand (BJ-2.2, BJ-2.3, BJ-2.5.3, LT-BJ-07, LT-BJ-11 to LT-BJ-13)."""
    stake, on, hands = bet["stake"], bet["on"], round["seats"][str(bet["seat"])]
    hand, dealer = hands[bet["hand"] - 1], round["dealer"]["cards"]
    first_two = [each["cards"][0] for each in hands] if len(hands) == 2 else hand["cards"][:2]
    every = [each["state"] for there in round["seats"].values() for each in there]
    nobody_left = round["status"] == "void" and all(state == "refunded" for state in every)
    by_cards = len(first_two) == 2 and bool(dealer)  # LT-BJ-2.3.8: beside the main bet, this is still paid
    beside = hand["insurance"] in ("won", "lost") if on == "insurance" else on != "main" and by_cards
    if (round["status"] == "void" or not round["outcome"]) and not (nobody_left and beside):
        return stake if round["status"] == "void" else None
    if on == "main" and hand["state"] == "refunded":
        return int(stake)
    match on:
        case "insurance":
            seen = "??" not in dealer and dealer[0][0] == "A"
            return won(stake, 2) if seen and _is_natural(dealer) else 0
        case "perfect_pairs":
            return _paid(stake, _pair_pays(*first_two))
        case "21+3":
            return _paid(stake, _three_pays([*first_two, dealer[0]]))
    if hand["state"] == "surrendered":
        return int(stake // 2)
    return _main(stake, hand["cards"], dealer, len(hands) == 1)


def _main(stake: int, cards: list[str], dealer: list[str], whole: bool) -> int:
    natural, theirs = whole and _is_natural(cards), _is_natural(dealer)
    if natural or theirs:
        return stake if natural and theirs else won(stake, Fraction(3, 2)) if natural else 0
    mine, other = _total(cards), _total(dealer)
    if mine > 21 or mine < other <= 21:
        return 0
    return stake if mine == other else won(stake, 1)


def _paid(stake: int, odds: int) -> int:
    return won(stake, odds) if odds else 0


def _pair_pays(one: str, two: str) -> int:
    if one[0] != two[0]:
        return 0
    return 25 if one == two else 12 if (one[1] in "HD") == (two[1] in "HD") else 6


def _three_pays(cards: list[str]) -> int:
    places = sorted(RANKS.index(card[0]) for card in cards)
    low, middle, high = places
    suited = len({card[1] for card in cards}) == 1
    if low == high:
        return 100 if suited else 25
    if (low + 1, middle + 1) == (middle, high) or places == [0, 11, 12]:
        return 40 if suited else 10
    return 5 if suited else 0


def _points(cards: Iterable[str]) -> int:
    return sum(RANKS.index(card[0]) + 1 for card in cards if card[0] not in "TJQK") % 10


def _total(cards: list[str]) -> int:
    ways = [(1, 11) if card[0] == "A" else (min(RANKS.index(card[0]) + 1, 10),) for card in cards]
    totals = {sum(way) for way in product(*ways)}
    return max((points for points in totals if points <= 21), default=min(totals))


def _is_natural(cards: list[str]) -> bool:
    return len(cards) == 2 and _total(cards) == 21


def limits_asked_for(driven: Driven, bets: list[Seen], backs: list[int | None], decided: bool) -> list[Any]:
    """Ask for the worksheet; what it says is what was reckoned, and the table is left as it was.

    Its limits are given back, and the restriction behind them.
    """
    before = driven.view()
    seen = driven.take({"do": "settle", "by": "P1", "bets": bets})
    sheet = seen["worksheet"]
    assert [{key: row[key] for key in bet} for row, bet in zip(sheet["bets"], bets, strict=True)] == bets
    assert [row["back"] for row in sheet["bets"]] == backs
    assert sheet["back"] == (sum(back or 0 for back in backs) if decided else None)
    assert {**seen, "worksheet": None, "entry": before["entry"]} == before
    return [*(row["limit"] for row in sheet["bets"]), sheet["restriction"]]
