"""The commissioning that lies over a table's window."""

from __future__ import annotations

from console.commissioning.ui.commissioning_screen import CommissioningDesk
from console.table.ui.window import TableWindow


def commissioning_over(window: TableWindow) -> CommissioningDesk:
    """The commissioning over a table's window, made when it is first asked for."""
    page = window.overlays.commissioning_desk
    assert isinstance(page, CommissioningDesk)
    return page
