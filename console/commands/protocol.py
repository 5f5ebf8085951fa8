"""``dealer-console protocol``: the table protocol for the developers of other programs."""

from __future__ import annotations

import socket
import ssl
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from console.arguments import PROGRAM, OneLine, print_refusal, rulebook_id, words_of
from console.command_table import sentence
from console.commands.handbook import handbook_folder, topics
from console.custody.table_opening import UNNAMED
from console.game.games import DOCUMENTED
from console.game.rulebook import load_rulebook, rulebook_ids
from console.link.errors import LinkError
from console.link.players import Players
from console.link.server import ComingServer, hello, read_token, server_at
from console.link.stand_in import StandIn
from console.protocol.asyncapi import SCHEMA_FILE, asyncapi
from console.protocol.conformance import Place, Result, Trial, Verdict, conform
from console.protocol.json_schema import protocol_schema, sentences_of
from console.secrets import Scrubber
from console.visible import escape_json, visible
from console.whole_file import put_whole

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
    tried = commands.add_parser("conform", help=sentence("protocol conform"))
    which = tried.add_mutually_exclusive_group(required=True)
    which.add_argument("url", nargs="?", metavar="URL", help="option.url_of_server")
    which.add_argument("--listen", type=port, metavar="PORT", help="option.listen_for_server")
    tried.add_argument("--game", choices=DOCUMENTED, required=True, help="option.game")
    tried.add_argument("--rules", type=rulebook_id, required=True, metavar="RULES", help="option.rules")
    tried.add_argument("--table", default=UNNAMED, metavar="NAME", help="option.table_name")
    tried.add_argument("--second-game", choices=DOCUMENTED, help="option.second_game")
    tried.add_argument("--second-table", metavar="NAME", help="option.second_table")
    tried.add_argument("--ca", type=Path, metavar="PEM", help="option.ca")
    tried.add_argument("--token-file", type=Path, metavar="FILE", help="option.token")
    tried.add_argument("--seed", type=int, default=0, metavar="NUMBER", help="option.seed_of_cards")
    tried.add_argument("--json", action="store_true", help="option.json")
    tried.add_argument("--junit", type=Path, metavar="XML", help="option.junit")
    arguments = parser.parse_args(argv)
    if arguments.command == "server":
        return serve(arguments)
    if arguments.command == "conform":
        return try_server(arguments)
    print(schema_text(of_link=arguments.asyncapi), end="")
    return 0


def serve(given: Namespace) -> int:
    """Serve one console after the other until Ctrl+C, with every line on standard output; 2, with one line
    on standard error, where that can't be.
    """
    words, scrubbed = words_of(), Scrubber()

    def shown(mark: str) -> Callable[[bytes], None]:
        return lambda line: print(mark, visible(scrubbed(line.decode("utf-8", "replace"))), flush=True)

    try:
        server = StandIn(
            players=lambda table: (
                Players(Random(None if given.seed is None else f"{given.seed} {table}")).due
            ),
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


def try_server(given: Namespace) -> int:
    """Try a game server case by case, and print what each asks and what the server did; 1 where one failed,
    2, with one line on standard error, where it can't be reached.
    """
    words, results = words_of(), list[Result]()
    try:
        first, second = _servers(given)
        rulebook, other = load_rulebook(given.rules), given.second_game or given.game
        for result in conform(Trial(first, given.game, rulebook, second, other), given.seed):
            results.append(result)
            if not given.json:
                print(f"{words.text(_VERDICTS[result.verdict])}  {result.case}: {result.asks}", flush=True)
                if result.verdict is Verdict.FAILED:
                    print(f"    {visible(result.did) or words.text('protocol.ended')}", flush=True)
        if given.junit is not None:
            put_whole(given.junit, junit(results, given.game))
    except LinkError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            return print_refusal(_COMMAND, words.text("record.unwritable", file=given.junit, reason=reason))
        if given.url is None:
            return print_refusal(_COMMAND, words.text("protocol.port", port=given.listen, reason=reason))
        return print_refusal(_COMMAND, words.text("protocol.unreachable", url=given.url, reason=reason))
    if given.json:
        print(escape_json(msgspec.json.encode([result._asdict() for result in results]).decode()))
    return int(any(result.verdict is Verdict.FAILED for result in results))


def _servers(given: Namespace) -> Sequence[Place]:
    """The server as each of the two tables finds it. Raises LinkError, or OSError where it can't listen."""
    names = (given.table, given.second_table or f"{given.table} 2")
    if given.listen is None:
        return [server_at(given.url, table=name, ca=given.ca, token_file=given.token_file) for name in names]
    token = None if given.token_file is None else read_token(given.token_file)
    listening = socket.create_server(("127.0.0.1", given.listen))
    given.url = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
    print(words_of().text("protocol.waits", url=given.url), file=sys.stderr, flush=True)
    return [ComingServer(listening, hello(name, token)) for name in names]


_VERDICTS: Final = {
    Verdict.PASSED: "commissioning.verdict.proved",
    Verdict.FAILED: "commissioning.verdict.failed",
    Verdict.NOT_SHOWN: "commissioning.verdict.not_proved",
}


def junit(results: Sequence[Result], game: str) -> bytes:
    """The results as JUnit's XML, which a house's own CI reads."""
    failed = [result for result in results if result.verdict is Verdict.FAILED]
    suite = Element("testsuite", name=game, tests=str(len(results)), failures=str(len(failed)))
    for result in results:
        case = SubElement(suite, "testcase", classname=game, name=result.case, time=f"{result.seconds:.3f}")
        if result.verdict is Verdict.FAILED:
            SubElement(case, "failure", message=visible(result.did))
        elif result.verdict is Verdict.NOT_SHOWN:
            SubElement(case, "skipped")
    written: bytes = tostring(suite, "utf-8", xml_declaration=True)
    return written


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
    """The folder of the documents that the console comes with."""
    return handbook_folder().with_name("protocol")
