"""A game server's conformance: the console's side of the link, played against it case by case.

The table is a simulated one by a house's rulebook. People and devices at it do what its prompts ask, but for
what a case is about; the server has to do its own part. A case is a function below with its games; what it
asks of a server is a row of the handbook's page.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from console.game.cards import DECK
from console.game.games import GAMES, has_wheel
from console.game.rulebook import Rulebook
from console.link.server import Server
from console.link.stream import LineReader
from console.scenes.table_in_memory import Seen, TableInMemory
from console.table.protocol.permissions import LONGEST_OVER_LINK
from console.table.state.actions import Action
from console.table.state.phases import Bets, Phase
from console.table.state.reasons import Refusal
from console.table.state.roles import Actor
from console.table.state.views import AWAITING_CARD

_SERVERS: Final = (Action.AWAIT_BETS, Action.WAIT, Action.AWAIT_SEATS, Action.AWAIT_DECISION)
"""The prompts that a line of the server ends."""
_OF_ROUND: Final = ("bets", "seats", "decision")
"""The server's lines that belong to a round."""
_NOT_DUE: Final = (Refusal.HALTED, Refusal.OUT_OF_TURN, Refusal.NOT_OFFERED, Refusal.NO_SUCH_HAND)
_DEALER, _PIT_BOSS = "D1", "P1"


class Verdict(StrEnum):
    """The verdict on a case."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_SHOWN = "not_shown"
    """The server did nothing by which it could be judged, such as no player who splits."""


class Result(NamedTuple):
    """The result of a case."""

    case: str
    verdict: Verdict
    did: str
    """Where it failed, the server's own line, or the view that it left unanswered; empty where it ended the
    connection, and in every other verdict.
    """
    seconds: float


class _Failed(Exception):
    """The server did not do its part. The text is what it did, empty where it ended the connection."""


class _NotShown(Exception):
    """The case did not come about."""


class Exchange(NamedTuple):
    """A line of the server, and the view after it."""

    line: bytes
    view: Seen
    repeated: bool
    """Whether the table had taken the same line before on this connection."""

    @property
    def fields(self) -> Seen:
        """The line's fields; none where it is no object."""
        try:
            read = msgspec.json.decode(self.line)
        except msgspec.DecodeError:
            return {}
        return read if isinstance(read, dict) else {}

    def is_of_before(self, entry: int) -> bool:
        """Whether the server said it to a view before this entry's, as far as it names the view."""
        seen = self.fields.get("seen")
        return isinstance(seen, dict) and isinstance(seen.get("entry"), int) and seen["entry"] < entry


class Trial(NamedTuple):
    """The server to be tried, and the table that it is tried with."""

    server: Server
    game: str
    rulebook: Rulebook
    patience: float = 5.0
    """Seconds that the server may take beyond bet time, or the time for an answer."""
    quiet: float = 1.0
    """Seconds in which a server that has nothing to say says nothing."""
    pace: float = 1.0
    """The pace of the server's clock: its part of the seconds that a view names."""


