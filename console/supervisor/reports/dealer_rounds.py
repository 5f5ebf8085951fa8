"""The finished rounds and incidents of a table's dealers over months, by which a report compares them.

They are counted in parts of a journal. A complete part never changes, so its counts are kept, and at a table
that plays only the newest part is read again. They are believed as a kept report is, except that instead of
the files' bytes they name the chain at the part's last entry, which also stands in the seals after it. The
counts are of the entries that led to that chain: one that was changed since is found by ``journal verify``,
not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import groupby
from typing import Final

import msgspec

from console.supervisor.history.facts import Facts
from console.supervisor.history.interventions import InterventionFold
from console.supervisor.history.rounds import RoundFold
from console.supervisor.history.sequence import EntrySequence
from console.supervisor.history.timeline import Moment, Progress, is_aside
from console.supervisor.reports.counts import PlayCounts
from console.supervisor.reports.figures import DealerFigures, Tallies
from console.supervisor.reports.kept_reports import clear_unused, keep, kept, software_of
from console.table.core import Game

PART: Final = 5_000
"""Entries of a part; the last one of a file has fewer."""


class _Part(msgspec.Struct, frozen=True):
    """The places of a part's first and last entry, and what its counts depend on; None if they grow or some
    of its entries are not counted.
    """

    first: int
    last: int
    made_of: bytes | None
    known: tuple[DealerFigures, ...] | None


def dealers_of(
    sequence: EntrySequence, places: Sequence[range], begin: Callable[[int], int], progress: Progress
) -> tuple[DealerFigures, ...]:
    """The rounds and incidents of each dealer in these places; ``begin`` gives the place at which the reading
    for the entries from a place on begins. Raises as :meth:`EntrySequence.moments`.
    """
    summed = Tallies()
    for is_known, run in groupby(_parts(sequence, places), lambda each: each.known is not None):
        parts = [*run]
        known = [each.known for each in parts if each.known is not None]
        for dealers in known if is_known else _counted(sequence, places, parts, begin, progress):
            for dealer in dealers:
                for tally in summed.of(dealer.who):
                    tally.counts["rounds"] += dealer.figures.rounds
                    for each in dealer.figures.incidents:
                        tally.incidents[each.kind, each.clause, each.outcome] += each.count
    return summed.dealers


def _parts(sequence: EntrySequence, places: Sequence[range]) -> Iterator[_Part]:
    """The parts that have entries between the first and the last of these places."""
    first, last = places[0][0], places[-1][-1]
    try:
        software: str | None = software_of(sequence)
    except OSError:
        software = None
    newest = len(sequence.files) - 1
    for at in range(sequence.file_at(first), sequence.file_at(last) + 1):
        earlier = sequence.earlier(at)
        with sequence.file(at) as journal:
            for begin in range(0, min(journal.last, last - earlier), PART):
                # The last part of the newest file ends beyond it.
                end = begin + PART if at == newest else min(begin + PART, journal.last)
                whole, made_of = (earlier + begin + 1, earlier + end), None
                if software and any(whole[0] in each and whole[1] in each for each in places):
                    made_of = msgspec.json.encode((software, "dealers", at, begin, journal.chain(end)))
                known = None if made_of is None else kept(made_of, tuple)
                if first <= whole[1]:
                    yield _Part(max(first, whole[0]), min(last, whole[1]), made_of, known)


def _counted(
    sequence: EntrySequence,
    places: Sequence[range],
    parts: list[_Part],
    begin: Callable[[int], int],
    progress: Progress,
) -> Iterator[tuple[DealerFigures, ...]]:
    """The dealers of parts that follow one another; the counts of each that is complete are kept."""
    fold = DealerFold(sequence.game)
    with closing(sequence.moments(begin(parts[0].first), progress, decoded=False)) as passed:
        for part in parts:
            for moment in passed:
                inside = moment.place >= part.first and any(moment.place in each for each in places)
                fold.follow(moment, counting=inside)
                if moment.place == part.last:
                    break
            dealers = fold.take()
            if part.made_of is not None:
                keep(part.made_of, dealers)
            yield dealers
    clear_unused()


class DealerFold:
    """Follows a table for its rounds and incidents alone, as far as they count for a dealer."""

    def __init__(self, game: Game) -> None:
        self._rounds, self._interventions, self._play = RoundFold(), InterventionFold(game), PlayCounts()

    def follow(self, moment: Moment, *, counting: bool) -> None:
        if is_aside(moment.event):
            return
        fold = self._interventions
        fold.take_unread(moment.before)
        opened, changed = fold.open_one(moment.before), fold.follow(moment)
        rounds = self._rounds.follow(moment, opened, fold.stopped)
        if counting and (changed or rounds):
            self._play.count_moment(moment, Facts(changed, rounds), counting=True)

    def take(self) -> tuple[DealerFigures, ...]:
        """The counts since they were last taken."""
        play, self._play = self._play, PlayCounts()
        return play.tallies.dealers
