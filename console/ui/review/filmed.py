"""Where the video of the tables that are reviewed is looked at, and what opens it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from console.records.video import Video, is_web


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
