"""The commissioning at a table: its page, its demonstration, and what is newer than its certificate. The
modules of the proofs are imported when first needed.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from console.table.core import Mode
from console.table.ui.window import PartAtTable, TableAtWork

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from console.base.software import Software
    from console.base.words import Words
    from console.commissioning.programme_at_table import TableCommissioning
    from console.commissioning.table_proofs import FloorTrial
    from console.commissioning.ui.commissioning_screen import CommissioningDesk
    from console.commissioning.ui.demonstration_page import DemonstrationPage
    from console.supervisor.records import Proof
    from console.table.core import ShownTable
    from console.table.ui.page import AtTable
    from console.table.ui.window import Workplace

log = logging.getLogger(__name__)

_SAMPLE_PAGES = 3
"""Pages of the demonstration's sample that are shown."""


def commissioning_page(table: TableAtWork, workplace: Workplace, at: AtTable) -> CommissioningDesk:
    return desk_of(proofs_of(table), workplace, at)


def proofs_of(table: TableAtWork) -> TableCommissioning:
    from console.commissioning.programme_at_table import TableCommissioning
    from console.supervisor.ui.paper import guides_beside_window, pdf_beside_window

    trial, guides = table.filled("floor_trial"), guides_beside_window

    def floor() -> FloorTrial | None:
        return None if trial is None else trial(table.config, table.floor)

    return TableCommissioning(table.config, table.clock, pdf_beside_window, floor, table.link, guides=guides)


def desk_of(proofs: TableCommissioning, workplace: Workplace, at: AtTable) -> CommissioningDesk:
    """The commissioning by these proofs; its signatures take a PIN, whatever a badge does elsewhere."""
    from console.commissioning.ui.commissioning_screen import CommissioningDesk

    return CommissioningDesk(at, proofs, workplace.acts(by_pin=True), workplace.setup.clock)


def demonstration(table: TableAtWork, window: QWidget) -> DemonstrationPage:
    """The page that shows at a simulated table how a table is commissioned."""
    from console.commissioning.demonstration import SECTIONS, Demonstration, sample, sample_paper
    from console.commissioning.ui.demonstration_page import DemonstrationPage
    from console.supervisor.ui.paper import first_pages
    from console.table.core import SystemClock

    clock, config = SystemClock(), table.config

    def pages(proofs: Sequence[Proof], words: Words) -> tuple[bytes, ...]:
        return first_pages(sample_paper(sample(config, proofs, clock.utc()), words), _SAMPLE_PAGES)

    words = table.window.words
    begin = partial(Demonstration, config)
    return DemonstrationPage(words, clock, SECTIONS, begin=begin, sample=pages, parent=window)


def at_table(table: TableAtWork) -> PartAtTable:
    """At a LIVE table: judge its certificate once its software is known, and watch its devices for drift."""
    if table.config.mode is not Mode.LIVE:
        return PartAtTable()
    certified = CertifiedTable(table)
    table.stack.callback(certified.drift.wait)
    return PartAtTable(watches=(certified.observe,), take_software=(certified.judge,))


class CertifiedTable:
    def __init__(self, table: TableAtWork) -> None:
        from console.commissioning.drift.drift_watch import FIRST_ROUNDS, FIRST_SPINS, DriftWatch

        self._table = table
        reads_due = FIRST_ROUNDS if table.session.game.wheel is None else FIRST_SPINS
        self.drift = DriftWatch(table.config.journal, table.clock, table.note, reads_due)

    def observe(self, shown_table: ShownTable) -> None:
        """Read the devices' drift if it is due."""
        if shown_table.table.console.live:
            self.drift.observe(shown_table.table, shown_table.moment)

    def judge(self, software: Software) -> None:
        """Have the journal note what is newer than the table's certificate, and pass the equipment on."""
        from console.commissioning.table_as_it_stands import equipment_of
        from console.table.core import kind_of_name
        from console.table.game import RulebookError

        try:
            found = equipment_of(self._table.config, software)
        except (OSError, RulebookError) as error:
            log.warning("what the certificate is to speak of are not known: %s", error)
            return
        table = self._table.session.table
        if table.commissioned is not None:
            for each in table.commissioned.older_than(found.with_wheel(table.wheel.serial)):
                if not each.is_noted_when_found:
                    self._table.station.note(kind_of_name(f"certificate_{each}"))
            self.drift.look(table)
        self._table.show_equipment(found)
