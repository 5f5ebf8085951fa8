"""The alarms of a floor: their priority, their order, and when they sound."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.base.words import LANGUAGES, Words
from console.floor.alarms.conditions import BacklogStart, backlogs_after
from console.floor.alarms.folds import ALL
from console.floor.alarms.items import (
    PRIORITIES,
    AlarmKind,
    AlarmLine,
    AlarmOrder,
    CommonCause,
    Priority,
    shelf_name,
    urgency,
)
from console.floor.alarms.watch import TileState, Watch, natural, risen_priority
from console.floor.self_report import OpenIncident, TableStanding
from console.floor.ui.appearance import detail_text, place_text, reason_and_act, what_text
from console.floor.wall import Changes, Reading, RefusedConsole, SeenTable, Twins
from console.table.ui.incident import kind_name
from console.table.words import inside
from tests.base.words.catalogues import words
from tests.examples import examples
from tests.floor.readings import AT, coming, fault, reading, shelf, table, waiting

SILENT_AFTER, RISES, RISES_IN_ROUND, LOW_RISES = 6.0, 120.0, 60.0, 900.0
"""Seconds of the table of priorities in the floor's design, and in the handbook's page on the overview."""
STEADY, CHATTERS, QUIET = 10.0, 60.0, 120.0
ONE_CAUSE, STANDS, FLOOD = 5, 8, 10

HIGH, MEDIUM, LOW, INFO = Priority.HIGH, Priority.MEDIUM, Priority.LOW, Priority.INFO


def watch_of(
    *tables: SeenTable, rooms: tuple[str, ...] = (), heard_for: float = STEADY + 2
) -> tuple[Watch, float]:
    """A window that has heard these tables each second for so long, and its clock."""
    watch, now = Watch.new_watch(0.0, rooms), 0.0
    while now <= heard_for:
        watch = watch.after_reading(reading(*tables), now)
        now += 1.0
    return watch, now - 1.0


def only_alarm(*tables: SeenTable) -> AlarmLine:
    watch, now = watch_of(*tables)
    (item,) = watch.moment(now).items
    return item


def items_of(*tables: SeenTable) -> tuple[AlarmLine, ...]:
    watch, now = watch_of(*tables)
    return watch.moment(now).items


def kinds(watch: Watch, now: float) -> list[tuple[AlarmKind, Priority]]:
    return [(item.what, item.priority) for item in watch.moment(now).items]


def look(seen: SeenTable) -> TileState:
    watch, now = watch_of(seen)
    return watch.moment(now).tiles[0].look


def test_a_dispute_is_as_old_as_the_floor_says_however_late_a_window_was_opened() -> None:
    def told(age: float) -> SeenTable:
        return table(disputed="cut", disputed_for=age)

    first = Watch.new_watch(0.0).after_reading(reading(told(0.0)), 0.0)
    early = first.after_reading(reading(told(600.0)), 600.0)
    late = Watch.new_watch(590.0).after_reading(reading(told(600.0)), 600.0)
    assert [watch.moment(603.0).items[0].wait for watch in (early, late)] == [603.0, 603.0]
    again = early.after_reading(reading(told(2.0)), 601.0)
    assert again.moment(601.0).items[0].wait == 2.0, "settled, and disputed again between two readings"


def test_a_halt_without_a_call_is_as_old_at_every_window() -> None:
    """The window that was opened later counted from the dealer's last step."""

    def told(stood: float, changed: float) -> SeenTable:
        return replace(table(standing="halted", round_open=True, changed=changed), stood=stood)

    first = Watch.new_watch(0.0).after_reading(reading(told(0.0, 0.0)), 0.0)
    early = first.after_reading(reading(told(180.0, 5.0)), 180.0)
    late = Watch.new_watch(179.0).after_reading(reading(told(180.0, 5.0)), 180.0)
    assert [watch.moment(183.0).items[0].wait for watch in (early, late)] == [183.0, 183.0]


def test_a_silence_goes_on_though_the_floors_clock_is_set_back() -> None:
    """By the floor's clock the table was heard in an hour: it stood as playing for as long."""

    def told(at: float, silence: float) -> Reading:
        seen = table(silence=silence, entry=1, round_open=True)
        return replace(reading(seen), at=AT + timedelta(seconds=at))

    back = 3600.0
    watch = Watch.new_watch(0.0)
    for at in (0.0, 5.0, 10.0, 15.0, 20.0):
        watch = watch.after_reading(told(at, at + 1.0), at)
    assert watch.moment(20.0).tiles[0].look is TileState.SILENT
    watch = watch.after_reading(told(21.0 - back, 22.0 - back), 21.0)
    (tile,) = watch.moment(21.0).tiles
    assert (tile.look, tile.age) == (TileState.SILENT, 22.0)
    assert kinds(watch, 21.0) == [(AlarmKind.SILENT, MEDIUM)]
    late = Watch.new_watch(20.0)
    for at in (21.0, 26.0, 31.0):  # a window that was opened after it
        late = late.after_reading(told(at - back, at + 1.0 - back), at)
    assert kinds(late, 31.0) == [(AlarmKind.SILENT, MEDIUM)]
    watch = watch.after_reading(told(22.0 - back, 0.5), 22.0)
    assert watch.moment(22.0).tiles[0].look is TileState.PLAYING, "it is heard again"


def test_a_call_rises_though_the_floors_clock_is_set_back() -> None:
    watch = Watch.new_watch(0.0)
    for now, age in ((0.0, 0.0), (50.0, 50.0), (51.0, -3549.0), (61.0, -3539.0)):
        watch = watch.after_reading(reading(waiting(age=age, round_open=True)), now)
    (item,) = watch.moment(61.0).items
    assert (item.priority, item.wait) == (HIGH, 61.0)


def test_a_dispute_on_an_older_floor_counts_from_the_first_reading_with_it() -> None:
    watch, now = watch_of(table(disputed="cut"))
    assert watch.moment(now).items[0].wait == now


@pytest.mark.parametrize("place", ["9" * 5_000 + ",1", "0,1", "1,100", "1,2,3", "٣,1", "1", ","])
def test_a_malformed_place_is_shown_as_no_place(place: str) -> None:
    """A console may report any text: the wall shows the other tables all the same."""
    watch, now = watch_of(table("B1", place=place), table("B2", place="2,1"))
    assert [tile.place for tile in watch.moment(now).tiles] == [None, (2, 1)]


def test_a_name_with_a_number_of_any_length_has_its_place_in_the_order() -> None:
    watch, now = watch_of(table("B10"), table("B" + "9" * 5_000), table("B2"))
    assert [tile.table[:3] for tile in watch.moment(now).tiles] == ["B2", "B10", "B99"]


