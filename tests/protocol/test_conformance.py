"""Game servers tried case by case: the stand-in passes, one with a mistake fails in its case alone."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar
from xml.etree.ElementTree import fromstring

import msgspec
import pytest
from msgspec.structs import replace

from console.arguments import words_of
from console.command_line import run
from console.commands.protocol import junit_report
from console.game.games import DOCUMENTED
from console.game.rulebook import Rulebook
from console.link.players import Habits, Players
from console.link.server import ComingServer, Server, Token, server_at
from console.link.stand_in import VIEW, Connection, StandIn
from console.link.stream import HungUp, Stream, Wake
from console.protocol.conformance import Place, Result, Trial, Verdict, cases, conform
from tests.link.far import SOON
from tests.table.tables import book

main = partial(run, "protocol")

Seen = dict[str, Any]
SILENCE = 3.0
"""Seconds in which a table shows nothing to a server that hangs up meanwhile; to any other, a moment."""


def quick(server: Place, game: str, rulebook: Rulebook, second: Place, second_game: str) -> Trial:
    """A trial of a server that does not wait for the seconds of a view."""
    return Trial(server, game, rulebook, second, second_game, patience=4.0, quiet=0.1, silence=0.1, pace=0.0)


class Mistaken(Connection):
    """A connection of a stand-in that says other lines, or none, than it should."""

    view: Seen
    stopped = False

    def hear(self, line: bytes) -> None:
        self.view = msgspec.json.decode(line)
        super().hear(line)

    def send(self, line: bytes) -> None:
        for said in [] if self.stopped else self.said(msgspec.json.decode(line)):
            super().send(msgspec.json.encode(said))

    def said(self, line: Seen) -> list[Seen]:
        return [line]

    def add(self, **line: object) -> None:
        """Say a line that the stand-in does not."""
        super().send(msgspec.json.encode({**line, "round": self.view["round"]["id"]}))

    def answer(self, seat: int, hand: int, choice: str) -> None:
        """Say an answer that the stand-in does not."""
        seen = {"entry": self.view["entry"], "ms": 0}
        self.add(do="decision", seat=seat, hand=hand, choice=choice, seen=seen)


TOKEN = "of the suite"


def places(url: str, *tables: str) -> list[Server]:
    """The server at an address, as it is for each of these tables."""
    return [replace(server_at(url, table=table), token=Token(TOKEN)) for table in tables]


class Served(StandIn):
    """A stand-in whose connections make this mistake."""

    def __init__(self, mistake: type[Mistaken], token: str | None = TOKEN) -> None:
        habits = Habits(plays=1.0, slips=0.0, times_out=0.0, leaves=0.0)
        super().__init__(pace=0, players=lambda table: Players(Random(1), habits).due, token=token)
        self.mistake = mistake

    def connection(self, stream: Stream, wake: Wake) -> Connection:
        return self.mistake(self, stream, wake)


def results_of(mistake: type[Mistaken], game: str) -> dict[str, Verdict]:
    server = Served(mistake)
    server.start()
    first, second = places(server.url, "T1", "T2")
    other = DOCUMENTED[DOCUMENTED.index(game) - 1]
    try:
        trial = quick(first, game, book("sv"), second, other)
        if mistake is HangsUpInSilence:
            trial = trial._replace(silence=SILENCE)
        return {result.case: result.verdict for result in conform(trial)}
    finally:
        server.stop()


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
        is_first = line.get("state") == "open" and line["round"] is None
        return [line, line] if is_first else [line]


class ForgetsInsurance(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [] if line.get("choice") in ("insure", "decline") else [line]


class ForgetsVoidRounds(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        played = self.view.get("round") or {}
        is_void = played.get("status") == "void" and played["player"]
        return [] if line.get("state") == "open" and is_void else [line]


class TakesOnlyWhatItKnows(Mistaken):
    def hear(self, line: bytes) -> None:
        if "of_a_later_version" in msgspec.json.decode(line):
            raise HungUp
        super().hear(line)


class HangsUp(Mistaken):
    def hear(self, line: bytes) -> None:
        raise HungUp


class OpensBetsInAHalt(Mistaken):
    def hear(self, line: bytes) -> None:
        super().hear(line)
        if self.view.get("phase") == "halted" and len(self.view["round"]["player"]) == 1:
            self.add(do="bets", state="open")


class StopsAtACorrectedNumber(Mistaken):
    def hear(self, line: bytes) -> None:
        self.stopped = self.stopped or b'"number_corrected"' in line
        super().hear(line)


class OpensBetsForARespin(Mistaken):
    def hear(self, line: bytes) -> None:
        super().hear(line)
        if (self.view.get("incident") or {}).get("outcome") == "respin":
            self.add(do="bets", state="open")


class NeverSplits(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{**line, "choice": "stand"}] if line.get("choice") == "split" else [line]


class AnswersNoHello(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [] if line == msgspec.json.decode(VIEW) else [line]


class KnowsOneTable(Mistaken):
    def hear(self, line: bytes) -> None:
        if msgspec.json.decode(line).get("table") == "T2":
            raise HungUp
        super().hear(line)


class HangsUpInSilence(Mistaken):
    """The silence of one phase, so that a slow computer ends no other case."""

    heard = 0.0

    def hear(self, line: bytes) -> None:
        super().hear(line)
        self.heard = time.monotonic()

    def _patience(self) -> float | None:
        if not self.heard or self.view.get("phase") != "result":
            return super()._patience()
        if (left := self.heard + SILENCE / 2 - time.monotonic()) <= 0:
            raise HungUp
        return left


class AnswersEarly(Mistaken):
    def hear(self, line: bytes) -> None:
        super().hear(line)
        prompt = self.view.get("prompt", {})
        if prompt.get("action") == "deal" and prompt["card"] == 1 and "seat" in prompt:
            self.answer(prompt["seat"], 1, "stand")


class AnswersForNoHand(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        if line.get("seat") != 7 or len(self.view["round"]["seats"]["7"]) > 1:
            return [line]
        return [{**line, "hand": 2}, line]


class ChoosesWhatIsNotOffered(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{**line, "choice": "surrender"}, line] if line.get("seat") == 7 else [line]


def is_stale(line: bytes) -> bool:
    """Whether a view refuses an answer as stale, and answers are due."""
    return b'"stale"' in line and b'"phase":"deciding"' in line


class GivesUpOnALateAnswer(Mistaken):
    def hear(self, line: bytes) -> None:
        self.stopped = self.stopped or (is_stale(line) and b'"3H"' not in line)
        super().hear(line)


class GivesUpOnAStaleAnswer(Mistaken):
    def hear(self, line: bytes) -> None:
        self.stopped = self.stopped or (is_stale(line) and b'"3H"' in line)
        super().hear(line)


class AnswersOnlyWhatItSawAsked(Mistaken):
    """On a connection that begins with a question to the first seat."""

    views = 0

    def hear(self, line: bytes) -> None:
        self.views += b'"hello"' not in line
        prompt = msgspec.json.decode(line).get("prompt", {})
        self.stopped = self.stopped or (self.views == 1 and prompt.get("seat") == 1 and "offers" in prompt)
        super().hear(line)


class AnswersForARefundedSeat(Mistaken):
    def hear(self, line: bytes) -> None:
        super().hear(line)
        if self.view.get("say") == "hand_refunded":
            self.answer(1, 1, "stand")


class TakesAnyToken(Mistaken):
    def hear(self, line: bytes) -> None:
        read = msgspec.json.decode(line)
        super().hear(msgspec.json.encode({**read, "token": TOKEN}) if "hello" in read else line)


class KeepsToTheOlder(Mistaken):
    """It hangs up on a table that it still has a connection of."""

    there: ClassVar[dict[str, threading.Event]] = {}

    def hear(self, line: bytes) -> None:
        read = msgspec.json.decode(line)
        if "hello" in read:
            older = self.there.get(read["table"])
            if older is not None and not older.wait(0.5):
                raise HungUp
            self.gone = self.there[read["table"]] = threading.Event()
        super().hear(line)

    def close(self) -> None:
        super().close()
        if hasattr(self, "gone"):
            self.gone.set()


class ForgetsWhatWasNotRecorded(Mistaken):
    def hear(self, line: bytes) -> None:
        self.stopped = self.stopped or b'"not_recorded"' in line
        super().hear(line)


class ForgetsAnswersNotRecorded(Mistaken):
    def hear(self, line: bytes) -> None:
        self.stopped = self.stopped or (b'"not_recorded"' in line and b'"deciding"' in line)
        super().hear(line)


Tried = tuple[type[Mistaken], str]
MISTAKES: dict[Tried, str] = {
    (NamesNoRound, "blackjack"): "names_round",
    (NamesNoView, "blackjack"): "names_view",
    (SaysCards, "baccarat"): "allowed",
    (MisspellsAField, "baccarat"): "form",
    (SaysAllTwice, "baccarat"): "once",
    (ForgetsInsurance, "blackjack"): "insurance",
    (ForgetsVoidRounds, "baccarat"): "void",
    (TakesOnlyWhatItKnows, "baccarat"): "new_field",
    (OpensBetsInAHalt, "baccarat"): "halt_in_the_deal",
    (StopsAtACorrectedNumber, "roulette"): "number_corrected",
    (OpensBetsForARespin, "roulette"): "respin",
    (AnswersNoHello, "roulette"): "first_line",
    (KnowsOneTable, "roulette"): "two_tables",
    (HangsUpInSilence, "roulette"): "silent_line",
    (AnswersEarly, "blackjack"): "answer_early",
    (AnswersForNoHand, "blackjack"): "hands",
    (ChoosesWhatIsNotOffered, "blackjack"): "offers",
    (GivesUpOnALateAnswer, "blackjack"): "answer_late",
    (GivesUpOnAStaleAnswer, "blackjack"): "answer_stale",
    (AnswersOnlyWhatItSawAsked, "blackjack"): "reconnect_at_an_answer",
    (AnswersForARefundedSeat, "blackjack"): "refund",
    (TakesAnyToken, "roulette"): "wrong_token",
    (KeepsToTheOlder, "baccarat"): "older_connection",
    (ForgetsWhatWasNotRecorded, "baccarat"): "not_recorded",
    (ForgetsAnswersNotRecorded, "blackjack"): "answer_not_recorded",
}
"""Servers with one mistake, each at a game, and the case that finds it."""


Results = dict[Tried, dict[str, Verdict]]


@pytest.fixture(scope="module")
def results() -> Results:
    """The results of every server: those with a mistake tried side by side, for each of them mostly waits.

    Those without one come first: two threads that decode one type for the first time at once crash msgspec.
    """
    right = {(Mistaken, game): results_of(Mistaken, game) for game in DOCUMENTED}
    tried: list[Tried] = [*MISTAKES, (NeverSplits, "blackjack")]
    with ThreadPoolExecutor(len(tried)) as threads:
        return right | dict(zip(tried, threads.map(lambda each: results_of(*each), tried), strict=True))


@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_stand_in_passes_every_case(game: str, results: Results) -> None:
    assert results[Mistaken, game] == dict.fromkeys(cases(game), Verdict.PASSED)


@pytest.mark.parametrize("server", MISTAKES, ids=lambda server: server[0].__name__)
def test_a_server_with_one_mistake_fails_in_its_case_alone(server: Tried, results: Results) -> None:
    failed = {case for case, verdict in results[server].items() if verdict is Verdict.FAILED}
    assert failed == {MISTAKES[server]}


def test_no_player_who_splits_proves_nothing_of_a_split(results: Results) -> None:
    assert results[NeverSplits, "blackjack"]["split"] is Verdict.NOT_SHOWN


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_server_that_says_nothing_proves_nothing_of_its_lines(game: str) -> None:
    verdicts = results_of(HangsUp, game)
    rules = {"form", "allowed", "names_round", "names_view", "hands", "offers", "once"} & verdicts.keys()
    assert {case for case, verdict in verdicts.items() if verdict is Verdict.NOT_SHOWN} == rules
    failed = {case for case, verdict in verdicts.items() if verdict is Verdict.FAILED}
    assert failed == {"first_line", "bets_open", "bets_closed", "next_round"}
    rest = verdicts.keys() - rules - failed
    assert {verdicts[case] for case in rest} == {Verdict.NOT_TRIED}, "they would take hours"


@contextmanager
def served(mistake: type[Mistaken]) -> Iterator[str]:
    server = Served(mistake, token=None)
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
    with served(Mistaken) as url:
        assert main(["conform", url, *table, "--junit", str(file)]) == 0
    printed = capsys.readouterr().out
    assert all(f"{case}:" in printed for case in cases("baccarat"))
    assert fromstring(file.read_bytes()).get("failures") == "0"
    with served(SaysCards) as url:
        assert main(["conform", url, *table, "--json"]) == 1
    results = json.loads(capsys.readouterr().out)
    assert [each["did"] for each in results if each["case"] == "allowed"] == ['{"do":"card","card":"9H"}']
    assert [each["did"] for each in results if each["verdict"] == "failed"] != [""]


def test_a_server_that_hangs_up_and_its_commands_to_the_terminal_are_shown_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.commands.protocol.Trial", quick)
    table = ("--game", "baccarat", "--rules", "sv")
    with served(TakesOnlyWhatItKnows) as url:
        assert main(["conform", url, *table]) == 1
    printed = capsys.readouterr().out
    assert words_of().text("protocol.ended") in printed
    assert printed.endswith(f"{words_of().text('protocol.unproved')}\n")
    with served(HangsUp) as url:
        assert main(["conform", url, *table, "--json"]) == 1
    ended = [each["did"] for each in json.loads(capsys.readouterr().out) if each["verdict"] == "failed"]
    assert set(ended) == {words_of().text("protocol.ended")}
    with served(CommandsTheTerminal) as url:
        assert main(["conform", url, *table]) == main(["conform", url, *table, "--json"]) == 1
    printed = capsys.readouterr().out
    assert "<U+202E>" in printed and "\u202e" not in printed


def test_an_unreachable_server_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "tcp://127.0.0.1:1", "--game", "baccarat", "--rules", "sv"]) == 2
    assert "tcp://127.0.0.1:1" in capsys.readouterr().err


def test_a_server_that_breaks_down_fails_in_every_case_from_then_on() -> None:
    server = Served(Mistaken)
    server.start()
    first, second = places(server.url, "T1", "T2")
    tried = conform(quick(first, "roulette", book("sv"), second, "roulette"))
    assert next(tried).verdict is Verdict.PASSED
    server.stop()
    assert {result.verdict for result in tried if result.seconds} == {Verdict.FAILED}


class ClosesEarly(Mistaken):
    """By a clock that runs a thousand times as fast as the table's."""


