"""A trainee deals beside a dealer: each press names both, and the trainee goes once that dealer has left."""

from __future__ import annotations

import pickle

import msgspec
import pytest

from console.table.core import NoteKind, PersonAtTable, Role, Who, events
from tests.table.core.tables import Driven, Seen, as_restarted

BETS: Seen = {"do": "bets", "state": "open"}
REPORT: Seen = {"do": "incident", "by": "T7"}


def dealing(code: str = "sv", *, game: str = "baccarat") -> Driven:
    """A table at which trainee T7 deals beside D1, whom the trainee has relieved."""
    table = Driven(code, game=game)
    assert table.session.sign_in_beside("T7", "D1").accepted
    return table


def events_of(table: Driven) -> list[events.AnyEvent]:
    return [events.DECODER.decode(each.event) for each in table.kept.entries]


def dealer(table: Driven) -> PersonAtTable:
    (there,) = (each for each in table.table.people if each.role is Role.DEALER)
    return there


def test_each_press_of_a_trainee_names_both_and_its_by_stays_one_person() -> None:
    table = dealing()
    for line in ({"do": "call", "by": "T7", "on": True}, REPORT, {"do": "withdraw", "by": "T7"}):
        assert table.take(line)["accepted"], line
    assert [(each.by, each.beside) for each in events_of(table) if isinstance(each, events.Act)] == [
        ("T7", "D1")
    ] * 3
    assert {each.person for each in table.kept.entries} == {"T7"}
    table.take({"do": "call", "by": "P1", "on": True})
    assert b"beside" not in table.kept.entries[-1].event, "a pit boss acts alone"


def test_a_report_that_a_press_makes_besides_names_both() -> None:
    table = Driven("sv", is_ready=False)
    for line in ({"do": "sign_in", "who": "P1", "role": "pit_boss"}, {"do": "open", "by": "P1"}):
        table.take(line)
    table.session.sign_in_beside("T7", "D1")
    while table.view()["prompt"]["action"] != "inspect":
        table.take({"do": "done", "by": "T7"})
    table.take({"do": "done", "by": "T7", "counted": 415})
    reported = events_of(table)[-1]
    assert isinstance(reported, events.IncidentReported)
    assert (reported.by, reported.beside, reported.counted) == ("T7", "D1", 415)


def test_the_dealer_beside_presses_nothing() -> None:
    table = dealing()
    refused = table.take({"do": "call", "by": "D1", "on": True})
    assert refused["refused"] == "not_signed_in"


def test_a_trainee_whose_dealer_left_deals_on_alone_until_somebody_acts() -> None:
    table = dealing()
    table.take(BETS)
    table.session.note(NoteKind.BESIDE_LEFT, who="D1", text="T7")
    assert dealer(table) == PersonAtTable("T7", Role.DEALER, "D1", left=True)
    table.take({"do": "call", "by": "T7", "on": True})
    assert b"beside" not in table.kept.entries[-1].event
    assert as_restarted(table.table) == table.table, "a restart knows it"
    assert table.session.sign_in_beside("T7", "D1").accepted, "and may come back"
    assert dealer(table) == PersonAtTable("T7", Role.DEALER, "D1")


@pytest.mark.parametrize("left", (False, True))
def test_a_trainee_whose_training_ended_deals_alone(left: bool) -> None:
    table = dealing()
    if left:
        table.session.note(NoteKind.BESIDE_LEFT, who="D1", text="T7")
    table.session.note(NoteKind.TRAINING_ENDED, who="T7")
    assert dealer(table) == PersonAtTable("T7", Role.DEALER)
    assert as_restarted(table.table) == table.table
    table.take({"do": "call", "by": "T7", "on": True})
    assert b"beside" not in table.kept.entries[-1].event


def test_another_dealer_comes_beside_a_trainee_or_relieves_both() -> None:
    table = dealing()
    assert table.session.sign_in_beside("T7", "D2").accepted
    assert dealer(table) == PersonAtTable("T7", Role.DEALER, "D2")
    table.take({"do": "sign_in", "who": "D2", "role": "dealer"})
    assert dealer(table) == PersonAtTable("D2", Role.DEALER), "who stood beside takes over"


def test_the_one_beside_who_takes_another_role_stands_beside_nobody() -> None:
    table = dealing()
    table.take({"do": "sign_in", "who": "D1", "role": "supervisor"})
    assert dealer(table).left


@pytest.mark.parametrize(
    ("who", "beside", "refused"),
    (
        ("T7", "t7", "not_authorised"),
        ("T7", "P1", "already_signed_in"),
        ("P1", "D1", "already_signed_in"),
        ("T7", "D1", "already_signed_in"),
    ),
)
def test_a_trainee_deals_beside_another_person_who_has_no_other_role(
    who: str, beside: str, refused: str
) -> None:
    table = dealing()
    before = table.table.people
    view = table.session.sign_in_beside(who, beside)
    assert (view.refused, view.why is not None) == (refused, True)
    assert table.table.people == before


def test_a_sign_in_of_the_protocol_brings_nobody_beside() -> None:
    """The game server and drive know no trainees: a field that the line does not have is recorded alone."""
    table = Driven("sv")
    table.take({"do": "sign_in", "who": "T7", "role": "dealer", "beside": "D1"})
    assert dealer(table) == PersonAtTable("T7", Role.DEALER)


def test_a_state_without_trainees_is_kept_as_before() -> None:
    assert msgspec.json.encode(PersonAtTable("D1", Role.DEALER)) == b'{"who":"D1","role":"dealer"}'


def test_a_person_with_a_dealer_beside_is_the_same_person_after_a_copy() -> None:
    """A report is made in a process of its own."""
    beside, alone = Who("T7", "D1"), Who("T7")
    back = pickle.loads(pickle.dumps((beside, alone)))
    assert back == (beside, alone) == ("T7", "T7")
    assert [each.beside for each in (*back, beside, Who("T7"))] == ["D1", None, "D1", None]
