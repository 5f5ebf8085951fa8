"""A game server's conformance: the console's side of the link, played against it case by case.

The table is a simulated one by a house's rulebook. People and devices at it do what its prompts ask, except
for a case's subject; the server has to do its own part. Each case is a function below, with a sentence that
says what it asks of the server.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from random import Random
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from console.base.system import json_fields
from console.table.core import AWAITING_CARD, Action, Actor, Bets, Phase, Refusal, new_journal_id, permissions
from console.table.game import DECK, GAMES, Preparing, Rulebook, has_wheel
from console.table.link import PATIENCE, LineReader
from console.table.scenes import Seen, TableInMemory

_SERVERS: Final = (Action.AWAIT_BETS, Action.WAIT, Action.AWAIT_SEATS, Action.AWAIT_DECISION)
"""The prompts that a line of the server ends."""
_OF_ROUND: Final = ("bets", "seats", "decision")
"""The server's lines that belong to a round."""
_NOT_DUE: Final = (Refusal.HALTED, Refusal.OUT_OF_TURN)
_ABOUT: Final = 1.5
"""Seconds by which a server may close the bets early."""
_DEALER, _PIT_BOSS = "D1", "P1"


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    NOT_SHOWN = "not_shown"
    """The server showed nothing to judge, such as no player who splits."""
    NOT_TRIED = "not_tried"
    """A case on which all others depend has failed."""


class Result(NamedTuple):
    case: str
    asks: str
    verdict: Verdict
    did: str
    """The failure: the server's last line and why the table refused it, how many bytes lacked a line's end,
    or the view left unanswered; empty if it ended the connection, and for any other verdict.
    """
    seconds: float


class _Failed(Exception):
    """The server did not do its part. The text is what it did, empty if it ended the connection."""


class _NotShown(Exception):
    """The case did not come about."""


class Exchange(NamedTuple):
    line: bytes
    view: Seen
    repeated: bool
    """Whether the table had already taken the same line on this connection."""

    @property
    def fields(self) -> Seen:
        """The line's fields; none if it is no object."""
        return json_fields(self.line)

    @property
    def names_its_occasion(self) -> bool:
        """Whether the same line can't be right twice: a hand may be hit again, but in another view."""
        return "round" in self.fields and ("seen" in self.fields or "choice" not in self.fields)

    def is_of_before(self, entry: int) -> bool:
        """Whether the server sent it for a view before this entry's, as far as it names the view."""
        seen = self.fields.get("seen")
        return isinstance(seen, dict) and isinstance(seen.get("entry"), int) and seen["entry"] < entry


class End(Protocol):
    """Our end of a connection: a socket is one."""

    def sendall(self, sent: bytes, /) -> None:
        """Send these bytes. Raises OSError."""

    def recv(self, most: int, /) -> bytes:
        """The bytes that came, none if the server ended it. Raises OSError, TimeoutError if none came."""

    def settimeout(self, seconds: float, /) -> None:
        """Let :meth:`recv` wait so long, 0: not at all."""

    def close(self) -> None:
        """End the connection."""


class Clock(Protocol):
    """The time by which a trial goes: the module ``time`` is one."""

    def monotonic(self) -> float:
        """Seconds since some moment."""

    def sleep(self, seconds: float, /) -> None:
        """Let so much time go by."""


class Place(Protocol):
    """A game server, as a table finds it: :class:`console.table.link.server.Server` is one."""

    def hello(self, journal: str) -> bytes:
        """The first line of a connection, with the id of the table's journal."""

    def hello_of_a_stranger(self, journal: str) -> bytes | None:
        """The first line with a token that is not the table's; None if the table has none."""

    @property
    def connects_by_itself(self) -> bool:
        """Whether the server begins each connection, so that we can't connect at will."""

    def connect(self) -> End:
        """A new connection. Raises OSError."""


