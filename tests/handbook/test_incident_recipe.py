"""The recipe of an incident kind, followed in a copy by the page alone; the suite's own tests judge it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.handbook.pages import blocks
from tests.handbook.test_recipes import copy, say, section
from tests.sources import ROOT, copied
from tests.sweep import ASKED, IS_WHOLE

__all__ = ["copy"]

SECOND = Path(__file__).with_name("second_incident_kind.md")
"""A kind that no example names, with a question: in the recipe's form."""

TOUCHED = (
    *("tests/incidents", "tests/game", "tests/table", "tests/rehearsal", "tests/words", "tests/handbook"),
    *(
        "tests/proficiency",
        "tests/commissioning",
        "tests/ui/signs",
        "tests/ui/incident",
        "tests/ui/rehearsal",
    ),
)
"""The rooms that look at every incident kind."""
EACH_KIND = (
    "tests/incidents/test_decision_table.py",
    "tests/incidents/test_incident_files.py",
    "tests/game/test_clauses.py",
    "tests/rehearsal/test_reckoned.py",
    "tests/rehearsal/test_shipped.py",
    "tests/table/incident/test_incident_clauses.py",
    "tests/table/test_transcripts.py",
    "tests/ui/signs/test_signs.py",
    "tests/words/test_concepts.py",
    "tests/words/test_incident_phrases.py",
)
"""The tests of those rooms that go over all kinds."""
OTHERS = "what_is_right_is_the_decision or shipped_rehearsal_plays or table_does_as_its_transcript"
"""Tests with a case for each kind's rehearsal or scene: the new kind's are played."""


def follow(copy: Path, recipe: str) -> set[str]:
    """Put each text before the line that is named for it, and make the file that is new; the files' names."""
    touched = set[str]()
    for step in recipe.split("\n- ")[1:]:
        head, *_ = step.partition("```")
        named = re.findall(r"`((?:console|resources|tests)/[\w/.]+)`|before\s+`([^`]+)`", head)
        put = [block.text for block in blocks("extending.md", step, "text")]
        file, filled = copy, 0
        for name, anchor in named:
            if name:
                file = copy / name
                touched.add(name)
                continue
            text = file.read_text("utf-8")
            assert text.count(f"\n{anchor}") == 1, f"{file.name}: {anchor}"
            file.write_text(text.replace(f"\n{anchor}", f"\n{put[filled]}{anchor}"), "utf-8")
            filled += 1
        assert filled == len(put)
    for name, text in re.findall(r"`(resources/[\w./-]+)`:\n\n```(?:toml|svg)\n(.*?)```", recipe, re.DOTALL):
        (copy / name).write_text(text, "utf-8")
        touched.add(name)
    return touched


def test_an_incident_kind_is_what_the_page_says(copy: Path) -> None:
    """The page's kind, and the second beside it."""
    copied(copy, "tests")
    for file in (*ROOT.glob("[!.]*.*"), ROOT / "LICENSE"):
        if file.is_file():
            (copy / file.name).write_bytes(file.read_bytes())
    for recipe in (section("An incident kind"), SECOND.read_text("utf-8")):
        touched = {*follow(copy, recipe), *say(copy, recipe.partition("\nIts words, ")[2])}
        assert len(touched) <= 14, sorted(touched)
    written = in_copy(copy, "tests.handbook", "--write")
    assert written.returncode == 0, written.stderr
    sample = (*EACH_KIND, "-k", f"not ({OTHERS}) or cards-wet or light-failed or LT-BAC-9")
    whole = (*TOUCHED, "--ignore", "tests/handbook/test_incident_recipe.py")
    judged = in_copy(copy, "pytest", "-q", "-p", "no:cacheprovider", *(whole if IS_WHOLE else sample))
    assert judged.returncode == 0, judged.stdout


def in_copy(copy: Path, module: str, *given: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "QT_QPA_PLATFORM": "offscreen", ASKED: "sample"}
    command = (sys.executable, "-m", module, *given)
    return subprocess.run(command, cwd=copy, env=around, capture_output=True, text=True, timeout=1_800)
