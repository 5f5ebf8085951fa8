"""The code and the pages are in plain English: none of the forms that a reader has to decode."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted(
    file
    for place, kinds in {
        "console": ("*.py",),
        "tests": ("*.py", "*.toml", "*.md"),
        "resources/handbook": ("*.md",),
        ".": ("README.md", "CHANGELOG.md"),
    }.items()
    for kind in kinds
    for file in ((ROOT / place).glob(kind) if place == "." else (ROOT / place).rglob(kind))
)
"""Migrations of the floor are not among them: their text never changes once they are released."""
_START = r'^\s*(?:"""|#:? |"|- |\| |\d\. )?'
FORMS = {
    "is told": (r"\bis told\b", "name who says it, or say what happens"),
    "also where": (r"\balso where\b", "even if, as well if"),
    "anew": (r"(?<![a-z-])[a]new(?![a-z])", "again, re-"),
    "whoever": (r"\b[w]hoever\b", "anyone who, the person who"),
    "in its midst": (r"\bin its midst\b", "halfway through"),
    "that there is not": (r"\bthat there is not\b", "that does not exist"),
    "None where there is none": (r"\bwhere there (?:is|are) none\b", "or None, or empty"),
    "None where": (r"\b(?:None|False|True|Raises \w+) where\b", "if: 'where' is for places"),
    "What ... is": (_START + r"What\b.*\bis\b(?!.*\?)", "a noun as the subject"),
    "Who ... has": (_START + r"Who\b.*\bhas\b(?!.*\?)", "a noun as the subject"),
}
"""Each form with the pattern by which it is found, and what to write instead."""
PIECES = re.compile(
    "is told|also where|anew|whoever|in its midst|that there is not|where|What|Who", re.IGNORECASE
)
"""Each line with a form has one of these pieces."""


def found(line: str) -> list[str]:
    """The forms in a line of a file, each with what to write instead."""
    return [
        f"'{form}': write {instead}"
        for form, (pattern, instead) in FORMS.items()
        if re.search(pattern, line, 0 if form.startswith("W") else re.IGNORECASE)
    ]


def test_no_file_has_a_form_that_a_reader_must_decode() -> None:
    hits = [
        f"{file.relative_to(ROOT)}:{number}: {'; '.join(forms)}"
        for file in FILES
        if file != Path(__file__)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if PIECES.search(line) and (forms := found(line))
    ]
    assert len(FILES) > 1000
    assert not hits, "\n".join(hits)
