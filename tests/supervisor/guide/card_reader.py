"""A small program of its own that looks for the rows of the decision table on printed cards.

It knows the table (``decisions.tsv``), the catalogues as they stand in the ``.po`` files and the text of the
PDF's pages. It shares nothing with the program that makes the cards: no rulebook, no outcome, no layout.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

from tests.base.words.catalogues import phrases, texts
from tests.table.incidents.rows import Expected

PDFTOTEXT: Final = shutil.which("pdftotext")
_IGNORED: Final = re.compile(r"[\s\u00ad\u2060\u200b\u2068\u2069\u2010·・‧∕／/-]+")
"""The letters that a line's end may add or take, and the marks that share a glyph in a font of Japanese."""
_BREAK: Final = "\f"
_CONDITION: Final = 260
"""The letters before an outcome among which its condition stands."""

_SAID: Final = {
    "void": ("round_void",),
    "respin": ("no_spin",),
    "shuffle_again": ("shuffle_again",),
    "replace_decks": ("shuffle_again",),
    "refund_hand": ("hand_refunded",),
    "settle_by_hand": ("number", "number_corrected"),
    "finish": ("no_more_bets",),
    "change_shoe_after": ("last_hand_before_shuffle",),
}
"""The announcement of an outcome to players, one of these, by the table protocol; of any other they hear that
play goes on, with its last step.
"""
_CHOSEN: Final = {
    "go_on": "play_goes_on", "void": "round_void", "reshuffle_after": "last_hand_before_shuffle",
}  # fmt: skip
"""The announcements if the pit boss decides."""
_CHECKED: Final = "ball_damaged"
"""The fact that nobody is asked for: it is one of two presses of the step check_ball."""
_PRESSES_OF_CHECK: Final = ("button.step.check_ball", "step.check_ball.damaged", "step.replace_ball")
"""The two presses of a check, and the step that the second one brings, in a void, too."""
_BEFORE_ROUNDS: Final = ("noticed", "before_first_round")
_NOT_IN_A_ROUND: Final = frozenset("SIE")
"""The moments at which nobody waits for play to go on: shuffle, inspection, a round that is decided."""
_ANNOUNCED: Final = frozenset(
    ("round_void", "no_spin", "no_spin.void", "shuffle_again", "hand_refunded", "play_goes_on",
     "last_hand_before_shuffle")
)  # fmt: skip
"""The announcements of outcomes: an entry with one that is not its own is a fault."""
_QUOTES: Final = "„“”「"
_SLOT: Final = re.compile(r"\{([^}]*)\}")
_WORDS_OF: Final = {"colour": ("red", "black"), "parity": ("odd", "even"), "half": ("low", "high")}
"""The words in the slots of a number's announcement; other slots have figures."""


def squeezed(text: str) -> str:
    """The text without what a line's end may change; a font's ligatures are letters again."""
    return _IGNORED.sub("", unicodedata.normalize("NFKC", text))


def pages_of(pdf: Path) -> list[str]:
    """The text of each page, in the order in which it was painted."""
    assert PDFTOTEXT is not None
    asked = (PDFTOTEXT, "-raw", "-enc", "UTF-8", str(pdf), "-")
    text = subprocess.run(asked, capture_output=True, check=True, encoding="utf-8").stdout
    return text.split(_BREAK)[:-1]


def said(language: str, key: str) -> tuple[str, ...]:
    """All forms of a phrase, squeezed; of one with slots the longest text between them."""
    if key not in phrases(language):
        return ()
    forms = (re.split(r"\{[^}]*\}", each) for each in texts(phrases(language)[key]))
    return tuple(max(map(squeezed, form), key=len) for form in forms)


def _outcome_keys(row: Expected) -> tuple[str, str]:
    return f"outcome.{row.outcome}", f"outcome.{row.outcome}.one"


@cache
def announced(language: str, key: str, opening: str = "") -> re.Pattern[str]:
    """An announcement as a card may have it, squeezed, with any figure in its slots, behind one of the
    ``opening`` letters.
    """

    def words(key: str) -> tuple[str, ...]:
        return texts(phrases(language)[f"say.{key}"])

    def slot(name: str) -> str:
        named = (re.escape(squeezed(words(f"{name}.{each}")[0])) for each in _WORDS_OF.get(name, ()))
        return f"(?:{'|'.join(named) or '.{1,30}?'})"

    forms = (
        "".join(
            slot(each) if at % 2 else re.escape(squeezed(each)) for at, each in enumerate(_SLOT.split(text))
        )
        for text in words(key)
    )
    return re.compile(f"{f'[{opening}]' if opening else ''}(?:{'|'.join(forms)})")


