"""The subjects of the page on operating: the console's warnings, verdicts and exit statuses."""

from __future__ import annotations

import ast
import inspect
import re

from console import __main__, cli
from console.base.command_line import BAD_ARGUMENTS, INTERRUPTED
from console.base.command_line.display import NO_DISPLAY
from console.base.setup import debian, environment
from console.table.core import NoPicture
from console.table.ui.dealer import bands
from tests.base.words.catalogues import words
from tests.handbook.pages import table

SAID_ELSEWHERE = {
    "missing.go_on",
    "missing.begin_again",
    "journal.archived",
    "journal.archived.unsealed",
    "journal.backed_up",
    "journal.restored",
}
"""Phrases that report no trouble: a press, or work that was done."""


def _said(*families: str) -> dict[str, str]:
    """The English phrases of some families by their keys; of plurals the first."""
    found: dict[str, str] = {}
    for family in families:
        for key, text in words("en").phrases(family):
            found.setdefault(f"{family}{key}", text)
    return found


def _beginnings(phrases: set[str]) -> set[str]:
    """Of each phrase the fewest whole sentences with which no other one begins."""

    def beginning(phrase: str) -> str:
        ends = [found.end() for found in re.finditer(r"\.(?= )", phrase)]
        heads = (phrase[:end] for end in [*ends, len(phrase)])
        return next(head for head in heads if sum(each.startswith(head) for each in phrases) == 1)

    return {beginning(phrase) for phrase in phrases}


def warnings() -> set[str]:
    """The warnings of lamps and bands over the table."""
    said = _said(
        *("lamp.", "band.not_recorded", "band.no_answer", "bug.", "mode.recovered", "screen.", "sound."),
        "font.missing",
    )
    sealing = _said("sealed.failed", "sealed.broken")
    return {text for key, text in (said | sealing).items() if not key.endswith(".well")} | heeded_bands()


def recorder() -> set[str]:
    """The reasons why the recorder has no picture."""
    return set(_said(*(f"video.{why}" for why in NoPicture)).values())


def heeded_bands() -> set[str]:
    """The first lines of the bands that are drawn as faults or as the pit boss's, as the module has them."""
    calls = [call for call in ast.walk(ast.parse(inspect.getsource(bands))) if isinstance(call, ast.Call)]
    drawn = {
        str(text.args[0].value)
        for call in calls
        if call.args and any(each.arg == "ink" for each in call.keywords)
        if isinstance(text := call.args[0], ast.Call) and text.args
        if isinstance(text.args[0], ast.Constant)
    }
    said = _said(*drawn)
    return {said[key] for key in drawn}


def starts() -> set[str]:
    """Why a table can't start, or a command can't do its work."""
    said = _said("missing.", "link.", "journal.")
    told = {key: text for key, text in said.items() if key not in SAID_ELSEWHERE}
    return _beginnings({text for key, text in told.items() if not key.startswith(_VERDICTS)})


_VERDICTS = ("journal.verify.", "journal.follow.", "journal.proof.", "journal.floor.")


_ADVICE = "journal.verify.advice"
"""The last sentence of the verdicts by itself: the supervisor's guide leaves it out of each."""


_DOUBTS = frozenset(f"journal.proof.{each}" for each in ("rest", "alone", "words"))
"""Phrases on what a proof leaves open."""


def verdicts() -> set[str]:
    """The faults that a check of a journal, of files that follow each other, or of a proof finds."""
    said = {key: text for key, text in _said(*_VERDICTS).items() if key != _ADVICE}.items()
    found = {text for key, text in said if "nform a supervisor" in text or ".doubt." in key or key in _DOUBTS}
    return _beginnings(found)


def statuses() -> set[str]:
    """The exit statuses of commands."""
    known = {0, 1, BAD_ARGUMENTS, NO_DISPLAY, INTERRUPTED, cli.NOBODY_READS}
    known |= {environment.SYSTEM_NEEDED, environment.BROKEN_OFF}
    assert __main__.OLDEST >= (3, 11)
    return set(map(str, known))


def packages() -> str:
    """The system packages that the window needs."""
    needed = sorted({*debian.LIBRARIES.values()})
    return table(
        ("for", "packages"),
        [
            ("Qt", ", ".join(f"`{each}`" for each in needed)),
            ("fonts", ", ".join(f"`{each}`" for each in debian.FONTS.values())),
        ],
    )
