"""The commands that make a document from journals: a record, a round's file, a report, a wheel's figures."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.commands.document_source import FloorChoice, Journals, SeveralTables, persons_of
    from console.supervisor.commands.incident import of_earlier_file
    from console.supervisor.commands.journal_review import Shown
    from console.supervisor.commands.rulebook_look import (
        UnusableRulebook,
        fault_text,
        games_shown,
        named_source,
    )

__getattr__ = door(__name__)
