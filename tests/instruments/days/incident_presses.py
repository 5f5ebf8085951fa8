"""The presses of twenty incidents, each from 'Something went wrong' to the pit boss's decision, and of two at
once: ``python3 -m tests days --incidents`` prints them, by keys alone and by mouse alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

from PySide6.QtCore import Qt

from tests.instruments.days.hand import OutOfReachError, Way
from tests.instruments.days.table_day import OPEN, AtTable, at_table

_Lines: TypeAlias = tuple[dict[str, Any], ...]
_SPUN: Final[_Lines] = (*OPEN, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
_DEALT: Final[_Lines] = (*OPEN, *({"do": "card", "card": card} for card in ("9H", "2C", "KD")))
_SEATED: Final[_Lines] = (
    OPEN[0],
    {"do": "seats", "seats": [1, 3]},
    OPEN[1],
    *({"do": "card", "card": card} for card in ("9H", "2C", "KD")),
)
_BEGINS: Final = {"baccarat": _DEALT, "blackjack": _SEATED, "roulette": _SPUN}
INCIDENTS: Final = (
    *(
        ("baccarat", (kind,))
        for kind in (
            "card_fell", "misread", "wrong_position", "stuck_cards", "damaged_card", "played_past_cut_card",
            "prohibited_action", "technical_fault", "cannot_continue",
        )
    ),
    *(
        ("blackjack", (kind,))
        for kind in (
            "card_fell", "misread", "wrong_position", "stuck_cards", "damaged_card", "prohibited_action",
            "technical_fault",
        )
    ),
    *(("roulette", (kind,)) for kind in ("no_spin", "foreign_object", "technical_fault", "cannot_continue")),
    ("baccarat", ("card_fell", "prohibited_action")),
)  # fmt: skip
"""Twenty incidents, and two reports at once."""


def presses(way: Way, language: str, game: str, kinds: Sequence[str]) -> int:
    """Report the kinds one behind the other, and decide them; how many presses it took."""
    with at_table(way, language, game) as at:
        at.take(*_BEGINS[game])
        _report(at, kinds[0])
        at.take(*({"do": "incident", "kind": kind, "by": "D1"} for kind in kinds[1:]))
        for number in range(1, len(kinds) + 1):
            at.answer(partial(_is_decided, at, number))
            if number < len(kinds):
                at.answer(partial(_has_ended, at, number))
        return at.hand.presses


def _report(at: AtTable, kind: str) -> None:
    at.hand.press(at.dealer.bar.wrong, Qt.Key.Key_F2)
    tiles = at.dealer.incident.zone.kinds
    while kind not in (shown := tiles.page_kinds(at.table.view)):
        _press_tile(at, tiles.tiles[shown.index("")])
    _press_tile(at, tiles.tiles[shown.index(kind)])


def _press_tile(at: AtTable, tile: Any) -> None:
    at.hand.press(tile, Qt.Key(ord(tile.key)))


def _has_ended(at: AtTable, number: int) -> bool:
    incident = at.table.view.view.incident
    return incident is None or incident.id != f"T1-i{number}"


def _is_decided(at: AtTable, number: int) -> bool:
    incident = at.table.view.view.incident
    return incident is None or _has_ended(at, number) or incident.state == "steps"


def printed(language: str) -> Iterator[str]:
    """A line for each incident: its game, its kinds, its presses by keys and by mouse."""
    for game, kinds in INCIDENTS:
        counts = []
        for way in Way:
            try:
                counts.append(str(presses(way, language, game, kinds)))
            except OutOfReachError as why:
                counts.append(str(why))
        yield "\t".join((language, game, " + ".join(kinds), *counts))
