"""The causes of held-up play that a program and a pit boss see, and by what somebody signed in."""

from __future__ import annotations

from console.table.core.state import editions
from console.table.core.state.note_kinds import NoteKind
from tests.table.core.editions.scenes import scene
from tests.table.core.tables import Driven

OPEN, CLOSED = ({"do": "bets", "state": state} for state in ("open", "closed"))
FAILING = {"do": "device", "name": "wheel", "hex": b"*X;2;010;27;4;140;0\r\n".hex()}


@scene(editions.READY, before=(None, None), since=("not_ready", ["wheel_fault"]))
def bets_are_opened_over_a_wheel_that_reports_a_fault() -> object:
    table = Driven("sv", game="roulette")
    table.take(FAILING)
    view = table.take(OPEN)
    return view["refused"], view["held_back"]


@scene(editions.READY, before=(None, None), since=("not_ready", ["locked"]))
def bets_are_opened_at_a_locked_table() -> object:
    table = Driven("sv")
    table.session.note(NoteKind.LOCKED, text="screen")
    view = table.take(OPEN)
    return view["refused"], view["held_back"]


@scene(editions.READY, before=(None, None), since=("not_ready", ["reader_silent", "port_shared"]))
def bets_are_opened_over_a_lost_reader_and_a_port_that_is_shared() -> object:
    table = Driven("sv")
    table.session.note(NoteKind.DEVICE_LOST, text="reader")
    table.session.note(NoteKind.DEVICE_SHARED, text="shoe")
    view = table.take(OPEN)
    return view["refused"], view["held_back"]


@scene(editions.NEEDS, before="unsaid", since=["choice", "reason"])
def a_choice_waits_for_its_reason() -> object:
    table = Driven("sv", game="blackjack")
    table.take(OPEN)
    table.take(CLOSED)
    facts = {"what": "cards_changed"}
    view = table.take({"do": "incident", "kind": "prohibited_action", "by": "P1", "facts": facts})
    return view["prompt"].get("needs", "unsaid")


@scene(editions.NEEDS, before="unsaid", since=["reason"])
def a_halt_is_taken_back_with_a_reason_alone() -> object:
    table = Driven("lt", game="roulette")
    table.take(OPEN)
    table.take({"do": "number", "number": 9, "source": "reader"})
    return table.view()["prompt"].get("needs", "unsaid")


@scene(editions.NEEDS, before="unsaid", since=True)
def an_offer_is_of_a_round() -> object:
    table = Driven("sv")
    view = table.take(OPEN)
    halted = table.take({"do": "card", "card": "9H"})
    return halted["offer"]["round"] == view["round"]["id"] if "round" in halted["offer"] else "unsaid"


@scene(editions.WAIT, before=None, since="please_wait")
def a_dealer_calls_with_bets_closed() -> object:
    table = Driven("lt")
    table.take(OPEN)
    assert table.take({"do": "call", "by": "D1", "on": True})["notice"] is None
    return table.take(CLOSED)["notice"]


@scene(editions.WAIT, before=None, since="please_wait")
def a_reader_is_lost_while_its_card_is_due() -> object:
    table = Driven("lt")
    table.take(OPEN)
    table.take(CLOSED)
    table.session.note(NoteKind.DEVICE_LOST, text="shoe")
    return table.view()["notice"]


@scene(editions.WAIT, before=["LT-BAC-11", "BAC-3.4.2"], since=[])
def a_bet_time_is_shorter_than_its_clause() -> object:
    return Driven("lt").take({**OPEN, "seconds": 5})["prompt"]["clauses"]


@scene(editions.WAY, before=None, since="bad_input")
def a_sign_in_names_no_way() -> object:
    table = Driven("sv")
    return table.take({"do": "sign_in", "who": "P2", "role": "pit_boss", "way": "card"})["refused"]
