"""The software at a table at work: the journal's note of it, and the watch of a LIVE table's files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from threading import Thread
from typing import TYPE_CHECKING

from console.table.config import TableConfig
from console.table.core import Mode, NoteKind, ShownTable, Station
from console.table.custody import SoftwareCheck, SoftwareWatch
from console.table.game import RulebookError
from console.table.ui.window import Bridge

if TYPE_CHECKING:
    from console.base.software import Software

log = logging.getLogger(__name__)


class SoftwareAtTable:
    """The software that plays a table; ``on_software`` takes a LIVE table's once it is known."""

    def __init__(
        self,
        config: TableConfig,
        station: Station,
        bridge: Bridge,
        *,
        on_software: Callable[[Software], None],
    ) -> None:
        self._config = config
        self._station, self._bridge = station, bridge
        self._on_software = on_software
        self._check: SoftwareCheck | None = None
        self.refused = False
        """Whether the window was left because the software was changed while it played."""

    def start(self, stack: ExitStack) -> None:
        """Have the journal note the software that runs here.

        An installed console does so before the table takes anything. A checkout makes its manifest in a
        thread, and notes it then.
        """
        from console.base.software import running_console

        if not running_console().is_checkout:
            self._note()
        else:
            telling = Thread(target=self._note, name="software", daemon=True)
            telling.start()
            stack.callback(telling.join)

    def _note(self) -> None:
        from console import __version__
        from console.base.software import Software, at_work
        from console.table.game import load_rulebook, rulebook_digest

        try:
            rulebook = rulebook_digest(load_rulebook(self._config.rules))
            software = at_work(rulebook, self._config.digest)
        except (OSError, RulebookError) as error:  # a file was removed: the note names what is known
            log.warning("the software's digests are not known: %s", error)
            software = Software(__version__, configuration=self._config.digest)
        self._station.note(NoteKind.SOFTWARE, text=software.text)
        if self._config.mode is Mode.LIVE:
            self._on_software(software)

    def watch(self, stack: ExitStack) -> None:
        """Begin to check whether the software is as it was released."""
        watch = SoftwareWatch(self._config.release_key, self._looked_at)
        watch.start()
        stack.callback(watch.stop)

    def _looked_at(self, check: SoftwareCheck) -> None:
        """Take a result that differs from the one before, in the watch's thread."""
        self._check = check
        self._bridge.software_looked_at.emit(0 if check.good else max(1, len(check.findings)))
        self._station.note(
            NoteKind.SOFTWARE_SOUND if check.good else NoteKind.SOFTWARE_CHANGED, text=check.text
        )

    def leave_changed(self, shown_table: ShownTable) -> None:
        """Leave the table if its software may not go on, and no round is open."""
        changed = self._check is not None and not self._check.good
        if changed and self._config.refuses_changed and not shown_table.table.open_round and not self.refused:
            self.refused = True
            self._bridge.refused.emit()
