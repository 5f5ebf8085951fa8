"""Calls on the floor: one person takes a call, the table hears of it, and no taking lasts for ever."""

from __future__ import annotations

import sys
import threading
import time
import unicodedata
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from psycopg import DataError

from console.base.plain_text import stripped
from console.floor.alarms.items import AlarmKind
from console.floor.alarms.watch import STEADY, TileState, Watch
from console.floor.desk import PostgresDesk
from console.floor.door import BatchStatus, NoDoor, OnTheWay
from console.floor.operation import add_table
from console.floor.self_report import Call, CallKind, Fault, SelfReport, TableStanding, encode_report
from console.floor.shipper import Shipper, ShippingThread
from console.floor.wall import CallOver, CallTaker, DiaryDecision, Reading, SeenCall, SeenTable
from console.table.journal import Batch, Shipment
from tests.floor.studio_server import (
    AIDA,
    BEGUN,
    CALL,
    CALLED,
    EMPTY,
    JONAS,
    FloorServer,
    journal,
    packed,
    send_report,
)

ARRIVED = msgspec.structs.replace(CALLED, call=msgspec.structs.replace(CALL, arrived="P1"))
CALM = msgspec.structs.replace(CALLED, call=None)


def seen_table(desk: PostgresDesk, table: str = "T1") -> SeenTable:
    (found,) = (each for each in desk.read().tables if each.table == table)
    return found


def seen_call(desk: PostgresDesk) -> SeenCall:
    found = seen_table(desk, "T1").call
    assert found is not None
    return found


def let_seconds_pass(floor: FloorServer, seconds: int) -> None:
    """Let ``seconds`` pass for every call, and for every alarm that was set aside."""
    by = timedelta(seconds=seconds)
    floor.admin.execute("UPDATE floor.call SET heard = heard - %s, taken_at = taken_at - %s", (by, by))
    floor.admin.execute("UPDATE floor.shelf SET until = until - %s", (by,))


def diary(floor: FloorServer) -> list[tuple[str, str]]:
    return floor.admin.execute("SELECT what, who FROM floor.diary ORDER BY at").fetchall()


def test_a_window_reads_the_report_that_a_table_sent(floor: FloorServer) -> None:
    report = SelfReport(
        standing=TableStanding.HALTED,
        since=BEGUN,
        reason="second_number",
        dealer="Guðrún",
        pit_boss="さくら",
        call=Call(number=7, kind=CallKind.HALT, since=BEGUN),
        faults=(Fault("shoe", "silent"),),
    )
    send_report(floor, report)
    t1, t2 = floor.desk().read().tables
    assert (t1.report, t1.studio, t1.game) == (report, "Riga", "baccarat")
    assert (t2.report, t2.silence, t2.call) == (None, None, None)
    assert t1.call is not None
    assert (t1.call.number, t1.call.part, t1.call.kind, t1.call.widened) == (7, 1, "halt", 0)


def test_a_sign_of_life_is_as_old_as_the_last_answer_of_the_tables_own_thread(floor: FloorServer) -> None:
    desk = floor.desk()
    for age, silent in ((0, False), (4, False), (9, True)):
        send_report(floor, replace(CALM, unanswered=age))
        seen = seen_table(desk)
        assert seen.silence is not None and age <= seen.silence < age + 60
        watch = Watch.new_watch(0.0)
        now = 0.0
        while now <= STEADY + 2:
            watch = watch.after_reading(Reading(tables=(replace(seen, silence=age + 0.5),)), now)
            now += 1.0
        shown = watch.moment(now - 1.0)
        assert (shown.tiles[0].look is TileState.SILENT) is silent
        assert (AlarmKind.SILENT in {item.what for item in shown.items}) is silent


