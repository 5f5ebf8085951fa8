"""A shift as it is played: lines in, views out, and what somebody beside the table would have counted.

The count is made of the lines that were sent, the views that came back and the clock that was moved; it never
looks into the journal, nor into the table's state.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import msgspec

from console.table.core import Session, SetClock
from console.table.custody import open_session
from console.table.journal import Identity
from console.table.words import encode
from tests.table.core.blackjack_at_random import line_at_blackjack as cards_asked
from tests.table.core.incident.obedience import obeyed
from tests.table.core.tables import Seen, book, words
from tests.table.core.wheel_at_random import line_at_wheel as wheel_asked
from tests.table.incidents.rows import committed

START = datetime(2026, 11, 19, 18, 0, tzinfo=UTC)
RANKS = "A23456789TJQK"
PREPARING = ("shoe", "wheel")


class Beside:
    """The counts kept beside the table, in all and by dealer."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.by_dealer: defaultdict[str | None, Counter[str]] = defaultdict(Counter)
        self.halts: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.to_result: list[float] = []
        self.waits: list[float] = []
        self.opened: dict[str, Seen] = {}
        self.ended_beside = set[str]()
        """The incidents that an entry ended with which the next one opened and was decided."""
        self.beside_another: dict[str, str] = {}
        """Incidents that the entry decided which decided and ended another, and that other."""
        self.taken_back: set[str] = set()
        self.reported: dict[str, str | None] = {}
        self.numbered: dict[str, str | None] = {}
        """Who dealt as the number of a round was known."""
        self.dealer: str | None = None
        self.people: dict[str, str] = {}
        self._closed = self._known = self._called = 0.0
        self._halted = False
        self._stray: str | None = None
        """The reason for which a card that came under the open report will halt the table."""
        self._beneath = ""
        self._stopped: str | None = None

    def add(self, name: str, count: float = 1, *, of: str | None = None) -> None:
        """Count for the shift, and for the dealer who deals or the one that is named."""
        self.counts[name] += count  # type: ignore[assignment]
        self.by_dealer[of or self.dealer][name] += count  # type: ignore[assignment]

    def see(self, line: Seen, before: Seen, after: Seen, at: float, since: float) -> None:
        """A line was sent ``at`` seconds into the shift, ``since`` after the last one."""
        if before["phase"] != "halted" == after["phase"]:
            self._stopped = self.dealer
        self._time(before, since)
        self._round(before, after, at)
        self._call(before, after, at)
        if after["accepted"]:
            self._taken(line, before, after)
        if line["do"] == "unread" and after["refused"] != "not_this_game":
            self.add("unread")
        self._incident(line, before, after)
        self._halt(before, after)
        self._card_under_report(line, before, after)
        if after["accepted"]:
            self._people(line)

    def _time(self, before: Seen, since: float) -> None:
        if before["phase"] != "closed":
            self.add("open", since)
        if before["phase"] == "halted":
            self.add("stood", since)
        if before["manual"]:
            self.add("manual_seconds", since)

    def _round(self, before: Seen, after: Seen, at: float) -> None:
        if before["bets"] == "open" != after["bets"]:
            self._closed = at
        was, now = before["round"], after["round"]
        if now and decided(now):
            had = was if was and was["id"] == now["id"] and decided(was) else None
            if had is None or result_of(had) != result_of(now):  # a correction made another one
                self._known = at
            if had is None:
                self.numbered[now["id"]] = self.dealer
        if not now or now["status"] == "open" or not was or was["status"] != "open":
            return
        if now["status"] == "void":
            nobody = now.get("seats") == {} and after["say"] != "round_void"
            self.add("unplayed" if nobody else "voids", of=self._dealt(before))
            return
        self.add("rounds")
        self.to_result.append((self._known if decided(now) else at) - self._closed)

    def _dealt(self, before: Seen) -> str | None:
        """The dealer of a round when play stopped, whom another may have relieved before it was void."""
        if before["incident"]:
            return self.reported[before["incident"]["id"]]
        return self._stopped if before["phase"] == "halted" else self.dealer

    def _call(self, before: Seen, after: Seen, at: float) -> None:
        if after["call"] and not before["call"]:
            self._called = at
        elif before["call"] and not after["call"]:
            self.waits.append(at - self._called)

    def _taken(self, line: Seen, before: Seen, after: Seen) -> None:
        match line["do"]:
            case "correct":
                self.add("corrections")
            case "manual" if line["on"] and not before["manual"]:
                self.add("manual")
            case "card" if "by" in line and before["manual"]:
                self.add("manual_cards")
            case "done" if line.get("reason") and before["phase"] == "halted":
                self.add("skipped")
        asked = before["prompt"]["action"]
        ends = ("card", "unread") if asked == "burn_card" else ("done", "card", "unread")
        if before["phase"] in PREPARING and line["do"] in ends and asked != after["prompt"]["action"]:
            self.done[asked] += asked != "rescan"

    def _incident(self, line: Seen, before: Seen, after: Seen) -> None:
        if line["do"] == "incident" and after["accepted"]:
            self.reported[f"T7-i{len(self.reported) + 1}"] = self.dealer
        if after["accepted"] and line["do"] == "withdraw" and after["ended"]:
            was = before["incident"]  # the next one may be over at once, and ``ended`` then names that
            self.taken_back.add(after["ended"] if was["state"] == "steps" else was["id"])
        if after["accepted"] and line["do"] == "authorise" and "choice" in line:
            was = before["incident"]
            self.opened[was["id"]] = was | {"outcome": line["choice"]}  # it may be over at once
        if (incident := after["incident"]) is not None:
            was, undecided = before["incident"], ("facts", "awaiting")
            is_both = was is not None and was["state"] in undecided and incident["state"] not in undecided
            if is_both and incident["id"] not in (was["id"], *self.opened):
                self.beside_another[incident["id"]] = was["id"]
            if was is not None and incident["state"] not in undecided and incident["id"] not in self.opened:
                self.ended_beside.add(was["id"])
            self.opened[incident["id"]] = incident
            is_behind = was is not None and 0 < was["queued"] == incident["queued"]
            if line["do"] == "authorise" and is_behind and was["id"] != incident["id"]:
                self.opened.pop(was["id"])  # it waits behind the one that opened: nothing has come of it

    def _halt(self, before: Seen, after: Seen) -> None:
        incident, prompt = after["incident"], after["prompt"]
        over = incident and incident["state"] in ("steps", "closed") and incident["outcome"] != "record_only"
        if after["phase"] != "halted" or over:
            self._halted = False  # a report that is taken back leaves the halt beneath it
        if after["phase"] != "halted" or self._halted or (incident and incident["open"]):
            return
        self._halted = True
        reason = "rescan" if prompt["action"] == "rescan" else prompt.get("reason") or self._reason(after)
        self.halts[reason] += 1

    def _card_under_report(self, line: Seen, before: Seen, after: Seen) -> None:
        """A card that no step asked for halts the table once its report is withdrawn, or ends with an
        outcome that is no void and leaves the shoe in play. The halt that a report opens over is counted
        here: no view shows it.
        """
        if after["phase"] != "halted":
            self._stray, self._beneath = None, after["phase"]
            return
        was, now = before["incident"], after["incident"]
        is_card = line["do"] in ("card", "unread") and after["refused"] == "halted" and not before["manual"]
        if was and was["open"] and is_card and self._beneath not in PREPARING:
            asked = before["prompt"]["action"] == "scan_card"
            if not asked and self._stray is None:
                self._stray = "bets_open" if before["bets"] == "open" else "out_of_turn"
        if was is None or after["ended"] != was["id"]:
            return
        withdrawn = line["do"] == "withdraw"
        stays = self._stray is not None and (withdrawn or was["outcome"] not in ("void", "change_shoe"))
        waits = now is not None and now["id"] != was["id"] and now["state"] in ("facts", "awaiting")
        if stays and waits and not self._halted:  # one that is decided at once ends the halt with it
            self.halts[str(self._stray)] += 1
            self._halted = True
        self._stray = None

    def _reason(self, after: Seen) -> str:
        return str(after["refused"])

    def _people(self, line: Seen) -> None:
        if line["do"] == "sign_in":
            self.counts["sign_ins"] += 1
            if line["role"] == "dealer":
                self.counts["dealer_changes"] += self._last_dealer not in (None, line["who"])
                self.dealer = self._last_dealer = line["who"]
        elif line["do"] == "sign_out" and line["who"] == self.dealer:
            self.dealer = None

    _last_dealer: str | None = None

    def incidents(self) -> Counter[tuple[str, str, str]]:
        """Those that are over and were not taken back, by kind, clause and outcome."""
        counted: Counter[tuple[str, str, str]] = Counter()
        for number, incident in self.opened.items():
            is_open = incident["open"] and self._is_last(number)
            if number not in self.taken_back and not is_open:
                counted[incident["kind"] or "", incident["clause"] or "", incident["outcome"]] += 1
        return counted

    def dealer_of(self, number: str) -> str | None:
        """The dealer when an incident happened: a wrong number when that was known (LT-ROU-33)."""
        incident = self.opened.get(number, {"kind": None})
        is_wrong = incident["kind"] == "wrong_number_recorded"
        return self.numbered[incident["round"]] if is_wrong else self.reported[number]

    def decisions(self) -> Counter[tuple[str, str]]:
        """The outcomes of those that were not taken back, by clause; one stands before its last step."""
        counted: Counter[tuple[str, str]] = Counter()
        for number, incident in self.opened.items():
            waits = incident["open"] and incident["state"] in ("facts", "awaiting") and self._is_last(number)
            if number not in self.taken_back and not waits:
                counted[incident["clause"] or "", incident["outcome"]] += 1
        return counted

    def _is_last(self, number: str) -> bool:
        return number == next(reversed(self.opened))


