"""``dealer-console round FILE ID``: a round's file on the terminal, as JSON with its proof, as PDF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from console import __version__
from console.arguments import print_refusal
from console.commands.documents.incident import names_in, utc_now
from console.journal import JournalError
from console.people.errors import PeopleError
from console.records.accounts.lookup import find_round
from console.records.accounts.round_account import NoSuchRecord
from console.records.documents.export import ExportError, check_target, lines_of, round_json, write_export
from console.records.documents.paper import Paged
from console.records.documents.record_words import LEAD_IN, RecordTeller
from console.records.documents.round_settings import made_by
from console.records.documents.round_words import round_paper
from console.records.documents.video import Video
from console.visible import visible
from console.words import Words

_PROGRAM: Final = "dealer-console round"


class RoundOptions(NamedTuple):
    """The options of the command line; ``subject`` is the id of a round or of a record."""

    file: Path
    subject: str
    lang: str
    json: Path | None = None
    pdf: Path | None = None
    people: Path | Mapping[str, str] | None = None
    lead_in: float = LEAD_IN
    video: Video | None = None
    """The address of the table's video."""


def main(options: RoundOptions, draw: Paged, now: Callable[[], datetime] = utc_now) -> int:
    """Carry out the options. Returns the exit status: 2, with one line on standard error, if that is not
    possible.
    """
    words = Words(options.lang)
    try:
        for line in _output(options, words, draw, now()):
            print(line)
    except (JournalError, ExportError, PeopleError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    except NoSuchRecord as error:
        return unknown(words, str(options.file), error.record)
    return 0


def unknown(words: Words, where: str, subject: str) -> int:
    """Print that there is no such round or record, and return the exit status."""
    return print_refusal(_PROGRAM, words.text("round.file.unknown", file=where, id=visible(subject)))


def _output(options: RoundOptions, words: Words, draw: Paged, now: datetime) -> Iterator[str]:
    for wanted in filter(None, (options.json, options.pdf)):
        check_target(wanted)  # both, before either is written
    names = names_in(options.people)
    file = find_round(options.file, options.subject)
    videos = {options.video.table: options.video} if options.video is not None else {}
    teller = RecordTeller(words, names=names, lead_in=options.lead_in, videos=videos)
    paper = round_paper(file, teller, now, __version__)
    if options.json is None and options.pdf is None:
        yield from lines_of(paper)
    if options.json is not None:
        write_export(options.json, round_json(file, paper, names, made_by(teller, file, now, __version__)))
        yield words.text("record.written", file=options.json)
    if options.pdf is not None:
        write_export(options.pdf, draw(paper))
        yield words.text("record.written", file=options.pdf)
