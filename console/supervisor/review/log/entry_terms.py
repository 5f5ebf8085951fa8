"""The facts that the log needs of an entry beside its columns: the people at the table, the incident, its
outcome. The table is reconstructed entry by entry as at a restart; the journal's index stores the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from console.base.system import json_reader
from console.base.words import LANGUAGES, Words
from console.supervisor.history.dealt_cards import place_of_reading
from console.supervisor.history.interventions import IncidentFact, InterventionFold, queue_change
from console.supervisor.history.timeline import Moment
from console.supervisor.review.log.entry_words import (
    DOING_A_STEP,
    LoggedEntry,
    event_line,
    may_skip,
    source_key,
)
from console.supervisor.review.log.entry_words import LoggedEntry as InRow
from console.table.core import (
    PROSE,
    Action,
    Game,
    Incident,
    JournalEntry,
    PersonAtTable,
    Prompt,
    Role,
    RoundStatus,
    Say,
    Table,
    advance_read,
    events,
    game_of,
    own_incident,
    own_report,
    prompt_due,
    table_of,
)
from console.table.game import has_wheel, load_rulebook
from console.table.journal import ANSWERING, Facet, Identity, intake, time_of
from console.table.words import speech

_figures: Final = json_reader(dict[str, Any])

REMEMBERED: Final = 10_000
"""How many entries' terms are kept, in case the same comes again."""

Term = tuple[Facet, str]
About = tuple[str, str | None, str | None, str | None]


class EntryFactSource:
    def __init__(self, game: Game, table: Table) -> None:
        self._game, self._at_wheel = game, has_wheel(game.name)
        self.table = table
        self._incidents = InterventionFold(game)
        self._here = _Here(table.people)

    def facts_of_next(self, event: bytes, refused: str | None, at: str) -> intake.EntryFacts:
        """The facts that the next entry adds; see :class:`console.table.journal.log.intake.FactSource`."""
        happened = events.DECODER.decode(event)
        before = self.table
        self.table = after = advance_read(self._game, before, happened, refused, time_of(at))
        if after.people is not self._here.people:
            self._here = _Here(after.people)
        here, kind, terms = self._here, events.kind_of(happened), list[Term]()
        preparing = before.preparation is not None
        is_same = before.incident is None and before.incidents is after.incidents
        if is_same and refused is None and type(happened) is events.BytesReceived:  # a third of all entries
            found = _terms(event, None, None, None, False, False, self._at_wheel, None) + here.others
            return intake.EntryFacts(here.dealer, here.pit_boss, None, found, (), preparing)
        incident = own_report(happened, refused, before, after)
        own = None if incident is None else own_incident(happened, refused, before, after)
        asked = None
        if kind in ANSWERING:
            prompt = prompt_due(self._game, before)
            asked = prompt.action
            ending = self._game.view(before).ending if asked == Action.ANNOUNCE else None
            terms += _asked(prompt, ending)
        incidents: tuple[About, ...] = ()
        if before.incident is not after.incident or before.incidents is not after.incidents:
            self._incidents.take_unread(before)
            facts = {**self._incidents.open}
            followed = self._incidents.follow(_moment(happened, event, refused, at, before, after))
            changed = [each for each in followed if isinstance(each, IncidentFact)]
            known = {each.id: _about(facts[each.id]) for each in changed if each.id in facts}
            incidents = tuple(about for each in changed if (about := _about(each)) != known.get(each.id))
            terms += _outcome_terms(incidents, known)
            belongs_to = {*_open_or_ended(before, after), *(number for number, *_ in incidents)}
            terms += ((Facet.INCIDENT, number) for number in sorted(belongs_to))
        elif before.incident is not None:
            terms.append((Facet.INCIDENT, before.incident.report.id))
        if before.round is not after.round:
            terms += _ended(before, after)
        if isinstance(happened, events.PlayerAnswered) and refused is not None and after.answers.given:
            terms.append((Facet.PHRASE, f"decision.missed.{after.answers.given[-1].missed}"))
        laid = place_of_reading(happened, refused, before, after)
        if laid is not None and "." in laid[0]:
            terms.append((Facet.FACT, f"seat.{laid[0].partition('.')[0]}"))
        in_step = incident is not None
        skips = may_skip(happened.by or happened.who, here.dealer, in_step=in_step, preparing=preparing)
        pressed = asked if kind in DOING_A_STEP else None
        terms += (_terms if own is None else _terms.__wrapped__)(
            event, refused, laid, pressed, in_step, skips, self._at_wheel, own
        )
        terms += here.others
        if isinstance(happened, (events.Act, events.SignedIn)) and happened.beside is not None:
            terms.append((Facet.DEALER, happened.beside))
        return intake.EntryFacts(here.dealer, here.pit_boss, incident, tuple(terms), incidents, preparing)