# --- how a table stands ---------------------------------------------------------------------------


def test_a_table_that_is_heard_shows_the_standing_that_it_reported() -> None:
    for standing in TableStanding:
        assert look(table(standing=standing)) == standing.value


def test_a_table_that_deals_on_while_it_calls_waits_for_a_pit_boss() -> None:
    assert look(waiting(standing="playing")) is TileState.WAITS


def test_a_table_that_is_not_heard_shows_its_age_and_not_how_it_stood() -> None:
    watch, now = watch_of(table(standing="halted", silence=9.0))
    tile = watch.moment(now + 2).tiles[0]
    assert (tile.look, tile.age) == (TileState.SILENT, 11.0)


def test_a_silent_table_that_is_closed_or_closing_counts_as_closed() -> None:
    assert look(table(standing="closed", silence=900.0)) is TileState.CLOSED
    assert look(table(closing=True, silence=900.0)) is TileState.CLOSED


def test_a_table_that_falls_silent_in_its_last_round_before_closing_is_an_alarm() -> None:
    """The wall showed it as closed, without a sound, while bets lay on the felt."""
    for last in (
        table(closing=True, round_open=True, silence=9.0),
        waiting(closing=True, silence=9.0),
        table(closing=True, standing="halted", silence=9.0),
    ):
        assert look(last) is TileState.SILENT
        watch, now = watch_of(last, heard_for=15)
        assert AlarmKind.SILENT in {item.what for item in watch.moment(now).items}


def test_a_table_that_was_never_heard_does_not_count_as_closed() -> None:
    assert look(replace(table(), report=None, silence=None)) is TileState.NEVER


def test_a_journal_that_does_not_fit_stands_above_what_the_table_says() -> None:
    assert look(table(disputed="cut")) is TileState.DISPUTED


def test_a_table_whose_entries_come_late_is_behind_after_a_minute() -> None:
    late = table(entry=500, number=480)
    watch, now = watch_of(late, heard_for=50)
    assert (watch.moment(now).tiles[0].look, watch.moment(now).items) == (TileState.PLAYING, ())
    watch, now = watch_of(late, heard_for=70)
    tile = watch.moment(now).tiles[0]
    assert (tile.look, tile.behind) == (TileState.BEHIND, 20)
    assert kinds(watch, now) == [(AlarmKind.BEHIND, Priority.INFO)], "the table sends them by itself"
    assert watch.ring(now)[1] == ()


def test_a_table_is_not_behind_if_its_entries_of_a_minute_ago_have_come() -> None:
    watch = Watch.new_watch(0.0)
    for second in range(200):
        watch = watch.after_reading(
            reading(table(entry=100 + 3 * second, number=98 + 3 * second)), float(second)
        )
    assert watch.moment(199.0).tiles[0].look is TileState.PLAYING
    assert watch.moment(199.0).items == ()


def test_entries_that_are_held_back_are_not_behind() -> None:
    watch, now = watch_of(table(entry=500, held_back=2, number=498), heard_for=90)
    assert watch.moment(now).tiles[0].look is TileState.PLAYING


def test_a_backlog_ends_with_the_last_entry_that_was_not_held_back() -> None:
    first = backlogs_after({}, [table("B1", entry=500, held_back=2, number=490)], 0.0)
    assert first["B1"].entry == 498
    missing = backlogs_after(first, [table("B1", entry=510, held_back=2, number=497)], 30.0)
    assert missing == first, "497 came, 498 did not"
    later = backlogs_after(first, [table("B1", entry=510, held_back=2, number=498)], 30.0)
    assert (later["B1"].entry, later["B1"].is_behind(90.0), later["B1"].is_behind(90.5)) == (508, False, True)


def test_calm_tables_raise_no_alarm() -> None:
    watch, now = watch_of(table("B1"), table("B2", "closed", silence=3600.0))
    assert watch.moment(now).items == ()


# --- how much each presses ------------------------------------------------------------------------


def test_a_halt_in_a_round_a_lost_journal_and_a_dispute_begin_as_high_alarms() -> None:
    assert only_alarm(waiting(kind="halt", round_open=True)).priority is HIGH
    assert only_alarm(table(standing="cant_record")).priority is HIGH
    assert only_alarm(table(disputed="rewritten")).priority is HIGH


def test_a_call_and_a_decision_that_wait_are_medium_alarms() -> None:
    for kind, what in (("call", AlarmKind.CALL), ("outcome", AlarmKind.OUTCOME), ("queue", AlarmKind.QUEUE)):
        item = only_alarm(waiting(kind=kind))
        assert (item.what, item.priority, item.can_take) == (what, MEDIUM, True)
    assert only_alarm(waiting(kind="halt")).priority is MEDIUM


def test_a_device_that_is_lost_is_medium_in_play_and_low_between_rounds() -> None:
    assert only_alarm(table(faults=fault("shoe"), round_open=True)).priority is MEDIUM
    assert only_alarm(table(faults=fault("shoe"))).priority is LOW


def test_a_device_that_was_lost_in_play_stays_medium_when_the_round_is_over() -> None:
    watch, now = watch_of(table(faults=fault("shoe"), round_open=True))
    watch = watch.after_reading(reading(table(faults=fault("shoe"))), now + 1)
    assert kinds(watch, now + 1) == [(AlarmKind.DEVICE, MEDIUM)]


def test_a_clock_and_a_missing_seal_are_low() -> None:
    assert only_alarm(table(faults=fault("clock", "unsynchronised"))).what is AlarmKind.CLOCK
    assert only_alarm(table(faults=fault("clock", "unsynchronised"))).priority is LOW
    assert only_alarm(table(unsealed=True)).priority is LOW


def test_a_clock_two_seconds_from_the_server_s_is_low_and_says_how_far() -> None:
    for ahead, told in ((3600.4, ["3600"]), (-2.0, ["2"]), (1.9, [])):
        watch, now = watch_of(table(clock_ahead=ahead))
        items = watch.moment(now).items
        assert [item.detail for item in items if item.what is AlarmKind.CLOCK] == told
        assert all(item.priority is LOW for item in items)


def test_alarms_without_a_remedy_are_information_and_never_rise() -> None:
    quiet = table(standing="preparing", closing=True, unsigned=True)
    watch, now = watch_of(quiet)
    assert {item.priority for item in watch.moment(now + 4).items} == {INFO}
    assert risen_priority(INFO, 1e6, round_open=True) is INFO
    assert watch.ring(now)[1] == ()


def test_a_table_that_falls_silent_in_play_is_medium_and_while_it_prepares_low() -> None:
    assert only_alarm(table(silence=9.0)).priority is MEDIUM
    watch, now = watch_of(table(standing="preparing", silence=9.0))
    assert (AlarmKind.SILENT, LOW) in kinds(watch, now)


