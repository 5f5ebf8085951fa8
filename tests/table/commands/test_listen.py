"""An unknown device is written down as it speaks, and what is written is read as a table has it."""

from __future__ import annotations

import io
import resource
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console import cli
from console.base.words import LANGUAGES, Words
from console.table.commands.listen import NoRecording, RecordedBytes, read_recording, rows_in
from console.table.devices.simulation.wire import PtyWire
from tests.table.devices.makes import SHOE

AT = datetime(2026, 11, 20, 20, 1, 2, 345, tzinfo=UTC)
RECORDED = "".join(
    f"{RecordedBytes(AT, line_sent.encode())}\n"
    for line_sent in ("CARD 9♥\r\n", "HELLO\r\n", "CUT\r\n", "ERR 07\r\n", "ERR 07\r\n")
)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table7.toml"
    top = 'name = "Table 7"\ngame = "baccarat"\nrules = "sv"\nlanguage = "de"\n'
    file.write_text(top + SHOE.replace("PORT", "/dev/ttyUSB0"), "utf-8")
    return file


def test_listening_writes_what_comes_through_a_pulled_cable_until_ctrl_c(tmp_path: Path) -> None:
    wire, file = PtyWire(), tmp_path / "unknown.txt"
    words = Words("en")
    with subprocess.Popen(
        [sys.executable, "-m", "console", "listen", wire.url, str(file), "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[3],
    ) as listener:
        assert listener.stdout is not None and listener.stderr is not None
        try:
            assert listener.stderr.readline().strip() == words.text("listen.begun", url=wire.url, file=file)
            assert listener.stderr.readline().strip() == words.text("listen.connected")
            wire.write(b"CUT\r\n\x1b[2J\xff\r\n")
            assert '"CUT\\r\\n"' in listener.stdout.readline()
            assert "\x1b" not in listener.stdout.readline(), "nothing of it reaches the terminal as it is"
            wire.unplug()
            assert listener.stderr.readline().strip() == words.text("listen.lost")
            wire.plug_in()
            while (told := listener.stderr.readline().strip()) != words.text("listen.connected"):
                assert told == words.text("unheard.no_such_file")
            wire.write(b"half")
            assert '"half"' in listener.stdout.readline()
            listener.send_signal(signal.SIGINT)
            messages = listener.stderr.read()
        finally:
            listener.kill()
            wire.close()
    assert listener.returncode == 0
    assert messages.strip() == words.text("listen.written", file=file, bytes=words.figure(16))
    with file.open(encoding="utf-8") as recorded:
        rows = list(read_recording(recorded))
    assert [row.received for row in rows] == [b"CUT\r\n", b"\x1b[2J\xff\r\n", b"half"]
    assert rows[0].at <= rows[-1].at and rows[0].at.utcoffset() is not None
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("ends", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_a_row_is_written_leaves_the_row_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: signal.Signals
) -> None:
    class Terminal(io.StringIO):
        def write(self, text: str) -> int:
            super().write(text)
            if "half" in text and self.getvalue() == text:
                signal.raise_signal(ends)
            return len(text)

    class Told(io.StringIO):
        def write(self, text: str) -> int:
            if text == Words("en").text("listen.connected"):
                wire.write(b"half")
            return super().write(text)

    wire, file = PtyWire(), tmp_path / "r.txt"
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("sys.stderr", Told())
    try:
        assert cli.main(["listen", wire.url, str(file), "--lang", "en"]) == 0
    finally:
        wire.close()
    with file.open(encoding="utf-8") as recorded:
        assert [row.received for row in read_recording(recorded)] == [b"half"]


@pytest.mark.parametrize("room", [10, 400])
def test_a_disk_that_fills_up_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, room: int
) -> None:
    class Told(io.StringIO):
        def write(self, text: str) -> int:
            if text == words.text("listen.connected"):
                wire.write(b"card\r\n" * 40)
            return super().write(text)

    words, wire, file, told = Words("en"), PtyWire(), tmp_path / "r.txt", Told()
    request.addfinalizer(wire.close)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    request.addfinalizer(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, before))
    monkeypatch.setattr("sys.stdout", io.StringIO())
    monkeypatch.setattr("sys.stderr", told)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    assert cli.main(["listen", wire.url, str(file), "--lang", "en"]) == 2
    last = told.getvalue().splitlines()[-1]
    assert words.text("listen.not_written", file=file, reason="File too large") in last
    assert file.stat().st_size == room, "what there was room for stays"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_recording_is_read_as_the_tables_file_has_it(
    table: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, file = Words(language), table.with_name("recorded.txt")
    file.write_text(f"# COM3 9600\n{RECORDED}", "utf-8")
    assert cli.main(["listen", "--replay", str(file), "--table", str(table), "--lang", language]) == 0
    printed = capsys.readouterr().out.splitlines()
    strange = (words.text("listen.not_device"), words.text("listen.unmatched"))
    assert [line.rpartition("  ")[2] for line in printed] == [
        words.text("access.list").join((printed[0].rpartition("  ")[2],)),
        words.text("access.list").join(strange),
        words.text("log.cut_card_drawn"),
        words.text("listen.fault", code=7),
        words.text("listen.nothing"),
        words.text("listen.told", told=words.figure(4), silent=words.figure(1)),
    ]
    assert "9" in printed[0].rpartition("  ")[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_request_is_refused_in_one_line_and_changes_nothing(
    table: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, there = Words(language), table.with_name("there.txt")
    there.write_text("kept", "utf-8")
    new = table.with_name("new.txt")
    for argv, key, slots in (
        (["/dev/ttyUSB0", str(there)], "listen.exists", {"file": there}),
        (["/dev/ttyUSB0", str(new / "x")], "listen.not_written", None),
        (["spy:///dev/ttyUSB0?file=x", str(new)], "listen.not_allowed", {"scheme": "spy"}),
        (["http://shoe", str(new)], "listen.no_way", None),
        (["hwgrep://[", str(new)], "listen.no_port", None),
        (["--replay", str(there), "--table", str(table)], "listen.no_recording", {"file": there, "line": 1}),
        (["--replay", str(new), "--table", str(table)], "listen.not_read", None),
        (["--replay", str(there), "--table", str(table), "--role", "x"], "listen.which", {"roles": "shoe"}),
    ):
        assert cli.main(["listen", *argv, "--lang", language]) == 2, argv
        printed = capsys.readouterr().err
        assert printed.count("\n") == 1 and printed.startswith("dealer-console listen: ")
        if slots is not None:
            assert printed.strip().removeprefix("dealer-console listen: ") == words.text(key, **slots)
    assert there.read_text("utf-8") == "kept"
    assert not new.exists()


def test_a_recording_ends_where_it_is_as_big_as_it_may_become(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from console.table.commands.listen import _Sheet

    file = tmp_path / "r.txt"
    with file.open("x", encoding="utf-8") as target:
        row = len(str(RecordedBytes(AT, b"9H\r\n"))) + 1
        sheet = _Sheet(target, 10 * row, lambda: AT)
        assert sheet.write_rows(b"9H\r\n")
        assert not sheet.write_rows(b"9H\r\n" * 100)
    assert file.stat().st_size == 10 * row
    with file.open(encoding="utf-8") as recorded:
        assert b"".join(row.received for row in read_recording(recorded)) == b"9H\r\n" * (sheet.bytes // 4)


@pytest.mark.sweep
@given(st.lists(st.binary(max_size=300), max_size=8))
def test_every_byte_is_in_a_row_of_its_own_and_comes_back(pieces: list[bytes]) -> None:
    rows, rest = list[bytes](), b""
    for piece in pieces:
        found, rest = rows_in(rest + piece)
        rows += found
    rows += [rest] if rest else []
    assert b"".join(rows) == b"".join(pieces)
    assert all(0 < len(row) <= 128 for row in rows)
    written = [str(RecordedBytes(AT, row)) for row in rows]
    assert all(line.isprintable() for line in written)
    assert [row.received for row in read_recording(written)] == rows


def test_a_long_line_has_rows_of_at_most_128_bytes() -> None:
    line = bytes(range(32, 232)) + b"-" * 99 + b"\n"
    assert rows_in(line)[0] == [line[:128], line[128:256], line[256:]]


def test_a_line_that_is_no_row_is_named() -> None:
    with pytest.raises(NoRecording, match="line 2"):
        list(read_recording(["# remark", "2026 zz", ""]))
