"""The filters of the log: their choices, the chosen ones, and the words for them. Functions turn one
:class:`~console.table.journal.log.rows.Filter` into another. They group kinds of entries as a supervisor asks
for them; the journal keeps each kind apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.review.log.entry_rows import ENTRY_ROWS, LogFilter, note_filter
from console.supervisor.review.questions import FilterChoices
from console.table.core import NoteKind
from console.table.journal import Filter, LogRow, note_of_kind
from console.table.ui.kit import logged_time, short_day
from console.table.words import game_name, outcome_key, table_title, text_or, whole


class FilterCondition(StrEnum):
    """A :class:`~console.table.journal.log.rows.Filter`'s condition, a chip named ``review.filter.NAME``."""

    TIME = "time"
    TABLE = "table"
    SHIFT = "shift"
    DEALER = "dealer"
    PIT_BOSS = "pit_boss"
    GAME = "game"
    KIND = "kind"
    INCIDENT = "incident"
    CLAUSE = "clause"
    OUTCOME = "outcome"
    WORDS = "words"
    ROUND = "round"
    SHOE = "shoe"
    ONE_INCIDENT = "one_incident"
    BYTES = "bytes"
    """All devices' bytes are listed; without it they are unfolded beneath their rows."""


class TimeChoice(StrEnum):
    """A choice of time, ``review.time.NAME``."""

    HOUR = "hour"
    SIX_HOURS = "six_hours"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    RANGE = "range"
    """From and to, which are typed."""


_FIELDS: Final[dict[FilterCondition, tuple[str, ...]]] = {
    FilterCondition.TIME: ("since", "until"),
    FilterCondition.TABLE: ("tables",),
    FilterCondition.SHIFT: ("shifts",),
    FilterCondition.DEALER: ("dealers",),
    FilterCondition.PIT_BOSS: ("pit_bosses",),
    FilterCondition.GAME: ("games",),
    FilterCondition.KIND: ("kinds",),
    FilterCondition.INCIDENT: ("incident_kinds",),
    FilterCondition.CLAUSE: ("clauses",),
    FilterCondition.OUTCOME: ("outcomes",),
    FilterCondition.WORDS: ("words",),
    FilterCondition.ROUND: ("round",),
    FilterCondition.SHOE: ("shoe",),
    FilterCondition.ONE_INCIDENT: ("incident",),
    FilterCondition.BYTES: ("bytes",),
}
"""The fields of a filter that a condition sets; choices from the journals have the same name there."""
WITHOUT_CHOICES: Final = (
    FilterCondition.WORDS,
    FilterCondition.ROUND,
    FilterCondition.SHOE,
    FilterCondition.ONE_INCIDENT,
    FilterCondition.BYTES,
)
"""Conditions without choices: a press takes them off."""
WITH_CHOICES: Final = tuple(each for each in FilterCondition if each not in WITHOUT_CHOICES)
"""Conditions that have choices, in the order shown."""
KINDS: Final[dict[str, frozenset[str]]] = {
    each: frozenset(
        (
            *(kind for kind, row in ENTRY_ROWS.items() if row.filter is each),
            *(note_of_kind(kind) for kind in NoteKind if note_filter(kind) is each),
        )
    )
    for each in LogFilter
}
"""The kinds of entries, and of notes, that each filter finds."""
_SPANS: Final = {
    TimeChoice.HOUR: timedelta(hours=1),
    TimeChoice.SIX_HOURS: timedelta(hours=6),
    TimeChoice.DAY: timedelta(days=1),
    TimeChoice.WEEK: timedelta(days=7),
    TimeChoice.MONTH: timedelta(days=30),
}


class Option(msgspec.Struct, frozen=True):
    """A choice of a filter: its value, its words, whether it is chosen."""

    value: str
    text: str
    chosen: bool


class Chip(msgspec.Struct, frozen=True):
    """A condition as the bar over the log shows it: free, or set to a value."""

    condition: FilterCondition
    text: str
    is_set: bool


def chips(log_filter: Filter, choices: FilterChoices, words: Words) -> tuple[Chip, ...]:
    """All conditions with choices, and those that are set, with the value in words."""
    shown = [
        chip
        for chip in (_words_chip(log_filter, words), _round_shoe_or_incident_chip(log_filter, words))
        if chip is not None
    ]
    for condition in WITH_CHOICES:
        chosen = [each.text for each in options_of(condition, log_filter, choices, words) if each.chosen]
        if condition is FilterCondition.TIME and (log_filter.since, log_filter.until) != (None, None):
            shown.append(Chip(condition, _time_text(log_filter, words), True))
        elif chosen:
            shown.append(Chip(condition, _values_text(chosen, words), True))
        elif len(_values_in_journals(condition, choices)) >= _LEAST_VALUES.get(condition, 0):
            shown.append(Chip(condition, words.text(f"review.filter.{condition}"), False))
    shown.append(Chip(FilterCondition.BYTES, words.text("review.filter.bytes"), log_filter.bytes))
    return tuple(shown)


_LEAST_VALUES: Final = {FilterCondition.TABLE: 2, FilterCondition.GAME: 2, FilterCondition.INCIDENT: 1}
"""The fewest values with which a condition is offered: one table is no choice."""


