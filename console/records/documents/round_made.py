"""With what a round's file was put into words: when, by which version, in which zone, with whose video.

It stands in the file, so that whoever has nothing else can put it into the same words again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from typing import Any

import msgspec

from console.records.accounts.round_file import RoundFile
from console.records.documents.record_words import Teller
from console.records.documents.video import Video
from console.words import Words


class Made(msgspec.Struct, frozen=True):
    """How the words of a file came to be."""

    at: datetime
    """When it was made: UTC, to the second."""
    version: str
    """The console's that made it."""
    lead_in: float
    """How many seconds before what happened a video is looked at."""
    video: Video | None
    """Where the table's video is looked at."""
    offsets: tuple[tuple[datetime, int], ...]
    """From when on local time was how many seconds ahead of UTC, over all times in the file."""


def made_by(teller: Teller, file: RoundFile, at: datetime, version: str) -> Made:
    """What is to be known to put the file into this teller's words again."""
    video = teller.video_known(file.origin.table)
    offsets = list[tuple[datetime, int]]()
    times = _times(msgspec.to_builtins(file, builtin_types=(datetime,)))
    for moment in sorted({at.replace(microsecond=0), *times}):
        ahead = teller.local(moment).utcoffset() or timedelta()
        seconds = int(ahead.total_seconds())
        if not offsets or offsets[-1][1] != seconds:
            offsets.append((moment, seconds))
    shown = None if video is None else Video(video.address, video.table, video.camera)
    return Made(at.replace(microsecond=0), version, teller.lead_in, shown, tuple(offsets))


def teller_as(made: Made, words: Words, names: Mapping[str, str]) -> Teller:
    """A teller who puts a file into the words that it was given then."""
    videos = {} if made.video is None else {made.video.table: made.video}
    return Teller(words, names=names, zone=_Zone(made), lead_in=made.lead_in, videos=videos)


class _Zone(tzinfo):
    """Local time as it was where a file was made."""

    def __init__(self, made: Made) -> None:
        self._offsets = [(since.astimezone(UTC), timedelta(seconds=ahead)) for since, ahead in made.offsets]

    def utcoffset(self, moment: datetime | None) -> None:
        """Only a moment in UTC has one here."""

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
