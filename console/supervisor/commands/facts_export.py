"""``dealer-console journal facts FILE... --to OUT``: the facts of journals as a database, or as tables."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import Arg, Lang, print_refusal, wrong
from console.base.words import Words
from console.supervisor.commands.document_source import LongRead
from console.supervisor.history import sequence
from console.supervisor.records.documents.export import ExportError, check_target, write_export
from console.supervisor.reports.journal_facts import JournalFacts
from console.table.journal import JournalError, opened_once

_PROGRAM: Final = "dealer-console journal facts"


def facts(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")],
    *,
    to: Annotated[Path, Arg("option.facts", "OUT")],
    lang: Lang,
) -> int:
    """Write the facts. Returns the exit status: 2, with a line on standard error, on failure."""
    words = Words(lang)
    if to.suffix not in (".db", ".csv"):
        raise wrong("facts_target")
    try:
        check_target(to)
        sequence.refuse_copies(files)
        from console.supervisor.reports import facts_database

        known: dict[str, Path] = {}
        with opened_once(), facts_database.spooled() as rows:
            for journal in sequence.joined(sequence.whole_journals(files)):
                if (before := sequence.file_before(journal[0])) is not None:
                    print(sequence.told_gap(words, journal[0], before), file=sys.stderr)
                facts_of = JournalFacts(journal, rows, LongRead(words))
                if (other := known.setdefault(facts_of.table, journal[-1])) != journal[-1]:
                    raise sequence.SameTable(journal[0], other, facts_of.table)
            written = dict[Path, Callable[[Path], object]]()
            if to.suffix == ".db":
                written[to] = partial(facts_database.write_database, rows)
            else:
                for name, columns in facts_database.TABLES.items():
                    table = partial(facts_database.write_values, columns, rows[name])
                    written[to.with_name(f"{to.stem}-{name}.csv")] = table
            for target, write in written.items():
                write_export(target, write)
                print(words.text("record.written", file=target))
    except (JournalError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0
