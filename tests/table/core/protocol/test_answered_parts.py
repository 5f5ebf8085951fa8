"""A view that a person saw is compared with the table's, by the protocol's list of views alone."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.table.core import NoteKind, Resumption, Session
from console.table.core.protocol.answered_parts import COMPARED, PARTS, SeenPart
from tests.examples import examples
from tests.handbook.protocol_tables import forms
from tests.table.core.blackjack_at_random import line_at_blackjack as asked_at_blackjack
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import CODES, CareInMemory, Clockwork, Driven, Seen, card_frame, device, frame
from tests.table.core.wheel_at_random import line_at_wheel as asked_at_wheel
from tests.table.core.wheel_at_random import status

ANSWERS = ("done", "spin", "open", "answer", "authorise", "withdraw", "void", "correct")
"""The protocol's lines that answer something, but for a dealer's number and a card by hand."""
GAMES = ("baccarat", "blackjack", "roulette")


def compared_parts(view: Seen, *, cards: bool) -> Any:
    """The parts of a view that are compared, as the protocol lists them."""
    prompt = {key: value for key, value in view["prompt"].items() if key not in ("seconds", "clauses")}
    played, incident = view["round"] or {}, view["incident"] or {}
    about = [incident.get(key) for key in ("id", "state", "facts", "outcome")]
    compared = [prompt, view["phase"], played.get("id"), played.get("status"), view["bets"], about]
    return [*compared, view["offer"], played.get("recorded"), cards_on_the_table(played) if cards else None]


def cards_on_the_table(played: Seen) -> Any:
    hands = {seat: [hand["cards"] for hand in of_seat] for seat, of_seat in played.get("seats", {}).items()}
    dealer = played.get("dealer")
    return [played.get("player"), played.get("banker"), hands, dealer and dealer["cards"]]


def asked_of_hand(view: Seen, line: Seen) -> Any:
    """The question to a decision's own seat and hand: the stage, that hand's cards, its offers."""
    seat, hand, prompt = line["seat"], line["hand"], view["prompt"]
    hands = (view["round"] or {}).get("seats", {}).get(str(seat), [])
    if hand > len(hands):
        return None
    insured = hand == 1 and seat in prompt.get("seats", ())
    asked = (insured or (prompt.get("seat"), prompt.get("hand")) == (seat, hand)) and (
        prompt["action"] == "await_decision"
    )
    return hands[hand - 1]["cards"], asked and (insured, prompt["offers"])


def is_compared(line: Seen) -> bool:
    by_hand = line["do"] == "card" and "by" in line
    return (
        line["do"] in (*ANSWERS, "decision")
        or by_hand
        or (line["do"] == "number" and line["source"] == "dealer")
    )


def is_stale(line: Seen, views: list[Seen], noted: list[Seen]) -> bool:
    """Whether what the line's person saw has changed in any view since, by the views alone. After a note of
    the console's own nobody gets a view, but somebody may ask for one (``noted``).
    """
    entry, shown = line["seen"]["entry"], [*views, *noted]
    if entry > max(each["entry"] for each in shown):
        return True
    stood = max((each for each in shown if each["entry"] <= entry), key=lambda each: int(each["entry"]))
    since = [each for each in views if each["entry"] > entry]
    if line["do"] == "decision":
        return any(asked_of_hand(each, line) != asked_of_hand(stood, line) for each in since)
    cards = line["do"] == "correct"
    return any(compared_parts(each, cards=cards) != compared_parts(stood, cards=cards) for each in since)


def any_line(chance: random.Random, driven: Driven, view: Seen) -> Seen:
    """A line that a table may be sent: mostly what its prompt asks for, else one that comes between."""
    game, number = driven.game.name, chance.randrange(40)
    face = chance.choice("A23456789TJQK") + chance.choice("SHDC")
    if chance.random() < 0.5:
        if game == "roulette":
            return asked_at_wheel(driven.table, view, number)
        if game == "blackjack":
            return asked_at_blackjack(driven.table, view, face, number)
        return obeyed(driven.table, view, face, number)
    by = chance.choice(("D1", "P1"))
    seq = chr(0x30 + number)
    of_game: list[Seen] = (
        [
            device(status(chance.randint(1, 6), number, number % 37) * chance.randint(1, 2), "wheel"),
            {"do": "number", "number": number % 37, "source": "dealer", "by": by},
            {"do": "number", "number": number % 37, "source": "reader"},
            {"do": "spin", "turns": number % 6, "direction": "against", "by": by},
        ]
        if game == "roulette"
        else [
            {"do": "card", "card": face},
            {"do": "card", "card": face, "by": "P1"},
            {"do": "unread"},
            {"do": "cut_card"},
            {"do": "manual", "by": "P1", "on": chance.random() < 0.5},
            {"do": "correct", "by": "P1", "hand": chance.choice(("player", "1.1")), "card": 1, "to": face},
            device(card_frame(seq, "player", 1, face) + frame(seq, "C") + card_frame(seq, "banker", 1, face)),
            device(f"{face}\r{face}\r".encode(), "reader"),
        ]
    )
    return chance.choice(
        [
            *of_game,
            {"do": "incident", "by": by},
            {"do": "incident", "by": by, "kind": chance.choice(("card_fell", "no_spin", "technical_fault"))},
            {"do": "answer", "by": by, "facts": {"seen": chance.random() < 0.5}},
            {"do": "answer", "by": by, "facts": {"cause": chance.choice(("few_turns", "same_direction"))}},
            {"do": "authorise", "by": "P1"},
            {"do": "withdraw", "by": by, "reason": "so"},
            {"do": "void", "by": "P1"},
            {"do": "done", "by": by, "counted": 416},
            {"do": "open", "by": "P1"},
            {"do": "call", "by": by, "on": chance.random() < 0.5},
            {"do": "close", "by": "P1", "on": chance.random() < 0.5},
            {"do": "say", "by": by, "text": "so"},
            {"do": "sign_out", "who": by},
            {"do": "sign_in", "who": by, "role": "dealer" if by == "D1" else "pit_boss"},
            {"do": "settle", "by": "P1", "bets": []},
            {"do": "view"},
        ]
    )


@settings(max_examples=examples(15, at_night=300), deadline=None)
@given(
    seed=st.integers(0, 2**32), game=st.sampled_from(GAMES), code=st.sampled_from(CODES), ready=st.booleans()
)
def test_a_line_is_stale_where_the_views_since_say_so_and_nowhere_else(
    seed: int, game: str, code: str, ready: bool
) -> None:
    chance, driven = random.Random(seed), Driven(code, game=game, is_ready=ready)
    views, noted = [driven.view()], list[Seen]()
    for _ in range(50):
        line = any_line(chance, driven, views[-1])
        if chance.random() < 0.2:
            driven.session.note(NoteKind.SIGN_IN_FAILED, "D2")
            noted.append(driven.view())
        if ("by" in line or line["do"] == "decision") and chance.random() < 0.8:
            last = driven.view()["entry"]
            ago = 0 if chance.random() < 0.5 else chance.choice((1, 1, 2, 3, 5, 8, 20, -1))
            line |= {"seen": {"entry": max(0, last - ago), "ms": chance.randrange(9000)}}
        if chance.random() < 0.05:
            driven.restart()
            views.append(driven.view())  # everybody sees it
        view, due = driven.take(line), "seen" in line and is_compared(line) and is_stale(line, views, noted)
        if view["refused"] != "bad_input":
            assert (view["refused"] == "stale") is due, (line, [each["entry"] for each in views])
        if view["refused"] == "stale":
            differing = compared_parts(view, cards=True) != compared_parts(views[-1], cards=True)
            assert not differing or not (views[-1]["incident"] or {"open": True})["open"], (
                "it changes nothing"
            )
        if view["entry"] > views[-1]["entry"]:
            views.append(view)


def test_every_line_that_answers_something_is_in_the_table_and_no_other() -> None:
    listed = {do for do in forms() if any(row.partition(".")[0] == do for row in COMPARED)}
    assert listed == {*ANSWERS, "number", "card"}
    assert {row for row in COMPARED if "." in row} == {"number.dealer", "card.by_hand"}
    assert {do for do, parts in COMPARED.items() if SeenPart.CARDS in parts} == {"correct"}


def test_how_many_seconds_a_prompt_gives_is_nothing_that_is_answered() -> None:
    driven = Driven("sv")
    driven.take({"do": "bets", "state": "open"})
    view = driven.session.view()
    other = replace(view, prompt=replace(view.prompt, seconds=5))
    assert view.prompt.seconds == 18
    assert all(of(view) == of(other) for of in PARTS.values())


def after_a_coup() -> Driven:
    driven = Driven("sv")
    for line in (
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        *({"do": "card", "card": card} for card in ("9H", "2S", "KD", "4C")),
    ):
        driven.take(line)
    return driven


def test_the_reason_for_a_stale_line_names_the_changed_and_the_right_entry() -> None:
    driven = after_a_coup()
    driven.take({"do": "done", "by": "D1"})
    late = driven.take({"do": "done", "by": "D1", "seen": {"entry": 6, "ms": 950}})
    assert late["why"] == (
        "`seen.entry` is 6, and since then has changed: prompt, phase, round, bets; from 7 on is right."
    )
    other = driven.take({"do": "done", "by": "D1", "seen": {"entry": 41, "ms": 950}})
    assert other["why"] == "`seen.entry` is 41: an entry of this journal, at most 8, is right."


def test_a_note_of_the_consoles_own_makes_no_press_stale() -> None:
    """It brings nobody a view: that the incident which had ended is gone counts from the next line on."""
    driven = after_a_coup()
    ended = driven.take({"do": "incident", "kind": "technical_fault", "by": "P1"})
    assert ended["incident"] is not None and not ended["incident"]["open"]
    driven.session.note(NoteKind.SIGN_IN_FAILED, "D2")
    noted = driven.view()
    assert noted["incident"] is None
    due = driven.take({"do": "done", "by": "D1", "seen": {"entry": ended["entry"], "ms": 950}})
    assert due["accepted"], "the prompt stands as it was pressed"

    driven = after_a_coup()
    ended = driven.take({"do": "incident", "kind": "technical_fault", "by": "P1"})
    driven.session.note(NoteKind.SIGN_IN_FAILED, "D2")
    noted = driven.view()
    driven.take({"do": "say", "by": "D1", "text": "so"})
    assert driven.changes()[ended["entry"]] == [(SeenPart.INCIDENT, noted["entry"])]
    assert driven.changes()[noted["entry"]] == [], "the incident was gone already"
    assert driven.changes() == driven.changes_found_again()


def test_the_event_of_each_answered_line_records_what_was_seen() -> None:
    driven = after_a_coup()
    lines: list[Seen] = [
        {"do": "done", "by": "D1"},
        {"do": "say", "by": "D1", "text": "so"},
        {"do": "call", "by": "D1", "on": True},
        {"do": "done", "by": "D1", "seen": {"entry": 3, "ms": 77}},
    ]
    for number, line in enumerate(lines):
        seen = {"entry": driven.kept.last, "ms": 77 + number}
        driven.take({"seen": seen} | line)
        event = msgspec.json.decode(driven.kept.entries[-1].event)
        assert event["seen"] == (line.get("seen") or seen)
    assert driven.kept.entries[-1].refused == "stale"
    assert driven.kept.entries[-1].person == "D1"


def test_a_journal_that_goes_on_in_a_new_file_counts_from_its_own_beginning() -> None:
    """Its entries begin with 1: what an entry of the old file showed was seen in no view of this one."""
    driven = after_a_coup()
    driven.take({"do": "done", "by": "D1"})
    driven.take({"do": "done", "by": "D1"})

    def fresh(_: bytes) -> str:
        driven.kept.entries.clear()
        return "set aside"

    begun, care = Resumption(driven.table), CareInMemory(fresh)
    session = Session(driven.game, driven.kept, Clockwork(), begun, care=care)
    session.continue_in_new_file("two bytes differ")
    assert driven.kept.last == 1
    session.take(b'{"do":"call","by":"D1","on":true}')
    line = b'{"do":"void","by":"P1","seen":{"entry":%d,"ms":9,"file":%d}}'
    assert session.take(line % (8, 1)).refused == "stale"
    assert session.take(line % (1, 0)).refused == "stale"
    assert session.take(b'{"do":"void","by":"P1","seen":{"entry":1,"ms":9}}').refused == "stale"
    assert session.take(line % (1, 1)).refused == "out_of_turn"
