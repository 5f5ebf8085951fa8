"""The settings of a round's file: when, by which version, in which time zone and with whose video it was put
into words.

The file holds them, so that a reader who has only the file can make the same words again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any

import msgspec

from console.records.accounts.round_file import RoundFile
from console.records.documents.record_words import RecordTeller
from console.records.documents.video import Video
from console.words import Words


class WordSettings(msgspec.Struct, frozen=True):
    """The settings of a file's words."""

    at: datetime
    """The time when it was made: UTC, to the second."""
    version: str
    """The version of the console that made it."""
    lead_in: float
    """The number of seconds before the event at which a video starts."""
    video: Video | None
    """The address of the table's video."""
    offsets: tuple[tuple[datetime, int], ...]
    """The seconds by which local time was ahead of UTC, each with the time from which on; for all times in
    the file.
    """


def made_by(teller: RecordTeller, file: RoundFile, at: datetime, version: str) -> WordSettings:
    """The settings that are needed to put the file into the same words as this teller."""
    video = teller.table_video(file.origin.table)
    offsets = list[tuple[datetime, int]]()
    times = _times(msgspec.to_builtins(file, builtin_types=(datetime,)))
    for moment in sorted({at.replace(microsecond=0), *times}):
        ahead = teller.local(moment).utcoffset() or timedelta()
        seconds = int(ahead.total_seconds())
        if not offsets or offsets[-1][1] != seconds:
            offsets.append((moment, seconds))
    shown = None if video is None else Video(video.address, video.table, video.camera)
    return WordSettings(at.replace(microsecond=0), version, teller.lead_in, shown, tuple(offsets))


def teller_as(settings: WordSettings, words: Words, names: Mapping[str, str]) -> RecordTeller:
    """A teller that puts a file into the same words as when it was made."""
    videos = {} if settings.video is None else {settings.video.table: settings.video}
    return RecordTeller(words, names=names, zone=_Zone(settings), lead_in=settings.lead_in, videos=videos)


class _Zone(tzinfo):
    """The local time of the place where a file was made."""

    def __init__(self, settings: WordSettings) -> None:
        self._offsets = [
            (since.astimezone(UTC), timedelta(seconds=ahead)) for since, ahead in settings.offsets
        ]

    def utcoffset(self, moment: datetime | None) -> None:
        """None: only a moment in UTC is converted here."""

    def dst(self, moment: datetime | None) -> None:
        """Nobody asks."""

    def tzname(self, moment: datetime | None) -> None:
        """Nobody asks."""

    def fromutc(self, moment: datetime) -> datetime:
        """A moment as local time."""
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
