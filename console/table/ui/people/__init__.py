"""The screens on which a supervisor adds people, gives them a new PIN and blocks them, at a LIVE table."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.people.person_form import FirstSupervisor

__getattr__ = door(__name__)
