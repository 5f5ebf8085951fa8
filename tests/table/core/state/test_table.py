"""The table's values: what a kept one lacks counts as none, and what its sums are of."""

from __future__ import annotations

import inspect
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import state
from console.table.core.state.actions import NEVER_SKIPPED
from console.table.core.state.editions import OLDEST
from console.table.core.state.notifications import Notification
from console.table.core.state.open_incident import (
    Confirmation,
    Incident,
    IncidentState,
    Report,
    RoundsOfSet,
    SetRounds,
)
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.reasons import HALT_REASONS, HaltReason
from console.table.core.state.roles import Role
from console.table.core.state.table import CardsAside, Halt, Round, Table
from console.table.core.state.views import CoupView
from console.table.game import Card

AT = datetime(2026, 11, 20, 12, tzinfo=UTC)
NINE, DEUCE, KING = Card("9H"), Card("2S"), Card("KD")


def test_a_number_that_a_kept_value_lacks_is_zero() -> None:
    """Older consoles did not keep it: a count is 0 then, and an edition the oldest that is read."""
    for file in Path(inspect.getfile(state)).parent.glob("[!_]*.py"):
        module = import_module(f"{state.__name__}.{file.stem}")
        for value in vars(module).values():
            if getattr(value, "__module__", "") == module.__name__:
                defaults = getattr(value, "__struct_defaults__", ())
                fields = getattr(value, "__struct_fields__", ())[-len(defaults) :] if defaults else ()
                named = {each for each, default in zip(fields, defaults, strict=True) if default == OLDEST}
                numbers = [default for default in defaults if type(default) in (int, float)]
                assert named <= {"edition"} and not {*numbers} - {0, OLDEST}, value


def reported(kind: str, **more: object) -> Incident:
    report = Report("T7-i1", "P1", Role.PIT_BOSS, AT, kind, {}, edition=3)
    return msgspec.structs.replace(Incident(report, "T7-9", (), AT), **more)


@pytest.mark.parametrize(
    ("cause", "settled", "outcome", "told"),
    [
        ("order", None, None, SetRounds(5, 2, "T7-5", "T7-9")),
        ("count", None, None, SetRounds(5, 5, "T7-5", "T7-9")),
        ("order", (5, 7, 8, 9), None, SetRounds(5, 2, "T7-5", "T7-9", ("T7-8", "T7-9"))),
        ("copies", (5, 7, 9), None, SetRounds(5, 3, "T7-5", "T7-9", ("T7-5", "T7-7", "T7-9"))),
        ("order", (5, 7, 8, 9), "void", SetRounds(5, 1, "T7-5", "T7-9", ("T7-8",))),
    ],
)
def test_the_rounds_of_a_wrong_set_are_those_of_its_shoe_or_all(
    cause: str, settled: tuple[int, ...] | None, outcome: str | None, told: SetRounds
) -> None:
    """An order is of its shoe, two of five rounds here; copies and a count are of the set."""
    incident = reported("wrong_card_set", facts={"cause": cause}, authorised=Confirmation("P1", AT))
    of_set = RoundsOfSet(5, 2, "T7-9", settled, 0 if settled is None else 2)
    report = replace(incident.report, of_set=of_set)
    assert replace(incident, report=report, outcome=outcome).set_rounds == told


def test_cards_in_no_hand_are_the_halts_the_reports_and_those_to_be_cleared_away() -> None:
    halt = Halt(HaltReason.OUT_OF_TURN, AT, card_out=True, card=NINE, besides=(None, DEUCE))
    halted = replace(Table(), phase=Phase.RESULT, halt=halt)
    assert halt.cards == (NINE, None, DEUCE)
    assert replace(halt, card_out=False, card=None).cards == (None, DEUCE)
    assert halted.in_no_hand == halted.lying_apart == (NINE, None, DEUCE)
    assert replace(halted, tries=1).lying_apart == (None, NINE, None, DEUCE), "one is still to be read"
    told = replace(halted, incident=reported("card_fell", strays=(KING,), to_clear=4))
    assert (told.in_no_hand, told.cards_apart) == ((NINE, None, DEUCE, KING), 8)


def test_the_next_rounds_first_cards_are_those_carried_over_before_those_of_bet_time() -> None:
    """LT-BAC-24a, LT-BAC-25a."""
    assert CardsAside(carried_over=(NINE,), of_bet_time=(DEUCE,)).waiting == (NINE, DEUCE)


def test_the_time_that_passed_of_bet_time_leaves_out_what_the_clock_was_set_by() -> None:
    round_ = Round("T7-1", RoundStatus.OPEN, 18, AT, clock_set=-20.0)
    assert round_.passed(AT - timedelta(seconds=12)) == 8.0


def test_an_office_is_to_be_informed_within_the_hours_from_the_report_on() -> None:
    assert Notification("T7-i1", "regulator", AT, 24).until == AT + timedelta(days=1)


def test_the_cards_of_a_coup_are_both_hands() -> None:
    coup = CoupView("T7-1", RoundStatus.OPEN, (NINE, DEUCE), (KING,), {}, None)
    assert coup.cards_out == 3


def test_a_card_halts_the_table_for_each_of_four_refusals() -> None:
    """Table protocol, What halts."""
    halting = ("not_signed_in", "bets_open", "out_of_turn", "impossible_card")
    assert {each: each for each in halting} == {**HALT_REASONS}


def test_an_incident_of_another_kind_concerns_no_rounds_of_a_set() -> None:
    of_set = RoundsOfSet(5, 2, "T7-9")
    fell = reported("card_fell", authorised=Confirmation("P1", AT), state=IncidentState.STEPS)
    assert replace(fell, report=replace(fell.report, of_set=of_set)).set_rounds is None


def test_no_number_and_no_confirmed_repair_is_a_step_that_can_be_skipped() -> None:
    """Table protocol, Incidents: a reason skips any other step (LT-ROU-31c, ROU-2.1.6)."""
    assert {"enter_number", "confirm_number", "confirm_mended"} == NEVER_SKIPPED
