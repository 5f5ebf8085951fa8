"""The code and the pages are in plain English: none of the forms that a reader has to decode."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

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
PIECES = re.compile("is told|anew|in its midst|that there is not|where|what|who")
"""Each line with a form has one of these pieces; to search without regard to case takes ten times as long."""


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
        if PIECES.search(line.lower()) and (forms := found(line))
    ]
    assert len(FILES) > 1000
    assert not hits, "\n".join(hits)


_LISTENER = (
    r"(?:(?:the|a|an|its|each|every|all|no|other)\s+)?(?:game\s+)?"
    r"(?:players?|dealers?|pit|supervisors?|technicians?|people|persons?|users?|readers?|tables?|consoles?|"
    r"floors?|servers?|somebody|anybody|nobody|everybody|you|us|me|him|her|them)\b"
)
_TELL = re.compile(rf"\btells?\b(?!\s*=|\.\w|\s+{_LISTENER})")
_DISTINGUISH = re.compile(
    r"\btells?\s+(?:\S+\s+){0,8}?(?:apart|from)\b|\bcan(?:[^\w\s]t|not)?(?:\s+\w+)?\s+tell\b"
)
"""Forms of 'tell' that mean 'distinguish' or 'know': they need no listener."""


def _prose(text: str) -> Iterator[tuple[int, str]]:
    """The docstrings and messages of a module, and its comments, those of adjacent lines as one; each with
    the line on which it begins. SQL is left out: the views' text stands in every journal.
    """
    begun, last, lines = 0, 0, list[str]()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING and " " in token.string and "SELECT" not in token.string:
            yield token.start[0], " ".join(token.string.split())
        elif token.type == tokenize.COMMENT:
            if token.start[0] != last + 1:
                yield begun, " ".join(lines)
                begun, lines = token.start[0], []
            last = token.start[0]
            lines.append(token.string.lstrip("#: "))
    yield begun, " ".join(lines)


def _without_listener(text: str) -> list[int]:
    """The lines of a module's prose with a 'tell' that has no listener."""
    return [
        line
        for line, prose in _prose(text)
        for found in _TELL.finditer(prose)
        if not any(each.start() <= found.start() < each.end() for each in _DISTINGUISH.finditer(prose))
    ]


def _questions_as_subjects(text: str) -> list[int]:
    """The lines of a module's docstrings that begin with 'What'."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and re.match(r"\s*What\b", node.value.value)
    ]


def _modules(piece: str) -> Iterator[tuple[Path, str]]:
    """The modules with such a piece, this one left out, and their text."""
    for file in FILES:
        if file.suffix == ".py" and file != Path(__file__) and piece in (text := file.read_text("utf-8")):
            yield file.relative_to(ROOT), text


def test_no_docstring_begins_with_what() -> None:
    hits = [f"{file}:{line}" for file, text in _modules('"What ') for line in _questions_as_subjects(text)]
    assert not hits, "a noun as the subject: " + "\n".join(hits)


_FRAGMENT = re.compile(r"# (?:of|or|and|else|as|such as|which|whose) ")
_BEHIND = re.compile(rf"\S.*{_FRAGMENT.pattern}")


def test_no_comment_ends_the_sentence_of_its_code() -> None:
    """`last()  # of the day` is read twice: a comment behind code is a phrase or sentence of its own."""
    hits = [
        f"{file}:{token.start[0]}: {token.string}"
        for file, text in _modules("  # ")
        if _BEHIND.search(text)  # a module takes milliseconds to read, and hardly any has one
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and token.line.split("#")[0].strip()
        if _FRAGMENT.match(token.string)
    ]
    assert not hits, "\n".join(hits)


def test_tell_has_a_listener() -> None:
    hits = [f"{file}:{line}" for file, text in _modules("tell") for line in _without_listener(text)]
    assert not hits, "say, show, report or record, or name the listener: " + "\n".join(hits)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("# The pit boss tells the players.", []),
        ("# Its tag tells one table\n# from another.", []),
        ("# Nobody can tell.", []),
        ("x = 1\n# The reader tells\n# its state.", [2]),
        ('"""The reason, as the wheel tells it."""', [1]),
        ("tell = row.tell", []),
    ],
)
def test_a_tell_without_a_listener_is_found(text: str, lines: list[int]) -> None:
    assert _without_listener(text) == lines
