"""The steps of an outcome at this table now, and the pit boss's choices."""

from __future__ import annotations

from collections.abc import Iterable

from console.table.core.games.game import Game
from console.table.core.state import editions
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import Incident, IncidentState, IncidentStep, LaidCard
from console.table.core.state.table import Halt, Table
from console.table.game.cards import Card
from console.table.game.incident_cases import Case, Result
from console.table.game.roulette.spin import Spin
from console.table.game.rule_values import ReplacedShoe
from console.table.incidents.decision import CHOICES
from console.table.incidents.known_kinds import Kind


def possible_choices(table: Table, incident: Incident) -> tuple[str, ...]:
    """The pit boss's choices; nobody can void a round if none is open."""
    if incident.state != IncidentState.AWAITING or incident.answer is None:
        return ()
    choices = incident.answer.choices
    if incident.report.voids and choices:
        return ("void",)
    return choices if table.open_round or choices != CHOICES else choices[:1]


def outcome_of(incident: Incident) -> str:
    """The incident's outcome: the case's, or the pit boss's choice."""
    case = incident.case
    assert case is not None, "an outcome follows from a case"
    decides = case.outcome is Result.PIT_BOSS_DECIDES and incident.choice is not None
    return str(incident.choice) if decides else case.outcome.value


def planned_steps(table: Table, incident: Incident) -> tuple[IncidentStep, ...]:
    """The outcome's steps that have to be done; none until the pit boss chose of two outcomes."""
    case, answer = incident.case, incident.answer
    if case is None or answer is None or (incident.choice is None and len(answer.cases) > 1):
        return ()
    return tuple(
        IncidentStep(
            step.action,
            step.actor,
            places(table) if step.action == Action.RESTORE else (),
            _moved_cards(table, incident, step.action),
            incident.report.at if step.action == Action.REMOVE_BALL and incident.report.ball_out else None,
        )
        for step in case.steps
        if not is_left_out(table, incident, case, step.action)
    )


def _moved_cards(table: Table, incident: Incident, action: str) -> tuple[Card, ...]:
    """The cards that a step passes over the reader again as it is done; ``table`` is from before the outcome.
    In a shuffle no reading counts at all.
    """
    if not table.holds(editions.PASSING, of=incident.report):
        return ()
    of_halt = () if table.halt is None else table.halt.cards
    drawn = (*table.play.cards, *table.lying_apart)
    match action:
        case Action.RESTORE:
            found: Iterable[Card | None] = (table.play if table.play.card_count else table.last_play).cards
        case Action.MOVE_CARD:
            found = table.play.cards[-1:]
        case Action.MOVE_CARDS:
            found = table.play.cards[-_count(incident, "cards_to_move") :]
        case Action.REMOVE_CARDS:
            found = drawn[-_count(incident, "cards_to_remove") :]
        case Action.SET_ASIDE | Action.TURN_CARD:
            found = of_halt
        case Action.REPLACE_CARD | Action.PUT_BACK | Action.DISCARD | Action.TURN_DOWN:
            found = (*drawn, *incident.strays)
        case _:
            found = ()
    return tuple(card for card in found if card is not None)


def _count(incident: Incident, fact: str) -> int:
    """A number of cards that the case asks for; one where its rule names the single card."""
    return int(incident.facts.get(fact, 1))


def brought_in(game: Game, incident: Incident) -> ReplacedShoe | None:
    """The rulebook's requirements for a shoe that this outcome or its choices bring in; None if none. No step
    asks for them: the person who authorises answers for that shoe (BAC-3.1.4, BJ-3.1.4).
    """
    if game.cards is None:
        return None
    choices = incident.answer.choices if incident.choice is None and incident.answer is not None else ()
    changed = any(step.action == Action.CHANGE_SHOE for step in incident.steps)
    return game.cards.rules.replaced_shoe if changed or "change_shoe" in choices else None


