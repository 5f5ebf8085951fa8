"""The changes since an entry are the same after a restart as before it, for any release's journal."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from console.table.core import Session, SystemClock, Table
from console.table.core.protocol.answered_parts import Part
from console.table.custody.table_opening import open_session
from console.table.game import load_rulebook
from console.table.journal import Identity, sibling
from tests.instruments.harm.shifts import shift_of
from tests.table.core.tables import EVERY_PART
from tests.table.journal.sealing import digested, owner


def raising(error: Exception) -> Callable[..., Table]:
    def fails(*_: object) -> Table:
        raise error

    return fails


KEPT = sorted(Path(__file__).parents[2].glob("journals_of/*/*.journal.gz"))
NAMED = [f"{path.parent.name} {path.name.partition('.')[0]}" for path in KEPT]


def changes_of(session: Session, *, upwards: bool) -> dict[int, list[tuple[Part, int]]]:
    entries = range(session.view().entry + 2)
    return {
        entry: session.changes.parts_since(entry, EVERY_PART)
        for entry in (entries if upwards else entries[::-1])
    }


def opened(path: Path, game: str, rules: str, stack: ExitStack) -> Session:
    identity = Identity("T1", game, rules)
    clock = SystemClock()
    return open_session(path, identity, load_rulebook(rules), clock, stack, is_ready=True).session


@pytest.mark.parametrize("upwards", [True, False], ids=["the first entry first", "the last entry first"])
@pytest.mark.parametrize(("game", "rules"), [("baccarat", "lt"), ("blackjack", "sv"), ("roulette", "de")])
def test_a_restarted_console_finds_the_same_changes_as_one_that_kept_running(
    game: str, rules: str, upwards: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 7)
    path, lines = tmp_path / "table.journal", shift_of(game, rules, 60, 7).lines
    with ExitStack() as stack:
        session = opened(path, game, rules, stack)
        for line in lines:
            session.take(line)
        there = changes_of(session, upwards=upwards)
    with ExitStack() as stack:
        assert changes_of(opened(path, game, rules, stack), upwards=upwards) == there
    changed = [max((entry for _, entry in found), default=0) for found in there.values()]
    assert len(set(changed)) > 1 and there[0] and not there[max(there) - 1]


@pytest.mark.parametrize(
    ("game", "reports"),
    [
        ("baccarat", [{"do": "card", "card": "KD"}, {"do": "unread"}, {"do": "card", "card": "5C"}]),
        ("roulette", [{"do": "number", "number": 27, "source": "reader"}]),
    ],
)
def test_a_restarted_console_knows_what_came_since_play_stopped(
    game: str, reports: list[dict[str, object]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BAC-4.1: who decides sees it, though states were kept since, and a halt before it had its own."""
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 2)
    path, halt = tmp_path / "table.journal", {"do": "incident", "kind": "technical_fault", "by": "D1"}
    with ExitStack() as stack:
        session = opened(path, game, "lt", stack)
        bets = ({"do": "bets", "state": state} for state in ("open", "closed"))
        spin = {"do": "spin", "turns": 5, "direction": "against", "by": "D1"}
        round_of = (*bets, *([spin] if game == "roulette" else []))
        # A card that came meanwhile would halt the table as the report is withdrawn: one halt, not two.
        before = (each for each in reports[:-1] if each["do"] == "number")
        withdrawn = (halt, *before, {"do": "withdraw", "by": "D1"})
        for line in (*round_of, *withdrawn, halt, *reports):
            session.take(msgspec.json.encode(line))
        there, onset = session.came_in, session.onset
    assert [(each.number, each.unread) for each in there] == [
        (each.get("number"), each["do"] == "unread") for each in reports
    ]
    with ExitStack() as stack:
        assert opened(path, game, "lt", stack).came_in == there
    for _ in range(3):
        path.write_bytes(bytes(100) + path.read_bytes()[100:])  # it goes on in another file
        with ExitStack() as stack:
            session = opened(path, game, "lt", stack)
            assert (session.came_in, session.onset) == (there, onset)
            session.take(b'{"do":"view"}')


@pytest.mark.parametrize("is_bug", [False, True])
def test_a_start_in_a_halt_does_not_fail_by_an_entry_before_its_kept_state(
    is_bug: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("console.table.core.running.table_journal.CHECKPOINT_EVERY", 2)
    path, fault = tmp_path / "table.journal", {"do": "incident", "kind": "technical_fault", "by": "D1"}
    with ExitStack() as stack:
        session = opened(path, "baccarat", "lt", stack)
        for line in (fault, *[{"do": "card", "card": "KD"}] * 6):
            session.take(msgspec.json.encode(line))
        assert session.table.halted
    if is_bug:
        failing = RuntimeError("card_drawn: TypeError: planted")
        monkeypatch.setattr("console.table.core.running.came_in.advance_read", raising(failing))
    else:
        with owner(path) as connection:
            connection.execute("UPDATE entry SET event = 'so' WHERE number = 3")
            digested(connection)
        sibling(path, ".lock").unlink()
    with ExitStack() as stack:
        assert opened(path, "baccarat", "lt", stack).table.halted
    assert "since play stopped" in caplog.text and not [*tmp_path.glob("*damaged*")]


@pytest.mark.parametrize("kept", KEPT, ids=NAMED)
def test_a_journal_of_any_release_has_its_changes_by_entry(kept: Path, tmp_path: Path) -> None:
    game, rules = kept.name.partition(".")[0].split("-")
    path = tmp_path / "table.journal"
    path.write_bytes(gzip.decompress(kept.read_bytes()))
    with ExitStack() as stack:
        session = opened(path, game, rules, stack)
        last = session.view().entry
        changes = changes_of(session, upwards=True)
        assert changes[last] == [] and changes[last + 1] and len(changes[0]) >= 4
        line = {"do": "done", "by": "X9", "seen": {"entry": 0, "ms": 0}}
        assert session.take(msgspec.json.encode(line)).refused == "stale"
        assert session.take(msgspec.json.encode(line | {"seen": {"entry": last, "ms": 0}})).refused not in (
            "stale",
            "bad_input",
        )
