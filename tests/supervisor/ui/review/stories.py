"""Stories for the review's screens, from journals that were made by playing."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

from console.supervisor.review import JournalReader, JournalReads, Story, fact_source
from console.supervisor.ui.review.inquiries import JournalInquiries
from console.table.core import Mode, Person, Role, Situation, game_of
from console.table.core.running.replay import ReplayPart, moments_of
from console.table.game import Rulebook
from console.table.journal import Filter, Log, review
from tests.table.core.tables import Seen, book
from tests.table.played import CLOSED, DONE_D, FELL, OPEN, ROUND, card, say, written

T = TypeVar("T")

PERSONS = {
    "D1": Person("D1", "Rasa K.", Role.DEALER, "en"),
    "D2": Person("D2", "Mikael S.", Role.DEALER, "sv"),
    "P1": Person("P1", "Jonas P.", Role.PIT_BOSS, "lt"),
    "S1": Person("S1", "Ingrid B.", Role.SUPERVISOR, "en"),
}
SUPERVISOR = PERSONS["S1"]


def situation(code: str, game: str = "baccarat") -> Situation:
    rulebook: Rulebook = book(code)
    return Situation(mode=Mode.REPLAY, name="7", game=game, rulebook=rulebook, persons=PERSONS)


def story_of(path: Path, code: str, part: ReplayPart, *, game: str = "baccarat", begin: int = 0) -> Story:
    """The story of a part of the journal at ``path``."""
    playing = game_of(book(code), game)
    with review(path) as journal:
        number, state = journal.begin(part.first - 1)
        moments = moments_of(playing, state, journal.entries(number), part)
    return Story(playing, situation(code, game), moments, begin)


@cache
def fell() -> Story:
    """A card falls in the middle of a coup, and its round is void."""
    lines = (*ROUND, *FELL, OPEN)
    return story_of(journal_of("fell", lines), "lt", ReplayPart(9, 99, "T7-2"), begin=4)


@cache
def whole_round() -> Story:
    """A coup with third cards, from its bets to the pick-up."""
    cards = map(card, ("2H", "4C", "3S", "KD", "6D", "3C"))
    lines = (*ROUND, OPEN, CLOSED, *cards, DONE_D, DONE_D, OPEN)
    return story_of(journal_of("round", lines, "sv"), "sv", ReplayPart(9, 99, "T7-2"), begin=5)


_MEMORY: Final = Path(os.environ.get("TMPDIR", "/dev/shm"))
"""A file system that waits for no disk, where nobody has named a folder: a night has thousands of commits."""


def folder(prefix: str) -> Path:
    """A new folder for journals that are made once and read by many tests; it goes when they end."""
    made = Path(tempfile.mkdtemp(prefix=prefix, dir=_MEMORY if _MEMORY.is_dir() else None))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def journal_of(name: str, lines: tuple[Seen, ...], code: str = "lt", game: str = "baccarat") -> Path:
    """A journal of these lines in a folder of its own."""
    return written(folder("review-") / f"{name}.db", *lines, code=code, game=game, refused=("bets_open",))


class AtOnce(JournalInquiries):
    """Inquiries without a thread: what is asked is answered before the asking returns."""

    def __init__(self, opened: Callable[[], JournalReader]) -> None:
        super().__init__(opened)
        self.reads = opened()
        weakref.finalize(self, self.reads.close)  # a window that a test lets go of stops nothing

    def start(self) -> None:
        """There is nothing to start."""

    def stop(self) -> None:
        super().stop()
        self.reads.close()

    def ask(self, name: str, question: Callable[[JournalReader], T], answer: Callable[[T], None]) -> None:
        if not self._closed:  # like the thread: questions after the end get no answer
            answer(question(self.reads))

    def look_for(self, wanted: Filter) -> None:
        self.reads.look_for(wanted)
        while not (found := self.reads.count()).done:
            self.counted.emit(found)
        self.counted.emit(found)

    def prepare(self) -> None:
        while self.reads.prepare() < 1:
            pass
        self.counted.emit(self.reads.count())


def call(by: str = "D1", *, on: bool) -> Seen:
    return {"do": "call", "by": by, "on": on}


NIGHT = (
    *ROUND,
    *FELL,
    *ROUND,
    call(on=True),
    call("P1", on=False),
    *ROUND,
    {"do": "sign_in", "who": "D2", "role": "dealer"},
    {"do": "sign_in", "who": "D1", "role": "dealer"},
    OPEN,
    CLOSED,
    card("9H"),
    card("2S"),
    card("7D"),
    {"do": "correct", "by": "P1", "hand": "player", "card": 2, "to": "KD"},
    card("4C"),
    {"do": "reshuffle", "by": "P1", "on": True},
    {"do": "reshuffle", "by": "P1", "on": False},
    DONE_D,
    DONE_D,
    say("The chair was moved before the hand began, and the camera was not hidden for long"),
    OPEN,
    card("5S"),
)
"""Some minutes of a night in which much happens; the last card came while bets were open."""


@cache
def night() -> Path:
    """The journal of it, ready to be searched."""
    path = journal_of("night", NIGHT)
    with Log((path,)) as log:
        for _ in log.fill(fact_source):
            pass
    return path


def inquiries_of(path: Path) -> AtOnce:
    """Inquiries that are answered from a journal, at once."""
    return AtOnce(lambda: JournalReads((path,), PERSONS))
