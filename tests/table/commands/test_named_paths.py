"""Whatever a person names by mistake is left as it is: a folder, somebody else's file, a pipe, a link, and a
link that leads back to itself.

Each command's line is run with each in the place of its path, and everything around is compared before and
after: names, kinds, rights, owners, bytes. A command or option that is new needs a line here.
"""

from __future__ import annotations

import io
import os
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import NoReturn

import pytest

from console import cli
from console.base.command_line import arguments, path_text, words_of
from tests.sweep import IS_WHOLE
from tests.table.people.kept import studio
from tests.table.played import ROUND, written

LONGEST_WAIT = 60
"""Seconds after which a command counts as waiting for ever."""
OTHERS = ("folder", "passwd", "link", "circle", "circle/well.db")
FOREIGN = ("pipe", *OTHERS)
UNFORESEEN = words_of().text("bug.title")
"""The beginning of what a command prints that ends in an error of the program."""
NAMED = "@"
"""The place of the path in a line."""
_DAY = "--day 2026-03-02"
_LICENCE = "licence D1 --reason new"
_OF_D1 = ("disable D1", "enable D1", "badge D1", _LICENCE)
_ADD = "people add X1 --name Xu --role dealer --language en --pin-stdin"
LINES = (
    "drive --game baccarat --rules sv --journal @",
    *(f"people {word} --file @" for word in ("list", "permissions", *_OF_D1)),
    *(f"people {word} --table @" for word in ("list", "permissions", *_OF_D1)),
    *(f"people {word} --file gone.json --pepper @" for word in ("list", *_OF_D1)),
    "people permissions --pepper @",
    *(
        f"{word} {more}"
        for word in ("people reset D1 --pin-stdin", _ADD)
        for more in ("--file @", "--table @", "--file gone.json --pepper @")
    ),
    "accept --table @ --reason why",
    "journal verify @",
    *(f"journal verify well.db --{name} @" for name in ("key", "head", "witness", "floor", "table")),
    "journal seal @ --keys keys",
    "journal seal well.db --keys keys --head @",
    *(f"journal seal well.db --by S1 --pin-stdin --keys keys --{name} @" for name in ("people", "pepper")),
    "journal head @ new",
    "journal head well.db @",
    "journal backup @ new",
    "journal backup well.db @",
    "journal restore @ new",
    "journal restore well.db @",
    "journal archive @",
    "journal facts @ --to facts.db",
    "journal facts well.db --to @",
    "key --keys keys --export @",
    f"report @ {_DAY}",
    *(
        f"report well.db {_DAY} --{name} @"
        for name in ("json", "csv", "xlsx", "pdf", "table", "people", "config")
    ),
    "incident @",
    *(f"incident well.db R1 --{name} @" for name in ("json", "pdf", "people", "table", "config")),
    "round @ 1",
    *(f"round well.db 1 --{name} @" for name in ("json", "pdf", "people", "table", "config")),
    "card-sets @",
    *(f"card-sets well.db --{name} @" for name in ("json", "people", "config")),
    "shoe @",
    *(f"shoe well.db --{name} @" for name in ("json", "pdf", "xlsx", "config")),
    "wheel @",
    *(f"wheel well.db --{name} @" for name in ("json", "pdf", "config")),
    "rehearsal check @",
    *(
        f"rehearsal {word} --{name} @"
        for word in ("records", "matrix", "due D1", "certificate D1", "forget D1")
        for name in ("people", "table")
    ),
    *(f"rehearsal {word} --people gone.json --csv @" for word in ("records", "matrix")),
    *(f"rehearsal {word} --people gone.json --pdf @" for word in ("records", "matrix", "certificate D1")),
    "rehearsal from @ 1",
    "rehearsal from well.db 1 --out @",
    "rehearsal play @ --headless --rules sv",
    "rulebook check @",
    "guide --rules @",
    "guide --rules sv --out @",
    "guide --rules sv --out g.pdf --since @",
    "rulebook show @",
    "rulebook show sv --pdf @",
    "rulebook try @ well.db",
    "rulebook try sv @",
    "rulebook try sv well.db --json @",
    "rulebook try sv well.db --csv @",
    "rulebook dossier @",
    *(f"rulebook dossier sv --{name} @" for name in ("rulebook", "pdf", "json")),
    "commissioning verify @",
    *(f"commissioning verify gone --{name} @" for name in ("table", "journal")),
    "commissioning sign @ --table gone --by S1 S1",
    "commissioning sign gone --table @ --by S1 S1",
    "commissioning --table @",
    *(
        f"commissioning --table gone --{name} @"
        for name in ("out", "json", "pdf", "again", "head", "witness")
    ),
    *(
        f"protocol conform tcp://127.0.0.1:1 --game baccarat --rules lt --{name} @"
        for name in ("ca", "token-file", "junit")
    ),
    "protocol replay @ tcp://127.0.0.1:1",
    "protocol replay well.db tcp://127.0.0.1:1 --ca @",
    "protocol replay well.db tcp://127.0.0.1:1 --token-file gone --table @",
    "protocol replay well.db tcp://127.0.0.1:1 --table gone --token-file @",
    "status @",
    "status well.db --textfile @",
    "kiosk install --dry-run --table @",
    "kiosk install --dry-run --config @",
    *(f"software verify {name}" for name in ("@", "--key @", "--against @")),
    "upgrade gone --config @",
    "listen loop:// @",
    "listen --replay @ --table gone",
    "listen --replay gone --table @",
    *(f"support --{name} @ --rules sv --out gone/new" for name in ("table", "journal")),
    "support --journal well.db --rules sv --out @",
    "floor restore @ --to new",
    "floor restore gone --to @",
    "floor witness --config @ --key keys/witness.pem",
    "floor witness --config gone --key @",
    "floor add-table T --game baccarat --rules sv --studio S --config gone --ca @",
    "floor add-window W --studio S --config gone --ca @",
    "floor add-window W --studio S --config gone --folder @",
    "floor backup --config gone --to @",
    *(
        f"floor {word} --config @"
        for word in (
            *("schema", "add-studio S", "add-table T --game baccarat --rules sv --studio S"),
            *("move-table T --to S", "rename-table T N", "retire-table T", "add-window W --studio S"),
            *("remove-window W", "new-token N", "tables", "windows", "accounts", "diary", "doctor"),
            *("backup", "verify T", "close-days", "index T"),
        )
    ),
    "floor --config @",
    "review @",
    "review well.db --config @",
)  # fmt: skip

