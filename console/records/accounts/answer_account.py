"""Players' answers as the journal has them: the value that a round's file, a record and a replay show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from console.records.accounts.passages import Passage
from console.records.accounts.record import AnswerTold
from console.table.play.answer_times import answer_of
from console.table.state import events


def answers_of(told: Iterable[Passage]) -> Iterator[AnswerTold]:
    """Each answer in these passages, whether it came in time or not, and each answer that never came."""
    for passage in told:
        event, row = passage.event, passage.row
        if isinstance(event, events.PlayerAnswered):
            given = answer_of(passage.before, event, row.refused, row.at)
            yield AnswerTold(**msgspec.structs.asdict(given), entry=row.number)


def answers_in(told: Iterable[Passage], round_id: str | None, last: int) -> Iterator[AnswerTold]:
    """The answers of a round up to the entry ``last``."""
    if round_id is not None:
        of_round = (each for each in told if each.row.round == round_id and each.row.number <= last)
        yield from answers_of(of_round)
