"""``dealer-console protocol``: the table protocol for the developers of other programs."""

from __future__ import annotations

import ssl
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import Final

import msgspec

import console
from console.arguments import PROGRAM, OneLine, print_refusal, words_of
from console.command_table import sentence
from console.commands.handbook import topics
from console.game.rulebook import load_rulebook, rulebook_ids
from console.link.errors import LinkError
from console.link.players import Players
from console.link.server import read_token
from console.link.stand_in import StandIn
from console.protocol.asyncapi import SCHEMA_FILE, asyncapi
from console.protocol.json_schema import protocol_schema, sentences_of
from console.secrets import Scrubber

_COMMAND: Final = f"{PROGRAM} protocol"

DOCUMENTS: Final = {SCHEMA_FILE: False, "game-server-link.asyncapi.json": True}
"""The documents that the console comes with: whether each describes the link."""


def main(argv: Sequence[str]) -> int:
    """Print what is asked for."""
    parser = OneLine(_COMMAND, allow_abbrev=False)
    commands = parser.add_commands()
    schema = commands.add_parser("schema", help=sentence("protocol schema"))
    schema.add_argument("--asyncapi", action="store_true", help="option.asyncapi")
    server = commands.add_parser("server", help=sentence("protocol server"))
    server.add_argument("--port", type=port, default=0, metavar="PORT", help="option.listen_port")
    server.add_argument("--certificate", type=Path, metavar="PEM", help="option.certificate_of_server")
    server.add_argument("--key", type=Path, metavar="PEM", help="option.key_of_server")
    server.add_argument("--token-file", type=Path, metavar="FILE", help="option.token")
    server.add_argument("--seed", type=int, default=None, metavar="NUMBER", help="option.seed_of_players")
    arguments = parser.parse_args(argv)
    if arguments.command == "server":
        return serve(arguments)
    print(schema_text(of_link=arguments.asyncapi), end="")
    return 0


def serve(given: Namespace) -> int:
    """Serve one console after the other until Ctrl+C, with every line on standard output; 2, with one line
    on standard error, where that can't be.
    """
    words, scrubbed = words_of(), Scrubber()

    def shown(mark: str) -> Callable[[bytes], None]:
        return lambda line: print(mark, scrubbed(line.decode("utf-8", "replace")), flush=True)

    try:
        server = StandIn(
            players=Players(Random(given.seed)).due,
            on_line=shown(">"),
            on_sent=shown("<"),
            port=given.port,
            tls=None if given.certificate is None else _tls(given.certificate, given.key),
            token=None if given.token_file is None else read_token(given.token_file).text,
        )
    except LinkError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        reason = error.strerror or str(error)
        return print_refusal(_COMMAND, words.text("protocol.port", port=given.port, reason=reason))
    print(words.text("protocol.listens", url=server.url), flush=True)
    server.start()
    try:
        Event().wait()
    except KeyboardInterrupt:
        server.stop()
    return 0


def _tls(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """The TLS of a server. Raises LinkError where the certificate and its key can't be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:  # an SSLError is one
        raise LinkError("protocol.certificate", file=str(certificate)) from error
    return context


def port(text: str) -> int:
    """The number of a port; 0 is any free one. Raises ValueError."""
    number = int(text)
    if not 0 <= number <= 65_535:
        raise ValueError(text)
    return number


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
