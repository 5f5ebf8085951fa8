"""Players' answers as the journal has them: the value that a round's file, a record and a replay show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from console.supervisor.history.attribution import own_round
from console.supervisor.history.timeline import Moment
from console.supervisor.records.accounts.record import RecordedAnswer
from console.table.core import answer_of, events


def answers_of(moments: Iterable[Moment]) -> Iterator[RecordedAnswer]:
    """Each answer in these moments, in time or late, and each answer that never came."""
    for moment in moments:
        event, row = moment.event, moment.row
        if isinstance(event, events.PlayerAnswered):
            given = answer_of(moment.before, event, row.refused, row.at)
            yield RecordedAnswer(**msgspec.structs.asdict(given), entry=row.number)


def answers_in(
    moments: Iterable[Moment], round_id: str | None, last: int, *, older: bool = False
) -> Iterator[RecordedAnswer]:
    """The answers of a round up to the place ``last``; ``older``: as consoles up to 1.0 gave them."""
    if round_id is not None:
        answers = (each for each in moments if isinstance(each.event, events.PlayerAnswered))
        until = (each for each in answers if each.place <= last)
        yield from answers_of(
            each for each in until if (each.row.round if older else own_round(each)) == round_id
        )
