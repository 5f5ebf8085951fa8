"""A table reconstructed from a journal's entries: after one entry, or a round as it was played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from pathlib import Path
from typing import Final, Protocol

from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.history.dealt_cards import place_of_reading
from console.supervisor.history.interventions import CorrectionFact, InterventionFold, is_correction
from console.supervisor.history.timeline import moments
from console.supervisor.review.log.search_words import search_terms
from console.supervisor.review.questions import FilterChoices, Glance
from console.supervisor.review.story import Story
from console.table.core import (
    Action,
    DealerView,
    EventKind,
    Game,
    JournalEntry,
    Mode,
    Person,
    Refusal,
    Role,
    Situation,
    events,
    replay,
    report_in,
    table_of,
    why,
)
from console.table.custody import RulesMissing, game_of_journal, rulebook_of_journal
from console.table.game import Rulebook
from console.table.journal import Identity, LogPlace, LogRow, WholeEntry, Word, was_made_at_terminal

AROUND: Final = 25
"""How many entries on either side are replayed with an entry outside any round."""
_BEFORE: Final = 1_500
"""How many entries are searched for the beginning of a round."""
_AFTER: Final = 4_000

GameAndSituation = tuple[Game, Situation]


class Entries(Protocol):
    """A journal's entries, to reconstruct its table from; those of an earlier file have numbers below 1."""

    def begin(self, entry: int) -> tuple[int, bytes | None]:
        """The newest proven state at or before an entry, else the first one; and its entry's number."""

    def entries(self, after: int) -> Iterator[JournalEntry]: ...