def test_a_server_that_closes_bets_before_their_time_fails() -> None:
    assert failure_of(ClosesEarly, "bet_time", pace=1.0).startswith("bets closed after 0.")


def failure_of(mistake: type[Mistaken], case: str, pace: float = 0.0, patience: float = 0.5) -> str:
    """What a server did that fails in this case."""
    server = Served(mistake)
    server.start()
    first, second = places(server.url, "T1", "T2")
    trial = Trial(
        first, "roulette", book("sv"), second, "roulette", patience, quiet=0.1, silence=0.1, pace=pace
    )
    try:
        result = next(each for each in conform(trial) if each.case == case)
    finally:
        server.stop()
    assert result.verdict is Verdict.FAILED
    return result.did


class NamesAnotherRound(Mistaken):
    def said(self, line: Seen) -> list[Seen]:
        return [{**line, "round": "T9-9"}] if line["do"] == "bets" else [line]

    def hear(self, line: bytes) -> None:
        super().hear(line)
        if self.view.get("refused"):
            self.send(b'{"do":"bets","state":"open"}')


def test_a_question_is_over_once_its_time_is_whatever_a_server_says_meanwhile() -> None:
    told = failure_of(NamesAnotherRound, "bets_open")
    assert '"round":"T9-9"' in told and ": stale: " in told