@pytest.mark.parametrize("game", ("baccarat", "roulette"))
def test_a_table_that_an_incident_holds_up_names_the_incident(game: str) -> None:
    """While the dealer answers or does a step the row said that play is halted, and nothing more."""
    kind = "technical_fault"
    halted = table(game=game, standing="halted", round_open=True, incident=OpenIncident(id="i1", kind=kind))
    item = only_alarm(halted)
    for language in LANGUAGES:
        said = words(language)
        assert inside(said, kind_name(said, kind)) in inside(said, reason_and_act(said, item)), language


# --- rises ----------------------------------------------------------------------------------------


def test_a_call_is_high_after_a_minute_with_a_round_open_and_after_two_without() -> None:
    for open_, after in ((True, RISES_IN_ROUND), (False, RISES)):
        assert only_alarm(waiting(age=after - 1, round_open=open_)).priority is MEDIUM
        assert only_alarm(waiting(age=after, round_open=open_)).priority is HIGH


def test_a_call_that_has_risen_stays_high_when_the_round_is_over() -> None:
    """A call that fell again would rise with each round that the dealer plays on."""
    watch, now = watch_of(waiting(age=RISES_IN_ROUND + 1, round_open=True))
    watch, rung = watch.ring(now)
    assert [item.priority for item in rung] == [HIGH]
    for second in range(1, 4):
        in_round = second == 3
        waits = waiting(age=RISES_IN_ROUND + 1 + second, round_open=in_round)
        watch = watch.after_reading(reading(waits), now + second)
        assert watch.moment(now + second).items[0].priority is HIGH, second
        assert watch.ring(now + second)[1] == ()
    watch, now = watch_of(waiting(age=30.0, round_open=True))
    watch = watch.after_reading(reading(waiting(age=90.0, taken=coming(50.0))), now + 60)
    assert watch.moment(now + 60).items[0].priority is MEDIUM, "taken before it rose"


def test_a_low_alarm_rises_to_medium_after_fifteen_minutes_and_never_to_high() -> None:
    assert risen_priority(LOW, LOW_RISES - 1, round_open=True) is LOW
    assert risen_priority(LOW, LOW_RISES, round_open=False) is MEDIUM
    assert risen_priority(LOW, 9 * LOW_RISES, round_open=True) is MEDIUM


def test_a_dot_that_has_risen_to_a_triangle_never_becomes_a_diamond_in_a_round() -> None:
    """A clock that was read each second for a quarter of an hour asked for an act within a minute."""
    watch = Watch.new_watch(0.0)
    for second in range(round(LOW_RISES) + 90):
        seen = table(faults=fault("clock"), changed=1.0 + second, round_open=True)
        watch = watch.after_reading(reading(seen), float(second))
    assert kinds(watch, LOW_RISES + 89) == [(AlarmKind.CLOCK, MEDIUM)]


def test_a_risen_call_stays_so_while_its_taker_walks_to_a_table_not_heard() -> None:
    watch, now = watch_of(waiting(age=RISES + 10))
    for second in range(1, 100):
        seen = waiting(age=RISES + 10 + second, taken=coming(float(second)), silence=float(second))
        watch = watch.after_reading(reading(seen), now + second)
        opened = Watch.new_watch(now + second).after_reading(reading(seen), now + second)
        for each in (watch, opened):
            assert (AlarmKind.CALL, HIGH) in kinds(each, now + second), second


def test_a_call_that_has_risen_stays_high_when_the_dealer_deals_on() -> None:
    watch, now = watch_of(waiting(age=RISES + 5))
    watch = watch.after_reading(reading(waiting(age=RISES + 6, standing="playing", round_open=True)), now + 1)
    assert kinds(watch, now + 1) == [(AlarmKind.CALL, HIGH)]


def test_every_kind_says_how_much_it_presses_and_presses_no_less_while_it_does() -> None:
    assert PRIORITIES.keys() == set(AlarmKind)
    assert [kind for kind, row in PRIORITIES.items() if row.pressing < row.otherwise] == []


@pytest.mark.parametrize("kind", ["call", "queue"])
def test_a_call_is_low_while_the_dealer_deals_on_and_medium_while_the_table_stands(kind: str) -> None:
    for standing, priority in (("playing", LOW), ("waits", MEDIUM), ("preparing", MEDIUM)):
        for in_round in (False, True):
            seen = waiting("B1", kind, 5.0, standing=standing, round_open=in_round)
            found = {item.priority for item in items_of(seen) if item.call}
            assert found == {priority}, (standing, in_round)


@pytest.mark.parametrize(("waited", "priority"), [(119, LOW), (121, MEDIUM), (239, MEDIUM), (241, HIGH)])
def test_a_call_beside_play_rises_after_two_minutes_and_after_four(waited: float, priority: Priority) -> None:
    """Read at once, or each second: what has risen to medium does not become high sooner for it."""
    for step in (waited, 1.0):
        watch, age = Watch.new_watch(0.0), step
        while age <= waited:
            seen = waiting("B1", "call", age, standing="playing", round_open=True)
            watch, age = watch.after_reading(reading(seen), age), age + step
        (item,) = watch.moment(waited).items
        assert item.priority is priority


def test_a_call_that_a_pit_boss_took_does_not_rise_further() -> None:
    item = only_alarm(waiting(age=200.0, taken=coming(150.0)))
    assert (item.priority, item.can_take) == (MEDIUM, False)
    assert only_alarm(waiting(age=200.0, taken=coming(50.0))).priority is HIGH, "it had risen before"


def test_a_pit_bosss_way_is_timed_by_the_windows_clock() -> None:
    watch, now = watch_of(waiting(age=30.0, taken=coming(20.0)))
    (item,) = watch.moment(now + 3).items
    assert item.taken is not None
    assert (item.wait, item.taken.age) == (33.0, 23.0)


def test_a_second_call_is_another_than_the_first() -> None:
    watch, now = watch_of(waiting(age=300.0, call=7))
    watch = watch.after_reading(reading(waiting(age=1.0, call=9)), now + 1)
    (item,) = watch.moment(now + 1).items
    assert (item.priority, item.wait, item.call) == (MEDIUM, 1.0, 9)


def test_a_call_that_the_floor_took_over_from_another_table_is_not_its_own() -> None:
    seen = waiting(age=3.0, call=9)
    assert seen.call is not None
    old = replace(seen, call=replace(seen.call, number=7, age=500.0, taken=coming()))
    item = only_alarm(old)
    assert item.taken is None
    assert item.wait < 60


# --- order ----------------------------------------------------------------------------------------


