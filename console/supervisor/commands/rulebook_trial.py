"""``dealer-console rulebook try NEW JOURNAL...``: judges kept journals again by another rulebook. Ctrl-C ends
it at the next entries; the result so far is printed and called incomplete.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from typing import Annotated, Final

from msgspec.structs import replace

from console.base.command_line import INTERRUPTED, Arg, Lang, path_text, print_refusal
from console.base.words import Words
from console.supervisor.commands.rulebook_look import UnusableRulebook, named_source
from console.supervisor.records.documents import export
from console.supervisor.records.documents.origin_mark import marked
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.trial.trial import UntriableJournal, try_journals
from console.supervisor.trial.trial_paper import trial_json, trial_paper
from console.table.commands import ended_by_signals
from console.table.game import digest_of_source, rulebook_of_source
from console.table.journal import JournalError, Review, review

_PROGRAM: Final = "dealer-console rulebook try"
_EVERY: Final = 50_000
"""Entries between two reports of progress."""


def main(
    rules: Annotated[str, Arg("option.rulebook", "NEW", path_text)],
    journals: Annotated[tuple[Path, ...], Arg("option.tried", "JOURNAL")],
    *,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    csv: Annotated[Path | None, Arg("option.csv", "OUT")] = None,
    lang: Lang,
) -> int:
    """Judge again. Returns 2, with a line on standard error, on failure."""
    words = Words(lang)
    try:
        source = named_source(rules, words)
        rulebook, name = rulebook_of_source(source), source.file.name
        for target in filter(None, (json, csv)):
            export.check_target(target)  # all targets are checked before anything is read
        with ExitStack() as stack, ended_by_signals() as stop:
            reviews = [stack.enter_context(review(file)) for file in journals]
            found = try_journals(reviews, rulebook, name, _Progress(words, reviews, stop))
        formatter = RecordFormatter(words)
        trial = (found, name, digest_of_source(source, rulebook))
        paper = marked(trial_paper(*trial, formatter), journals, words)
        if json is not None:
            export.write_export(json, trial_json(*trial))
        if csv is not None:
            export.write_export(csv, export.csv_of(paper))
        shown = replace(trial_paper(*trial, formatter, whole=False), mark=paper.mark)
        print(*export.lines_of(shown), sep="\n")
        for target in filter(None, (json, csv)):
            print(words.text("record.written", file=target))
    except UnusableRulebook as error:
        return error.said()
    except (UntriableJournal, JournalError, export.ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0 if found.through else INTERRUPTED


class _Progress:
    """Shows progress on standard error if that is a terminal."""

    def __init__(self, words: Words, journals: list[Review], stop: Event) -> None:
        self._words, self._stop = words, stop
        self._ends = [
            (journal.path.name, (journal.bounds(None, None, None) or (0, 0))[1]) for journal in journals
        ]
        self._at = self._last = self._count = 0

    def __call__(self, entry: int) -> bool:
        if entry < self._last:
            self._at += 1  # Go on to the next journal.
        self._last, self._count = entry, self._count + 1
        if self._count % (_EVERY // 1000) == 0 and sys.stderr.isatty():
            file, end = self._ends[min(self._at, len(self._ends) - 1)]
            percent = entry * 100 // max(end, 1)
            print(self._words.text("trial.progress", file=file, percent=percent), file=sys.stderr)
        return not self._stop.is_set()
