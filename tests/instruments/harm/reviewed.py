"""All that a review shows of a journal, as bytes: records, rounds, the report, entries, the table at some.

Two journals with the same content give the same bytes; so do a replay from the kept states and a replay from
the beginning.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import msgspec

from console.supervisor.history import moments
from console.supervisor.history.interval import Interval
from console.supervisor.records.accounts.lookup import every, find, find_round
from console.supervisor.reports.journal_reports import shift_report
from console.table.core import encode_table, events, game_of, table_of
from console.table.game import load_rulebook
from console.table.journal import Review, review
from console.table.journal.file.connection import LimitedConnection, reading

MADE: Final = datetime(2027, 1, 1, tzinfo=UTC)
EACH: Final = 29
"""The number of entries between two states of the table in the output."""


def reviewed(path: Path) -> bytes:
    """It all; a JournalError if it can't be read."""
    told: list[object] = [shift_report([path], Interval(), MADE)]
    with review(path) as journal:
        rows = [*journal.entries(0)]
        said = journal.identity
        game = game_of(load_rulebook(said.rules), said.game)
        for entry in range(EACH, len(rows), EACH):
            number, state = journal.begin(entry)
            table = table_of(state)
            for moment in moments(game, state, rows[number:entry]):
                table = moment.after
            told.append(encode_table(table))
    opened = (
        events.DECODER.decode(row.event) for row in rows if row.kind == "bets_opened" and not row.refused
    )
    rounds = [event.round for event in opened if isinstance(event, events.BetsOpened)]
    for record in every(path):
        told += [record, find(path, record.id)]
    told += [find_round(path, round) for round in rounds]
    return msgspec.json.encode([*told, *rows], enc_hook=str)


@contextmanager
def from_the_beginning() -> Iterator[None]:
    """A review that replays from no kept state but the first."""
    begin = Review.begin
    with patch.object(Review, "begin", lambda self, entry: begin(self, 0)):
        yield


class Asked(NamedTuple):
    """The questions to a journal's file while it was reviewed, and all that it has to each.

    A review does the same with the same answers: of a copy that has them all nothing else can be told.
    """

    told: bytes
    """The review itself."""
    questions: tuple[Any, ...]
    answers: list[Any]

    def is_answered_so_by(self, path: Path) -> bool:
        """Whether another file has the same to every question. Raises what reading a file raises."""
        return _answers(path, self.questions) == self.answers


def review_of(path: Path) -> Asked:
    """The questions of a review of this file, and its answers."""
    execute, found = LimitedConnection.execute, dict[str, Any]()

    def noted(connection: LimitedConnection, *given: Any) -> Any:
        if given[0].lstrip().startswith(("SELECT", "WITH")):
            found[repr(given)] = given
        return execute(connection, *given)

    with patch.object(LimitedConnection, "execute", noted):
        told = reviewed(path)
    questions = tuple(found.values())
    return Asked(told, questions, _answers(path, questions))


def _answers(path: Path, questions: tuple[Any, ...]) -> list[Any]:
    with closing(reading(path)) as connection:
        return [connection.execute(*each).fetchall() for each in questions]
