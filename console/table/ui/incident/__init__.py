"""An incident at one screen: the open question, the prompt's words for it, and who has authority."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.table.ui.incident.authority import standing_of
    from console.table.ui.incident.incident_words import chip_text, kind_name, proposed_text
    from console.table.ui.incident.stage import OpenParts, open_incident

__getattr__ = door(__name__)
