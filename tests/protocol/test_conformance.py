"""Game servers tried case by case: the stand-in passes, one with a mistake fails in its case alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from console.commands.protocol import junit, main
from console.game.games import DOCUMENTED
from console.game.rulebook import Rulebook
from console.link.players import Habits, Players
from console.link.server import Server, server_at
from console.link.stand_in import StandIn, nothing
from console.link.stream import HungUp, Stream
from console.protocol.conformance import Result, Trial, Verdict, cases, conform
from console.words import Words
from tests.table.tables import book

Seen = dict[str, Any]


def quick(server: Server, game: str, rulebook: Rulebook) -> Trial:
    """A trial of a server that does not wait for the seconds of a view."""
    return Trial(server, game, rulebook, patience=2.0, quiet=0.1, pace=0.0)


def results_of(server: StandIn, game: str) -> dict[str, Verdict]:
    server.start()
    try:
        trial = quick(server_at(server.url, table="T1"), game, book("sv"))
        return {result.case: result.verdict for result in conform(trial)}
    finally:
        server.stop()


class Mistaken(StandIn):
    """A stand-in that says other lines, or none, than it should."""

    def __init__(self, *, game: str = "blackjack") -> None:
        seated = Players(Random(1), Habits(plays=1.0)).due if game == "blackjack" else nothing
        super().__init__(pace=0, players=seated)
        self.view: Seen = {}

    def _hear(self, line: bytes) -> None:
        self.view = msgspec.json.decode(line)
        super()._hear(line)

    def _send(self, stream: Stream, line: bytes) -> None:
        for said in self.said(msgspec.json.decode(line)):
            super()._send(stream, msgspec.json.encode(said))

    def said(self, line: Seen) -> list[Seen]:
        return [line]


class NamesNoRound(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{name: value for name, value in line.items() if name != "round"}]


class NamesNoView(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{name: value for name, value in line.items() if name != "seen"}]


class SaysCards(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [line, {"do": "card", "card": "9H"}] if line.get("state") == "open" else [line]


class MisspellsAField(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{"do": "bets", "state": "ajar"}, line] if line.get("state") == "open" else [line]


class CommandsTheTerminal(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{"do": "bets", "state": "\u202e"}, line] if line.get("state") == "open" else [line]


class SaysAllTwice(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [line, line] if line.get("state") == "open" else [line]


class ForgetsInsurance(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [] if line.get("choice") in ("insure", "decline") else [line]


class ForgetsVoidRounds(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        after = (self.view.get("round") or {}).get("status")
        return [] if line.get("state") == "open" and after == "void" else [line]


class TakesOnlyWhatItKnows(Mistaken):
    def _hear(self, line: bytes) -> None:
        if "of_a_later_version" in msgspec.json.decode(line):
            raise HungUp
        super()._hear(line)


class OpensBetsInAHalt(Mistaken):
    def _hear(self, line: bytes) -> None:
        super()._hear(line)
        if self.view.get("phase") == "halted" and self.view["round"]["player"]:
            self._answers.append(
                b'{"do":"bets","state":"open","round":"%s"}' % self.view["round"]["id"].encode()
            )


class StopsAtACorrectedNumber(Mistaken):
    stopped = False

    def _hear(self, line: bytes) -> None:
        self.stopped = b'"hello"' not in line and (self.stopped or b'"number_corrected"' in line)
        super()._hear(line)

    def said(self, line: Seen) -> list[Seen]:
        return [] if self.stopped else [line]


class NeverSplits(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{**line, "choice": "stand"}] if line.get("choice") == "split" else [line]


Results = dict[tuple[type[Mistaken], str], dict[str, Verdict]]
MISTAKES: dict[tuple[type[Mistaken], str], str] = {
    (NamesNoRound, "blackjack"): "names_round",
    (NamesNoView, "blackjack"): "names_view",
    (SaysCards, "baccarat"): "allowed",
    (MisspellsAField, "baccarat"): "form",
    (SaysAllTwice, "baccarat"): "once",
    (ForgetsInsurance, "blackjack"): "insurance",
    (ForgetsVoidRounds, "baccarat"): "void",
    (TakesOnlyWhatItKnows, "baccarat"): "new_field",
    (OpensBetsInAHalt, "baccarat"): "halt_in_a_round",
    (StopsAtACorrectedNumber, "roulette"): "number_corrected",
}
"""Servers with one mistake, each at a game, and the case that finds it."""


@pytest.fixture(scope="module")
def results() -> Results:
    """The results of every server: tried side by side, for each of them mostly waits."""
    book("sv")  # before the threads: two that first decode one type at once crash msgspec
    tried: list[tuple[type[Mistaken], str]] = [
        *MISTAKES,
        *((Mistaken, game) for game in DOCUMENTED),
        (NeverSplits, "blackjack"),
    ]
    with ThreadPoolExecutor(len(tried)) as threads:
        found = threads.map(lambda each: results_of(each[0](game=each[1]), each[1]), tried)
        return dict(zip(tried, found, strict=True))


@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_stand_in_passes_every_case(game: str, results: Results) -> None:
    assert results[Mistaken, game] == dict.fromkeys(cases(game), Verdict.PASSED)


@pytest.mark.parametrize("server", MISTAKES, ids=lambda server: server[0].__name__)
def test_a_server_with_one_mistake_fails_in_its_case_alone(
    server: tuple[type[Mistaken], str], results: Results
) -> None:
    failed = {case for case, verdict in results[server].items() if verdict is Verdict.FAILED}
    assert failed == {MISTAKES[server]}


def test_no_player_who_splits_proves_nothing_of_a_split(results: Results) -> None:
    assert results[NeverSplits, "blackjack"]["split"] is Verdict.NOT_SHOWN


@contextmanager
def served(server: StandIn) -> Iterator[str]:
    server.start()
    try:
        yield server.url
    finally:
        server.stop()


def test_the_command_prints_each_case_and_fails_where_one_failed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.commands.protocol.Trial", quick)
    file = tmp_path / "result.xml"
    table = ("--game", "baccarat", "--rules", "sv")
    with served(Mistaken(game="baccarat")) as url:
        assert main(["conform", url, *table, "--junit", str(file)]) == 0
    printed = capsys.readouterr().out
    assert all(f"{case}:" in printed for case in cases("baccarat"))
    assert fromstring(file.read_bytes()).get("failures") == "0"
    with served(SaysCards(game="baccarat")) as url:
        assert main(["conform", url, *table, "--json"]) == 1
    results = json.loads(capsys.readouterr().out)
    assert [each["did"] for each in results if each["case"] == "allowed"] == ['{"do":"card","card":"9H"}']


def test_a_server_that_hangs_up_and_its_commands_to_the_terminal_are_shown_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.commands.protocol.Trial", quick)
    table = ("--game", "baccarat", "--rules", "sv")
    with served(TakesOnlyWhatItKnows(game="baccarat")) as url:
        assert main(["conform", url, *table]) == 1
    assert Words("en").text("protocol.ended") in capsys.readouterr().out
    with served(CommandsTheTerminal(game="baccarat")) as url:
        assert main(["conform", url, *table]) == main(["conform", url, *table, "--json"]) == 1
    printed = capsys.readouterr().out
    assert "<U+202E>" in printed and "\u202e" not in printed


def test_a_server_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "tcp://127.0.0.1:1", "--game", "baccarat", "--rules", "sv"]) == 2
    assert "tcp://127.0.0.1:1" in capsys.readouterr().err


def test_junit_counts_failures_and_names_what_was_not_shown() -> None:
    results = [Result("void", Verdict.FAILED, "<line>", 0.5), Result("split", Verdict.NOT_SHOWN, "", 0.0)]
    suite = fromstring(junit(results, "blackjack"))
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [failure.get("message") for failure in suite.iter("failure")] == ["<line>"]
    assert len(list(suite.iter("skipped"))) == 1