def _words_chip(log_filter: Filter, words: Words) -> Chip | None:
    """The searched words, whichever field they were typed in."""
    if not log_filter.words:
        return None
    text = words.quote(" ".join(word.text for word in log_filter.words))
    return Chip(FilterCondition.WORDS, text, True)


def _round_shoe_or_incident_chip(log_filter: Filter, words: Words) -> Chip | None:
    if log_filter.round is not None:
        number = log_filter.round.rpartition("-")[2]
        return Chip(FilterCondition.ROUND, words.text("review.filter.round", round=number), True)
    if log_filter.shoe is not None:
        return Chip(FilterCondition.SHOE, words.text("review.filter.shoe", shoe=log_filter.shoe), True)
    if log_filter.incident is not None:
        text = words.text("review.filter.one_incident", incident=log_filter.incident.rpartition("-")[2])
        return Chip(FilterCondition.ONE_INCIDENT, text, True)
    return None


def _values_text(texts: Sequence[str], words: Words) -> str:
    if len(texts) == 1:
        return texts[0]
    return words.text("review.filter.more", first=texts[0], count=len(texts) - 1)


def _time_text(log_filter: Filter, words: Words) -> str:
    since, until = log_filter.since, log_filter.until
    if until is None:
        return words.text("review.filter.since", moment="" if since is None else _day_and_time(since, words))
    if since is None:
        return words.text("review.filter.until", moment=_day_and_time(until, words))
    return f"{_day_and_time(since, words)} – {_day_and_time(until, words)}"


def _day_and_time(at: datetime, words: Words) -> str:
    return f"{short_day(at.astimezone().date(), words)} {logged_time(at, words, seconds=False)}"


def options_of(
    condition: FilterCondition, log_filter: Filter, choices: FilterChoices, words: Words
) -> tuple[Option, ...]:
    """The choices of a condition; none if a press takes it off."""
    match condition:
        case FilterCondition.TIME:
            return tuple(Option(each, words.text(f"review.time.{each}"), False) for each in TimeChoice)
        case FilterCondition.KIND:
            return tuple(
                Option(kind, words.text(f"review.kind.{kind}"), bool(log_filter.kinds & kinds))
                for kind, kinds in KINDS.items()
            )
        case _:
            return tuple(
                Option(
                    value,
                    _value_name(condition, value, choices, words),
                    value in _chosen_values(log_filter, condition),
                )
                for value in _values_in_journals(condition, choices)
            )


def _values_in_journals(condition: FilterCondition, choices: FilterChoices) -> tuple[str, ...]:
    """The journals' values, for a condition whose choices vary."""
    values: tuple[str, ...] = getattr(choices, _FIELDS[condition][0], ())
    return values


def _chosen_values(log_filter: Filter, condition: FilterCondition) -> frozenset[str]:
    (field,) = _FIELDS[condition]
    values: frozenset[str] = getattr(log_filter, field)
    return values


def _value_name(condition: FilterCondition, value: str, choices: FilterChoices, words: Words) -> str:
    match condition:
        case FilterCondition.TABLE:
            return table_title(words, value)
        case FilterCondition.GAME:
            return game_name(words, value)
        case FilterCondition.DEALER | FilterCondition.PIT_BOSS:
            person = choices.persons.get(value)
            return person.name if person is not None else value
        case FilterCondition.INCIDENT:
            name, count = text_or(words, f"incident.{value}", value), choices.incident_counts.get(value)
            return words.side_by_side((name, None if count is None else whole(count, words)))
        case FilterCondition.OUTCOME:
            return text_or(words, outcome_key(value), value)
        case _:
            return value


def with_choice_toggled(
    log_filter: Filter, condition: FilterCondition, value: str, choices: FilterChoices
) -> Filter:
    """The filter with a choice added or removed; the time has at most one."""
    if condition is FilterCondition.TIME:
        since = None if choices.last is None else choices.last - _SPANS[TimeChoice(value)]
        return replace(log_filter, since=since, until=None)
    values = KINDS[value] if condition is FilterCondition.KIND else frozenset((value,))
    (field,), before = _FIELDS[condition], _chosen_values(log_filter, condition)
    return replace(log_filter, **{field: before - values if before & values else before | values})


def without_condition(log_filter: Filter, condition: FilterCondition) -> Filter:
    return replace(log_filter, **{field: getattr(_NO_FILTER, field) for field in _FIELDS[condition]})


_NO_FILTER: Final = Filter()


def is_unfiltered(log_filter: Filter) -> bool:
    """Whether the filter lets every entry through, except folded bytes."""
    return replace(log_filter, bytes=False) == _NO_FILTER


def filter_from_row(row: LogRow, condition: FilterCondition, *, bytes: bool) -> Filter:
    """A filter for only a row's round, shoe or incident, with the devices' bytes or without."""
    tables = frozenset((row.table,))
    match condition:
        case FilterCondition.ROUND:
            return Filter(round=row.round, tables=tables, bytes=bytes)
        case FilterCondition.SHOE:
            return Filter(shoe=row.shoe, tables=tables, bytes=bytes)
        case _:
            return Filter(incident=row.incident, tables=tables, bytes=bytes)
