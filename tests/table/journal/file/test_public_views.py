"""The views for other people's tools: they open as they are, and their counts are those of the entries."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from console.cli import main
from console.table.journal.file.schema import VIEWS
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, FELL, OPEN, ROUND, card, incident, say, written

View = dict[str, object]
REFUSED = ("bets_open", "out_of_turn", "halted", "impossible_card")
SEATS: Seen = {"do": "seats", "seats": [1]}
STAND: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "stand"}
DEALT = (OPEN, SEATS, CLOSED, card("TH"), card("6S"), card("9D"), card("5C"))
"""One seat stands on nineteen; the dealer's hole card is the five of clubs, under a six."""
BEFORE = (*DEALT[:-1], card("7C"))
"""A round in which the five of clubs is not dealt."""


@pytest.fixture
def night(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A round, an incident, a remark, a refusal, a new dealer, a call, as any program opens them."""
    lines = (
        *ROUND,
        *FELL,
        say("Kamera švari", "P1"),
        {"do": "done", "by": "X9"},
        {"do": "call", "by": "D1", "on": True},
        {"do": "sign_out", "who": "D1"},
        {"do": "sign_in", "who": "D2", "role": "dealer"},
    )
    path = written(tmp_path / "T7.db", *lines, refused=("not_signed_in",))
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        yield connection


def rows(night: sqlite3.Connection, view: str) -> list[View]:
    return [dict(row) for row in night.execute(f"SELECT * FROM {view}")]


@pytest.mark.sweep(5)
@pytest.mark.parametrize("view", VIEWS)
def test_every_view_can_be_read(night: sqlite3.Connection, view: str) -> None:
    columns = [column[0] for column in night.execute(f"SELECT * FROM {view}").description]
    assert len(columns) == len(set(columns))
    assert all(name == name.lower() for name in columns)


def test_each_public_view_keeps_the_comment_that_describes_it(night: sqlite3.Connection) -> None:
    made = dict(night.execute("SELECT name, sql FROM sqlite_master WHERE type = 'view'").fetchall())
    assert made.keys() == VIEWS.keys()
    assert all("-- " in sql for sql in made.values())


def test_every_entry_is_in_the_view_of_all(night: sqlite3.Connection) -> None:
    assert len(rows(night, "entries")) == night.execute("SELECT count(*) FROM entry").fetchone()[0]


def test_rounds_have_their_cards_and_incidents(night: sqlite3.Connection) -> None:
    first, second = rows(night, "rounds")
    assert (first["round"], first["cards"], first["incidents"]) == ("T7-1", 4, 0)
    assert (second["round"], second["incidents"]) == ("T7-2", 1)
    assert first["last_entry"] < second["first_entry"]  # type: ignore[operator]


def test_each_happening_of_a_night_has_a_line_in_its_public_view(night: sqlite3.Connection) -> None:
    (incident,) = rows(night, "incidents")
    assert (incident["incident"], incident["kind"], incident["reported_by"]) == ("T7-i1", "card_fell", "D1")
    assert rows(night, "decisions")[0]["decided_by"] == "P1"
    assert [row["text"] for row in rows(night, "remarks")][-1] == "Kamera švari"
    assert [row["refused"] for row in rows(night, "refusals")] == ["not_signed_in"]
    assert [(row["person"], row["signed"]) for row in rows(night, "people_at_table")] == [
        ("D1", "out"),
        ("D2", "in"),
    ]
    assert [(row["person"], row["called"]) for row in rows(night, "pit_boss_calls")] == [("D1", 1)]


def test_a_ball_is_damaged_once_its_check_says_so(tmp_path: Path) -> None:
    """LT-ROU-29: nothing is said of the ball until it was checked, then what the check said."""
    begun = (OPEN, CLOSED, {"do": "spin", "turns": 5, "direction": "against", "by": "D1"})
    out = ({"do": "incident", "kind": "ball_out", "by": "P1"}, {"do": "done", "by": "D1"})
    check: Seen = {"do": "done", "by": "P1"}
    skipped = {**check, "reason": "checked by the technician"}
    cases: tuple[tuple[tuple[Seen, ...], list[tuple[str, int]]], ...] = (
        ((), []),
        ((check,), [("P1", 0)]),
        (({**check, "damaged": True}, check), [("P1", 1)]),
        ((skipped,), []),
    )
    for number, (checked, told) in enumerate(cases):
        path = written(tmp_path / f"{number}.db", *begun, *out, *checked, game="roulette")
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("SELECT facts FROM incidents").fetchall() == [(None,)]
            assert connection.execute("SELECT checked_by, damaged FROM ball_checks").fetchall() == told


DONE: Seen = {"do": "done", "by": "D1"}
REST = (card("2S"), card("KD"), card("4C"), DONE, DONE)
"""The rest of a coup that begins with a nine, or a six: a natural, or a third card is due."""


def faces(path: Path) -> set[str]:
    """Every text in every view, in which a face could stand."""
    found = set()
    with closing(sqlite3.connect(path)) as connection:
        views = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
        for (view,) in views:
            for row in connection.execute(f"SELECT * FROM {view}"):
                found |= {str(value) for value in row}
    return {
        face
        for face in (f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CDHS")
        if any(f'"{face}"' in text or text == face for text in found)
    }


def test_no_public_view_shows_an_open_rounds_faces_lines_or_bytes(tmp_path: Path) -> None:
    """The hole card lies face down: a tool that follows the file must not know it before the players do."""
    dealt = written(tmp_path / "bj.db", *DEALT, code="sv", game="blackjack", refused=REFUSED)
    assert faces(dealt) == set()
    with closing(sqlite3.connect(dealt)) as connection:
        rows = connection.execute("SELECT count(*), count(line), count(raw) FROM entries").fetchone()
        assert rows[0] > 4 and rows[1:] == (0, 0)
        assert {face for (face,) in connection.execute("SELECT card FROM cards")} == {"??"}
    coup, hidden = (OPEN, CLOSED, card("9H"), *REST), {"9H", "2S", "KD", "4C"}
    for number, more in enumerate(((), (OPEN,), (OPEN, CLOSED, card("TS"), card("3S")))):
        assert faces(written(tmp_path / f"{number}.db", *coup, *more)) == hidden
    late = (*coup[:-2], card("5S"))
    assert faces(written(tmp_path / "late.db", *late, refused=REFUSED)) == set()


@pytest.mark.parametrize(
    "after",
    [
        ({"do": "withdraw", "by": "P1"},),
        (incident("extra_card_drawn", "P1", shown=False), {"do": "done", "by": "D1"}),
    ],
    ids=("withdrawn", "carried over"),
)
def test_a_card_that_may_come_once_more_is_in_no_public_view(tmp_path: Path, after: tuple[Seen, ...]) -> None:
    """Bets could open; the next coup begins with it."""
    path = written(tmp_path / "T7.db", *ROUND, card("3D"), *after, refused=("out_of_turn",))
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        assert [each["card"] for each in rows(connection, "cards")] == ["9H", "2S", "KD", "4C", "??"]
        assert "3D" not in str([rows(connection, view) for view in VIEWS])


def test_no_public_view_has_a_card_read_in_manual_mode_until_the_next_round_ended(
    tmp_path: Path,
) -> None:
    manual: Seen = {"do": "manual", "on": True, "by": "P1"}
    read = (*ROUND, manual, card("3D"), {**manual, "on": False})
    assert "3D" not in faces(written(tmp_path / "read.db", *read))
    assert "3D" not in faces(written(tmp_path / "open.db", *read, OPEN))
    assert "3D" in faces(written(tmp_path / "over.db", *read, *ROUND))


@pytest.mark.parametrize("game", ["blackjack", "baccarat"])
def test_no_view_and_no_copy_has_a_manual_reading_that_no_hand_got(game: str, tmp_path: Path) -> None:
    """It was read while a player decided, or too early; the cards that somebody entered are shown."""
    manual: Seen = {"do": "manual", "on": True, "by": "P1"}
    by_hand: Seen = {"source": "dealer", "by": "P1"}
    entered: tuple[Seen, ...] = (card("KD"), {**card("KD"), **by_hand})
    decided = (*BEFORE, manual, card("5C"), STAND, DONE_D, *entered, DONE_D, DONE_D)
    begun = (OPEN, CLOSED, card("9H"), card("2S"), manual, *entered)
    dealt = (*begun, card("5C"), {**card("4C"), **by_hand}, STANDS, DONE_D, DONE_D)
    read: tuple[Seen, ...] = decided if game == "blackjack" else dealt
    for name, without, more, shown in (
        ("read", (), (), set[str]()),
        ("open", (), (OPEN,), set[str]()),
        ("dealt", (card("5C"), STANDS), (), {"KD"}),
    ):
        lines = (*(line for line in read if line not in without), *more)
        path = written(tmp_path / f"{name}.db", *lines, code="sv", game=game)
        assert faces(path) & {"5C", "KD"} == shown
        copy = tmp_path / f"{name}-copy.db"
        assert main(["journal", "backup", str(path), str(copy), "--lang", "en"]) == 0
        assert b'"card":"5C"' not in copy.read_bytes()
        assert (b'"card":"KD"' in copy.read_bytes()) is bool(shown)


MANUAL: Seen = {"do": "manual", "on": True, "by": "P1"}
STANDS: Seen = {"do": "withdraw", "by": "P1", "reason": "as it lies"}
TYPED_OTHERWISE: tuple[Seen, ...] = (
    *(*DEALT[:-2], MANUAL, card("9D"), {**card("9D"), "by": "P1"}, card("5C")),
    *({**card("7C"), "by": "P1"}, STANDS, STAND),
)
"""A hole card that was read, and another one that was typed for it and stands."""
OTHERWISE_OVER: tuple[Seen, ...] = (
    *(DONE_D, card("8H"), {**card("8H"), "by": "P1"}, DONE_D, DONE_D, {**MANUAL, "on": False}),
    *(OPEN, {**SEATS, "seats": []}, CLOSED),
)
"""It is turned, its round ends, and so does the next one: the card that was read might have begun it."""


def test_no_public_view_has_the_faces_of_a_hole_card_that_was_typed_otherwise(tmp_path: Path) -> None:
    for name, more, shown in (("down", (), set[str]()), ("over", OTHERWISE_OVER, {"5C", "7C"})):
        path = written(tmp_path / f"{name}.db", *TYPED_OTHERWISE, *more, code="sv", game="blackjack")
        assert faces(path) & {"5C", "7C"} == shown


def test_a_misread_card_that_was_mended_is_a_correction(tmp_path: Path) -> None:
    mended = {"do": "correct", "hand": "player", "card": 1, "to": "6H", "by": "P1"}
    whole = (card("2S"), card("KD"), card("7C"), DONE, DONE)
    for rest, face in ((), "??"), (whole, "6H"):
        path = written(tmp_path / f"{face[0]}.db", OPEN, CLOSED, card("9H"), mended, *rest)
        with closing(sqlite3.connect(path)) as connection:
            rows = connection.execute("SELECT what, after, authorised_by FROM corrections").fetchall()
        assert rows == [("card 1 of player", face, "P1")], "the view has its face once the round is over"
