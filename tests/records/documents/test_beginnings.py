"""A journal of 0.1 that continues a closed one begins with the closed one's last state, or is not
accepted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from console.cli import main
from console.custody.table_opening import open_session
from console.journal import Identity
from console.journal.archives import go_on_anew
from console.journal.file import chain
from console.journal.file.errors import UnvouchedStart
from console.journal.proof.verification import Beginning, Flaw, verify
from console.records.documents.verdict import retelling
from console.table.judging.checkpoints import encode_table
from console.table.running.clock import SetClock
from tests.instruments.harm.shifts import shift_of
from tests.journal.entries import without_triggers
from tests.journal.sealing import rechain
from tests.records.documents.test_verdict import forged, put
from tests.table.tables import book

SESSION = ("T1", "baccarat", "lt")


def of_before(path: Path, before: tuple[str, int, bytes] | None) -> bytes:
    """Have a file be as 0.1 left it; the chain at its end."""
    with without_triggers(path) as connection:
        connection.execute("UPDATE entry SET state = NULL")
        heading = connection.execute("SELECT table_name, game, rules, created FROM meta").fetchone()
        follows = () if before is None else (before[0], before[1], before[2].hex())
        head = chain.head(*heading, "0.1.0", *follows)
        connection.execute("UPDATE meta SET state = NULL, version = '0.1.0', digest = ?", (head,))
        if before is not None:
            connection.execute("UPDATE predecessor SET head = ?", (before[2],))
        rechain(connection, 1)
        for number, state in connection.execute("SELECT number, state FROM checkpoint").fetchall():
            put(connection, number, state)
        (end,) = connection.execute("SELECT chain FROM entry ORDER BY number DESC LIMIT 1").fetchone()
    return bytes(end)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of 0.1 that goes on from a closed one."""
    path, clock = tmp_path / "T1.db", SetClock()
    lines = shift_of(*SESSION[1:], 60, 7).lines
    with ExitStack() as stack:
        opened = open_session(path, Identity(*SESSION), book("lt"), clock, stack, is_ready=True)
        for line in lines[:40]:
            clock.advance(1)
            opened.session.take(line)
        state = encode_table(opened.session.table)
        entries, closed = opened.journal.last, go_on_anew(opened.journal, state, clock.utc())
        for line in lines[40:]:
            clock.advance(1)
            opened.session.take(line)
    of_before(path, (closed.name, entries, of_before(closed, None)))
    return path


def archive(path: Path) -> Path:
    return next(path.parent.glob("T1-*.db"))


def change(path: Path, what: Callable[[sqlite3.Connection], None]) -> None:
    with without_triggers(path) as connection:
        what(connection)


def forge(connection: sqlite3.Connection) -> None:
    """Have it begin with a pit boss who never signed in."""
    (state,) = connection.execute("SELECT state FROM checkpoint WHERE number = 0").fetchone()
    put(connection, 0, forged(state))


def take_out(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM checkpoint WHERE number = 0")


def start(path: Path) -> str:
    """Who is at the table after a start on it."""
    with ExitStack() as stack:
        named = (path, Identity(*SESSION), book("lt"), SetClock(), stack)
        return " ".join(each.who for each in open_session(*named).session.table.people)


def output_of(path: Path, *more: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["journal", "verify", str(path), *more, "--lang", "en"])
    return status, capsys.readouterr().out


def test_a_journal_begins_with_what_the_one_before_it_comes_to(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (verify(path, replayers=retelling).flaw, verify(path, replayers=retelling).doubt) == (None, None)
    assert output_of(path, capsys=capsys)[0] == 0
    assert output_of(path.parent, capsys=capsys)[0] == 0
    assert start(path) == "D1 P1"


def test_one_that_nothing_vouches_for_is_said_first_and_never_good(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = archive(path).name
    archive(path).unlink()
    assert verify(path, replayers=retelling).doubt is Beginning.ALONE
    status, lines = output_of(path, capsys=capsys)
    assert status == 1
    assert lines.startswith(
        f"{path}: the file contains no proof of the state with which it begins. It continues {name}"
    )
    with pytest.raises(UnvouchedStart):
        start(path)


@pytest.mark.parametrize("what", [forge, take_out])
def test_another_beginning_is_a_flaw_and_no_start_goes_on_with_it(
    path: Path, capsys: pytest.CaptureFixture[str], what: Callable[[sqlite3.Connection], None]
) -> None:
    change(path, what)
    for asked in (path, path.parent):
        status, lines = output_of(asked, capsys=capsys)
        assert status == 1 and "the state kept at entry 0 was changed" in lines
    with pytest.raises(UnvouchedStart):
        start(path)
    if what is take_out:
        for command in ("report", "incident"):
            assert main([command, str(path), "--lang", "en"]) == 2
        assert main(["round", str(path), "T1-9", "--lang", "en"]) == 2


def test_a_closed_one_that_began_otherwise_than_its_entries_tell_vouches_for_nothing(path: Path) -> None:
    """The table that `drive --ready` began with is taken out, so that it would have begun closed."""
    change(archive(path), take_out)
    found = verify(archive(path), replayers=retelling)
    assert (found.flaw, found.entry) == (Flaw.CHECKPOINT, 0)
    with pytest.raises(UnvouchedStart):
        start(path)


def test_an_entry_that_can_not_have_followed_is_named_though_the_chain_is_whole(path: Path) -> None:
    def impossible(connection: sqlite3.Connection) -> None:
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
        event = '{"event":"outcome_authorised","by":"P1"}'
        connection.execute("UPDATE entry SET event = ?, refused = NULL WHERE number = ?", (event, last))
        rechain(connection, last)

    change(path, impossible)
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT max(number) FROM entry").fetchone()
    found = verify(path, replayers=retelling)
    assert (found.flaw, found.entry) == (Flaw.TOLD, last)