Lying = tuple[int, int, int, bytes]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a person can name; the current one."""
    place = tmp_path / "world"
    place.mkdir()
    studio(place)
    written(place / "well.db", *ROUND)
    (place / "folder").mkdir()
    (place / "folder" / "letters").write_text("dear\n")
    (place / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\n")
    os.mkfifo(place / "pipe")
    (place / "link").symlink_to("passwd")
    (place / "circle").symlink_to("circle")
    for name, mode in (("folder", 0o755), ("passwd", 0o644), ("pipe", 0o644)):
        (place / name).chmod(mode)
    monkeypatch.chdir(place)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_DATA_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.delenv(name, raising=False)
    return place


def lying(place: Path) -> dict[str, Lying]:
    """Everything in a folder: rights, owner, group and bytes by name."""

    def one(path: Path) -> Lying:
        found = path.lstat()
        content = path.read_bytes() if stat.S_ISREG(found.st_mode) else b""
        content = os.readlink(path).encode() if path.is_symlink() else content
        return found.st_mode, found.st_uid, found.st_gid, content

    return {str(path.relative_to(place)): one(path) for path in (place, *place.rglob("*"))}


class Waits(BaseException):
    """A command waits for ever: no error that one could take for another's."""


def chosen() -> Iterator[tuple[str, str]]:
    """Each line with each thing in a sweep; else with a pipe, or with another of them, by turns."""
    for at, line in enumerate(LINES):
        for named in FOREIGN if IS_WHOLE else ("pipe" if at % 2 else OTHERS[at // 2 % len(OTHERS)],):
            yield line, named


@pytest.mark.sweep
def test_a_file_named_by_mistake_is_left_as_it_is(
    world: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def waits(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise Waits

    before_alarm = signal.signal(signal.SIGALRM, waits)
    before, wrong = lying(world), []
    try:
        for line, named in chosen():
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"864209\n")))
            signal.alarm(LONGEST_WAIT)
            try:
                with suppress(SystemExit):
                    cli.main([named if word == NAMED else word for word in line.split()])
            except (Exception, Waits) as error:
                wrong.append(f"{line} with {named}: {error!r}")
            signal.alarm(0)
            if UNFORESEEN in (printed := capsys.readouterr().err):
                wrong.append(f"{line} with {named}: {printed}")
            after = lying(world)
            if after != before:
                changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
                wrong.append(f"{line} with {named} changed {sorted(changed)}")
                before = after
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before_alarm)
    assert wrong == []


@pytest.mark.parametrize("name", ["", "n" * 201, "a/" * 2_000, "\ud800"])
def test_a_name_that_cannot_be_used_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["people", "list", "--file", name])
    assert ended.value.code == arguments.BAD_ARGUMENTS
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1 and len(printed) < 300 and printed.strip().isprintable()


def test_a_name_with_a_line_end_is_printed_in_one_line(
    world: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (world / "no\nlist").write_text("letters")
    assert cli.main(["people", "list", "--file", "no\nlist"]) == arguments.BAD_ARGUMENTS
    printed = capsys.readouterr().err
    assert "no<U+000A>list" in printed and printed.strip().isprintable()


@pytest.mark.parametrize("name", ["-", "a b", "牌局　二", "n" * 200, "ё/ž", "\udcff"])
def test_any_other_name_is_one(name: str) -> None:
    assert path_text(name) == name