class PrintedCards:
    """The cards of a PDF by kind and game, each as its entries: a condition and what stands under it."""

    def __init__(self, pages: Sequence[str], rows: Sequence[Expected], language: str, market: str) -> None:
        self._rows, self._language, self._market = rows, language, market
        self.cards: dict[str, list[tuple[str, str]]] = {}
        self.runs: list[str] = []
        keys = (key for key in phrases(language) if key.startswith("clause."))
        self._senses = tuple(sense for key in keys for sense in said(language, key))
        (label,) = said(language, "record.head.outcome")
        outcomes = {each for row in rows for key in _outcome_keys(row) for each in said(language, key)}
        begins = re.compile(f"{label}(?={'|'.join(map(re.escape, sorted(outcomes)))})")
        texts_of: dict[str, str] = {}
        every = set(map(self._title, rows))
        for page in map(squeezed, pages):
            title = max((each for each in every if page.startswith(each)), key=len, default="")
            if not self.runs or self.runs[-1] != title:
                self.runs.append(title)
            texts_of[title] = texts_of.get(title, "") + page
        for title, text in texts_of.items():
            pieces = begins.split(text)
            self.cards[title] = [(before[-_CONDITION:], after) for before, after in pairwise(pieces)]

    def faults(self) -> Iterator[str]:
        """The rows that do not stand in exactly one entry of exactly one card."""
        for row in self._rows:
            titles = [title for title in self.runs if title == self._title(row)]
            if len(titles) != 1:
                yield f"{row.line()}: on {len(titles)} cards"
                continue
            found = [entry for entry in self.cards[titles[0]] if self._is_of(row, *entry)]
            if len(found) != 1:
                yield f"{row.line()}: in {len(found)} entries of {titles[0]}"

    def _title(self, row: Expected) -> str:
        keys = (f"incident.{row.kind}", f"game.{row.game}")
        return "".join(said(self._language, key)[0] for key in keys)

    def _is_of(self, row: Expected, condition: str, entry: str) -> bool:
        asked = all(fact == _CHECKED or self._answers(condition, fact, value) for fact, value in row.facts)
        return (
            asked
            and self._says(entry, *_outcome_keys(row))
            and self._rests_on(row.clause, entry)
            and self._says(entry, f"role.{row.authority}")
            and all(self._has_step(entry, *step.split(":")) for step in row.steps)
            and self._is_pressed(row, entry)
            and self._is_announced(row, entry)
        )

    def _is_pressed(self, row: Expected, entry: str) -> bool:
        """Whether the presses stand there: each choice in quotation marks, else who authorises."""
        if row.authority == "dealer":
            return True
        chosen = [value for fact, value in row.facts if fact == "choice"] or row.choices
        if not chosen:
            return self._says(entry, "button.authorise")
        wanted = (said(self._language, f"answer.choice.{each}") for each in chosen)
        pressed = all(
            re.search(f"[{_QUOTES}](?:{'|'.join(map(re.escape, forms))})", entry) for forms in wanted
        )
        return pressed and (row.outcome != "pit_boss_decides" or self._says(entry, "incident.choose_reason"))

    def _rests_on(self, clause: str, entry: str) -> bool:
        """Whether the clause stands there alone, or right before a sense, which a number may begin."""
        found = re.finditer(re.escape(squeezed(clause)), entry)
        return any(
            not re.match("[0-9a-z]", rest) or rest.startswith(self._senses)
            for rest in (entry[each.end() :] for each in found)
        )

    def _answers(self, condition: str, fact: str, value: str) -> bool:
        (name,) = said(self._language, f"fact.name.{fact}")
        family = "cards" if fact == "cards_to_remove" else fact
        keys = (f"answer.{family}.{value}", f"answer.{fact}.{value}")
        words = next(filter(None, (said(self._language, key) for key in keys)), ())
        if value in ("true", "false"):
            words = said(self._language, "answer.yes" if value == "true" else "answer.no")
        words = words or (squeezed(value.replace("-", "–")),)
        place = condition.rfind(f"{name}:")
        return place >= 0 and any(each in condition[place:] for each in words)

    def _says(self, entry: str, *keys: str) -> bool:
        return any(each in entry for key in keys for each in said(self._language, key))

    def _has_step(self, entry: str, action: str, actor: str) -> bool:
        if action == "check_ball" and not all(self._says(entry, each) for each in _PRESSES_OF_CHECK):
            return False
        keys = (f"step.{action}", f"step.{action}.left", f"rulebook.step.{action}")
        return self._says(entry, *keys) and self._says(entry, f"role.{actor}")

    def _is_announced(self, row: Expected, entry: str) -> bool:
        """Whether the entry has the words of its outcome, aloud and with their meaning, and no other's."""
        wanted = tuple(self._announcements(row))
        if not all(any(self._tells(entry, key) for key in keys) for keys in wanted):
            return False
        return not any(self._tells_aloud(entry, key) for key in _ANNOUNCED.difference(*wanted))

    @staticmethod
    def _announcements(row: Expected) -> Iterator[tuple[str, ...]]:
        """The announcement to players, by the table protocol; of several keys one."""
        if row.outcome == "pit_boss_decides":
            yield from ((_CHOSEN[each],) for each in row.choices)
        elif row.kind == "no_spin" and row.outcome == "void":
            yield ("no_spin.void",)
        elif row.outcome in _SAID or not (row.when <= _NOT_IN_A_ROUND or _BEFORE_ROUNDS in row.facts):
            yield _SAID.get(row.outcome, ("play_goes_on",))

    def _tells(self, entry: str, key: str) -> bool:
        return self._tells_aloud(entry, key) and bool(announced(self._language, key).search(entry))

    def _tells_aloud(self, entry: str, key: str) -> bool:
        """Whether the words stand there in quotation marks: a clause's sense may say the same."""
        return announced(self._market, key, _QUOTES).search(entry) is not None
