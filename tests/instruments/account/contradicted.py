"""The contradictions of a session, worked out from its lines, the second reader's views and its devices.

A view shows both sides of a number that was changed after its announcement, and of two counts. Of the others
:class:`ContradictedTable` hears the second statement as the line is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from console.supervisor.history.interval import Interval
from console.supervisor.reports.journal_reports import shift_report
from tests.instruments.differ.cards import coup_outcome
from tests.instruments.differ.reference.reference_table import ReferenceTable
from tests.instruments.differ.reference.table_values import Halt, Report
from tests.instruments.differ.rounds import Coup
from tests.instruments.differ.wires import Said

if TYPE_CHECKING:
    from tests.instruments.account.sessions import Played
    from tests.instruments.account.table_account import Sent

Shown = dict[str, Any]
Stated = tuple[datetime, str, str, str, str]
"""When it was found, its kind, its round, and the values of both sides."""
Place = tuple[object, ...]
"""The place of a card."""
WHOLE: Final = (416, [52] * 8)


@dataclass
class ByHand:
    """Manual mode: the round's cards that were typed, those that a device read, and the shoe's result."""

    alike: bool
    """Whether the shoe counts the coups as the table does."""
    typed: list[tuple[Place, str]] = field(default_factory=list)
    read: list[tuple[Place, str]] = field(default_factory=list)
    result: str | None = None

    def begin_round(self) -> None:
        """Forget the last round's; with its result the shoe ended its own count."""
        self.alike = self.alike or self.result is not None
        self.typed, self.read, self.result = [], [], None

    def came(self, place: Place, face: str, *, typed: bool) -> tuple[str, str] | None:
        """A card for a place; the two faces if it differs from the other side's last one for it."""
        mine, others = (self.typed, self.read) if typed else (self.read, self.typed)
        own = [each for at, each in mine if at == place]
        other = next((each for at, each in reversed(others) if at == place), None)
        mine.append((place, face))
        ahead = len(set(self.read)) > len({at for at, _ in self.read})
        if other in (None, face) or (typed and ahead) or (own and not typed):
            return None
        assert other is not None
        return other, face


class Known(NamedTuple):
    """The fact that the table knows against a report: the value, and the entry that has it, 0 for one that
    came before the report; None if there is none.
    """

    value: str
    entry: int | None


def reporters_side(report: Report) -> str:
    """The value of a report as a statement."""
    match report.kind:
        case "no_spin":
            return str(report.facts.get("cause", ""))
        case "technical_fault" if report.facts.get("result_known") is True:
            return str(report.facts.get("actual", ""))
    return str(report.kind)


class ContradictedTable(ReferenceTable):
    """The reference, with the contradictions of which no view has both sides."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        super().__init__(game, rules, ready=ready)
        self.stated: list[tuple[str, str, str, str]] = []
        """Those of the line: the kind, the round, and the values of both sides."""
        self.by_hand: ByHand | None = None
        self.turns = 0
        """The ball's turns in the last valid spin."""

    def do_spin(self, line: Shown) -> None:
        """The ball is sent."""
        super().do_spin(line)
        if self.open_round is not None and self.open_round.valid:
            self.turns = line["turns"]

    def held_against(self) -> Known | None:
        """The facts that the table knows against the report that awaits a pit boss (E4-known, E4-early)."""
        report = self.report
        if report is None or report.state != "awaiting" or report.about is None or not self.against(report):
            return None
        early, facts, then = report.about.early, report.facts, self.then_of(report)
        match report.kind:
            case "technical_fault" if facts.get("result_known") is True and not early:
                return Known("", None)
            case "no_spin" if not early:
                return Known(str(self.turns), 0)
            case "reader_failed":
                return Known("", None)
            case "played_past_cut_card":
                is_in = then.cut_in is not None and then.cut_in is then.open
                return Known("" if is_in else str(then.left), None)
            case "no_chance_to_act":
                hands = self.hands_of(facts["seat"])
                given = hands[facts["hand"]].turns if facts["hand"] in hands else []
                own = [each for each in given if each != "timeout"]
                return (
                    Known(own[-1], 0) if own else None
                )  # a question that was missed says nothing against it
        return Known(str(early[-1]["number"]), int(early[-1]["entry"])) if early else None

    def contradict(self, kind: str, first: str, second: str) -> None:
        """Note a contradiction of the open round."""
        self.stated.append((kind, self.open_round.id if self.open_round else "", first, second))

    def fallen(self, number: int, *, again: bool) -> None:
        """The ball was said to be out, and its game brings a number."""
        said = self.said_out
        try:
            super().fallen(number, again=again)
        finally:
            if said is not None and said.fell is not None:
                self.contradict("ball_out", "", str(number))

    def withdraw_halt(self, halt: Halt, line: Shown) -> None:
        """No spin is lifted, also while it can't be reported."""
        super().withdraw_halt(halt, line)
        if halt.offer is not None and halt.offer[0] == "no_spin" and not halt.fell:
            self.contradict("no_spin", str(halt.offer[1].get("cause") or "void_game"), "")

    def read_under(self, report: Report, knew: dict[str, Any]) -> None:
        """A foreign object was said to be out in time, and a number is read (LT-ROU-32a)."""
        was = report.contradicted
        super().read_under(report, knew)
        about = self.open_round
        if report.contradicted and not was and about is not None:
            self.contradict("ball_out", "", str(about.recorded))

    def do_bets(self, line: Shown) -> None:
        """A round begins."""
        super().do_bets(line)
        if self.by_hand is not None and line["state"] == "open":
            self.by_hand.begin_round()

    def do_manual(self, line: Shown) -> None:
        """Cards are typed from here on, or no more."""
        was, own = self.by_hand, self.own_count
        super().do_manual(line)
        self.by_hand = (was or ByHand(alike=not own)) if self.manual else None

    def reading(self, face: str | None, line: Shown, *, never_due: bool = False) -> None:
        """A card is typed."""
        due = self.place_due()
        super().reading(face, line, never_due=never_due)
        if self.by_hand is not None and "by" in line and face is not None and due is not None:
            self.hold(due, face, typed=True)

    def heard(self, reading: Said) -> None:
        """A device reads a card in manual mode, or the shoe reports its result."""
        super().heard(reading)
        if self.by_hand is None or self.open_round is None or self.bet_time:
            return
        hand, due = self.by_hand, self.place_due()
        if reading.what == "card" and due is not None:
            late = {at for at, _ in hand.typed} - {at for at, _ in hand.read}
            if not any(at in late and face == reading.value for at, face in hand.typed):
                self.hold(due, reading.value, typed=False)
        elif reading.what == "drawn" and hand.alike and reading.value[1] in TARGETS:
            face, target = reading.value
            self.hold(TARGETS[target], face, typed=False)
        elif reading.what == "result" and reading.value[0] is not None:
            known = self.stage == "result" and hand.result is not None
            hand.result = reading.value[0]
            self.hold_result(first=False, known=known)

    def place_due(self) -> Place | None:
        """The place of the card that is due."""
        due = self.due()
        return tuple(map(due.fields.get, ("seat", "hand", "card"))) if due.what == "deal" else None

    def hold(self, place: Place, face: str, *, typed: bool) -> None:
        """Compare a card with the other side's for its place; with the last one the result is known."""
        assert self.by_hand is not None
        found = self.by_hand.came(place, face, typed=typed)
        if found is not None:
            self.contradict("card", *found)
        if typed:
            self.hold_result(first=True, known=False)

    def hold_result(self, *, first: bool, known: bool) -> None:
        """Compare the shoe's own result with that of the cards; ``first``: it came before the last card."""
        hand = self.by_hand
        if hand is None or hand.result is None or not (hand.typed and hand.alike) or known:
            return
        coup = self.cards() if self.stage == "result" else None
        if isinstance(coup, Coup) and (winner := str(coup_outcome(**coup.hands)["winner"])) != hand.result:
            both = (hand.result, winner) if first else (winner, hand.result)
            self.contradict("result", *both)