OF_BEFORE = b"""
    SELECT r.table_id, r.name, r.studio, r.room, r.switch, r.game, r.rules, r.told, r.heard, r.changed,
        r.part, r.number, r.call, r.call_part, r.kind, r.age, r.widened, r.taken_by, r.taken_name,
        r.taken_age, r.arrived, r.shelved, b.stood, b.twins, b.disputed, now()
    FROM floor.reading() AS r LEFT JOIN floor.reading_beside() AS b USING (table_id)
    WHERE r.table_id NOT IN (SELECT t.table_id FROM floor.tables AS t WHERE t.retired IS NOT NULL)
    ORDER BY r.table_id
"""
"""The reading as windows asked for it by two functions."""


def test_one_statement_reads_the_tables_as_two_functions_did(floor: FloorServer) -> None:
    desk = floor.desk()
    send_report(floor, CALLED)
    desk.take_call("T1", seen_call(desk), JONAS)
    desk.shelve("T1", "clock", JONAS, "technician is here", 600)
    floor.door().ship(1, EMPTY, Batch(1, bytes(32)))  # a dispute
    add_table(floor.admin, "T3", studio="Riga", game="baccarat", rules="sv")
    floor.admin.execute("UPDATE floor.tables SET retired = now() WHERE table_id = 'T3'")
    with floor.account(floor.windows["boss"]) as connection:
        for consoles in ((), (b"1" * 16, b"2" * 16)):
            for console in consoles:
                floor.admin.execute(
                    "INSERT INTO floor.hand (table_id, console, address, since, heard, is_out) "
                    "VALUES ('T1', %b, '', now(), now(), false)",
                    (console,),
                )
            if consoles:
                floor.admin.execute("INSERT INTO floor.twins (table_id, since) VALUES ('T1', now())")
                floor.admin.execute("UPDATE floor.state SET twins = true")
            with connection.transaction():
                before = connection.execute(OF_BEFORE).fetchall()
                assert connection.execute("SELECT * FROM floor.whole_reading()").fetchall() == before
            t1, t2 = desk.read().tables
            assert (t1.disputed, t1.twins is None) == ("" if consoles else "rewritten", not consoles)
            assert (len(t1.shelved), t1.call is None, t2.report) == (1, False, None)


