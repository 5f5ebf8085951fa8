"""States that were kept: each game's as it was, and those of the layout that knew baccarat alone."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from console.game.baccarat.coup import Coup
from console.game.cards import Card
from console.game.roulette.spin import Spin
from console.table.judging.checkpoints import LAYOUT, encode_table, same, table_after, table_of
from console.table.state.note_kinds import NoteKind
from console.table.state.table import Table
from tests.table.tables import Driven, Seen
from tests.table.wheel_at_random import number_read, ran, sent, status

EARLIER = (Path(__file__).parent / "layout_1.json").read_bytes()
"""The state that a console kept before there was a second game: lt, two cards out, an incident's step due."""


def cards(faces: str) -> tuple[Card, ...]:
    return tuple(map(Card, faces.split()))


def test_a_closed_table_is_what_there_is_before_anything_is_kept() -> None:
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


def test_what_is_kept_names_its_layout_and_its_game() -> None:
    state = msgspec.json.decode(encode_table(Driven("sv", game="blackjack").table))
    assert state["layout"] == LAYOUT
    assert state["table"]["play"]["game"] == "baccarat", "before the first round there is an empty coup"


def test_a_state_kept_by_an_earlier_console_is_told_again() -> None:
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


def test_a_state_kept_by_an_earlier_console_is_played_on_with() -> None:
    driven = Driven("lt")
    driven.session = driven._on(table_after(driven.game, EARLIER, []))
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


def test_a_state_kept_before_there_was_roulette_is_told_and_played_on_with() -> None:
    driven = Driven("lt", game="blackjack")
    driven.session = driven._on(table_after(driven.game, BEFORE_ROULETTE, []))
    seen = driven.view()
    assert (seen["prompt"]["action"], seen["prompt"]["seat"]) == ("await_decision", 1)
    assert seen["round"]["dealer"]["cards"] == ["AS", "??"]
    seen = driven.take({"do": "decision", "seat": 1, "hand": 1, "choice": "stand"})
    assert seen["accepted"] and seen["prompt"]["seat"] == 3


def test_a_state_that_kept_no_word_of_who_took_a_report_back_is_the_same_state() -> None:
    """Consoles up to 0.3 did not keep it: their journals are as sound as they were."""
    driven = Driven("lt")
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}):
        driven.take(line)
    driven.take({"do": "incident", "by": "D1", "kind": "card_fell"})
    driven.take({"do": "withdraw", "by": "P1", "reason": "by mistake"})
    computed = encode_table(driven.table)
    state = msgspec.json.decode(computed)
    for past in state["table"]["past"]:
        assert past.pop("by") == "P1" and past.pop("role") == "pit_boss" and past.pop("reason")
    assert same(msgspec.json.encode(state), computed)
    state["table"]["past"][0]["kind"] = "misread"
    assert not same(msgspec.json.encode(state), computed)


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
    driven.take(sent(status(3, 11, 17), status(4, 11, 17), status(5, 11, 0)))
    again = table_of(encode_table(driven.table))
    assert again == driven.table
    assert again.play == Spin(recorded=0) and again.serial == "wheel 4711"
    assert again.last_numbered is not None and again.last_numbered.play.number == 17


def round_of(number: int) -> tuple[Seen, ...]:
    bets = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
    return (*bets, ran(3), number_read(number), {"do": "done", "by": "D1"})


def test_a_state_kept_without_its_wheel_is_the_same_as_one_told_with_it() -> None:
    """ROU-3.2.1: up to 0.3 a state had the serial of the present opening's check alone."""
    computed = Table(serial="W-2", wheel="W-2", wheel_exchanged=datetime(2026, 1, 1, tzinfo=UTC))
    assert same(encode_table(Table(serial="W-2")), encode_table(computed))
    assert not same(encode_table(Table(serial="W-1")), encode_table(computed))


def test_a_restart_too_joins_no_line_across_the_loss_of_its_wheel() -> None:
    """ROU-3.2: the half of a line that came before the cable was pulled says nothing with what came after."""
    driven = Driven("sv", game="roulette")
    begun = encode_table(driven.table)
    for line in ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"}, ran(4)):
        driven.take(line)
    whole = status(4, 11, 17)
    driven.take(sent(whole[:9]))
    driven.session.note(NoteKind.DEVICE_LOST, text="wheel")
    driven.take(sent(whole[9:]))
    assert table_after(driven.game, begun, driven.kept.entries).decoders == driven.table.decoders
