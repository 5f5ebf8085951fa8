"""``dealer-console journal facts FILE... --to OUT``: the facts of journals as a database, or as tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from console.base.command_line import Arg, Lang, print_refusal, wrong
from console.base.words import Words
from console.supervisor.history.sequence import SameTable, joined, refuse_copies
from console.supervisor.records.documents.export import ExportError, check_target, write_export
from console.supervisor.reports.journal_facts import JournalFacts
from console.table.journal import JournalError

_PROGRAM: Final = "dealer-console journal facts"


def facts(
    files: Annotated[tuple[Path, ...], Arg("option.journals", "FILE")],
    *,
    to: Annotated[Path, Arg("option.facts", "OUT")],
    lang: Lang,
) -> int:
    """Write the facts. Returns the exit status: 2, with a line on standard error, if that is not possible."""
    words = Words(lang)
    if to.suffix not in (".db", ".csv"):
        raise wrong("facts_target")
    try:
        check_target(to)
        refuse_copies(files)
        rows: dict[str, list[dict[str, object]]] = {}
        known: dict[str, Path] = {}
        for journal in joined(files):
            facts_of = JournalFacts(journal)
            if (other := known.setdefault(facts_of.table, journal[-1])) != journal[-1]:
                raise SameTable(journal[0], other, facts_of.table)
            for table, own in facts_of.rows.items():
                rows.setdefault(table, []).extend(own)
        from console.supervisor.reports import facts_database

        if to.suffix == ".db":
            write_export(to, facts_database.database(rows))
            print(words.text("record.written", file=to))
            return 0
        for target, content in facts_database.tables_of_values(rows, to).items():
            write_export(target, content)
            print(words.text("record.written", file=target))
    except (JournalError, ExportError) as error:
        return print_refusal(_PROGRAM, words.text(error.key, **error.slots))
    return 0
