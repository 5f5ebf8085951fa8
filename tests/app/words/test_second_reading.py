"""A phrase that nobody has read a second time is marked fuzzy: shown, counted, and in no signed build."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hatch_build import ReleaseHook, build_language, unread
from tests.app.words.english import changed, digests, kept, marked
from tests.base.words.catalogues import FOLDER

HEAD = 'msgid ""\nmsgstr ""\n"Language: sv\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
READ = 'msgid "prompt.deal"\nmsgstr "Ge kort"\n'
NEW = '\n#, fuzzy\nmsgid "prompt.wash"\nmsgstr "Tvätta korten"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sv.po").write_text(HEAD + READ + NEW, encoding="utf-8")
    return tmp_path


@pytest.fixture
def hook() -> tuple[ReleaseHook, list[str]]:
    warned: list[str] = []
    made = SimpleNamespace(app=SimpleNamespace(display_warning=warned.append))
    return cast(ReleaseHook, made), warned


def check(hook: Any, left: dict[str, list[str]]) -> None:
    ReleaseHook._check_words(hook, left)


def test_a_checkout_shows_a_phrase_without_a_second_reading(folder: Path) -> None:
    compiled = build_language(folder / "sv.po").read_bytes()
    assert "Tvätta korten".encode() in compiled and b"Ge kort" in compiled
    assert unread(folder) == {"sv": ["prompt.wash"]}


def test_a_signed_build_is_refused_with_one_and_names_it(
    folder: Path, hook: tuple[ReleaseHook, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEALER_CONSOLE_RELEASE_KEY", "key.pem")
    with pytest.raises(ValueError, match=r"sv 1 \(prompt\.wash\)"):
        check(hook[0], unread(folder))
    check(hook[0], {"sv": []})


def test_an_unsigned_build_says_how_many_there_are(
    folder: Path, hook: tuple[ReleaseHook, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DEALER_CONSOLE_RELEASE_KEY", raising=False)
    check(hook[0], unread(folder))
    assert len(hook[1]) == 1 and "prompt.wash" in hook[1][0]


def test_the_suite_counts_those_of_the_checkout(pytestconfig: pytest.Config) -> None:
    from tests.conftest import second_readings

    counted = second_readings()
    assert counted.startswith("phrases that nobody has read a second time: ")
    assert all(f"{language} {len(keys)}" in counted for language, keys in unread(FOLDER).items())


def test_every_phrase_was_translated_from_its_present_english() -> None:
    """``python3 -m tests english`` marks the five translations of a changed phrase and keeps its digest."""
    left = changed(kept(), digests()), kept().keys() ^ digests().keys()
    assert left == ([], set()), "run `python3 -m tests english`"


def test_a_changed_english_marks_its_translation_as_to_be_read_again() -> None:
    was, now = {"prompt.deal": "1", "prompt.wash": "1"}, {"prompt.deal": "2", "prompt.wash": "1"}
    assert changed(was, now) == ["prompt.deal"]
    assert marked(HEAD + READ, ["prompt.deal"]) == f"{HEAD}#, fuzzy\n{READ}"
    assert marked(HEAD + READ + NEW, ["prompt.wash"]) == HEAD + READ + NEW
