"""``dealer-console journal backup | restore | archive``: a journal's copies, and its closed files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import msgspec

from console.base.command_line import INTERRUPTED, Arg, Lang
from console.base.errors import log_bug
from console.base.words import Words
from console.table.core.running.clock import Clock, SystemClock
from console.table.core.running.replay import last_shown, unseen_from
from console.table.custody.journal_game import game_of_journal
from console.table.custody.table_opening import (
    CardAside,
    FindingWaits,
    InPlay,
    holds_card_back,
    journal_id,
    may_end_file,
    next_file,
    replayed,
)
from console.table.custody.verdict import Meter
from console.table.journal import JournalError, open_journal
from console.table.journal.archives import ClosedFile, older_files, seal_and_go_on
from console.table.journal.backup_copy import backup, restore
from console.table.journal.proof.keys import default_folder
from console.table.journal.proof.verification import refuse_changed
from console.table.journal.proof.walk import StepProgress, WorkStopped
from console.table.journal.reader import review
from console.table.people.file import system_user

Journal = Annotated[Path, Arg("option.journal", "FILE")]


def back_up(
    file: Journal,
    to: Annotated[Path, Arg("option.copy", "COPY")],
    *,
    lang: Lang,
    whole: Annotated[bool, Arg("option.whole")] = False,
) -> int:
    """Copy a journal: 0 done, 2 not, 130 stopped; ``whole``: with an open round's unseen cards."""
    words, cut = Words(lang), list[str]()
    left_out = partial(cut.append, words.text("journal.backed_up.open", option="--whole"))

    def copied(progress: StepProgress) -> tuple[Path, int]:
        return to, backup(file, to, progress, whole=whole, when_cut=left_out, last_shown=_last_shown).entries

    status = _print_copy(words, "journal.backed_up", copied)
    for line in cut if status == 0 else ():
        print(line)
    return status


def _last_shown(copy: Path, shown: int) -> int:
    """The end of the last round that is over, if this console can replay the journal."""
    try:
        with review(copy) as found:
            game = game_of_journal(copy, found.identity)
            unseen = unseen_from(game, found.begin, shown)
            return last_shown(unseen, found.entries(unseen.last_entry), shown)
    except (JournalError, msgspec.MsgspecError, RecursionError):
        return shown
    except RuntimeError as error:
        log_bug(error)
        return shown


def put_back(
    file: Annotated[Path, Arg("option.copy", "COPY")],
    to: Annotated[Path, Arg("option.journal_restored", "FILE")],
    *,
    lang: Lang,
) -> int:
    """Restore a journal from its copy, with the exit statuses of a backup."""
    words = Words(lang)
    status = _print_copy(
        words, "journal.restored", lambda progress: (to, restore(file, to, progress).entries)
    )
    for older, lost in older_files(to, default_folder()) if status == 0 else ():
        print(words.text("missing.older_journal", file=older, known=lost.text))
    return status


def archive(file: Annotated[Path, Arg("option.journal_closed", "FILE")], *, lang: Lang) -> int:
    """Close a journal's file, with the exit statuses of a backup; a second line says why it has no seal."""
    words, unsealed = Words(lang), list[Exception]()

    def work(progress: StepProgress) -> tuple[Path, int]:
        refuse_changed(file, progress)
        done = close_file(file, SystemClock())
        unsealed.extend(filter(None, (done.unsealed,)))
        return done.file, done.entries

    status = _print_copy(words, "journal.archived", work)
    for error in unsealed:
        why = words.text(error.key, **error.slots) if isinstance(error, JournalError) else str(error)
        print(words.text("journal.archived.unsealed", why=why), file=sys.stderr)
    return status


def close_file(journal: Path, clock: Clock, keys: Path | None = None) -> ClosedFile:
    """Close the file of a journal that no console has open; the new one has the same state. Raises InPlay
    unless the table is between rounds; CardAside or FindingWaits if the file may not end all the same.
    """
    with review(journal) as found:
        identity = found.identity
    game = game_of_journal(journal, identity)
    with open_journal(journal, identity, at_terminal=True) as opened:
        recovered = opened.recover()
        table = replayed(journal, game, recovered)
        now = clock.utc().astimezone()
        if not may_end_file(opened, game, table, clock):
            if not table.between_rounds:
                raise InPlay(journal)
            raise CardAside(journal) if holds_card_back(opened, game, table) else FindingWaits(journal)
        return seal_and_go_on(
            opened,
            next_file(opened, table, journal_id(opened, table)),
            clock,
            now,
            keys,
            terminal=system_user(),
        )


def _print_copy(words: Words, key: str, work: Callable[[StepProgress], tuple[Path, int]]) -> int:
    """Do the work, and print the file that was made and its number of entries."""
    try:
        with Meter(None, sys.stderr) as meter:
            file, entries = work(meter)
    except JournalError as error:
        message, status = words.text(error.key, **error.slots), 2
    except (WorkStopped, KeyboardInterrupt):
        message, status = words.text("journal.stopped"), INTERRUPTED
    else:
        message, status = words.count(key, entries, file=file), 0
    print(message, file=sys.stderr if status else sys.stdout)
    return status
