"""Views that wait to be sent: in order, limited in number, and beginning with the table's present state."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core import (
    BytesJob,
    Job,
    LineJob,
    NoteJob,
    NoteKind,
    Refusal,
    Resumption,
    Session,
    ShownTable,
    Station,
    View,
)
from console.table.core.running.station import BeatJob, ClockJob, LookJob
from console.table.core.state.events import SetEnd
from console.table.devices import DeviceRole
from console.table.devices.catalogue import AttachedDevice, DeviceModel
from console.table.game import TableLimits
from console.table.link.client import Outgoing, goes_out, present
from tests.table.core.lines_at_random import FACES, ORDERS, asked_for
from tests.table.core.tables import CareInMemory, Clockwork, DamagedInMemory, Driven, Seen, card_frame

LINE = LineJob(b"{}")


def shown_table(
    driven: Driven, entry: int, job: Job | None = LINE, refused: Refusal | None = None
) -> ShownTable:
    view = replace(driven.session.view(), entry=entry, accepted=refused is None, refused=refused)
    return ShownTable(view, driven.table, None, job)


def entries(outgoing: Outgoing) -> list[int]:
    return [view.entry for view in iter(outgoing.next_view, None)]


def test_the_outgoing_stream_begins_with_the_table_as_it_is_and_has_every_line_then() -> None:
    outgoing, driven = Outgoing(), Driven("sv")
    for entry in (1, 2):
        outgoing.put(shown_table(driven, entry))
    assert entries(outgoing) == [], "nobody hears yet"
    outgoing.begin()
    for entry in (3, 4):
        outgoing.put(shown_table(driven, entry))
    assert entries(outgoing) == [2, 3, 4]


def test_views_from_before_a_break_are_not_sent_after_it() -> None:
    outgoing, driven = Outgoing(), Driven("sv")
    outgoing.begin()
    outgoing.put(shown_table(driven, 1))
    outgoing.end()
    for entry in range(2, 1000):
        outgoing.put(shown_table(driven, entry))
    assert entries(outgoing) == []
    outgoing.begin()
    assert entries(outgoing) == [999]


def test_a_table_that_is_first_shown_after_the_hello_is_sent_then() -> None:
    outgoing, driven = Outgoing(), Driven("sv")
    outgoing.begin()
    outgoing.put(shown_table(driven, 0, job=None))
    assert entries(outgoing) == [0]


def test_more_than_1024_waiting_views_end_it_until_it_reconnects() -> None:
    outgoing, driven = Outgoing(), Driven("sv")
    outgoing.begin()
    for entry in range(1025):
        assert not outgoing.overflowed
        outgoing.put(shown_table(driven, entry))
    assert outgoing.overflowed
    assert entries(outgoing) == []
    outgoing.begin()
    assert not outgoing.overflowed
    assert entries(outgoing) == [1024]


@pytest.mark.parametrize("entry", [1, 2])
@pytest.mark.parametrize(
    ("job", "refused"),
    [
        (LineJob(b"{}"), None),
        (LineJob(b"{}", by_link=True), Refusal.NOT_RECORDED),
        (BytesJob(DeviceRole.SHOE, b"x"), Refusal.OUT_OF_TURN),
        (BytesJob(DeviceRole.SHOE, b"x"), Refusal.NOT_RECORDED),
        (ClockJob(b"{}"), Refusal.NOT_RECORDED),
        (NoteJob(NoteKind.LOCKED), None),
        (None, None),
    ],
)
def test_lines_are_answered_and_a_view_goes_out_if_it_differs_from_the_one_before(
    job: Job | None, refused: Refusal | None, entry: int
) -> None:
    driven = Driven("sv")
    before = shown_table(driven, 1).view
    assert goes_out(before, shown_table(driven, entry, job, refused)) is (entry > 1 or type(job) is LineJob)


ACTS: list[Callable[[Station], object]] = [
    lambda station: station.ask(lambda session: session.sign_in_beside("D9", "D2")),
    lambda station: station.offer(b'{"do":"view"}'),
    lambda station: station.ask(lambda session: session.sign_in_beside("D9", "D3")),
    lambda station: station.receive(DeviceRole.SHOE, card_frame("0", "player", 1, "9H")),
    lambda station: station.submit(b'{"do":"withdraw","by":"P1","reason":"not drawn"}'),
    *(lambda station, kind=kind: station.note(kind) for kind in NoteKind),
    lambda station: station.beat(lambda: None),
    lambda station: station.look(lambda: None),
    *(
        lambda station, request=request: station.ask(request)
        for request in (
            lambda session: session.sign_handover("P1", session.shift, "outgoing", "the cable at 7"),
            lambda session: session.sign_card_set("DE-55", SetEnd.DESTROYED, "P1", "S1"),
            lambda session: session.set_on_duty("S1"),
            lambda session: session.set_on_duty(""),
            lambda session: session.bar_sets({"DE-55": "BJ 3"}),
            lambda session: session.commission("ab" * 32, "P1", "S1"),
            lambda session: session.set_procedures(["BJ-6.1"]),
            lambda session: session.set_limits(TableLimits(currency="EUR", lowest=1, highest=9)),
            lambda session: session.set_decision_time(12),
            lambda session: session.attach(AttachedDevice(DeviceRole.SHOE, DeviceModel.TEXT_CARDS)),
            lambda session: session.continue_in_new_file("a byte differs"),
            lambda session: session.view_after_bug("Traceback"),
        )
    ),
]


def test_no_job_of_any_sort_changes_the_public_view_unsent() -> None:
    """A server that listens from the start knows the present view after each act, whatever it was."""
    driven, outgoing, failed = Driven("sv", game="blackjack"), Outgoing(), list[Exception]()
    sorts = set[type]()

    def show(shown_table: ShownTable) -> None:
        sorts.add(type(shown_table.job))
        outgoing.put(shown_table)

    driven.session.take(b'{"do":"sign_out","who":"D1"}')
    station = Station(driven.session, Clockwork(), show, failed.append, pause=0)
    outgoing.begin()
    station.show()
    heard = outgoing.next_view()
    assert heard is not None
    prompts = [heard.prompt.action]
    for act in ACTS:
        act(station)
        while station.step():
            pass
        while (view := outgoing.next_view()) is not None:
            heard = view
            prompts.append(heard.prompt.action)
        assert present(heard) == driven.session.view()
    assert not failed
    assert sorts == {type(None), *get_args(Job)} - {BeatJob, LookJob}, "these two show no view"
    assert prompts[:2] == ["sign_in", "await_bets"]


@given(st.lists(st.tuples(st.one_of(ORDERS, st.none(), st.none()), FACES), max_size=25))
def test_the_present_view_is_what_a_line_view_would_bring(steps: list[tuple[Seen | None, str]]) -> None:
    driven = Driven("lt")
    seen = driven.view()
    for line, face in steps:
        sent = msgspec.json.encode(line or asked_for(seen, face))
        assert present(driven.session.take(sent)) == driven.session.view()
        seen = driven.view()


def test_an_incident_that_has_ended_is_in_no_present_view() -> None:
    driven = Driven("lt")
    by, ended = {"by": "D1"}, []
    report = {"do": "incident", "kind": "wrong_position", "facts": {"cards_to_move": 1}, **by}
    bets = [{"do": "bets", "state": state} for state in ("open", "closed")]
    cards = [{"do": "card", "card": face} for face in ("9H", "2S")]
    for line in (*bets, *cards, report, {"do": "done", **by}):
        view = driven.session.take(msgspec.json.encode(line))
        ended.append(view.ended is not None and view.incident is not None)
        assert present(view) == driven.session.view()
    assert ended[-1], "the last line ended it, and its own view said so"


def test_a_present_view_is_of_the_new_file_once_one_was_set_aside() -> None:
    driven, kept = Driven("lt"), DamagedInMemory()
    begun, care = Resumption(driven.first), CareInMemory(kept.go_on)
    session = Session(driven.game, kept, Clockwork(), begun, care=care)
    kept.damaged = True
    view = session.take(b'{"do":"say","by":"D1","text":"all is well"}')
    assert session.set_aside == 1
    assert present(view) == session.view()
    assert present(view).file == 1


def test_every_field_of_a_view_was_thought_of() -> None:
    assert {*View.__struct_fields__} - {"worksheet"} == {
        *("accepted", "refused", "fact", "entry", "phase", "prompt", "say", "bets", "shoe", "round", "call"),
        *("incident", "ended", "offer", "notice", "manual", "why", "stops", "file", "previous", "journal"),
        *("cards_apart", "edition", "device_fault", "faults", "held_back", "wheel_signal"),
    }
