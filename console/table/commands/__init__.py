"""The commands of a table beside its window: drive, people, journal, handbook, and an accepted log."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.commands.handbook import handbook_folder, topics
    from console.table.commands.interruption import ended_by_signals
    from console.table.commands.rulebook_options import Rules, SimulatedRules, usual_rules

__getattr__ = door(__name__)
