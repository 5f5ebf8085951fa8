"""The words of scenes for blackjack: seats, answers, places of cards, and what a view shows of the hands.

``seats 1 3`` and ``decide 3.2 hit`` are lines in. A place is ``3.1 2 up`` (seat, hand, card) or ``dealer 2
down``; ``insurance seats 1 3 offers insure decline`` is what is asked of several seats, ``3.1 offers hit
stand`` of one hand. A hand is seen as ``3.1 8D 3C hard 11 acting``, and more where there is more: ``bet 2``,
``insurance open``, ``pair mixed``, ``21+3 flush``; the dealer's as ``dealer AS ?? soft 11``. Of the hands
only those that are named count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from console.scenes.scene_file import SceneError
from console.scenes.table_in_memory import Seen

PLACE = re.compile(r"[1-7]\.[12]")
CHOICES = ("hit", "stand", "double", "split", "insure", "decline", "surrender")


def seat_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line of blackjack alone, in short words."""
    if do == "seats":
        return {"do": "seats", "seats": [int(seat) for seat in parts]}
    place, choice = parts
    seat, _, hand = place.partition(".")
    return {"do": "decision", "seat": int(seat), "hand": int(hand or 1), "choice": choice}


def place_term(word: str, words: Iterator[str]) -> dict[str, Any]:
    """A place, and the card or the answer that is due there."""
    seat, _, hand = word.partition(".")
    found: dict[str, Any] = {"hand": "dealer"} if word == "dealer" else {"seat": int(seat), "hand": int(hand)}
    for more in words:
        match more:
            case "up" | "down":
                found |= {"face": more}
            case "offers":
                return found | offered_answers(words)
            case "tries":
                found |= {"tries": int(next(words))}
            case _:
                found |= {"card": int(more)}
    return found


def asked_of_seats(words: Iterator[str]) -> dict[str, Any]:
    """``insurance seats 1 3 offers insure decline``: the seats that are asked, and their
    possible answers.
    """
    if next(words) != "seats":
        raise SceneError("insurance is asked of seats")
    seats = []
    for word in words:
        if word == "offers":
            break
        seats.append(int(word))
    return {"stage": "insurance", "seats": seats} | offered_answers(words)


def offered_answers(words: Iterator[str]) -> dict[str, Any]:
    """A player's possible answers, and the seconds for them (LT-BJ-08)."""
    return {"offers": list(words), "seconds": 13}


def hands_of(round: Seen) -> dict[str, str] | None:
    """Every hand in words, by its name; None if it is no round of blackjack."""
    if "seats" not in round:
        return None
    hands = {
        f"{seat}.{number}": hand_in_words(hand)
        for seat, of_seat in round["seats"].items()
        for number, hand in enumerate(of_seat, 1)
    }
    return hands | {"dealer": cards_in_words(round["dealer"])}


def cards_in_words(hand: Seen) -> str:
    """The cards of a hand and what they count."""
    return " ".join([*hand["cards"], "soft" if hand["soft"] else "hard", str(hand["total"])])


def hand_in_words(hand: Seen) -> str:
    """A player's hand, with what was bet on it beside the usual."""
    words = [cards_in_words(hand), hand["state"]]
    words += [f"bet {hand['bet']}"] if hand["bet"] != 1 else []
    words += [f"insurance {hand['insurance']}"] if hand["insurance"] else []
    side = hand["side"] or {}
    words += [f"pair {side['perfect_pairs']}"] if side.get("perfect_pairs") else []
    words += [f"21+3 {side['21+3']}"] if side.get("21+3") else []
    return " ".join(words)


def named_hand(item: str) -> Seen | None:
    """A hand that a scene names; None if it is no hand."""
    name, _, words = item.partition(" ")
    return {"hands": {name: words}} if PLACE.fullmatch(name) or name == "dealer" else None
