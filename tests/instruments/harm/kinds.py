"""Every kind of blackjack at a live table: no step, word or answer is another than the rules say.

Cards come by the reader over its pty, answers by the game server over the link, and the journal lies on disk;
with ``KINDS_PICTURES`` set to a folder each page is drawn there.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch

from console.table.core import SetClock
from tests.instruments.harm.around import Turning
from tests.instruments.harm.report import Harm
from tests.table.incidents.rows import Expected, committed

if TYPE_CHECKING:
    from tests.app.live_kinds import LiveTable

ROOMS: Final = (("lt", "is"), ("de", "ja"))
"""The rulebook, and the language of the people at the table."""
PICTURES: Final = "KINDS_PICTURES"


class Loop(Turning):
    """Turns the window's loop where no test does."""

    def addWidget(self, widget: object) -> None:
        """The console takes its window down itself."""


def rows_of(code: str) -> list[Expected]:
    """The rows of blackjack that a rulebook takes: those of the preparation first."""
    rows = [row for row in committed() if row.game == "blackjack" and (not row.rules or code in row.rules)]
    return sorted(rows, key=lambda row: not row.when & {"S", "I"})


def row_text(row: Expected) -> str:
    """A row in a few words."""
    return f"{row.kind} {row.clause or row.outcome} {dict(row.facts)}"


def harm_of_rows(folder: Path, code: str, language: str, rows: Sequence[Expected]) -> Harm:
    """Each row, one after the other at one table; those of the preparation at a table of their own each."""
    from tests.app.live_kinds import live_table

    harm = Harm(f"{len({row.kind for row in rows})} kinds of blackjack, {code} in {language}")
    waiting, tables = list(rows), 0
    while waiting:
        tables += 1
        name = f"{code}-{tables}"
        with live_table(Loop(), folder, code, language, name) as table:
            ends = False
            while waiting and not ends:
                row = waiting.pop(0)
                alone = bool(row.when & {"S", "I"})
                ends = _one(harm, table, row, folder / name / "journal.db", _drawn(table, code, row)) or alone
    return harm


def pressed_to_authorised(*, every: bool) -> Iterator[Harm]:
    """Each row of each game from its tile to its authorised outcome in a window whose table takes each line
    at once; or a row of each way alone.
    """
    from tests.table.ui.harness.painting import advance
    from tests.table.ui.incident.test_presses import GAMES, pressed, ways

    for game in GAMES:
        rows = [row for row in committed() if row.game == game] if every else ways(game)
        harm = Harm(f"{len(rows)} rows of {game} pressed")
        with patch.object(SetClock, "advance", advance):
            for _, faults in pressed(Loop(), game, rows):  # type: ignore[arg-type]  # only this of a bot
                harm.done(1, faults)
        yield harm


def _one(harm: Harm, table: LiveTable, row: Expected, journal: Path, picture: Callable[[str], None]) -> bool:
    """Play a row and hold it against the rules; whether the table is not to be used after it."""
    from tests.app.live_kinds import answers_missing, faults_of, round_file_of

    try:
        came = table.play(row, picture)
    except Exception as failed:  # any error: report it with its row, and play the others
        why = traceback.format_exception_only(failed)[-1].strip()
        _tell(harm, row, 1, [f"{row_text(row)}: {why} at {table.stage}"])
        return True
    found = list(faults_of(came, table.code, table.language))
    if came.round is not None and came.answers:
        text, file = round_file_of(
            journal, came.round, table.language, journal.with_name(f"{harm.times}.json")
        )
        found += answers_missing(came, text, file, table.language)
    checked = len(came.pages) + len(came.steps) + len(came.answers)
    _tell(harm, row, checked, [f"{row_text(row)}: {fault}" for fault in found])
    return False


def _tell(harm: Harm, row: Expected, checked: int, lost: Sequence[str]) -> None:
    """Count the row, and say at once what came of it: all of them take long, and may be broken off."""
    harm.done(checked, lost)
    print(
        f"  {harm.times}: {row_text(row)}", *(f"    LOST {each}" for each in lost), sep="\n", file=sys.stderr
    )


def _drawn(table: LiveTable, code: str, row: Expected) -> Callable[[str], None]:
    where = os.environ.get(PICTURES)
    if where is None:
        return lambda page: None
    Path(where).mkdir(parents=True, exist_ok=True)
    facts = "-".join(f"{name}-{value}" for name, value in row.facts)
    named = f"{code}-{row.kind}-{facts or row.outcome}"

    def draw(page: str) -> None:
        picture: Any = table.window.grab()
        picture.save(str(Path(where) / f"{named}-{page}.png"))

    return draw