class Trial(NamedTuple):
    server: Place
    game: str
    rulebook: Rulebook
    second: Place
    """The same server, for a second table at the same time."""
    second_game: str
    patience: float = 5.0
    """Seconds that the server may take beyond bet time, or the time for an answer."""
    quiet: float = 1.0
    """Seconds of silence after which a server counts as having nothing to say."""
    silence: float = 20.0
    """Seconds in which a table shows nothing and the server must keep the connection."""
    pace: float = 1.0
    """The pace of the server's clock: its part of the seconds that a view names."""
    clock: Clock = time


class LinkedTable:
    def __init__(self, trial: Trial, chance: Random) -> None:
        self.trial, self._chance = trial, chance
        self.table = TableInMemory(trial.rulebook, game=trial.game, journal_id=new_journal_id())
        self.view = self._earlier = self.table.view()
        self.exchanges: list[Exchange] = []
        self.cards: Callable[[Seen], str | None] = _hard_twelve
        """The rank of the card for a prompt; None: any."""
        self.sends: Callable[[End, bytes], None] = lambda end, line: end.sendall(line)
        """How the bytes of a view go out."""
        self.more: Seen = {}
        """Fields that a later version adds to a view."""
        self._end: End | None = None
        self._lines: list[bytes] = []
        self._taken = set[bytes]()
        self._question: tuple[object, ...] = ()
        self._asked = 0.0
        """When the server was asked the present question."""
        self._heard: list[Exchange] = []
        """The server's lines since then."""

    def connect(self) -> None:
        """Connect, and show the present view. Raises OSError."""
        self.hang_up()
        self._connect(self.trial.server.hello(self.table.session.journal_id))
        self.show(self.table.view())

    def _connect(self, hello: bytes) -> None:
        self._end, self._reader = self.trial.server.connect(), LineReader(permissions.LONGEST_OVER_LINK)
        self._lines, self._taken, self._question = [], set(), ()
        self._end.sendall(hello + b"\n")

    def is_hung_up_on(self, hello: bytes) -> bool:
        """Whether the server ends a connection that begins with this hello, and no view after it."""
        self.hang_up()
        self._connect(hello)
        until = self.now + self.trial.patience
        try:
            while (left := until - self.now) > 0:
                self._line(left)
        except _Failed:
            return True
        return False

    @contextmanager
    def with_older_connection(self) -> Iterator[None]:
        """A newer connection, while the older one stays open. Fails if the server sends anything but ``view``
        over the older one meanwhile.
        """
        older, reader = self._end, self._reader
        assert older is not None
        self._end = None

        def said() -> list[bytes]:
            received = b""
            with suppress(OSError):  # Nothing more comes, or the server has ended it.
                while more := older.recv(permissions.LONGEST_OVER_LINK):
                    received += more
            return [line for line in reader.feed(received) if json_fields(line).get("do") != "view"]

        try:
            self.connect()
            older.settimeout(0)
            if self.hear(self._server_has) is None:
                raise _Failed(self.left_unanswered)
            said()  # An answer was sent before the server had the newer view.
            yield
            if lines := said():
                raise _Failed(_text(lines[0]))
        finally:
            older.close()

    def hang_up(self) -> None:
        if self._end is not None:
            self._end.close()
            self._end = None

    @contextmanager
    def beside(self) -> Iterator[LinkedTable]:
        """The second table, connected while this one is. Raises OSError."""
        second = self.trial._replace(server=self.trial.second, game=self.trial.second_game)
        table = LinkedTable(second, self._chance)
        try:
            table.connect()
            yield table
        finally:
            table.hang_up()
            self.exchanges += table.exchanges

    def say(self, do: str, **fields: Any) -> Seen:
        self.show(self.table.take({"do": do, **fields}))
        return self.view

    def until(self, wanted: Callable[[Seen], bool]) -> Seen:
        """Play on, each person and device doing what the prompt asks, until a view is as wanted."""
        for _ in range(400):
            if wanted(self.view):
                return self.view
            self.step()
        raise _Failed(self.left_unanswered)

    def step(self) -> None:
        """Let the prompt's actor do what it asks. Fails if that is the server and nothing comes in time."""
        prompt = self.view["prompt"]
        action = prompt["action"]
        if action in _SERVERS:
            if (left := self._server_has) <= 0 or self.hear(left) is None:
                raise _Failed(self.left_unanswered)
        elif action in AWAITING_CARD:
            rank = self.cards(prompt)
            self.say("card", card=self._chance.choice([card for card in DECK if rank in (None, card[0])]))
        elif action == Action.SPIN:
            self.say("spin", turns=5, direction="against", by=_DEALER)
        elif action == Action.AWAIT_NUMBER:
            self.say("number", number=self._chance.randrange(37), source="reader")
        elif action == Action.OPEN_TABLE:
            self.say("open", by=_PIT_BOSS)
        elif action == Action.RESOLVE:
            self.say("withdraw", by=_PIT_BOSS)
        else:
            counted = {"counted": prompt["cards"]} if action == Preparing.INSPECT else {}
            self.say("done", by=_DEALER if prompt["actor"] == Actor.DEALER else _PIT_BOSS, **counted)

    def hear(self, seconds: float) -> Exchange | None:
        """The server's next line, and the view after it; None if none comes in time."""
        line = self._line(seconds)
        return None if line is None else self.take(line)

    def hold(self, do: str, **fields: object) -> bytes:
        """The server's next line of this kind, before the table takes it; the table takes those before it.
        Fails if none comes in time.
        """
        while (line := self._line(self._server_has)) is not None:
            if {"do": do, **fields}.items() <= json_fields(line).items():
                return line
            self.take(line)
        raise _Failed(self.left_unanswered)

    def take(self, line: bytes, *, is_shown: bool = True) -> Exchange:
        again, view = line in self._taken, self.table.take_from_server(line)
        if view["accepted"]:
            self._taken.add(line)
        self.exchanges.append(Exchange(line, view, again))
        self._heard.append(self.exchanges[-1])
        if is_shown:
            self.show(view)
        return self.exchanges[-1]

    def stays_quiet(self) -> None:
        """Fails if the server sends a line that is refused as not due now, unless it was sent before the
        server could see the present view: the one answer that the view before asked for.
        """
        until, entry = self.now + self.trial.quiet, self.view["entry"]
        under_way = set[bytes]()
        was_asked = self._earlier["prompt"]["action"] in _SERVERS
        while (heard := self.hear(max(0.0, until - self.now))) is not None:
            if heard.view["refused"] not in _NOT_DUE or heard.is_of_before(entry):
                continue
            if not was_asked or "seen" in heard.fields or heard.line in under_way:
                raise _Failed(_text(heard.line))
            under_way.add(heard.line)

    @property
    def now(self) -> float:
        return self.trial.clock.monotonic()

    @property
    def _server_has(self) -> float:
        """The server's remaining seconds for the question, however often it sent refused lines."""
        seconds = float(self.view["prompt"].get("seconds", 0) * self.trial.pace + self.trial.patience)
        return seconds + self._asked - self.now

    def resume(self) -> None:
        """Listen to the server again: the time that another table took does not count."""
        self._asked = self.now

    @property
    def waited(self) -> float:
        """Seconds since the server was asked the present question."""
        return self.now - self._asked

    @property
    def left_unanswered(self) -> str:
        """Why the present question has no answer: the server's last line and its refusal, bytes without a
        line's end, or nothing.
        """
        last = next(reversed(self._heard), None)
        if last is not None and last.view["refused"]:
            return f"{_text(last.line)}: {last.view['refused']}: {last.view['why']}"
        if bytes_left := self._reader.unended:
            return f"{bytes_left} bytes without a line end"
        return _text(
            msgspec.json.encode(
                {"phase": self.view["phase"], "bets": self.view["bets"], "prompt": self.view["prompt"]}
            )
        )

    def show(self, view: Seen) -> None:
        self._earlier, self.view = self.view, view
        if (question := _question(view)) != self._question:
            self._question, self._asked = question, self.now
            self._heard.clear()
        assert self._end is not None
        try:
            self.sends(self._end, msgspec.json.encode({**view, **self.more}) + b"\n")
        except OSError:
            raise _Failed from None

    def _line(self, seconds: float) -> bytes | None:
        until = self.now + seconds
        assert self._end is not None
        while not self._lines:
            left = until - self.now
            if left <= 0:
                return None
            self._end.settimeout(left)
            try:
                received = self._end.recv(permissions.LONGEST_OVER_LINK)
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


