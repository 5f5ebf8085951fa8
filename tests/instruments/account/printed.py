"""What the account has of a round, as its page says it in English: a row a line, a space between cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.instruments.account.table_account import RoundAccount
from tests.instruments.differ.cards import coup_outcome, is_blackjack
from tests.instruments.differ.rounds import DECISION_SECONDS

Shown = dict[str, Any]
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STATES: Final = {"waiting": "waits", "acting": "decides", "stood": "stands", "refunded": "bet back"}
"""The states of a hand whose word is another one."""
CHOICES: Final = {
    "insure": "insurance",
    "decline": "no insurance",
    "timeout": "no answer in time",
}
RED: Final = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
WHY: Final = {
    "late": "answer not counted: {behind:.1f} s after the time was over",
    "twice": "answer not counted: this hand already had an answer, {behind:.1f} s earlier",
    "halt": "answer not counted: play was halted",
    "early": "answer not counted: it was not this hand’s turn yet",
    "stale": "answer not counted: it belonged to an earlier question",
    "not_offered": "answer not counted: this choice was not offered",
    "no_hand": "answer not counted: this hand is not in the round",
    "no_dealer": "answer not counted: no dealer was signed in",
    "other": "answer not counted: the message was refused",
}


def result_rows(round_: RoundAccount, number: int | None) -> Iterator[str]:
    """Each hand with its cards, its total and what came of it; of the wheel the number that counts."""
    shown, void = round_.shown, round_.shown["status"] == "void"
    if "number" in shown:
        if number is not None:
            colour = "green" if number == 0 else "red" if number in RED else "black"
            yield f"Number {number}, {colour}"
        return
    outcome = coup_outcome(shown["player"], shown["banker"]) if shown.get("outcome") else None
    for hand in ("player", "banker") if "player" in shown else ():
        came_to = ["void"] if void else compared(hand, outcome) if outcome else []
        yield row(hand.capitalize(), shown[hand], str(shown["points"][hand]), came_to)
    for seat, hands in shown.get("seats", {}).items():
        for at, hand in enumerate(hands, 1):
            natural = len(hands) == 1 and is_blackjack(hand["cards"])
            came_to = ["void"] if void else [*states(hand, natural, round_, int(seat), at)]
            yield row(f"Seat {seat}, hand {at}", hand["cards"], total(hand, natural=natural), came_to)
    if (dealer := shown.get("dealer")) is not None:
        over = not void and round_.decided
        natural = over and is_blackjack(dealer["cards"])
        came_to = ["blackjack"] if natural else ["bust"] if over and dealer["total"] > 21 else []
        yield row("Dealer", dealer["cards"], total(dealer, natural=natural), came_to)


def row(hand: str, cards: list[str], total: str, came_to: list[str]) -> str:
    """A hand's row, with a dash for a cell that is empty."""
    lying = " ".join(c if c == "??" else c[0].replace("T", "10") + SUITS[c[1]] for c in cards)
    cells = (hand, lying, total if cards else "", " · ".join(came_to))
    return " ".join(cell or "–" for cell in cells)


def total(hand: Shown, *, natural: bool) -> str:
    """``18``, ``soft 17``."""
    return f"soft {hand['total']}" if hand["soft"] and not natural else str(hand["total"])


def compared(hand: str, outcome: Shown) -> list[str]:
    """The words beside a hand of a coup."""
    if outcome["winner"] == "tie":
        return ["tie"]
    if outcome["winner"] != hand:
        return []
    return ["wins", "natural"] if outcome["natural"] else ["wins"]


def states(hand: Shown, natural: bool, round_: RoundAccount, seat: int, at: int) -> Iterator[str]:
    """The words beside a player's hand."""
    state: str = hand["state"]
    yield STATES.get(state, state)
    yield from ("blackjack",) if natural and state != "blackjack" else ()
    yield from ("bust",) if hand["total"] > 21 and state != "bust" else ()
    yield from ("doubled",) if hand["bet"] == 2 and state != "doubled" else ()
    yield from ("no answer",) if has_no_answer(round_, seat, at) else ()
    if hand["insurance"] and state != "refunded":
        yield "insurance" if hand["insurance"] == "open" else f"insurance: {hand['insurance']}"


def has_no_answer(round_: RoundAccount, seat: int, hand: int) -> bool:
    """Whether a hand stands since nobody answered."""
    counted = [
        each for each in round_.answers if (each["seat"], each["hand"], each["missed"]) == (seat, hand, None)
    ]
    return bool(counted) and counted[-1]["choice"] == "timeout" and not counted[-1]["insurance"]


def answer_rows(round_: RoundAccount) -> Iterator[str]:
    """Each answer with its time, its hand, and the seconds that were left, or why it did not count."""
    for each in round_.answers:
        at = f"{each['at']:%H:%M:%S.%f}"[:-3]
        named = f"{at} Seat {each['seat']}, hand {each['hand']} {said(each)}"
        note = " · ".join(filter(None, (counted(each), went_on(each), each["reason"])))
        yield f"{named} {note}".strip()


def said(each: Shown) -> str:
    """The answer itself."""
    if each["choice"] == "timeout" and each["missed"] is None and each["left"] is not None:
        return f"no answer in {round(DECISION_SECONDS - each['left'])} s"
    choice: str = each["choice"]
    return CHOICES.get(choice, choice)


def counted(each: Shown) -> str:
    """Its time, or why it did not count."""
    if each["missed"] is not None:
        return WHY[each["missed"]].format(behind=each["behind"])
    if each["left"] is None or each["choice"] == "timeout":
        return ""
    over = "" if each["left"] >= 0 else " after the time was over"
    return f"{abs(each['left']):.1f} s{over or ' left'}"


def went_on(each: Shown) -> str:
    """The pit boss who moved on, or would have."""
    by: str = each["by"] or ""
    return f"{by} went on without an answer" if by and each["missed"] is None else by