class EndsNoLine(Mistaken):
    def send(self, line: bytes) -> None:
        self._stream.send(line)


def test_bytes_without_a_lines_end_are_counted() -> None:
    assert failure_of(EndsNoLine, "first_line") == "13 bytes without a line end"


def test_junit_counts_failures_and_names_what_was_not_shown() -> None:
    results = [
        Result("void", "", Verdict.FAILED, "<line>", 0.5),
        Result("split", "", Verdict.NOT_SHOWN, "", 0.0),
        Result("slow_line", "", Verdict.NOT_TRIED, "", 0.0),
    ]
    suite = fromstring(junit_report(results, "blackjack"))
    assert (suite.get("tests"), suite.get("failures")) == ("3", "1")
    assert [failure.get("message") for failure in suite.iter("failure")] == ["<line>"]
    assert len(list(suite.iter("skipped"))) == 2


@contextmanager
def connecting(url: str) -> Iterator[None]:
    """A game server that connects by itself, twice at a time and again after each end."""
    host, _, port = url.removeprefix("tcp://").partition(":")
    server, one_by_one = Served(Mistaken), threading.Lock()

    def connect() -> None:
        with suppress(OSError):  # nobody listens any more
            while True:
                with one_by_one:  # the stand-in ranks connections in the order in which it serves them
                    end = socket.create_connection((host, int(port)), SOON)
                    serving = server.serve(end)
                serving.join()

    threads = [threading.Thread(target=connect) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        server.stop()
        for thread in threads:
            thread.join()


def test_a_server_that_connects_by_itself_passes_every_case() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        first, second = (ComingServer(listening, name, Token(TOKEN)) for name in ("T1", "T2"))
        with connecting(f"tcp://127.0.0.1:{listening.getsockname()[1]}"):
            tried = list(conform(quick(first, "baccarat", book("sv"), second, "roulette")))
    shown = [result.case for result in tried if result.verdict is not Verdict.PASSED]
    assert shown == ["older_connection"], "nobody connects while two connections of it are there"
    assert [result.case for result in tried] == list(cases("baccarat"))


def test_the_command_says_where_it_waits_for_a_server_that_connects_by_itself() -> None:
    command = (sys.executable, "-m", "console", "protocol", "conform", "--listen", "0")
    table = ("--game", "roulette", "--rules", "sv", "--table", "Table 7")
    with subprocess.Popen(
        (*command, *table), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as told:
        assert told.stdout is not None and told.stderr is not None
        # In a copy of the checkout the set-up writes lines of its own first.
        named = (re.search(r"tcp://127.0.0.1:\d+", line) for line in told.stderr)
        found = next(filter(None, named))
        with connecting(found[0]):
            assert cases("roulette")["first_line"] in told.stdout.readline()
            told.terminate()


@pytest.mark.parametrize("which", [(), ("tcp://127.0.0.1:1", "--listen", "0")])
def test_a_server_is_named_or_waited_for(which: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["conform", *which, "--game", "baccarat", "--rules", "sv"])


def test_a_port_that_another_program_has_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        used = str(taken.getsockname()[1])
        assert main(["conform", "--listen", used, "--game", "baccarat", "--rules", "sv"]) == 2
    assert used in capsys.readouterr().err
