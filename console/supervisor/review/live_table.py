"""Reads a table's own journal for a review while it is being written, together with its closed files. Each
part is loaded when first used: no start of the console waits for a review.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from console.supervisor.review.sources import Reviewing, VideoSettings
from console.table.config import TableConfig, Video
from console.table.core import Clock, Person

if TYPE_CHECKING:
    from console.supervisor.records.documents.paper import Paged
    from console.supervisor.review.documents import DocumentMaker, GuidePdf
    from console.supervisor.review.questions import JournalReader


def reviewing(
    config: TableConfig, persons: dict[str, Person], clock: Clock, draw: Paged, guide: GuidePdf | None = None
) -> Reviewing:
    """A table's journal for a review, in its own thread; ``draw`` makes a PDF, ``guide`` a guide."""

    def reads() -> JournalReader:
        from console.supervisor.review.journals import JournalReads

        return JournalReads(files_of(config.journal), persons, banker_left=not config.is_mirrored)

    def makes() -> DocumentMaker:
        from console.supervisor.review.paperwork import Paperwork

        names = {who: person.name for who, person in persons.items()}
        return Paperwork(
            files_of(config.journal),
            names,
            clock.utc,
            config.casino,
            draw=draw,
            guide=guide,
            folder=config.exports,
            lead_in=config.video_lead,
            videos=videos_of(config),
        )

    filmed = VideoSettings(config.video_lead, videos_of(config))
    return Reviewing(reads, makes, filmed=filmed, touch=config.touch)


def videos_of(config: TableConfig) -> dict[str, Video]:
    return {} if config.video is None else {config.name: config.video}


def files_of(journal: Path) -> list[Path]:
    """The closed files, the oldest first, then the journal; only the journal if one is unreadable."""
    from console.table.journal import JournalError, archives

    try:
        return archives.volumes(journal)
    except JournalError:
        return [journal]
