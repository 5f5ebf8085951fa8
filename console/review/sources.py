"""What a table's window is given for its review, before anything of the review itself is loaded.

What reads the journal, what makes documents of it, and where the video of the tables is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from console.records.documents.video import Video
from console.words import Words

if TYPE_CHECKING:
    from console.review.documents import Makes
    from console.review.questions import Reads


Heading: TypeAlias = Callable[[Words], tuple[str, ...]]
"""The heading over a review in any language: the language may change while the review is open."""


class Filmed(NamedTuple):
    """How many seconds before the event a video is started, and the tables' videos by the tables' names."""

    lead_in: int = 30
    videos: Mapping[str, Video] = {}


NOT_FILMED: Final = Filmed()
"""No video is set for any table."""


class Reviewing(NamedTuple):
    """What reads a table's journal, and what makes documents of it; each is made when it is first needed."""

    reads: Callable[[], Reads]
    """Opens the journals; called in the thread that reads them."""
    makes: Callable[[], Makes]
    seal: Callable[[str], Exception | None] | None = None
    """Seals the journal in the name of a person's id, in the table's thread, and returns why it could not.

    None where the journal proves nothing.
    """
    filmed: Filmed = NOT_FILMED
