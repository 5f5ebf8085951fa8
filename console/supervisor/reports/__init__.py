"""The counts of a period: the shift report, its handover, a wheel's figures."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.reports.card_sets import TableSets
    from console.supervisor.reports.journal_reports import TooSlow
    from console.supervisor.reports.shift_report import ShiftReport
    from console.supervisor.reports.table_health import HealthWatch, TableHealth, health, room_in
    from console.supervisor.reports.wheel_figures import WheelReport
    from console.supervisor.reports.wheel_watch import WheelWatch

__getattr__ = door(__name__)
