"""The command line: what each command starts, and refusals in one line."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from console import cli
from console.drive import DriveOptions
from console.words import LANGUAGES, Words


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
    said = capsys.readouterr()
    assert refused.value.code == 2
    assert said.out == ""
    assert said.err.startswith("dealer-console")
    assert said.err.count("\n") == 1


def test_drive_is_given_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    driven: list[DriveOptions] = []

    def drive(options: DriveOptions) -> int:
        driven.append(options)
        return 0

    monkeypatch.setattr("console.drive.main", drive)
    given = ["drive", "--game", "baccarat", "--rules", "lt", "--journal", "J", "--ready", "--lang", "ja"]
    assert cli.main(given) == 0
    assert cli.main(["drive", "--game", "baccarat", "--rules", "sv"]) == 0
    assert driven == [
        DriveOptions("baccarat", "lt", Path("J"), True, "ja"),
        DriveOptions("baccarat", "sv", None, False, "en"),
    ]


def test_a_simulated_table_is_swedish_baccarat_in_a_window() -> None:
    assert cli.window_options([])[2:] == ("baccarat", "sv", None, False, None, None, None, None, ())


def test_a_live_table_fills_the_screen_unless_told_otherwise() -> None:
    assert cli.window_options(["--table", "table.toml"]).full_screen
    assert not cli.window_options(["--table", "table.toml", "--window"]).full_screen


@pytest.mark.parametrize(
    ("named", "spoken"), [("sv_SE.UTF-8", "sv"), ("is", "is"), ("fr_FR.UTF-8", "en"), ("C", "en"), ("", "en")]
)
def test_the_systems_language_is_spoken_until_a_sign_in(
    named: str, spoken: str, no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", named)
    assert cli.window_options([]).lang == spoken


@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_display_the_way_out_is_said_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--lang", language]) == cli.NO_DISPLAY
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"dealer-console: {Words(language).text('display.none')}\n"
    assert "drive" in said.err


@pytest.mark.parametrize(
    ("name", "value"),
    [("WAYLAND_DISPLAY", "wayland-0"), ("QT_QPA_PLATFORM", "offscreen"), ("DISPLAY", "desk:10.0")],
)
def test_a_display_that_is_not_a_local_x_server_is_believed(
    name: str, value: str, no_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert cli.has_display()


@pytest.mark.skipif(sys.platform != "linux", reason="the sockets' own namespace is Linux's")
def test_a_local_display_counts_only_while_somebody_listens_there() -> None:
    assert not cli.answers(":8731")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X8731")
        server.listen()
        assert cli.answers(":8731")
        assert cli.answers("unix:8731.0")
    assert not cli.answers(":8731")
    assert not cli.answers("")
