"""``dealer-console journal`` and ``key``: how they are written, and what each starts."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from console.arguments import PROGRAM, OneLine, of_file, spoken, system_language
from console.command_table import sentence
from console.words.locales import LANGUAGES

if TYPE_CHECKING:
    from console.records.documents.verdict import Whose


VERIFIED = "a journal, the JSON of a round's file, or the files of journals that go on, or their folder"


KEYS_OF_SEALS = "a public key: every seal must be by one that is named"


WHOSE = "the table's name, or its TOML, which says the casino: another table's file, sealed here too, is bad"


WITNESS = "a witness's public key: --head is a note that it signed"


FLOOR = "compare with the floor of this file, a table's or its own; left out (after FILE), this machine's"


HERE = Path()


STOPPED = 2


WHOLE = "with the round that is open, and cards that nobody has been shown; left out, it ends before"


KEEPING = {"backup": ("FILE", "COPY"), "restore": ("COPY", "FILE"), "archive": ("FILE",)}


def journal(argv: Sequence[str]) -> int:
    """Check a journal, seal it, copy it, put it back, close its file."""
    parser = OneLine(f"{PROGRAM} journal", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help=sentence("journal verify"))
    verify.add_argument("file", type=Path, nargs="+", metavar="FILE", help=VERIFIED)
    verify.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the verdict")
    verify.add_argument("--key", type=Path, action="append", default=[], metavar="PEM", help=KEYS_OF_SEALS)
    verify.add_argument(
        "--head", type=Path, metavar="SEAL", help="a seal that was kept: it must go on from it"
    )
    verify.add_argument("--table", metavar="NAME|TOML", help=WHOSE)
    verify.add_argument("--witness", type=Path, action="append", default=[], metavar="PEM", help=WITNESS)
    verify.add_argument("--floor", nargs="?", const=HERE, type=Path, metavar="TOML", help=FLOOR)
    _add_sealing(commands.add_parser)
    _add_keeping(commands.add_parser)
    given = parser.parse_args(argv)
    if given.command in KEEPING:
        from console.commands.journal_copies import main as keep

        return keep(given.command, given.file, given.lang, given.to, given.whole)
    if given.command == "head":
        from console.commands.journal_seals import copy_head

        return copy_head(given.file, given.out, given.lang)
    if given.command == "seal":
        from console.commands.journal_seals import SealOptions, seal_by_hand

        apart = (given.people, given.pepper, given.pin_stdin)
        return seal_by_hand(SealOptions(given.file, given.by, given.head, given.keys, given.lang, *apart))
    from console.records.documents.verdict import main as verify_journal

    whose = None if given.table is None else _whose(verify, given.table)
    status = verify_journal(given.file, given.lang, given.key, given.head, whose, given.witness)
    if given.floor is None or status == STOPPED:
        return status
    from console.commands.floor_verdict import main as verify_beside

    return max(status, verify_beside(given.file, given.lang, None if given.floor == HERE else given.floor))


def _whose(parser: argparse.ArgumentParser, named: str) -> Whose:
    """The table that a verdict is asked for; its own file says the casino, the game and the rules as well."""
    from console.records.documents.verdict import Whose

    if not named.casefold().endswith(".toml"):
        return Whose(named)
    from console.config import ConfigError, load_config

    try:
        table = load_config(Path(named))
    except ConfigError as error:
        parser.error(of_file(spoken(), error))
    return Whose(table.name, table.game, table.rules, table.casino)


def _add_sealing(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Sealing a journal, and its newest seal as a file."""
    seal = add("seal", help=sentence("journal seal"))
    seal.add_argument("file", type=Path, metavar="FILE", help="of a table that is closed")
    seal.add_argument("--by", metavar="ID", help="of the supervisor who seals it; asks for the PIN")
    seal.add_argument("--people", type=Path, metavar="FILE", help="their file; left out, the user's own")
    seal.add_argument("--pepper", type=Path, metavar="FILE", help="the PINs' secret; likewise")
    seal.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input")
    seal.add_argument("--head", type=Path, metavar="OUT", help="write the seal here, to be kept elsewhere")
    seal.add_argument("--keys", type=Path, metavar="FOLDER", help="of the key; left out, the user's own")
    head = add("head", help=sentence("journal head"))
    head.add_argument("file", type=Path, metavar="FILE", help="it may be in use")
    head.add_argument("out", type=Path, metavar="OUT")
    for command in (seal, head):
        command.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answers")


def _add_keeping(add: Callable[..., argparse.ArgumentParser]) -> None:
    for name, files in KEEPING.items():
        parser = add(name, help=sentence(f"journal {name}"))
        for number, file in enumerate(files):
            parser.add_argument(("file", "to")[number], type=Path, metavar=file)
        parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of what is said")
        parser.set_defaults(to=None, whole=False)
        if name == "backup":
            parser.add_argument("--whole", action="store_true", help=WHOLE)


def key(argv: Sequence[str]) -> int:
    """The key that seals journals."""
    parser = OneLine(f"{PROGRAM} key", allow_abbrev=False)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the public key here, as PEM")
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="where it is; left out, the user's own")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answer")
    given = parser.parse_args(argv)
    from console.commands.journal_seals import show_key

    return show_key(given.keys, given.export, given.lang)
