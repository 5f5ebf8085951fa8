"""``dealer-console protocol``: the table protocol for the developers of other programs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

import console
from console.arguments import PROGRAM, OneLine
from console.command_table import sentence
from console.commands.handbook import topics
from console.game.rulebook import load_rulebook, rulebook_ids
from console.protocol.asyncapi import SCHEMA_FILE, asyncapi
from console.protocol.json_schema import protocol_schema, sentences_of

_COMMAND: Final = f"{PROGRAM} protocol"

DOCUMENTS: Final = {SCHEMA_FILE: False, "game-server-link.asyncapi.json": True}
"""The documents that the console comes with: whether each describes the link."""


def main(argv: Sequence[str]) -> int:
    """Print what is asked for."""
    parser = OneLine(_COMMAND, allow_abbrev=False)
    commands = parser.add_commands()
    schema = commands.add_parser("schema", help=sentence("protocol schema"))
    schema.add_argument("--asyncapi", action="store_true", help="option.asyncapi")
    arguments = parser.parse_args(argv)
    print(schema_text(of_link=arguments.asyncapi), end="")
    return 0


def schema_text(*, of_link: bool = False) -> str:
    """The JSON Schema of the protocol by the rulebooks that the console has, or the link as AsyncAPI."""
    page = topics()["protocol"].read_text("utf-8")
    schema = protocol_schema([load_rulebook(id) for id in rulebook_ids()], sentences_of(page))
    document = asyncapi(schema, page) if of_link else schema
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def protocol_folder() -> Path:
    """The place where the printed documents lie: in the checkout, or beside the installed package."""
    package = Path(console.__file__).parent
    checkout = package.parent / "resources" / "protocol"
    return checkout if checkout.is_dir() else package / "resources" / "protocol"
