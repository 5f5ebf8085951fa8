"""The simulated week, by a few happenings of which the alarms are known."""

from __future__ import annotations

import random
import re

from console.floor.alarms.items import AlarmKind, Priority
from tests.instruments.alarm_week import BOSSES, OFTEN, RATES, Happening, kept, sounds, week


def call(begin: float, taken: float) -> Happening:
    return Happening(begin, taken + 60.0, 0, "call", int(begin), taken)


def test_a_call_that_is_taken_soon_sounds_once_and_one_that_waits_once_more() -> None:
    heard = list(sounds([call(100.0, 120.0), call(5_000.0, 5_200.0)], set()))
    assert [(each.what, each.tone.priority) for each in heard] == [
        (AlarmKind.CALL, Priority.LOW),
        (AlarmKind.CALL, Priority.LOW),
        (AlarmKind.CALL, Priority.MEDIUM),
    ]


def test_each_rate_stands_with_its_source_or_is_said_to_be_assumed() -> None:
    sources = [f"{rate.source} {rate.lasting}" for rate in RATES]
    assert all(rate.source and rate.lasting for rate in RATES)
    assert [text for text in sources if not re.search(r"assumed|measured|\w+\.\w+|\d{4}", text)] == []


def test_a_relief_and_a_new_shoe_are_no_alarm() -> None:
    quiet = [
        Happening(at, at + 300.0, 1, kind, 0, 0.0) for at, kind in ((50.0, "break"), (900.0, "preparing"))
    ]
    assert list(sounds(quiet, set())) == []


def test_a_servers_outage_is_one_alarm_and_no_tables_silence() -> None:
    away = Happening(500.0, 700.0, 0, "server", 1, 0.0)
    lost = [Happening(9_000.0, 9_100.0, at, "silent", 2, 0.0) for at in range(3)]
    heard = [each.what for each in sounds([away, *lost], set())]
    assert heard[0] is AlarmKind.NOTHING_HEARD and set(heard[1:]) == {AlarmKind.SILENT}


def test_nothing_is_heard_of_a_table_while_it_is_silent() -> None:
    happens = week(RATES, 2.0, random.Random(5))
    silences = [each for each in happens if each.kind == "silent"]
    assert silences
    assert not [
        (silence, each)
        for silence in silences
        for each in happens
        if each.table == silence.table and each.kind not in ("silent", "server")
        if silence.begin < each.begin < silence.end or silence.begin < each.end < silence.end
    ]


def test_the_kept_weeks_are_of_forty_tables_and_the_rates_of_today() -> None:
    """The handbook has them: other rates need another simulated week."""
    assert [(each.week, each.bosses) for each in kept()] == [(name, BOSSES) for name in OFTEN]
    for each in kept():
        assert each.hours == {rate.kind: rate.hours for rate in RATES}
        assert sum(each.kinds.values()) == each.many


def test_an_alarm_that_stands_for_a_shift_is_stale() -> None:
    stale = set[str]()
    list(sounds([Happening(60.0, 60.0 + 9 * 3_600, 2, "clock", 0, 0.0)], stale))
    assert len(stale) == 1


def test_twice_the_rates_make_about_twice_the_happenings() -> None:
    once, twice = (len(week(RATES, often, random.Random(3))) for often in (1.0, 2.0))
    assert 1.8 < twice / once < 2.2
