"""A published case as it happened: people press in the table's real window, and its papers are read after.

The table's journal is on disk. Nobody here knows more than a dealer and a pit boss: what the screen asks for
is done, unless a case has people do something else.
"""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Final, Protocol

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from console.table.core import Prompt, View
from tests.base.words.catalogues import words
from tests.command_lines import run
from tests.instruments.published_cases import Case, Pack
from tests.table.ui.harness.painted import painted
from tests.table.ui.harness.straight import Straight, straight

EN: Final = words("en")


class Reader(Enum):
    """Somebody who learns of a case, and when: the columns of ``python3 -m tests published``."""

    DEALER = "dealer", "at once"
    PIT_BOSS = "pit boss", "at once"
    OVERVIEW = "pit boss and supervisor at the overview", "at once"
    STATUS = "anyone who asks for 'status'", "at once"
    NEXT_SHIFT = "the next shift", "at the handover, until it is answered"
    REPORT = "readers of the shift report", "after the shift"
    RECORD = "readers of the record", "after the incident"
    CAMERA = "a camera alone", "never by the console; the record still shows"


class Learns(Protocol):
    """Somebody learns of a published case."""

    def __call__(self, case: int, reader: Reader, text: str, *words: str, after: str = "") -> str:
        """The one line of a paper or screen that has all these words; the table of cases has it too.

        ``after``: what had been dealt or spun by then.
        """
        ...


class Scene:
    """A table, its people and its cards."""

    def __init__(self, table: Straight, journal: Path, game: str, case: Case | None = None) -> None:
        self.table, self.journal = table, journal
        self._pack = None if case is None else Pack(case, game, random.Random(1))
        self.rounds = self.rounds_before_shoe = self.cards = 0
        self.count = 416
        """The number that people type if an inspection asks for it."""
        self.asked = list[tuple[str, str]]()
        """Each prompt that was followed, with its actor."""
        self.said = dict[tuple[str, str], str]()
        """The words of the screen at the first of each."""

    @property
    def view(self) -> View:
        return self.table.view.view

    @property
    def prompt(self) -> Prompt:
        return self.view.prompt

    @property
    def headline(self) -> str:
        """The large line of the dealer's screen, and what stands beneath it."""
        text = self.table.window.dealer.prompt.text
        return " · ".join(filter(None, (text.headline, text.note)))

    @property
    def is_asked(self) -> bool:
        """Whether the screen asks once more before a press counts."""
        return self.table.window.dealer.presses.confirmation.isVisible()

    @property
    def is_stopped(self) -> bool:
        """Whether play is halted."""
        return self.view.phase == "halted"

    # What people do.

    def enter(self) -> None:
        """Press Enter, and the PIN of the one whom the screen asks for."""
        self.table.key(Qt.Key.Key_Return)
        self.table.pin("P1" if self.prompt.actor == "pit_boss" else "D1")

    def follow(self) -> None:
        """Do what the screen asks for."""
        self.asked.append((self.prompt.action, self.prompt.actor))
        self.said.setdefault(self.asked[-1], self.headline)
        match self.prompt.action:
            case "await_bets":
                self.rounds += 1
                self.table.take({"do": "bets", "state": "open"})
            case "wait":
                self.table.take({"do": "bets", "state": "closed"})
            case "await_seats":
                self.table.take({"do": "seats", "seats": [1, 2]})
            case "await_decision":
                asked = {"seat": self.prompt.seat, "hand": self.prompt.hand, "choice": "stand"}
                self.table.take({"do": "decision", **asked})
            case "deal" | "burn_card":
                self._deal()
            case "authorise" if self.view.incident is not None and self.view.incident.choices:
                self.press(EN.text("reason.video"))
                self.press(EN.text(f"answer.choice.{self.view.incident.choices[0]}"))
            case "inspect":
                self.table.type(str(self.count))
                self.enter()
                if self.is_asked:
                    self.press(EN.text("button.count_again"))
                    self.table.type(str(self.count))
                    self.enter()
            case "load" | "collect" as action if self._pack is not None:
                if action == "load":
                    self._pack.load()
                    self.rounds_before_shoe = self.rounds
                else:
                    self._pack.collect(msgspec.to_builtins(self.view.round), str(self.prompt.direction))
                self.enter()
            case _:
                self.enter()
                if self.is_asked:
                    self.press(EN.text("answer.confirm_card.true"))

    def until(self, true: Callable[[], bool]) -> None:
        """Follow the screen until something is so."""
        while not true():
            entry = self.view.entry
            self.follow()
            assert self.view.entry > entry, f"nothing comes of it: {self.prompt}"

    def press(self, label: str) -> None:
        """Press the key on the screen that says so."""
        keys = [each for each in self.table.buttons() if each.text() == label]
        assert keys, f"{label!r} among {[each.text() for each in self.table.buttons()]}"
        QApplication.processEvents()
        painted()  # no question counts before it was seen
        self.table.touch(keys[-1])

    def order(self, key: str) -> None:
        """A pit boss comes to the table's screen, and gives an order there."""
        self.table.key(Qt.Key.Key_F4)
        self.table.pin("P1")
        self.press(EN.text(key))

    def report(self, kind: str, *answers: str) -> None:
        """Press 'Something went wrong', the kind and each answer; then do what is asked until all is over."""
        self.table.key(Qt.Key.Key_F2)
        while not any(each.text() == EN.text(f"incident.{kind}") for each in self.table.buttons()):
            self.press(EN.text("incident.other"))
        for each in (EN.text(f"incident.{kind}"), *answers):
            self.press(each)
        self.asked.clear()
        self.said.clear()
        self.until(lambda: self.view.incident is None or not self.view.incident.open)

    # What cards do.

    def _deal(self) -> None:
        assert self._pack is not None, "a case of cards"
        card = self._pack.draw()
        self.cards += card is not None
        self.table.take({"do": "cut_card"} if card is None else {"do": "card", "card": card})

    # Its papers.

    def paper(self, command: str, *arguments: str) -> str:
        """The text that a command prints of the journal hours later."""
        return paper(self.journal, command, *arguments)


def row(text: str, *words: str) -> str:
    """The one line that has all these words."""
    (found,) = [line for line in text.splitlines() if all(each in line for each in words)]
    return found


def paper(journal: Path, command: str, *arguments: str) -> str:
    """The text that a command prints of a journal, in English."""
    with contextlib.redirect_stdout(io.StringIO()) as said:
        assert run(command, [str(journal), *arguments, "--lang", "en"], draw=None) == 0
    return said.getvalue()


@contextmanager
def scene(bot: QtBot, folder: Path, rules: str, game: str, case: Case | None = None) -> Iterator[Scene]:
    """A closed table at which nobody is yet."""
    journal = folder / "T7.db"
    with straight(bot, rules, game, devices=False, journal=journal) as table:
        yield Scene(table, journal, game, case)