class LinkedTable:
    """A simulated table with its link to the server."""

    def __init__(self, trial: Trial, chance: Random) -> None:
        """Not connected yet."""
        self._trial, self._chance = trial, chance
        self.table = TableInMemory(trial.rulebook, game=trial.game)
        self.view = self.table.view()
        self.exchanges: list[Exchange] = []
        self.cards: Callable[[Seen], str | None] = _hard_twelve
        """The rank of the card for a prompt; None: any."""
        self.sends: Callable[[socket.socket, bytes], None] = lambda end, line: end.sendall(line)
        """How the bytes of a view go out."""
        self.more: Seen = {}
        """Fields that a later version adds to a view."""
        self._end: socket.socket | None = None
        self._lines: list[bytes] = []
        self._taken = set[bytes]()

    def connect(self) -> None:
        """Connect, and show the present view. Raises OSError."""
        self.hang_up()
        self._end, self._reader = self._trial.server.connect(), LineReader(LONGEST_OVER_LINK)
        self._lines, self._taken = [], set()
        self._end.sendall(self._trial.server.hello + b"\n")
        self._show(self.table.view())

    def hang_up(self) -> None:
        """End the connection, if there is one."""
        if self._end is not None:
            self._end.close()
            self._end = None

    def say(self, do: str, **fields: Any) -> Seen:
        """A line of people or devices at the table."""
        self._show(self.table.take({"do": do, **fields}))
        return self.view

    def until(self, wanted: Callable[[Seen], bool]) -> Seen:
        """Play on, each doing what the prompt asks, until a view is as wanted."""
        for _ in range(400):
            if wanted(self.view):
                return self.view
            self.step()
        raise _Failed(_shown(self.view))

    def step(self) -> None:
        """Let the prompt's actor do what it asks. Fails if that is the server, and nothing comes in time."""
        prompt = self.view["prompt"]
        action = prompt["action"]
        if action in _SERVERS:
            if self.hear(prompt.get("seconds", 0) * self._trial.pace + self._trial.patience) is None:
                raise _Failed(_shown(self.view))
        elif action in AWAITING_CARD:
            rank = self.cards(prompt)
            self.say("card", card=self._chance.choice([card for card in DECK if rank in (None, card[0])]))
        elif action == Action.SPIN:
            self.say("spin", turns=5, direction="against", by=_DEALER)
        elif action == Action.AWAIT_NUMBER:
            self.say("number", number=self._chance.randrange(37), source="reader")
        elif action == Action.RESOLVE:
            self.say("withdraw", by=_PIT_BOSS)
        else:
            self.say("done", by=_DEALER if prompt["actor"] == Actor.DEALER else _PIT_BOSS)

    def hear(self, seconds: float) -> Exchange | None:
        """The server's next line, and the view after it; None if none comes in time."""
        line = self._line(seconds)
        if line is None:
            return None
        again, view = line in self._taken, self.table.take_from_server(line)
        if view["accepted"]:
            self._taken.add(line)
        self.exchanges.append(Exchange(line, view, again))
        self._show(view)
        return self.exchanges[-1]

    def stays_quiet(self) -> None:
        """Fails if the server says anything that the table refuses as not due now, unless it was under way
        before the server could see the present view.
        """
        until, entry = time.monotonic() + self._trial.quiet, self.view["entry"]
        may_be_under_way = True
        while (heard := self.hear(max(0.0, until - time.monotonic()))) is not None:
            if heard.view["refused"] not in _NOT_DUE or heard.is_of_before(entry):
                continue
            if heard.fields["do"] != "decision" or "seen" in heard.fields or not may_be_under_way:
                raise _Failed(_text(heard.line))
            may_be_under_way = False

    def _show(self, view: Seen) -> None:
        self.view = view
        assert self._end is not None
        try:
            self.sends(self._end, msgspec.json.encode({**view, **self.more}) + b"\n")
        except OSError:
            raise _Failed from None

    def _line(self, seconds: float) -> bytes | None:
        until = time.monotonic() + seconds
        assert self._end is not None
        while not self._lines:
            left = until - time.monotonic()
            if left <= 0:
                return None
            self._end.settimeout(left)
            try:
                received = self._end.recv(LONGEST_OVER_LINK)
            except TimeoutError:
                return None
            except OSError:
                received = b""
            if not received:
                raise _Failed
            self._lines += self._reader.feed(received)
        return self._lines.pop(0)


def _text(line: bytes) -> str:
    return line[:300].decode("utf-8", "replace")


def _shown(view: Seen) -> str:
    """The part of a view that the server left unanswered."""
    return _text(
        msgspec.json.encode({"phase": view["phase"], "bets": view["bets"], "prompt": view["prompt"]})
    )


# --- the cases ----------------------------------------------------------------------------------------------

Play = Callable[[LinkedTable], None]
Of = Callable[[str], bool]
_CASES: dict[str, tuple[Of, Play]] = {}
"""By the name of each case: whether it is one of a game's, and how it is played."""


def _every(game: str) -> bool:
    return True


def _is_dealt(game: str) -> bool:
    return not has_wheel(game)


def _is_answered(game: str) -> bool:
    return GAMES[game].is_answered


def _case(name: str, of: Of = _every) -> Callable[[Play], Play]:
    def listed(play: Play) -> Play:
        _CASES[name] = (of, play)
        return play

    return listed


def _bets(state: Bets) -> Callable[[Seen], bool]:
    return lambda view: bool(view["bets"] == state)


