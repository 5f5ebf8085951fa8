"""The differences between two rulebooks of a game, and how far a journal can show their effect."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

import msgspec

from console.table.game import Case, TableRules

_UNHALTED: Final = " stops=false"
"""The text in a row that tells players of no halt."""


class ChangeReach(StrEnum):
    """How far a journal shows the effect of another rule."""

    TRIED = "tried"
    """Each moment that the rule affects is looked at."""
    WORKSHEETS = "worksheets"
    """Only if somebody made a worksheet: a journal has no other stakes."""
    UNKNOWN = "unknown"
    """The effect is not in a journal, such as how players would have used more time."""
    NOTHING = "nothing"
    """The rule decides nothing: a quoted clause, the view, the order of the pick-up."""


class RuleChange(msgspec.Struct, frozen=True):
    """A place that differs between two rulebooks; None if one has nothing there."""

    place: str
    before: str | None
    after: str | None
    reach: ChangeReach


_REACH: Final = {
    "payouts": ChangeReach.TRIED,
    "side_bets": ChangeReach.TRIED,
    "turns": ChangeReach.TRIED,
    "dealers_number": ChangeReach.TRIED,
    "ball_in_bet_time": ChangeReach.TRIED,
    "surrender": ChangeReach.TRIED,
    "preparation": ChangeReach.TRIED,
    "after_last_hand": ChangeReach.TRIED,
    "replaced_shoe": ChangeReach.TRIED,
    "burn": ChangeReach.TRIED,
    "limits": ChangeReach.WORKSHEETS,
    "restriction": ChangeReach.WORKSHEETS,
    "restrictions": ChangeReach.WORKSHEETS,
    "bet_time": ChangeReach.UNKNOWN,
    "decision_time": ChangeReach.UNKNOWN,
    "cut_card": ChangeReach.UNKNOWN,
}
"""The reach of each key of a game's rules; any other key decides nothing."""
CLAUSES: Final = "clauses"
"""The place of the line that joins all keys that differ only in a clause."""


def changes(game: str, before: TableRules, after: TableRules) -> tuple[RuleChange, ...]:
    """Every place that differs; those that a journal can show come first, mere clauses in one line."""
    found = [*_of_keys(game, before, after), *_of_rows(game, before, after)]
    order = list(ChangeReach)
    return tuple(sorted(found, key=lambda each: order.index(each.reach)))


def _of_keys(game: str, before: TableRules, after: TableRules) -> Iterator[RuleChange]:
    old, new = dict(_places(_plain(before), "")), dict(_places(_plain(after), ""))
    quoted = 0
    for place in dict.fromkeys((*old, *new)):
        was, now = old.get(place), new.get(place)
        if was == now:
            continue
        table = place.removesuffix(CLAUSES)
        if table != place and [each for each in (*old, *new) if each.startswith(table)] == [place]:
            place = table.rstrip(".")  # One rulebook has a table of clauses alone: a burn, a surrender.
        if place.rpartition(".")[2] in (CLAUSES, "clause") or place.startswith(
            ("prompts.", "announcements.")
        ):
            quoted += 1
            continue
        yield RuleChange(
            f"{game}.{place}", was, now, _REACH.get(place.partition(".")[0], ChangeReach.NOTHING)
        )
    if quoted:
        yield RuleChange(f"{game}.{CLAUSES}", None, str(quoted), ChangeReach.NOTHING)


def _plain(rules: TableRules) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(rules, enc_hook=_number_text)
    fields.pop("incidents", None)
    return fields


def _number_text(value: Any) -> str:
    assert isinstance(value, Fraction), "what a rulebook holds beside plain values"
    return str(value)


def _places(value: object, place: str) -> Iterator[tuple[str, str]]:
    """Each leaf of nested tables with its place; a list is one leaf, without its clauses."""
    match value:
        case dict():
            for key, each in value.items():
                yield from _places(each, f"{place}.{key}".removeprefix("."))
        case None | () | []:
            return
        case tuple() | list():
            bare = [{k: v for k, v in each.items() if k not in (CLAUSES, "clause") and v is not None}
                    if isinstance(each, dict) else each for each in value]  # fmt: skip
            yield place, ", ".join(_item(each) for each in bare)
        case _:
            yield place, value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _item(value: object) -> str:
    if isinstance(value, dict):
        return ":".join(_item(each) for each in value.values())
    return "+".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def _of_rows(game: str, before: TableRules, after: TableRules) -> Iterator[RuleChange]:
    """The rows of each kind that only one of the two has, side by side in order."""
    old, new = before.incidents.kinds, after.incidents.kinds
    for kind in dict.fromkeys((*old, *new)):
        was = [row_text(row) for row in old.get(kind, ())]
        now = [row_text(row) for row in new.get(kind, ())]
        gone, come = [row for row in was if row not in now], [row for row in now if row not in was]
        for at in range(max(len(gone), len(come))):
            pair = (gone[at] if at < len(gone) else None, come[at] if at < len(come) else None)
            reach = ChangeReach.NOTHING if _is_of_announcement(*pair) else ChangeReach.TRIED
            yield RuleChange(f"{game}.{kind}", *pair, reach)
        if not gone and not come and was != now:
            yield RuleChange(f"{game}.{kind}", _order(was, was), _order(was, now), ChangeReach.TRIED)


def _is_of_announcement(was: str | None, now: str | None) -> bool:
    """Whether two rows differ only in whether players hear of a halt."""
    return was is not None and now is not None and was.replace(_UNHALTED, "") == now.replace(_UNHALTED, "")


def _order(known: list[str], rows: list[str]) -> str:
    return " ".join(str(known.index(row) + 1) for row in rows)


def row_text(row: Case) -> str:
    """A row nearly as in its file: ``R; cards=1, seen=false → void pit_boss burn:dealer``."""
    facts = ", ".join(f"{fact}={str(value).lower()}" for fact, value in row.facts.items())
    when = " ".join(sorted(row.moments))
    steps = " ".join(f"{step.action}:{step.actor}" for step in row.steps)
    stops = "" if row.stops else _UNHALTED.strip()
    tell = "" if row.tell is None else f"tell={row.tell.text}"
    parts = (row.outcome.value, row.authority, steps, "|".join(row.choices), stops, tell)
    return f"{'; '.join(filter(None, (when, facts)))} → {' '.join(filter(None, parts))}"
