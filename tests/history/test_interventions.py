"""Halts and incidents as facts: to which round each belongs, and when it happened."""

from __future__ import annotations

from itertools import count

from console.history.interventions import HaltFact, IncidentFact, Intervention, InterventionFold
from console.history.moments import moments
from console.table.judging.checkpoints import encode_table
from console.table.state.entries import JournalEntry
from console.table.state.table import Table
from tests.table.tables import Driven, Seen

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
REPORT: Seen = {"do": "incident", "by": "D1"}


def done(by: str = "D1") -> Seen:
    return {"do": "done", "by": by}


def known(code: str, *lines: Seen, ready: bool = True) -> dict[str, Intervention]:
    """The facts of these lines, each as it is known at their end, by its id."""
    table = Driven(code, is_ready=ready)
    for line in lines:
        table.take(line)
    names = [name for name in JournalEntry.__struct_fields__ if name != "number"]
    rows = (
        JournalEntry(number=number, **{name: getattr(entry, name) for name in names})
        for number, entry in zip(count(1), table.kept.entries, strict=False)
    )
    fold, found = InterventionFold(table.game), dict[str, Intervention]()
    for moment in moments(table.game, encode_table(table.first if ready else Table()), rows):
        found.update((each.id, each) for each in fold.follow(moment))
    return found


def test_an_incident_of_a_shuffle_is_of_no_round() -> None:
    """Something happens while cards are shuffled for the next shoe: the last round is over."""
    coup = (
        OPEN,
        CLOSED,
        *({"do": "card", "card": face} for face in ("9H", "2S", "KD", "4C")),
        done(),
        done(),
    )
    shuffle: Seen = {"do": "reshuffle", "by": "P1", "on": True}
    facts = known("lt", *coup, shuffle, REPORT)
    (made,) = (each for each in facts.values() if isinstance(each, IncidentFact))
    assert (made.lay, made.about) == (None, None)
    facts = known("lt", *coup, REPORT)
    (made,) = (each for each in facts.values() if isinstance(each, IncidentFact))
    assert made.about == "T1-1", "its cards are still collected"


def test_a_report_that_waits_happens_when_it_is_made() -> None:
    """The halt under which it waits is of the report before it."""
    early: Seen = {"do": "incident", "kind": "early_deal", "by": "D1"}
    facts = known("lt", OPEN, {"do": "card", "card": "9H"}, early, REPORT)
    first, second = (each for each in facts.values() if isinstance(each, IncidentFact))
    (halt,) = (each for each in facts.values() if isinstance(each, HaltFact))
    assert first.happened == halt.at < first.reported
    assert second.happened == second.reported
