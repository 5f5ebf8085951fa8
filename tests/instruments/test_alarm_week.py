"""The simulated week, by a few happenings of which the alarms are known."""

from __future__ import annotations

import random

from console.floor.alarms.items import AlarmKind, Priority
from tests.instruments.alarm_week import RATES, Happening, sounds, week


def call(begin: float, taken: float) -> Happening:
    return Happening(begin, taken + 60.0, 0, "call", int(begin), taken)


def test_a_call_that_is_taken_soon_sounds_once_and_one_that_waits_once_more() -> None:
    heard = list(sounds([call(100.0, 120.0), call(5_000.0, 5_200.0)], set()))
    assert [(each.what, each.tone.priority) for each in heard] == [
        (AlarmKind.CALL, Priority.MEDIUM),
        (AlarmKind.CALL, Priority.MEDIUM),
        (AlarmKind.CALL, Priority.HIGH),
    ]


def test_a_relief_and_a_new_shoe_are_no_alarm() -> None:
    quiet = [
        Happening(at, at + 300.0, 1, kind, 0, 0.0) for at, kind in ((50.0, "break"), (900.0, "preparing"))
    ]
    assert list(sounds(quiet, set())) == []


def test_an_alarm_that_stands_for_a_shift_is_stale() -> None:
    stale = set[str]()
    list(sounds([Happening(60.0, 60.0 + 9 * 3_600, 2, "clock", 0, 0.0)], stale))
    assert len(stale) == 1


def test_twice_the_rates_make_about_twice_the_happenings() -> None:
    once, twice = (len(week(RATES, often, random.Random(3))) for often in (1.0, 2.0))
    assert 1.8 < twice / once < 2.2
