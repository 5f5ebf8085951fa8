"""Views that wait to be sent: in order, limited in number, and beginning with the table's present state."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core.running.session import Resumption, Session
from console.table.core.running.station import BytesJob, ClockJob, Job, LineJob, NoteJob, ShownTable
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.reasons import Refusal
from console.table.core.state.views import View
from console.table.devices.model import DeviceRole
from console.table.link.client import Outgoing, is_of_a_line, present
from tests.table.core.lines_at_random import FACES, ORDERS, asked_for
from tests.table.core.tables import CareInMemory, Clockwork, DamagedInMemory, Driven, Seen

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


def test_more_than_may_wait_ends_it_until_it_reconnects() -> None:
    outgoing, driven = Outgoing(at_most=3), Driven("sv")
    outgoing.begin()
    for entry in range(4):
        outgoing.put(shown_table(driven, entry))
    assert outgoing.overflowed
    assert entries(outgoing) == []
    outgoing.begin()
    assert not outgoing.overflowed
    assert entries(outgoing) == [3]


@pytest.mark.parametrize(
    ("job", "refused", "sent"),
    [
        (LineJob(b"{}"), None, True),
        (LineJob(b"{}", by_link=True), Refusal.NOT_RECORDED, True),
        (BytesJob(DeviceRole.SHOE, b"x"), Refusal.OUT_OF_TURN, True),
        (BytesJob(DeviceRole.SHOE, b"x"), Refusal.NOT_RECORDED, False),
        (ClockJob(b"{}"), None, True),
        (ClockJob(b"{}"), Refusal.NOT_RECORDED, False),
        (NoteJob(NoteKind.LOCKED), None, False),
        (None, None, False),
    ],
)
def test_the_result_of_each_recorded_line_is_sent(
    job: Job | None, refused: Refusal | None, sent: bool
) -> None:
    assert is_of_a_line(shown_table(Driven("sv"), 1, job, refused)) is sent


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
    }
