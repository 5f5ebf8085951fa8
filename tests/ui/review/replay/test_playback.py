"""A playback goes on by the time that has passed, as fast as is wanted, to its end; no widget is needed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from console.ui.review.replay.replay_line import Timeline
from console.ui.review.replay.replay_screen import SPEEDS, Playback

LINE = Timeline(datetime(2026, 11, 20, tzinfo=UTC), (0.0, 4.0, 10.0), (0.0, 0.4, 1.0))


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


@pytest.mark.parametrize(("wanted", "moment"), [(-3, 0), (1, 1), (9, 2)])
def test_a_moment_outside_is_the_nearest_one_inside(wanted: int, moment: int) -> None:
    playback = Playback(LINE)
    playback.go_to(wanted)
    assert (playback.moment, playback.seconds) == (moment, LINE.seconds[moment])


def test_a_second_between_two_moments_shows_the_one_that_had_come() -> None:
    playback = Playback(LINE)
    playback.go_to_second(9.5)
    assert (playback.moment, playback.seconds) == (1, 9.5)
