"""The address of a second of video: what an address may hold, and what is made of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from console.table.config.video import Video, is_web, slots_of

HAPPENED = datetime(2026, 11, 20, 2, 14, 9, 400_000, tzinfo=timezone(timedelta(hours=2)))


def test_each_slot_is_filled_and_nothing_in_it_leads_elsewhere() -> None:
    video = Video("https://nvr.example/{camera}/{table}?t={time}&s={seconds}", "Table 7", "a/b&c?", lead=30)
    seconds = int(datetime(2026, 11, 20, 0, 13, 39, tzinfo=UTC).timestamp())
    assert video.at(video.begin(HAPPENED)) == (
        f"https://nvr.example/a%2Fb%26c%3F/Table%207?t=2026-11-20T00:13:39Z&s={seconds}"
    )
    assert video.at(HAPPENED).endswith("t=2026-11-20T00:14:09Z&s=" + str(seconds + 30))


def test_slots_are_named_as_they_stand() -> None:
    assert slots_of("https://nvr/{camera}?t={time}&x={{}}") == ("camera", "time")
    assert slots_of("https://nvr/{time!r:>9}") == ("time!r:>9",)
    with pytest.raises(ValueError, match="encountered in format string"):
        slots_of("https://nvr/}")


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("https://nvr.example/x", True),
        ("http://192.0.2.7:8080/x", True),
        ("file:///etc/passwd", False),
        ("ftp://nvr.example/x", False),
        ("https:///x", False),
        ("https://nvr example/x", False),
        ("http://[", False),
        ("", False),
    ],
)
def test_only_the_web_is_opened(address: str, opened: bool) -> None:
    assert is_web(address) is opened
