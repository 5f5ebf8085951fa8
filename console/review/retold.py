"""A table reconstructed from a journal's entries, wherever they are kept: after one entry, or a round as it
was played.

Its subclasses know where the entries are read from.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Final, Protocol

from console.game.rulebook import Rulebook, load_rulebook
from console.journal.file.place import Identity
from console.journal.log.rows import LogPlace, Whole, Word
from console.review.log.search_words import in_any_language
from console.review.questions import FilterChoices, Glance
from console.review.story import Story
from console.table.games.game import Game
from console.table.games.registry import game_of
from console.table.judging.explanations import why
from console.table.running.replay import ReplayMoment, ReplayPart, moments_of, shown_at
from console.table.showing.dealer_view import Situation
from console.table.showing.screen_values import DealerView, Mode, Person
from console.table.state import events
from console.table.state.entries import JournalEntry
from console.table.state.reasons import Refusal
from console.table.state.roles import Role

AROUND: Final = 25
"""For an entry outside any round, so many entries before and after it are replayed with it."""
_BEFORE: Final = 1_500
"""The beginning of a round is looked for in so many entries."""
_AFTER: Final = 4_000

Told = tuple[Game, Situation]


class Entries(Protocol):
    """A journal's entries, to reconstruct its table from."""

    def begin(self, entry: int) -> tuple[int, bytes | None]:
        """The newest proven state at or before an entry, and the number of its entry."""
        ...

    def entries(self, after: int) -> Iterator[JournalEntry]:
        """The entries after this number, in order."""
        ...


class TableReads(ABC):
    """The part of :class:`console.review.questions.Reads` that reconstructs a table from one journal."""

    def __init__(self, persons: dict[str, Person] | None = None) -> None:
        """``persons`` are the people whose names are known."""
        self._persons = persons or {}

    @abstractmethod
    def whole(self, place: LogPlace) -> Whole | None:
        """The entry of a row, with everything that was kept of it."""

    @abstractmethod
    def _entries(self, place: LogPlace) -> AbstractContextManager[Entries]:
        """The journal that a row is in."""

    @abstractmethod
    def _told_by(self, place: LogPlace) -> Told:
        """The game of that journal, and what its screen showed beside the table's state."""

    def words_of(self, typed: str) -> tuple[Word, ...]:
        """What was typed as words to look for: each with what it means in any of the languages."""
        return in_any_language(typed, {who: person.name for who, person in self._persons.items()})

    def glance(self, place: LogPlace) -> Glance | None:
        """The entry of a row, and the table as it left it."""
        whole = self.whole(place)
        if whole is None:
            return None
        part = ReplayPart(place.number, place.number)
        moments = self._moments(place, part)
        view = None if not moments else self._view(place, moments[0])
        return Glance(whole, view, self._answer(place, moments[0]) if moments else None)

    def _answer(self, place: LogPlace, moment: ReplayMoment) -> str | None:
        """What was answered to a line that could not be understood, or was not for its writer to say."""
        strange = moment.refused == Refusal.BAD_INPUT or isinstance(moment.event, events.LineRejected)
        if not strange or moment.refused is None:
            return None
        game, _ = self._told_by(place)
        return why(game, moment.before, moment.event, moment.refused)

    def _view(self, place: LogPlace, moment: ReplayMoment) -> DealerView:
        game, situation = self._told_by(place)
        return shown_at(game, moment, situation)

    def story(self, place: LogPlace) -> Story | None:
        """The round of a row from its bets to its end, else what happened around the row."""
        found = self.whole(place)
        if found is None:
            return None
        number = place.number
        part = ReplayPart(max(1, number - AROUND), number + AROUND)
        if found.row.round is not None:
            part = ReplayPart(max(1, number - _BEFORE), number + _AFTER, found.row.round)
        moments = self._moments(place, part)
        if not any(moment.number >= number for moment in moments):
            moments = self._moments(place, ReplayPart(max(1, number - AROUND), number + AROUND))
        if not moments:
            return None
        begin = next((at for at, moment in enumerate(moments) if moment.number >= number), 0)
        game, situation = self._told_by(place)
        return Story(game, situation, moments, begin)

    def _moments(self, place: LogPlace, part: ReplayPart) -> tuple[ReplayMoment, ...]:
        game, _ = self._told_by(place)
        with self._entries(place) as journal:
            number, state = journal.begin(part.first - 1)
            return moments_of(game, state, journal.entries(number), part)

    # --- what it can be sorted by -----------------------------------------------------------------

    def _about(
        self,
        identities: Sequence[Identity],
        shifts: Iterable[str | None],
        dealers: Iterable[str | None],
        pit_bosses: Iterable[str | None],
        last: datetime | None,
        files: tuple[str, ...],
    ) -> FilterChoices:
        """Tables, games, people, shifts that were met, and what the rulebooks know."""
        incidents = [game_of(load_rulebook(said.rules), said.game).rules.incidents for said in identities]
        cases = [case for each in incidents for cases in each.kinds.values() for case in cases]
        return FilterChoices(
            tables=_distinct(said.table for said in identities),
            games=_distinct(said.game for said in identities),
            persons=self._persons,
            shifts=_distinct(shifts),
            dealers=self._who(Role.DEALER, dealers),
            pit_bosses=self._who(Role.PIT_BOSS, pit_bosses),
            incident_kinds=_distinct(kind for each in incidents for kind in each.kinds),
            clauses=_distinct(sorted(case.clause for case in cases if case.clause)),
            outcomes=_distinct(case.outcome for case in cases),
            last=last,
            files=files,
        )

    def _who(self, role: Role, met: Iterable[str | None]) -> tuple[str, ...]:
        known = (person.id for person in self._persons.values() if person.role is role)
        return _distinct((*known, *met))


def told_by(said: Identity, persons: dict[str, Person], *, banker_left: bool = True) -> Told:
    """A journal's game, and what the screen showed beside the state of the table."""
    rulebook: Rulebook = load_rulebook(said.rules)
    situation = Situation(
        mode=Mode.REPLAY,
        name=said.table,
        game=said.game,
        rulebook=rulebook,
        persons=persons,
        banker_left=banker_left,
    )
    return game_of(rulebook, said.game), situation


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