def test_the_most_urgent_alarm_comes_first_and_of_equals_the_oldest() -> None:
    watch, now = watch_of(
        table("B1", unsealed=True),
        waiting("B2", age=10.0),
        waiting("B3", age=30.0),
        waiting("B4", "halt", age=2.0, round_open=True),
        table("B5", "preparing"),
    )
    assert [item.tables[0] for item in watch.moment(now).items] == ["B4", "B3", "B2", "B1", "B5"]


def test_a_halt_in_an_open_round_comes_before_longer_waits_and_silent_tables() -> None:
    watch, now = watch_of(
        table("S1", silence=900.0),
        waiting("S2", "halt", age=950.0, round_open=True, silence=940.0),
        table("X1", disputed="cut"),
        table("X2", disputed="rewritten"),
        waiting("C1", age=300.0),
        waiting("C2", "outcome", age=400.0),
        table("D1", faults=fault("clock"), changed=800.0),
        table("D2", faults=fault("shoe"), round_open=True),
        waiting("H1", "halt", age=2.0, round_open=True),
        table("R1", "cant_record", changed=1.0),
        table("P1", "preparing"),
    )
    assert [item.tables for item in watch.moment(now).items] == [
        *(("R1",), ("H1",)),
        *(("C2",), ("C1",)),
        ("S2",),  # its halt: somebody was called when it was heard last
        *(("D2",), ("D1",)),
        *(("S2",), ("S1",)),
        ("X1", "X2"),
        ("P1",),
    ]


def test_the_count_of_a_call_stands_still_while_its_table_is_not_heard() -> None:
    watch, now = watch_of(waiting("C1", age=50.0))
    for second in range(1, 100):
        seen = waiting("C1", age=50.0 + second, silence=float(second))
        watch = watch.after_reading(reading(seen), now + second)
    call = next(item for item in watch.moment(now + 99.5).items if item.what is AlarmKind.CALL)
    assert (call.wait, call.rank, call.priority) == (50.0, AlarmOrder.CALLED_UNHEARD, MEDIUM)
    assert call.can_take, "somebody may still go there"


@settings(max_examples=examples(30, at_night=600))
@given(
    st.lists(
        st.tuples(
            st.sampled_from(Priority),
            st.floats(0, 9999),
            st.sampled_from([each for each in AlarmKind if each is not AlarmKind.NOTHING_HEARD]),
        ),
        max_size=30,
    )
)
def test_every_order_is_by_rank_and_then_by_wait(those: list[tuple[Priority, float, AlarmKind]]) -> None:
    items = [
        AlarmLine(key=str(at), what=what, priority=priority, tables=(str(at),), wait=wait)
        for at, (priority, wait, what) in enumerate(those)
    ]
    ordered = sorted(items, key=urgency)
    for first, second in pairwise(ordered):
        assert first.rank <= second.rank
        if first.rank is second.rank:
            by_wait = first.rank is AlarmOrder.HALTED
            least = 0 if by_wait else first.priority
            assert (least, first.wait) >= (0 if by_wait else second.priority, second.wait)


# --- sound ----------------------------------------------------------------------------------------


def test_an_alarm_sounds_once_and_again_when_it_rises() -> None:
    watch = Watch.new_watch(0.0)
    rings = []
    for second in range(200):
        watch = watch.after_reading(reading(waiting(age=float(second))), float(second))
        watch, rung = watch.ring(float(second))
        rings += [(second, item.priority) for item in rung]
    assert rings == [(0, MEDIUM), (int(RISES), HIGH)]


def test_quiet_stops_the_sound_alone_and_a_rise_sounds_again() -> None:
    watch = Watch.new_watch(0.0).after_reading(reading(waiting(age=0.0)), 0.0)
    (item,) = watch.moment(0.0).items
    watch = watch.quiet(item, 0.0)
    (still,) = watch.moment(0.0).items
    assert (still.quiet, still.what) == (True, AlarmKind.CALL)
    assert watch.ring(0.0)[1] == ()
    watch = watch.ring(0.0)[0].after_reading(reading(waiting(age=RISES)), RISES)
    assert [item.quiet for item in watch.moment(RISES).items] == [False]
    assert len(watch.ring(RISES)[1]) == 1


def test_quiet_is_for_a_time_and_then_it_sounds_once_more() -> None:
    def of(second: float) -> Reading:
        return reading(table(faults=fault("shoe"), round_open=True, changed=second))

    watch, rings = Watch.new_watch(0.0).after_reading(of(0.0), 0.0), []
    watch = watch.ring(0.0)[0]
    watch = watch.quiet(watch.moment(0.0).items[0], 5.0)
    for second in range(6, 50):
        watch = watch.after_reading(of(float(second)), float(second))
        watch, rung = watch.ring(float(second))
        rings += [second for _ in rung]
    assert rings == []
    low = Watch.new_watch(0.0).after_reading(reading(table(unsealed=True)), 0.0)
    low = low.quiet(low.moment(0.0).items[0], 0.0)
    for second in range(300):
        low = low.after_reading(reading(table(unsealed=True)), float(second))
        low, rung = low.ring(float(second))
        rings += [second for _ in rung]
    assert rings == [int(QUIET)]


def test_an_alarm_that_ended_and_starts_again_sounds_again() -> None:
    lost = reading(table(faults=fault("shoe")))
    watch = Watch.new_watch(0.0).after_reading(lost, 0.0).ring(0.0)[0]
    watch = watch.after_reading(reading(table()), 1.0)
    assert watch.moment(1.0).items == ()
    watch = watch.after_reading(lost, 2.0)
    assert len(watch.ring(2.0)[1]) == 1


def test_an_alarm_that_a_pit_boss_answers_does_not_sound() -> None:
    watch, now = watch_of(waiting(age=10.0, taken=coming()))
    assert watch.ring(now)[1] == ()


def test_a_call_of_another_room_is_heard_by_all_once_the_floor_has_widened_it() -> None:
    elsewhere = waiting(room="B", age=130.0)
    watch, now = watch_of(elsewhere, rooms=("A",))
    assert [item.mine for item in watch.moment(now).items] == [False]
    assert watch.ring(now)[1] == ()
    watch, now = watch_of(waiting(room="B", age=130.0, widened=2), rooms=("A",))
    assert len(watch.ring(now)[1]) == 1


# --- shelves --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("apart", "told"), [(10.0, []), (10.1, [AlarmKind.OWN_CLOCK]), (-10.0, [])])
def test_a_windows_clock_may_differ_by_ten_seconds(apart: float, told: list[AlarmKind]) -> None:
    watch, now = watch_of(table())
    assert [item.what for item in watch.with_clocks(apart).moment(now).items] == told


