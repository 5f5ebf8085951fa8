"""``dealer-console protocol``: the table protocol for the developers of other programs."""

from __future__ import annotations

import socket
import ssl
import sys
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import Annotated, Final
from xml.etree.ElementTree import Element, SubElement, tostring

import msgspec

from console.base.command_line import PROGRAM, Arg, print_refusal, whole_number, words_of
from console.base.plain_text import Scrubber, escape_json, visible
from console.base.system import open_plain, put_whole
from console.supervisor.protocol.asyncapi import SCHEMA_FILE, asyncapi
from console.supervisor.protocol.conformance import Place, Result, Trial, Verdict, conform
from console.supervisor.protocol.json_schema import protocol_schema
from console.table.commands import Rules, handbook_folder, topics
from console.table.custody import UNNAMED
from console.table.game import DOCUMENTED, load_rulebook, rulebook_ids
from console.table.link import InboundServer, LinkError, Players, StandIn, read_token, server_at

_COMMAND: Final = f"{PROGRAM} protocol"

DOCUMENTS: Final = {SCHEMA_FILE: False, "game-server-link.asyncapi.json": True}
"""The documents that the console comes with; True for the one about the link."""
DESCRIPTIONS: Final = "descriptions.toml"
"""The file of the schema's sentences, beside the documents."""


def print_schema(*, of_link: Annotated[bool, Arg("option.asyncapi", flags=("--asyncapi",))] = False) -> int:
    print(schema_text(of_link=of_link), end="")
    return 0


def serve(
    *,
    port: Annotated[int, Arg("option.listen_port", "PORT", whole_number(0, 65_535))] = 0,
    certificate: Annotated[Path | None, Arg("option.certificate_of_server", "PEM")] = None,
    key: Annotated[Path | None, Arg("option.key_of_server", "PEM")] = None,
    token_file: Annotated[Path | None, Arg("option.token", "FILE")] = None,
    seed: Annotated[int | None, Arg("option.seed_of_players", "NUMBER")] = None,
) -> int:
    """Serve consoles in turn until Ctrl+C, and print every line. Returns 2, with a line on standard error, on
    failure.
    """
    words, scrubbed, pem = words_of(), Scrubber(), certificate or key

    def shown(mark: str) -> Callable[[bytes], None]:
        return lambda line: print(mark, visible(scrubbed(line.decode("utf-8", "replace"))), flush=True)

    try:
        server = StandIn(
            players=lambda table: Players(Random(None if seed is None else f"{seed} {table}")).due,
            on_line=shown(">"),
            on_sent=shown("<"),
            port=port,
            tls=None if pem is None else _tls(pem, key),
            token=None if token_file is None else read_token(token_file).text,
        )
    except LinkError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        reason = error.strerror or str(error)
        return print_refusal(_COMMAND, words.text("protocol.port", port=port, reason=reason))
    try:
        print(words.text("protocol.listens", url=server.url), flush=True)
        server.start()
        Event().wait()
    except KeyboardInterrupt:
        server.stop()
    return 0


