"""A playback goes on by the time that has passed, as fast as is wanted, to its end; no widget is needed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from console.supervisor.ui.review.replay.replay_line import Timeline, bet_span, timeline_of
from console.supervisor.ui.review.replay.replay_screen import SPEEDS, Playback
from console.table.core import events

LINE = Timeline((0.0, 4.0, 10.0), (0.0, 0.4, 1.0))


def test_a_playback_begins_paused_at_the_first_moment() -> None:
    playback = Playback(LINE)
    assert (playback.moment, playback.seconds, playback.is_playing) == (0, 0.0, False)
    playback.go_on(50.0)
    assert playback.seconds == 0.0, "what is paused does not go on"


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_playback_goes_on_by_the_time_that_has_passed(speed: int) -> None:
    playback = Playback(LINE, speed)
    playback.play(100.0)
    playback.go_on(100.25)
    playback.go_on(100.5)
    assert playback.seconds == 0.5 * speed
    assert playback.moment == (1 if speed == 16 else 0)


def test_the_time_of_a_pause_is_not_played() -> None:
    playback = Playback(LINE)
    playback.play(100.0)
    playback.go_on(101.0)
    playback.pause()
    playback.play(500.0)
    playback.go_on(502.0)
    assert playback.seconds == 3.0


def test_a_playback_pauses_at_its_end() -> None:
    playback = Playback(LINE)
    playback.play(0.0)
    playback.go_on(9.9)
    assert playback.is_playing and not playback.is_at_end
    playback.go_on(30.0)
    assert (playback.seconds, playback.moment) == (10.0, 2)
    assert playback.is_at_end and not playback.is_playing


def test_a_wait_is_skipped_but_for_its_beginning_and_its_end() -> None:
    """Nobody looks for four minutes at a table that waits for the pit boss; bet time is shown whole."""
    waits = Timeline((0.0, 18.0, 258.0, 260.0), (0.0, 0.3, 0.8, 1.0))
    playback = Playback(waits)
    playback.play(0.0)
    seen = []
    for tenth in range(1, 281):
        playback.go_on(tenth / 10)
        seen.append(playback.seconds)
    assert all(any(abs(each - second) < 0.06 for each in seen) for second in range(1, 20)), "bet time"
    assert not [each for each in seen if 20.2 < each < 255.8]
    assert [each for each in seen if 256 <= each <= 258] and playback.is_at_end
    playback.go_to_second(100.0)
    assert playback.seconds == 100.0, "a person's hand goes anywhere"


@pytest.mark.parametrize(("wanted", "moment"), [(-3, 0), (1, 1), (9, 2)])
def test_a_moment_outside_is_the_nearest_one_inside(wanted: int, moment: int) -> None:
    playback = Playback(LINE)
    playback.go_to(wanted)
    assert (playback.moment, playback.seconds) == (moment, LINE.seconds[moment])


def test_a_second_between_two_moments_shows_the_one_that_had_come() -> None:
    playback = Playback(LINE)
    playback.go_to_second(9.5)
    assert (playback.moment, playback.seconds) == (1, 9.5)


def test_no_time_passes_where_the_clock_was_set_back() -> None:
    """A number is put right in the next bet time, before which the clock was set back by 40 seconds."""
    began = datetime(2026, 11, 20, tzinfo=UTC)
    came = ((0, None), (60, events.BetsOpened("T7-1", 15)), (20, None), (24, events.BetsClosed()))
    moments: list[Any] = [
        SimpleNamespace(at=began + timedelta(seconds=at), event=event) for at, event in came
    ]
    playback = Playback(timeline_of(moments))
    for seconds, shown in ((22.0, (0, 22.0)), (62.0, (2, 2.0)), (64.0, (3, 0.0))):
        playback.go_to_second(seconds)
        assert (playback.moment, playback.later) == shown
    bets = bet_span(playback.line, moments)
    assert bets is not None and bets.begin < bets.end == 1.0 and bets.seconds == 4.0
