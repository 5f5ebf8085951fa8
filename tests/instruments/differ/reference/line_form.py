"""The form of a line (bad_input): each field there, and within its values."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Final

from tests.instruments.differ.cards import FACES
from tests.instruments.differ.cases import MOST
from tests.instruments.differ.reference.table_values import DECISIONS, NAME, TEXT, Refused
from tests.instruments.differ.rounds import Shown


def parse(text: str) -> Shown:
    """A line as JSON: its ``do`` is known, and each field is there and within its values."""
    try:
        line = json.loads(text, object_pairs_hook=once)
    except ValueError:
        raise Refused("bad_input") from None
    if not isinstance(line, dict) or line.get("do") not in FORMS:
        raise Refused("bad_input")
    line = {name: value for name, value in line.items() if value is not None or name == "round"}
    for name, form in FORMS[line["do"]].items():
        optional = name.startswith("?")
        name = name.removeprefix("?")
        if name not in line:
            if optional:
                continue
            raise Refused("bad_input")
        if not form(line[name]):
            raise Refused("bad_input")
    for name in ("reason", "note"):
        if f"?{name}" in FORMS[line["do"]] and not shows(line.get(name) or ""):
            line.pop(name, None)
    if line["do"] == "number" and line["source"] == "dealer" and not a_name(line.get("by")):
        raise Refused("bad_input")
    return line


def once(fields: list[tuple[str, object]]) -> Shown:
    """The fields of an object, in which each name stands once."""
    if len(dict(fields)) < len(fields):
        raise Refused("bad_input")
    return dict(fields)


def whole(low: int, high: int) -> Callable[[object], bool]:
    """Whether a value is a whole number within bounds."""
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values: object) -> Callable[[object], bool]:
    """Whether a value is one of these words."""
    return lambda value: isinstance(value, str) and value in values


def a_text(value: object) -> bool:
    """Whether a value is a text within the ceiling."""
    return isinstance(value, str) and len(value) <= TEXT


BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe0f"
"""Letters and marks that have no ink, beside those that Unicode calls spaces, controls and formats."""


def shows(text: str) -> bool:
    """Whether a text has anything to be seen."""
    return any(unicodedata.category(sign)[0] not in "CZ" and sign not in BLANKS for sign in text)


def a_remark(value: object) -> bool:
    """Whether a value is a text that shows something."""
    return isinstance(value, str) and a_text(value) and shows(value)


def a_set(value: object) -> bool:
    """Whether a value is the number of a card set."""
    return isinstance(value, str) and len(value) <= 40 and shows(value)


def a_count(value: object) -> bool:
    """Whether a value is what an inspection counted: the whole, or each of eight decks."""
    number = whole(0, 1000)
    return number(value) or (isinstance(value, list) and len(value) == 8 and all(map(number, value)))


def a_name(value: object) -> bool:
    """Whether a value names a person: ``who`` and ``by``."""
    return isinstance(value, str) and 0 < len(value) <= NAME


def a_face(value: object) -> bool:
    """Whether a value is a card."""
    return value in FACES


def truth(value: object) -> bool:
    """Whether a value is true or false."""
    return type(value) is bool


def some_seats(value: object) -> bool:
    """Whether a value is a list of seats: any of 1 to 7, no two alike."""
    return isinstance(value, list) and all(map(whole(1, 7), value)) and len(set(value)) == len(value)


def a_hand(value: object) -> bool:
    """Whether a value names a hand: player, banker, dealer, or seat and hand."""
    return isinstance(value, str) and bool(re.fullmatch(r"player|banker|dealer|[1-7]\.[12]", value))


def a_round(value: object) -> bool:
    """Whether a value may name a round: an id, or null for none."""
    return value is None or isinstance(value, str)


def a_sight(value: object) -> bool:
    """Whether a value is what a player was shown: the entry of a view, and for how long."""
    number = whole(0, 10**9)
    return isinstance(value, dict) and number(value.get("entry")) and number(value.get("ms"))


def an_object(value: object) -> bool:
    """Whether a value is an object, as facts are."""
    return isinstance(value, dict)


def a_list(value: object) -> bool:
    """Whether a value is a list, as bets are."""
    return isinstance(value, list)


def some_bytes(value: object) -> bool:
    """Whether a value is raw bytes as hexadecimal digits."""
    return isinstance(value, str) and bool(re.fullmatch(r"([0-9a-fA-F]{2})*", value))


FORMS: dict[str, dict[str, Callable[[object], bool]]] = {
    "sign_in": {
        "who": a_name,
        "role": one_of("dealer", "pit_boss", "supervisor"),
        "?way": one_of("pin", "badge", "lasting"),
    },
    "sign_out": {"who": a_name},
    "bets": {"state": one_of("open", "closed"), "?seconds": whole(1, 3600), "?round": a_round},
    "seats": {"seats": some_seats, "?round": a_round},
    "decision": {
        "seat": whole(1, 7),
        "hand": whole(1, 2),
        "choice": one_of(*DECISIONS),
        "?by": a_name,
        "?reason": a_text,
        "?round": a_round,
        "?seen": a_sight,
    },
    "card": {"card": a_face},
    "cut_card": {"?by": a_name},
    "unread": {},
    "device": {
        "name": one_of("shoe", "reader", "wheel"),
        "hex": some_bytes,
        "?after": whole(0, 10**9),
        "?opened": truth,
    },
    "spin": {"turns": whole(0, 99), "direction": one_of("against", "with"), "by": a_name},
    "number": {"number": whole(0, 36), "source": one_of("reader", "dealer"), "?round": a_round},
    "done": {
        "by": a_name,
        "?reason": a_text,
        "?note": a_text,
        "?damaged": truth,
        "?counted": a_count,
        "?set": a_set,
    },
    "open": {"by": a_name},
    "reshuffle": {"by": a_name, "on": truth, "?new": truth},
    "close": {"by": a_name, "on": truth},
    "withdraw": {"by": a_name, "?reason": a_text},
    "void": {"by": a_name},
    "incident": {"?kind": lambda value: isinstance(value, str), "?facts": an_object, "by": a_name},
    "answer": {"facts": an_object, "by": a_name},
    "authorise": {"by": a_name, "?choice": lambda value: isinstance(value, str), "?reason": a_text},
    "correct": {"by": a_name, "hand": a_hand, "card": whole(1, MOST), "to": a_face},
    "manual": {"by": a_name, "on": truth},
    "call": {"by": a_name, "on": truth},
    "settle": {"by": a_name, "bets": a_list},
    "say": {"by": a_name, "text": a_remark},
    "view": {},
}