def try_server(
    url: Annotated[str | None, Arg("option.url_of_server", "URL", alone="server", one_needed=True)] = None,
    *,
    listen: Annotated[
        int | None, Arg("option.listen_for_server", "PORT", whole_number(0, 65_535), alone="server")
    ] = None,
    game: Annotated[str, Arg("option.game", choices=DOCUMENTED)],
    rules: Rules,
    table: Annotated[str, Arg("option.table_name", "NAME")] = UNNAMED,
    second_game: Annotated[str | None, Arg("option.second_game", choices=DOCUMENTED)] = None,
    second_table: Annotated[str | None, Arg("option.second_table", "NAME")] = None,
    ca: Annotated[Path | None, Arg("option.ca", "PEM")] = None,
    token_file: Annotated[Path | None, Arg("option.token", "FILE")] = None,
    seed: Annotated[int, Arg("option.seed_of_cards", "NUMBER")] = 0,
    json: Annotated[bool, Arg("option.json")] = False,
    junit: Annotated[Path | None, Arg("option.junit", "XML")] = None,
) -> int:
    """Try a game server case by case; print what each case asks and what the server did. Returns 1 if a case
    failed, 2, with a line on standard error, if the server can't be reached.
    """
    words, results = words_of(), list[Result]()
    try:
        names = (table, second_table or f"{table} 2")
        places: Sequence[Place]
        if url is None:
            places = _coming_servers(listen or 0, names, token_file)
        else:
            places = [server_at(url, table=name, ca=ca, token_file=token_file) for name in names]
        first, second = places
        rulebook, other = load_rulebook(rules), second_game or game
        for result in conform(Trial(first, game, rulebook, second, other), seed):
            if result.verdict is Verdict.FAILED and not result.did:
                result = result._replace(did=words.text("protocol.ended"))
            results.append(result)
            if not json:
                print(f"{words.text(_VERDICTS[result.verdict])}  {result.case}: {result.asks}", flush=True)
                if result.verdict is Verdict.FAILED:
                    print(f"    {visible(result.did)}", flush=True)
        if not json:
            print(words.text("protocol.unproved"))
        if junit is not None:
            put_whole(junit, junit_report(results, game))
    except LinkError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            return print_refusal(_COMMAND, words.text("record.unwritable", file=junit, reason=reason))
        if url is None:
            return print_refusal(_COMMAND, words.text("protocol.port", port=listen, reason=reason))
        return print_refusal(_COMMAND, words.text("protocol.unreachable", url=url, reason=reason))
    if json:
        print(escape_json(msgspec.json.encode([result._asdict() for result in results]).decode()))
    return int(any(result.verdict is Verdict.FAILED for result in results))


def _coming_servers(port: int, names: Sequence[str], token_file: Path | None) -> Sequence[Place]:
    """The server that connects by itself, as each table finds it. Raises LinkError, OSError."""
    token = None if token_file is None else read_token(token_file)
    listening = socket.create_server(("127.0.0.1", port))
    url = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
    print(words_of().text("protocol.waits", url=url), file=sys.stderr, flush=True)
    return [InboundServer(listening, name, token) for name in names]


_VERDICTS: Final = {
    Verdict.PASSED: "commissioning.verdict.proved",
    Verdict.FAILED: "commissioning.verdict.failed",
    Verdict.NOT_SHOWN: "commissioning.verdict.not_proved",
    Verdict.NOT_TRIED: "commissioning.verdict.left_out",
}


def junit_report(results: Sequence[Result], game: str) -> bytes:
    failed = [result for result in results if result.verdict is Verdict.FAILED]
    suite = Element("testsuite", name=game, tests=str(len(results)), failures=str(len(failed)))
    for result in results:
        case = SubElement(suite, "testcase", classname=game, name=result.case, time=f"{result.seconds:.3f}")
        if result.verdict is Verdict.FAILED:
            SubElement(case, "failure", message=visible(result.did))
        elif result.verdict is not Verdict.PASSED:
            SubElement(case, "skipped")
    written: bytes = tostring(suite, "utf-8", xml_declaration=True)
    return written


def _tls(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """The TLS of a server. Raises LinkError if the certificate and its key can't be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        for file in filter(None, (certificate, key)):
            open_plain(file).close()  # opening a pipe would block
        context.load_cert_chain(certificate, key)
    except OSError as error:  # an SSLError is one
        raise LinkError("protocol.certificate", file=str(certificate)) from error
    return context


def schema_text(*, of_link: bool = False) -> str:
    """The JSON Schema of the protocol by the rulebooks that the console has, or the link as AsyncAPI."""
    descriptions = tomllib.loads((protocol_folder() / DESCRIPTIONS).read_text("utf-8"))
    schema = protocol_schema([load_rulebook(id) for id in rulebook_ids()], descriptions)
    document = asyncapi(schema, topics()["protocol"].read_text("utf-8")) if of_link else schema
    return msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n"


def protocol_folder() -> Path:
    return handbook_folder().with_name("protocol")
