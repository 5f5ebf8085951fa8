"""The worksheet: what each bet is worth by the outcome (the protocol's "Worksheet")."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from tests.instruments.differ.cards import coup_outcome, is_blackjack
from tests.instruments.differ.rounds import RED_NUMBERS, Boxes, Coup, Shown

if TYPE_CHECKING:
    from tests.instruments.differ.reference.table_values import Round

MOST_STAKE: Final = 10**12
NUMBERS: Final = {
    "straight": 1,
    "split": 2,
    "street": 3,
    "corner": 4,
    "six_line": 6,
    "column": 12,
    "dozen": 12,
}
PAYS_FOR: Final = {1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2}
"""ROU-2.2: by how many numbers are covered."""
EVENS: Final = {
    "red": RED_NUMBERS,
    "black": set(range(1, 37)) - RED_NUMBERS,
    "odd": set(range(1, 37, 2)),
    "even": set(range(2, 37, 2)),
    "low": set(range(1, 19)),
    "high": set(range(19, 37)),
}
WHEEL: Final = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9),
    *(22, 18, 29, 7, 28, 12, 35, 3, 26),
)
CALLED: Final = {
    "voisins": (
        ((0, 2, 3), 2),
        ((25, 26, 28, 29), 2),
        *(((one, one + 3), 1) for one in (4, 12, 18, 19, 32)),
    ),
    "jeu_zero": (((26,), 1), ((0, 3), 1), ((12, 15), 1), ((32, 35), 1)),
    "tiers": tuple((two, 1) for two in ((5, 8), (10, 11), (13, 16), (23, 24), (27, 30), (33, 36))),
    "orphelins": (((1,), 1), *((two, 1) for two in ((6, 9), (14, 17), (17, 20), (31, 34)))),
}
"""LT-ROU-07 to 10: the fields and how many chips lie on each."""
COUP_PAYS: Final = {
    "player": Fraction(1),
    "banker": Fraction(95, 100),
    "tie": Fraction(8),
    "player_pair": Fraction(11),
    "banker_pair": Fraction(11),
    "either_pair": Fraction(5),
    "perfect_pair": Fraction(25),
    "big": Fraction(54, 100),
    "small": Fraction(3, 2),
}
SIDES_OF_A_COUP: Final = ("player_pair", "banker_pair", "either_pair", "perfect_pair", "big", "small")
PAIRS_PAY: Final = {"perfect": 25, "coloured": 12, "mixed": 6}
THREES_PAY: Final = {
    "suited_trips": 100,
    "straight_flush": 40,
    "three_of_a_kind": 25,
    "straight": 10,
    "flush": 5,
}
BOXES: Final = ("main", "insurance", "perfect_pairs", "21+3")
LIMITS: Final = {
    "straight": (10, 15000),
    "split": (10, 30000),
    "street": (10, 40000),
    "corner": (10, 60000),
    "six_line": (10, 90000),
    "column": (100, 180000),
    "dozen": (100, 180000),
    **dict.fromkeys(EVENS, (100, 300000)),
}
"""LT-ROU-04, in minor units."""
CARD_LIMITS: Final = {"baccarat": (50, 500000, 1250000), "blackjack": (500, 1000000, 10000000)}
"""LT-BAC-10, LT-BJ-14: the lowest and highest stake and the top win."""
OF_GAME: Final = {
    "baccarat": set(COUP_PAYS),
    "blackjack": set(BOXES),
    "roulette": {*NUMBERS, *EVENS, *CALLED, "neighbours"},
}


class BadBet(Exception):
    """A bet that is not in the protocol's form: bad_input."""


class NotTaken(Exception):
    """Another game's bet (not_this_game), a side bet that this rulebook has not, a hand that is not there."""


@dataclass
class Sheet:
    """The basis of a worksheet: the round, and in a game of cards what lies."""

    game: str
    rules: str
    about: Round | None
    cards: Coup | Boxes | None
    settled: bool
    """Whether the outcome is known."""


def worksheet(sheet: Sheet, bets: list[Any]) -> Shown:
    """Each bet's row, what comes back in all, and what may not be bet."""
    for bet in bets:
        check_form(bet)
    if any(bet["on"] not in OF_GAME[sheet.game] for bet in bets):
        raise NotTaken("not_this_game")
    for bet in bets:
        check_rulebook(sheet, bet)
    for bet in bets:
        check_hand(sheet, bet)
    rows = [row(sheet, bet) for bet in bets]
    if sheet.rules == "lt":
        limits(sheet, bets, rows)
    backs = [row["back"] for row in rows]
    return {
        "bets": rows,
        "back": None if None in backs else sum(backs),
        "restriction": restriction(sheet, bets),
    }


