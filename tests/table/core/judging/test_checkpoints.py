"""States that were kept: each game's as it was, and those of the layout that followed no card set."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest
from msgspec.structs import replace

from console.table.core import NoteKind, Table, answer_of, events
from console.table.core.judging import transition
from console.table.core.judging.checkpoints import LAYOUT, agreed, encode_table, same, table_after, table_of
from console.table.core.state.editions import EDITION, OLDEST
from console.table.game import Card
from console.table.game.blackjack import Choice
from console.table.game.card_set import numbers_in
from console.table.game.roulette import Spin
from tests.table.core.editions.scenes import under
from tests.table.core.tables import Driven, Seen, as_restarted
from tests.table.core.wheel_at_random import number_read, spin_line, status, wheel_bytes

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
    assert again.play == Spin(recorded=0, of_game=0, is_told=True) and again.wheel.serial == "wheel 4711"
    assert again.wheel.last_numbered is not None and again.wheel.last_numbered.play.number == 17


def round_of(number: int) -> tuple[Seen, ...]:
    bets = ({"do": "bets", "state": "open"}, {"do": "bets", "state": "closed"})
    return (*bets, spin_line(3), number_read(number), {"do": "done", "by": "D1"})


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


@pytest.mark.parametrize(
    "error", [OverflowError, AssertionError, AttributeError, KeyError, IndexError, TypeError, ValueError]
)
def test_whatever_an_entry_that_was_not_possible_breaks_it_is_told_as_impossible(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """Anybody can write a journal; only the failure of an entry that was possible is an error of ours."""

    def fail(*_: object) -> None:
        raise error("so")

    monkeypatch.setattr(transition, "advance", fail)
    driven = Driven("sv")
    for event, told in (
        (events.CardDrawn(Card("9H")), transition.ImpossibleEntry),
        (events.BetsOpened("T1-1", 18), RuntimeError),
    ):
        with pytest.raises(told, match=f"{events.kind_of(event)}: {error.__name__}: "):
            transition.advance_kept(driven.game, driven.table, event, None, NOON)


@pytest.mark.parametrize(
    ("code", "game", "left"), [("lt", "baccarat", 414), ("lt", "blackjack", 416), ("sv", "baccarat", 416)]
)
def test_the_shoe_of_a_ready_table_and_its_set_have_drawn_the_burn_alone(
    code: str, game: str, left: int
) -> None:
    """Table protocol, ``--ready``: in lt baccarat the burn is done, an ace and one unseen card."""
    table = Driven(code, game=game).table
    assert (table.shoe.left, len(table.card_set.order)) == (left, 416 - left)


def of_1_2(state: bytes) -> bytes:
    """A state as 1.2 kept it: it names no edition but a report's, and each settled round of a set."""
    kept = msgspec.json.decode(state)
    table = kept["table"]
    if settled := table["card_set"]["settled"]:
        table["card_set"]["settled"] = [[*numbers_in(shoe)] for shoe in settled]
    del table["console_edition"]
    for value in (table, table["round"], table["shoe_in_play"], table["halt"], table["incidents"]):
        value.pop("edition", None)
    return msgspec.json.encode({**kept, "layout": 6})


def test_a_state_of_1_2_is_of_the_oldest_edition_and_ends_by_it() -> None:
    with under(OLDEST):
        driven = Driven("lt")
        driven.take({"do": "bets", "state": "open"})
        driven.take({"do": "card", "card": "9H"})
    kept = of_1_2(encode_table(driven.table))
    assert same(kept, encode_table(driven.table))
    assert agreed(kept, encode_table(driven.table)) == encode_table(table_of(kept))
    driven.session = driven._on(table_of(kept))
    assert driven.take({"do": "say", "by": "D1", "text": "a press at a later console"})["edition"] == EDITION
    table = driven.table
    assert table.halt is not None and table.round is not None
    assert (table.halt.edition, table.round.edition, table.edition) == (OLDEST, OLDEST, EDITION)


def test_the_settled_rounds_of_a_set_that_1_2_kept_shoe_by_shoe_become_ranges() -> None:
    table = Driven("sv").table
    kept = {**msgspec.json.decode(encode_table(table)), "layout": 6}
    kept["table"]["card_set"]["settled"] = [[1, 2, 3, 5], [6, 7], [8, 9]]
    read = table_of(msgspec.json.encode(kept))
    assert read.card_set.settled == ((1, 3, 5, 7), (8, 9))
    kept["table"]["card_set"]["settled"] = [[4, 5]]
    assert table_of(msgspec.json.encode(kept)).card_set.settled == ((4, 5),)
    kept["table"]["card_set"]["settled"] = None
    assert table_of(msgspec.json.encode(kept)).card_set.settled is None


@pytest.mark.parametrize("layout", [5, LAYOUT + 1])
def test_a_state_of_another_layout_is_none(layout: int) -> None:
    state = msgspec.json.decode(encode_table(Driven("sv").table))
    with pytest.raises(msgspec.DecodeError):
        table_of(msgspec.json.encode({**state, "layout": layout}))
