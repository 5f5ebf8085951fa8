"""The stand-in game server as a command: a console that connects to it is led from round to round."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from console.table.link import server_at
from tests.command_lines import run
from tests.table.link.certificates import Certificates
from tests.table.link.conftest import certificates
from tests.table.link.far import SOON
from tests.table.link.rig import linked

__all__ = ["certificates"]

main = partial(run, "protocol")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    command = (sys.executable, "-m", "console", "protocol", "server", *arguments)
    heard = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # what a shell begins with ``&`` ignores it
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=heard) as server:
        assert server.stdout is not None
        found = re.search(r"(tcp|tls)://\S+:\d+", server.stdout.readline())
        assert found is not None
        try:
            yield found[0], server
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(SOON)


def lines_until(server: subprocess.Popen[str], wanted: str) -> list[str]:
    assert server.stdout is not None
    found: list[str] = []
    for line in server.stdout:
        found.append(line)
        if wanted in line:
            return found
    raise AssertionError("".join(found))


@pytest.fixture
def token(tmp_path: Path) -> Path:
    file = tmp_path / "token"
    file.touch(0o600)
    file.write_text("geheimnis-7", "utf-8")
    return file


def test_the_server_opens_a_tables_bets_and_prints_each_line_without_the_token(token: Path) -> None:
    with serving("--token-file", str(token)) as (url, server):
        with linked(server_at(url, table="T1", token_file=token)):
            said = "".join(lines_until(server, '"bets":"open"'))
        assert '> {"v":1,"hello":"dealer-console"' in said and '< {"do":"bets","state":"open"' in said
        assert "geheimnis" not in said
    assert server.returncode == 0


def test_a_table_with_another_token_is_shown_nothing(token: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.touch(0o600)
    other.write_text("another", "utf-8")
    with (
        serving("--token-file", str(token)) as (url, server),
        linked(server_at(url, table="T1", token_file=other)) as rig,
    ):
        first, again = lines_until(server, '"hello"'), lines_until(server, '"hello"')
        assert not any(line.startswith("<") for line in (*first, *again)) and rig.entries == []


def test_with_a_certificate_it_speaks_tls(certificates: Certificates, token: Path) -> None:
    certificates.server("DNS:localhost")
    pem, key = (certificates.ca.with_name(name) for name in ("server.pem", "server.key"))
    with serving("--certificate", str(pem), "--key", str(key)) as (url, server):
        port = url.rpartition(":")[2]
        known = server_at(f"tls://localhost:{port}", table="T1", ca=certificates.ca, token_file=token)
        with linked(known):
            lines_until(server, '"bets":"open"')


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--certificate", "none.pem"), "none.pem"),
        (("--certificate", "pipe"), "pipe"),
        (("--key", "none.pem"), "none.pem"),
        (("--token-file", "none"), "none"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_its_name(
    arguments: tuple[str, str],
    named: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert main(["server", *arguments]) == 2
    assert named in capsys.readouterr().err


def test_a_port_in_use_or_out_of_range_is_refused_with_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        used = str(taken.getsockname()[1])
        assert main(["server", "--port", used]) == 2
        assert used in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["server", "--port", "99999"])
    assert "99999" in capsys.readouterr().err