class _Here:
    """The people at a table, as an entry's terms have them."""

    def __init__(self, people: tuple[PersonAtTable, ...]) -> None:
        self.people = people
        self.dealer = next((each.who for each in people if each.role is Role.DEALER), None)
        bosses = [each.who for each in people if each.role is Role.PIT_BOSS]
        self.pit_boss = bosses[0] if bosses else None
        beside = {each.accompanied_by for each in people if each.accompanied_by is not None}
        self.others = *((Facet.PIT_BOSS, who) for who in bosses[1:]), *((Facet.DEALER, who) for who in beside)


@lru_cache(maxsize=REMEMBERED)
def _asked(prompt: Prompt, ending: Say | None) -> tuple[Term, ...]:
    """The terms of the prompt that an entry answers, with the result to announce, if known."""
    action = Facet.ACTION, speech.asked_key(prompt, ending)
    return action, *((Facet.CLAUSE, clause) for clause in prompt.clauses)


# A shoe has only a few hundred cards and places to lay them, so their entries recur.
@lru_cache(maxsize=REMEMBERED)
def _terms(
    event: bytes,
    refused: str | None,
    place: tuple[str, int] | None,
    pressed: str | None,
    in_step: bool,
    skips: bool,
    at_wheel: bool,
    known: Incident | None,
) -> tuple[Term, ...]:
    """The terms in an event, and those of the row that
    :func:`console.supervisor.review.log.entry_words.entry_of` makes of it.
    """
    happened = events.DECODER.decode(event)
    decides = isinstance(happened, events.OutcomeAuthorised) and refused is None
    entry = InRow(
        kind=events.kind_of(happened),
        figures=_figures(event),
        refused=refused,
        place=place,
        pressed=pressed,
        in_step=in_step,
        skips=skips,
        at_wheel=at_wheel,
        incident_kind=known.report.kind if known else None,
        outcome=known.outcome if known and decides else None,
        facts=known.facts if known else {},
    )
    return *_of_event(happened), *shown_in(entry, happened.by or happened.who)


def fact_source(identity: Identity, state: bytes | None) -> EntryFactSource:
    """Reconstruct a journal's table from a kept state; None begins with a closed table."""
    return EntryFactSource(game_of(load_rulebook(identity.rules), identity.game), table_of(state))


def _open_or_ended(before: Table, after: Table) -> set[str]:
    """The incidents open before or after an entry, and the reports that waited until then."""
    gone, _ = queue_change(before, after)
    opened = (each.report for each in (before.incident, after.incident) if each is not None)
    return {each.id for each in (*gone, *opened)}


def _moment(
    happened: events.AnyEvent, event: bytes, refused: str | None, at: str, before: Table, after: Table
) -> Moment:
    """An entry as a moment for the log's incidents: without number and time since the one before."""
    row = JournalEntry(
        kind=events.kind_of(happened),
        event=event,
        refused=refused,
        at=time_of(at),
        monotonic=0,
        person=happened.by or happened.who,
        shift=None,
        shoe=0,
        round=None,
        line=None,
        raw=None,
        number=0,
    )
    return Moment(row, happened, before, after, 0, 0.0, 0.0, 0.0, False)