def whole(value: object, low: int, high: int) -> bool:
    """A whole number within bounds."""
    return type(value) is int and low <= value <= high


def check_form(bet: Any) -> None:
    """A bet that is known, with all that it needs."""
    if not isinstance(bet, dict) or not whole(bet.get("stake"), 1, MOST_STAKE):
        raise BadBet
    on = bet.get("on")
    if not any(on in known for known in OF_GAME.values()):
        raise BadBet
    if on in BOXES and not (whole(bet.get("seat"), 1, 7) and whole(bet.get("hand"), 1, 2)):
        raise BadBet
    if on in NUMBERS:
        numbers = bet.get("numbers")
        if not isinstance(numbers, list) or not all(whole(number, 0, 36) for number in numbers):
            raise BadBet
        if len(set(numbers)) != len(numbers) or len(numbers) != NUMBERS[on]:
            raise BadBet
    if on == "neighbours" and not (whole(bet.get("number"), 0, 36) and whole(bet.get("each"), 0, 18)):
        raise BadBet


def check_rulebook(sheet: Sheet, bet: Shown) -> None:
    """Only lt has side bets."""
    if bet["on"] in (*SIDES_OF_A_COUP, "perfect_pairs", "21+3") and sheet.rules != "lt":
        raise NotTaken("not_in_rulebook")


def check_hand(sheet: Sheet, bet: Shown) -> None:
    """Insurance and side bets lie on hand 1."""
    on = bet["on"]
    if on in BOXES:
        boxes = sheet.cards.seats if isinstance(sheet.cards, Boxes) else {}
        if bet["hand"] > len(boxes.get(bet["seat"], [])) or (on != "main" and bet["hand"] != 1):
            raise NotTaken("no_such_hand")
        void = sheet.about is not None and sheet.about.status == "void"
        if on == "insurance" and isinstance(sheet.cards, Boxes) and not sheet.cards.insured(bet["seat"]):
            dealer = sheet.cards.dealer
            if void or sheet.cards.peeked or (dealer and dealer[0][0] != "A"):
                raise NotTaken("no_such_hand")


def row(sheet: Sheet, bet: Shown) -> Shown:
    """A bet with what comes back for it."""
    recorded: int | None = None
    paid: Shown = {}
    void = sheet.about is not None and sheet.about.status == "void"
    if void and decided_beside(sheet, bet):
        assert isinstance(sheet.cards, Boxes)
        back: int | None = by_boxes(bet, sheet.cards)
    elif void:
        back = bet["stake"] * chips(bet)
    elif not sheet.settled or sheet.about is None:
        back = None
    elif sheet.game == "roulette":
        assert sheet.about.number is not None
        back = by_number(bet, sheet.about.number)
        about, right = sheet.about, sheet.about.number
        told = {*about.reported, about.recorded} - {None}
        wrong = [number for number in told if number != right or number in about.announced]
        if {*wrong} - {right}:  # nothing credited is taken back: of several the most
            recorded = max(by_number(bet, number) for number in wrong if number is not None)
        if about.paid:
            paid = {"paid": max(by_number(bet, number) for number in about.paid)}
    elif isinstance(sheet.cards, Coup):
        back = by_coup(bet, sheet.cards)
    else:
        assert sheet.cards
        back = by_boxes(bet, sheet.cards)
    return {**bet, "back": back, "recorded_back": recorded, "limit": None, **paid}


def decided_beside(sheet: Sheet, bet: Shown) -> bool:
    """Whether a round that has no seat left decided this side bet or insurance before (LT-BJ-2.3.8)."""
    if sheet.about is None or not sheet.about.no_seat or not isinstance(sheet.cards, Boxes):
        return False
    if bet["on"] == "insurance":
        return sheet.cards.insured(bet["seat"]) in ("won", "lost")
    complete = len(sheet.cards.firsts[bet["seat"]]) == 2 and bool(sheet.cards.dealer)
    return bet["on"] in ("perfect_pairs", "21+3") and complete


def chips(bet: Shown) -> int:
    """The number of chips of the stake named that lie on a called bet."""
    if bet["on"] in CALLED:
        return sum(count for _, count in CALLED[bet["on"]])
    return 2 * bet["each"] + 1 if bet["on"] == "neighbours" else 1


def fields(bet: Shown) -> list[tuple[tuple[int, ...], int]]:
    """The fields of a bet on numbers, and the chips on each."""
    on = bet["on"]
    if on in CALLED:
        return list(CALLED[on])
    if on == "neighbours":
        at = WHEEL.index(bet["number"])
        return [((WHEEL[(at + step) % 37],), 1) for step in range(-bet["each"], bet["each"] + 1)]
    return [(tuple(EVENS[on] if on in EVENS else bet["numbers"]), 1)]


