"""The command line: what each command starts, and refusals in one line.

A reader who stops reading a command's output gets no traceback.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import pty
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import wraps
from pathlib import Path
from typing import NoReturn

import pytest

from console import cli
from console.__main__ import shows_pages
from console.app.start import configured
from console.app.troubles import language_of
from console.app.window_options import WindowOptions
from console.base import Command
from console.base.command_line import BAD_ARGUMENTS, INTERRUPTED, display
from console.base.command_line.declaration import Framed
from console.base.errors import default_folder, logs
from console.base.setup import debian
from console.base.words import LANGUAGES, Words
from console.cli import NOBODY_READS
from console.floor.monitoring.own_health import OwnHealth
from console.supervisor.commands import journal_review
from console.supervisor.review import JournalReads
from console.table.commands import drive
from console.table.game import rulebook
from tests.command_lines import COMMANDS
from tests.table.config.table_files import PLAIN, toml_of
from tests.table.played import CLOSED, FELL, OPEN, ROUND, card, written


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.mark.parametrize(
    "line",
    [
        "drive",
        "drive --game baccarat",
        "drive --game poker --rules sv",
        "drive --game baccarat --rules en",
        "drive --game baccarat --rules sv --lang fr",
        "drive --game baccarat --rules sv --read",
        "drive --game baccarat --rules sv more",
        "journal",
        "journal verify",
        "journal mend FILE",
        "review",
        "review night.db --lang fr",
        "--pace -1",
        "--pace nan",
        "--answers -1",
        "--game craps",
        "--table table.toml --answers 3",
        "--table table.toml --rules sv",
        "--full-screen --window",
        "--ca ca.pem",
        "--token token",
        "--table table.toml --link stand-in",
        "table",
    ],
)
def test_bad_arguments_are_refused_in_one_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        cli.main(line.split())
    printed = capsys.readouterr()
    assert refused.value.code == 2
    assert printed.out == ""
    assert printed.err.startswith("dealer-console")
    assert printed.err.count("\n") == 1


def test_a_mistyped_command_option_or_value_is_refused_with_a_near_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A command, a command's own, an option, a value: the near one, or all that there are."""
    parts = [part.name.removeprefix("journal ") for part in COMMANDS.beneath(COMMANDS.listed["journal"])]
    assert parts[0] == "verify"
    for line, near in {
        "dirve": "no command “dirve”; did you mean drive? ",
        "jurnal verify FILE": "no command “jurnal”; did you mean journal? ",
        "verify FILE": "no command “verify”; did you mean journal verify? ",
        "Review FILE": "no command “Review”; did you mean review? ",
        "dance": "there is no command “dance”; possible: drive, ",
        "journal": f"are required: COMMAND; possible: {', '.join(parts)} ",
        "journal verfy FILE --head seal": "no such value: “verfy”; did you mean verify? ",
        "journal --head kept verfy FILE": "COMMAND: no such value: “verfy”; did you mean verify? ",
        "journal --head kept verify FILE": "there is no option “--head”; possible: --help, --lang ",
        "journal verfy FILE": "no such value: “verfy”; did you mean verify? ",
        "journal verify FILE --hed seal": "no option “--hed”; did you mean --head? ",
        "people ad": "no such value: “ad”; did you mean add? ",
        "people add D1 --rloe dealer": "no option “--rloe”; did you mean --role? ",
        "--tabel table.toml": "no option “--tabel”; did you mean --table? ",
        "--table=table.toml --full_screen": "no option “--full_screen”; did you mean --full-screen? ",
        "drive --gmae baccarat": "no option “--gmae”; did you mean --game? ",
        "drive --game bacarat --rules sv": "no such value: “bacarat”; did you mean baccarat? ",
        "drive --game baccarat --rules xx": "no such rulebook: “xx”; possible: de, is, ja, lt, sv ",
        "report --shfit x": "no option “--shfit”; did you mean --shift? ",
        "incident FILE --jsno x": "no option “--jsno”; did you mean --json? ",
        "support --gaem x": "no option “--gaem”; did you mean --game? ",
        "accept --lnag en": "no option “--lnag”; did you mean --lang? ",
        "handbook --lagn en": "no option “--lagn”; did you mean --lang? ",
    }.items():
        with pytest.raises(SystemExit) as refused:
            cli.main(line.split())
        printed = capsys.readouterr()
        assert (refused.value.code, printed.out, printed.err.count("\n")) == (2, "", 1), line
        assert near in printed.err, printed.err


