"""No file that a command reads commands the terminal, or writes a line of its own there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from console import cli
from console.custody.table_opening import open_session
from console.journal import Identity
from console.people.file import PeopleFile
from console.table.running.clock import SetClock
from tests.people.kept import ANNA
from tests.records.journals import FELL, ROUND, written
from tests.sweep import sampled
from tests.table.tables import book

FORGED: Final = "FORGED: all is well"
HOSTILE: Final = f"T\x1b[2K\rOK\x1b[8m\x9b8m\u202e\n{FORGED}"
"""A text that clears the terminal's line, hides what comes, turns it round, and begins a line of its own."""
OBEYED: Final = frozenset("\x1b\r\x9b\u202e\u2028")
CERTIFICATE: Final = Path("tests/commissioning/older_certificate.json")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose table has such a name, and in which such a text was said."""
    path, clock = tmp_path_factory.mktemp("hostile") / "T.db", SetClock()
    with ExitStack() as stack:
        whose = Identity(HOSTILE, "baccarat", "lt")
        session = open_session(path, whose, book("lt"), clock, stack, is_ready=True).session
        for line in ({"do": "say", "by": "D1", "text": HOSTILE}, *FELL, *ROUND):
            clock.advance(1)
            session.take(msgspec.json.encode(line))
    return path


def printed(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    """All that a command prints, which no terminal obeys and in which no line is another's."""
    try:
        cli.main([*map(str, command)])
    except SystemExit as end:
        assert end.code == 2
    output = capsys.readouterr()
    shown = output.out + output.err
    assert OBEYED.isdisjoint(shown), (command, shown)
    assert not [line for line in shown.splitlines() if line.startswith(FORGED)], (command, shown)
    return shown


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("status", "--json"),
        ("report",),
        ("report", "--shifts"),
        ("report", "--json"),
        ("incident",),
        ("wheel",),
        ("journal", "verify"),
        ("rulebook", "try", "lt"),
    ],
    ids=" ".join,
)
def test_a_journal_writes_no_line_of_its_own(
    journal: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, *command, journal)


def test_a_journal_writes_no_line_of_its_own_where_it_is_copied_sealed_and_closed(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    copy, restored = tmp_path / "copy.db", tmp_path / "again.db"
    assert printed(capsys, "journal", "backup", journal, copy)
    assert printed(capsys, "status", copy)
    assert printed(capsys, "journal", "verify", copy)
    assert printed(capsys, "journal", "restore", copy, restored)
    assert printed(capsys, "journal", "seal", restored)
    assert printed(capsys, "journal", "head", restored, tmp_path / "head.json")
    assert printed(capsys, "journal", "archive", restored)


def texts(value: Any, *place: str | int) -> Iterator[tuple[str | int, ...]]:
    """The places of all texts in an object."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(member, *place, key)


def hostile_at(value: Any, place: tuple[str | int, ...]) -> Any:
    """The object with the hostile text in this place."""
    changed = json.loads(json.dumps(value))
    holder = changed
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = HOSTILE
    return changed


def test_a_certificate_writes_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, file = json.loads(CERTIFICATE.read_text("utf-8")), tmp_path / "certificate.json"
    every = [*texts(whole)]
    for place in sampled(every, every[::5]):
        file.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        assert printed(capsys, "commissioning", "verify", file), place


def test_a_rounds_file_writes_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, made, file = written(tmp_path / "T7.db", *FELL, *ROUND), tmp_path / "made.json", tmp_path / "r.json"
    incident = printed(capsys, "incident", path).split("\t")[0]
    assert printed(capsys, "round", path, incident, "--json", made)
    whole = json.loads(made.read_text("utf-8"))
    every = [*texts(whole)]
    for place in sampled(every, every[::29]):
        file.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        assert printed(capsys, "journal", "verify", file), place


def test_a_list_of_people_writes_no_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "people.json"
    PeopleFile(path, pepper=tmp_path / "pepper").add(ANNA, "284619")
    whole = json.loads(path.read_text("utf-8"))
    for place in texts(whole):
        path.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        path.chmod(0o600)
        assert printed(capsys, "people", "list", "--file", path), place
        assert printed(capsys, "people", "disable", "S-1", "--file", path), place
