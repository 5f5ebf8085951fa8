"""``--floor`` in place of a FILE: documents of a studio, made from copies of what its floor holds.

Each copy is checked along its chain up to the floor's head, as in the review. A journal that does not lead to
the head is named, and no document is made of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from console.arguments import INTERRUPTED, PROGRAM, of_file, print_refusal
from console.config import ConfigError
from console.floor.errors import FloorError
from console.journal import JournalError
from console.people.errors import PeopleError
from console.records.accounts.journal_files import joined
from console.records.accounts.passages import entry_of
from console.records.accounts.round_account import NoSuchRecord
from console.visible import visible
from console.words import Words

if TYPE_CHECKING:
    from console.floor.copies import Copies, PartCopy
    from console.floor.holdings import Holdings

NOT_WHOLE: Final = 1
"""The exit status if a document was made and some of the chosen journals are left out."""
_EVERY: Final = 50_000
"""Copied entries between two reports of progress."""
_LISTED: Final = 20
"""Existing names that are listed, at most, where a name was not found."""


class Journals(NamedTuple):
    """The source of a document over a floor: the copies of journals, and the people's names."""

    studio: str
    paths: tuple[Path, ...]
    tables: tuple[str, ...]
    """The name of the table at each path."""
    names: dict[str, str]

    def with_subject(self, subject: str, look: Callable[[Path, str], object]) -> Path:
        """The one journal in which ``look`` finds the subject, by the last of its files that has it. Raises
        NoSuchRecord, FloorError where several have it, and JournalError.
        """
        table_at = dict(zip(self.paths, self.tables, strict=True))
        have_it = [path for path in self.paths if _has(look, path, subject)]
        if entry_of(subject) is None:  # an entry's number is of its own file
            have_it = [files[-1] for files in joined(have_it)]
        found = [(path, table_at[path]) for path in have_it]
        match found:
            case []:
                raise NoSuchRecord(subject)
            case [(path, _)]:
                return path
            case _:
                tables = tuple(dict.fromkeys(table for _, table in found))
                raise FloorError("review.floor.several", id=visible(subject), tables=tables)


def _has(look: Callable[[Path, str], object], path: Path, subject: str) -> bool:
    try:
        look(path, subject)
    except NoSuchRecord:
        return False
    return True


def add_floor(parser: argparse.ArgumentParser) -> None:
    """The options that choose the tables of a floor."""
    parser.add_argument("--floor", action="store_true", help="option.floor")
    parser.add_argument("--config", type=Path, metavar="TOML", help="option.config_of_floor")
    parser.add_argument("--tables", type=_names, metavar="A,B", help="option.tables")
    parser.add_argument("--rooms", type=_names, metavar="A,B", help="option.rooms")


def add_subject(
    parser: argparse.ArgumentParser, argv: Sequence[str], of: str, *, is_needed: bool = False
) -> None:
    """Add a FILE and an ID in it; with ``--floor`` only an ID."""
    words = argv[: list(argv).index("--")] if "--" in argv else argv
    if "--floor" in words:
        parser.add_argument("ids", nargs="+" if is_needed else "*", metavar="ID", help=of)
        parser.set_defaults(file=None, id=None)
        return
    parser.add_argument("file", type=Path, metavar="FILE", help="option.journal")
    parser.add_argument("id", nargs=None if is_needed else "?", metavar="ID", help=of)


def refuse_misplaced(
    arguments: argparse.Namespace, command: str, *, files: Collection[object] = ()
) -> int | None:
    """Refuse options that do not go together with ``--floor``, or not without it: the exit status, None if
    all is well.

    The subject of the record is stored where a command without ``--floor`` has it.
    """
    words, program = Words(arguments.lang), f"{PROGRAM} {command}"
    ids: list[str] = getattr(arguments, "ids", [])
    if arguments.floor and (files or len(ids) > 1):
        return print_refusal(program, words.text("review.floor.both", command=program))
    if arguments.floor and getattr(arguments, "table", None) is not None:
        return print_refusal(program, words.text("review.floor.without", option="--table", other="--tables"))
    if not arguments.floor:
        for option in ("config", "tables", "rooms"):
            if getattr(arguments, option) is not None:
                return print_refusal(program, words.text("review.floor.needed", option=f"--{option}"))
    if ids:
        (arguments.id,) = ids
    return None