def _question(view: Seen) -> tuple[object, ...]:
    """The question to the server at a view: it stays the same until somebody answers it."""
    prompt, round = view["prompt"], view["round"]
    asked = (str(prompt.get(name)) for name in ("action", "stage", "seat", "hand", "seats"))
    return (*asked, view["bets"], round and round["id"])


# --- the cases ----------------------------------------------------------------------------------------------

Play = Callable[[LinkedTable], None]
Of = Callable[[str], bool]


class _Case(NamedTuple):
    asks: str
    """The sentence that says what it asks of the server."""
    of: Of
    """Whether it is one of a game's."""
    play: Play


_CASES: dict[str, _Case] = {}
"""The cases by their names, in the order in which they are tried."""


def _every(game: str) -> bool:
    return True


def _is_dealt(game: str) -> bool:
    return not has_wheel(game)


def _is_answered(game: str) -> bool:
    return GAMES[game].is_answered


def _case(name: str, asks: str, of: Of = _every) -> Callable[[Play], Play]:
    def listed(play: Play) -> Play:
        _CASES[name] = _Case(asks, of, play)
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
    last = table.view["round"]["id"] if table.view["round"] else None
    table.until(lambda view: view["bets"] == Bets.OPEN and view["round"]["id"] != last)


@_case("first_line", "Say something after the hello, even if nothing is due: `view` will do.")
def _first_line(table: LinkedTable) -> None:
    table.say("close", by=_PIT_BOSS)
    table.until(_in(Phase.CLOSED))
    table.connect()
    if table.hear(PATIENCE * table.trial.pace + table.trial.patience) is None:
        raise _Failed(table.left_unanswered)
    _plays_on(table)