def test_an_alarm_set_aside_is_counted_and_comes_back_by_itself() -> None:
    laid = table(faults=fault("shoe"), shelved=(shelf("device shoe", 30.0),))
    watch, now = watch_of(laid)
    assert watch.moment(now).items == ()
    assert [item.what for item in watch.moment(now).shelved] == [AlarmKind.DEVICE]
    assert watch.moment(now).tiles[0].shelved
    watch = watch.after_reading(
        reading(table(faults=fault("shoe"), shelved=(shelf("device shoe", 0.5),))), now
    )
    assert [item.what for item in watch.moment(now + 1).items] == [AlarmKind.DEVICE]
    assert watch.moment(now + 1).shelved == ()


def test_two_devices_of_one_table_are_two_alarms_and_each_is_laid_aside_by_itself() -> None:
    faults = (*fault("shoe"), *fault("reader"), *fault("shoe", "lost"))
    watch, now = watch_of(table(faults=faults, shelved=(shelf("device shoe"),)))
    assert [item.detail for item in watch.moment(now).items] == ["reader"]
    assert [item.detail for item in watch.moment(now).shelved] == ["shoe"]
    assert [item.shelved_as for item in watch.moment(now).items] == ["device reader"]
    later = watch.after_reading(reading(table(faults=fault("shoe"), shelved=(shelf("device shoe"),))), now)
    assert later.moment(now).items == (), "the other one is well again"


@pytest.mark.parametrize(
    ("reported", "said"),
    [
        ("permission_denied", "No permission for the port"),
        ("in_use", "Port in use"),
        ("no_such_file", "No such port"),
        ("unended", "Lines without end"),
        ("silent", ""),
        ("passed_over", ""),
    ],
)
def test_the_cause_of_a_lost_device_stands_on_the_wall(reported: str, said: str) -> None:
    watch, now = watch_of(table(faults=fault("reader", reported)))
    (item,) = watch.moment(now).items
    assert detail_text(Words("en"), item) == said
    assert item.shelved_as == "device reader"


def test_a_table_that_reports_many_devices_does_not_fill_the_wall() -> None:
    many = tuple(each for at in range(900) for each in fault(f"device {at} {'x' * 90}"))
    watch, now = watch_of(table(faults=many))
    items = watch.moment(now).items
    assert len(items) == 4
    assert all(len(item.shelved_as) <= 64 for item in items)


def test_nothing_high_is_laid_aside() -> None:
    item = only_alarm(waiting(age=RISES, shelved=(shelf("call 7"),)))
    assert (item.priority, item.shelf, item.can_shelve) == (HIGH, None, False)
    assert only_alarm(waiting(age=5.0)).can_shelve


def test_a_call_that_is_laid_aside_hides_no_later_call_of_its_table() -> None:
    laid = (shelf(only_alarm(waiting(call=7)).shelved_as),)
    watch, now = watch_of(waiting(call=7, shelved=laid))
    assert watch.moment(now).items == ()
    watch = watch.after_reading(reading(waiting(call=8, shelved=laid)), now)
    assert [item.call for item in watch.moment(now).items] == [8]
    assert watch.moment(now).shelved == ()


# --- silence --------------------------------------------------------------------------------------


def test_a_window_that_hears_nothing_says_so_itself_and_no_table_alarms() -> None:
    watch, now = watch_of(*(table(f"B{at}") for at in range(200)))
    watch = watch.ring(now)[0]
    later = now + SILENT_AFTER + 40
    assert kinds(watch, later) == [(AlarmKind.NOTHING_HEARD, HIGH)]
    assert {tile.look for tile in watch.moment(later).tiles} == {TileState.SILENT}
    watch, rung = watch.ring(later)
    assert [item.what for item in rung] == [AlarmKind.NOTHING_HEARD]
    assert watch.ring(later + 60)[1] == ()


def test_the_alarm_of_a_silent_floor_stands_above_all_others() -> None:
    watch, now = watch_of(waiting("B1", "halt", age=900.0, round_open=True))
    assert [item.what for item in watch.moment(now + 30).items] == [AlarmKind.NOTHING_HEARD, AlarmKind.HALTED]


def test_nothing_rises_while_the_window_hears_nothing() -> None:
    watch, now = watch_of(waiting(age=50.0))
    assert kinds(watch, now + 500)[1:] == [(AlarmKind.CALL, MEDIUM)]


def test_tables_that_could_not_send_to_a_lost_floor_are_not_silent_once_it_is_back() -> None:
    watch, now = watch_of(*(table(f"B{at}") for at in range(20)))
    back = now + 30
    watch = watch.after_reading(reading(*(table(f"B{at}", silence=31.0) for at in range(20))), back)
    assert watch.moment(back).items == ()
    for second in range(1, 4):
        watch = watch.after_reading(reading(*(table(f"B{at}") for at in range(20))), back + second)
    assert watch.moment(back + 4).items == ()


def test_a_table_that_stays_silent_after_the_floor_is_back_alarms_soon() -> None:
    watch, now = watch_of(table("B1"), table("B2"))
    for second in range(int(STEADY) + 2):
        watch = watch.after_reading(
            reading(table("B1"), table("B2", silence=31.0 + second)), now + 30 + second
        )
    assert [item.tables for item in watch.moment(now + 31 + STEADY).items] == [("B2",)]


def test_nothing_leaves_before_its_cause_though_the_floor_was_gone() -> None:
    watch, now = watch_of(table("B1", silence=20.0))
    watch = watch.after_reading(reading(table("B1", silence=90.0)), now + 60)
    assert [item.what for item in watch.moment(now + 60).items] == [AlarmKind.SILENT]


# --- floods ---------------------------------------------------------------------------------------


def silent_tables(count: int, *, switch: str = "", room: str = "", begin: int = 0) -> list[SeenTable]:
    return [table(f"B{begin + at}", silence=9.0 + at % 3, switch=switch, room=room) for at in range(count)]


def test_five_tables_of_one_switch_that_fall_silent_together_are_one_item() -> None:
    item = only_alarm(*silent_tables(5, switch="A3"), table("R1"))
    assert item.cause is not None
    assert (item.cause.of, item.cause.name, len(item.tables)) == ("switch", "A3", 5)


@pytest.mark.parametrize(("later", "causes"), [(15.0, ["studio"]), (14.0, ["switch"] * 2)])
def test_two_switches_that_fail_within_ten_seconds_have_one_cause(later: float, causes: list[str]) -> None:
    silent = [
        table(f"B{at}", silence=25.0 if at < 5 else later, switch=f"S{at // 5}", room="R") for at in range(10)
    ]
    found = [item.cause for item in items_of(*silent, table("H1"))]
    assert [cause.of for cause in found if cause is not None] == causes


