"""The token: from a file that is the user's alone, and printed nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.link.errors import LinkError
from console.link.server import server_at
from console.link.token import Token, read_token


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "token"
    made.write_text("geheimnis-7\n", "utf-8")
    made.chmod(0o600)
    return made


def test_it_is_the_one_line_of_its_file(file: Path) -> None:
    assert read_token(file).said == "geheimnis-7"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o610, 0o601])
def test_a_file_that_others_may_touch_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(LinkError) as refused:
        read_token(file)
    assert (refused.value.key, refused.value.slots) == ("link.token.open", {"file": str(file)})


@pytest.mark.parametrize("content", [b"", b"\n \n", b"two\nlines", b"\xff\xfe", b"nul\0", b"x" * 5000])
def test_what_is_no_line_of_text_is_no_token(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(LinkError) as refused:
        read_token(file)
    assert refused.value.key == "link.token.unreadable"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(LinkError) as refused:
        read_token(tmp_path / "none")
    assert refused.value.slots == {"file": str(tmp_path / "none")}


def test_it_is_in_the_hello_and_in_no_other_text(file: Path) -> None:
    server = server_at("tcp://127.0.0.1:7000", table="T1", token_file=file)
    assert b'"token":"geheimnis-7"' in server.hello
    assert "geheimnis" not in f"{server!r} {server} {server.token!r} {Token('geheimnis')}"
