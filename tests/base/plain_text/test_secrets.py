"""A token is taken out of logs and archives however it was written down; nothing else is."""

from __future__ import annotations

import base64
import html
import json
import logging
from pathlib import Path
from urllib.parse import quote

import pytest

from console.base.errors import keep_log
from console.base.errors.error_log import FILE
from console.base.plain_text.secrets import LEFT_OUT, Scrubber, without_tokens

TOKENS = ("a-token/that+nobody=else may~have", "tkn_4f9a0c77e1", 'Žą"sis\\7札🂡')
BESIDE = ("", "x", "yz", "table 7: ")


def written(token: str) -> list[str]:
    """The forms in which programs write it: JSON with and without ASCII alone, twice, URLs, HTML, Python,
    hex, base64.
    """
    once, escaped = json.dumps(token), "".join(f"\\u{ord(c):04X}" for c in token if ord(c) < 65536)
    percent = "".join(f"%{byte:02x}" for byte in token.encode())
    coded = [
        code((before + token + after).encode()).decode()
        for code in (base64.b64encode, base64.urlsafe_b64encode)
        for before in BESIDE
        for after in BESIDE
    ]
    plain = [token, once[1:-1], json.dumps(token, ensure_ascii=False)[1:-1], json.dumps(once)[1:-1]]
    quoted = [quote(token), quote(token, safe=""), quote(quote(token, safe="")), percent, html.escape(token)]
    odd = ["".join(f"&#{ord(c)};" for c in token), token.encode().hex(), token.encode().hex(" ").upper()]
    return [*plain, *quoted, *odd, *coded, *([escaped] if token.isascii() else [])]


@pytest.mark.parametrize("token", TOKENS)
def test_a_token_is_taken_out_in_every_form(token: str) -> None:
    scrubbed = Scrubber([token])
    for form in written(token):
        text = scrubbed(f"link: {form}; table 7")
        assert form not in text and LEFT_OUT in text, form
        assert text.startswith("link: ") and text.endswith("; table 7")


def test_text_without_a_secret_stays() -> None:
    text = 'the token was refused %41 \\u0041 QUJD 0041 {"by":"D1"}'
    assert Scrubber(["tkn_4f9a0c77e1", ""])(text) == Scrubber()(text) == text


def test_the_log_holds_no_token_in_its_lines_or_traces(tmp_path: Path) -> None:
    token = TOKENS[1]
    kept = keep_log(tmp_path / "log", Scrubber([token]))
    assert kept is not None
    try:
        try:
            raise ValueError(quote(json.dumps({"said": token})))
        except ValueError:
            logging.getLogger("tests").exception("it said %r", token)
    finally:
        logging.getLogger().removeHandler(kept)
        kept.close()
    text = (tmp_path / "log" / FILE).read_text("utf-8")
    assert token not in text and "ValueError" in text and text.count(LEFT_OUT) >= 2


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("t={time}&token=sesame&camera={camera}", "t={time}&camera={camera}"),
        ("apikey=x&t={seconds}", "t={seconds}"),
        ("t={time}&Password=", "t={time}&Password="),
        ("user=anna;t={time};sig=x{camera}", "t={time}"),
        ("token={camera}", "token={camera}"),
        ("t={time}&v=eyJhbGciOiJIUzI1NiJ9.e30.abc", "t={time}"),
        ("b3f1c2d4e5a697886aa1", ""),
        ("/site1/playback/{camera}/{time}", "/site1/playback/{camera}/{time}"),
        ("view=playback&speed=1&keyframe=1&t={time}", "view=playback&speed=1&keyframe=1&t={time}"),
    ],
)
def test_what_may_be_a_token_is_left_out_of_an_address(given: str, shown: str) -> None:
    for sign in "?#":
        left = f"{sign}{shown}" if shown else ""
        assert without_tokens(f"https://nvr.example/x{sign}{given}") == f"https://nvr.example/x{left}"