@pytest.mark.sweep
def test_tables_that_a_full_server_does_not_hear_are_no_fault_of_their_switch() -> None:
    tables = [table(f"B{at}", switch="A3", silence=0.4) for at in range(6)]
    watch, now = watch_of(*tables)
    silent = reading(*(replace(each, silence=31.0) for each in tables))
    watch = watch.after_reading(replace(silent, full_for=31.0), now + 1)
    first, second = watch.moment(now + 1).items
    assert (first.what, first.priority, first.wait) == (AlarmKind.CANT_STORE, HIGH, 31.0)
    assert second.cause == CommonCause("studio") and len(second.tables) == 6
    assert second.detail == ALL
    watch = watch.after_reading(silent, now + 2)
    assert [item.cause for item in watch.moment(now + 2).items] == [CommonCause("switch", "A3")]


def test_a_call_under_a_folded_switch_comes_before_what_waits_for_it() -> None:
    tables = [table(f"B{at}", switch="A3", silence=31.0) for at in range(5)]
    dot = table("D1", faults=fault("clock"), changed=800.0)
    watch, now = watch_of(*tables, waiting("B5", age=40.0, switch="A3", silence=31.0), dot)
    first, second = watch.moment(now).items
    assert (first.cause, first.rank) == (CommonCause("switch", "A3"), AlarmOrder.CALLED_UNHEARD)
    assert first.to_take is not None and second.what is AlarmKind.CLOCK
    taken = waiting("B5", age=40.0, switch="A3", silence=31.0, taken=coming())
    watch = watch.after_reading(reading(*tables, taken, dot), now + 1)
    assert [item.what for item in watch.moment(now + 1).items] == [AlarmKind.CLOCK, AlarmKind.SILENT]


def test_two_of_one_switch_are_one_line_and_one_alone_is_itself() -> None:
    watch, now = watch_of(*silent_tables(2, switch="A3"), table("R1", silence=9.0, switch="A4"))
    assert [item.tables for item in watch.moment(now).items] == [("B1", "B0"), ("R1",)]


def test_five_of_one_room_are_one_item_though_their_switches_differ() -> None:
    item = only_alarm(*(replace(each, switch=each.table) for each in silent_tables(5, room="Riga 2")))
    assert item.cause is not None
    assert item.cause.of == "room"


def test_two_hundred_silent_at_once_are_one_item() -> None:
    tables = [
        each
        for at in range(25)
        for each in silent_tables(8, switch=f"S{at}", room=f"R{at % 3}", begin=8 * at)
    ]
    item = only_alarm(*tables)
    assert item.cause is not None
    assert (item.cause.of, len(item.tables), len(item.parts)) == ("studio", 200, 200)


def test_tables_lost_together_sound_once_and_one_lost_later_sounds_again() -> None:
    def night(second: int) -> Reading:
        lost = {0: 20, 1: 21, 2: 22, 3: 60}
        return reading(
            *(
                table(f"B{at}", silence=max(0.4, float(second - since)), switch="A3")
                for at, since in lost.items()
            )
        )

    watch, rings = Watch.new_watch(0.0), []
    for second in range(100):
        watch = watch.after_reading(night(second), float(second))
        watch, rung = watch.ring(float(second))
        rings += [(second, item.tables) for item in rung]
    assert rings == [(27, ("B0",)), (28, ("B0", "B1")), (67, ("B3",))]


def unseen(count: int, why: str = "unreached", name: str = "B") -> list[SeenTable]:
    """Tables whose recorder has no picture."""
    return [table(f"{name}{number}", video_missing=why) for number in range(1, count + 1)]


def test_a_recorder_that_answers_no_table_is_one_row_with_its_reason() -> None:
    item = only_alarm(*unseen(40))
    assert (item.what, len(item.tables), item.detail) == (AlarmKind.NO_PICTURE, 40, "unreached")
    for language in LANGUAGES:
        said = words(language)
        assert place_text(said, item) == said.text("floor.cause.recorder")
        assert "40" in what_text(said, item)
        assert said.text("video.unreached") in reason_and_act(said, item)
        assert said.text("floor.act.no_picture") in reason_and_act(said, item)
    mixed = only_alarm(*unseen(3), *unseen(2, "slow", "R"))
    assert (len(mixed.tables), mixed.detail) == (5, "")


@pytest.mark.parametrize(
    ("why", "rows"),
    [
        ("unreached", 1),
        ("slow", 1),
        ("certificate", 1),
        ("secret", 1),
        ("sign_in", 1),
        ("redirected", 1),
        ("status", 1),
        ("not_picture", 2),
        ("other_camera", 2),
        ("other_minute", 2),
    ],
)
def test_a_recorder_s_trouble_is_one_row_and_a_camera_s_one_for_each(why: str, rows: int) -> None:
    assert len([*items_of(*unseen(2, why))]) == rows


def test_what_is_wrong_with_one_camera_is_a_row_of_its_own() -> None:
    seen = (*unseen(2, "other_camera"), *unseen(1, "not_picture", "R"), *unseen(2, "slow", "S"))
    assert sorted(len(item.tables) for item in items_of(*seen)) == [1, 1, 1, 2]
    assert only_alarm(*unseen(1)).cause is None


