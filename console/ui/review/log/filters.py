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


def chips(wanted: Filter, about: FilterChoices, words: Words) -> tuple[Chip, ...]:
    """All filters that have choices; a set one has its value in words."""
    shown = [chip for chip in (_searched(wanted, words), _only(wanted, words)) if chip is not None]
    for facet in FACETS:
        chosen = [option.text for option in options(facet, wanted, about, words) if option.chosen]
        if facet == "time" and (wanted.since is not None or wanted.until is not None):
            shown.append(Chip(facet, _span(wanted, words), True))
        elif chosen:
            shown.append(Chip(facet, _several(chosen, words), True))
        elif facet not in ("table", "game") or len(_values(facet, about)) > 1:
            shown.append(Chip(facet, words.text(f"review.filter.{facet}"), False))
    shown.append(Chip(BYTES, words.text("review.filter.bytes"), wanted.bytes))
    return tuple(shown)


def _searched(wanted: Filter, words: Words) -> Chip | None:
    """The words that are searched for, whichever field they were typed in."""
    if not wanted.words:
        return None
    return Chip(SEARCH, words.quote(" ".join(word.text for word in wanted.words)), True)


def _only(wanted: Filter, words: Words) -> Chip | None:
    """The filter of one round, shoe or incident."""
    if wanted.round is not None:
        number = wanted.round.rpartition("-")[2]
        return Chip("round", words.text("review.filter.round", round=number), True)
    if wanted.shoe is not None:
        return Chip("shoe", words.text("review.filter.shoe", shoe=wanted.shoe), True)
    if wanted.incident is not None:
        text = words.text("review.filter.one_incident", incident=wanted.incident.rpartition("-")[2])
        return Chip("one_incident", text, True)
    return None


def _several(texts: Sequence[str], words: Words) -> str:
    if len(texts) == 1:
        return texts[0]
    return words.text("review.filter.more", first=texts[0], count=len(texts) - 1)


def _span(wanted: Filter, words: Words) -> str:
    since, until = wanted.since, wanted.until
    if until is None:
        return words.text("review.filter.since", moment="" if since is None else _short(since, words))
    if since is None:
        return words.text("review.filter.until", moment=_short(until, words))
    return f"{_short(since, words)} – {_short(until, words)}"


def _short(at: datetime, words: Words) -> str:
    day = short_day(at.astimezone().date(), words)
    return f"{day} {clock_time(at, words, seconds=False)}"


def options(facet: str, wanted: Filter, about: FilterChoices, words: Words) -> tuple[Option, ...]:
    """The choices of a filter."""
    if facet == "time":
        keys = ("hour", "six_hours", "day", "week", "month")
        free = Option(RANGE, words.text("review.time.range"), False)
        return (*(Option(key, words.text(f"review.time.{key}"), False) for key in keys), free)
    if facet == "kind":
        return tuple(
            Option(kind, words.text(f"review.kind.{kind}"), bool(wanted.kinds & kinds))
            for kind, kinds in KINDS.items()
        )
    chosen: frozenset[str] = getattr(wanted, _FIELDS[facet])
    return tuple(
        Option(value, _named(facet, value, about, words), value in chosen) for value in _values(facet, about)
    )


def _values(facet: str, about: FilterChoices) -> tuple[str, ...]:
    match facet:
        case "table":
            return about.tables
        case "game":
            return about.games
        case "shift":
            return about.shifts
        case "dealer":
            return about.dealers
        case "pit_boss":
            return about.pit_bosses
        case "incident":
            return about.incident_kinds
        case "clause":
            return about.clauses
        case "outcome":
            return about.outcomes
        case _:
            return ()


def _named(facet: str, value: str, about: FilterChoices, words: Words) -> str:
    match facet:
        case "table":
            return table_title(words, value)
        case "game":
            return game_name(words, value)
        case "dealer" | "pit_boss":
            person = about.persons.get(value)
            return person.name if person is not None else value
        case "incident":
            return text_or(words, f"incident.{value}", value)
        case "outcome":
            return text_or(words, outcome_key(value), value)
        case _:
            return value


def toggle(wanted: Filter, facet: str, value: str, about: FilterChoices) -> Filter:
    """The filter with a choice added or removed; the time has at most one."""
    if facet == "time":
        since = None if about.last is None else about.last - _TIMES[value]
        return replace(wanted, since=since, until=None)
    values = KINDS[value] if facet == "kind" else frozenset((value,))
    field = "kinds" if facet == "kind" else _FIELDS[facet]
    before: frozenset[str] = getattr(wanted, field)
    return replace(wanted, **{field: before - values if before & values else before | values})


def clear(wanted: Filter, facet: str) -> Filter:
    """The filter with nothing chosen of one sort."""
    match facet:
        case "time":
            return replace(wanted, since=None, until=None)
        case "words":
            return replace(wanted, words=())
        case "bytes":
            return replace(wanted, bytes=False)
        case "round" | "shoe":
            return replace(wanted, **{facet: None})
        case "one_incident":
            return replace(wanted, incident=None)
        case "kind":
            return replace(wanted, kinds=frozenset())
        case _:
            return replace(wanted, **{_FIELDS[facet]: frozenset()})


def is_open(wanted: Filter) -> bool:
    """Whether the filter lets every entry through, except folded bytes."""
    return replace(wanted, bytes=False) == Filter()


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
