"""What a table's window is given for its review, before anything of the review itself is loaded.

What reads the journal, what makes documents of it, and where the video of the tables is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from console.records.documents.video import Video, is_web

if TYPE_CHECKING:
    from console.ui.review.inquiries import Reading
    from console.ui.review.long_work import Makes


class Filmed(NamedTuple):
    """How many seconds before what happened to begin, and the tables' videos by the tables' names."""

    lead_in: int = 30
    videos: Mapping[str, Video] = {}


NOT_FILMED: Final = Filmed()
"""Nobody said where a video is."""


def open_in_browser(address: str) -> bool:
    """Have the system open an address of the web, and of nothing else; whether it could."""
    if not is_web(address):
        return False
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices  # only who looks at a video pays for it

    return QDesktopServices.openUrl(QUrl(address))


class Reviewing(NamedTuple):
    """What reads a table's journal, and what makes documents of it; each is made when it is first wanted."""

    reading: Callable[[], Reading]
    makes: Callable[[], Makes]
    seal: Callable[[str], Exception | None] | None = None
    """Seals the journal for a person's id, in the table's thread, and says why it could not.

    None where a journal proves nothing.
    """
    filmed: Filmed = NOT_FILMED