def test_every_command_that_is_listed_starts_something_and_the_reverse() -> None:
    for row in COMMANDS.every.values():
        started = row.start() if row.starts else None
        function = started.function if isinstance(started, Framed) else started
        assert callable(function) != bool(COMMANDS.beneath(row) and not row.starts), row.name


@pytest.mark.sweep(15)
@pytest.mark.parametrize("row", COMMANDS.listed.values(), ids=lambda row: row.name)
def test_a_command_that_writes_a_pdf_asks_the_system_for_what_draws_it(
    row: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main([*row.name.split(), "--help"])
    signs = row.name == "commissioning sign"  # it writes the certificate's pages again, which no option names
    assert row.pages >= (signs or "--pdf " in capsys.readouterr().out)


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [
        ("", True),
        ("--table table7.toml", True),
        ("review night.db", True),
        ("floor", True),
        ("floor --config floor.toml", True),
        ("report night.db", True),
        ("rulebook show lt", True),
        ("rulebook check lt", False),
        ("floor tables", False),
        ("journal verify night.db", False),
        ("key", False),
        ("accept", False),
        ("listen --device shoe", False),
    ],
)
def test_the_systems_packages_for_a_window_are_asked_for_by_what_shows_pages(
    line: str, is_asked: bool
) -> None:
    assert shows_pages(line.split()) is is_asked


def test_drive_is_given_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    driven: list[dict[str, object]] = []

    @wraps(drive.main)
    def main(**options: object) -> int:
        driven.append(options)
        return 0

    monkeypatch.setattr(drive, "main", main)
    given = ["drive", "--game", "baccarat", "--rules", "lt", "--journal", "J", "--ready", "--lang", "ja"]
    assert cli.main(given) == 0
    assert cli.main(["drive", "--game", "baccarat", "--rules", "sv"]) == 0
    assert driven == [
        {"game": "baccarat", "rules": "lt", "journal": Path("J"), "ready": True, "lang": "ja"},
        {"game": "baccarat", "rules": "sv", "journal": None, "ready": False, "lang": "en"},
    ]


def test_a_simulated_table_is_swedish_baccarat_in_a_window() -> None:
    options = cli.window_options([])
    assert options == WindowOptions(game="baccarat", rules="sv")


def test_a_studios_own_rulebook_is_played_where_it_lies_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is played where none of the console's own is left, too: its own is the usual one then."""
    ours = rulebook.rulebook_folder()
    shutil.copytree(ours / "incidents", tmp_path / "incidents")
    text = (ours / "lt.toml").read_text("utf-8").replace('id = "lt"', 'id = "xy"', 1)
    (tmp_path / "xy.toml").write_text(text, "utf-8")
    monkeypatch.setattr(rulebook, "rulebook_folder", lambda: tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"do":"bets","state":"open"}\n')))
    assert cli.main(["drive", "--game", "baccarat", "--rules", "xy", "--ready"]) == 0
    assert '"accepted":true' in capsys.readouterr().out
    assert cli.window_options(["--rules", "xy"]).rules == cli.window_options([]).rules == "xy"
    with pytest.raises(SystemExit):
        cli.window_options(["--rules", "sv"])
    assert "no such rulebook: “sv”; possible: xy " in capsys.readouterr().err