def _asks(action: Action, **fields: object) -> Callable[[Seen], bool]:
    def wanted(view: Seen) -> bool:
        prompt = view["prompt"]
        return prompt["action"] == action and all(prompt.get(name) == each for name, each in fields.items())

    return wanted


def _in(phase: Phase) -> Callable[[Seen], bool]:
    return lambda view: bool(view["phase"] == phase)


def _plays_on(table: LinkedTable) -> None:
    """Play to the bets of the next round."""
    last = table.view["round"]["id"] if table.view["round"] else None
    table.until(lambda view: view["bets"] == Bets.OPEN and view["round"]["id"] != last)


@_case("bets_open")
def _open(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))


@_case("bets_closed")
def _close(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.until(_bets(Bets.CLOSED))


@_case("next_round")
def _next(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


@_case("seats", _is_answered)
def _seats(table: LinkedTable) -> None:
    table.until(_in(Phase.DEALING))
    table.until(lambda view: not _asks(Action.AWAIT_SEATS)(view))


@_case("decision", _is_answered)
def _decision(table: LinkedTable) -> None:
    table.until(_asks(Action.AWAIT_DECISION))
    table.until(lambda view: view["phase"] == Phase.RESULT)


@_case("insurance", _is_answered)
def _insurance(table: LinkedTable) -> None:
    table.cards = lambda prompt: "A" if _is_up_card(prompt) else _hard_twelve(prompt)
    table.until(_asks(Action.AWAIT_DECISION, stage="insurance"))
    table.until(lambda view: not _asks(Action.AWAIT_DECISION, stage="insurance")(view))


@_case("split", _is_answered)
def _split(table: LinkedTable) -> None:
    table.cards = lambda prompt: "8" if _is_first_or_second(prompt) else _hard_twelve(prompt)
    table.until(lambda view: view["phase"] == Phase.RESULT or _has_split(view))
    if not _has_split(table.view):
        raise _NotShown
    table.cards = _hard_twelve
    table.until(_in(Phase.RESULT))


def _is_first_or_second(prompt: Seen) -> bool:
    return "seat" in prompt and prompt["card"] < 3


def _has_split(view: Seen) -> bool:
    return any(len(hands) > 1 for hands in (view["round"] or {}).get("seats", {}).values())


@_case("overtaken", _is_answered)
def _overtaken(table: LinkedTable) -> None:
    asked = table.until(_asks(Action.AWAIT_DECISION))["prompt"]
    if "seat" not in asked:
        raise _NotShown
    place = {"seat": asked["seat"], "hand": asked["hand"]}
    table.say("decision", **place, choice="timeout", by=_PIT_BOSS, reason="no answer came")
    table.until(_in(Phase.RESULT))


@_case("halt_in_bet_time", _is_dealt)
def _halt_in_bet_time(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.say("card", card="9H")
    table.stays_quiet()
    _plays_on(table)


@_case("halt_in_a_round")
def _halt_in_a_round(table: LinkedTable) -> None:
    _halted(table)
    table.stays_quiet()
    _plays_on(table)


@_case("void")
def _void(table: LinkedTable) -> None:
    _halted(table)
    table.say("void", by=_PIT_BOSS)
    _plays_on(table)


def _halted(table: LinkedTable) -> None:
    """Halt play: a spin that was none, an answer's card too early, a card too many."""
    if table.table.game.wheel is not None:
        table.until(_asks(Action.SPIN))
        table.say("spin", turns=2, direction="against", by=_DEALER)
        return
    asked = Action.AWAIT_DECISION if "seats" in (table.until(_bets(Bets.OPEN))["round"]) else Action.ANNOUNCE
    table.until(_asks(asked))
    table.say("card", card="9H")


@_case("respin", has_wheel)
def _respin(table: LinkedTable) -> None:
    _halted(table)
    table.say("incident", kind="no_spin", facts={"cause": "few_turns"}, by=_PIT_BOSS)
    table.stays_quiet()
    _plays_on(table)


@_case("number_corrected", has_wheel)
def _corrected(table: LinkedTable) -> None:
    table.until(_in(Phase.RESULT))
    actual = (table.view["round"]["number"] + 1) % 37
    table.say("incident", kind="wrong_number_recorded", facts={"actual": actual}, by=_PIT_BOSS)
    _plays_on(table)


@_case("reconnect_before_bets")
def _reconnect_before_bets(table: LinkedTable) -> None:
    table.connect()
    table.until(_bets(Bets.OPEN))


@_case("reconnect_in_bet_time")
def _reconnect_in_bet_time(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.connect()
    table.until(_bets(Bets.CLOSED))


@_case("reconnect_at_an_answer", _is_answered)
def _reconnect_at_an_answer(table: LinkedTable) -> None:
    table.until(_asks(Action.AWAIT_DECISION))
    table.connect()
    table.until(_in(Phase.RESULT))


@_case("reconnect_in_a_round")
def _reconnect_in_a_round(table: LinkedTable) -> None:
    table.until(_in(Phase.RESULT))
    table.connect()
    table.stays_quiet()
    _plays_on(table)


@_case("console_restarted")
def _restarted(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.hang_up()
    table.table.restart()
    table.connect()
    table.until(_bets(Bets.CLOSED))
    _plays_on(table)


@_case("slow_line")
def _slow(table: LinkedTable) -> None:
    def in_pieces(end: socket.socket, line: bytes) -> None:
        for at in range(0, len(line), len(line) // 3 + 1):
            end.sendall(line[at : at + len(line) // 3 + 1])
            time.sleep(0.005)

    table.sends = in_pieces
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


@_case("new_field")
def _new_field(table: LinkedTable) -> None:
    table.more = {"of_a_later_version": {"entries": [1, None]}}
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


def _is_up_card(prompt: Seen) -> bool:
    return prompt.get("hand") == "dealer" and prompt.get("card") == 1


def _hard_twelve(prompt: Seen) -> str | None:
    """Ranks by which each hand of blackjack has to be decided, and the dealer shows a six."""
    if "seat" not in prompt:
        return "6" if _is_up_card(prompt) else None
    return {1: "T", 2: "2"}.get(prompt["card"])


# --- what holds of every line -------------------------------------------------------------------------------


def _of_every_line(game: str, exchanges: Sequence[Exchange] = ()) -> Iterator[tuple[str, str]]:
    """The game's cases about all lines that came, each with the first line against it or an empty text."""
    bad = [each for each in exchanges if each.view["refused"] == Refusal.BAD_INPUT]
    foreign = [each for each in exchanges if each.view["refused"] == Refusal.NOT_AUTHORISED]
    of_round = [each for each in exchanges if each not in bad and each.fields["do"] in _OF_ROUND]
    against: dict[str, Sequence[Exchange]] = {
        "form": bad,
        "allowed": foreign,
        "names_round": [each for each in of_round if "round" not in each.fields],
        "names_view": [each for each in of_round if {"choice", "seen"} & each.fields.keys() == {"choice"}],
        "once": [each for each in of_round if each.repeated and "round" in each.fields],
    }
    for name, wrong in against.items():
        if name != "names_view" or _is_answered(game):
            yield name, _text(wrong[0].line) if wrong else ""


def cases(game: str) -> tuple[str, ...]:
    """The names of the cases of a game, in the order in which they are tried."""
    return (
        *(name for name, (of, _) in _CASES.items() if of(game)),
        *dict(_of_every_line(game)),
    )


def conform(trial: Trial, seed: int = 0) -> Iterator[Result]:
    """Try every case of the table's game, each on a connection and with a table of its own.

    Raises OSError where the server can't be reached at all.
    """
    exchanges: list[Exchange] = []
    for name, (of, play) in _CASES.items():
        if of(trial.game):
            table, began = LinkedTable(trial, Random(f"{seed} {name}")), time.monotonic()
            with _hanging_up(table):
                table.connect()
                verdict, did = _judged(play, table)
            exchanges += table.exchanges
            yield Result(name, verdict, did, time.monotonic() - began)
    for name, did in _of_every_line(trial.game, exchanges):
        yield Result(name, Verdict.FAILED if did else Verdict.PASSED, did, 0.0)


def _judged(play: Play, table: LinkedTable) -> tuple[Verdict, str]:
    try:
        play(table)
    except _Failed as failure:
        return Verdict.FAILED, str(failure)
    except _NotShown:
        return Verdict.NOT_SHOWN, ""
    return Verdict.PASSED, ""


@contextmanager
def _hanging_up(table: LinkedTable) -> Iterator[None]:
    try:
        yield
    finally:
        table.hang_up()
