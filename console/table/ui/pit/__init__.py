"""The pit boss's view of a table: the pit boss's page, over the dealer's screen or in a window of its own."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.pit.incident_lines import IncidentLines

__getattr__ = door(__name__)
