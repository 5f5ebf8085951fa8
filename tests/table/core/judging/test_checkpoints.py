"""States that were kept: each game's as it was, and those of the layout that knew baccarat alone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core.judging.checkpoints import (
    _MOVED,
    LAYOUT,
    agreed,
    encode_table,
    same,
    table_after,
    table_of,
)
from console.table.core.play.answer_times import answer_of
from console.table.core.state import events
from console.table.core.state.note_kinds import NoteKind
from console.table.core.state.phases import KeptNumber, OrderedShuffle
from console.table.core.state.table import (
    CardsAside,
    ConsoleAtTable,
    HandoverSigners,
    NumberedRound,
    ShoeInPlay,
    Table,
    WheelAtTable,
)
from console.table.devices.readings import WheelFaultMeaning
from console.table.game.baccarat.coup import Coup
from console.table.game.blackjack.hands import Choice
from console.table.game.cards import Card
from console.table.game.roulette.spin import BallRun, Spin
from tests.table.core.tables import Driven, Seen, as_restarted
from tests.table.core.wheel_at_random import number_read, spin_line, status, wheel_bytes

EARLIER = (Path(__file__).parent / "layout_1.json").read_bytes()
"""The state that a console kept before there was a second game: lt, two cards out, an incident's step due."""

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def cards(faces: str) -> tuple[Card, ...]:
    return tuple(map(Card, faces.split()))


def test_without_a_kept_state_the_table_is_a_new_closed_one() -> None:
    assert table_of(None) == Table()


def test_a_round_of_either_game_comes_back_as_what_it_was() -> None:
    for game, lines in (("baccarat", 2), ("blackjack", 2)):
        driven = Driven("lt", game=game)
        driven.take({"do": "bets", "state": "open"})
        driven.take({"do": "seats", "seats": [1]})
        driven.take({"do": "bets", "state": "closed"})
        for face in ("9H", "5S")[:lines]:
            driven.take({"do": "card", "card": face})
        again = table_of(encode_table(driven.table))
        assert again == driven.table
        assert type(again.play) is type(driven.table.play) and again.play.cards == cards("9H 5S")


def test_equal_states_have_equal_bytes() -> None:
    """The order of a set's letters is another in each process, and need not survive a restart."""
    driven = Driven("lt")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "incident", "by": "D1", "kind": "cannot_continue"})
    driven.take({"do": "answer", "by": "D1", "facts": {"reason": "other"}})
    incident = driven.table.incident
    assert incident is not None and incident.answer is not None
    letters = "ABCDEFGHJKLM"
    (case,) = incident.answer.cases
    ruling = replace(incident.answer, cases=(replace(case, moments=frozenset(letters)),))
    held = replace(driven.table, incident=replace(incident, answer=ruling))
    state = msgspec.json.decode(encode_table(held))
    assert state["table"]["incident"]["answer"]["cases"][0]["moments"] == list(letters)


def test_an_answer_is_kept_in_the_same_bytes_after_a_restart() -> None:
    driven = Driven("sv", game="blackjack")
    driven.take({"do": "bets", "state": "open"})
    driven.take({"do": "seats", "seats": [1]})
    driven.take({"do": "bets", "state": "closed"})
    for face in ("TH", "9S", "5C", "7D"):
        driven.take({"do": "card", "card": face})
    event = events.PlayerAnswered(seat=1, hand=1, choice=Choice.HIT, seconds=13)
    tables = driven.table, as_restarted(driven.table)
    first, second = (answer_of(table, event, None, table.answers.since or NOON) for table in tables)
    assert first.asked is not None and msgspec.json.encode(first) == msgspec.json.encode(second)


def test_a_kept_state_names_its_layout_and_its_game() -> None:
    state = msgspec.json.decode(encode_table(Driven("sv", game="blackjack").table))
    assert state["layout"] == LAYOUT
    assert state["table"]["play"]["game"] == "baccarat", "before the first round there is an empty coup"


def test_a_state_kept_by_an_earlier_console_is_read_in_full() -> None:
    table = table_of(EARLIER)
    assert table.play == Coup(cards("6H"), cards("5S"))
    assert table.last_play == Coup(cards("9H KD"), cards("2S 4C"))
    assert (table.results, table.shoe.left, table.phase.value) == (("player",), 408, "dealing")


