"""The filters of the log: their choices, the chosen ones, and the words for them.

Pure functions: a :class:`~console.journal.log.rows.Filter` in, another out. They group kinds of entries as a
supervisor asks for them; the journal keeps each kind apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from console.journal.log.rows import Filter, LogRow
from console.review.questions import FilterChoices
from console.table.state.event_kinds import EventKind, LogFilter
from console.ui.kit.times import clock_time, short_day
from console.words import Words
from console.words.incident_phrases import outcome_key
from console.words.names import game_name, table_title, text_or

FACETS: Final = (
    "time", "table", "shift", "dealer", "pit_boss", "game", "kind", "incident", "clause", "outcome",
)  # fmt: skip
"""The filters in the order in which they stand."""

_FIELDS: Final = {
    "table": "tables",
    "shift": "shifts",
    "dealer": "dealers",
    "pit_boss": "pit_bosses",
    "game": "games",
    "incident": "incident_kinds",
    "clause": "clauses",
    "outcome": "outcomes",
}
KINDS: Final[dict[str, frozenset[str]]] = {
    each: frozenset(kind for kind in EventKind if kind.row.filter is each) for each in LogFilter
}
"""The kinds of entries that each filter finds."""
SEARCH: Final = "words"
"""The filter of the searched words."""
BYTES: Final = "bytes"
"""The filter that lists all bytes of devices; without it they are unfolded beneath their rows."""
TAKEN_OFF: Final = (SEARCH, "round", "shoe", "one_incident", BYTES)
"""Filters that have nothing to choose from: a press takes them off."""
RANGE: Final = "range"
"""The choice of time that is typed, from and to."""
_TIMES: Final = {
    "hour": timedelta(hours=1),
    "six_hours": timedelta(hours=6),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
    "month": timedelta(days=30),
}


class Option(msgspec.Struct, frozen=True):
    """A choice of a filter: its value, its words, whether it is chosen."""

    value: str
    text: str
    chosen: bool


class Chip(msgspec.Struct, frozen=True):
    """A filter as it stands over the log: free, or set to a value."""

    facet: str
    text: str
    is_set: bool


def chips(log_filter: Filter, choices: FilterChoices, words: Words) -> tuple[Chip, ...]:
    """All filters that have choices; a set one has its value in words."""
    shown = [chip for chip in (_searched(log_filter, words), _only(log_filter, words)) if chip is not None]
    for facet in FACETS:
        chosen = [option.text for option in options(facet, log_filter, choices, words) if option.chosen]
        if facet == "time" and (log_filter.since is not None or log_filter.until is not None):
            shown.append(Chip(facet, _span(log_filter, words), True))
        elif chosen:
            shown.append(Chip(facet, _several(chosen, words), True))
        elif facet not in ("table", "game") or len(_values(facet, choices)) > 1:
            shown.append(Chip(facet, words.text(f"review.filter.{facet}"), False))
    shown.append(Chip(BYTES, words.text("review.filter.bytes"), log_filter.bytes))
    return tuple(shown)


def _searched(log_filter: Filter, words: Words) -> Chip | None:
    """The words that are searched for, whichever field they were typed in."""
    if not log_filter.words:
        return None
    return Chip(SEARCH, words.quote(" ".join(word.text for word in log_filter.words)), True)


def _only(log_filter: Filter, words: Words) -> Chip | None:
    """The filter of one round, shoe or incident."""
    if log_filter.round is not None:
        number = log_filter.round.rpartition("-")[2]
        return Chip("round", words.text("review.filter.round", round=number), True)
    if log_filter.shoe is not None:
        return Chip("shoe", words.text("review.filter.shoe", shoe=log_filter.shoe), True)
    if log_filter.incident is not None:
        text = words.text("review.filter.one_incident", incident=log_filter.incident.rpartition("-")[2])
        return Chip("one_incident", text, True)
    return None


def _several(texts: Sequence[str], words: Words) -> str:
    if len(texts) == 1:
        return texts[0]
    return words.text("review.filter.more", first=texts[0], count=len(texts) - 1)


def _span(log_filter: Filter, words: Words) -> str:
    since, until = log_filter.since, log_filter.until
    if until is None:
        return words.text("review.filter.since", moment="" if since is None else _short(since, words))
    if since is None:
        return words.text("review.filter.until", moment=_short(until, words))
    return f"{_short(since, words)} – {_short(until, words)}"


def _short(at: datetime, words: Words) -> str:
    day = short_day(at.astimezone().date(), words)
    return f"{day} {clock_time(at, words, seconds=False)}"


def options(facet: str, log_filter: Filter, choices: FilterChoices, words: Words) -> tuple[Option, ...]:
    """The choices of a filter."""
    if facet == "time":
        keys = ("hour", "six_hours", "day", "week", "month")
        free = Option(RANGE, words.text("review.time.range"), False)
        return (*(Option(key, words.text(f"review.time.{key}"), False) for key in keys), free)
    if facet == "kind":
        return tuple(
            Option(kind, words.text(f"review.kind.{kind}"), bool(log_filter.kinds & kinds))
            for kind, kinds in KINDS.items()
        )
    chosen: frozenset[str] = getattr(log_filter, _FIELDS[facet])
    return tuple(
        Option(value, _named(facet, value, choices, words), value in chosen)
        for value in _values(facet, choices)
    )


def _values(facet: str, choices: FilterChoices) -> tuple[str, ...]:
    match facet:
        case "table":
            return choices.tables
        case "game":
            return choices.games
        case "shift":
            return choices.shifts
        case "dealer":
            return choices.dealers
        case "pit_boss":
            return choices.pit_bosses
        case "incident":
            return choices.incident_kinds
        case "clause":
            return choices.clauses
        case "outcome":
            return choices.outcomes
        case _:
            return ()


def _named(facet: str, value: str, choices: FilterChoices, words: Words) -> str:
    match facet:
        case "table":
            return table_title(words, value)
        case "game":
            return game_name(words, value)
        case "dealer" | "pit_boss":
            person = choices.persons.get(value)
            return person.name if person is not None else value
        case "incident":
            return text_or(words, f"incident.{value}", value)
        case "outcome":
            return text_or(words, outcome_key(value), value)
        case _:
            return value


def toggle(log_filter: Filter, facet: str, value: str, choices: FilterChoices) -> Filter:
    """The filter with a choice added or removed; the time has at most one."""
    if facet == "time":
        since = None if choices.last is None else choices.last - _TIMES[value]
        return replace(log_filter, since=since, until=None)
    values = KINDS[value] if facet == "kind" else frozenset((value,))
    field = "kinds" if facet == "kind" else _FIELDS[facet]
    before: frozenset[str] = getattr(log_filter, field)
    return replace(log_filter, **{field: before - values if before & values else before | values})


def clear(log_filter: Filter, facet: str) -> Filter:
    """The filter with nothing chosen of one sort."""
    match facet:
        case "time":
            return replace(log_filter, since=None, until=None)
        case "words":
            return replace(log_filter, words=())
        case "bytes":
            return replace(log_filter, bytes=False)
        case "round" | "shoe":
            return replace(log_filter, **{facet: None})
        case "one_incident":
            return replace(log_filter, incident=None)
        case "kind":
            return replace(log_filter, kinds=frozenset())
        case _:
            return replace(log_filter, **{_FIELDS[facet]: frozenset()})


def is_open(log_filter: Filter) -> bool:
    """Whether the filter lets every entry through, except folded bytes."""
    return replace(log_filter, bytes=False) == Filter()


def only(row: LogRow, what: str, *, bytes: bool) -> Filter:
    """A filter for only the round, the shoe or the incident of a row, with the devices' bytes or without."""
    tables = frozenset((row.table,))
    match what:
        case "round":
            return Filter(round=row.round, tables=tables, bytes=bytes)
        case "shoe":
            return Filter(shoe=row.shoe, tables=tables, bytes=bytes)
        case _:
            return Filter(incident=row.incident, tables=tables, bytes=bytes)
