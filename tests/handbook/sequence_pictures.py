"""The sequence pictures of the page on the protocol: a table plays them, so that they show what it does.

The left column has what the game server says, the right one what people and devices say, the middle the view
after it: phase, prompt, and what is new of outcome, bets and announcement.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Any, Final

from tests.table.core.tables import Driven

Sent = dict[str, Any]


def _cards(*cards: str) -> list[Sent]:
    return [{"do": "card", "card": card} for card in cards]


def _done(times: int = 1) -> list[Sent]:
    return [{"do": "done", "by": "D1"}] * times


_OPEN: Final[list[Sent]] = [{"do": "bets", "state": "open"}]
_CLOSED: Final[list[Sent]] = [{"do": "bets", "state": "closed"}]
_SEATED: Final[list[Sent]] = [*_OPEN, {"do": "seats", "seats": [1, 3]}, *_CLOSED]


def _choice(seat: int, choice: str = "stand") -> Sent:
    return {"do": "decision", "seat": seat, "hand": 1, "choice": choice}


_SCENES: Final[dict[tuple[str, str], tuple[str, list[Sent]]]] = {
    ("round", "baccarat"): ("sv", [*_OPEN, *_CLOSED, *_cards("9H", "2S", "KD", "4C"), *_done(2), *_OPEN]),
    ("incident", "baccarat"): (
        "lt",
        [
            *_OPEN,
            *_CLOSED,
            *_cards("9H"),
            {"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"},
            {"do": "answer", "facts": {"seen": False}, "by": "P1"},
            {"do": "authorise", "by": "P1"},
            *_done(2),
        ],
    ),
    ("round", "blackjack"): (
        "sv",
        [
            *_SEATED,
            *_cards("TH", "9D", "AS", "8S", "7H", "5C"),
            _choice(1, "decline"),
            _choice(3, "decline"),
            *_done(),
            _choice(1),
            _choice(3, "hit"),
            *_cards("4D"),
            _choice(3),
            *_done(),
            *_cards("2H"),
            *_done(2),
            *_OPEN,
        ],
    ),
    ("incident", "blackjack"): (
        "sv",
        [
            *_SEATED,
            *_cards("5H", "9D", "6C", "4S", "7H", "5C"),
            _choice(1, "timeout"),
            {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"},
            {"do": "authorise", "by": "P1"},
            _choice(3),
        ],
    ),
    ("round", "roulette"): (
        "sv",
        [
            *_OPEN,
            *_CLOSED,
            {"do": "spin", "turns": 4, "direction": "against", "by": "D1"},
            {"do": "number", "number": 17, "source": "reader"},
            *_done(),
            *_OPEN,
        ],
    ),
    ("incident", "roulette"): (
        "lt",
        [
            *_OPEN,
            *_CLOSED,
            {"do": "spin", "turns": 3, "direction": "against", "by": "D1"},
            {"do": "incident", "kind": "no_spin", "facts": {"cause": "few_turns"}, "by": "P1"},
            *_done(),
            {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
            {"do": "number", "number": 17, "source": "reader"},
        ],
    ),
}
_SERVERS: Final = ("bets", "seats", "decision")
_PLACES: Final = ("stage", "seat", "hand", "card", "fact")
"""The fields of a prompt that say of what or whom it is."""


def picture(name: str, game: str) -> str:
    """The sequence of a scene, as a block of text."""
    rules, sent = _SCENES[name, game]
    table = Driven(rules, game=game)
    before, rows = table.view(), [("game server", "view", "people and devices")]
    for part in _parts(sent):
        for line in part:
            view = table.take(line)
            assert view["accepted"], (line, view["why"])
        said = " ".join(map(_label, part))
        is_servers = part[0]["do"] in _SERVERS
        rows.append(
            (f"{said} ─▶" if is_servers else "", _told(view, before), "" if is_servers else f"◀─ {said}")
        )
        before = view
    left, middle = (max(len(row[column]) for row in rows) + 1 for column in (0, 1))
    lines = [f"{server:>{left}} {seen:<{middle}} {others}".rstrip() for server, seen, others in rows]
    return "\n".join(("```text", *lines, "```"))


def _parts(sent: list[Sent]) -> Iterator[list[Sent]]:
    """The lines one by one, but cards that follow each other together."""
    for is_card, lines in groupby(sent, key=lambda line: line["do"] == "card"):
        found = list(lines)
        yield from [found] if is_card else ([line] for line in found)


def _label(line: Sent) -> str:
    """A line as a person would say it."""
    match line["do"]:
        case "bets":
            return f"bets {line['state']}"
        case "seats":
            return f"seats {', '.join(map(str, line['seats']))}"
        case "decision":
            return f"{line['seat']}: {line['choice']}"
        case "card":
            return str(line["card"])
        case "number":
            return f"number {line['number']}"
        case "spin":
            return f"spin, {line['turns']} turns"
        case "incident":
            return f"{line['by']}: {line['kind']}"
        case "answer":
            ((fact, value),) = line["facts"].items()
            return f"{line['by']}: {fact} {str(value).lower()}"
        case do:
            return f"{line['by']}: {do}"


def _told(view: Sent, before: Sent) -> str:
    """The view after some lines: its phase and prompt, and the rest as far as it is new."""
    prompt, incident = view["prompt"], view["incident"]
    places = [
        str(prompt[key])
        if key in ("stage", "fact") or not str(prompt[key]).isdigit()
        else f"{key} {prompt[key]}"
        for key in _PLACES
        if key in prompt
    ]
    found = [f"{view['phase']}: {' '.join((prompt['action'], *places))}"]
    if incident and incident["outcome"] and not (before["incident"] or {}).get("outcome"):
        found.append(f"outcome {incident['outcome']}")
    if view["bets"] != before["bets"]:
        found.append(f"bets {view['bets']}")
    if view["say"] and view["say"] != before["say"]:
        found.append(f"say {view['say']}")
    return ", ".join(found)


PICTURES: Final = {key: partial(picture, *key) for key in _SCENES}
"""By what they show and the game."""
