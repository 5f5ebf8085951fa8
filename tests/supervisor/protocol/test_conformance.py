"""Game servers tried case by case: the stand-in passes, one with a mistake fails in its case alone."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from console.base.command_line import words_of
from console.supervisor.commands.protocol import junit_report
from console.supervisor.protocol.conformance import Place, Result, Trial, Verdict, cases, conform
from console.table.game import DOCUMENTED, Rulebook
from console.table.link import ConnectionEnded, Habits, InboundServer, Players, StandIn, Token, hello
from console.table.link.server import hello_of_a_stranger
from console.table.link.stand_in import VIEW, Connection, ServedTable, Waits
from console.table.link.stream import Stream, Wake
from tests.command_lines import run
from tests.table.core.tables import book
from tests.table.link.far import SOON

main = partial(run, "protocol")

Seen = dict[str, Any]


def quick(server: Place, game: str, rulebook: Rulebook, second: Place, second_game: str) -> Trial:
    """A trial of a server that does not wait for the seconds of a view."""
    return Trial(server, game, rulebook, second, second_game, patience=SOON, quiet=0.1, silence=0.1, pace=0.0)


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
HABITS = Habits(plays=1.0, slips=0.0, times_out=0.0, leaves=0.0)


class Served(StandIn):
    """A stand-in whose connections make this mistake."""

    def __init__(self, mistake: type[Mistaken], token: str | None = TOKEN) -> None:
        super().__init__(pace=0, players=lambda table: Players(Random(1), HABITS).due, token=token)
        self.mistake = mistake

    def connection(self, stream: Stream, wake: Wake) -> Connection:
        return self.mistake(self, stream, wake)


TRAVEL = 0.01
"""Seconds that the bytes of a server are under way."""


class OwnTime(Served):
    """A stand-in without a thread, and with a time of its own: while a trial waits, it goes on to the next
    thing that happens, so that a slow computer changes nothing.
    """

    def __init__(self, mistake: type[Mistaken]) -> None:
        super().__init__(mistake)
        self.pace, self.now, self._now = 1.0, self.monotonic, 0.0
        self._serving: list[Connection] = []
        self._by_name: dict[str, ServedTable] = {}

    def monotonic(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds

    def connect(self) -> socket.socket:
        if self._is_stopping:
            raise ConnectionRefusedError
        here, there = socket.socketpair()
        wake = Wake()
        self._serving.append(self.connection(Stream(there, wake), wake))
        return here

    def table(self, name: str, connection: Connection) -> ServedTable:
        for earlier in [each for each in self._serving if each.table_name == name and each is not connection]:
            self._end(earlier)
        return self._by_name.setdefault(name, ServedTable(Waits(self.pace), Players(Random(1), HABITS).due))

    def turn(self) -> float | None:
        """Let each connection hear and say what it has to, and return the seconds until the next has more."""
        waits = [self._turn(connection) for connection in list(self._serving)]
        return min((wait for wait in waits if wait is not None), default=None)

    def _turn(self, connection: Connection) -> float | None:
        try:
            for _ in range(2):  # the second sends what the first has said
                connection.turn(0.0)
            return connection.patience()
        except OSError:
            self._end(connection)
            return None

    def stop(self) -> None:
        for connection in list(self._serving):
            self._end(connection)
        super().stop()

    def _end(self, connection: Connection) -> None:
        if connection in self._serving:
            self._serving.remove(connection)
            connection.close()


class OwnTimeEnd:
    """The trial's end of a connection: the server's time goes by where the trial waits."""

    def __init__(self, server: OwnTime) -> None:
        self._server, self._end = server, server.connect()
        self._end.setblocking(False)
        self._patience = 0.0

    def sendall(self, sent: bytes, /) -> None:
        self._end.sendall(sent)
        self._server.turn()

    def recv(self, most: int, /) -> bytes:
        until = self._server.monotonic() + self._patience
        while True:
            wait = self._server.turn()
            with suppress(BlockingIOError):
                received = self._end.recv(most)
                self._server.sleep(TRAVEL)
                return received
            left = until - self._server.monotonic()
            self._server.sleep(left if wait is None else min(wait, left))
            if wait is None or wait >= left:
                raise TimeoutError

    def settimeout(self, seconds: float, /) -> None:
        self._patience = seconds

    def close(self) -> None:
        self._end.close()


class OwnTimePlace(NamedTuple):
    server: OwnTime
    name: str
    connects_by_itself: bool = False

    def hello(self, journal: str) -> bytes:
        return hello(self.name, Token(TOKEN), journal)

    def hello_of_a_stranger(self, journal: str) -> bytes | None:
        return hello_of_a_stranger(self.name, Token(TOKEN), journal)

    def connect(self) -> OwnTimeEnd:
        return OwnTimeEnd(self.server)


@contextmanager
def tried(mistake: type[Mistaken], game: str) -> Iterator[tuple[OwnTime, Iterator[Result]]]:
    """A server in its own time, and its results, case by case."""
    server = OwnTime(mistake)
    first, second = (OwnTimePlace(server, name) for name in ("T1", "T2"))
    other = DOCUMENTED[DOCUMENTED.index(game) - 1]
    try:
        yield server, conform(Trial(first, game, book("sv"), second, other, clock=server))
    finally:
        server.stop()


def results_of(mistake: type[Mistaken], game: str) -> dict[str, Verdict]:
    with tried(mistake, game) as (_, results):
        return {result.case: result.verdict for result in results}


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
            raise ConnectionEnded
        super().hear(line)


class HangsUp(Mistaken):
    def hear(self, line: bytes) -> None:
        raise ConnectionEnded


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
            raise ConnectionEnded
        super().hear(line)


class HangsUpInSilence(Mistaken):
    heard = 0.0

    def hear(self, line: bytes) -> None:
        super().hear(line)
        self.heard = self._server.now()

    def patience(self) -> float | None:
        patience = super().patience()
        if patience is not None or self.view.get("phase") != "result":
            return patience
        if (left := self.heard + 15.0 - self._server.now()) <= 0:
            raise ConnectionEnded
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

    there: ClassVar[set[str]] = set()

    def hear(self, line: bytes) -> None:
        read = msgspec.json.decode(line)
        if "hello" in read and read["table"] in self.there:
            raise ConnectionEnded
        super().hear(line)
        if "hello" in read:
            self.there.add(read["table"])

    def close(self) -> None:
        super().close()
        self.there.discard(self.table_name or "")


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
    (HangsUpInSilence, "blackjack"): "silent_line",
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


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", DOCUMENTED)
def test_the_stand_in_passes_every_case(game: str) -> None:
    assert results_of(Mistaken, game) == dict.fromkeys(cases(game), Verdict.PASSED)


@pytest.mark.sweep(2)
@pytest.mark.parametrize("server", MISTAKES, ids=lambda server: server[0].__name__)
def test_a_server_with_one_mistake_fails_in_its_case_alone(server: Tried) -> None:
    failed = {case for case, verdict in results_of(*server).items() if verdict is Verdict.FAILED}
    assert failed == {MISTAKES[server]}


@pytest.mark.parametrize("mistake", [SaysCards, NamesNoRound, MisspellsAField, SaysAllTwice])
def test_a_rule_of_all_lines_that_the_first_cases_break_is_said_after_them(mistake: type[Mistaken]) -> None:
    """A server whose every line is wrong learns it at once, and no other case is blamed for it."""
    results = results_of(mistake, "baccarat")
    assert list(results)[:5] == ["first_line", "bets_open", "bets_closed", "next_round", broken_by(mistake)]
    assert set(list(results.values())[:4]) == {Verdict.PASSED}
    rest = {verdict for case, verdict in results.items() if case in list(results)[5:-4]}
    assert rest == {Verdict.NOT_TRIED}


def broken_by(mistake: type[Mistaken]) -> str:
    return next(case for (each, _), case in MISTAKES.items() if each is mistake)


@pytest.mark.sweep
def test_no_player_who_splits_proves_nothing_of_a_split() -> None:
    assert results_of(NeverSplits, "blackjack")["split"] is Verdict.NOT_SHOWN


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
    monkeypatch.setattr("console.supervisor.commands.protocol.Trial", quick)
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


@pytest.mark.sweep
def test_a_server_that_hangs_up_and_its_commands_to_the_terminal_are_shown_in_words(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.supervisor.commands.protocol.Trial", quick)
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
    with tried(Mistaken, "roulette") as (server, results):
        assert next(results).verdict is Verdict.PASSED
        server.stop()
        failed = [result.case for result in results if result.verdict is Verdict.FAILED]
    assert failed == ["bets_open", "bets_closed", "next_round"], "without which no other is tried"


def failure_of(mistake: type[Mistaken], case: str) -> str:
    """The act by which a server fails this case."""
    with tried(mistake, "roulette") as (_, results):
        result = next(each for each in results if each.case == case)
    assert result.verdict is Verdict.FAILED
    return result.did


class ClosesEarly(Mistaken):
    def hear(self, line: bytes) -> None:
        super().hear(line)
        if self.view.get("bets") == "open":
            self.add(do="bets", state="closed")


def test_a_server_that_closes_bets_before_their_time_fails() -> None:
    assert failure_of(ClosesEarly, "bet_time").startswith("bets closed after 0.0 of 23.0 seconds")


def closing(early: float) -> type[Mistaken]:
    """A server that closes bets so many seconds before their time is over."""

    class Closing(Mistaken):
        def hear(self, line: bytes) -> None:
            view = msgspec.json.decode(line)
            if view.get("bets") == "open":
                view["prompt"]["seconds"] -= early
            super().hear(msgspec.json.encode(view))

    return Closing


@pytest.mark.parametrize(("early", "verdict"), [(1.5, Verdict.PASSED), (1.6, Verdict.FAILED)])
def test_a_server_may_close_bets_a_second_and_a_half_early(early: float, verdict: Verdict) -> None:
    with tried(closing(early), "roulette") as (_, results):
        assert next(each.verdict for each in results if each.case == "bet_time") is verdict


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
        first, second = (InboundServer(listening, name, Token(TOKEN)) for name in ("T1", "T2"))
        with connecting(f"tcp://127.0.0.1:{listening.getsockname()[1]}"):
            tried = list(conform(quick(first, "baccarat", book("sv"), second, "roulette")))
    shown = [result.case for result in tried if result.verdict is not Verdict.PASSED]
    assert shown == ["older_connection"], "nobody connects while two connections of it are there"
    assert [result.case for result in tried] == list(cases("baccarat"))


@pytest.mark.sweep
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