def over_floor(arguments: argparse.Namespace, command: str, make: Callable[[Journals], int]) -> int:
    """Make a document from the chosen journals of a floor.

    Returns the exit status: 1 if some journals differ from what their tables sent; 2, with a line on standard
    error, if there is no journal.
    """
    words, program = Words(arguments.lang), f"{PROGRAM} {command}"
    if find_spec("psycopg") is None:
        return print_refusal(program, words.text("floor.server.missing"))
    import psycopg

    try:
        journals, flaws = _copied(arguments, words)
        for flaw in flaws:
            print(f"{program}: {flaw}", file=sys.stderr)
        if not journals.paths:
            return print_refusal(program, words.text("review.floor.nothing", studio=journals.studio))
        return make(journals) or (NOT_WHOLE if flaws else 0)
    except ConfigError as error:
        return print_refusal(program, of_file(words, error))
    except psycopg.Error as error:
        reason = str(error).strip().partition("\n")[0]
        return print_refusal(program, words.text("review.floor.unreachable", reason=reason))
    except (FloorError, PeopleError, JournalError) as error:
        return print_refusal(program, words.text(error.key, **error.slots))
    except OSError as error:
        return print_refusal(program, str(error))
    except KeyboardInterrupt:
        print(f"{program}: {words.text('report.cancelled')}", file=sys.stderr)
        return INTERRUPTED


def _copied(arguments: argparse.Namespace, words: Words) -> tuple[Journals, list[str]]:
    """The copies as the floor is now, and a line for each part that is not as it was shipped."""
    from console.commands.journal_review import copies_of, readable_floor
    from console.floor.copies import Copies
    from console.floor.holdings import Holdings
    from console.review.floor_journals import flawed_of

    floor = readable_floor(arguments.config, arguments.people, arguments.lang)
    holdings = Holdings(floor.connect())
    with closing(Copies(holdings, copies_of(floor.studio), arguments.tables, arguments.rooms)) as copies:
        _check_names(holdings, arguments.tables, arguments.rooms)
        _bring_up(copies, words, floor.studio)
        made: list[PartCopy] = copies.finished
    whole = [(copied.path, copied.part.name) for copied in made if copied.path is not None]
    flaws = []
    for copied in made:
        if copied.flaw is not None:
            flaw = flawed_of(copied)
            flaws.append(words.text(flaw.key, table=flaw.table, first=flaw.first, last=flaw.last))
    names = {who: person.name for who, person in floor.persons.items()}
    paths, tables = tuple(path for path, _ in whole), tuple(name for _, name in whole)
    return Journals(floor.studio, paths, tables, names), flaws


def _check_names(holdings: Holdings, tables: Sequence[str] | None, rooms: Sequence[str] | None) -> None:
    """Check that the floor holds the named tables and rooms. Raises FloorError."""
    if tables is None and rooms is None:
        return
    parts = holdings.parts()
    for key, wanted, there in (
        ("review.floor.no_table", tables, dict.fromkeys(part.name for part in parts)),
        ("review.floor.no_room", rooms, dict.fromkeys(part.room for part in parts)),
    ):
        for name in wanted or ():
            if name not in there:
                listed = (*[*there][:_LISTED], *(["…"] if len(there) > _LISTED else []))
                raise FloorError(key, name=visible(name), there=listed or "–")


def _bring_up(copies: Copies, words: Words, studio: str) -> None:
    """Copy the journals, and show progress on standard error if that is a terminal."""
    reported = 0
    for done, of in copies.brought_up():
        if done - reported >= _EVERY:
            reported = done
            if sys.stderr.isatty():
                percent = done * 100 // max(1, of)
                print(words.text("trial.progress", file=studio, percent=percent), file=sys.stderr)


def _names(text: str) -> tuple[str, ...]:
    """The names in one line, with commas between them."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
