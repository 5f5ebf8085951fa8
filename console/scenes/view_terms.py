"""The words in which a scene says what a table shows, and a view's values in the same words."""

from __future__ import annotations

from typing import Any, Final

from console.scenes.bet_terms import worksheet_in_words
from console.scenes.incident_terms import OF_INCIDENT, actual_incident, named_incident
from console.scenes.scene_file import SceneError
from console.scenes.seat_terms import PLACE, asked_of_seats, hands_of, named_hand, place_term
from console.scenes.spin_terms import actual_spin, named_spin
from console.scenes.table_in_memory import Seen
from console.table.state.phases import Bets

NOT_NAMED: Final = ("clauses", "closing", "answers", "step", "places")
BETS: Final = (Bets.OPEN, Bets.CLOSED, Bets.STAND, Bets.SETTLED, Bets.REFUNDED)
STATUS: Final = {"round open": "open", "finished": "finished", "void": "void"}


def actual_of(view: Seen) -> Seen:
    """The terms of a view that a scene can name."""
    prompt = {key: value for key, value in view["prompt"].items() if key not in NOT_NAMED}
    if not prompt.get("crosswise"):
        prompt.pop("crosswise", None)
    coup = view["round"] or {}
    outcome = coup.get("outcome")
    return {
        "refused": view["refused"],
        "phase": view["phase"],
        "prompt": prompt,
        "bets": view["bets"],
        "say": view["say"],
        "left": view["shoe"] and view["shoe"]["left"],
        "last_hand": view["shoe"] and view["shoe"]["last_hand"],
        "call": view["call"],
        "round": coup.get("status"),
        "player": coup.get("player"),
        "banker": coup.get("banker"),
        "dragon": coup.get("dragon"),
        "tiger": coup.get("tiger"),
        "points": [*coup["points"].values()] if "points" in coup else None,
        "outcome": outcome
        and [key if value is True else str(value) for key, value in outcome.items() if value],
        "hands": hands_of(coup) if coup else None,
        **actual_spin(coup),
        "worksheet": worksheet_in_words(view["worksheet"]),
        **actual_incident(view),
    }


def named_in(text: str) -> Seen:
    """The terms that a scene's line names."""
    first, *others = (part.strip() for part in text.split(","))
    found = due(first) if "/" in first else term_of(first)
    for item in others:
        found_here = term_of(item)
        if "hands" in found_here and "hands" in found:
            found_here = {"hands": {**found["hands"], **found_here["hands"]}}
        found |= found_here
    return found


def due(item: str) -> Seen:
    """Phase and prompt: ``dealing deal/dealer player 3 crosswise``."""
    phase, prompt, *rest = item.split()
    action, _, actor = prompt.partition("/")
    terms: dict[str, Any] = {"action": action, "actor": actor}
    words = iter(rest)
    for word in words:
        match word:
            case "player" | "banker" | "dragon" | "tiger":
                terms |= {"hand": word, "card": int(next(words))}
            case "dealer":
                terms |= place_term(word, words)
            case "insurance":
                terms |= asked_of_seats(words)
            case _ if PLACE.fullmatch(word):
                terms |= place_term(word, words)
            case "crosswise":
                terms |= {"crosswise": True}
            case "left_to_right" | "right_to_left":
                terms |= {"direction": word}
            case "dealer_first":
                terms |= {"first": "dealer"}
            case _:
                value = next(words)
                terms |= {word: int(value) if value.isdigit() else None if value == "null" else value}
    return {"phase": phase, "prompt": terms}


def term_of(item: str) -> Seen:
    """A term of a view in a scene. Raises SceneError where no view shows such a thing."""
    if (of_game := named_hand(item) or named_spin(item)) is not None:
        return of_game
    match item.split():
        case ["refused", reason]:
            return {"refused": reason}
        case ["say", key]:
            return {"say": key}
        case [bets] if bets in BETS:
            return {"bets": bets}
        case ["left", left]:
            return {"left": int(left)}
        case ["last", "hand"]:
            return {"last_hand": True}
        case ["not", "last", "hand"]:
            return {"last_hand": False}
        case ["called"]:
            return {"call": True}
        case ["not", "called"]:
            return {"call": False}
        case ["player" | "banker" | "dragon" | "tiger" as hand, *cards]:
            return {hand: cards}
        case ["points", first, second]:
            return {"points": [int(first), int(second)]}
        case ["outcome", "null"]:
            return {"outcome": None}
        case ["outcome", *outcome]:
            return {"outcome": outcome}
        case ["new", "round"]:
            return {"round": "open", "player": [], "banker": [], "points": [0, 0], "outcome": None} | {
                "number": None,
                "recorded": None,
            }
        case ["worksheet", *rows]:
            return {"worksheet": " ".join(rows)}
        case ["incident" | "offer" | "answers" | "places" | "by", *_]:
            return named_incident(item)
        case [word, *_] if word in OF_INCIDENT:
            return named_incident(item)
        case ["unchanged"]:
            return {}
        case _ if item in STATUS:
            return {"round": STATUS[item]}
    raise SceneError(f"{item!r} is nothing that a view shows")


def differing(expected: Seen, actual: Seen) -> str:
    """The differences between two groups of terms, one by one."""
    return "; ".join(
        f"{key}: wanted {expected[key]!r}, was {actual[key]!r}"
        for key in expected
        if expected[key] != actual[key]
    )
