"""``dealer-console drive``: the table by standard input and output, one view a line, without a window."""

from __future__ import annotations

import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from traceback import format_exception
from typing import Annotated, BinaryIO, Final

from console.base.command_line import PROGRAM, Arg, print_refusal
from console.base.words import FIRST, LANGUAGES, Words
from console.table.commands.rulebook_options import Rules
from console.table.core.protocol.lines import LONGEST
from console.table.core.running.clock import SystemClock
from console.table.core.running.session import Session
from console.table.core.state.entries import NotRecorded
from console.table.core.state.note_kinds import JournalOrigin, NoteKind
from console.table.core.state.views import View
from console.table.custody.table_opening import (
    UNNAMED,
    LiveTables,
    note_older_files,
    open_session,
    refuse_live,
)
from console.table.game.games import GAMES
from console.table.game.rulebook import RulebookError, load_rulebook
from console.table.journal import Identity, JournalError
from console.table.journal.file.place import lost_journal
from console.table.words.output_line import encode

_COMMAND: Final = f"{PROGRAM} drive"

log = logging.getLogger(__name__)


def main(
    *,
    game: Annotated[str, Arg("option.game", choices=GAMES)],
    rules: Rules,
    journal: Annotated[Path | None, Arg("option.journal_continued", "FILE")] = None,
    ready: Annotated[bool, Arg("option.ready")] = False,
    lang: Annotated[str, Arg("option.lang_prompts", choices=LANGUAGES)] = FIRST,
) -> int:
    """Drive a table to the end of standard input; 2 with one line on standard error for bad arguments.
    Without ``journal`` it is written to a temporary file.
    """
    words = Words(lang)
    with ExitStack() as stack:
        path, identity = journal or _temporary(stack) / "journal.db", Identity(UNNAMED, game, rules)
        try:
            rulebook = load_rulebook(rules)
            if journal is not None:
                refuse_live(path)
            lost = lost_journal(path)
            opened = open_session(
                *(path, identity, rulebook, SystemClock(), stack),
                is_ready=ready,
                origin=JournalOrigin.HEADLESS,
            )
        except JournalError as error:
            return print_refusal(_COMMAND, words.text(error.key, **error.slots))
        except (RulebookError, NotRecorded) as error:
            return print_refusal(_COMMAND, str(error))
        if opened.session.table.console.live:  # the damage is known only after the recovery
            return print_refusal(_COMMAND, words.text(LiveTables.key, file=str(path)))
        if (done := opened.salvage) is not None:
            names = {"damaged": done.damaged.name, "recovered": done.recovered.name}
            print(
                words.text("journal.salvaged", file=path.name, entries=done.entries, **names), file=sys.stderr
            )
        elif lost is not None:
            counted = f"journal {path}; {lost.entries} entries by its lock"
            opened.session.note(NoteKind.FILES_MISSING, text=counted)
            print(words.text(lost.key, **lost.slots), file=sys.stderr)
        for file, seal in note_older_files(opened.session, path):
            print(words.text("journal.verify.older", file=file, name=seal.text), file=sys.stderr)
        drive(opened.session, words, Words(rulebook.market), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _temporary(stack: ExitStack) -> Path:
    """A temporary folder for a journal that no option names."""
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealer-console-")))


def drive(session: Session, person: Words, market: Words, into: BinaryIO, out: BinaryIO) -> None:
    """Write exactly one view for each line, also for an empty one and for a last one without its line end."""
    for line in _lines(into):
        out.write(encode(_view_after(session, line), person, market) + b"\n")
        out.flush()


def _view_after(session: Session, line: bytes) -> View:
    """The view after a line. A bug is recorded with its trace, and the table is as before."""
    try:
        return session.take(line)
    except Exception as error:
        log.critical("unforeseen", exc_info=error)
        return session.view_after_bug("".join(format_exception(error)))


def _lines(into: BinaryIO) -> Iterator[bytes]:
    """Each line without its end; of a line that is too long, just enough to show that it is."""
    while line := into.readline(LONGEST + 2):
        rest = line
        while len(rest) == LONGEST + 2 and not rest.endswith(b"\n"):
            rest = into.readline(LONGEST + 2)
        yield line.rstrip(b"\r\n")
