"""``dealer-console journal verify FILE... --floor``: the floor's answer beside the verdict on a journal. The
floor is asked only for digests, and everything is computed here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final, NamedTuple, assert_never

from console.base.command_line import BAD_ARGUMENTS, of_file
from console.base.plain_text import visible
from console.base.words import Words
from console.floor.configuration import own_server
from console.floor.door import NoDoor
from console.floor.errors import FloorError
from console.floor.witness.comparison import ComparisonResult, Finding, compare, goes_on
from console.floor.witness.heads import PostgresHeads
from console.table.config import ConfigError, load_config
from console.table.game import NotToml, tables_of, text_of
from console.table.journal import JournalError, Shipment, succession

BAD: Final = frozenset({Finding.CUT, Finding.LATER, Finding.REWRITTEN, Finding.REPLACED})


class FloorQuestion(NamedTuple):
    """A floor to ask, and its id of the table if that differs from the journal's."""

    heads: PostgresHeads
    table: str | None = None


def main(paths: Sequence[Path], lang: str, config: Path | None) -> int:
    """Print whether journals agree with the floor. Returns 0 if they do, 1 if not, 2 if nothing could be
    compared. ``config`` is the file of a floor or of a table; the default is this machine's own floor.
    """
    words = Words(lang)
    try:
        with ExitStack() as stack:
            return _compared_lines(paths, words, _floor_to_ask(config, stack))
    except (JournalError, FloorError) as error:
        message = words.text(error.key, **error.slots)
    except NoDoor as error:
        message = words.text("journal.floor.unreachable", reason=error)
    except ConfigError as error:
        message = of_file(words, error)
    print(message, file=sys.stderr)
    return BAD_ARGUMENTS


def _compared_lines(paths: Sequence[Path], words: Words, question: FloorQuestion) -> int:
    status, tables = 0, _by_table(paths, question)
    of_several = Counter(each.path for files in tables.values() for each in files)
    for (table, named), files in tables.items():

        def over(part: int, first: int, last: int, table: str = table) -> bytes:
            return question.heads.digest_over(table, part, first, last)

        newest = files[-1].path
        beside = _beginnings(newest.parent)
        found = compare([each.path for each in files], question.heads.parts(table), over, beside)
        if any(of_several[each.path] > 1 for each in files):  # Each table has its own verdict.
            print(f"{words.text('record.table')} {visible(named)}")
        print("\n".join(lines_about(found, named, words, newest)))
        status = max(status, 1 if found.finding in BAD else 2 if found.finding is Finding.UNKNOWN else 0)
    return status


def lines_about(comparison: ComparisonResult, table: str, words: Words, newest: Path) -> Iterator[str]:
    """The lines on a table's journal; ``newest`` is its newest file."""
    file = comparison.file or newest
    match comparison.finding:
        case Finding.AGREES:
            yield words.text("journal.floor.agrees", file=file, entry=comparison.number)
            if comparison.behind:
                yield words.count("journal.floor.behind", comparison.behind)
        case Finding.CUT:
            yield words.count("journal.floor.cut", comparison.missing, file=file, entry=comparison.entry)
        case Finding.LATER:
            yield words.count("journal.floor.later", comparison.missing, file=file)
        case Finding.REWRITTEN:
            yield words.text("journal.floor.rewritten", file=file, entry=comparison.entry)
        case Finding.REPLACED:
            yield words.text("journal.floor.replaced", file=file, table=table)
        case Finding.UNKNOWN:
            yield words.text("journal.floor.unknown", table=table)
            return
        case _:
            assert_never(comparison.finding)
    yield words.text("journal.floor.proves")


def _floor_to_ask(config: Path | None, stack: ExitStack) -> FloorQuestion:
    """The floor to ask, by its file. Raises ConfigError, FloorError."""
    config = config or own_server()
    if config is None:
        from console.floor.embedded import SUPERUSER, Server, own_folder

        server = Server(own_folder())
        if not server.is_running:
            stack.callback(server.stop)
        server.start()
        asked = FloorQuestion(PostgresHeads(f"{server.dsn} user={SUPERUSER}"))
    else:
        asked = _of_studio(config) if _is_studios(config) else _of_table(config)
    stack.callback(asked.heads.close)
    return asked


def _is_studios(config: Path) -> bool:
    """Whether a file is a floor's: it names its studio in one line, a table's file in a section."""
    with suppress(OSError, NotToml):
        return isinstance(tables_of(text_of(config)).get("studio"), str)
    return False


def _of_studio(config: Path) -> FloorQuestion:
    from console.floor.configuration import load_floor

    house = load_floor(config)
    return FloorQuestion(PostgresHeads(house.dsn, house.password()))


def _of_table(config: Path) -> FloorQuestion:
    from console.floor.table_side.account import account_of, dsn_of, password_in

    table = load_config(config)
    floor = table.floor
    if floor is None:
        raise ConfigError(f"{config.name}: floor: missing; name a table's file that has one, or a floor's")
    name = floor.table or table.name
    dsn = dsn_of(floor.address, floor.account or account_of(name), floor.ca, floor.database)
    password = None if floor.password_file is None else password_in(floor.password_file)
    return FloorQuestion(PostgresHeads(dsn, password), name)


def _by_table(paths: Iterable[Path], question: FloorQuestion) -> dict[tuple[str, str], list[Shipment]]:
    """The journals by their tables' ids and names on the floor, oldest first: a table may have been renamed,
    and two studios may share a name. Raises a JournalError, or NoDoor.
    """
    files = [file for path in paths for file in (succession.journals_in(path) if path.is_dir() else [path])]
    found: dict[tuple[str, str], list[Shipment]] = {}
    for shipment in sorted(map(Shipment, files), key=lambda each: each.heading.created):
        said = shipment.heading.table
        if question.table is not None:
            tables = {question.table: question.table}
        else:
            tables = question.heads.tables(said, shipment.begins)
            if len(tables) > 1:  # A table missing on the floor may continue one that is there.
                before = [each for each in tables if goes_on(shipment, question.heads.parts(each))]
                tables = {each: tables[each] for each in before or tables}
        for table, named in tables.items():
            found.setdefault((table, named), []).append(shipment)
    return found


def _beginnings(folder: Path) -> list[bytes]:
    """The first entries of the readable journals in a folder."""
    found = list[bytes]()
    for file in succession.journals_in(folder):
        with suppress(JournalError):
            found.append(Shipment(file).begins)
    return found