def test_the_first_to_take_a_call_has_it_and_the_second_sees_the_taker(floor: FloorServer) -> None:
    send_report(floor)
    desks = [floor.desk(), floor.desk()]
    call, start, answers = seen_call(desks[0]), threading.Barrier(2), list[CallTaker]()

    def take(at: int) -> None:
        start.wait(60)
        answers.append(desks[at].take_call("T1", call, (JONAS, AIDA)[at]))

    both = [threading.Thread(target=take, args=(at,)) for at in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join(60)
    assert len(answers) == 2
    assert answers[0].who == answers[1].who
    assert diary(floor) == [("taken", answers[0].who)]
    assert seen_call(desks[0]).taken is not None


def test_the_table_hears_who_comes_until_that_person_signs_in_there(floor: FloorServer) -> None:
    assert send_report(floor).coming is None
    desk = floor.desk()
    desk.take_call("T1", seen_call(desk), JONAS)
    coming = send_report(floor).coming
    assert coming is not None
    assert coming[:4] == (1, 3, "P1", "Jonas")
    taken = floor.admin.execute(b"SELECT taken_at FROM floor.call").fetchone()
    assert taken == (coming.at,), "by the floor's own clock"
    assert send_report(floor, ARRIVED).coming is None
    taking = seen_call(desk).taken
    assert taking is not None
    assert taking.arrived
    desk.release("T1", seen_call(desk), JONAS)
    assert seen_call(desk).taken is not None, "who is there is not on the way any more"
    send_report(floor, CALM)
    assert seen_table(desk).call is None
    assert diary(floor) == [("taken", "P1"), ("arrived", "P1")]


@pytest.mark.parametrize("taken", (True, False), ids=("another took it", "nobody took it"))
def test_a_call_is_held_by_the_pit_boss_who_is_at_the_table(floor: FloorServer, taken: bool) -> None:
    """The wall named the one who had set out, or nobody, and let others set out as well."""
    send_report(floor)
    desk = floor.desk()
    if taken:
        desk.take_call("T1", seen_call(desk), JONAS)
    assert CALLED.call is not None
    there = replace(CALLED, call=replace(CALLED.call, arrived="P2"), people={"P2": "Guðrún"})
    send_report(floor, there)
    for held in (seen_call(desk).taken, desk.take_call("T1", seen_call(desk), AIDA)):
        assert held is not None
        assert (held.who, stripped(held.name), held.arrived) == ("P2", "Guðrún", True)
        assert 0 <= held.age < 60
    send_report(floor, CALM)
    send_report(floor)
    again = seen_call(desk)
    assert again.taken is None, "called again, though the pit boss has gone"
    assert desk.take_call("T1", again, AIDA).who == "P2"


def test_an_open_call_goes_on_by_its_number_however_its_beginning_is_told(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    desk.take_call("T1", seen_call(desk), JONAS)
    later = replace(CALL, since=BEGUN + timedelta(milliseconds=3))
    answer = send_report(floor, replace(CALLED, call=later))
    assert answer.coming is not None and answer.coming.who == "P1"
    taken = seen_call(desk).taken
    assert taken is not None and taken.who == "P1"
    assert diary(floor) == [("taken", "P1")]


def test_a_call_that_is_over_can_not_be_taken(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    call = seen_call(desk)
    send_report(floor, CALM)
    with pytest.raises(CallOver):
        desk.take_call("T1", call, JONAS)


def test_a_pit_boss_who_does_not_come_within_three_minutes_loses_the_call(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    desk.take_call("T1", seen_call(desk), JONAS)
    let_seconds_pass(floor, 120)
    assert seen_call(desk).taken is not None
    let_seconds_pass(floor, 61)
    assert seen_call(desk).taken is None, "though the table has said nothing since"
    assert send_report(floor).coming is None
    assert desk.take_call("T1", seen_call(desk), AIDA).who == "P2"
    assert diary(floor) == [("taken", "P1"), ("lapsed", "P1"), ("taken", "P2")]


def test_an_untaken_call_widens_every_minute(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    widened = [seen_call(desk).widened]
    for seconds in (30, 31, 30, 31):
        let_seconds_pass(floor, seconds)
        widened.append(seen_call(desk).widened)
    assert widened == [0, 0, 1, 1, 2]
    desk.take_call("T1", seen_call(desk), JONAS)
    let_seconds_pass(floor, 100)
    assert seen_call(desk).widened == 2


def test_only_who_took_a_call_or_a_supervisors_window_gives_it_back(floor: FloorServer) -> None:
    send_report(floor)
    desk = floor.desk()
    desk.take_call("T1", seen_call(desk), JONAS)
    desk.release("T1", seen_call(desk), AIDA)
    assert seen_call(desk).taken is not None
    floor.desk("supervisor").release("T1", seen_call(desk), AIDA)
    assert seen_call(desk).taken is None
    desk.take_call("T1", seen_call(desk), AIDA)
    desk.release("T1", seen_call(desk), AIDA)
    assert seen_call(desk).taken is None
    assert diary(floor) == [("taken", "P1"), ("released", "P2"), ("taken", "P2"), ("released", "P2")]


def test_a_shelved_alarm_ends_by_itself_or_is_taken_up_again(floor: FloorServer) -> None:
    desk = floor.desk()
    desk.shelve("T1", "clock", JONAS, "technician is here", 600)
    desk.shelve("T1", "silent", AIDA, "cable", 120)
    assert [(each.what, each.name, each.reason) for each in seen_table(desk).shelved] == [
        ("silent", "Aida", "cable"),
        ("clock", "Jonas", "technician is here"),
    ]
    assert 300 < seen_table(desk).shelved[1].left <= 600
    let_seconds_pass(floor, 121)
    assert [each.what for each in seen_table(desk).shelved] == ["clock"]
    desk.unshelve("T1", "clock", AIDA)
    assert seen_table(desk).shelved == ()
    assert diary(floor) == [("shelved", "P1"), ("shelved", "P2"), ("unshelved", "P2")]


@pytest.mark.parametrize(("reason", "seconds"), [("", 60), (" \u3164", 60), ("why", 3601), ("why", 0)])
def test_nothing_is_shelved_without_a_reason_or_for_longer_than_an_hour(
    floor: FloorServer, reason: str, seconds: float
) -> None:
    desk = floor.desk()
    with pytest.raises(ValueError, match="an hour at most"):
        desk.shelve("T1", "clock", JONAS, reason, seconds)
    with pytest.raises(ValueError, match="no shelving"):
        desk._row_of("SELECT floor.shelve('T1', 'clock', 'P1', 'Jonas', %s, %s)", reason, seconds)
    assert seen_table(desk).shelved == ()


def test_a_window_fills_neither_the_shelf_nor_the_diary(floor: FloorServer) -> None:
    """With a stolen token fifteen thousand alarms were laid aside in ten seconds: every wall read them."""
    desk = floor.desk()
    for many in range(40):
        desk.shelve("T1", f"x{many}", JONAS, "why", 600)
    with pytest.raises(ValueError, match="no shelving"):
        desk.shelve("T1", "clock", JONAS, "why", 600)
    desk.shelve("T1", "x3", AIDA, "again", 600)
    desk.shelve("T2", "clock", JONAS, "why", 600)
    let_seconds_pass(floor, 601)
    desk.shelve("T1", "clock", JONAS, "why", 600)
    kept = floor.admin.execute("SELECT what FROM floor.shelf WHERE table_id = 'T1'").fetchall()
    assert kept == [("clock",)], "what has ended goes"
    floor.admin.execute("UPDATE floor.deeds SET many = 599")
    desk.unshelve("T1", "clock", JONAS)
    before = diary(floor)
    with pytest.raises(NoDoor, match="too many deeds"):
        desk.shelve("T1", "clock", JONAS, "why", 600)
    with pytest.raises(NoDoor, match="too many deeds"):
        desk.set_duty(AIDA, begins=True)
    floor.desk("supervisor").shelve("T1", "clock", AIDA, "why", 600)
    floor.admin.execute("UPDATE floor.deeds SET since = since - interval '61 s'")
    desk.shelve("T1", "silent", JONAS, "why", 600)
    assert len(diary(floor)) == len(before) + 2


@pytest.mark.sweep
def test_the_floor_and_the_console_agree_on_which_signs_can_be_seen(floor: FloorServer) -> None:
    """Of those that the console's Unicode knows: the floor knows no list of the others."""
    asked = b"""
        SELECT sign FROM generate_series(1, x'10ffff'::integer) AS code
        CROSS JOIN LATERAL (SELECT chr(code) AS sign) AS s WHERE floor.is_visible(sign)
        AND code NOT BETWEEN x'd800'::integer AND x'dfff'::integer
    """
    shown = {sign for (sign,) in floor.admin.execute(asked) if unicodedata.category(sign) != "Cn"}
    known = (chr(code) for code in range(1, sys.maxunicode + 1))
    assert shown == {sign for sign in known if stripped(sign) and unicodedata.category(sign) != "Cs"}


@pytest.mark.parametrize(("name", "reason"), [("Jonas", "\u2060\u00a0"), ("\u3164", "examined")])
def test_a_dispute_is_settled_by_a_name_and_a_reason_that_can_be_seen(
    floor: FloorServer, name: str, reason: str
) -> None:
    disputed(floor)
    asked = b"SELECT floor.settle_dispute('T1', 'P1', %s, %s)"
    with (
        floor.account(floor.windows["supervisor"]) as forged,
        pytest.raises(DataError, match="no "),
    ):
        forged.execute(asked, (name, reason))
    assert diary(floor) == []


def test_a_call_outlasts_the_part_in_which_it_began(floor: FloorServer) -> None:
    """A file that goes on as another part reports the same call; who comes still comes."""
    send_report(floor)
    desk, door = floor.desk(), floor.door()
    desk.take_call("T1", seen_call(desk), JONAS)
    another = msgspec.structs.replace(EMPTY, digest=bytes(32))
    coming = door.ship(2, another, Batch(1, bytes(32)), encode_report(CALLED)).coming
    assert coming is not None
    assert coming.name == "Jonas"
    assert seen_call(desk).taken is not None


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    "call",
    [b'"x"', b"[]", b"{}", b'{"number": "x"}', b'{"number": 1e400, "since": 1, "kind": "call"}', b"null"],
)
def test_a_malformed_call_is_read_as_no_call(floor: FloorServer, tmp_path: Path, call: bytes) -> None:
    path = tmp_path / "journal.db"
    state = b'{"standing": "playing", "since": "2026-05-01T03:00:00Z", "call": ' + call + b"}"
    with journal(path, 3):
        shipment = Shipment(path)
        assert floor.door().ship(1, shipment.heading, shipment.batch(1, 3), state).status is BatchStatus.TAKEN
    assert seen_table(floor.desk()).call is None


@pytest.mark.parametrize(
    ("field", "standing", "look"),
    [
        (b'"people": 5', TableStanding.HALTED, TileState.HALTED),
        (b'"standing": "asleep"', None, TileState.UNREAD),
        (b'"since": 5, "people": {"D3": "Rasa K."}', None, TileState.UNREAD),
    ],
)
def test_a_report_with_an_unreadable_field_is_an_alarm_and_keeps_its_call(
    floor: FloorServer, tmp_path: Path, field: bytes, standing: TableStanding | None, look: TileState
) -> None:
    path = tmp_path / "journal.db"
    call = b'"call": {"number": 2, "since": "2026-05-01T03:00:00Z", "kind": "halt"}'
    state = b'{"standing": "halted", "since": "2026-05-01T03:00:00Z", "round": "R1-17", ' + call
    with journal(path, 3):
        shipment = Shipment(path)
        state += b", " + field + b"}"
        assert floor.door().ship(1, shipment.heading, shipment.batch(1, 3), state).status is BatchStatus.TAKEN
    reading = floor.desk().read()
    (seen,) = [each for each in reading.tables if each.table == "T1"]
    assert seen.unread and (seen.report.standing if seen.report else None) == standing
    moment = Watch.new_watch(0.0).after_reading(replace(reading, tables=(seen,)), 0.0).moment(0.0)
    assert [tile.look for tile in moment.tiles] == [look]
    found = {(item.what, item.call) for item in moment.items}
    assert found >= {(AlarmKind.UNREAD, 0), (AlarmKind.HALTED, 2)}


def test_a_state_that_the_floor_can_not_take_costs_no_entry(floor: FloorServer, tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with journal(path, 20):
        shipper = Shipper(path, floor.door(), None, state=lambda held_back: b'{"dealer": "\\u0000"}')
        while shipper.step():
            pass
    assert floor.entries() == packed(path)


def test_a_window_gets_a_hint_for_a_call_or_a_halt_and_not_for_each_entry(floor: FloorServer) -> None:
    desk = floor.desk()
    assert desk.wait_for_hint(0), "what was said before it listened it may have missed"
    other = msgspec.structs.replace
    for report, hints in (
        (CALM, True),
        (other(CALM, entry=2, rounds=1), False),
        (other(CALM, standing=TableStanding.HALTED), True),
        (CALLED, True),
        (other(CALLED, entry=3), False),
    ):
        floor.admin.execute("UPDATE floor.state SET hinted = NULL")
        send_report(floor, report)
        assert desk.wait_for_hint(10 if hints else 0.05) is hints, report


def test_a_table_hints_once_a_second_at_most(floor: FloorServer) -> None:
    desk = floor.desk()
    send_report(floor)
    began = time.monotonic()
    assert desk.wait_for_hint(0)
    hints = 0
    for entry in range(5):
        send_report(floor, msgspec.structs.replace(CALM, reason=str(entry)))
        hints += desk.wait_for_hint(0.02)
    assert hints <= time.monotonic() - began


def test_a_calls_age_is_by_the_tables_own_clock_however_late_the_floor_hears_of_it(
    floor: FloorServer,
) -> None:
    """A server that lost what it knew hears it again from a table whose clock is wrong."""
    for _ in range(2):
        before = msgspec.structs.replace(CALL, since=BEGUN - timedelta(minutes=1))
        send_report(floor, msgspec.structs.replace(CALLED, call=before))
        (seen, _) = floor.desk().read().tables
        assert seen.call is not None
        assert 60 <= seen.call.age < 90
        assert seen.stood is not None
        assert 0 <= seen.stood < 30
        floor.admin.execute("DELETE FROM floor.call; DELETE FROM floor.state")


def test_a_table_hears_at_once_that_a_pit_boss_is_coming(
    floor: FloorServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread is hinted: the table does not hear of it with its next sign of life."""
    monkeypatch.setattr("console.floor.shipper.HEARTBEAT", 3600)
    path, news, heard = tmp_path / "journal.db", list[OnTheWay | None](), threading.Event()

    def on_news(coming: OnTheWay | None) -> None:
        news.append(coming)
        heard.set()

    with journal(path, 3):
        door = floor.door()
        shipper = Shipper(path, door, None, state=lambda held_back: encode_report(CALLED), news=on_news)
        thread = ShippingThread(shipper)
        thread.start()
        try:
            assert heard.wait(60)
            heard.clear()
            desk = floor.desk()
            desk.take_call("T1", seen_call(desk), JONAS)
            assert heard.wait(60)
        finally:
            thread.stop(10)
    assert [coming and coming.name for coming in news] == [None, "Jonas"]


def test_a_line_that_ends_while_a_desk_waits_for_hints_is_replaced_and_hints(floor: FloorServer) -> None:
    desk = floor.desk()
    desk.wait_for_hint(0)
    floor.admin.execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
    )
    with pytest.raises(NoDoor):
        desk.wait_for_hint(5)
    assert desk.wait_for_hint(0)


def test_closing_ends_the_waiting_for_a_hint(floor: FloorServer) -> None:
    desk = floor.desk()
    desk.wait_for_hint(0)

    def wait() -> None:
        with suppress(NoDoor):  # closed before it began to wait
            desk.wait_for_hint(600)

    waits = threading.Thread(target=wait)
    waits.start()
    desk.close()
    waits.join(60)
    assert not waits.is_alive()


def test_a_dispute_is_shown_until_a_supervisor_settles_it(floor: FloorServer) -> None:
    door = floor.door()
    door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    door.ship(1, EMPTY, Batch(1, bytes(32)))
    assert seen_table(floor.desk()).disputed == "rewritten"
    floor.desk("supervisor").settle("T1", AIDA, "restored from Tuesday's copy")
    assert seen_table(floor.desk()).disputed == ""
    assert floor.disputes() == ["forked"], "it stays"


def disputed(floor: FloorServer) -> None:
    """T1's journal differs from what it shipped."""
    door = floor.door()
    door.ship(1, EMPTY, Batch(1, EMPTY.digest))
    door.ship(1, EMPTY, Batch(1, bytes(32)))


def test_of_two_settlements_of_a_dispute_the_first_counts_and_the_second_sees_it(
    floor: FloorServer,
) -> None:
    disputed(floor)
    desks = [floor.desk("supervisor"), floor.desk("supervisor")]
    for desk in desks:
        desk.read()
    start, answers = threading.Barrier(2), dict[int, DiaryDecision | None]()

    def settle(at: int) -> None:
        start.wait(10)
        answers[at] = desks[at].settle("T1", (JONAS, AIDA)[at], ("restored", "renewed")[at])

    both = [threading.Thread(target=settle, args=(at,)) for at in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join(10)
    first, second = sorted((answers[0], answers[1]), key=lambda each: each is None or not each.counts)
    assert first is not None and second is not None
    assert (first.counts, second.counts) == (True, False)
    assert (second.name, second.reason) == (first.name, first.reason)
    assert 0 <= second.age < 10
    who, reason = {"Jonas": ("P1", "restored"), "Aida": ("P2", "renewed")}[first.name]
    asked = b"SELECT what, who, reason FROM floor.diary"
    assert floor.admin.execute(asked).fetchall() == [("settled", who, reason)]


def test_the_second_of_two_settlements_waits_for_the_first_one_and_sees_it(floor: FloorServer) -> None:
    """The first one holds its transaction open until the second one waits: no accident of time decides."""
    disputed(floor)
    asked = "SELECT floor.settle_dispute('T1', %s, %s, 'examined')"
    waits = b"SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"
    second, answers = floor.desk("supervisor"), list[DiaryDecision | None]()
    with floor.account(floor.windows["supervisor"]) as first:
        first.autocommit = False
        assert first.execute(asked.encode(), ("P1", "Jonas")).fetchone() == (True,)
        thread = threading.Thread(target=lambda: answers.append(second.settle("T1", AIDA, "renewed")))
        thread.start()
        while floor.admin.execute(waits, ("%settle_dispute%",)).fetchone() != (1,):
            assert thread.is_alive()
        first.commit()
        thread.join(10)
    assert answers[0] is not None
    assert (answers[0].counts, answers[0].name, answers[0].reason) == (False, "Jonas", "examined")
    assert diary(floor) == [("settled", "P1")]


def test_a_dispute_after_a_settlement_is_open_again_and_settled_by_itself(floor: FloorServer) -> None:
    disputed(floor)
    desk = floor.desk("supervisor")
    for reason in ("restored", "renewed"):
        decision = desk.settle("T1", AIDA, reason)
        assert decision is not None
        assert (decision.counts, decision.reason) == (True, reason)
        floor.admin.execute(
            "INSERT INTO floor.dispute VALUES ('T1', 1, clock_timestamp(), 'forked', 9, '', '')"
        )
    assert desk.settle("T2", AIDA, "restored") is None, "it was never disputed"


def test_a_dispute_has_one_age_at_every_window_whenever_that_was_opened(floor: FloorServer) -> None:
    disputed(floor)
    by = timedelta(hours=5)
    floor.admin.execute("UPDATE floor.dispute SET at = at - %s", (by,))
    ages = [seen_table(floor.desk()).disputed_for for _ in range(2)]
    assert all(5 * 3600 <= age < 5 * 3600 + 60 for age in ages)
    floor.admin.execute("INSERT INTO floor.dispute VALUES ('T1', 1, clock_timestamp(), 'shrunk', 9, '', '')")
    assert seen_table(floor.desk()).disputed_for >= 5 * 3600, "it counts from the first that nobody settled"
    desk = floor.desk()
    assert seen_table(desk, "T2").disputed_for == 0
    changed = desk.changes()
    assert changed is not None
    (told,) = [each for each in changed.tables if each.table == "T1"]
    assert told.disputed_for >= 5 * 3600, "after a hint, too"


def test_a_window_makes_the_coming_week_and_says_where_entries_lie_outside_all_days(
    floor: FloorServer,
) -> None:
    desk = floor.desk()
    assert desk.prepare() is False
    asked = "SELECT count(*) FROM pg_class WHERE relname ~ '^entry_[0-9]{8}$'"
    (many,) = floor.admin.execute(asked.encode()).fetchone() or (0,)
    assert many >= 8
    floor.admin.execute(
        "INSERT INTO floor.entry VALUES ('T1', 9, 1, '1970-01-01', now(), 'strange', '', NULL)"
    )
    assert desk.prepare() is True
