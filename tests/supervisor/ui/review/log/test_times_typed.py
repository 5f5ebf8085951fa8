"""A time or a span is typed as people write one, in any language's digits and at any offset."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from console.base.words import LANGUAGES, turn_of
from console.supervisor.ui.review.log.time_field import (
    end_of_typed,
    parse_moment,
    parse_span,
    with_typed_times,
)
from console.table.journal import Filter, Word
from console.table.ui.kit import moment_text, short_day
from tests.base.words.catalogues import words

NINE = datetime(2026, 11, 20, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "hour", "minute", "day"),
    [
        ("02:14", 2, 14, 20),
        ("2026-11-19 23:05", 23, 5, 19),
        ("19.11.2026 23:05", 23, 5, 19),
        ("19/11/2026", 0, 0, 19),
        ("2026-11-18", 0, 0, 18),
        ("7.30", 7, 30, 20),
    ],
)
def test_a_time_is_typed_as_people_write_one(typed: str, hour: int, minute: int, day: int) -> None:
    moment = parse_moment(typed, datetime(2026, 11, 20, 9, tzinfo=UTC), UTC)
    assert moment == datetime(2026, 11, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize("typed", ["", "noon", "25:10", "2026-13-40 10:00", "02:14 pm"])
def test_anything_else_is_no_time(typed: str) -> None:
    assert parse_moment(typed, datetime(2026, 11, 20, 9, tzinfo=UTC), UTC) is None


@pytest.mark.parametrize("typed", ["０２：１４", "02.14"])
def test_a_japanese_keyboards_wide_digits_are_digits(typed: str) -> None:
    assert parse_moment(typed, NINE, UTC) == datetime(2026, 11, 20, 2, 14, tzinfo=UTC)


def test_a_time_alone_that_is_still_to_come_was_before_midnight() -> None:
    assert parse_moment("23:30", NINE, UTC, NINE) == datetime(2026, 11, 19, 23, 30, tzinfo=UTC)
    assert parse_moment("2026-11-20 23:30", NINE, UTC, NINE) == datetime(2026, 11, 20, 23, 30, tzinfo=UTC)


def test_a_day_in_summer_has_summers_offset_though_it_is_typed_in_winter(in_vilnius: None) -> None:
    assert parse_moment("2026-07-01 12:00", NINE) == datetime(2026, 7, 1, 9, tzinfo=UTC)
    assert parse_moment("2026-10-25 05:00", NINE) == datetime(2026, 10, 25, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "last", "hour"),
    [
        ("03:30", "05:00", "01:30"),
        ("03:30+03:00", "05:00", "00:30"),
        ("2026-10-25 03:30+02:00", "05:00", "01:30"),
        ("03:30", "00:45", "00:30"),
        ("03:30+04:00", "05:00", None),
        ("05:30+02:00", "05:00", None),
    ],
)
def test_a_time_that_comes_twice_is_typed_as_the_column_shows_it_or_is_the_last_one(
    in_vilnius: None, typed: str, last: str, hour: str | None
) -> None:
    """Clocks go back at 4, at 1 UTC."""
    latest = datetime.fromisoformat(f"2026-10-25T{last}Z")
    wanted = hour and datetime.fromisoformat(f"2026-10-25T{hour}Z")
    assert parse_moment(typed, latest, latest=latest) == wanted


def test_a_span_within_the_hour_that_comes_twice_is_of_both_or_of_the_typed_one(in_vilnius: None) -> None:
    first, second = (datetime(2026, 10, 25, hour, 10, tzinfo=UTC) for hour in (0, 1))
    minutes = timedelta(minutes=10)
    assert parse_span("03:10 – 03:20", second + minutes * 9) == (first, second + minutes)
    assert parse_span("03:10+03:00 – 03:20+03:00", second + minutes * 9) == (first, first + minutes)


def test_a_span_that_ends_after_the_clock_was_set_back_ends_on_the_same_day(in_vilnius: None) -> None:
    span = parse_span("10:10#1 – 10:05#2", datetime(2026, 11, 20, 10, tzinfo=UTC))
    begin, end = (datetime(2026, 11, 20, 8, minute, tzinfo=UTC) for minute in (10, 5))
    assert span == (begin, end) and [turn_of(each) for each in span if each] == [1, 2]


def test_a_search_finds_the_typed_one_of_a_time_that_comes_twice(in_vilnius: None) -> None:
    last = datetime(2026, 10, 25, 5, tzinfo=UTC)
    found = with_typed_times(Filter(words=(Word("03:30+03:00"),)), last)
    assert found == Filter(since=last.replace(hour=0, minute=30), until=last.replace(hour=0, minute=31))


def test_a_day_on_which_clocks_go_back_ends_at_its_midnight(in_vilnius: None) -> None:
    begun = parse_moment("2026-10-25", NINE)
    assert begun is not None
    assert end_of_typed("2026-10-25", begun) == datetime(2026, 10, 25, 22, tzinfo=UTC) - timedelta.resolution


@pytest.mark.parametrize("zone", ["Europe/Vilnius", "America/New_York"])
@pytest.mark.parametrize(
    "typed", ["0001-01-01", "9999-12-31 23:59", "2026-11-01 – 9999-12-31 23:59", "9999-12-31 23:00 – 22:00"]
)
def test_a_time_at_the_end_of_all_times_is_no_time_and_no_error(
    typed: str, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert parse_moment(typed, NINE, latest=NINE) is None
        assert parse_span(typed, NINE) is None
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("typed", "since", "until"),
    [
        ("02:00 – 03:30", (20, 2, 0), (20, 3, 30)),
        ("23:00-01:00", None, None),
        ("23:00 - 01:00", (19, 23, 0), (20, 1, 0)),
        ("23:00–01:00", (19, 23, 0), (20, 1, 0)),
        ("２３：００〜０１：００", (19, 23, 0), (20, 1, 0)),
        ("2026-11-18 – 2026-11-19", (18, 0, 0), (19, 0, 0)),
        ("2026-11-19 22:00 – 02:00", (19, 22, 0), (20, 2, 0)),
        ("2026-11-19 22:00 –", (19, 22, 0), None),
        ("– 08:00", None, (20, 8, 0)),
        ("2026-11-19 – 2026-11-18", None, None),
        ("noon – 08:00", None, None),
        ("–", None, None),
    ],
)
def test_from_and_to_are_typed_as_people_write_them(
    typed: str, since: tuple[int, int, int] | None, until: tuple[int, int, int] | None
) -> None:
    ends = tuple(at and datetime(2026, 11, *at, tzinfo=UTC) for at in (since, until))
    assert parse_span(typed, NINE, UTC) == (ends if any(ends) else None)


def test_a_day_beside_a_time_has_its_languages_point_and_order() -> None:
    at = datetime(2026, 11, 20, 12, 0, 5).astimezone()
    assert {language: short_day(at.date(), words(language)) for language in LANGUAGES} == {
        "en": "20 Nov", "sv": "20 nov.", "ja": "11月20日", "lt": "lapkr. 20 d.", "is": "20. nóv.",
        "de": "20. Nov.",
    }  # fmt: skip
    assert moment_text(at, words("ja")) == "11月20日 12:00:05", "the date comes first"
    assert moment_text(at, words("de")) == "20. Nov., 12:00:05"


@pytest.mark.parametrize(
    ("typed", "last"),
    [("02:43:07", "02:43:07.999999"), ("02:43", "02:43:59.999999"), ("2026-11-20", "23:59:59.999999")],
)
def test_the_log_goes_to_the_newest_row_of_a_typed_time_and_not_to_the_one_before(
    typed: str, last: str
) -> None:
    moment = parse_moment(typed, NINE, UTC)
    assert moment is not None
    assert end_of_typed(typed, moment) == datetime.fromisoformat(f"2026-11-20T{last}+00:00")


def test_a_searched_time_is_its_second_or_its_minute_and_the_words_beside_it_stay() -> None:
    zone = NINE.astimezone().tzinfo
    last = datetime(2026, 11, 20, 9, tzinfo=zone)
    card = Word("9h")
    found = with_typed_times(Filter(words=(Word("02:43:07"), card)), last)
    at = datetime(2026, 11, 20, 2, 43, 7, tzinfo=zone)
    assert found == Filter(since=at, until=at + timedelta(seconds=1), words=(card,))
    found = with_typed_times(Filter(since=at, words=(Word("02:43"),)), last)
    assert (found.since, found.until) == (at, at + timedelta(seconds=53))
    for typed in ("02:4", "25:10", "9h", "2"):
        every = Filter(words=(Word(typed),))
        assert with_typed_times(every, last) == every
