"""The parts that a table's window gets for its review, before anything of the review itself is loaded.

They are the reader of the journal, the maker of its documents, and the address of the tables' video.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from console.base.words import Words
from console.table.config import Video
from console.table.people import BadgeForm

if TYPE_CHECKING:
    from console.supervisor.review.documents import DocumentMaker
    from console.supervisor.review.questions import JournalReader


Heading: TypeAlias = Callable[[Words], tuple[str, ...]]
"""The heading over a review in any language: the language may change while the review is open."""


class VideoSettings(msgspec.Struct, frozen=True):
    """The seconds before an event at which a video starts, and the videos by their tables' names."""

    lead_in: int = 30
    videos: Mapping[str, Video] = {}


NOT_FILMED: Final = VideoSettings()
"""No video is set for any table."""


class Reviewing(msgspec.Struct, frozen=True):
    """The reader of a table's journal, and the maker of its documents; each made when first needed."""

    reads: Callable[[], JournalReader]
    """Opens the journals; called in the thread that reads them."""
    makes: Callable[[], DocumentMaker]
    seal: Callable[[str], Exception | None] | None = None
    """Seals the journal in the name of a person's id, in the table's thread, and returns why it could not.

    None if the journal proves nothing.
    """
    filmed: VideoSettings = NOT_FILMED
    badges: BadgeForm | None = None
    """How the house's badge reader types, if it was measured."""
    touch: bool | None = None
    """Whether the review has the size for fingers; None: only over a table."""
    files: tuple[Path, ...] = ()
    """The journals' files, if a person chose them."""
    others: Callable[[Sequence[Path]], tuple[Reviewing, Heading]] | None = None
    """Opens other journals and gives their heading; raises JournalError. None if a person chooses none."""
