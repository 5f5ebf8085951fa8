"""The contradictions that a sequence of entries brings, each with the answer that was given to it, if any."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec.structs import replace

from console.supervisor.history.timeline import Moment
from console.table.core import Contradiction, ContradictionAnswer, Table, events, replay


class ContradictionFold:
    """Follows entries, and keeps each contradiction that was open before or was found since, in order."""

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
        """Go on after entries that were not followed; ``now`` are open."""
        self._known = {each.id: each for each in now} | self._known


def as_seen(found: Iterable[Contradiction], table: Table) -> tuple[Contradiction, ...]:
    """The contradictions as everybody may see them while a table stands like this."""
    return tuple(each.without_faces if replay.hides_faces(table, each) else each for each in found)


def found_between(moments: Sequence[Moment], first: int, last: int) -> tuple[Contradiction, ...]:
    """The contradictions that entries from one place to another brought: each stands right after the entry
    that brought it, and is seen as after the last moment. An answer counts wherever it is among them.
    """
    fold, inside, within = ContradictionFold(), False, set[str]()
    for moment in moments:
        if isinstance(moment.event, events.ContradictionFound):
            within |= {moment.event.contradiction.id} if inside else set()
        elif not isinstance(moment.event, events.Noted):
            inside = first <= moment.place <= last
        fold.follow(moment.event, moment.row.refused, moment.row.at)
    return as_seen((each for each in fold.contradictions if each.id in within), moments[-1].after)
