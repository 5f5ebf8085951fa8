"""Days and moments in a language's own figures, and days that somebody types."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from console.base.words import LANGUAGES
from console.base.words.locales import LOCALES, date_text, noted_day, noted_moment, typed_day
from tests.base.words.catalogues import words

DAYS = (date(2027, 1, 31), date(2026, 12, 1), date(2028, 2, 29))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("day", DAYS)
def test_a_day_is_typed_as_the_language_writes_it_or_with_the_year_first(language: str, day: date) -> None:
    assert typed_day(date_text(day, LOCALES[language])) == typed_day(f" {day} ") == day


@pytest.mark.parametrize("typed", ["", "31", "2027-02-29", "31.13.2027", "1/2", "20270131", "2027-01.31x"])
def test_what_is_no_day_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        typed_day(typed)


def test_wide_figures_of_a_japanese_keyboard_are_a_day() -> None:
    assert typed_day("２０２７／０１／３１") == DAYS[0]


def test_a_phrase_writes_a_day_and_a_moment_as_its_language_does() -> None:
    assert words("de").text("people.rights.until", day=DAYS[0]) == "gültig bis 31.01.2027"
    said = words("ja").text("people.rights.until", day=datetime(2027, 1, 31, 2, 14))
    assert "2027/01/31 02:14" in said


def test_a_noted_day_that_is_none_stays_as_it_is() -> None:
    assert noted_day("soon", LOCALES["de"]) == "soon"
    assert noted_moment("2026-11-19T22:00:09.123456+00:00", LOCALES["is"]) == "19.11.2026 22:00:09 UTC"
