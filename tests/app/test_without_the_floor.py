"""Without the floor's part its options are refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from tests.command_lines import run


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "report --floor",
        "incident --floor",
        "round --floor T1-i1",
        "card-sets --floor",
        "shoe --floor",
        "wheel --floor",
        "status journal.db --textfile table.prom",
    ],
)
def test_what_needs_the_floor_is_refused_in_one_sentence(
    line: str,
    language: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *words = line.split()
    assert run(name, [*words, "--lang", language], draw=lambda paper: b"") == 2
    missing = Words(language).text("parts.missing", part="floor")
    assert capsys.readouterr() == ("", f"dealer-console {name}: {missing}\n")
    assert not [*tmp_path.iterdir()]
