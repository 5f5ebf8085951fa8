"""Work for which the first paint does not wait: first question, log, accessibility, garbage collection."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from console.app.console_at_table import Console
from console.app.parts import slots
from console.base.words import Words
from console.table.config import LinkConfig
from console.table.link import LinkError

if TYPE_CHECKING:

    from console.table.ui.window import Heartbeat


def ask_first(console: Console) -> None:
    """Offer, at a closed simulated table, to deal at once or to open it as on a shift."""
    from console.table.ui.window import ask_first

    demonstration = slots().get("demonstration")
    page = None if demonstration is None else partial(demonstration, console)
    ask_first(console.window, console.bridge, console.line.send_line, page)


def begin_heartbeat(heart: Heartbeat, console: Console) -> None:
    """Let the watch ask the table's thread too, once the table has been painted."""
    words = Words(console.config.language)
    heart.passes_through(console.station.beat, lambda: console.journal.is_written)
    heart.ready(words.text("service.works", table=console.config.name), words.text("service.slow_disk"))


def keep_table_log(link: LinkConfig | None) -> None:
    """Write warnings and errors to a file, without the link's token."""
    from console.base.errors import default_folder, keep_log
    from console.base.plain_text import Scrubber
    from console.table.link import read_token

    hidden: tuple[str, ...] = ()
    if link is not None and link.token_file is not None:
        with suppress(LinkError):  # The place that makes the link has reported it already.
            hidden = (read_token(link.token_file).text,)
    keep_log(default_folder(), Scrubber(hidden))


def reach_everybody() -> None:
    """Prepare the window for screen readers and for touch."""
    from console.table.ui.kit import install, touch_typing

    install()
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)


def collect_garbage(application: QObject) -> None:
    """Collect garbage only among objects made after the start, and only in the window's thread."""
    from console.table.ui.kit import GarbageCollection

    GarbageCollection(application)
