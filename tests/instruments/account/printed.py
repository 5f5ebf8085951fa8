"""The account of a round as its page says it in English: a row a line, a space between cells."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tests.instruments.account.table_account import RoundAccount
from tests.instruments.differ.cards import coup_outcome, is_blackjack
from tests.instruments.differ.rounds import DECISION_SECONDS
from tests.table.core.tables import words

Shown = dict[str, Any]
MORE: Final = "[more]"
"""Stands for what else a row may have: words of a law, or the dealers' columns."""
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RED: Final = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)


def said_so(key: str, **slots: object) -> str:
    """A phrase of the catalogue: what is said is worked out here, in which words is not."""
    return words("en").text(key, **slots)


def said_of_many(key: str, many: int) -> str:
    """A phrase of the catalogue in the form for so many."""
    return words("en").count(key, many)


def result_rows(round_: RoundAccount, number: int | None) -> Iterator[str]:
    """Each hand with its cards, its total and what came of it; of the wheel the number that counts."""
    shown, void = round_.shown, round_.shown["status"] == "void"
    if "number" in shown:
        if number is not None:
            colour = said_so(f"say.colour.{'green' if number == 0 else 'red' if number in RED else 'black'}")
            yield f"{said_so('round.file.result')} {said_so('wheel.number', number=number, colour=colour)}"
        return
    outcome = coup_outcome(shown["player"], shown["banker"]) if shown.get("outcome") else None
    for hand in ("player", "banker") if "player" in shown else ():
        came_to = [said_so("seat.void")] if void else compared(hand, outcome) if outcome else []
        yield row(hand.capitalize(), shown[hand], str(shown["points"][hand]), came_to)
    for seat, hands in shown.get("seats", {}).items():
        for at, hand in enumerate(hands, 1):
            natural = len(hands) == 1 and is_blackjack(hand["cards"])
            came_to = [said_so("seat.void")] if void else [*states(hand, natural, round_, int(seat), at)]
            yield row(f"Seat {seat}, hand {at}", hand["cards"], total(hand, natural=natural), came_to)
    if (dealer := shown.get("dealer")) is not None:
        over = not void and round_.decided
        natural = over and is_blackjack(dealer["cards"])
        ended = ["blackjack"] if natural else ["bust"] if over and dealer["total"] > 21 else []
        came_to = [said_so(f"seat.{each}") for each in ended]
        yield row("Dealer", dealer["cards"], total(dealer, natural=natural), came_to)


def row(hand: str, cards: list[str], total: str, came_to: list[str]) -> str:
    """A hand's row, with a dash for a cell that is empty."""
    lying = " ".join(map(printed_face, cards))
    cells = (hand, lying, total if cards else "", " · ".join(came_to))
    return " ".join(cell or "–" for cell in cells)


def printed_face(card: str) -> str:
    """``10♥``; a card that nobody may see as it is."""
    return card if card == "??" else card[0].replace("T", "10") + SUITS[card[1]]


def total(hand: Shown, *, natural: bool) -> str:
    """``18``, ``soft 17``."""
    is_soft = hand["soft"] and not natural
    return said_so("hand.soft", total=hand["total"]) if is_soft else str(hand["total"])


def compared(hand: str, outcome: Shown) -> list[str]:
    """The words beside a hand of a coup."""
    if outcome["winner"] == "tie":
        return [said_so("result.tie")]
    if outcome["winner"] != hand:
        return []
    names = ("wins", "natural") if outcome["natural"] else ("wins",)
    return [said_so(f"result.{name}") for name in names]


def states(hand: Shown, natural: bool, round_: RoundAccount, seat: int, at: int) -> Iterator[str]:
    """The words beside a player's hand."""
    state: str = hand["state"]
    also = {
        "blackjack": natural,
        "bust": hand["total"] > 21,
        "doubled": hand["bet"] == 2,
        "timeout": state != "refunded" and has_no_answer(round_, seat, at),
    }
    for each in (state, *(name for name, holds in also.items() if holds and name != state)):
        yield said_so(f"seat.{each}")
    if hand["insurance"] and state != "refunded":
        won = "" if hand["insurance"] == "open" else f".{hand['insurance']}"
        yield said_so(f"seat.insured{won}")


def worksheet_row(made: Shown, rules: str) -> str:
    """The end of a worksheet: what is credited in all, and what was paid by mistake and is not taken back."""
    rows, unit = made["worksheet"]["bets"], " EUR" if rules == "lt" else ""
    sums = ["–", "–"]
    if made["worksheet"]["back"] is not None:
        before = [row.get("paid", row["recorded_back"]) or 0 if made["paid"] else 0 for row in rows]
        left = [row["back"] - paid for row, paid in zip(rows, before, strict=True)]
        amounts = (sum(max(0, sign * each) for each in left) for sign in (1, -1))
        sums = [f"{amount / 100:,.2f}{unit}" for amount in amounts]
    return f"{said_so('sheet.total')}{MORE}{' '.join(sums)}"


def has_no_answer(round_: RoundAccount, seat: int, hand: int) -> bool:
    """Whether a hand stands since nobody answered."""
    counted = [
        each for each in round_.answers if (each["seat"], each["hand"], each["missed"]) == (seat, hand, None)
    ]
    return bool(counted) and counted[-1]["choice"] == "timeout" and not counted[-1]["insurance"]


def answer_rows(round_: RoundAccount) -> Iterator[str]:
    """Each answer with its time, its hand, and the seconds that were left, or why it did not count; with its
    day where that is not the round's.
    """
    opened = round_.times["opened"]
    assert opened is not None, "an answer is to an open round"
    for each in round_.answers:
        day = "" if each["at"].date() == opened.date() else f"{each['at']:%d/%m/%Y} "
        at = day + f"{each['at']:%H:%M:%S.%f}"[:-3]
        named = f"{at} Seat {each['seat']}, hand {each['hand']} {said(each)}"
        note = " · ".join(filter(None, (counted(each), went_on(each), each["reason"])))
        yield f"{named} {note}".strip()


def said(each: Shown) -> str:
    """The answer itself."""
    if each["choice"] == "timeout" and each["missed"] is None and each["left"] is not None:
        return said_so("decision.none_in", seconds=round(DECISION_SECONDS - each["left"]))
    return said_so(f"choice.{each['choice']}")


def counted(each: Shown) -> str:
    """Its time, or why it did not count."""
    if each["missed"] is not None:
        behind = None if each["behind"] is None else f"{each['behind']:,.1f}"
        return said_so(f"decision.missed.{each['missed']}", seconds=behind)
    if each["left"] is None or each["choice"] == "timeout":
        return ""
    key = "decision.left" if each["left"] >= 0 else "decision.over"
    return said_so(key, seconds=f"{abs(each['left']):,.1f}")


def went_on(each: Shown) -> str:
    """The pit boss who moved on, or would have."""
    by: str = each["by"] or ""
    return said_so("decision.by", name=by) if by and each["missed"] is None else by