@pytest.mark.parametrize("on", [True, False])
def test_a_refused_window_leaves_pythons_search_for_garbage_as_it_was(on: bool) -> None:
    """A search while a window is painted ends the process, so the suite has it switched off."""
    (gc.enable if on else gc.disable)()
    with pytest.raises(SystemExit):
        cli.window(["--rules", "no such rulebook"])
    assert gc.isenabled() is on


def test_a_live_table_fills_the_screen_without_the_option_window() -> None:
    assert cli.window_options(["--table", "table.toml"]).full_screen
    assert not cli.window_options(["--table", "table.toml", "--window"]).full_screen


@pytest.mark.parametrize(
    ("named", "spoken"), [("sv_SE.UTF-8", "sv"), ("is", "is"), ("fr_FR.UTF-8", "en"), ("C", "en"), ("", "en")]
)
def test_the_systems_language_is_spoken_until_a_sign_in(
    named: str, spoken: str, no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", named)
    assert cli.window_options([]).language == spoken
    assert configured(cli.window_options([])).language == spoken


@pytest.mark.parametrize(("given", "spoken"), [((), "lt"), (("--lang", "ja"), "ja")])
def test_a_named_language_counts_before_that_of_a_live_tables_file(
    given: tuple[str, ...], spoken: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.toml"
    file.write_text(toml_of(PLAIN), "utf-8")
    options = cli.window_options(["--table", str(file), *given])
    assert configured(options).language == spoken and language_of(options) == spoken


@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_display_the_remedy_is_printed_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", language]) == display.NO_DISPLAY
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"dealer-console: {Words(language).text('display.none')}\n"
    assert "drive" in printed.err


def test_a_platform_without_a_display_is_a_way_and_one_that_is_not_there_is_none(
    no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, leads in (("offscreen", True), ("vnc:size=800x600", True), ("wayland", False), ("mir", False)):
        monkeypatch.setenv("QT_QPA_PLATFORM", name)
        assert display.has_display() is leads


@pytest.mark.parametrize(
    ("name", "value"),
    [("WAYLAND_DISPLAY", "stale"), ("WAYLAND_DISPLAY", "/" + "long/" * 40), ("DISPLAY", "127.0.0.1:59000.0")],
)
def test_a_variable_that_leads_to_no_display_is_not_believed(
    name: str, value: str, no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt would end the process with a core dump."""
    monkeypatch.setenv(name, value)
    assert not display.has_display()


def test_a_compositor_and_an_x_server_over_tcp_are_found(
    no_display: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-7"))
        compositor.listen()
        monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
        assert display.has_display()
    monkeypatch.delenv("WAYLAND_DISPLAY")
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("DISPLAY", f"localhost:{server.getsockname()[1] - 6000}.0")
        assert display.has_display()


@pytest.mark.skipif(sys.platform != "linux", reason="the sockets' own namespace is Linux's")
def test_a_local_display_counts_only_while_a_server_listens_there() -> None:
    number = 8_000_000 + os.getpid()  # another suite on this machine has another
    assert not display.answers(f":{number}")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(f"\0/tmp/.X11-unix/X{number}")
        server.listen()
        assert display.answers(f":{number}")
        assert display.answers(f"unix:{number}.0")
    assert not display.answers(f":{number}")
    assert not display.answers("")


RUN = "import sys; from console.cli import main; sys.exit(main(sys.argv[1:]))"
SAYS_MUCH = """
import sys
from console.cli import run_while_read
sys.exit(run_while_read(lambda: print("x" * 200_000)))
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("encoding", ["ascii", "cp932"])
@pytest.mark.parametrize("at_terminal", [True, False])
def test_a_terminal_gets_letters_that_it_lacks_by_number_and_a_file_utf_8(
    encoding: str, at_terminal: bool
) -> None:
    command = (sys.executable, "-c", RUN, "rehearsal", "list", "--lang", "lt")
    terminal, end = pty.openpty() if at_terminal else os.pipe()
    surroundings = os.environ | {"PYTHONIOENCODING": encoding}
    with subprocess.Popen(command, env=surroundings, stdout=end, stderr=subprocess.PIPE) as process:
        os.close(end)
        said = b""
        with suppress(OSError):  # the terminal's other end is closed
            while more := os.read(terminal, 65536):
                said += more
        assert process.stderr is not None and process.stderr.read() == b""
    os.close(terminal)
    assert process.returncode == 0
    assert (b"\\u0117" if at_terminal else "ė".encode()) in said


def test_ctrl_c_ends_a_command_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Interrupted()))
    line = ["drive", "--game", "baccarat", "--rules", "sv", "--ready"]
    assert cli.main(line) == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_a_pipe_that_is_closed_early_ends_a_command_without_a_word() -> None:
    command = subprocess.Popen(
        [sys.executable, "-c", SAYS_MUCH], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert command.stdout is not None and command.stderr is not None
    command.stdout.read(1)
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait(120) == NOBODY_READS


REFUSES_FILES = """
import sys
from console.base.command_line.arguments import print_refusal
from console.cli import run_while_read
def command():
    try:
        while True:
            print("much", flush=True)
    except OSError as error:
        return print_refusal("a command", str(error))
sys.exit(run_while_read(command))
"""


def test_a_command_that_refuses_files_does_not_take_a_closed_pipe_for_one() -> None:
    command = [sys.executable, "-c", REFUSES_FILES]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == NOBODY_READS


@pytest.mark.sweep(1)
@pytest.mark.parametrize("is_buffered", (True, False))
@pytest.mark.parametrize("line", ("rehearsal list --lang is", "drive --game baccarat --rules sv --lang is"))
def test_an_output_that_can_not_be_written_is_named(line: str, is_buffered: bool) -> None:
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    surroundings |= {} if is_buffered else {"PYTHONUNBUFFERED": "1"}
    with open("/dev/full", "wb") as full:
        command = subprocess.run(
            [sys.executable, "-c", RUN, *line.split()],
            env=surroundings,
            input=b"\n",
            stdout=full,
            stderr=subprocess.PIPE,
        )
    reason = os.strerror(errno.ENOSPC)
    said = Words("is").text("record.unwritable", file="/dev/stdout", reason=reason)
    assert command.stderr.decode() == f"dealer-console: {said}\n"
    assert command.returncode == BAD_ARGUMENTS


def test_an_error_of_another_file_keeps_its_trace(capfd: pytest.CaptureFixture[str]) -> None:
    def lost() -> int:
        raise OSError(errno.EIO, "lost")

    with pytest.raises(OSError, match="lost"):
        cli.run_while_read(lost)


@pytest.mark.parametrize("line", ["rehearsal list >&-", "drive --game baccarat --rules sv <&-"])
def test_a_command_whose_output_or_input_was_closed_before_it_began_works(line: str) -> None:
    command = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {line}', sys.executable, RUN], stderr=subprocess.PIPE
    )
    assert (command.returncode, command.stderr) == (0, b"")


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal that this console, with its bug, can't follow."""
    path = written(tmp_path / "T7.db", *FELL, *ROUND, OPEN, CLOSED, card("9H"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))

    def failing(*_: object) -> object:
        raise TypeError("planted")

    monkeypatch.setattr("console.table.core.judging.transition.advance", failing)
    return path


@pytest.mark.parametrize("command", [("report",), ("incident",), ("status",)])
def test_an_error_of_the_program_is_no_damage_of_a_journal_and_is_logged(
    command: tuple[str, ...], planted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*command, str(planted), "--lang", "en"]) not in (0, BAD_ARGUMENTS)
    output = capsys.readouterr()
    assert Words("en").text("bug.title") in output.out + output.err
    assert "damage" not in output.out + output.err
    (kept,) = logs(default_folder())
    assert "TypeError: planted" in kept.read_text("utf-8")


def test_an_error_of_the_program_keeps_no_journal_from_being_copied_read_or_sent(
    planted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["journal", "backup", str(planted), str(tmp_path / "copy.db")]) == 0
    (kept,) = logs(default_folder())
    assert "TypeError: planted" in kept.read_text("utf-8")
    assert cli.main(["support", "--journal", str(planted), "--out", str(tmp_path / "sent.zip")]) == 0
    with closing(JournalReads([planted])) as reads:
        last = reads.log.files[0].last
        assert last in reads.log.files[0].unseen, "no card is shown that may lie face down"
        assert 1 in (reads.prepare() for _ in range(9))
    target = tmp_path / "T7.prom"
    health = OwnHealth(planted, target, 60)
    assert not health.write() and not target.exists()


@pytest.mark.parametrize("home", [None, "relative"])
def test_a_user_without_a_home_has_the_root_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: str | None
) -> None:
    written(path := tmp_path / "t.db", *ROUND)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    if home is not None:
        monkeypatch.setenv("HOME", home)

    def nobody(uid: int) -> NoReturn:
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    for line in (["journal", "verify", str(path)], ["rehearsal", "records"]):
        assert cli.main(line) == 0, capsys.readouterr()