def by_number(bet: Shown, number: int) -> int:
    """Stake and win of each field that has the number."""
    back = 0
    for covered, count in fields(bet):
        if number in covered:
            pays = 1 if len(covered) == 18 else PAYS_FOR[len(covered)]
            back += bet["stake"] * count * (1 + pays)
    return back


def by_coup(bet: Shown, coup: Coup) -> int:
    """After a tie the bets on player and banker go back (BAC-2.1.5)."""
    outcome, on, stake = coup_outcome(**coup.hands), bet["on"], bet["stake"]
    if on in ("player", "banker") and outcome["winner"] == "tie":
        return int(stake)
    won = outcome["winner"] == on or outcome["size"] == on or outcome.get(on) is True
    return int(stake + stake * COUP_PAYS[on]) if won else 0


def by_boxes(bet: Shown, boxes: Boxes) -> int:
    """BJ-2.3, LT-BJ-07, LT-BJ-11 to 13."""
    on, stake, seat = bet["on"], bet["stake"], bet["seat"]
    box = boxes.seats[seat][bet["hand"] - 1]
    if on == "main" and box.out == "refunded":
        return int(stake)
    if on == "main":
        if box.out == "surrendered":
            return int(stake // 2)
        result = boxes.result(box)
        if result == "won":
            return int(stake + (stake * 3 // 2 if box.blackjack() else stake))
        return int(stake) if result == "push" else 0
    if on == "insurance":
        return int(3 * stake) if is_blackjack(boxes.dealer) and boxes.dealer[0][0] == "A" else 0
    side = boxes.side(seat)[on]
    pays = (PAIRS_PAY if on == "perfect_pairs" else THREES_PAY).get(side)
    return int(stake * (1 + pays)) if pays else 0


def limits(sheet: Sheet, bets: list[Any], rows: list[Shown]) -> None:
    """LT: below, above, top_win by what it could win, no_main for a side bet without its main in the line."""
    for bet, shown in zip(bets, rows, strict=True):
        shown["limit"] = limit(sheet, bet, bets)


def limit(sheet: Sheet, bet: Shown, bets: list[Any]) -> str | None:
    """The limit that one row breaks, if it breaks one."""
    if sheet.game == "roulette":
        return number_limit(bet)
    on = bet["on"]
    stake: int = bet["stake"]
    low, high, top = CARD_LIMITS[sheet.game]
    mains: list[Shown] = []
    if sheet.game == "baccarat":
        could = stake * COUP_PAYS[on]
    else:
        assert isinstance(sheet.cards, Boxes)
        box = sheet.cards.seats[bet["seat"]][bet["hand"] - 1]
        mains = [other for other in bets if other["on"] == "main" and other["seat"] == bet["seat"]]
        could = {
            "main": Fraction(stake) if box.double or box.split else stake * Fraction(3, 2),
            "insurance": Fraction(2 * stake),
            "perfect_pairs": Fraction(25 * stake),
            "21+3": Fraction(100 * stake),
        }[on]
        if on == "insurance":
            stake *= 2
        elif on == "main":
            stake //= box.bet
    if stake < low:
        return "below"
    if stake > high:
        return "above"
    if could > top:
        return "top_win"
    return "no_main" if on in ("perfect_pairs", "21+3") and not mains else None


def number_limit(bet: Shown) -> str | None:
    """LT-ROU-04 by kind of bet; of a called bet each of its fields, two chips on one as one stake."""
    worst = None
    for covered, count in fields(bet):
        kinds = {1: "straight", 2: "split", 3: "street", 4: "corner", 6: "six_line", 12: "dozen", 18: "red"}
        low, high = LIMITS[kinds[len(covered)]]
        stake = bet["stake"] * count
        if stake < low:
            worst = worst or "below"
        elif stake > high:
            worst = worst or "above"
    return worst


def restriction(sheet: Sheet, bets: list[Any]) -> str | None:
    """The restriction of sv and is: both hands bet at once, or more than 34 numbers covered."""
    if sheet.rules not in ("sv", "is"):
        return None
    on = {bet["on"] for bet in bets}
    if sheet.game == "baccarat" and {"player", "banker"} <= on:
        return "LIM-baccarat"
    if sheet.game == "roulette":
        covered = {number for bet in bets for field, _ in fields(bet) for number in field}
        if len(covered) > 34:
            return "LIM-roulette"
    return None
