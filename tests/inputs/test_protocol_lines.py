"""Any line over the protocol: one view each, an entry that holds the line, a table that goes on."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.base.plain_text import name_key
from console.table.commands.drive import drive
from console.table.core import SystemClock
from console.table.journal import verify
from tests.examples import examples
from tests.inputs.values import HOSTILE, RIGHT_TO_LEFT, VALUES, replaced
from tests.table.core.tables import Driven, Seen, words
from tests.table.played import session_at

GAMES = ("baccarat", "blackjack", "roulette")
LINES: list[Seen] = [
    {"do": "sign_in", "who": "S9", "role": "supervisor"},
    {"do": "sign_out", "who": "P1"},
    {"do": "bets", "state": "open", "seconds": 9},
    {"do": "seats", "seats": [1, 3]},
    {"do": "decision", "seat": 1, "hand": 1, "choice": "hit"},
    {"do": "card", "card": "9H", "by": "P1"},
    {"do": "device", "name": "reader", "hex": "3948 0d"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
    {"do": "number", "number": 17, "source": "dealer", "by": "D1"},
    {"do": "done", "by": "D1", "reason": "so", "note": "ball 4"},
    {"do": "reshuffle", "by": "P1", "on": True, "new": False},
    {"do": "close", "by": "P1", "on": False},
    {"do": "withdraw", "by": "P1"},
    {"do": "void", "by": "P1"},
    {"do": "incident", "kind": "card_fell", "facts": {"cards": 1}, "by": "D1"},
    {"do": "answer", "facts": {"seen": True}, "by": "P1"},
    {"do": "authorise", "by": "P1", "choice": "void", "reason": "so"},
    {"do": "correct", "by": "P1", "hand": "player", "card": 1, "to": "9H"},
    {"do": "manual", "by": "P1", "on": True},
    {"do": "call", "by": "D1", "on": True},
    {"do": "settle", "by": "P1", "bets": [{"on": "split", "numbers": [8, 11], "stake": 100}]},
    {"do": "say", "by": "D1", "text": "so"},
    {"do": "view"},
]
PLACES = [(line, (key,)) for line in LINES for key in (*line, "unheard_of")] + [
    (LINES[-3], ("bets", 0, key)) for key in ("on", "numbers", "stake", "seat", "hand", "each", "unheard_of")
]
PECULIAR: dict[str, bytes] = {
    "nested arrays": b'{"do":"say","by":"D1","text":' + b"[" * 100_000,
    "nested objects": b'{"a":' * 100_000,
    "closed nesting": b'{"do":"answer","by":"P1","facts":{"x":' + b"[" * 5_000 + b"]" * 5_000 + b"}}",
    "huge number": b'{"do":"bets","state":"open","seconds":1' + b"0" * 5_000 + b"}",
    "huge exponent": b'{"do":"spin","turns":1e999,"direction":"against","by":"D1"}',
    "NaN": b'{"do":"bets","state":"open","seconds":NaN}',
    "infinity": b'{"do":"bets","state":"open","seconds":Infinity}',
    "a key twice": b'{"do":"say","do":"view","by":"D1","by":"P1","text":"a","text":"b"}',
    "no UTF-8": b'{"do":"say","by":"D1","text":"\xff\xfe"}',
    "half a surrogate": b'{"do":"say","by":"D1","text":"\\ud800"}',
    "overlong UTF-8": b'{"do":"say","by":"D1","text":"\xc0\x80"}',
    "a million characters": b'{"do":"say","by":"D1","text":"' + b"x" * 1_000_000 + b'"}',
    "a million of nothing": b"x" * 1_000_000,
    "a million digits of a device": b'{"do":"device","name":"shoe","hex":"' + b"05" * 500_000 + b'"}',
    "a byte order mark": b'\xef\xbb\xbf{"do":"view"}',
    "a NUL": b'{"do":"say","by":"D1","text":"\\u0000"}',
    "NULs": b"\x00" * 1_000,
    "a carriage return": b'{"do":"view"}\r{"do":"view"}',
}


def view_after(driven: Driven, sent: bytes) -> Seen:
    """The view after a line. A line that is no question leaves one entry that holds the line."""
    before = driven.kept.last
    seen = driven.take(sent)
    if driven.kept.last == before:
        assert seen["accepted"], "only what asks for the view is not recorded"
        return seen
    line = driven.kept.entries[before].line
    assert line == sent.decode("utf-8", "backslashreplace"), "what came is kept as it came"
    assert driven.view()["prompt"]["action"], "the table goes on"
    return seen


@given(st.sampled_from(GAMES), st.lists(st.tuples(st.sampled_from(PLACES), VALUES), max_size=12))
@settings(max_examples=examples(25, at_night=800))
def test_any_value_in_any_field_of_any_line(game: str, sent: list[Any]) -> None:
    driven = Driven("sv", game=game)
    for (line, place), value in sent:
        view_after(driven, msgspec.json.encode(replaced(line, place, value)))
    driven.restart()
    driven.view()


@given(st.sampled_from(GAMES), st.lists(st.one_of(VALUES.map(msgspec.json.encode), st.binary()), max_size=8))
@settings(max_examples=examples(30, at_night=600))
def test_anything_that_is_json_or_is_not(game: str, sent: list[bytes]) -> None:
    driven = Driven("lt", game=game)
    for line in sent:
        seen = view_after(driven, line)
        assert seen["refused"] == "bad_input" or does_something(line)


def does_something(line: bytes) -> bool:
    """Whether chance has made a line of the protocol: hypothesis takes words of the source as values, too."""
    try:
        made = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return isinstance(made, dict) and isinstance(made.get("do"), str)


@pytest.mark.sweep(18)
@pytest.mark.parametrize("name", PECULIAR)
@pytest.mark.parametrize("game", GAMES)
def test_lines_that_break_parsers_break_no_table(name: str, game: str) -> None:
    driven = Driven("de", game=game)
    view_after(driven, PECULIAR[name])
    assert driven.take({"do": "bets", "state": "open"})["accepted"]


VISIBLE = [text for text in HOSTILE if len(text) <= 100 and name_key(text)]


@pytest.mark.parametrize("who", [text for text in HOSTILE if text not in VISIBLE])
def test_a_name_of_over_a_hundred_characters_or_without_a_visible_one_is_refused(who: str) -> None:
    assert Driven("ja").take({"do": "sign_in", "who": who, "role": "pit_boss"})["refused"] == "bad_input"


@pytest.mark.parametrize("who", VISIBLE)
def test_a_person_of_any_name_signs_in_speaks_and_survives_a_replay(who: str) -> None:
    driven = Driven("ja", lang="ja")
    assert driven.take({"do": "sign_in", "who": who, "role": "pit_boss"})["accepted"]
    assert driven.take({"do": "say", "by": who, "text": f"{who}."})["accepted"]
    driven.take({"do": "incident", "by": who, "kind": who})
    table = driven.table
    driven.restart()
    assert driven.table == table == driven.from_the_start()


def test_every_line_is_answered_by_one_and_is_in_a_journal_that_verifies(tmp_path: Path) -> None:
    journal, out = tmp_path / "journal.db", io.BytesIO()
    sent = [line for line in PECULIAR.values() if b"\n" not in line]
    with session_at(journal, SystemClock(), rules="sv", table="T1") as session:
        into = io.BytesIO(b"\n".join(sent) + b'\n{"do":"view"}')
        drive(session, words("en"), words("sv"), into, out)
    assert out.getvalue().count(b"\n") == len(sent) + 1
    assert verify(journal).flaw is None


def test_a_line_without_end_is_taken_in_bounded_memory(tmp_path: Path) -> None:
    """200 MB without a line's end: what is kept of it is its beginning, and the next line is taken."""

    class Endless(io.RawIOBase):
        left = 200 << 20

        def readable(self) -> bool:
            return True

        def readinto(self, into: Any) -> int:
            size = min(len(into), self.left)
            self.left -= size
            into[:size] = b"x" * size
            return size or _end(into)

    ends = iter((b'\n{"do":"view"}\n', b""))

    def _end(into: Any) -> int:
        end = next(ends)
        into[: len(end)] = end
        return len(end)

    out = io.BytesIO()
    tracemalloc.start()
    try:
        drive(Driven("sv").session, words("en"), words("sv"), io.BufferedReader(Endless()), out)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    views = [msgspec.json.decode(line) for line in out.getvalue().splitlines()]
    assert [view["refused"] for view in views] == ["bad_input", None]
    assert peak < 120 << 20, f"{peak >> 20} MB"


def test_right_to_left_marks_stay_what_they_are_in_the_journal() -> None:
    driven = Driven("sv")
    view_after(driven, msgspec.json.encode({"do": "say", "by": "D1", "text": RIGHT_TO_LEFT}))
    assert RIGHT_TO_LEFT in (driven.kept.entries[-1].line or "")
