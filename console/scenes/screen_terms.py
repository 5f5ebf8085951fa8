"""The words of scenes for the parts of the dealer's screen that the protocol's view does not have.

``rests BAC-3.1.1 BAC-1.3.3``: clauses that the prompt names as its own; ``notice please_wait``: what players
are told as long as it lasts; ``signal flash sound``: how the end of bet time shows, ``sound`` and ``sign``
where there is one; ``limits 50 500000 1250000``, of one bet ``limits straight 10 15000``, ``limits null``;
``notices blackjack_pays insurance_pays``, in their order; ``cut_cards 2``: those that come with the decks;
``faces dealer`` and ``how in_order`` of the step that is due. Only what is named counts.
"""

from __future__ import annotations

from typing import Final

from console.scenes.scene_file import SceneError, hold
from console.scenes.table_in_memory import Seen, TableInMemory
from console.table.showing.screen_values import StepState

OF_SCREEN: Final = ("rests", "notice", "signal", "limits", "notices", "cut_cards", "faces", "how")
"""The first words of these terms."""


def is_of_screen(item: str) -> bool:
    """Whether a scene's item speaks of the screen."""
    return item.partition(" ")[0] in OF_SCREEN


def hold_on_screen(item: str, view: Seen, table: TableInMemory) -> None:
    """Raises SceneDiffers unless the screen shows what the item names, SceneError where it names nothing."""
    named, *words = item.split()
    if not words:
        raise SceneError(f"{item!r} names nothing of a screen")
    if named == "rests":
        clauses = view["prompt"]["clauses"]
        hold(set(words) <= set(clauses), f"the prompt rests on {' '.join(clauses) or 'nothing'}")
        return
    shown = str(view["notice"] or "null") if named == "notice" else _screen_value(named, words, table)
    hold(shown == " ".join(words), f"{named}: {shown}")


def _screen_value(name: str, words: list[str], table: TableInMemory) -> str:
    """The screen's value in the words of a scene."""
    screen = table.screen()
    match name:
        case "signal":
            besides = {"sound": screen.end_sound, "sign": screen.end_sign}
            return " ".join([screen.end_signal, *(word for word, is_so in besides.items() if is_so)])
        case "limits":
            return _limits(words, table)
        case "notices":
            rules = table.rulebook.games[table.game.name]
            return " ".join(each.notice for each in getattr(rules, "notices", ())) or "null"
        case "cut_cards":
            return str(screen.cut_cards)
    step = next((each for each in screen.steps if each.state == StepState.NOW), None)
    return str(getattr(step, name, None) or "null")


def _limits(words: list[str], table: TableInMemory) -> str:
    """The table's limits, or those of the bet that is named first."""
    limits = table.screen().limits
    if limits is None:
        return "null"
    bet = words[0] if not words[0].isdigit() else ""
    if bet == "null":
        return "some"
    stakes = limits.of(bet)
    top = getattr(limits, "top_win", None)
    figures = [stakes.lowest, stakes.highest, *([top] if top is not None and not bet else [])]
    return " ".join([*([bet] if bet else []), *map(str, figures)])
