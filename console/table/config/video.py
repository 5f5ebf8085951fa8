"""The video of a table: an address of the studio's recorder, for any second; it is never opened here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from string import Formatter
from typing import Final
from urllib.parse import quote, urlsplit

import msgspec
from msgspec.structs import replace

from console.base.plain_text import without_tokens
from console.table.core.state.probed_video import VIDEO_LEAD

SLOTS: Final = ("camera", "table", "time", "seconds")
"""An address's slots, in braces: ``time`` as 2026-03-01T22:00:05Z (UTC), ``seconds`` are those since 1970."""
SCHEMES: Final = ("http", "https")
"""How an address has to begin: no other is ever opened."""


class Video(msgspec.Struct, frozen=True):
    """A table's video: the address, the camera's name, and how long before the event it starts."""

    address: str
    table: str
    camera: str = ""
    lead: int = VIDEO_LEAD
    """Seconds before the event."""

    def at(self, moment: datetime) -> str:
        """The address of exactly this moment, which is known to a second."""
        utc = moment.astimezone(UTC).replace(microsecond=0)
        slots = {
            "camera": self.camera,
            "table": self.table,
            "time": utc.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "seconds": str(int(utc.timestamp())),
        }
        return self.address.format_map({name: quote(value, safe=":") for name, value in slots.items()})

    def begin(self, happened: datetime) -> datetime:
        return (happened - timedelta(seconds=self.lead)).replace(microsecond=0)


def on_paper(videos: Mapping[str, Video]) -> dict[str, Video]:
    """The videos by their tables' names, as papers may print them: without a token in the address."""
    return {table: replace(video, address=without_tokens(video.address)) for table, video in videos.items()}


def slots_of(address: str) -> tuple[str, ...]:
    """The names of an address's slots. Raises ValueError if its braces are not in order."""
    found = []
    for _, name, form, conversion in Formatter().parse(address):
        if name is not None:
            found.append(name + (f"!{conversion}" if conversion else "") + (f":{form}" if form else ""))
    return tuple(found)


def is_web(address: str) -> bool:
    """Whether a browser may open the address: over http or https, with a host, without blanks."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in SCHEMES and bool(parts.netloc) and not any(map(str.isspace, address))
