"""A state that does not follow from the entries is never used: at no start, in no review, by no verifying."""

from __future__ import annotations

import io
import shutil
import sqlite3
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import Words
from console.table.core import (
    Entry,
    NoteKind,
    PersonAtTable,
    Role,
    SetClock,
    Table,
    encode_table,
    events,
    table_of,
)
from console.table.core.running import table_journal
from console.table.custody.table_opening import open_session
from console.table.custody.verdict import Meter, replayer, verdict_of
from console.table.journal import Identity, chain, review, sibling, verify
from console.table.journal.file import sql
from console.table.journal.file.high_water_mark import forget
from console.table.journal.proof.flaws import Flaw
from tests.instruments.harm.shifts import shift_of
from tests.table.core.tables import book
from tests.table.journal.entries import drawn, opened, without_triggers
from tests.table.journal.sealing import key_in, rechain, sealed
from tests.table.played import session_at

GAMES = [("baccarat", "lt"), ("blackjack", "sv"), ("roulette", "de")]


@pytest.fixture(params=GAMES, ids=[game for game, _ in GAMES])
def path(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal of two hundred lines, with a state kept at every fortieth entry or so."""
    monkeypatch.setattr(table_journal, "CHECKPOINT_EVERY", 40)
    game, rules = request.param
    path, clock = tmp_path / "T1.db", SetClock()
    with ExitStack() as stack:
        table = open_session(path, Identity("T1", game, rules), book(rules), clock, stack, is_ready=True)
        table.session.note(NoteKind.LIVE_TABLE)
        for line in shift_of(game, rules, 200, 7).lines:
            clock.advance(1)
            table.session.take(line)
        while table.journal.last in states(path):
            table.session.note(NoteKind.BUG)
    return path


def states(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT number FROM checkpoint ORDER BY number")]


def forged(state: bytes) -> bytes:
    """The state with somebody in it as pit boss who never signed in."""
    table = table_of(state)
    return encode_table(replace(table, people=(*table.people, PersonAtTable("X9", Role.PIT_BOSS))))


def put(connection: sqlite3.Connection, number: int, state: bytes) -> None:
    """Keep a state at an entry, with the digest that anybody can compute."""
    at = "SELECT chain FROM entry WHERE number = ? UNION ALL SELECT digest FROM meta LIMIT 1"
    (head,) = connection.execute(at, (number,)).fetchone()
    row = (number, state, chain.seal(number, head, state))
    connection.execute("INSERT OR REPLACE INTO checkpoint VALUES (?, ?, ?)", row)


def gone_on_with(path: Path) -> tuple[Table, list[str | None]]:
    """The table after a restart at the time of its last entry, and what was noted of it."""
    with review(path) as found:
        whose, (*_, last) = found.identity, found.entries(0)
    with ExitStack() as stack:
        opened = open_session(path, whose, book(whose.rules), SetClock(last.at), stack, is_ready=True)
        table = opened.session.table
    with review(path) as found:
        notes = [msgspec.json.decode(row.event) for row in found.entries(0) if row.kind == "noted"]
    return table, [note["text"] for note in notes if note["what"] == NoteKind.STATES_TOLD_AGAIN]


@pytest.mark.sweep(1)
def test_every_state_that_was_kept_comes_out_again(path: Path) -> None:
    verdict = verify(path, replayers=replayer)
    assert verdict.flaw is None
    assert verdict.states == len(states(path)) - 1 >= 3  # what it began with is in its heading


def test_a_planted_state_is_found_and_no_restart_begins_from_it(path: Path) -> None:
    table, _ = gone_on_with(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
        put(connection, last, forged(encode_table(table)))
    verdict = verify(path, replayers=replayer)
    assert (verdict.flaw, verdict.entry) == (Flaw.CHECKPOINT, last)
    with review(path) as found:
        assert found.begin(last)[0] == states(path)[-2] != last
    after, told_again = gone_on_with(path)
    assert after.people == table.people
    assert told_again == [str(states(path)[-2])]


@pytest.mark.sweep(1)
def test_a_rechained_state_differs_from_the_replay_of_the_entries(path: Path) -> None:
    number = states(path)[2]
    with without_triggers(path) as connection:
        (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = ?", (number,)).fetchone()
        bound = chain.state_digest(forged(state))
        connection.execute("UPDATE entry SET state = ? WHERE number = ?", (bound, number))
        rechain(connection, number)
        kept_then = connection.execute("SELECT number, state FROM checkpoint WHERE number > ?", (number,))
        for later, as_it_was in kept_then.fetchall():
            put(connection, later, as_it_was)
        put(connection, number, forged(state))
    forget(sibling(path, ".lock"))
    assert verify(path).flaw is None, "the chain is whole: only telling it again shows it"
    verdict = verify(path, replayers=replayer)
    assert (verdict.flaw, verdict.entry) == (Flaw.CHECKPOINT, number)


_TOLD_OTHERWISE: Final = (
    "kind = 'remarked'",
    "person = 'X9'",
    "shoe = shoe + 1",
    "round = 'T1-999'",
    "prompt = replace(prompt, 'actor', 'actors')",
    "clauses = '[\"X-1\"]'",
    "raw = x'00'",
)


@pytest.mark.sweep(1)
def test_an_unsealed_entry_that_differs_from_its_replay_is_named(path: Path, tmp_path: Path) -> None:
    """The chain is recomputed and the mark gone, so nothing else says it."""
    number = states(path)[-2] + 17
    forget(sibling(path, ".lock"))
    for change in _TOLD_OTHERWISE:
        copy = Path(shutil.copy(path, tmp_path / "copy.db"))
        with without_triggers(copy) as connection:
            connection.execute(f"UPDATE entry SET {change} WHERE number = ?", (number,))
            rechain(connection, number)
            last = states(copy)[-1]
            (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = ?", (last,)).fetchone()
            put(connection, last, state)
        assert verify(copy).flaw is None
        verdict = verify(copy, replayers=replayer)
        assert (verdict.flaw, verdict.entry) == (Flaw.TOLD, number), change


def test_a_time_that_the_other_clock_contradicts_is_named_at_a_live_table(tmp_path: Path) -> None:
    path, clock = tmp_path / "T1.db", SetClock()
    lines = shift_of("baccarat", "lt", 60, 7).lines

    def played(*lines: bytes, note: NoteKind) -> None:
        with session_at(path, clock, table="Table 1") as session:
            session.note(note)
            for number, line in enumerate(lines):
                clock.advance(1)
                if number == 9:
                    clock.set(-3600)
                session.take(line)

    played(*lines[:30], note=NoteKind.LIVE_TABLE)
    clock = SetClock(clock.utc() + timedelta(hours=2))
    played(*lines[30:], note=NoteKind.RESTARTED)
    forget(sibling(path, ".lock"))
    assert verify(path, replayers=replayer).flaw is None, "a clock was set, and the computer began again"
    with closing(sqlite3.connect(path)) as connection:
        pairs = connection.execute("SELECT number, at FROM entry WHERE kind = 'card_drawn'").fetchall()
    number, at = pairs[-1]
    later = chain.moment(chain.time_of(at) + timedelta(minutes=5))
    with without_triggers(path) as connection:
        connection.execute("UPDATE entry SET at = ? WHERE number = ?", (later, number))
        rechain(connection, number)
        connection.executescript(f"DELETE FROM stretch; INSERT INTO stretch {sql.STRETCHES}")
    assert verify(path).flaw is None
    verdict = verify(path, replayers=replayer)
    assert (verdict.flaw, verdict.entry) == (Flaw.TOLD, number)


def test_verify_names_the_tables_that_another_program_added(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("ANALYZE; CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);")
    (said,) = (line for line in verdict_of(path, Words("en")) if "another program has added" in line)
    assert all(name in said for name in ("_litestream_lock", "sqlite_stat1"))
    assert verify(path).flaw is None


def test_verify_counts_the_entries_since_the_last_seal(tmp_path: Path) -> None:
    """A seal is an entry of its own: two that it seals, and the three after it."""
    sealed(tmp_path / "T1.db", key_in(tmp_path / "keys"), 2, tail=3)
    assert any(
        line.startswith("3 entries since then") for line in verdict_of(tmp_path / "T1.db", Words("en"))
    )


@pytest.mark.parametrize(("entry", "is_named"), [(20, True), (21, False)])
def test_verify_names_a_lost_journal_that_one_of_the_first_twenty_entries_notes(
    entry: int, is_named: bool, tmp_path: Path
) -> None:
    def noted(what: NoteKind) -> Entry:
        return drawn(kind="noted", event=events.ENCODER.encode(events.Noted(what)))

    with opened(tmp_path / "T1.db") as journal:
        journal.append([noted(NoteKind.LIVE_TABLE)] * (entry - 1) + [noted(NoteKind.JOURNAL_SET_ASIDE)])
    name = Words("en").text("log.noted.journal_set_aside")
    assert any(name in line for line in verdict_of(tmp_path / "T1.db", Words("en"))) is is_named


def test_progress_is_shown_on_a_terminal_alone_and_at_most_ten_times_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seconds = iter((900.0, 900.09, 900.11, 900.2, 900.22))
    monkeypatch.setattr("time.monotonic", lambda: next(seconds, 1000.0))
    with Meter(Words("en"), out := Terminal()) as meter:
        assert all(meter(done, 4096) for done in (1024, 2048, 3072, 4096))
    shown = [
        done for done in (1024, 2048, 3072, 4096) if f"{done:,}".replace(",", "") + " of" in out.getvalue()
    ]
    assert shown == [2048, 4096], "a check that is over at once shows none"
    assert out.getvalue().endswith("\x1b[K"), "the line is gone at the end"
    with Meter(Words("en"), file := io.StringIO()) as meter:
        assert meter(1024, 4096)
    assert file.getvalue() == ""
