"""Configurations and rulebooks of any content: each is read, or refused in a line that names file and key."""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.__main__ import asked_by
from console.table.config import ConfigError, load_config
from console.table.game import RulebookError, load_rulebook, rulebook_folder
from console.table.game.rulebook import read_rulebook, rulebook_of
from tests.examples import examples
from tests.inputs.values import NUMBERS, RIGHT_TO_LEFT, TEXT, replaced
from tests.table.config.table_files import WHOLE, toml_of
from tests.table.game.test_rulebook_refusals import TABLES, mutated, places

FOLDER = Path(tempfile.mkdtemp(prefix="inputs-"))
TOML = st.recursive(
    st.one_of(st.booleans(), NUMBERS.filter(lambda number: abs(number) < 2**63), TEXT),
    lambda below: st.lists(below, max_size=4),
    max_leaves=5,
)
KEYS_OF_A_TABLE = [
    *((key,) for key in WHOLE),
    *(("table", key) for key in WHOLE["table"]),
    *(("link", key) for key in WHOLE["link"]),
    *(("device", 0, key) for key in ("name", "url", "baud", "serial")),
    ("device", 0),
    ("unheard_of",),
    ("table", "unheard_of"),
]
BROKEN = [
    b"",
    b"\xff\xfe",
    b"\x00" * 1000,
    b"name = ",
    b'name = "a"\nname = "b"\n',
    b"a = " + b"[" * 50_000,
    b"a = " + b"{b=" * 20_000,
    b"[" + b"a." * 20_000 + b"a]",
    b"a = 1" + b"0" * 5_000,
    b'"' + b"k" * 100_000 + b'" = 1',
    b"# " + b"x" * 2_000_000,
    b"a = 2026-99-99",
    b"a = nan\nb = inf",
    '"\u202e" = 1'.encode(),
]


def refused(load: Callable[[], object], kind: type[Exception], name: str) -> None:
    """It is taken, or refused in one line of sensible length that begins with the file's name."""
    try:
        load()
    except kind as error:
        said = str(error)
        assert said.startswith(name) or said.startswith(str(FOLDER / name)), said[:200]
        assert "\n" not in said and len(said) < 1_000 and said.isprintable(), said[:200]


def config_of(content: bytes) -> object:
    file = FOLDER / "table.toml"
    file.write_bytes(content)
    file.chmod(0o600)
    return load_config(file)


@given(st.sampled_from(KEYS_OF_A_TABLE), TOML)
@settings(max_examples=examples(30, at_night=1200))
def test_any_value_at_any_key_of_a_configuration(path: tuple[Any, ...], value: Any) -> None:
    tables = replaced(WHOLE, path, value)
    refused(lambda: config_of(toml_of(tables).encode("utf-8", "replace")), ConfigError, "table.toml")


@given(
    st.one_of(st.integers(0, len(BROKEN) - 1), st.binary(max_size=60), TEXT.map(lambda text: text.encode()))
)
@settings(max_examples=examples(25, at_night=800))
def test_any_bytes_as_a_configuration(content: bytes | int) -> None:
    refused(lambda: config_of(written(content)), ConfigError, "table.toml")


def written(content: bytes | int) -> bytes:
    """The bytes, or those of a number in the list: hypothesis would print them."""
    return BROKEN[content] if isinstance(content, int) else content


EVERY_KEY = [(book, path) for book in TABLES for path, _ in places(TABLES[book])]


@given(st.sampled_from(EVERY_KEY), st.one_of(TOML, st.dictionaries(TEXT, TOML, max_size=2)))
@settings(max_examples=examples(30, at_night=1200))
def test_any_value_at_any_key_of_a_rulebook(at: tuple[str, tuple[str | int, ...]], value: Any) -> None:
    book, path = at
    tables, holder = mutated(book, path)
    holder[path[-1]] = value
    refused(lambda: rulebook_of(tables, "sv.toml"), RulebookError, "sv.toml")


