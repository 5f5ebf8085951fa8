"""The history of a table: the facts of its journal's entries, worked out once, without words."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.history.interventions import IncidentFact
    from console.supervisor.history.sequence import EntryNotFollowed, EntrySequence
    from console.supervisor.history.timeline import Moment, ReportCancelled, moments, noting

__getattr__ = door(__name__)