def places(table: Table) -> tuple[LaidCard, ...]:
    """The places of this round's cards, in the order dealt; while it has none, the last round's."""
    play = table.play if table.play.card_count else table.last_play
    return tuple(LaidCard(place.name, place.card, str(face)) for place, face in play.in_view)


def is_left_out(table: Table, incident: Incident, case: Case, action: str) -> bool:
    """Whether a step is left out as what it asks for has come, or nothing waits for it."""
    match action:
        case Action.CHANGE_SHOE | Action.REPLACE_DECKS if incident.set_is_gone:
            return True
        case Action.REPLACE_DECKS:
            return table.is_being_closed
        case Action.SET_ASIDE:
            return table.lacks_shoe_of(incident.report.moment)
        case Action.SCAN_CUT_CARD if (
            incident.report.kind != Kind.CUT_CARD_NOT_SCANNED and table.lacks_shoe_of(incident.report.moment)
        ):
            return True
        case Action.SCAN_CUT_CARD:
            return table.shoe_in_play.cut_card_out and incident.report.kind != Kind.CUT_CARD_NOT_SCANNED
        case Action.SCAN_CARD if told_card(table, incident) is not None:
            return True
        case Action.SCAN_CARD if case.outcome is Result.VOID:
            return _was_read(table, incident)
        case Action.SCAN_CARD:
            return plays_card(table) or _first_is_taken(table, case) or not _is_card_due(table)
        case Action.ENTER_NUMBER:
            play = table.play
            return isinstance(play, Spin) and (play.number is not None or play.recorded is not None)
        case _:
            return False


def lies_apart(table: Table, incident: Incident) -> bool:
    """Whether the incident is about the card that was due, which lies face down and unread beside the hands,
    or is the hole card and was exposed as it was drawn (LT-BJ-2.3.11).

    A draw that could not be read is that card, and so is one that was read in its turn and halts the table;
    a card that was read out of turn is another one.
    """
    kind, due, halt = incident.report.kind, table.card_due, table.halt
    unread = table.is_unread_out or (halt is not None and halt.card_out and halt.card is None)
    if due is None or unread:
        return False
    exposed = kind == Kind.HOLE_CARD_EXPOSED and due.face_down
    return exposed or kind == Kind.CARD_FACE_DOWN


def told_card(table: Table, incident: Incident) -> Card | None:
    """The card that a report of a card dealt early or face down is about, if it was first read under it."""
    halt, kind = table.halt, incident.report.kind
    if not table.holds(editions.TOLD_CARD, of=incident.report):
        return None
    is_early = kind == Kind.EARLY_DEAL and not (halt is not None and halt.cards) and not table.tries
    is_down = lies_apart(table, incident) and not (halt is not None and halt.in_turn)
    read = next(iter(incident.strays), None)
    if read is None or not (is_early or (is_down and kind == Kind.CARD_FACE_DOWN)):
        return None
    return read if table.shoe.can_hold(read) else None


def _was_read(table: Table, incident: Incident) -> bool:
    """Whether the card that a void round's incident is about has been read: its first, or the last one."""
    if incident.report.kind == Kind.CARD_FACE_DOWN:
        return table.card_due is None
    return table.play.card_count > 0 or (table.halt is not None and table.halt.card is not None)


def plays_card(table: Table) -> bool:
    """Whether the card that halts the table is read already, and is one that can be played."""
    halt = table.halt
    return _can_be_played(table, halt, halt.card) if halt is not None and halt.card is not None else False


def _can_be_played(table: Table, halt: Halt, card: Card) -> bool:
    came = halt.in_turn or halt.in_bet_time
    return came and table.shoe.can_hold(card) and _is_card_due(table)


def _first_is_taken(table: Table, case: Case) -> bool:
    taken = bool(table.aside.waiting or table.play.card_count)
    return case.facts.get("first_card") is True and taken


def _is_card_due(table: Table) -> bool:
    """Whether a card is due now, or will be once bets are closed and the seats are known."""
    begins = table.open_round and not table.play.card_count and not table.play.is_empty
    return table.bet_time or begins or table.card_due is not None