def test_the_first_states_of_all_kept_no_round_before_the_one_that_lies_there() -> None:
    earliest = msgspec.json.decode(EARLIER)
    del earliest["last_coup"]
    table = table_of(msgspec.json.encode(earliest))
    assert table.play == Coup(cards("6H"), cards("5S"))
    assert table.last_play == Coup()


def begin_with(driven: Driven, state: bytes) -> None:
    """Let a table begin again with a state that was kept before its first entry."""
    driven.kept.checkpoints.append((0, state))
    driven.restart()


def test_a_state_kept_by_an_earlier_console_is_played_on_with() -> None:
    driven = Driven("lt")
    begin_with(driven, EARLIER)
    seen = driven.view()
    assert (seen["prompt"]["action"], seen["round"]["player"]) == ("restore", ["6H"])
    driven.take({"do": "done", "by": "P1"})
    seen = driven.take({"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "7H"})
    assert seen["accepted"] and seen["round"]["player"] == ["7H"]
    for face in ("KD", "2S"):
        seen = driven.take({"do": "card", "card": face})
    assert (seen["phase"], seen["round"]["points"]) == ("result", {"player": 7, "banker": 7})


BEFORE_ROULETTE = (Path(__file__).parent / "layout_2.json").read_bytes()
"""The state that a console kept before there was a third game: lt blackjack, the first seat to answer."""


def test_a_blackjack_state_from_before_roulette_is_read_and_play_goes_on() -> None:
    driven = Driven("lt", game="blackjack")
    begin_with(driven, BEFORE_ROULETTE)
    seen = driven.view()
    assert (seen["prompt"]["action"], seen["prompt"]["seat"]) == ("await_decision", 1)
    assert seen["round"]["dealer"]["cards"] == ["AS", "??"]
    seen = driven.take({"do": "decision", "seat": 1, "hand": 1, "choice": "stand"})
    assert seen["accepted"] and seen["prompt"]["seat"] == 3


@pytest.mark.parametrize("name", ["coup", "last_coup"])
@pytest.mark.parametrize("coup", [None, 0, "x", [], [["player", ["6H"]]]])
def test_a_state_with_a_malformed_coup_is_refused(name: str, coup: object) -> None:
    earliest = {**msgspec.json.decode(EARLIER), name: coup}
    with pytest.raises(msgspec.DecodeError):
        table_of(msgspec.json.encode(earliest))


UNGROUPED = {
    name: (Path(__file__).parent / f"layout_3_{name}.json").read_bytes()
    for name in ("baccarat", "roulette", "shoe_changed")
}
"""The last states of three tables, as a console kept them while a table's parts stood side by side; played by
lines of the protocol.

At baccarat a card of the coup before and one of bet time wait, a second report waits behind the open one, and
a shuffle and the closing are ordered. At roulette the wheel was exchanged, a ball ran and fell in bet time,
and a test of the sensor has begun. At the other baccarat the shoe was changed in the coup.
"""


def test_a_state_kept_in_no_groups_has_each_part_in_its_group() -> None:
    table = table_of(UNGROUPED["baccarat"])
    shoe, incidents = table.shoe_in_play, table.incidents
    ordered = OrderedShuffle.NEW_DECKS
    assert shoe == ShoeInPlay(1, 2, cut_card_out=True, reshuffle=ordered, last_hand_announced=True)
    assert shoe.reshuffle is ordered
    assert table.aside == CardsAside(cards("5D"), cards("7C"))
    assert table.console == ConsoleAtTable(
        True, "Casino Vilnius", "0.4.0 0123abcd", screen_locked=True, people_list="aa 12", people_change=7
    )
    assert table.incident is not None and table.incident.report.id == "T1-i3"
    assert [report.id for report in incidents.waiting] == ["T1-i4"]
    assert [past.clause for past in incidents.past] == ["LT-BAC-25a", "LT-BAC-24a"]
    assert incidents.reported == 4
    assert table.close_ordered and table.procedures_off == ("LT-BAC-18b", "LT-BAC-26a")
    assert table.handover == HandoverSigners("2026-01-01 06:00", {"outgoing": "P1"})


def test_a_wheel_kept_in_no_group_is_the_same_wheel() -> None:
    table = table_of(UNGROUPED["roulette"])
    assert table.wheel == WheelAtTable(
        serial="W-2",
        last_serial="W-2",
        exchanged=datetime(2026, 1, 1, 12, 0, 0, 105_000, UTC),
        early_ball_round="T1-3",
        early_ball_game=1,
        number_kept=KeptNumber.BET_TIME,
        warnings={WheelFaultMeaning.ILLEGAL_STEP: 0},
        last_numbered=NumberedRound("T1-2", Spin(BallRun(3, "against"), recorded=17, number=17)),
    )
    assert table.tested_device == "wheel"


def test_a_shoe_kept_in_no_group_is_the_same_shoe() -> None:
    """LT-BAC-22a."""
    table = table_of(UNGROUPED["shoe_changed"])
    inspected = datetime(2026, 1, 1, 12, 0, 0, 98_000, UTC)
    assert table.shoe_in_play == ShoeInPlay(2, 1, inspected, first_cards_of_last_shoe=1)


AT_REST = {"answers", "aside_unread", "ball_out", "change_after", "ended", "halt", "in_view", "manual"}
AT_REST |= {"preparation", "said_again"}
"""The parts that stand in all three states as they do at a closed table."""


def test_no_part_of_a_state_kept_in_no_groups_is_lost() -> None:
    """Without any of its parts that is not at rest it is another state."""
    lost = set(msgspec.json.decode(UNGROUPED["baccarat"])["table"])
    for kept in UNGROUPED.values():
        state = msgspec.json.decode(kept)
        for part in state["table"]:
            parts = {name: value for name, value in state["table"].items() if name != part}
            if table_of(msgspec.json.encode({**state, "table": parts})) != table_of(kept):
                lost.discard(part)
    assert lost == AT_REST


def test_a_part_of_a_state_in_no_groups_that_no_console_kept_is_left_out() -> None:
    """Even if it has the name of a group of today."""
    state = msgspec.json.decode(UNGROUPED["roulette"])
    strange = dict.fromkeys(("shoe_in_play", "aside", "console", "incidents", "strange"), 5)
    table = table_of(msgspec.json.encode({**state, "table": {**strange, **state["table"]}}))
    assert table == table_of(UNGROUPED["roulette"])


@pytest.mark.parametrize("name", UNGROUPED)
def test_an_ungrouped_state_equals_the_one_computed_today_part_by_part(name: str) -> None:
    computed = encode_table(table_of(UNGROUPED[name]))
    assert same(UNGROUPED[name], computed)
    state = msgspec.json.decode(UNGROUPED[name])
    others = {"shoe_number": 9, "early": ["2C"], "serial": "W-9", "queue": [], "off": ["-"]}
    others |= dict.fromkeys(("aside_unread", "in_view", "change_after", "ball_out"), True)
    for part, other in others.items():
        changed = {**state, "table": {**state["table"], part: other}}
        is_changed = state["table"][part] != other
        assert same(msgspec.json.encode(changed), computed) is not is_changed, part


def test_a_state_kept_in_no_groups_is_played_on_with() -> None:
    """LT-BAC-24a, LT-BAC-25a: the cards that waited are the next coup's first."""
    driven = Driven("lt")
    begin_with(driven, UNGROUPED["baccarat"])
    assert driven.view()["prompt"]["action"] == "authorise"
    for _ in range(2):
        assert driven.take({"do": "withdraw", "by": "P1"})["accepted"]
    seen = driven.take({"do": "bets", "state": "closed"})
    assert (seen["round"]["player"], seen["round"]["banker"]) == (["5D"], ["7C"])
    assert seen["shoe"]["last_hand"]


@pytest.mark.parametrize("table", [b"[]", b"0", b"null", b'{"wheel": {}}', b'{"queue": 1}'])
def test_an_ungrouped_state_of_wrong_types_is_refused(table: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        table_of(b'{"layout": 3, "table": ' + table + b"}")


def test_a_state_that_kept_no_word_of_who_took_a_report_back_is_the_same_state() -> None:
    """Consoles up to 0.3 did not keep it: their journals are as sound as they were."""
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    driven.take({"do": "withdraw", "by": "P1", "reason": "by mistake"})
    computed = encode_table(driven.table)
    state = msgspec.json.decode(computed)
    for past in state["table"]["incidents"]["past"]:
        assert past.pop("by") == "P1" and past.pop("role") == "pit_boss" and past.pop("reason")
    assert same(msgspec.json.encode(state), computed)
    state["table"]["incidents"]["past"][0]["kind"] = "misread"
    assert not same(msgspec.json.encode(state), computed)


def test_a_state_of_0_3_that_announced_something_else_is_the_same_state() -> None:
    """LT-BAC-12: it announced at the outcome that play goes on, not at the last step."""
    kept = UNGROUPED["baccarat"]
    state, table = msgspec.json.decode(kept), table_of(kept)
    said = {"say": {"key": "play_goes_on"}, "said_again": not table.said_again}
    assert same(msgspec.json.encode({**state, "table": {**state["table"], **said}}), encode_table(table))
    assert not same(encode_table(replace(table, said_again=not table.said_again)), encode_table(table))


def test_a_spin_comes_back_as_what_it_was() -> None:
    """Its run, what is recorded, the number before it and the wheel's own lines."""
    driven = Driven("sv", game="roulette", is_ready=False)
    driven.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    driven.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    driven.take({"do": "open", "by": "P1"})
    driven.take({"do": "done", "by": "P1", "note": " wheel 4711 "})
    assert table_of(encode_table(driven.table)) == driven.table
    for _ in range(3):
        driven.take({"do": "done", "by": "P1"})
    for line in (*round_of(17), {"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        assert driven.take(line)["accepted"]
    driven.take(wheel_bytes(status(3, 11, 17), status(4, 11, 17), status(5, 11, 0)))
    again = table_of(encode_table(driven.table))
    assert again == driven.table
    assert again.play == Spin(recorded=0) and again.wheel.serial == "wheel 4711"
    assert again.wheel.last_numbered is not None and again.wheel.last_numbered.play.number == 17


def round_of(number: int) -> tuple[Seen, ...]:
    bets = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
    return (*bets, spin_line(3), number_read(number), {"do": "done", "by": "D1"})


def test_a_state_that_kept_no_time_of_a_number_is_the_same_state() -> None:
    """LT-ROU-33: consoles up to 0.3 did not keep it."""
    driven = Driven("sv", game="roulette")
    for line in (*round_of(17), *round_of(4)[:-1]):
        driven.take(line)
    computed = encode_table(driven.table)
    state = msgspec.json.decode(computed)
    wheel = state["table"]["wheel"]
    assert wheel.pop("number_at") > wheel["last_numbered"].pop("at")
    assert same(msgspec.json.encode(state), computed)


def test_a_state_that_kept_no_set_clock_of_a_bet_time_is_the_same_state() -> None:
    driven = Driven("sv")
    driven.take({"do": "bets", "state": "open"})
    round_ = driven.table.round
    assert round_ is not None
    computed = encode_table(replace(driven.table, round=replace(round_, clock_set=-200.0)))
    state = msgspec.json.decode(computed)
    assert state["table"]["round"].pop("clock_set") == -200.0
    assert same(msgspec.json.encode(state), computed)


def test_a_state_of_0_3_that_kept_no_number_paid_before_is_the_same_state() -> None:
    """LT-ROU-33."""
    driven = Driven("sv", game="roulette")
    wrong: Seen = {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 18}, "by": "P1"}
    lines = (*round_of(17), wrong, {"do": "authorise", "by": "P1"}, {"do": "done", "by": "P1"})
    for line in (*lines, {"do": "bets", "state": "open"}):
        driven.take(line)
    table = driven.table
    state = msgspec.json.decode(encode_table(table))
    parts = (
        state["table"]["play"],
        state["table"]["last_play"],
        state["table"]["wheel"]["last_numbered"]["play"],
    )
    assert [part.pop("paid") for part in parts][1:] == [[17], [17]]
    computed = encode_table(table)
    assert same(as_of_layout(3, state), computed)
    assert not same(as_of_layout(5, state), computed)


def test_a_state_of_0_3_whose_report_asked_for_no_hand_is_the_same_state() -> None:
    """LT-BJ-2.3.8."""
    driven = Driven("lt", game="blackjack")
    dealt: list[Seen] = [{"do": "card", "card": card} for card in ("5S", "9H", "7D")]
    begun: tuple[Seen, ...] = (
        {"do": "bets", "state": "open"},
        {"do": "seats", "seats": [1]},
        {"do": "bets", "state": "closed"},
    )
    report: Seen = {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"}
    for line in (*begun, *dealt, report):
        driven.take(line)
    computed = encode_table(driven.table)
    state = msgspec.json.decode(computed)
    incident = state["table"]["incident"]
    assert incident["facts"].pop("hand") == incident["weighed"].pop("hand") == 1
    for case in incident["answer"]["cases"]:
        del case["facts"]["hand"]
    assert same(as_of_layout(3, state), computed)
    assert not same(as_of_layout(5, state), computed)


def as_of_layout(layout: int, state: Seen) -> bytes:
    """A state of today's parts that calls itself one of an earlier layout; up to 3 its parts were in no
    groups.
    """
    table = state["table"]
    if layout > 3:
        return msgspec.json.encode({**state, "layout": layout})
    named = {
        name: table[group][part] if group else table[part]
        for name, (group, part) in _MOVED.items()
        if part in (table[group] if group else table)
    }
    groups = {group or part for group, part in _MOVED.values()}
    rest = {name: value for name, value in table.items() if name not in groups}
    return msgspec.json.encode({"layout": layout, "table": rest | named})


def test_a_state_that_kept_no_worksheet_is_the_same_state() -> None:
    """LT-ROU-33: consoles up to 1.0 did not keep the rows of a settling by hand; its entries have them."""
    driven = Driven("sv", game="roulette")
    wrong: Seen = {"do": "incident", "kind": "wrong_number_recorded", "facts": {"actual": 18}, "by": "D1"}
    bet: Seen = {"on": "straight", "numbers": [18], "stake": 100}
    for line in (*round_of(17), wrong, {"do": "authorise", "by": "P1"}):
        driven.take(line)
    driven.take({"do": "settle", "by": "P1", "bets": [bet]})
    computed = encode_table(driven.table)
    state = msgspec.json.decode(computed)
    assert state["table"]["incident"].pop("worksheet")["bets"]
    assert same(msgspec.json.encode(state), computed)


def test_what_follows_an_older_state_is_computed_without_the_parts_that_it_lacks() -> None:
    """A start goes on from it without them: the next states do not have what its card set was before."""
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.take({"do": "card", "card": "9H"})
    computed = encode_table(driven.table)
    state = {**msgspec.json.decode(computed), "layout": 4}
    assert state["table"].pop("card_set")["order"]
    older = msgspec.json.encode(state)
    assert agreed(computed, computed) == computed
    assert agreed(older, computed) == encode_table(table_of(older)) != computed
    driven.take({"do": "card", "card": "2C"})
    assert agreed(older, encode_table(driven.table)) is None


def test_a_state_of_1_0_that_counted_a_greeting_as_a_failed_scan_is_the_same_state() -> None:
    driven = Driven("sv", game="blackjack")
    driven.take({"do": "device", "name": "reader", "hex": b"Scanner 7\r\n".hex()})
    computed = encode_table(driven.table)
    state = {**msgspec.json.decode(computed), "layout": 4}
    assert state["table"]["decoders"]["reader"]["unread"] == 0
    state["table"]["decoders"]["reader"]["unread"] = 1
    assert same(msgspec.json.encode(state), computed)
    assert not same(msgspec.json.encode({**state, "layout": LAYOUT}), computed)


def test_a_state_with_the_serial_alone_equals_one_with_its_wheel() -> None:
    """ROU-3.2.1: up to 0.3 a state had the serial of the present opening's check alone."""
    computed = encode_table(Table(wheel=WheelAtTable("W-2", "W-2", datetime(2026, 1, 1, tzinfo=UTC))))
    assert same(encode_table(Table(wheel=WheelAtTable("W-2"))), computed)
    assert not same(encode_table(Table(wheel=WheelAtTable("W-1"))), computed)


def test_a_restart_too_joins_no_line_across_the_loss_of_its_wheel() -> None:
    """ROU-3.2: the half of a line that came before the cable was pulled says nothing with what came after."""
    driven = Driven("sv", game="roulette")
    begun = encode_table(driven.table)
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}, spin_line(4)):
        driven.take(line)
    whole = status(4, 11, 17)
    driven.take(wheel_bytes(whole[:9]))
    driven.session.note(NoteKind.DEVICE_LOST, text="wheel")
    driven.take(wheel_bytes(whole[9:]))
    assert table_after(driven.game, begun, driven.kept.entries).decoders == driven.table.decoders