@given(st.one_of(st.integers(0, len(BROKEN) - 1), st.binary(max_size=60)))
@settings(max_examples=examples(30, at_night=600))
def test_any_bytes_as_a_rulebook(content: bytes | int) -> None:
    folder = FOLDER / "rulebooks"
    (folder / "incidents").mkdir(parents=True, exist_ok=True)
    for file in (rulebook_folder() / "incidents").glob("*.toml"):
        (folder / "incidents" / file.name).write_bytes(file.read_bytes())
    (folder / "sv.toml").write_bytes(written(content))
    refused(lambda: load_rulebook("sv", folder), RulebookError, "sv.toml")
    (folder / "sv.toml").write_bytes((rulebook_folder() / "sv.toml").read_bytes())
    (folder / "incidents" / "house.toml").write_bytes(written(content))
    refused(lambda: load_rulebook("sv", folder), RulebookError, "")


def test_deep_nesting_in_a_rulebook_is_no_error_of_the_program() -> None:
    with pytest.raises(RulebookError, match=r"^x\.toml: not TOML"):
        read_rulebook("a = " + "[" * 50_000, "x.toml")


@pytest.mark.parametrize("key", ["name", "rules"])
def test_a_mark_that_turns_a_line_around_is_in_no_name_of_a_table(key: str) -> None:
    with pytest.raises(ConfigError, match=rf"^table\.toml: {key}"):
        config_of(toml_of({**WHOLE, key: RIGHT_TO_LEFT}).encode())


def test_a_configuration_that_others_can_change_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "table 7.toml"
    file.write_text(toml_of({**WHOLE, "table": {"camera": "cam-7"}}), "utf-8")
    file.chmod(0o606)
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    _, _, command = str(refused.value).partition("make it yours alone: ")
    assert shlex.split(command) == ["chmod", "go-w", str(file)], "it works from any folder"
    file.chmod(0o644)
    assert load_config(file).name == "Table 7"


def test_the_rulebooks_that_there_are_stay_as_they_are() -> None:
    assert set(TABLES) == {"de", "is", "ja", "lt", "sv"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a = " + b"[" * 900 + b"]" * 900, "it is nested too deeply"),
        (b".".join([b"a"] * 20_000) + b" = 1", "line 1: a key of more than 32 parts"),
        (b"\n\n[" + b" . ".join([b'"a"'] * 40) + b"]", "line 3: a key of more than 32 parts"),
        (b".".join([b'"\xe2\x80\xa8"'] * 40) + b" = 1", "line 1: a key of more than 32 parts"),
        (b"t = {" + b".".join([b"a"] * 10_000) + b" = 1}", "line 1: a key of more than 32 parts"),
        (b"# " + b"x" * 65_536, "it has more than 65536 bytes"),
    ],
)
def test_content_that_takes_long_to_parse_is_refused_before_it_is_parsed(content: bytes, said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        config_of(content)


def test_how_deep_a_file_may_be_nested_depends_on_no_limit_of_pythons() -> None:
    usual = sys.getrecursionlimit()
    for limit in (1_000, 3_000):
        sys.setrecursionlimit(limit)
        try:
            with pytest.raises(ConfigError, match="it is nested too deeply"):
                config_of(b"a = " + b"[" * 900 + b"]" * 900)
        finally:
            sys.setrecursionlimit(usual)


def test_the_extras_that_a_file_asks_for_are_found_though_it_can_not_be_read(
    tmp_path: Path,
) -> None:
    """The set-up asks before anything is installed that could say what is wrong."""
    file = tmp_path / "table.toml"
    for content, asked in (
        (b'name = "T"\n[floor]\naddress = "x"\n[monitoring]\n', ["floor", "monitoring"]),
        (b'floor = {address = "x"}', ["floor"]),
        (b'floor.address = "x"', ["floor"]),
        (b'name = "floor"\n# [floor]\n', []),
        (b"a = " + b"[" * 900 + b"]" * 900 + b"\n[floor]", ["floor"]),
    ):
        file.write_bytes(content)
        assert asked_by(str(file)) == asked
    assert asked_by(str(tmp_path / "none.toml")) == []