@pytest.mark.sweep
def test_a_recorder_that_each_table_misses_later_sounds_once_and_as_it_rises() -> None:
    """Each table asks at its own minute of the hour: forty of them would sound forty times."""
    watch, rings = Watch.new_watch(0.0), []
    for second in range(0, 1200, 3):
        count = min(40, second // 6)
        seen = [*unseen(count), *(table(f"B{number}") for number in range(count + 1, 41))]
        watch = watch.after_reading(reading(*seen), float(second))
        watch, rung = watch.ring(float(second))
        rings += [(item.priority, len(item.tables)) for item in rung]
    assert [priority for priority, _ in rings] == [LOW, MEDIUM]


def test_a_flood_sounds_once() -> None:
    watch = Watch.new_watch(0.0)
    rings = 0
    for second in range(50):
        calls = [waiting(f"B{at}", age=float(second - at)) for at in range(min(second, 40))]
        watch = watch.after_reading(reading(*calls), float(second))
        watch, rung = watch.ring(float(second))
        rings += len(rung)
    assert rings == STANDS + ONE_CAUSE > FLOOD, "each that stands alone, and the flood once"


def test_forty_calls_in_a_minute_are_one_item_and_each_is_in_it() -> None:
    watch, now = watch_of(*(waiting(f"B{at}", age=float(at)) for at in range(40)))
    *singles, item = watch.moment(now).items
    assert [single.wait for single in singles] == [39.0, 38.0, 37.0, 36.0, 35.0, 34.0, 33.0, 32.0]
    assert (item.what, len(item.parts), item.priority) == (AlarmKind.FLOOD, 32, MEDIUM)
    assert item.parts[0].wait == max(part.wait for part in item.parts) == 31.0


def test_a_table_that_calls_without_end_sounds_once_a_minute_and_drowns_no_other() -> None:
    """A loose plug, or a stolen token: each call is another alarm, and each one sounded."""
    watch, now = watch_of(table("B1"), table("B2"))
    rang = list[tuple[int, str]]()
    for second in range(300):
        now += 1.0
        other = table("B2") if second < 100 else waiting("B2", age=second - 100.0)
        watch = watch.after_reading(reading(waiting("B1", age=0.2, call=100 + second), other), now)
        watch, due = watch.ring(now)
        rang += [(second, each.table_names[0]) for each in due]
    own = [second for second, name in rang if name == "B1"]
    assert own == [*range(FLOOD), *range(FLOOD - 1 + int(CHATTERS), 300, int(CHATTERS))]
    assert [second for second, name in rang if name == "B2"] == [100, 100 + int(RISES)]


def test_no_table_makes_a_flood_by_itself() -> None:
    stand = [waiting(f"A{at}", age=3_600.0) for at in range(8)]
    watch, now = watch_of(*stand)
    for second in range(20):
        now += 1.0
        fresh = [waiting(f"B{at}", age=1.0 + second) for at in range(5)]
        watch = watch.after_reading(reading(*stand, *fresh, waiting("C1", age=0.2, call=100 + second)), now)
    assert not any(item.what is AlarmKind.FLOOD for item in watch.moment(now).items)


def test_a_risen_call_never_stands_in_a_flood_and_what_has_room_stands_by_itself() -> None:
    risen = [waiting(f"B{at}", age=130.0 + at) for at in range(12)]
    dots = [table(f"D{at}", faults=fault("clock"), changed=5.0) for at in range(4)]
    watch, now = watch_of(*risen, *dots)
    assert [item.what for item in watch.moment(now).items] == [AlarmKind.CALL] * 12 + [AlarmKind.CLOCK] * 4
    more = [table(f"D{at}", faults=fault("clock"), changed=5.0) for at in range(9)]
    watch, now = watch_of(*risen, *more)
    *calls, flood = watch.moment(now).items
    assert {item.priority for item in calls} == {HIGH} and len(calls) == 12
    assert (flood.what, len(flood.parts)) == (AlarmKind.FLOOD, 9)


@pytest.mark.parametrize(("others", "is_flood"), [(1, False), (2, True)])
def test_a_table_counts_for_three_alarms_of_a_flood_at_most(others: int, is_flood: bool) -> None:
    """More than ten alarms are a flood: three tables with four failing devices each count for nine."""
    devices = [each for name in ("shoe", "reader", "wheel", "link") for each in fault(name)]
    failing = [table(f"B{at}", faults=devices) for at in range(3)]
    items = items_of(*failing, *(table(f"C{at}", faults=fault("shoe")) for at in range(others)))
    assert (AlarmKind.FLOOD in {item.what for item in items}) is is_flood


@pytest.mark.parametrize("rows", [3, 9, 16, 30])
def test_a_flood_folds_only_what_has_no_room_in_the_list(rows: int) -> None:
    watch, now = watch_of(*(waiting(f"B{at}", age=float(at)) for at in range(25)))
    items = watch.with_room(rows).moment(now).items
    assert len(items) == max(9, rows) if rows < 25 else 25
    assert sum(max(1, len(item.parts)) for item in items) == 25


@pytest.mark.parametrize(
    ("found", "seen"),
    [
        (AlarmKind.REFUSED, {"refused": RefusedConsole(why="token", age=1.0)}),
        (AlarmKind.DISPUTED, {"disputed": "cut"}),
        (AlarmKind.TWINS, {"twins": Twins(age=30.0, consoles=())}),
        (AlarmKind.TURNED_BACK, {}),
        (AlarmKind.CANT_RECORD, {"standing": "cant_record"}),
    ],
)
def test_of_a_silent_table_the_wait_goes_on_of_what_the_floor_finds_itself(
    found: AlarmKind, seen: dict[str, Any]
) -> None:
    """The wait of an alarm that the table reported stands still: nobody knows whether it lasts."""
    silent = table(silence=30.0, **seen)
    watch, now = watch_of(silent)
    if found is AlarmKind.TURNED_BACK:
        watch = watch.remembering(["B1"]).after_reading(reading(silent), now)
    first, later = (
        next(each.wait for each in watch.moment(at).items if each.what is found) for at in (now, now + 2)
    )
    assert later - first == pytest.approx(0.0 if found is AlarmKind.CANT_RECORD else 2.0)


def test_two_consoles_stay_an_alarm_of_their_own_when_one_of_them_ends() -> None:
    """The first one told of the table, and is silent now; the living one is unheard."""
    twins = Twins(age=30.0, consoles=())
    silent = [table(f"B{at}", silence=9.0, switch="A3") for at in range(4)]
    watch, now = watch_of(*silent, replace(table("B9", silence=9.0, switch="A3"), twins=twins))
    found = watch.moment(now).items
    (item,) = (each for each in found if each.what is AlarmKind.TWINS)
    assert (item.cause, item.tables, found.index(item)) == (None, ("B9",), 0)


@pytest.mark.parametrize(("silent", "says"), [(12, ALL), (7, "")])
def test_a_silence_of_several_switches_is_that_of_all_tables_only_if_it_is(silent: int, says: str) -> None:
    lost = [
        each
        for at in range(silent)
        for each in silent_tables(1, switch=f"S{at % 2}", room=f"R{at % 2}", begin=at)
    ]
    heard = [table(f"H{at}") for at in range(12 - silent)]
    watch, now = watch_of(*lost, *heard)
    items = [item for item in watch.moment(now).items if item.cause == CommonCause("studio")]
    assert [item.detail for item in items] == ([says] if items else [])
    if silent == 12:
        assert items, "they fell silent together"


def test_a_halt_and_an_answered_call_stay_outside_a_flood() -> None:
    calls = [waiting(f"B{at}", age=5.0) for at in range(20)]
    watch, now = watch_of(*calls, waiting("H1", "halt", round_open=True), waiting("T1", taken=coming()))
    assert {item.what for item in watch.moment(now).items} == {
        AlarmKind.HALTED,
        AlarmKind.FLOOD,
        AlarmKind.CALL,
    }


def test_another_history_than_the_window_saw_is_a_high_alarm_as_long_as_it_is_shown() -> None:
    watch, now = watch_of(table("B1"), table("B2"))
    turned = watch.remembering(["B2"]).after_reading(reading(table("B1"), table("B2")), now)
    assert [(item.what, item.tables) for item in turned.moment(now).items] == [
        (AlarmKind.TURNED_BACK, ("B2",))
    ]
    assert turned.moment(now).items[0].priority is HIGH
    assert (
        turned.remembering([]).after_reading(reading(table("B1"), table("B2")), now).moment(now).items == ()
    )


# --- what holds of any night ----------------------------------------------------------------------

SEEN = st.builds(
    lambda at, make: replace(make, table=f"B{at}", name=f"B{at}", switch=f"S{at % 2}", room=f"R{at % 3}"),
    st.integers(0, 30),
    st.one_of(
        st.builds(
            lambda standing, heard, open_: table(standing=standing, silence=heard, round_open=open_),
            st.sampled_from([each.value for each in TableStanding]),
            st.sampled_from([0.4, 9.0, 100.0]),
            st.booleans(),
        ),
        st.builds(
            lambda kind, age, open_, laid: waiting(kind=kind, age=age, round_open=open_, shelved=laid),
            st.sampled_from(["halt", "outcome", "call", "queue"]),
            st.sampled_from([1.0, 70.0, 700.0]),
            st.booleans(),
            st.sampled_from([(), (shelf("call 7"),), (shelf("outcome 7", 3.0),)]),
        ),
        st.sampled_from([table(disputed="cut"), table(faults=fault("shoe")), table(unsealed=True)]),
    ),
)
NIGHT = st.lists(st.tuples(st.sampled_from([1.0, 1.0, 5.0, 20.0]), st.lists(SEEN, max_size=12)), max_size=12)


def _unlike(tables: list[SeenTable]) -> Reading:
    return reading(*{each.table: each for each in tables}.values())


@settings(max_examples=examples(30, at_night=600))
@given(NIGHT)
def test_each_alarm_is_shown_laid_aside_or_a_part_of_one_item_and_never_lost(
    night: list[tuple[float, list[SeenTable]]],
) -> None:
    watch, now = Watch.new_watch(0.0), 0.0
    for passed, tables in night:
        now += passed
        watch = watch.after_reading(_unlike(tables), now)
        items = watch.moment(now).items
        shown = [part.key for item in items for part in (item.parts or (item,))]
        laid = [item.key for item in watch.moment(now).shelved]
        assert sorted([*shown, *laid]) == sorted(watch.begun)
        for each in watch.moment(now).tiles:
            assert (each.item is not None) == any(each.table in item.tables for item in items)


@settings(max_examples=examples(30, at_night=600))
@given(NIGHT)
def test_nothing_sounds_twice_without_a_rise_or_an_end(night: list[tuple[float, list[SeenTable]]]) -> None:
    watch, now = Watch.new_watch(0.0), 0.0
    before: dict[str, Priority] = {}
    for passed, tables in night:
        now += passed
        watch = watch.after_reading(_unlike(tables), now)
        there = {item.key for item in watch.moment(now).items}
        watch, rung = watch.ring(now)
        for item in rung:
            assert item.priority > before.get(item.key, INFO)
        before = {key: priority for key, priority in before.items() if key in there}
        before |= {item.key: item.priority for item in rung}


READ = datetime(2026, 11, 20, 14, 2, 22, tzinfo=UTC)


@pytest.mark.sweep
@settings(max_examples=examples(60, at_night=1200))
@given(NIGHT, st.lists(SEEN, max_size=6), st.sampled_from([0.0, 0.3, 0.9]))
def test_changes_after_a_reading_show_what_that_reading_with_them_would(
    night: list[tuple[float, list[SeenTable]]], changed: list[SeenTable], later: float
) -> None:
    watch, now = Watch.new_watch(0.0), 0.0
    for passed, tables in night:
        now += passed
        watch = watch.after_reading(replace(_unlike(tables), at=READ), now)
        watch.moment(now)
    there = {seen.table: seen for seen in watch.reading.tables} if watch.reading is not None else {}
    updated = {seen.table: _sooner(seen, later) for seen in changed if seen.table in there}
    merged = replace(reading(*(there | updated).values()), at=READ)
    partly = watch.after_changes(Changes(since=READ, tables=tuple(updated.values())))
    wholly = watch.after_reading(merged, watch.heard_at) if watch.reading is not None else watch
    for wait in (later, later + 1.0, later + 70.0):
        assert partly.moment(now + wait) == wholly.moment(now + wait)
        assert partly.ring(now + wait)[1] == wholly.ring(now + wait)[1]
        tiles = {tile.table: tile for tile in partly.moment(now + wait).tiles}
        assert partly.tiles_of(updated, now + wait) == tuple(tiles[table] for table in updated)
    assert (partly.begun, partly.backlogs) == (wholly.begun, wholly.backlogs)


def _sooner(seen: SeenTable, by: float) -> SeenTable:
    """The same table with the ages that it had ``by`` seconds earlier."""
    call = seen.call and replace(seen.call, age=seen.call.age - by)
    return replace(seen, call=call, silence=(seen.silence or 0.0) - by, changed=(seen.changed or 0.0) - by)


def test_changes_since_another_reading_are_passed_over() -> None:
    watch = Watch.new_watch(0.0).after_reading(replace(reading(table()), at=READ), 0.0)
    changes = Changes(since=READ.replace(second=21), tables=(waiting(),))
    assert watch.after_changes(changes) is watch
    (item,) = watch.after_changes(replace(changes, since=READ)).moment(0.0).items
    assert item.what is AlarmKind.CALL


def test_a_table_that_changed_its_room_takes_its_place_there() -> None:
    first, second = table("B1", room="A"), table("B2", room="B")
    watch = Watch.new_watch(0.0).after_reading(replace(reading(first, second), at=READ), 0.0)
    moved = Changes(since=READ, tables=(replace(first, room="C", name="B9"),))
    assert [tile.name for tile in watch.after_changes(moved).moment(0.0).tiles] == ["B2", "B9"]


def test_names_stand_as_people_count_by_a_numbers_first_eighteen_digits() -> None:
    names = ["A9b", "A10a", "t1", "T2", "T10", "Ä"]
    assert sorted(reversed(names), key=natural) == names
    long = "9" * 17
    assert natural(f"T{long}5") < natural(f"T{long}75") == natural(f"T{long}76")


def test_a_device_is_set_aside_by_the_first_forty_letters_of_its_name() -> None:
    """The floor takes a name of 64, of which the kind's own is a part."""
    assert shelf_name(AlarmKind.DEVICE, 7, "x" * 41) == f"device {'x' * 40}"
    assert shelf_name(AlarmKind.CALL, 7, "x") == "call 7"


def test_a_table_is_behind_once_the_floor_has_lacked_an_entry_for_more_than_a_minute() -> None:
    begun = BacklogStart(1, 7, at=100.0)
    assert [begun.is_behind(now) for now in (160.0, 160.1)] == [False, True]