@_case("bets_open", "Open the bets when they are waited for.")
def _open(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))


@_case("bets_closed", "Close them when bet time is over.")
def _close(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.until(_bets(Bets.CLOSED))


@_case("bet_time", "Leave bets open for about as long as the view says, and close none before.")
def _bet_time(table: LinkedTable) -> None:
    seconds = table.until(_bets(Bets.OPEN))["prompt"]["seconds"] * table.trial.pace
    table.hold("bets", state="closed")
    if table.waited < seconds - _ABOUT:
        raise _Failed(f"bets closed after {table.waited:.1f} of {seconds:.1f} seconds")


@_case("next_round", "Open the next round's bets after a round.")
def _next(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


@_case("seats", "Say which seats have bet before the first card.", _is_answered)
def _seats(table: LinkedTable) -> None:
    table.until(_in(Phase.DEALING))
    table.until(lambda view: not _asks(Action.AWAIT_SEATS)(view))


@_case("decision", "Answer for the seat and hand that is asked, or say `timeout`.", _is_answered)
def _decision(table: LinkedTable) -> None:
    table.until(_asks(Action.AWAIT_DECISION))
    table.until(_in(Phase.RESULT))


@_case("insurance", "Answer each seat's insurance.", _is_answered)
def _insurance(table: LinkedTable) -> None:
    table.cards = lambda prompt: "A" if _is_up_card(prompt) else _hard_twelve(prompt)
    table.until(_asks(Action.AWAIT_DECISION, stage="insurance"))
    table.until(lambda view: not _asks(Action.AWAIT_DECISION, stage="insurance")(view))


@_case("split", "Answer for both hands of a split seat.", _is_answered)
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


# --- answers and closings that cross with what happens at the table


@_case("answer_early", "Give no answer before it is asked.", _is_answered)
def _early(table: LinkedTable) -> None:
    table.until(_asks(Action.DEAL))
    for _ in range(2):
        table.stays_quiet()
        table.step()
    table.until(_in(Phase.RESULT))


@_case(
    "answer_late", "Go on with the next question where a pit boss went on before the answer.", _is_answered
)
def _late(table: LinkedTable) -> None:
    asked, held = _held_answer(table)
    table.say("decision", **asked, choice="timeout", by=_PIT_BOSS, reason="no answer came")
    table.take(held)
    _plays_on(table)


@_case(
    "answer_stale", "Answer again, by the present view, where the answer came for other cards.", _is_answered
)
def _stale(table: LinkedTable) -> None:
    asked, held = _held_answer(table)
    table.say("correct", hand=f"{asked['seat']}.{asked['hand']}", card=2, to="3H", by=_PIT_BOSS)
    table.take(held)
    _plays_on(table)


@_case(
    "answer_in_a_break",
    "Go on by the first view where an answer was taken and the connection broke before its view.",
    _is_answered,
)
def _in_a_break(table: LinkedTable) -> None:
    _, held = _held_answer(table)
    table.take(held, is_shown=False)
    table.connect()
    _plays_on(table)


def _held_answer(table: LinkedTable) -> tuple[Seen, bytes]:
    """The first question to a hand, and the server's answer, not yet taken."""
    prompt = table.until(_asks(Action.AWAIT_DECISION))["prompt"]
    asked = {"seat": prompt["seat"], "hand": prompt["hand"]}
    return asked, table.hold("decision", **asked)


@_case("closing_late", "Open new bets where the round was void before the closing came.")
def _closing_late(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    held = table.hold("bets", state="closed")
    table.say("incident", kind="cannot_continue", facts={"reason": "premises"}, by=_PIT_BOSS)
    table.take(held)
    _plays_on(table)


@_case(
    "closing_in_a_break",
    "Go on by the first view where the closing was taken and the connection broke before its view.",
)
def _closing_in_a_break(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.take(table.hold("bets", state="closed"), is_shown=False)
    table.connect()
    _plays_on(table)


@_case("not_recorded", "Say a line again that the table could not record, as on a full disk.")
def _not_recorded(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    _unrecorded(table, table.hold("bets", state="closed"))
    table.until(_bets(Bets.CLOSED))
    _plays_on(table)


@_case("answer_not_recorded", "Give an answer again that the table could not record.", _is_answered)
def _answer_not_recorded(table: LinkedTable) -> None:
    _, held = _held_answer(table)
    _unrecorded(table, held)
    _plays_on(table)


def _unrecorded(table: LinkedTable, line: bytes) -> None:
    """The table can't record a line of the server, but could a moment later."""
    table.table.kept.broken = True
    exchange = table.take(line, is_shown=False)
    table.table.kept.broken = False
    table.show(exchange.view)


# --- what an incident makes of a round


@_case("void", "Open new bets after a void round, whose bets go back.")
def _void(table: LinkedTable) -> None:
    _halted(table)
    table.say("void", by=_PIT_BOSS)
    _plays_on(table)


def _halted(table: LinkedTable) -> None:
    """Halt play: an invalid spin, a card too early, a card too many."""
    if table.table.game.wheel is not None:
        table.until(_asks(Action.SPIN))
        table.say("spin", turns=2, direction="against", by=_DEALER)
        return
    asked = Action.AWAIT_DECISION if "seats" in (table.until(_bets(Bets.OPEN))["round"]) else Action.ANNOUNCE
    table.until(_asks(asked))
    table.say("card", card="9H")


@_case("refund", "Answer no more for a seat whose bet goes back, and go on.", _is_answered)
def _refund(table: LinkedTable) -> None:
    table.cards = lambda prompt: "4" if _is_first_or_second(prompt) else _hard_twelve(prompt)
    asked, held = _held_answer(table)
    table.say("decision", **asked, choice="timeout", by=_PIT_BOSS, reason="no answer came")
    table.say("incident", by=_DEALER)
    table.take(held)
    table.say("answer", facts={"kind": "no_chance_to_act", **asked}, by=_PIT_BOSS)
    table.say("authorise", by=_PIT_BOSS)
    table.stays_quiet()
    _plays_on(table)


@_case("respin", "Neither open nor close bets while the ball is spun again.", has_wheel)
def _respin(table: LinkedTable) -> None:
    _halted(table)
    table.say("incident", kind="no_spin", facts={"cause": "few_turns"}, by=_PIT_BOSS)
    table.stays_quiet()
    _plays_on(table)


@_case("number_corrected", "Open new bets after a number was corrected.", has_wheel)
def _corrected(table: LinkedTable) -> None:
    table.until(_in(Phase.RESULT))
    actual = (table.view["round"]["number"] + 1) % 37
    table.say("incident", kind="wrong_number_recorded", facts={"actual": actual}, by=_PIT_BOSS)
    _plays_on(table)


# --- halts and new connections at each moment of a round


class _Moment(NamedTuple):
    when: str
    reach: Play
    of: Of = _every


def _to(wanted: Callable[[Seen], bool]) -> Play:
    def reach(table: LinkedTable) -> None:
        table.until(wanted)

    return reach


_MOMENTS: Final = {
    "before_bets": _Moment(
        "before bets", _to(lambda view: bool(view["round"]) and _asks(Action.AWAIT_BETS)(view))
    ),
    "in_bet_time": _Moment("in bet time", _to(_bets(Bets.OPEN))),
    "in_the_deal": _Moment("while cards are dealt", _to(_asks(Action.DEAL, card=2)), _is_dealt),
    "at_an_answer": _Moment("while an answer is due", _to(_asks(Action.AWAIT_DECISION)), _is_answered),
    "at_the_spin": _Moment("while a spin is due", _to(_asks(Action.SPIN)), has_wheel),
    "at_the_number": _Moment("while the ball runs", _to(_asks(Action.AWAIT_NUMBER)), has_wheel),
    "at_the_result": _Moment("while the result is announced", _to(_in(Phase.RESULT))),
    "at_the_collecting": _Moment("while cards are picked up", _to(_in(Phase.COLLECTING)), _is_dealt),
}


def _halts(moment: _Moment) -> Play:
    def play(table: LinkedTable) -> None:
        moment.reach(table)
        table.say("incident", by=_DEALER)
        table.stays_quiet()
        table.say("withdraw", by=_DEALER)
        _plays_on(table)

    return play


def _reconnects(moment: _Moment) -> Play:
    def play(table: LinkedTable) -> None:
        moment.reach(table)
        table.connect()
        table.stays_quiet()
        _plays_on(table)

    return play


for _name, _moment in _MOMENTS.items():
    _asked = f"The table halts {_moment.when}: say nothing that it refuses, and go on when it does."
    _CASES[f"halt_{_name}"] = _Case(_asked, _moment.of, _halts(_moment))
for _name, _moment in _MOMENTS.items():
    _asked = f"The console connects again {_moment.when}: go on by the first view."
    _CASES[f"reconnect_{_name}"] = _Case(_asked, _moment.of, _reconnects(_moment))


@_case("console_restarted", "Close the bets of a console that was started again.")
def _restarted(table: LinkedTable) -> None:
    table.until(_bets(Bets.OPEN))
    table.hang_up()
    table.table.restart()
    table.connect()
    table.until(_bets(Bets.CLOSED))
    _plays_on(table)


# --- the line itself, and a second one


@_case("slow_line", "Read a view that comes in pieces.")
def _slow(table: LinkedTable) -> None:
    def in_pieces(end: End, line: bytes) -> None:
        for at in range(0, len(line), len(line) // 3 + 1):
            end.sendall(line[at : at + len(line) // 3 + 1])
            table.trial.clock.sleep(0.005)

    table.sends = in_pieces
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


@_case("silent_line", "Keep a connection over which no view comes for a while.")
def _silent(table: LinkedTable) -> None:
    table.until(_in(Phase.RESULT))
    until = table.now + table.trial.silence
    while table.hear(max(0.0, until - table.now)) is not None:
        pass
    _plays_on(table)


@_case("new_field", "Ignore a field that a later version adds.")
def _new_field(table: LinkedTable) -> None:
    table.more = {"of_a_later_version": {"entries": [1, None]}}
    table.until(_bets(Bets.OPEN))
    _plays_on(table)


@_case("wrong_token", "End a connection whose hello has not the table's token, and serve its next one.")
def _wrong_token(table: LinkedTable) -> None:
    hello = table.trial.server.hello_of_a_stranger(table.table.session.journal_id)
    if hello is None:
        raise _NotShown
    if not table.is_hung_up_on(hello):
        raise _Failed("it went on with a connection whose token is not the table's")
    table.connect()
    _plays_on(table)


@_case("older_connection", "Serve a table's newer connection alone, though the older one has not ended.")
def _older(table: LinkedTable) -> None:
    if table.trial.server.connects_by_itself:
        raise _NotShown
    table.until(_bets(Bets.OPEN))
    with table.with_older_connection():
        _plays_on(table)


@_case("two_tables", "Serve a second table over its own connection at the same time.")
def _two_tables(table: LinkedTable) -> None:
    with table.beside() as second:
        for wanted in (_bets(Bets.OPEN), _bets(Bets.CLOSED), _in(Phase.RESULT), _asks(Action.AWAIT_BETS)):
            for each in (table, second):
                each.resume()
                each.until(wanted)
        for each in (second, table):
            each.resume()
            _plays_on(each)


def _is_up_card(prompt: Seen) -> bool:
    return prompt.get("hand") == "dealer" and prompt.get("card") == 1


def _hard_twelve(prompt: Seen) -> str | None:
    """Ranks that leave each hand of blackjack to a decision; the dealer shows a six."""
    if "seat" not in prompt:
        return "6" if _is_up_card(prompt) else None
    return {1: "T", 2: "2"}.get(prompt["card"])


# --- what holds of every line -------------------------------------------------------------------------------


class _Rule(NamedTuple):
    asks: str
    is_about: Callable[[Exchange], bool]
    """Whether a line shows that the rule is kept or broken."""
    is_broken: Callable[[Exchange], bool]
    of: Of = _every


def _refused(*refusals: Refusal) -> Callable[[Exchange], bool]:
    return lambda each: each.view["refused"] in refusals


def _has_form(each: Exchange) -> bool:
    return bool(each.view["refused"] != Refusal.BAD_INPUT)


def _is_of_round(each: Exchange) -> bool:
    return _has_form(each) and each.fields["do"] in _OF_ROUND


def _is_decision(each: Exchange) -> bool:
    return _has_form(each) and each.fields["do"] == "decision"


_RULES: Final = {
    "form": _Rule("Each line has a form of the protocol.", lambda each: True, _refused(Refusal.BAD_INPUT)),
    "allowed": _Rule(
        "Each line is one that a server may send to a table of this game.",
        _has_form,
        _refused(Refusal.NOT_AUTHORISED, Refusal.NOT_THIS_GAME, Refusal.NOT_IN_RULEBOOK),
    ),
    "names_round": _Rule(
        "`bets`, `seats` and `decision` name their round.",
        _is_of_round,
        lambda each: "round" not in each.fields,
    ),
    "names_view": _Rule(
        "A decision names the view that it answers.",
        _is_decision,
        lambda each: "seen" not in each.fields,
        _is_answered,
    ),
    "hands": _Rule(
        "A decision is for a hand that the round has.",
        _is_decision,
        _refused(Refusal.NO_SUCH_HAND),
        _is_answered,
    ),
    "offers": _Rule(
        "A decision is one of the offers.", _is_decision, _refused(Refusal.NOT_OFFERED), _is_answered
    ),
    "once": _Rule(
        "No line is sent again on a connection once the table took it.",
        lambda each: _is_of_round(each) and (each.repeated or each.view["accepted"]),
        lambda each: each.repeated and each.names_its_occasion,
    ),
}
"""The rules that every line in the other cases must keep; each rule is a case, too."""


def cases(game: str) -> dict[str, str]:
    """A game's cases by name, in the order in which they are tried, each with its demand on a server."""
    first = {name: _CASES[name] for name in _FIRST}
    found = {name: case.asks for name, case in (first | _CASES).items() if case.of(game)}
    return found | {name: rule.asks for name, rule in _RULES.items() if rule.of(game)}


_FIRST: Final = ("first_line", "bets_open", "bets_closed", "next_round")
"""The cases without which no other can be played. Those about all lines are judged after them, and again at
the end; if one of all these fails, the rest is not tried.
"""


def conform(trial: Trial, seed: int = 0) -> Iterator[Result]:
    """Try every case of the table's game, each on its own connection and table. If a server can't lead a
    table from round to round, or its lines break a rule even then, nothing else is tried. Raises OSError if
    the server can't be reached at first; later that is the case's failure.
    """
    exchanges: list[Exchange] = []
    played = {name: case for name, case in _CASES.items() if case.of(trial.game)}
    rules = {name: rule for name, rule in _RULES.items() if rule.of(trial.game)}
    leads = True
    for name in _FIRST:
        result = _result_of(name, played.pop(name), trial, seed, exchanges, is_first=name == _FIRST[0])
        leads = leads and result.verdict is not Verdict.FAILED
        yield result
    for name in list(rules):
        if (result := _kept(name, rules[name], exchanges)).verdict is Verdict.FAILED:
            leads = False
            rules.pop(name)
            yield result
    for name, case in played.items():
        if leads:
            yield _result_of(name, case, trial, seed, exchanges)
        else:
            yield Result(name, case.asks, Verdict.NOT_TRIED, "", 0.0)
    for name, rule in rules.items():
        yield _kept(name, rule, exchanges)


def _result_of(
    name: str, case: _Case, trial: Trial, seed: int, exchanges: list[Exchange], *, is_first: bool = False
) -> Result:
    table, began = LinkedTable(trial, Random(f"{seed} {name}")), trial.clock.monotonic()
    verdict, did = _judged(case.play, table, is_first=is_first)
    exchanges += table.exchanges
    return Result(name, case.asks, verdict, did, trial.clock.monotonic() - began)


def _kept(name: str, rule: _Rule, exchanges: list[Exchange]) -> Result:
    """The result of a rule for all lines so far."""
    about = [each for each in exchanges if rule.is_about(each)]
    broken = next((each for each in about if rule.is_broken(each)), None)
    if broken is not None:
        return Result(name, rule.asks, Verdict.FAILED, _text(broken.line), 0.0)
    return Result(name, rule.asks, Verdict.PASSED if about else Verdict.NOT_SHOWN, "", 0.0)


def _judged(play: Play, table: LinkedTable, *, is_first: bool) -> tuple[Verdict, str]:
    try:
        table.connect()
        is_first = False
        play(table)
    except _Failed as failure:
        return Verdict.FAILED, str(failure)
    except _NotShown:
        return Verdict.NOT_SHOWN, ""
    except OSError:
        if is_first:
            raise
        return Verdict.FAILED, ""
    finally:
        table.hang_up()
    return Verdict.PASSED, ""
