"""The tables of the page on the review: the keys of its screens, and the filters of its log."""

from __future__ import annotations

from unittest.mock import Mock

from console.supervisor.ui.review import KINDS, ReplayScreen
from console.supervisor.ui.review.log.filters import WITH_CHOICES, FilterCondition
from console.supervisor.ui.review.log.log_screen import LogScreen
from console.table.ui.kit import KeyedScreen
from tests.base.words.catalogues import words
from tests.handbook.pages import table

_WORDS = words("en")


def log_keys() -> str:
    """The keys of the log, as F1 shows them."""
    return _keys(LogScreen)


def replay_keys() -> str:
    """The keys of the replay, as F1 shows them."""
    return _keys(ReplayScreen)


def _keys(screen: type[KeyedScreen]) -> str:
    return table(("key", "what it does"), [row[:2] for row in screen.key_rows(Mock(), _WORDS)])


def filters() -> str:
    """The filters of the log in their order, and the choices of each that are the same for every journal."""
    kinds = ", ".join(_WORDS.text(f"review.kind.{kind}") for kind in KINDS)
    said: dict[str, str] = {
        "time": "the last hour, 6 hours, day, 7 or 30 days, or from … to …",
        "shift": "each shift of the journals",
        "dealer": "who was dealer then",
        "pit_boss": "who was pit boss then",
        "kind": kinds,
        "incident": "kinds of incidents that were reported",
        "clause": "clauses of the prompt that was answered",
        "outcome": "outcomes of incidents",
        "table": "each table of the journals",
        "game": "each game of the journals",
    }
    rows = [(_WORDS.text(f"review.filter.{each}"), said[each]) for each in WITH_CHOICES]
    rows.append(
        (_WORDS.text(f"review.filter.{FilterCondition.BYTES}"), "all devices' bytes among the rows, or none")
    )
    return table(("filter", "its choices"), rows)
