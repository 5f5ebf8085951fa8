"""A file's name and content give a terminal no commands, and end no command with a traceback."""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from pathlib import Path

import pytest

from console import cli
from console.base.plain_text import visible
from console.base.plain_text.visible_text import IN_A_SENTENCE
from console.table.core import SetClock
from console.table.custody import open_session
from console.table.custody.verdict import replayer
from console.table.journal import DamagedJournal, Identity, sibling, verify
from console.table.journal.proof.flaws import Flaw
from tests.table.core.tables import book
from tests.table.journal.sealing import digested, owner, rechained
from tests.table.played import FELL, OPEN, ROUND, written

HIDDEN = "\x1b[2K\rT1.db: 27 entries, the chain is whole.\x1b[8m\x9b8m"
"""A text that clears a terminal's line, writes another there, and hides what comes after it."""
DEEP = "[" * 100_000
PIT_BOSS = {"do": "sign_in", "who": "P7", "role": "pit_boss"}
EVENTS = {
    "nested in a text": '{"event":"remarked","by":"D1","text":' + DEEP,
    "nested in a name": '{"event":' + DEEP,
    "nested in what nobody reads": '{"event":"remarked","by":"D1","text":"so","more":' + DEEP,
    "another type": '{"event":"remarked","by":"D1","text":7}',
    "of no kind": '{"event":"nothing"}',
    "no JSON": "so",
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("sound") / "T7.db", *FELL, *ROUND)


def copied(sound: Path, folder: Path, name: str = "T7.db") -> Path:
    shutil.copyfile(sound, folder / name)
    return folder / name


def output_of(capsys: pytest.CaptureFixture[str], *command: str) -> tuple[int, str]:
    status = cli.main([*command])
    output = capsys.readouterr()
    return status, output.out + output.err


def obeyed(text: str) -> bool:
    return visible(text, IN_A_SENTENCE) != text


@pytest.mark.parametrize("name", [f"{HIDDEN}.db", "T7.db: 27 entries\nT8.db", "\udcff.db"])
def test_a_files_name_writes_no_line_of_its_own(
    sound: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(sound, tmp_path, name)
    status, output = output_of(capsys, "journal", "verify", str(path))
    assert status == 0 and not obeyed(output)
    assert [line for line in output.splitlines() if line.startswith("T8")] == []
    status, output = output_of(capsys, "incident", f"{path}-no")
    assert status == 2 and not obeyed(output) and len(output.splitlines()) == 1


@pytest.mark.sweep(3)
@pytest.mark.parametrize("how", EVENTS)
def test_an_entry_that_no_console_wrote_is_named(
    sound: Path, tmp_path: Path, how: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copied(sound, tmp_path)
    with owner(path) as connection:
        connection.execute("UPDATE entry SET event = ? WHERE number = 6", (EVENTS[how],))
        digested(connection)
    assert verify(path, replayers=replayer).flaw is Flaw.TOLD
    for command in (("journal", "verify"), ("report",), ("incident",)):
        status, output = output_of(capsys, *command, str(path))
        assert status != 0 and output.count("\n") < 9
    sibling(path, ".lock").unlink(missing_ok=True)
    named = (path, Identity("T7", "baccarat", "lt"), book("lt"), SetClock())
    with ExitStack() as stack, pytest.raises(DamagedJournal):
        open_session(*named, stack, is_ready=True)


@pytest.mark.parametrize(
    ("game", "event"),
    [
        ("baccarat", '{"event":"ball_sent","device":"wheel"}'),
        ("roulette", '{"event":"shoe_resulted","winner":"tie"}'),
    ],
)
def test_an_entry_of_another_game_is_no_error_of_the_program(tmp_path: Path, game: str, event: str) -> None:
    path = written(tmp_path / "T7.db", OPEN, PIT_BOSS, game=game)
    rechained(path, 2, event=event)
    assert verify(path, replayers=replayer).flaw is Flaw.TOLD


def test_a_note_that_names_no_device_changes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path / "T7.db", OPEN, PIT_BOSS)
    rechained(path, 2, event='{"event":"noted","what":"device_model","text":"shoe"}')
    assert verify(path, replayers=replayer).flaw is None


def test_a_persons_text_keeps_its_letters_and_shows_its_control_characters() -> None:
    assert visible("Ruta žąsis\n\tディーラー", IN_A_SENTENCE) == "Ruta žąsis\n\tディーラー"
    assert visible("a\tb\u202e") == "a<U+0009>b<U+202E>"
