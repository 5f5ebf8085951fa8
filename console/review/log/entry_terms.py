"""The facts that the log needs of an entry beside its columns: the people at the table, the incident, its
outcome.

The table is reconstructed entry by entry as at a restart; the facts are stored in the journal's index.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from console.game.games import has_wheel
from console.game.rulebook import load_rulebook
from console.history.interventions import report_in
from console.journal import Identity
from console.journal.file.chain import time_of
from console.journal.log.intake import EntryFacts
from console.journal.log.rows import ANSWERING, Facet
from console.review.log.entry_words import DOING_A_STEP, LoggedEntry, event_line, place_of, source_key
from console.review.log.entry_words import LoggedEntry as InRow
from console.table.games.game import Game
from console.table.games.registry import game_of
from console.table.judging.checkpoints import table_of
from console.table.judging.prompts import prompt_due
from console.table.judging.transition import advance_kept
from console.table.play.decoders import begin_bytes
from console.table.state import events
from console.table.state.actions import Action
from console.table.state.event_kinds import EventKind
from console.table.state.open_incident import Incident
from console.table.state.phases import RoundStatus
from console.table.state.roles import Role
from console.table.state.table import Table
from console.words import LANGUAGES, Words
from console.words.speech import asked_key

_figures: Final = msgspec.json.Decoder(dict[str, Any]).decode

Term = tuple[Facet, str]
About = tuple[str, str | None, str | None, str | None]


class EntryFactSource:
    """A table that is reconstructed one entry at a time."""

    def __init__(self, game: Game, table: Table) -> None:
        self._game = game
        self._table = table

    def facts_of_next(self, event: bytes, refused: str | None, at: str) -> EntryFacts:
        """The facts that the next entry adds; see :class:`console.journal.log.intake.FactSource`."""
        happened = events.DECODER.decode(event)
        before = self._table
        self._table = after = self._after(happened, refused, at)
        kind, terms = events.kind_of(happened), [*_of_event(happened)]
        incident = _incident(happened, refused, before, after)
        asked, place = None, None
        if kind in ANSWERING:
            prompt = prompt_due(self._game, before)
            asked, place = prompt.action, place_of(prompt.seat, prompt.hand, prompt.card)
            ending = self._game.view(before).ending if prompt.action == Action.ANNOUNCE else None
            terms.append((Facet.ACTION, asked_key(prompt, ending)))
            terms += ((Facet.CLAUSE, clause) for clause in prompt.clauses)
        incidents: tuple[About, ...] = ()
        if before is not after:
            incidents = tuple(_news(before, after))
            terms += _outcome_terms(incidents, before)
            terms += _ended(before, after)
        if isinstance(happened, events.PlayerAnswered) and refused is not None and after.answers.given:
            terms.append((Facet.PHRASE, f"decision.missed.{after.answers.given[-1].missed}"))
        laid = place if kind == EventKind.CARD_DRAWN and refused is None else None
        if laid is not None and "." in laid[0]:
            terms.append((Facet.FACT, f"seat.{laid[0].partition('.')[0]}"))
        terms += self._in_row(happened, event, refused, asked, laid, _belonging(incident, before, after))
        bosses = [person.who for person in after.people if person.role is Role.PIT_BOSS]
        terms += ((Facet.PIT_BOSS, who) for who in bosses[1:])
        belongs_to = {*_open_or_ended(before, after), *(number for number, *_ in incidents)}
        terms += ((Facet.INCIDENT, number) for number in sorted(belongs_to))
        dealer = next((person.who for person in after.people if person.role is Role.DEALER), None)
        return EntryFacts(dealer, bosses[0] if bosses else None, incident, tuple(terms), incidents)

    def _in_row(
        self,
        happened: events.AnyEvent,
        event: bytes,
        refused: str | None,
        asked_fact: str | None,
        place: tuple[str, int] | None,
        incident: tuple[bool, Incident | None],
    ) -> Iterator[Term]:
        """The terms in the words of the entry's row, as :func:`console.review.log.entry_words.entry_of` makes
        it.
        """
        kind, (in_step, known) = events.kind_of(happened), incident
        decides = kind == EventKind.OUTCOME_AUTHORISED and refused is None
        entry = InRow(
            kind=kind,
            figures=_figures(event),
            refused=refused,
            place=place,
            pressed=asked_fact if kind in DOING_A_STEP else None,
            in_step=in_step,
            at_wheel=has_wheel(self._game.name),
            incident_kind=known.report.kind if known else None,
            outcome=known.outcome if known and decides else None,
            facts=known.facts if known else {},
        )
        person = happened.by or happened.who
        return shown_in(entry, person)

    def _after(self, event: events.AnyEvent, refused: str | None, at: str) -> Table:
        if isinstance(event, events.BytesReceived) and refused is None:
            # The readings of the bytes are the entries after them: nothing is decoded twice.
            return begin_bytes(self._table)
        return advance_kept(self._game, self._table, event, refused, time_of(at))


def fact_source(identity: Identity, state: bytes | None) -> EntryFactSource:
    """Reconstruct a journal's table from a state that the journal kept; None begins with a closed table."""
    return EntryFactSource(game_of(load_rulebook(identity.rules), identity.game), table_of(state))