class TableReads(ABC):
    """Rebuilds a journal's table: part of :class:`console.supervisor.review.questions.JournalReader`."""

    def __init__(self, persons: dict[str, Person] | None = None) -> None:
        """``persons`` are the people whose names are known."""
        self._persons = persons or {}
        self._scanned = dict[LogPlace, tuple[str, int] | None]()

    @abstractmethod
    def whole(self, place: LogPlace) -> WholeEntry | None:
        """The entry of a row, with all that was kept of it."""

    @abstractmethod
    def _entries(self, place: LogPlace) -> AbstractContextManager[Entries]:
        """The journal of a row."""

    @abstractmethod
    def _situation_at(self, place: LogPlace) -> GameAndSituation:
        """That journal's game, and the part of its screen that is not in the table's state."""

    def words_of(self, typed: str, language: str) -> tuple[Word, ...]:
        """The typed text as words to look for, each with its meanings in the reader's language."""
        names = {who: person.name for who, person in self._persons.items()}
        return search_terms(typed, Words(language), names)

    def glance(self, place: LogPlace) -> Glance | None:
        whole = self.whole(place)
        if whole is None:
            return None
        replayed = self._moments(place, replay.ReplayPart(max(1, place.number - AROUND), place.number))
        if not replayed:
            return Glance(whole, None)
        moment = replayed[-1]
        people = tuple(person.person for person in moment.after.people)
        if moment.number != place.number:  # A device's bytes are no moment of their own, and change nobody.
            return Glance(whole, None, people=people)
        view, answer = self._view(place, moment), self._answer(place, moment)
        return Glance(whole, view, answer, self._filmed_from(place, moment), people)

    def _filmed_from(self, place: LogPlace, reported: replay.ReplayMoment) -> datetime | None:
        """The earliest moment that an incident or a correction is about; else None."""
        id = report_in(reported.event, reported.refused)
        corrects = is_correction(reported.event, reported.refused, reported.before, reported.after)
        if id is None and not corrects:
            return None
        game, _ = self._situation_at(place)
        fold, found = InterventionFold(game), None
        with self._entries(place) as journal:
            # Its subject may be in the file before, whose table has counted no entries of this one.
            number, state = journal.begin(place.number - _BEFORE)
            for moment in moments(game, state, journal.entries(number), decoded=False):
                for each in fold.follow(moment):
                    is_mended = isinstance(each, CorrectionFact) and each.entry == place.number
                    found = each if (is_mended if corrects else each.id == id) else found
                at = moment.row.number
                if at > place.number + _AFTER or (found is not None and found.ended is not None):
                    break
        return None if found is None else found.filmed_from

    def _with_places(self, rows: Iterable[LogRow]) -> Iterator[LogRow]:
        """The rows, each card scanned as a step with its place."""
        for row in rows:
            scanned = row.kind == EventKind.CARD_DRAWN and row.due_action == Action.SCAN_CARD
            yield replace(row, scanned_to=self._scanned_to(row.place)) if scanned else row

    def _scanned_to(self, place: LogPlace) -> tuple[str, int] | None:
        if place in self._scanned:
            return self._scanned[place]
        game, _ = self._situation_at(place)
        with self._entries(place) as journal:
            number, state = journal.begin(place.number - 1)
            for moment in moments(game, state, journal.entries(number), decoded=False):
                if moment.row.number >= place.number:
                    self._scanned[place] = place_of_reading(
                        moment.event, moment.row.refused, moment.before, moment.after
                    )
                    break
        return self._scanned.get(place)

    def _answer(self, place: LogPlace, moment: replay.ReplayMoment) -> str | None:
        """The answer to a line that was not understood, or that its sender may not send."""
        strange = moment.refused == Refusal.BAD_INPUT or isinstance(moment.event, events.LineRejected)
        if not strange or moment.refused is None:
            return None
        game, _ = self._situation_at(place)
        return why(game, moment.before, moment.event, moment.refused)

    def _view(self, place: LogPlace, moment: replay.ReplayMoment) -> DealerView:
        game, situation = self._situation_at(place)
        return replay.shown_at(game, moment, situation)

    def story(self, place: LogPlace) -> Story | None:
        """The round of a row from its bets to its end, else the entries around it."""
        found = self.whole(place)
        if found is None:
            return None
        number = place.number
        part = replay.ReplayPart(max(1, number - AROUND), number + AROUND)
        if found.row.round is not None:
            part = replay.ReplayPart(max(1, number - _BEFORE), number + _AFTER, found.row.round)
        replayed = self._on_screen(place, part)
        if part.round is not None and part.first == 1 and replayed and _is_within(replayed[0], part.round):
            replayed = self._on_screen(place, replace(part, first=number - _BEFORE))  # From the file before.
        if not any(moment.number >= number for moment in replayed):
            replayed = self._on_screen(place, replay.ReplayPart(max(1, number - AROUND), number + AROUND))
        if not replayed:
            return None
        last = len(replayed) - 1
        begin = next((at for at, moment in enumerate(replayed) if moment.number >= number), last)
        game, situation = self._situation_at(place)
        return Story(game, situation, replayed, begin)

    def _on_screen(self, place: LogPlace, part: replay.ReplayPart) -> tuple[replay.ReplayMoment, ...]:
        """The moments of a part at which the table's screen showed something, not a terminal's."""
        return tuple(each for each in self._moments(place, part) if not was_made_at_terminal(each.event))

    def _moments(self, place: LogPlace, part: replay.ReplayPart) -> tuple[replay.ReplayMoment, ...]:
        game, _ = self._situation_at(place)
        with self._entries(place) as journal:
            number, state = journal.begin(part.first - 1)
            if table_of(state).halted:  # Its subject came earlier, maybe in the previous file.
                number, state = journal.begin(part.first - _BEFORE)
            return replay.moments_of(game, state, journal.entries(number), part)

    def _about(
        self,
        identities: Sequence[Identity],
        shifts: Iterable[str | None],
        dealers: Iterable[str | None],
        pit_bosses: Iterable[str | None],
        last: datetime | None,
        files: tuple[str, ...],
        counts: Mapping[str, int] | None = None,
    ) -> FilterChoices:
        """The tables, games, people and shifts of the entries, and the rulebooks' own values; ``counts`` are
        of incidents by kind, or None.
        """
        incidents = [game.rules.incidents for game in _known_games(identities)]
        cases = [case for each in incidents for cases in each.kinds.values() for case in cases]
        kinds = _distinct((*(kind for each in incidents for kind in each.kinds), *(counts or ())))
        return FilterChoices(
            tables=_distinct(identity.table for identity in identities),
            games=_distinct(identity.game for identity in identities),
            persons=self._persons,
            shifts=_distinct(shifts),
            dealers=self._who(Role.DEALER, dealers),
            pit_bosses=self._who(Role.PIT_BOSS, pit_bosses),
            incident_kinds=kinds if counts is None else tuple(kind for kind in kinds if counts.get(kind)),
            clauses=_distinct(sorted(case.clause for case in cases if case.clause)),
            outcomes=_distinct((*(case.outcome for case in cases), "taken_back", "came_to_nothing")),
            last=last,
            files=files,
            incident_counts=counts or {},
        )

    def _who(self, role: Role, met: Iterable[str | None]) -> tuple[str, ...]:
        known = (person.id for person in self._persons.values() if person.role is role)
        return _distinct((*known, *met))


def _is_within(moment: replay.ReplayMoment, round_id: str) -> bool:
    """Whether a moment came after the round had begun."""
    return moment.before.round is not None and moment.before.round.id == round_id


def _known_games(identities: Iterable[Identity]) -> Iterator[Game]:
    """The games of these tables, without those whose rulebook is missing here."""
    for identity in identities:
        with suppress(RulesMissing):
            yield game_of_journal(Path(identity.table), identity)


def situation_of(
    source: Path, identity: Identity, persons: dict[str, Person], *, banker_left: bool = True
) -> GameAndSituation:
    """A journal's game, and its screen beyond the table's state; errors name ``source``. Raises
    RulesMissing.
    """
    rulebook: Rulebook = rulebook_of_journal(source, identity)
    situation = Situation(
        mode=Mode.REPLAY,
        name=identity.table,
        game=identity.game,
        rulebook=rulebook,
        persons=persons,
        banker_left=banker_left,
    )
    return game_of_journal(source, identity), situation


def _distinct(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
