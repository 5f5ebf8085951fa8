"""Halts and incidents as facts: to which round each belongs, and when it happened."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from console.supervisor.history.interventions import HaltFact, IncidentFact, Intervention, InterventionFold
from console.table.core import Onset, OnsetFold, Person, Role, filmed_from, game_of
from console.table.core.showing.incident_view import reported_view
from tests.supervisor.history.driven import moments_of
from tests.table.core.tables import Seen, book
from tests.table.core.wheel_at_random import status, wheel_bytes
from tests.table.played import AUTHORISE, answer, card, incident, say

OPEN: Seen = {"do": "bets", "state": "open"}
CLOSED: Seen = {"do": "bets", "state": "closed"}
REPORT: Seen = {"do": "incident", "by": "D1"}


def done(by: str = "D1") -> Seen:
    return {"do": "done", "by": by}


def known(*lines: Seen, game: str = "baccarat", rules: str = "lt") -> dict[str, Intervention]:
    """The facts of these lines, each as it is known at their end, by its id."""
    fold, found = InterventionFold(game_of(book(rules), game)), dict[str, Intervention]()
    for moment in moments_of(rules, *lines, game=game):
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


def test_a_wrong_number_that_is_taken_back_while_it_waits_stays_of_its_round() -> None:
    """The round that is open has no number yet."""
    wrong: Seen = {**REPORT, "kind": "wrong_number_recorded", "facts": {"actual": 20}}
    decided: Seen = {"do": "authorise", "by": "P1"}
    back: Seen = {"do": "withdraw", "by": "P1"}
    made = known(OPEN, CLOSED, *SPUN, OPEN, wrong, wrong, decided, back, game="roulette")["T1-i2"]
    assert isinstance(made, IncidentFact)
    assert (made.about, made.opened, made.happened) == ("T1-1", False, made.known)


def test_a_wrong_number_is_of_the_dealer_who_dealt_it() -> None:
    """Not of the one who has relieved that dealer since; if the kind is changed, it is."""
    wrong: Seen = {"do": "incident", "kind": "wrong_number_recorded", "by": "P1"}
    other: Seen = {"do": "answer", "facts": {"kind": "cannot_continue"}, "by": "P1"}
    relief: Seen = {"do": "sign_in", "who": "D2", "role": "dealer"}
    for then, dealer in (((wrong,), "D1"), ((OPEN, wrong, other), "D2")):
        made = known(OPEN, CLOSED, *SPUN, relief, *then, game="roulette")["T1-i1"]
        assert isinstance(made, IncidentFact)
        assert made.dealer == dealer


def test_a_kind_that_was_chosen_while_it_waited_was_said_with_the_report() -> None:
    """Its confirmation, once the report's turn comes, is a later answer."""
    chosen: Seen = {**REPORT, "meant": "wrong_position"}
    made = known(OPEN, CLOSED, {"do": "card", "card": "9H"}, REPORT, chosen)["T1-i2"]
    assert isinstance(made, IncidentFact)
    assert [(each.at, each.facts) for each in made.told] == [(made.reported, {"kind": "wrong_position"})]


def test_the_screen_names_the_video_of_a_chosen_kind_as_the_record_does() -> None:
    """A misread card was chosen for a report, and is not confirmed yet: it is about the last reading."""
    misread: Seen = {"do": "incident", "meant": "misread", "by": "D1"}

    def named(who: str, role: Role) -> Person:
        return Person(who, who, role, "en")

    game = game_of(book("lt"), "baccarat")
    fold, onset, fact = InterventionFold(game), OnsetFold(), None
    for moment in moments_of("lt", OPEN, CLOSED, card("9H"), say("thinks"), misread):
        onset.follow(moment.event, moment.row.refused, moment.row.at, moment.before, moment.after)
        fact = next((each for each in fold.follow(moment) if isinstance(each, IncidentFact)), fact)
    shown = reported_view(game, moment.after, named, timedelta(0), onset.of_open(moment.after))
    assert fact is not None and shown is not None
    assert shown.video == fact.filmed_from < fact.reported


def test_the_video_of_a_wrong_number_begins_with_it_though_a_clock_was_set_back() -> None:
    """The clock was set back in the halt: it began as play stopped, nineteen minutes too late."""
    reported = datetime(2026, 11, 20, 22, tzinfo=UTC)
    number, stopped = reported - timedelta(minutes=19), reported + timedelta(seconds=25)
    onset = Onset(stopped, None)
    assert filmed_from(reported, onset, "wrong_number_recorded", number) == number
    assert filmed_from(reported, onset, None) == stopped, "it is later by the clock alone"
    before = Onset(number - timedelta(seconds=5), None)
    assert filmed_from(reported, before, "wrong_number_recorded", number) == before.stopped


def test_a_void_that_reports_the_offered_fault_says_its_kind() -> None:
    """ROU-2.1.6: as the report of the offer does, by the pit boss who voided the round."""
    failing = wheel_bytes(status(3, 1, 0, 4))
    void: Seen = {"do": "void", "by": "P1"}
    made = known(OPEN, CLOSED, failing, void, game="roulette", rules="sv")["T1-i1"]
    assert isinstance(made, IncidentFact)
    assert [(each.by, each.facts) for each in made.told] == [("P1", {"kind": "technical_fault"})]


def test_a_wrong_number_is_that_of_its_report_though_another_came_while_it_waited() -> None:
    """LT-ROU-33: its round and its video are those of the number that was known then."""
    early: Seen = {"do": "incident", "kind": "spun_in_bet_time", "by": "D1"}
    early["facts"] = {"ball": "pocket", "recorded": True}
    wrong: Seen = {"do": "incident", "kind": "wrong_number_recorded", "by": "P1"}
    number: Seen = {"do": "number", "number": 5}
    lines = (
        *(OPEN, CLOSED, *SPUN, OPEN, early, wrong, {"do": "authorise", "by": "P1"}),
        *({**number, "source": "dealer", "by": "D1"}, {**number, "source": "reader"}),
    )
    made = known(*lines, game="roulette")["T1-i2"]
    assert isinstance(made, IncidentFact)
    assert made.round == "T1-1"
    assert made.filmed_from == made.known != made.reported


def test_a_wait_for_the_decision_is_as_long_whether_the_report_was_read_or_not() -> None:
    """By the clock that nobody can set if it was, else by the times of both."""
    decided = (incident("card_fell", cards=1), answer(seen=False), AUTHORISE)
    moments = moments_of("lt", OPEN, CLOSED, card("9H"), say("thinks"), *decided)
    for unread in (0, 5):
        fold, made = InterventionFold(game_of(book("lt"), "baccarat")), list[Intervention]()
        for moment in moments[unread:]:
            made += fold.follow(moment)
        fact = made[-1]
        assert isinstance(fact, IncidentFact) and fact.authorised is not None
        assert (fact.entry is None) is bool(unread)
        assert fact.waited == pytest.approx((fact.authorised.at - fact.reported).total_seconds(), abs=1e-6)


def test_a_halt_is_numbered_over_the_files_of_its_journal() -> None:
    fold, made = InterventionFold(game_of(book("lt"), "baccarat")), list[Intervention]()
    for moment in moments_of("lt", OPEN, CLOSED, *[{"do": "unread"}] * 3):
        before = replace(moment.before, earlier=100)
        made += fold.follow(replace(moment, before=before, place=moment.place + 7))
    (halt,) = (each for each in made if isinstance(each, HaltFact))
    assert (halt.id, halt.place, halt.entry) == ("H105", 12, 5)
