"""The parts of its review that a table's window gets before it loads any of it: reader, maker, videos."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from console.base.words import Words
from console.table.config import Video
from console.table.core import VIDEO_LEAD
from console.table.people import BadgeForm

if TYPE_CHECKING:
    from console.supervisor.review.documents import DocumentMaker
    from console.supervisor.review.questions import JournalReader


Heading: TypeAlias = Callable[[Words], tuple[str, ...]]
"""The heading over a review in any language, which may change meanwhile."""


class VideoSettings(msgspec.Struct, frozen=True):
    """The seconds before an event at which a video starts, and the videos by their tables' names."""

    lead_in: int = VIDEO_LEAD
    videos: Mapping[str, Video] = {}


NOT_FILMED: Final = VideoSettings()
"""No video is set for any table."""


class Reviewing(msgspec.Struct, frozen=True):
    """The reader of a table's journal, and the maker of its documents, each made when first needed."""

    reads: Callable[[], JournalReader]
    """Opens the journals; called in the thread that reads them."""
    makes: Callable[[], DocumentMaker]
    seal: Callable[[str], Exception | None] | None = None
    """Seals the journal in a person's name (an id), in the table's thread; returns why not. None: no seal."""
    filmed: VideoSettings = NOT_FILMED
    badges: BadgeForm | None = None
    """How the house's badge reader types, if measured."""
    touch: bool | None = None
    """Whether the review has the size for fingers; None: only over a table."""
    files: tuple[Path, ...] = ()
    """The journals' files, if a person chose them."""
    others: Callable[[Sequence[Path]], tuple[Reviewing, Heading]] | None = None
    """Opens other journals and gives their heading; raises JournalError. None: nobody chooses any."""