TARGETS: Final = {(side, card): (None, hand, card)
                  for side, hand in enumerate(("player", "banker")) for card in (1, 2, 3)}  # fmt: skip
"""The places that a shoe names."""


def of_contradictions(played: Played) -> Iterator[str]:
    """The contradictions that the report of the whole session has otherwise."""
    (table,) = shift_report(played.files, Interval(), datetime.now(UTC)).tables
    theirs = sorted(
        (each.at, str(each.kind), each.round or "", each.first.value, each.second.value)
        for each in table.contradictions
    )
    covered = covered_round(played.account.sent[-1].view)
    mine = sorted(
        (at, kind, round, *("", "")) if (kind, round) == ("card", covered) else (at, kind, round, *values)
        for at, kind, round, *values in contradictions(played.account.sent)
    )
    if theirs != mine:
        yield f"contradictions: the console {theirs}, the account {mine}"


def covered_round(view: Shown) -> str | None:
    """The round in which a player may act while the hole card is not seen: no paper names a typed card."""
    round = view["round"]
    if round is None or round["status"] != "open" or "dealer" not in round:
        return None
    cards = round["dealer"]["cards"]
    return None if len(cards) > 1 and "??" not in cards else str(round["id"])


def contradictions(sent: Sequence[Sent]) -> Iterator[Stated]:
    """The contradictions, by their lines."""
    counted: object = None
    known, decided = dict[str, int](), set[str]()
    asked = ""
    for each in sent:
        line, now = each.line, each.view
        yield from each.stated
        if now["accepted"]:
            if asked == "inspect" and line.get("do") == "done":
                count = line.get("counted")
                told = count is not None or (now["incident"] is None and line.get("reason"))
                typed = next((before for before in line.get("before", ()) if before != count), None)
                other = counted if counted not in (None, count) else typed if isinstance(count, int) else None
                if other is not None and told:
                    yield each.at, "count", "", said(other), said(count)
                counted = counted if count is None else None if count in WHOLE else count
            for changed in changed_number(now, known, decided):
                yield each.at, "number", *changed
        asked = now["prompt"]["action"]
        if asked in ("receive_decks", "replace_decks") or now["phase"] in ("betting", "closed"):
            counted = None


def said(count: object) -> str:
    """A count as its statement has it."""
    return "" if count is None else " ".join(map(str, count if isinstance(count, list) else [count]))


def changed_number(now: Shown, known: dict[str, int], decided: set[str]) -> Iterator[tuple[str, str, str]]:
    """A number that another one settled by hand takes the place of, after its announcement."""
    for round in filter(None, (now["round"], now["previous"])):
        if round["status"] == "finished" and round.get("number") is not None:
            known.setdefault(round["id"], round["number"])
    incident = now["incident"] or {"outcome": None}
    is_decided = incident["outcome"] == "settle_by_hand" and incident["state"] in ("steps", "closed")
    if not is_decided or incident["id"] in decided:
        return
    decided.add(incident["id"])
    about, actual = incident["round"], incident["facts"]["actual"]
    if known.get(about, actual) != actual:
        yield str(about), str(known[about]), str(actual)
    if about in known:
        known[about] = actual
