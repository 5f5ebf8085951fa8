"""Halts and incidents as facts: to which round each belongs, and when it happened."""

from __future__ import annotations

from console.history.interventions import HaltFact, IncidentFact, Intervention, InterventionFold
from console.table.games.registry import game_of
from tests.history.driven import moments_of
from tests.table.tables import Seen, book

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
REPORT: Seen = {"do": "incident", "by": "D1"}


def done(by: str = "D1") -> Seen:
    return {"do": "done", "by": by}


def known(*lines: Seen, game: str = "baccarat") -> dict[str, Intervention]:
    """The facts of these lines, each as it is known at their end, by its id."""
    fold, found = InterventionFold(game_of(book("lt"), game)), dict[str, Intervention]()
    for moment in moments_of("lt", *lines, game=game):
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
    facts = known(*coup, shuffle, REPORT)
    (made,) = (each for each in facts.values() if isinstance(each, IncidentFact))
    assert (made.lay, made.about) == (None, None)
    facts = known(*coup, REPORT)
    (made,) = (each for each in facts.values() if isinstance(each, IncidentFact))
    assert made.about == "T1-1", "its cards are still collected"


def test_a_report_that_waits_happens_when_it_is_made() -> None:
    """The halt under which it waits is of the report before it."""
    early: Seen = {"do": "incident", "kind": "early_deal", "by": "D1"}
    facts = known(OPEN, {"do": "card", "card": "9H"}, early, REPORT)
    first, second = (each for each in facts.values() if isinstance(each, IncidentFact))
    (halt,) = (each for each in facts.values() if isinstance(each, HaltFact))
    assert first.happened == halt.at < first.reported
    assert second.happened == second.reported
    assert second.about == first.about == "T1-1"


SPUN: tuple[Seen, ...] = (
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "number", "number": 17, "source": "reader"},
    done(),
)


def test_a_wrong_number_is_of_its_round_as_soon_as_it_is_reported() -> None:
    """LT-ROU-33: also while it waits behind another report, in a round that has no number yet."""
    wrong: Seen = {**REPORT, "kind": "wrong_number_recorded"}
    made = known(OPEN, CLOSED, *SPUN, OPEN, REPORT, wrong, game="roulette")["T1-i2"]
    assert isinstance(made, IncidentFact)
    assert (made.about, made.opened, made.happened) == ("T1-1", False, made.known)
    assert made.happened < made.reported


def test_a_kind_that_was_chosen_while_it_waited_was_said_with_the_report() -> None:
    """Its confirmation, once the report's turn comes, is a later answer."""
    chosen: Seen = {**REPORT, "meant": "wrong_position"}
    made = known(OPEN, CLOSED, {"do": "card", "card": "9H"}, REPORT, chosen)["T1-i2"]
    assert isinstance(made, IncidentFact)
    assert [(each.at, each.facts) for each in made.told] == [(made.reported, {"kind": "wrong_position"})]
