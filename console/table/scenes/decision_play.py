"""A row of the decision table, played: the table is brought to its moment, and the incident is reported.

Only lines of the protocol go in, as from a game server, a reader and a pit boss; the result is read from the
view.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from console.base.errors import WordedError
from console.table.core.state.open_incident import IncidentState
from console.table.game.games import GAMES, STAND, has_wheel
from console.table.game.rule_values import Preparing
from console.table.game.rulebook import Rulebook
from console.table.incidents.known_kinds import Kind
from console.table.scenes.rule_tables import Decision, DecisionRow
from console.table.scenes.table_in_memory import Seen, TableInMemory
from console.table.scenes.terms import sent_by

REPORTER: Final = "P1"
"""The id of the pit boss who reports: such a report needs no confirmation if there is no choice."""
_OVER_ELEVEN: Final = "card 9H 9S 8D 7C 5H 9C"
"""The cards of the sample round, but seat 1 holds more than eleven (LT-BJ-08, LT-BJ-2.3.8)."""


class UnreachableMoment(WordedError[str]):
    """A table does not come to a row's moment, or decides nothing there; its phrase says what came instead. A
    slot whose name ends in ``_key`` or ``_keys`` holds the keys of phrases.
    """


def play_decision(row: DecisionRow, when: str, rulebook: Rulebook) -> Decision:
    """The table's decision on a row, reported at one of its moments. Raises UnreachableMoment, LacksGame."""
    table = at_moment(row, when, rulebook)
    report = {"do": "incident", "by": REPORTER, "kind": row.kind, "facts": row.reported_facts}
    seen = table.take(report)
    if not seen["accepted"]:
        raise UnreachableMoment("commissioning.row.refused", why_key=f"log.refused.{seen['refused']}")
    if seen["incident"] is None or seen["incident"]["state"] == IncidentState.FACTS:
        fact = seen["prompt"].get("fact")
        raise UnreachableMoment("commissioning.row.asks", fact_keys=f"fact.name.{fact}" if fact else "")
    choices = tuple(seen["incident"]["choices"] or ())
    if row.choice is not None:
        seen = table.take({"do": "authorise", "by": REPORTER, "choice": row.choice})
    incident: dict[str, Any] = seen["incident"]
    steps = tuple(f"{step['action']}:{step['actor']}" for step in incident["steps"])
    return Decision(incident["outcome"], incident["authority"], steps, choices, incident["clause"] or "")


def at_moment(row: DecisionRow, when: str, rulebook: Rulebook) -> TableInMemory:
    """A table at a row's moment, as the row's facts ask. Raises UnreachableMoment, LacksGame."""
    if when in ("S", "I"):
        return _prepared(row, when, rulebook)
    table = TableInMemory(rulebook, game=row.game)
    for text in _lines(row, when):
        for sent in sent_by(text):
            seen = table.take(sent)
            if not seen["accepted"]:
                raise _stopped(text)
    return table


def _lines(row: DecisionRow, when: str) -> Iterator[str]:
    """The lines that lead to a moment: bet time, a round, its cards or its number, between rounds."""
    sample = GAMES[row.game].sample
    if has_wheel(row.game) or row.facts.get("noticed") == "later" or row.kind == Kind.CUT_CARD_NOT_SCANNED:
        yield from sample.whole
    if row.kind == Kind.NOT_MIXED:  # a shoe that has come in an order, or nobody can tell of it
        yield from sample.in_order
    bets = sample.bets
    begun = _OVER_ELEVEN if row.facts.get("total") == "12+" else sample.begun
    match when:
        case "T":
            yield from bets[:1]
        case "R":
            yield from bets
        case "A" if row.choices:  # no round can be voided if none is open
            yield from bets
        case "N" | "C":
            yield from (*bets, begun)
            if row.kind == Kind.NO_CHANCE_TO_ACT:  # the hand's turn has ended
                yield f"decide {row.facts['seat'].partition('-')[0]} timeout"
        case "L":
            yield from (*bets, begun, "number 17")
        case "E" if "seat" in row.facts:
            yield from (*bets, begun, *STAND)
        case _:
            return


def _prepared(row: DecisionRow, when: str, rulebook: Rulebook) -> TableInMemory:
    """A table whose cards are inspected, or shuffled up to the stage that the row is about."""
    table = TableInMemory(rulebook, game=row.game, is_ready=False)
    for text in ("sign_in P1 pit_boss", "sign_in D1 dealer", "open P1"):
        for sent in sent_by(text):
            table.take(sent)
    way = table.game.cards.rules.preparation if table.game.cards is not None else None
    if way is None:
        raise _stopped(row.game)
    shuffle = [step.action.value for step in way.shuffle]
    first = shuffle[0] if row.facts.get("stage") != "3" else shuffle[-1]
    due = first if when == "S" else "inspect"
    for _ in range(len(way.decks) + len(shuffle) + len(way.load) + 2):
        prompt: Seen = table.view()["prompt"]
        if prompt["action"] == due:
            return table
        counted = {"counted": prompt["cards"]} if prompt["action"] == Preparing.INSPECT else {}
        table.take({"do": "done", "by": "P1" if prompt["actor"] == "pit_boss" else "D1", **counted})
    raise _stopped(due)


def _stopped(at: str) -> UnreachableMoment:
    """``at`` is the line that was refused, or what never became due."""
    return UnreachableMoment("commissioning.row.unreached", at=at)
