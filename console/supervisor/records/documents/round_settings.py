"""The settings of a round's file: when, by which version, in which time zone and with whose video it was put
into words. The file contains them, so that a reader can make the same words again. No entry proves them: a
file with settings that no console can have had is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from math import inf
from typing import Any, Final

import msgspec

from console.base.words import SET_BACK, Words
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents.record_words import RecordFormatter
from console.table.config import Video


class WordSettings(msgspec.Struct, frozen=True):
    at: datetime
    """The time when it was made: UTC, to the second."""
    version: str
    """The version of the console that made it."""
    lead_in: float
    """The seconds before the event at which a video starts."""
    video: Video | None
    """The address of the table's video."""
    offsets: tuple[tuple[datetime, int], ...]
    """The seconds by which local time was ahead of UTC, each with its start."""


def made_by(formatter: RecordFormatter, file: RoundFile, at: datetime, version: str) -> WordSettings:
    """The settings that put the file into the same words as this formatter."""
    video = formatter.table_video(file.origin.table)
    offsets = list[tuple[datetime, int]]()
    for moment in _moments(file, at, formatter.lead_in):
        ahead = formatter.local(moment).utcoffset() or timedelta()
        seconds = int(ahead.total_seconds())
        if not offsets or offsets[-1][1] != seconds:
            offsets.append((moment, seconds))
    shown = None if video is None else Video(video.address, video.table, video.camera)
    return WordSettings(at.replace(microsecond=0), version, formatter.lead_in, shown, tuple(offsets))


_VERSION: Final = re.compile(r"[0-9][0-9A-Za-z.+-]{0,39}")
LONGEST_NAME: Final = 40
"""The most letters of a person's name, as in a list of people: too few for a sentence."""
_QUARTER: Final = 900
"""Seconds: today's zones are whole quarters of an hour from UTC."""
_WEST, _EAST = -12 * 3600, 14 * 3600
"""The zones that are the farthest from UTC, in seconds."""


def impossible_setting(settings: WordSettings, file: RoundFile) -> str | None:
    """The setting that no console can have had for this file; None if all are possible. A version is no
    sentence, a video starts before its event, and local times have one time zone: otherwise a press could
    appear an hour late. Raises OverflowError if no calendar has the time.
    """
    if settings.at.tzinfo is None:
        return "at"
    if not _VERSION.fullmatch(settings.version):
        return "version"
    if not 0 <= settings.lead_in < inf:
        return "lead_in"
    offsets = [ahead for _, ahead in settings.offsets]
    if not all(ahead % _QUARTER == 0 and _WEST <= ahead <= _EAST for ahead in offsets):
        return "offsets"
    if len(offsets) > 1 and not _is_of_a_zone(settings, _moments(file, settings.at, settings.lead_in)):
        return "offsets"
    return None


def _is_of_a_zone(settings: WordSettings, moments: Sequence[datetime]) -> bool:
    """Whether a time zone of this computer has these offsets at all of these moments."""
    from zoneinfo import (
        ZoneInfo,
        available_timezones,
    )  # Only a file in which the clocks were changed needs it.

    told = _Zone(settings)
    ahead = [(moment, told.fromutc(moment).utcoffset()) for moment in moments]
    return any(
        all(moment.astimezone(zone).utcoffset() == each for moment, each in ahead)
        for zone in map(ZoneInfo, sorted(available_timezones()))
    )


def _moments(file: RoundFile, at: datetime, lead_in: float) -> list[datetime]:
    """The times that the words of a file need: those in it, that of its making, the bounds of their videos,
    and times around them, by which a formatter knows which of them a clock shows twice.
    """
    second, lead = timedelta(seconds=1), timedelta(seconds=lead_in)
    fields = msgspec.to_builtins(file, builtin_types=(datetime,), enc_hook=str)
    times = {at.replace(microsecond=0), *_times(fields)}
    return sorted(
        {each + step for each in times for step in (-SET_BACK, -lead, timedelta(), second, SET_BACK)}
    )


def formatter_as(settings: WordSettings, words: Words, names: Mapping[str, str]) -> RecordFormatter:
    """A formatter that puts a file into the same words as when it was made."""
    videos = {} if settings.video is None else {settings.video.table: settings.video}
    formatter = RecordFormatter(
        words, names=names, zone=_Zone(settings), lead_in=settings.lead_in, videos=videos
    )
    return formatter.for_programs()


class _Zone(tzinfo):
    """The local time of the place where a file was made."""

    def __init__(self, settings: WordSettings) -> None:
        self._offsets = [
            (since.astimezone(UTC), timedelta(seconds=ahead)) for since, ahead in settings.offsets
        ]

    def utcoffset(self, moment: datetime | None) -> None:
        """None: only UTC is converted here."""

    def dst(self, moment: datetime | None) -> None:
        """Unused."""

    def tzname(self, moment: datetime | None) -> None:
        """Unused."""

    def fromutc(self, moment: datetime) -> datetime:
        at = moment.replace(tzinfo=UTC)
        ahead = next((each for since, each in reversed(self._offsets) if since <= at), None)
        if ahead is None:
            ahead = self._offsets[0][1] if self._offsets else timedelta()
        return at.astimezone(timezone(ahead))


def _times(value: Any) -> Iterator[datetime]:
    match value:
        case datetime():
            yield value.astimezone(UTC)
        case dict():
            for each in value.values():
                yield from _times(each)
        case list() | tuple():
            for each in value:
                yield from _times(each)