def _about(fact: IncidentFact) -> About:
    """An incident's terms in the log; the clause from the decision on."""
    clause = fact.clause if fact.authorised is not None else None
    return fact.id, fact.kind, fact.undecided or fact.outcome, clause


def _outcome_terms(incidents: Iterable[About], known: Mapping[str, About]) -> Iterator[Term]:
    """The kind, and the outcome with its clause, each from the entry that brought it."""
    for number, kind, outcome, clause in incidents:
        _, knew, decided, rested = known.get(number) or (number, None, None, None)
        if kind is not None and kind != knew:
            yield Facet.INCIDENT_KIND, kind
        if outcome is not None and outcome != decided:
            yield Facet.OUTCOME, outcome
        if clause is not None and clause != rested:
            yield Facet.CLAUSE, clause


def _ended(before: Table, after: Table) -> Iterator[Term]:
    """The result of a round, from the entry that ended it."""
    round_ = after.round
    if round_ is None or round_.status == RoundStatus.OPEN or round_ == before.round:
        return
    if round_.status == RoundStatus.VOID:
        yield Facet.RESULT, "void"
    elif after.results:
        yield Facet.RESULT, after.results[-1].partition(" ")[0]  # This is a coup's winner, without its pairs.


def _of_event(event: events.AnyEvent) -> Iterator[Term]:
    """The card, the device, the facts and the writing in an event."""
    for name, facet in (("card", Facet.CARD), ("to", Facet.CARD), ("device", Facet.DEVICE)):
        value = getattr(event, name, None)
        if isinstance(value, str):
            yield facet, value
    if isinstance(event, (events.NumberRead, events.NumberSaid)):
        yield Facet.CARD, str(event.number)
    for fact, known in getattr(event, "facts", {}).items():
        yield Facet.FACT, fact
        if not isinstance(known, (list, tuple)):
            yield Facet.FACT, f"{fact}.{str(known).lower() if isinstance(known, bool) else known}"
    seats = event.seats if isinstance(event, events.SeatsTold) else (getattr(event, "seat", None),)
    yield from ((Facet.FACT, f"seat.{seat}") for seat in seats if seat is not None)
    if isinstance(event, events.CardCorrected) and "." in event.hand:
        yield Facet.FACT, f"seat.{event.hand.partition('.')[0]}"
    if isinstance(event, events.BallRan):
        yield Facet.FACT, f"direction.{event.direction}"
    for name in (*PROSE, "what", "before", "after", "id"):
        value = getattr(event, name, None)
        if isinstance(value, str) and value:
            yield Facet.SAID, value


_MARK = "\0"
"""Stands for a phrase; text between two is a figure."""


class _Noting(Words):
    """Phrases noted by their keys; their text is reduced to their slots' values. The row's words are made
    with them once, so that each word of any row is found in every language, without a list of kinds.
    """

    def __init__(self) -> None:
        super().__init__(LANGUAGES[0])
        self.keys: set[str] = set()

    def text(self, key: str, /, **slots: object) -> str:
        self.keys.add(key)
        return f"{_MARK}{_MARK.join(map(str, slots.values()))}{_MARK}"

    def count(self, key: str, n: int, /, **slots: object) -> str:
        return self.text(key, **{"count": n, **slots})

    def find(self, key: str, /, **slots: object) -> str | None:
        return None if super().find(key, **slots) is None else self.text(key, **slots)

    def quote(self, text: str) -> str:
        return text


def shown_in(entry: LoggedEntry, person: str | None) -> Iterator[tuple[Facet, str]]:
    """The phrases, the figures and the people in an entry's row; ``person`` did it."""
    noting, people = _Noting(), set[str]()

    def named(who: str) -> str:
        people.add(who)
        return _MARK

    text = event_line(noting, entry, named)
    if person is None or entry.figures.get("by_clock"):
        noting.keys.add(source_key(entry.kind, entry.figures))
    yield from ((Facet.PHRASE, key) for key in noting.keys)
    yield from ((Facet.NAMED, who) for who in people - {person})
    yield from ((Facet.FIGURE, figure) for piece in text.split(_MARK) if (figure := piece.strip()))
