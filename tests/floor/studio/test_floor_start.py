"""A machine's own floor: its server is there as long as the wall is open, whatever ends it meanwhile."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from console.base.command_line import BAD_ARGUMENTS
from console.base.words import Words
from console.floor.desk import PostgresDesk
from console.floor.door import NoDoor
from console.floor.embedded import Server
from console.floor.errors import NoServer, StrangeFloor
from console.floor.studio import floor_start
from console.floor.studio.floor_start import Running, StartOptions, main
from console.floor.studio.plan import StudioPlan
from console.floor.ui import overview_start
from tests.command_lines import run
from tests.floor.conftest import QUICK


@pytest.fixture
def folder() -> Iterator[Path]:
    """A socket's path is short; a server that root starts runs as nobody."""
    made = Path(tempfile.mkdtemp(prefix="floor-"))
    made.chmod(0o711)
    yield made / "f"
    shutil.rmtree(made)


@pytest.fixture
def options(folder: Path, monkeypatch: pytest.MonkeyPatch) -> StartOptions:
    """A floor of one table, at which nobody plays."""

    @contextmanager
    def _nobody(*_: object) -> Iterator[None]:
        yield

    monkeypatch.setattr(floor_start, "Server", partial(Server, settings=QUICK))
    monkeypatch.setattr(floor_start, "_studio", _nobody)
    monkeypatch.setattr(floor_start, "LOOKS_EVERY", 0.1)
    return StartOptions("en", 1, 1.0, 1, folder)


def test_a_folder_of_other_things_keeps_its_rights_and_gets_no_server(
    options: StartOptions, folder: Path
) -> None:
    folder.mkdir()
    (folder / "letters").touch()
    folder.chmod(0o755)
    before = folder.stat()
    for start in (lambda: main(options, lambda _: 0), Server(folder, QUICK).start):
        with pytest.raises(NoServer) as refused:
            start()
        assert refused.value.key == "floor.folder.full"
    assert (folder.stat().st_mode, folder.stat().st_uid) == (before.st_mode, before.st_uid)
    assert [each.name for each in folder.iterdir()] == ["letters"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("given", "spoken"), [((), "en"), (("--lang", "is"), "is")])
def test_a_named_language_counts_before_that_of_a_walls_file(
    given: tuple[str, ...], spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, shown = tmp_path / "floor.toml", list[str]()
    file.write_text('studio = "Riga"\n[floor]\naddress = "/tmp"\naccount = "boss_1"\n', "utf-8")

    def show(running: Running) -> int:
        shown.append(running.lang)
        return 0

    monkeypatch.setattr(overview_start, "_no_wall", show)
    assert run("floor", ["--config", str(file), "--no-window", *given]) == 0
    assert shown == [spoken]


def is_back(server: Server, before: int, desk: PostgresDesk) -> bool:
    """Whether another process is the server, and the wall's desk reads of it."""
    try:
        desk.read()
        return server.pid != before
    except (NoDoor, OSError, ValueError, IndexError):  # it is being started
        return False


@pytest.mark.sweep
def test_a_server_that_was_killed_is_started_again_and_the_open_wall_reads_on(
    options: StartOptions, folder: Path
) -> None:
    def show(running: Running) -> int:
        server, desk = Server(folder), PostgresDesk(running.dsn, running.password)
        assert [each.table for each in desk.read().tables] == ["B1"]
        before = server.pid
        os.kill(before, signal.SIGKILL)
        until = time.monotonic() + 60
        while not is_back(server, before, desk):
            assert time.monotonic() < until, "nobody starts it again"
            time.sleep(0.1)
        assert [each.table for each in desk.read().tables] == ["B1"]
        desk.close()
        return 7

    assert main(options, show) == 7
    assert not Server(folder).is_running, "it ends with the wall"


@pytest.mark.sweep
def test_another_consoles_floor_is_named_by_its_folder_with_a_way_out(
    options: StartOptions, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def show(running: Running) -> int:
        monkeypatch.setattr("console.floor.schema.digest", lambda: bytes(32))
        with pytest.raises(StrangeFloor) as refused:
            floor_start._add_tables(Server(folder), StudioPlan(folder=folder / "tables", tables=1))
        said = Words("de").text(refused.value.key, **refused.value.slots)
        assert str(folder) in said and "--folder" in said
        return 7

    assert main(options, show) == 7


class Broken:
    """A server that has ended and can't be started for a while."""

    def __init__(self, fails: int) -> None:
        self.fails, self.tries, self.has_ended = fails, 0, True

    def start(self) -> None:
        self.tries += 1
        if self.tries <= self.fails:
            raise NoServer("floor.server.failed", said="no room")
        self.has_ended = False


def test_a_server_that_does_not_start_is_tried_again_and_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(floor_start, "LOOKS_EVERY", 0.01)
    caplog.set_level(logging.WARNING)
    server = Broken(fails=4)
    with floor_start._kept_running(server):  # type: ignore[arg-type]
        until = time.monotonic() + 60
        while server.has_ended:
            assert time.monotonic() < until
            time.sleep(0.01)
    assert server.tries == 5
    assert [each.partition(":")[0] for each in caplog.messages] == [
        "the floor's server has ended",
        "the floor's server can't be started again yet",
        "the floor's server is at work again",
    ]


def test_a_second_start_beside_an_open_wall_says_what_helps(
    options: StartOptions, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wall may be what holds the folder: that another start is under way is not true of it."""
    folder.mkdir()
    with floor_start._held(folder / "studio.lock") as is_first:
        assert is_first
        assert run("floor", ["--no-window", "--folder", str(folder), "--lang", "en"]) == BAD_ARGUMENTS
    printed = capsys.readouterr().err
    assert str(folder) in printed
    assert "close the open overview and start again" in printed


def test_a_studio_that_was_killed_is_started_again_and_ends_with_its_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(floor_start, "LOOKS_EVERY", 0.01)
    begun = tmp_path / "begun"
    play = f"import os, sys; open({str(begun)!r}, 'a').write(f'{{os.getpid()}}\\n'); sys.stdin.read()"

    def pids(count: int) -> list[int]:
        """The ids of the processes that have begun, once ``count`` have."""
        for _ in range(1_000):
            found = begun.read_text().split() if begun.exists() else []
            if len(found) == count:
                return [int(each) for each in found]
            threading.Event().wait(0.02)
        raise AssertionError(found)

    with floor_start._studio([sys.executable, "-c", play]):
        os.kill(pids(1)[0], signal.SIGKILL)
        last = pids(2)[1]
    with pytest.raises(ProcessLookupError):
        os.kill(last, 0)
    assert caplog.messages == ["the simulated studio has ended: it is started again"]
    assert len(pids(2)) == 2, "none is started after the end"
