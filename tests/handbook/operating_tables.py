"""The subjects of the page on operating: the console's warnings, verdicts and exit statuses."""

from __future__ import annotations

from console import __main__, cli
from console.app.display import NO_DISPLAY
from console.arguments import BAD_ARGUMENTS, INTERRUPTED
from console.setup import debian, environment
from console.words import Words
from tests.handbook.pages import table

SAID_ELSEWHERE = {
    "missing.go_on",
    "missing.begin_anew",
    "journal.archived",
    "journal.archived.unsealed",
    "journal.backed_up",
    "journal.restored",
}
"""What tells of no trouble: a press, and work that was done."""


def _said(*families: str) -> dict[str, str]:
    """The English phrases of some families by their keys; of plurals the first."""
    found: dict[str, str] = {}
    for family in families:
        for key, text in Words("en").phrases(family):
            found.setdefault(f"{family}{key}", text)
    return found


def warnings() -> set[str]:
    """What lamps and bands over the table warn of."""
    said = _said("lamp.", "band.not_recorded", "bug.", "mode.recovered", "screen.", "font.missing")
    sealing = _said("sealed.failed", "sealed.broken")
    return {text for key, text in (said | sealing).items() if not key.endswith(".well")}


def starts() -> set[str]:
    """Why a table can't start, or a command can't do its work."""
    said = _said("missing.", "link.", "journal.")
    told = {key: text for key, text in said.items() if key not in SAID_ELSEWHERE}
    return {text for key, text in told.items() if not key.startswith(_VERDICTS)}


_VERDICTS = ("journal.verify.", "journal.follow.", "journal.proof.", "journal.floor.")


_DOUBTS = frozenset(f"journal.proof.{each}" for each in ("rest", "alone", "words"))
"""What a proof leaves open."""


def verdicts() -> set[str]:
    """What a check of a journal, of files that go on, or of a proof finds wrong."""
    said = _said(*_VERDICTS).items()
    return {text for key, text in said if "nform a supervisor" in text or ".doubt." in key or key in _DOUBTS}


def statuses() -> set[str]:
    """How commands end."""
    known = {0, 1, BAD_ARGUMENTS, NO_DISPLAY, INTERRUPTED, cli.NOBODY_READS}
    known |= {environment.SYSTEM_NEEDED, environment.BROKEN_OFF}
    assert __main__.OLDEST >= (3, 11)
    return set(map(str, known))


def packages() -> str:
    """What the window needs of the system."""
    needed = sorted({*debian.LIBRARIES.values()})
    return table(
        ("for", "packages"),
        [
            ("Qt", ", ".join(f"`{each}`" for each in needed)),
            ("fonts", ", ".join(f"`{each}`" for each in debian.FONTS.values())),
        ],
    )