def decided(round: Seen) -> bool:
    """Whether a round shows how it ended."""
    return bool(round.get("outcome")) or round.get("number") is not None


def result_of(round: Seen) -> tuple[object, ...]:
    """How a round with cards ended, as a view shows it: the outcome, and the points of each hand."""
    return round.get("outcome"), round.get("points")


class Shift:
    """A table at which play goes on for as long as asked, by a person who does everything that can be done
    there.
    """

    def __init__(self, path: Path, code: str, game: str, seed: int, stack: ExitStack) -> None:
        self.code, self.game = code, game
        self.random, self.clock, self.beside = Random(seed), SetClock(START), Beside()
        identity = Identity("T7", game, code)
        opened = open_session(path, identity, book(code), self.clock, stack, shift=lambda at: "night")
        self.session: Session = opened.session
        self.seen = self._sent({"do": "view"})
        self.at = 0.0

    def play(self, lines: int, incidents: int) -> None:
        """Play at least ``lines`` lines, with ``incidents`` incidents."""
        while self.beside.counts["lines"] < lines or len(self.beside.reported) < incidents or self._waiting:
            if len(self.beside.reported) < incidents and self.random.random() < 0.12:
                self.take(self._report())
            elif self.random.random() < 0.12:
                self.take(self._something_else())
            else:
                self.take(self._asked())

    @property
    def _waiting(self) -> bool:
        """Whether a report waits behind the open one: what is to come of it nobody sees."""
        return self.seen["incident"] is not None and self.seen["incident"]["queued"] > 0

    def take(self, line: Seen) -> Seen:
        """One line, some seconds after the last one."""
        since = self.random.choice((1, 2, 3, 5, 8, 0.5))
        self.clock.advance(since)
        self.at += since if self.beside.counts["lines"] else 0.0
        passed = since if self.beside.counts["lines"] else 0.0
        before, self.seen = self.seen, self._sent(line)
        self.beside.counts["lines"] += 1
        self.beside.see(line, before, self.seen, self.at, passed)
        return self.seen

    def _sent(self, line: Seen) -> Seen:
        view = self.session.take(msgspec.json.encode(line))
        return msgspec.json.decode(encode(view, words("en"), words(book(self.code).market)))  # type: ignore[no-any-return]

    def _face(self) -> str:
        return self.random.choice(RANKS) + self.random.choice("SHDC")

    def _asked(self) -> Seen:
        table, face, number = self.session.table, self._face(), self.random.randrange(1000)
        match self.game:
            case "roulette":
                return wheel_asked(table, self.seen, number)
            case "blackjack":
                return cards_asked(table, self.seen, face, number)
            case _:
                return obeyed(table, self.seen, face, number)

    def _report(self) -> Seen:
        kinds = sorted({row.kind for row in committed() if row.game == self.game} - {"not_mixed"})
        by = self.random.choice(("D1", "P1"))
        return {"do": "incident", "kind": self.random.choice(kinds), "facts": {}, "by": by}

    def _something_else(self) -> Seen:
        dealer = self.beside.dealer or "D1"
        hand = self.random.choice(("player", "banker", "dealer", "1.1"))
        mended = {"hand": hand, "card": self.random.choice((1, 2)), "to": self._face()}
        return self.random.choice(
            (
                {"do": "call", "by": dealer, "on": True},
                {"do": "call", "by": "P1", "on": False},
                {"do": "say", "by": "P1", "text": "=noted"},
                {"do": "manual", "by": "P1", "on": self.random.random() < 0.4},
                {"do": "manual", "by": "P1", "on": False},
                {"do": "correct", "by": "P1", **mended},
                {"do": "card", "card": self._face()},
                {"do": "unread"},
                {"do": "cut_card"},
                {"do": "spin", "turns": 2, "direction": "against", "by": dealer},
                {"do": "number", "number": 7, "source": "reader"},
                {"do": "withdraw", "by": "P1"},
                {"do": "void", "by": "P1"},
                {"do": "reshuffle", "by": "P1", "on": True, "new": self.random.random() < 0.5},
                {"do": "sign_in", "who": self.random.choice(("D1", "D2", "D3")), "role": "dealer"},
                {"do": "sign_in", "who": "S1", "role": "supervisor"},
                {"do": "done", "by": "P1", "reason": "as the pit boss saw it"},
            )
        )
