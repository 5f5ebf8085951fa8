"""The answers to the supervisor's screens: journals are read, counted, searched and signed."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.supervisor.review.documents import ComparedReport, GuideChoice, GuidePdf, Progress, SealCheck
    from console.supervisor.review.journals import JournalReads
    from console.supervisor.review.journals import NEAR, device_bytes_of
    from console.supervisor.review.log.entry_terms import fact_source
    from console.supervisor.review.log.search_words import search_terms
    from console.supervisor.review.paperwork import Paperwork
    from console.supervisor.review.questions import (
        FilterChoices, Glance, JournalDifference, JournalReader, SearchProgress, row_at,
    )
    from console.supervisor.review.reconstruction import GameAndSituation, TableReads, situation_of
    from console.supervisor.review.sources import Heading, Reviewing
    from console.supervisor.review.story import Story

__getattr__ = door(__name__)