def _incident(event: events.AnyEvent, refused: str | None, before: Table, after: Table) -> str | None:
    """The incident to which an entry belongs: the incident that it reports or takes back, else the one that
    is open or that it ended.

    A report that waited behind a decided incident opens at once.
    """
    if (made := report_in(event, refused)) is not None:
        return made
    if isinstance(event, events.ReportWithdrawn) and refused is None:
        return after.ended_incidents[0].report.id
    decides = isinstance(event, (events.IncidentAnswered, events.OutcomeAuthorised))
    incident = (before.incident if decides else None) or after.shown_incident or before.incident
    return None if incident is None else incident.report.id


def _open_or_ended(before: Table, after: Table) -> set[str]:
    """The incidents that were open before or after an entry, and the reports that waited until then."""
    waiting = {report.id for report in before.open_reports} - {report.id for report in after.open_reports}
    return waiting | {each.report.id for each in (before.incident, after.incident) if each is not None}


def _belonging(number: str | None, before: Table, after: Table) -> tuple[bool, Incident | None]:
    """Whether an entry belongs to an incident, and the incident after the entry."""
    those = (*after.changed_incidents, *before.changed_incidents)
    return number is not None, next((each for each in those if each.report.id == number), None)


def _news(before: Table, after: Table) -> Iterator[About]:
    """The incidents with new facts, among them reports that waited and can no longer be."""
    changed = {incident.report.id: _about(incident, after) for incident in after.changed_incidents}
    yield from (about for number, about in changed.items() if about != _known(before, number))
    over = {report.id for report in before.incidents.waiting} - changed.keys()
    for past in after.incidents.past:
        if past.id in over:
            yield past.id, past.kind, past.undecided or past.outcome, None
    known = {report.id for report in before.incidents.waiting}
    for report in after.incidents.waiting:
        if report.id not in known:
            yield report.id, report.kind, None, None


def _about(incident: Incident, table: Table) -> About:
    report, case = incident.report, incident.case if incident.authorised is not None else None
    undecided = next((past.undecided for past in table.incidents.past if past.id == report.id), None)
    return report.id, report.kind, undecided or incident.outcome, case.clause if case else None


def _known(table: Table, number: str) -> About | None:
    for incident in table.changed_incidents:
        if incident.report.id == number:
            return _about(incident, table)
    waiting = (report for report in table.incidents.waiting if report.id == number)
    return next(((report.id, report.kind, None, None) for report in waiting), None)


def _outcome_terms(incidents: tuple[About, ...], before: Table) -> Iterator[Term]:
    """The kind, and the outcome with its clause, each from the entry that brought it."""
    for number, kind, outcome, clause in incidents:
        _, knew, decided, rested = _known(before, number) or (number, None, None, None)
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
        yield Facet.RESULT, after.results[-1].partition(" ")[0]  # a coup's winner, without its pairs


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
    for name in ("text", "note", "reason", "what", "before", "after", "why", "id"):
        value = getattr(event, name, None)
        if isinstance(value, str) and value:
            yield Facet.SAID, value


# --- the phrases of an entry's row -----------------------------------------------------------------

_MARK = "\0"
"""Stands for a phrase; the text between two of them is a figure."""


class _Noting(Words):
    """Phrases that are noted by their keys; only the values of a phrase's slots are left of its text.

    The row's words are made with them once, so that each word of a row of any kind is found in every
    language, without a list of kinds.
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
    """The phrases, the figures and the people in an entry's row; ``person`` is the one who did it."""
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
