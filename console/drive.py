"""``dealer-console drive``: the table by standard input and output, one view a line, without a window."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import msgspec

from console.game.rulebook import BaccaratRules, RulebookError, load_rulebook
from console.journal import Identity, JournalError, open_journal
from console.table.clock import Clock, SystemClock
from console.table.protocol import encode
from console.table.resuming import ready, retold
from console.table.session import Session
from console.table.state import Table
from console.words import Words

BAD_ARGUMENTS = 2


class DriveOptions(msgspec.Struct, frozen=True):
    """What the command line asks for; ``journal`` is a temporary file if None."""

    game: str
    rules: str
    journal: Path | None = None
    ready: bool = False
    lang: str = "en"


def main(options: DriveOptions) -> int:
    """Drive a table to the end of standard input; 2 with one line on standard error for bad arguments."""
    if options.game != "baccarat":
        print(
            f"dealer-console drive: --game {options.game}: this console deals baccarat only", file=sys.stderr
        )
        return BAD_ARGUMENTS
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dealer-console-")))
        try:
            session = open_session(options, options.journal or folder / "journal.db", SystemClock(), stack)
        except (JournalError, RulebookError) as error:
            print(f"dealer-console drive: {error}", file=sys.stderr)
            return BAD_ARGUMENTS
        rulebook = load_rulebook(options.rules)
        drive(session, Words(options.lang), Words(rulebook.market), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def open_session(options: DriveOptions, path: Path, clock: Clock, stack: ExitStack) -> Session:
    """A session on the journal at ``path``, gone on with where it ended; ``stack`` closes the journal."""
    rulebook = load_rulebook(options.rules)
    rules = rulebook.baccarat
    journal = open_journal(path, Identity(table="T1", game=options.game, rules=options.rules))
    stack.callback(journal.close)
    recovered = journal.recover()
    if journal.last == 0 and recovered.checkpoint is None and options.ready:
        table = ready(rules)
        journal.append([], msgspec.json.encode(table))
    else:
        table = retold(rules, recovered.checkpoint, recovered.entries)
    return Session(
        rules, journal, clock, table=table, since_checkpoint=journal.last - recovered.checkpoint_entry
    )


def drive(session: Session, person: Words, market: Words, into: BinaryIO, out: BinaryIO) -> None:
    """Write exactly one view for each line, an empty one and a last one without its line end too."""
    for line in into:
        out.write(encode(session.take(line.rstrip(b"\r\n")), person, market) + b"\n")
        out.flush()