@pytest.fixture
def no_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python finds none that can be written, as on a computer whose disk is full."""
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "full")])


@pytest.mark.usefixtures("no_temporary_folder")
def test_what_needs_no_temporary_folder_works_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"do":"bets","state":"open"}\n')))
    path, out = str(tmp_path / "t.db"), str(tmp_path / "r.json")
    assert cli.main(["drive", "--game", "baccarat", "--rules", "sv", "--ready", "--journal", path]) == 0
    assert cli.main(["report", path, "--json", out]) == 0
    assert cli.main(["journal", "verify", path]) == 0, capsys.readouterr().out


@pytest.mark.usefixtures("no_temporary_folder")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_needs_a_temporary_folder_says_how_to_give_it_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    written(path := tmp_path / "t.db", *ROUND)
    driven = ["drive", "--game", "baccarat", "--rules", "sv", "--lang", language]
    for line in (driven, ["report", str(path), "--xlsx", str(tmp_path / "r.xlsx"), "--lang", language]):
        assert cli.main([*line]) == 1
        said = capsys.readouterr().err
        assert "TMPDIR" in said and Words(language).text("bug.temporary_folder") in said
    assert not (tmp_path / "r.xlsx").exists()


def test_a_window_without_the_systems_libraries_names_their_packages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As of a checkout's set-up: an installed program can't bring them, and this is no error of it."""

    def cannot(_: object) -> int:
        raise ImportError("libglib-2.0.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(cli, "_start_command", cannot)
    monkeypatch.setattr(debian, "missing_libraries", lambda: ["libglib-2.0.so.0"])
    assert cli.main([]) == 3
    said = capsys.readouterr().err
    assert "libglib2.0-0" in said and said.count("\n") == 1
    monkeypatch.setattr(debian, "missing_libraries", list)
    assert cli.main([]) == 1, "another module that is missing is an error of the program"


def test_a_review_of_nothing_named_is_of_the_newest_practice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = list[Sequence[Path]]()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def shown(files: Sequence[Path], *_: object) -> int:
        seen.append([*files])
        return 0

    monkeypatch.setattr(journal_review, "main", shown)
    with pytest.raises(SystemExit):
        cli.main(["review"])
    folder = tmp_path / "dealer-console" / "training"
    folder.mkdir(parents=True)
    for second, name in enumerate(("baccarat-sv.db", "roulette-ja.db")):
        (folder / name).touch()
        os.utime(folder / name, (second, second))
    assert cli.main(["review"]) == 0
    assert seen == [[folder / "roulette-ja.db"]]
