"""``dealer-console journal`` and ``key``: their arguments, and the function that each calls."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from console.arguments import PROGRAM, OneLine, of_file, path_text, system_language, words_of
from console.command_table import sentence
from console.words.locales import LANGUAGES

if TYPE_CHECKING:
    from console.records.documents.verdict import ExpectedTable


HERE = Path()


KEEPING = {"backup": ("FILE", "COPY"), "restore": ("COPY", "FILE"), "archive": ("FILE",)}


_FILES = dict.fromkeys(KEEPING, "option.journal") | {"restore": "option.journal_restored"}


def journal(argv: Sequence[str]) -> int:
    """Check a journal, seal it, copy it, put it back, close its file."""
    parser = OneLine(f"{PROGRAM} journal", allow_abbrev=False)
    commands = parser.add_commands()
    verify = commands.add_parser("verify", help=sentence("journal verify"))
    verify.add_argument("file", type=Path, nargs="+", metavar="FILE", help="option.verified")
    verify.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    verify.add_argument(
        "--key", type=Path, action="append", default=[], metavar="PEM", help="option.keys_of_seals"
    )
    verify.add_argument("--head", type=Path, metavar="SEAL", help="option.head_kept")
    verify.add_argument("--table", type=path_text, metavar="NAME|TOML", help="option.whose")
    verify.add_argument(
        "--witness", type=Path, action="append", default=[], metavar="PEM", help="option.witness_key"
    )
    verify.add_argument(
        "--floor", nargs="?", const=HERE, type=Path, metavar="TOML", help="option.floor_compared"
    )
    _add_sealing(commands.add_parser)
    _add_keeping(commands.add_parser)
    arguments = parser.parse_args(argv)
    if arguments.command in KEEPING:
        from console.commands.journal_copies import main as keep

        return keep(arguments.command, arguments.file, arguments.lang, arguments.to, arguments.whole)
    if arguments.command == "head":
        from console.commands.journal_seals import copy_head

        return copy_head(arguments.file, arguments.out, arguments.lang)
    if arguments.command == "seal":
        from console.commands.journal_seals import SealOptions, seal_by_hand

        apart = (arguments.people, arguments.pepper, arguments.pin_stdin)
        return seal_by_hand(
            SealOptions(arguments.file, arguments.by, arguments.head, arguments.keys, arguments.lang, *apart)
        )
    from console.records.documents.verdict import NOT_VERIFIED
    from console.records.documents.verdict import main as verify_journal

    _check_used(verify, arguments)
    whose = None if arguments.table is None else _whose(verify, arguments.table)
    status = verify_journal(
        arguments.file, arguments.lang, arguments.key, arguments.head, whose, arguments.witness
    )
    if arguments.floor is None or status == NOT_VERIFIED:
        return status
    from console.commands.floor_verdict import main as verify_beside

    return max(
        status,
        verify_beside(arguments.file, arguments.lang, None if arguments.floor == HERE else arguments.floor),
    )


def _check_used(parser: OneLine, arguments: argparse.Namespace) -> None:
    """Refuse an option that this verdict would ignore: its user would believe that it was compared."""
    from console.journal.proof.inclusion import is_json

    if arguments.witness and arguments.head is None:
        parser.wrong("required", names="--head")
    if len(arguments.file) == 1 and is_json(arguments.file[0]):
        beside = {"--head": arguments.head, "--floor": arguments.floor}
        for name in (name for name, value in beside.items() if value is not None):
            refusal = words_of().text("arguments.not_with", name=arguments.file[0])
            parser.wrong("of", name=name, message=refusal)


def _whose(parser: argparse.ArgumentParser, name: str) -> ExpectedTable:
    """The table for which a verdict is asked; a table's file gives the casino, the game and the rules as
    well.
    """
    from console.custody.table_opening import refuse_terminals
    from console.records.documents.verdict import ExpectedTable

    if not name.casefold().endswith(".toml"):
        return ExpectedTable(name)
    from console.config import ConfigError, load_config

    try:
        table = load_config(Path(name))
    except ConfigError as error:
        parser.error(of_file(words_of(), error))
    return ExpectedTable(table.name, table.game, table.rules, table.casino, refuse_terminals)


def _add_sealing(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Sealing a journal, and its newest seal as a file."""
    seal = add("seal", help=sentence("journal seal"))
    seal.add_argument("file", type=Path, metavar="FILE", help="option.journal_closed")
    seal.add_argument("--by", metavar="ID", help="option.seal_by")
    seal.add_argument("--people", type=Path, metavar="FILE", help="option.people")
    seal.add_argument("--pepper", type=Path, metavar="FILE", help="option.pepper")
    seal.add_argument("--pin-stdin", action="store_true", help="option.pin_stdin")
    seal.add_argument("--head", type=Path, metavar="OUT", help="option.head_out")
    seal.add_argument("--keys", type=Path, metavar="FOLDER", help="option.keys")
    head = add("head", help=sentence("journal head"))
    head.add_argument("file", type=Path, metavar="FILE", help="option.journal")
    head.add_argument("out", type=Path, metavar="OUT", help="option.out")
    for command in (seal, head):
        command.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")


def _add_keeping(add: Callable[..., argparse.ArgumentParser]) -> None:
    for name, files in KEEPING.items():
        parser = add(name, help=sentence(f"journal {name}"))
        for number, file in enumerate(files):
            help_key = "option.copy" if file == "COPY" else _FILES[name]
            parser.add_argument(("file", "to")[number], type=Path, metavar=file, help=help_key)
        parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
        parser.set_defaults(to=None, whole=False)
        if name == "backup":
            parser.add_argument("--whole", action="store_true", help="option.whole")


def key(argv: Sequence[str]) -> int:
    """The key that seals journals."""
    parser = OneLine(f"{PROGRAM} key", allow_abbrev=False)
    parser.add_argument("--export", type=Path, metavar="FILE", help="option.export")
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="option.keys")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    arguments = parser.parse_args(argv)
    from console.commands.journal_seals import show_key

    return show_key(arguments.keys, arguments.export, arguments.lang)
