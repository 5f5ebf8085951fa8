"""The moment of each report: what its papers say of it beside the table as it was made, whenever it opened.

The table is followed entry by entry. A fact that a person gave is the person's; the others are those of that
moment, and the row of the decision table by which it was decided stood then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from console.supervisor.history import EntrySequence
from console.table.core import Game, Table, events, known_facts
from console.table.game.blackjack import Round
from console.table.game.blackjack.hands import total
from console.table.incidents import Kind
from tests.instruments.agree.documents import Documents, Found, unlike

OF_THE_MOMENT: Final = ("where", "noticed", "stage", "hand", "total")
"""The facts that are those of the moment at which a report was made."""
LAST_STAGE: Final = 3
"""The last step of a shuffle and what follows it."""


def of_moments(documents: Documents) -> Found:
    """Each decided report, its facts and row, beside its moment; in record, list and reports alike."""
    sequence = EntrySequence(documents.files)
    game = sequence.game
    reports = dict(made(sequence))
    listed = {record.id: record for _, record in documents.listed}
    of_reports = {
        each.fact.id: each.fact
        for paper in documents.reports.values()
        for each in paper.incidents
        if each.fact.ended is not None
    }
    for id, record in documents.incidents.items():
        where = f"{id} {record.kind}"
        if record.closed is not None:
            others = (of_reports.get(id), listed[id])
            told = [{name: each.facts.get(name) for name in OF_THE_MOMENT} for each in others if each]
            own = {name: record.facts.get(name) for name in OF_THE_MOMENT}
            yield from unlike("moment: facts of record, list and report", where, told, [own] * len(told))
        table = reports.get(id)
        if table is None or record.kind is None or record.clause is None:
            continue
        given = {name for each in record.told for name in each.facts}
        for name in OF_THE_MOMENT:
            if name in record.facts and name not in given:
                known = fact_of(game, table, record.kind, name, record.facts)
                if known is not None:
                    yield from unlike(f"moment: {name}", where, record.facts[name], known)
        if record.kind != Kind.WRONG_CARD_SET:  # its rows are those that stand as it opens
            stood = letters_of(game, table)
            rows = game.rules.incidents.kinds.get(record.kind, ())
            fit = [row for row in rows if row.clause == record.clause and not stood.isdisjoint(row.moments)]
            yield from unlike("moment: the row stood", where, bool(fit), True)


def made(sequence: EntrySequence) -> Iterator[tuple[str, Table]]:
    """The table before each report, by the report's id."""
    with closing(sequence.moments(0)) as moments:
        for moment in moments:
            if not isinstance(moment.event, events.IncidentReported) or not moment.is_accepted:
                continue
            yield from ((id, moment.before) for id in ids(moment.after) - ids(moment.before))


def ids(table: Table) -> set[str]:
    """The ids of the reports that are open, wait or are over."""
    one = set() if table.incident is None else {table.incident.report.id}
    return one | {each.id for each in table.incidents.waiting} | {each.id for each in table.incidents.past}


def letters_of(game: Game, table: Table) -> set[str]:
    """The letters of the protocol's moments that stand at a table that is not closed."""
    letters = {"A"}
    halted_early = table.halt is not None and table.halt.in_bet_time
    if table.bet_time or halted_early:
        letters.add("T")
    if table.open_round and not table.bet_time:
        letters |= {"R", "C"} if known_facts.cards_out(table) else {"R"}
        letters |= {"N"} if getattr(table.play, "number", 0) is None else set()
    if not table.open_round or getattr(table.play, "is_decided", False) or table.phase == "result":
        letters.add("E")
    if game.wheel is not None and any(known(table)):
        letters.add("L")
    if table.preparation is not None and game.cards is not None:
        letters |= {"S"} if shuffle_step(game, table) else set()
        letters |= {"I"} if table.preparation.due in ("receive_decks", "inspect", "present") else set()
    return letters


def known(table: Table) -> Iterator[bool]:
    """Whether this round, or the last one, has a number that stands."""
    yield table.wheel.last_numbered is not None
    yield getattr(table.play, "number", None) is not None


def shuffle_step(game: Game, table: Table) -> int:
    """The number of the shuffle's step that is due, those of the shoe after them too; 0 for none."""
    assert game.cards is not None and table.preparation is not None
    way, due = game.cards.rules.preparation, table.preparation.due
    steps = [step.action.value for step in (*way.shuffle, *way.load)]
    if due not in steps:
        return 0
    first = table.preparation.steps.index(steps[0])
    return len(table.preparation.done) - first + 1


def fact_of(game: Game, table: Table, kind: str, name: str, facts: dict[str, Any]) -> Any:
    """A fact of the moment; None if the table does not know it."""
    match name:
        case "where" if table.preparation is not None and game.cards is not None:
            return "shuffle" if shuffle_step(game, table) else "inspection"
        case "where":
            return "round" if table.open_round and not table.bet_time else None
        case "noticed" if kind == Kind.PLAYED_PAST_CUT_CARD:
            return "betting" if table.bet_time else "round"
        case "noticed" if kind == Kind.CARDS_LEFT_ON_TABLE:
            return "after_deal" if table.open_round and known_facts.cards_out(table) else "before_deal"
        case "noticed":
            return "later" if table.shoe_in_play.rounds else "before_first_round"
        case "stage" if game.cards is not None and table.preparation is not None:
            of_shuffle, step = len(game.cards.rules.preparation.shuffle), shuffle_step(game, table)
            return LAST_STAGE if step >= of_shuffle else min(step, LAST_STAGE) or None
        case "hand" | "total" if isinstance(table.play, Round):
            seat = next((each for each in table.play.seats if each.number == facts.get("seat")), None)
            if seat is None:
                return None
            if name == "hand":
                return 1 if len(seat.hands) == 1 else None
            hand = facts.get("hand", 1)
            return total(seat.hands[hand - 1].cards) if hand <= len(seat.hands) else None
        case _:
            return None
