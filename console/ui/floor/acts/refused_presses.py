"""The words for a press that has no effect on the chosen item, and for one whose effect can't be seen."""

from __future__ import annotations

from datetime import datetime

from console.floor.alarms.items import AlarmKind, AlarmLine, Priority
from console.ui.floor.acts.wall_keys import WallAct
from console.ui.floor.appearance.floor_words import deaf_text, place_text, what_text
from console.words import Words


def quiet_text(words: Words, item: AlarmLine) -> str:
    """The words that an alarm's sound is stopped, or that it had none."""
    return words.text("floor.said.quiet" if item.sounds else "floor.said.silent", table=_named(words, item))


def refused_text(
    words: Words, act: WallAct, item: AlarmLine | None, *, over: bool, deaf_since: datetime | None = None
) -> str:
    """The reason why an act has no effect; empty without one.

    ``over``: the chosen alarm has ended; ``deaf_since``: since when no readings come.
    """
    match act, item:
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine(what=AlarmKind.NOTHING_HEARD) if deaf_since is not None:
            return deaf_text(words, deaf_since)
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine() if deaf_since is not None:
            reason = deaf_text(words, deaf_since)
            return words.text("floor.said.failed", table=_named(words, item), reason=reason)
        case _, None if over:
            return words.text("floor.ended")
        case WallAct.OPEN, _:
            return ""
        case _, None:
            return words.text("floor.said.no_alarm")
        case WallAct.SHELVE, AlarmLine(priority=Priority.HIGH):
            key = "urgent"
        case WallAct.TAKE, AlarmLine(taken=None):
            key = "no_call"
        case WallAct.TAKE | WallAct.SHELVE, AlarmLine(taken=taken) if taken is not None:
            key = "floor.said.earlier" if act is WallAct.TAKE else "floor.said.taken_first"
            key = "floor.there" if taken.arrived else key
            return words.text(key, name=taken.name, table=_named(words, item))
        case WallAct.SHELVE, _:
            key = "not_shelved"
        case _:
            key = "silent"
    return words.text(f"floor.said.{key}", table=_named(words, item))


def _named(words: Words, item: AlarmLine) -> str:
    return place_text(words, item) or what_text(words, item)
