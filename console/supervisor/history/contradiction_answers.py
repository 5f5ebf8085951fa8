"""The contradictions that a sequence of entries brings, each with its answer, if one was given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import Contradiction, ContradictionAnswer, Table, events, replay


class ContradictionFold:
    """Follows entries, and keeps in order each contradiction that was open before or was found since."""

    def __init__(self, known: Iterable[Contradiction] = ()) -> None:
        """``known`` are those that were open before."""
        self._known = {each.id: each for each in known}

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        return tuple(self._known.values())

    def follow(self, event: events.AnyEvent, refused: str | None, at: datetime) -> None:
        if refused is not None:
            return
        match event:
            case events.ContradictionFound(contradiction=found):
                self._known[found.id] = found
            case events.ContradictionAnswered(id=id) if id in self._known:
                answer = ContradictionAnswer(event.by, at, event.reason)
                self._known[id] = replace(self._known[id], answer=answer)

    def go_on(self, now: Iterable[Contradiction]) -> None:
        """Continue after entries that were not followed; the contradictions ``now`` are open."""
        self._known = {each.id: each for each in now} | self._known


def as_seen(found: Iterable[Contradiction], table: Table) -> tuple[Contradiction, ...]:
    """The contradictions as everybody may see them while the table is in this state."""
    return tuple(each.without_faces if replay.hides_faces(table, each) else each for each in found)


def found_between(moments: Sequence[Moment], first: int, last: int) -> tuple[Contradiction, ...]:
    """The contradictions of the entries from place ``first`` to ``last``, as seen after the last moment, each
    with the answer given anywhere among the moments. Each contradiction follows the entry that brought it.
    """
    fold, inside, within = ContradictionFold(), False, set[str]()
    for moment in moments:
        if isinstance(moment.event, events.ContradictionFound):
            within |= {moment.event.contradiction.id} if inside else set()
        elif not isinstance(moment.event, events.Noted):
            inside = first <= moment.place <= last
        fold.follow(moment.event, moment.row.refused, moment.row.at)
    return as_seen((each for each in fold.contradictions if each.id in within), moments[-1].after)
