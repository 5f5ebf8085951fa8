"""What the table shows after each line, by the text of the table protocol alone.

Beside each part stands the section that it reads, and the sentence in own words. It is plain on purpose: one
mutable table, one function a line, no cleverness. What the text leaves to the console (ids, the wording, the
clauses that a prompt rests on) is not told here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.instruments.differ.cards import FACES, coup_outcome, total, worth
from tests.instruments.differ.cases import MOST, Case, Facts, basis, cases, fits, seek
from tests.instruments.differ.rounds import Boxes, CouldNotHaveHappened, Coup, Due, Event, Shown, number_shown
from tests.instruments.differ.sheet import BadBet, NotTaken, Sheet, worksheet
from tests.instruments.differ.wires import ReaderBytes, Said, ShoeBytes, Status, WheelBytes

GAMES = ("baccarat", "blackjack", "roulette")
CARDS = ("baccarat", "blackjack")
CARDS_IN_A_SHOE = 416
IN_PLAY = ("betting", "dealing", "deciding", "result", "collecting", "spinning")
"""The phases in which a wrong reading halts ("What halts")."""
HALTING = ("not_signed_in", "bets_open", "out_of_turn", "impossible_card")
TURNS = {"lt": 4}
SHUFFLES = {
    ("baccarat", "sv"): ["wash", "shuffle"],
    ("baccarat", "ja"): ["split_piles", "wash", "split_piles", "riffle"],
    ("baccarat", "is"): ["split_piles", "wash", "split_piles", "riffle"],
    ("baccarat", "de"): ["split_piles", "wash", "split_piles", "shuffle"],
}
THIRDS = ["shuffle_1", "shuffle_2", "shuffle_3"]
AFTER_THE_SHUFFLE = ["stack", "cut", "place_cut_card", "load"]
TEXT = 2000
NAME = 100
DECISIONS = ("hit", "stand", "double", "split", "insure", "decline", "surrender", "timeout")
LINES = {
    "blackjack": ("seats", "decision"),
    "roulette": ("spin", "number"),
    "cards": ("card", "cut_card", "unread", "reshuffle", "correct", "manual"),
}


class Refused(Exception):
    """A line that can't be taken: ``refused``, and of fact_needed what is missing."""

    def __init__(self, refused: str, fact: str | None = None) -> None:
        super().__init__(refused)
        self.refused, self.fact = refused, fact


@dataclass
class Round:
    """A round; ``script`` is what happened in one of cards."""

    number_of: int
    status: str = "open"
    script: list[Event] = field(default_factory=list)
    seats: list[int] | None = None
    states: dict[int, list[str]] | None = None
    """blackjack: as a void left them"""
    number: int | None = None
    recorded: int | None = None
    told: int | None = None
    """roulette: the dealer's number, to be confirmed"""
    spun: bool = False
    respin: bool = False
    reported: list[int] = field(default_factory=list)
    """roulette: the numbers that were recorded or announced before it was settled by another one"""
    announced: list[int] = field(default_factory=list)
    """roulette: the numbers by which it was settled before the last report"""

    @property
    def id(self) -> str:
        """As the console numbers them; the text says nothing of it."""
        return f"T1-{self.number_of}"


@dataclass
class Halt:
    """What halted the table: a reading that was refused, no_spin, number_differs or device."""

    reason: str
    card: str | None = None
    unread: bool = False
    due: bool = False
    """it came in its turn"""
    bet_time: bool = False
    offer: tuple[str, Facts] | None = None
    shown: str | None = None
    number: int | None = None
    is_number: bool = False
    recorded_before: int | None = None
    at_once: bool = False
    tries: bool = False

    @property
    def drew(self) -> bool:
        """A card or a draw halted the table: one more is out."""
        return self.card is not None or self.unread


@dataclass
class Report:
    """An incident, from its report to its end."""

    number_of: int
    kind: str | None
    given: Facts
    by: str
    role: str
    about: Round | None
    moment: frozenset[str] = frozenset()
    answered: bool = False
    """by a pit boss"""
    changed: bool = False
    state: str = "facts"
    facts: Facts = field(default_factory=dict)
    rows: list[Case] = field(default_factory=list)
    asked: str | None = None
    answers: list[object] | None = None
    outcome: str | None = None
    choices: list[str] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    whole_at_once: bool = False
    ball_removed: bool = False

    @property
    def id(self) -> str:
        """As the console numbers them."""
        return f"T1-i{self.number_of}"

    @property
    def whole(self) -> bool:
        """All facts that decide it are given."""
        return self.kind is not None and self.asked is None and bool(self.rows)


class ReferenceTable:
    """One table of a game under a rulebook."""

    def __init__(self, game: str, rules: str, *, ready: bool) -> None:
        self.game, self.rules = game, rules
        self.entry = 0
        self.people: dict[str, str] = {}
        self.stage = "closed"
        self.preparation: list[str] = []
        self.burned: str | None = None
        self.burn_left = 0
        self.left, self.seen = CARDS_IN_A_SHOE, Counter[str]()
        self.cut = self.change_after = self.bets_opened_on_shoe = False
        self.reshuffle: bool | None = None
        self.close = False
        self.last_hand_said = False
        self.bets = "closed"
        self.seconds: int | None = None
        self.round: Round | None = None
        self.before: Round | None = None
        self.numbered: Round | None = None
        """roulette: the last round whose number counts, before this one"""
        self.rounds = self.incidents = 0
        self.carried: list[str] = []
        self.early: list[str] = []
        self.tries = 0
        self.halt: Halt | None = None
        self.report: Report | None = None
        self.queue: list[Report] = []
        self.deaf = self.fell = self.read_in_halt = False
        self.manual = self.call = False
        self.say: str | None = None
        self.announced: str | None = None
        self.again = False
        self.ended: str | None = None
        self.shown_report: Shown | None = None
        self.sheet: Shown | None = None
        self.winners: int | None = None
        self.shoe_bytes, self.reader_bytes, self.wheel_bytes = ShoeBytes(), ReaderBytes(), WheelBytes()
        self.own_count = False
        """the shoe numbers a coup of its own: its targets and results are not compared"""
        self.wheel_was: Status | None = None
        self.old_cards = 0
        """of the round, how many came from the shoe before"""
        self.wheel_game = 0
        """how many games it has begun: by its counter, or by a step from 5 or 6 to 1 or 2"""
        self.warned = set[tuple[str, int]]()
        self.renumbered = set[int]()
        self.wheel_told: dict[int, list[int]] = {}
        if ready:
            self.people = {"D1": "dealer", "P1": "pit_boss"}
            self.stage = "betting"
            if self.burns:
                self.left, self.seen = 414, Counter(["AC"])

    # --- what is so at the table ---

    @property
    def burns(self) -> bool:
        """Only lt baccarat burns cards."""
        return (self.game, self.rules) == ("baccarat", "lt")

    @property
    def of_cards(self) -> bool:
        """Baccarat and blackjack."""
        return self.game in CARDS

    @property
    def open_round(self) -> Round | None:
        """From bets open to the announced result or the void."""
        return self.round if self.round and self.round.status == "open" else None

    @property
    def halted(self) -> bool:
        """A halt or an incident."""
        return self.halt is not None or self.report is not None

    @property
    def bet_time(self) -> bool:
        """Bets are open."""
        return self.bets == "open"

    @property
    def changing_shoe(self) -> bool:
        """change_shoe was decided and its step is to be done."""
        return self.report is not None and any(
            step["action"] == "change_shoe" and not step["done"]
            for step in self.report.steps
            if self.report.state == "steps"
        )

    @property
    def last_hand(self) -> bool:
        """`last_hand`: cut card, reshuffle or change_shoe_after; not while its shoe is being changed."""
        if self.stage in ("shoe", "closed"):
            return False
        ordered = self.reshuffle is not None or self.change_after
        return ordered or (self.cut and not self.changing_shoe)

    def role(self, role: str) -> bool:
        """Whether one of this role is signed in."""
        return role in self.people.values()

    def cards(self, about: Round | None = None) -> Coup | Boxes:
        """The round's cards, told from the script."""
        about = about or self.round
        script = about.script if about else []
        if self.game == "baccarat":
            return Coup(script)
        return Boxes((about.seats or []) if about else [], script, lt=self.rules == "lt")

    def due(self) -> Due:
        """What comes next in a round of cards; nothing in bet time."""
        if not self.open_round or self.stage not in ("dealing", "deciding", "result"):
            return Due("nothing")
        if self.game == "blackjack" and self.open_round.seats is None:
            return Due("seats")
        return self.cards().due()

    def cards_out(self) -> int:
        """Cards of the open round that are out: one that halts or is not read yet counts ("C")."""
        if not self.open_round:
            return 0
        dealt = sum(event[0] == "card" for event in self.open_round.script)
        return int(dealt) + len(self.early) + len(self.carried) + len(self.apart())

    def apart(self) -> list[str | None]:
        """Cards out that lie in no hand, in the order drawn, None for one not read.

        "A card not read yet is out; a reading in its turn is of the same card": another is one more.
        """
        halt = self.halt
        read = halt is not None and halt.drew
        unread = self.tries > 0 or (halt is not None and halt.tries)
        same = halt is not None and halt.drew and halt.due
        waiting: list[str | None] = [None] if unread and not same else []
        return waiting + ([halt.card] if halt is not None and read else [])

    # --- the view ("Out") ---

    def view(self, refused: Refused | None = None) -> Shown:
        """What is compared: all but the text in a language, the clauses of prompts and the ids' form."""
        report = self.report_shown()
        if report is not None:
            report["queued"] = len(self.queue)
        self.shown_report = None
        return {
            "accepted": refused is None,
            "refused": refused.refused if refused else None,
            "fact": refused.fact if refused else None,
            "phase": "halted" if self.phase_halted() else self.stage,
            "prompt": self.prompt(),
            "say": self.say,
            "bets": self.bets,
            "shoe": {"left": self.left, "last_hand": self.last_hand} if self.of_cards else None,
            "round": self.round_shown(),
            "incident": report,
            "ended": self.ended,
            "offer": self.offer_shown(),
            "notice": "please_wait" if self.phase_halted() else "manual_mode" if self.manual else None,
            "manual": self.manual,
            "call": self.call,
            "worksheet": self.sheet,
        }

    def phase_halted(self) -> bool:
        """Phase is halted while an incident is open, or by what halts."""
        return self.halted

    def round_shown(self) -> Shown | None:
        """The open round, else the last."""
        if not (about := self.round):
            return None
        shown: Shown = {"id": about.id, "status": about.status}
        if self.game == "roulette":
            number = None if about.status == "void" else about.number
            recorded = about.recorded
            return {**shown, **number_shown(number), "recorded": recorded}
        cards = self.cards(about)
        if isinstance(cards, Coup):
            return {**shown, **cards.shown(void=about.status == "void")}
        betting = self.bet_time or (self.open_round is not None and self.stage == "betting")
        return {**shown, **cards.shown(about.states or cards.states(betting=betting))}

    def report_shown(self) -> Shown | None:
        """The open incident, else in the view that ends one the ended one."""
        if self.report is None:
            return self.shown_report
        return self.shown(self.report)

    def shown(self, report: Report) -> Shown:
        """Until its answer is whole: no clause, basis, outcome, authority, choices or steps."""
        row = report.rows[0] if report.whole else None
        steps = report.steps if report.state != "facts" and report.outcome != "record_only" else []
        return {
            "id": report.id,
            "kind": report.kind,
            "round": report.about.id if report.about else None,
            "facts": report.facts,
            "clause": row.clause if row else None,
            "basis": basis(row.clause, self.game, self.rules) if row else None,
            "outcome": report.outcome or (row.outcome if row else None),
            "authority": row.authority if row else None,
            "state": report.state,
            "choices": report.choices if report.state == "awaiting" else [],
            "steps": [dict(step) for step in steps],
            "open": report.state != "closed",
            "queued": len(self.queue),
        }

    # --- prompts ---

    def prompt(self) -> Shown:
        """With no dealer in, `sign_in` stands for the prompts of D and S; with no pit boss, for P's."""
        prompt = self.asked()
        wanted = "pit_boss" if prompt["actor"] == "pit_boss" else "dealer"
        return prompt if self.role(wanted) else {"action": "sign_in", "actor": wanted}

    def asked(self) -> Shown:
        """The prompt itself."""
        if self.report:
            return self.report_asks(self.report)
        if self.halt:
            return self.halt_asks(self.halt)
        if self.tries:
            place = {
                key: value for key, value in self.due().fields.items() if key in ("hand", "card", "seat")
            }
            return {"action": "rescan", "actor": "dealer", **place, "tries": self.tries}
        return self.stage_asks()

    def stage_asks(self) -> Shown:
        """The prompt of each phase, as the table in "The round" has them."""
        match self.stage:
            case "closed":
                return {"action": "open_table", "actor": "pit_boss"}
            case "shoe" | "wheel":
                return self.preparation_asks()
            case "betting":
                if self.bet_time:
                    return {"action": "wait", "actor": "system", "seconds": self.seconds}
                return {"action": "await_bets", "actor": "system"}
            case "spinning":
                return self.wheel_asks()
            case "result":
                return {"action": "announce", "actor": "dealer"}
            case "collecting":
                right = self.game == "blackjack" or self.rules in ("ja", "is", "de")
                direction = "right_to_left" if right else "left_to_right"
                first = {"first": "dealer"} if self.game == "blackjack" else {}
                return {"action": "collect", "actor": "dealer", "direction": direction, **first}
        due = self.due()
        match due.what:
            case "seats":
                return {"action": "await_seats", "actor": "system"}
            case "insurance" | "decide":
                return {"action": "await_decision", "actor": "system", **due.fields}
        return {"action": due.what, "actor": "dealer", **due.fields}

    def preparation_asks(self) -> Shown:
        """Preparation: the wheel's steps are the pit boss's, the cards' the dealer's but present."""
        step = self.preparation[0]
        if self.stage == "wheel":
            return {"action": step, "actor": "pit_boss"}
        if step == "burn_card":
            return {"action": step, "actor": "dealer"}
        if step == "burn":
            return {"action": step, "actor": "dealer", "count": self.burn_left, "burned": self.burned}
        if step == "replace_shoe":
            return {"action": step, "actor": "dealer"}
        prompt: Shown = {"action": step, "actor": "dealer", "cards": CARDS_IN_A_SHOE}
        if step == "present":
            prompt["actor"] = "pit_boss"
            if self.game == "baccarat" and self.rules in ("ja", "is", "de"):
                prompt["with"] = "dealer"
        if step == "place_cut_card":
            prompt["from_end"] = 7 if self.game == "baccarat" else 208
        return prompt

    def wheel_asks(self) -> Shown:
        """Phase spinning: spin D, then await_number S; a dealer's number asks confirm_number D."""
        about = self.round
        assert about
        if not about.spun:
            again = {"from": self.winners} if about.respin else {}
            return {"action": "spin", "actor": "dealer", **again}
        if about.told is not None:
            return {"action": "confirm_number", "actor": "dealer", "number": about.told}
        return {"action": "await_number", "actor": "system"}

    def halt_asks(self, halt: Halt) -> Shown:
        """`resolve` P with the reason; the third failed scan is the pit boss's; at once `remove_ball` D."""
        if halt.tries:
            place = {
                key: value for key, value in self.due().fields.items() if key in ("hand", "card", "seat")
            }
            return {"action": "rescan", "actor": "pit_boss", **place, "tries": 3}
        prompt: Shown = {"action": "resolve", "actor": "pit_boss", "reason": halt.reason}
        if self.at_once(halt):
            prompt |= {"action": "remove_ball", "actor": "dealer"}
        if halt.reason == "number_differs":
            prompt["number"] = halt.number
        if halt.shown:
            prompt["shown"] = halt.shown
        return prompt

    def at_once(self, halt: Halt) -> bool:
        """Only with an offer, and no number read or told ("At once")."""
        about = self.open_round
        unknown = about is not None and about.recorded is None and about.number is None and about.told is None
        return halt.at_once and unknown and self.offer_shown() is not None

    def report_asks(self, report: Report) -> Shown:
        """answer, authorise, then the steps; a kind that no row can stand of any more is asked anew."""
        if report.state == "facts":
            asked, answers = report.asked, report.answers
            if asked == "kind" or not self.rows(report.kind, report.moment):
                asked, answers = "kind", self.kinds(report.moment)
            return {"action": "answer", "actor": report.role, "fact": asked, "answers": answers}
        if report.state == "awaiting":
            return {"action": "authorise", "actor": "pit_boss"}
        if self.waits_for_bets(report):
            if not self.bet_time:
                return {"action": "await_seats", "actor": "system"}
            return {"action": "wait", "actor": "system", "seconds": self.seconds}
        number, step = self.next_step(report)
        prompt: Shown = {"action": step["action"], "actor": step["actor"], "step": number}
        if step["action"] == "restore":
            prompt["places"] = self.places()
        return prompt

    def next_step(self, report: Report) -> tuple[int, dict[str, Any]]:
        """The first that is not done, and its number from 1."""
        return next((number, step) for number, step in enumerate(report.steps, 1) if not step["done"])

    def waits_for_bets(self, report: Report) -> bool:
        """In bet time scan_card waits for `bets closed` (blackjack: the seats), and the prompt stays wait."""
        if report.state != "steps" or self.next_step(report)[1]["action"] != "scan_card":
            return False
        return self.bet_time or self.due().what == "seats"

    def places(self) -> list[Shown]:
        """`restore`: the cards in the order dealt, of this round or, while it has none, of the last."""
        about = self.round
        if about and not any(event[0] == "card" for event in about.script):
            about = self.before
        if about is None:
            return []
        return [{"hand": hand, "card": card, "face": face} for hand, card, face in self.cards(about).lying()]

    # --- offers ---

    def offer_shown(self) -> Shown | None:
        """An incident that the console noticed and that can be reported now; null while one is open."""
        if self.report:
            return None
        offer: tuple[str, Facts] | None = self.halt.offer if self.halt else self.short_shoe()
        if offer is None:
            return None
        kind, facts = offer
        rows = self.rows(kind, self.moment())
        if not rows:
            return None
        found = seek(rows, {**self.known(kind, facts), **facts})
        if not found.rows:
            return None
        known = {name: value for name, value in self.known(kind, facts).items() if name in found.named}
        return {"kind": kind, "facts": {**known, **facts}}

    def short_shoe(self) -> tuple[str, Facts] | None:
        """With nothing halted: too few left and no cut card yet, a round open."""
        few = 7 if self.game == "baccarat" else 208
        if self.of_cards and self.open_round and self.left < few and not self.cut:
            return ("played_past_cut_card", {})
        return None

    # --- moments and what the table knows ("Incidents") ---

    def moment(self) -> frozenset[str]:
        """The letters of the table's `when` column that hold now."""
        found = set[str]()
        about, stage = self.open_round, self.stage
        if stage == "closed":
            return frozenset()
        found.add("A")
        if self.bet_time or (self.halt and self.halt.bet_time):
            found.add("T")
        if about and not self.bet_time:
            found.add("R")
            if self.cards_out():
                found.add("C")
            if self.game == "roulette" and about.number is None:
                found.add("N")
        if stage == "result" or not about:
            found.add("E")
        if self.round_of_number():
            found.add("L")
        if stage == "shoe":
            step = self.preparation[0]
            if step in (*self.shuffle(), *AFTER_THE_SHUFFLE):
                found.add("S")
            if step in ("receive_decks", "inspect", "present"):
                found.add("I")
        return frozenset(found)

    def round_of_number(self) -> Round | None:
        """From the known number (not of a void or respin) to the next round's: the round that it is of."""
        about = self.round
        known = about is not None and about.number is not None and about.status != "void"
        return about if known else self.numbered

    def rows(self, kind: str | None, moment: frozenset[str]) -> list[Case]:
        """The rows that can stand: of this game, this rulebook and this moment."""
        return [row for row in self.all_rows(kind) if self.stands(row, moment)]

    def all_rows(self, kind: str | None = None) -> list[Case]:
        """The rows of this game and rulebook, of one kind or of all."""
        return [
            row
            for row in cases()
            if row.game == self.game and self.rules in row.rules and kind in (None, row.kind)
        ]

    def stands(self, row: Case, moment: frozenset[str]) -> bool:
        """Whether a row can stand at a moment."""
        if not moment.intersection(row.when):
            return False
        about = self.open_round
        if row.kind.startswith("hole_card_") and not self.hole_out():
            return False
        if row.kind in ("ball_out", "foreign_object") and about and about.recorded is not None:
            return False  # then they are causes of no_spin, whose rows want recorded
        if row.kind == "no_chance_to_act":  # of a void round every bet is back
            return bool(self.round and self.round.seats and self.round.status != "void")
        return True

    def hole_out(self) -> bool:
        """For hole_card_ kinds "a card out" is the hole card."""
        if not self.open_round or self.game != "blackjack" or not self.open_round.seats:
            return False
        cards = self.cards()
        assert isinstance(cards, Boxes)
        if len(cards.dealer) >= 2:
            return True
        due = cards.due().fields
        hole_due = due.get("hand") == "dealer" and due.get("card") == 2
        return hole_due and bool(
            self.tries or (self.halt and (self.halt.tries or (self.halt.drew and self.halt.due)))
        )

    def known(self, kind: str | None, given: Facts) -> Facts:
        """What the table knows is filled in when left out."""
        moment, about = self.moment(), self.open_round
        facts: Facts = {}
        if "S" in moment:
            facts["where"] = "shuffle"
        elif "I" in moment:
            facts["where"] = "inspection"
        elif "R" in moment:
            facts["where"] = "round"
        match kind:
            case "over_burn":
                facts["noticed"] = "later" if self.bets_opened_on_shoe else "before_first_round"
            case "cards_left_on_table":
                facts["noticed"] = "after_deal" if self.cards_out() else "before_deal"
            case "played_past_cut_card":
                facts["noticed"] = "betting" if "T" in moment else "round"
        if "S" in moment:
            facts["stage"] = self.stage_number()
        if self.cards_out() <= 1:
            facts["first_card"] = True
        seat = given.get("seat")
        if self.game == "blackjack" and self.round and seat in (self.round.seats or []):
            cards = self.cards()
            assert isinstance(cards, Boxes)
            facts["total"] = total(cards.seats[seat][0].cards)[0]
        if self.game == "roulette":
            if kind == "ball_out":
                facts["ball_damaged"] = False  # it is judged once it is picked up
            facts["recorded"] = about is not None and about.recorded is not None
            if about is not None and about.number is not None:
                facts["result_known"] = True
        return facts

    def stage_number(self) -> int:
        """The due shuffle step's number; the last one and what follows it are 3."""
        steps = self.shuffle()
        after = [*steps, *AFTER_THE_SHUFFLE]
        remaining = self.preparation[: self.preparation.index("load") + 1]
        number = len(after) - len(remaining) + 1
        return 3 if number >= len(steps) else number

    # --- preparation ---

    def shuffle(self) -> list[str]:
        """The shuffle's steps by rulebook."""
        if self.rules == "lt":
            return list(THIRDS)
        return list(SHUFFLES.get((self.game, self.rules), ["wash", "shuffle"]))

    def from_the_shuffle(self) -> list[str]:
        """The shuffle steps, then to the load, then lt baccarat's burn."""
        return [*self.shuffle(), *AFTER_THE_SHUFFLE, *(["burn_card", "burn"] if self.burns else [])]

    def from_the_decks(self) -> list[str]:
        """receive_decks, inspect, present, and the shuffle."""
        return ["receive_decks", "inspect", "present", *self.from_the_shuffle()]

    def prepare(self, steps: list[str]) -> None:
        """Phase shoe: the count starts anew, and the cut card is to come again."""
        self.stage, self.preparation = "shoe", steps
        self.left, self.seen = CARDS_IN_A_SHOE, Counter()
        self.cut = self.change_after = self.last_hand_said = self.bets_opened_on_shoe = False
        self.reshuffle = None
        self.carried = []
        self.burned = None

    def shuffle_now(self) -> None:
        """After the last hand."""
        new, replaced = bool(self.reshuffle), self.change_after or self.burns
        if not replaced:
            steps = self.from_the_decks() if new else self.from_the_shuffle()
        elif self.rules == "lt":
            steps = ["replace_shoe", *(self.from_the_decks() if new else self.from_the_shuffle())]
        else:
            steps = ["replace_shoe", *self.from_the_decks()]
        self.prepare(steps)

    def prepared(self) -> None:
        """A step is done; after the last one betting, after a closing's inspect closed."""
        step = self.preparation.pop(0)
        if step == "burn":
            self.left -= self.burn_left
        if self.preparation:
            return
        self.stage = "betting"
        if self.close:
            self.stage, self.close = "closed", False

    def closing(self) -> None:
        """After `close`: cards are inspected, then the table is closed."""
        if self.of_cards:
            self.prepare(["inspect"])
        else:
            self.stage, self.preparation, self.close = "closed", [], False

    def orders(self) -> None:
        """Close and reshuffle take effect if no round is open, after its collecting, and not in a halt."""
        if not self.halted and self.stage == "dealing" and self.open_round and self.open_round.seats == []:
            self.void()
        if self.halted or self.open_round:
            return
        if self.close and self.stage in ("betting", "shoe", "wheel") and self.preparation != ["inspect"]:
            self.closing()
        elif self.stage == "betting" and self.last_hand:
            self.shuffle_now()

    # --- a line ("In") ---

    def take(self, text: str) -> Shown:
        """A line and its view."""
        self.ended = self.announced = self.sheet = None
        line: Shown = {}
        refused = None
        self.counts = True
        try:
            line = parse(text)
            self.act(line)
        except Refused as error:
            refused = error
        self.said(refused)
        return self.view(refused)

    def said(self, refused: Refused | None) -> None:
        """`say`: stands until the next accepted line that counts, or a later announcement."""
        if self.announced:
            self.say = self.announced
        elif refused is None and self.counts:
            self.say = None
            if self.stage == "result" and not self.halted and self.again:
                self.say, self.again = self.winner(), False

    def act(self, line: Shown) -> None:
        """One line; a Refused changes nothing (but what a halt does)."""
        do = line["do"]
        acts: dict[str, Callable[[Shown], None]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }
        acts[do](line)
        if do in ("sign_in", "sign_out", "seats", "say", "view", "call", "manual", "settle"):
            self.counts = False
        self.orders()
        self.queued()
        self.number_kept()

    # --- who may ---

    def signed(self, line: Shown, *roles: str) -> str:
        """not_signed_in, then not_authorised; the role of `by`."""
        if line["by"] not in self.people:
            raise Refused("not_signed_in")
        role = self.people[line["by"]]
        if role not in roles:
            raise Refused("not_authorised")
        return role

    def needs_dealer(self) -> None:
        """A line of server or device needs a dealer signed in."""
        if not self.role("dealer"):
            raise Refused("not_signed_in")

    def needs(self, what: str) -> None:
        """not_this_game."""
        if (what == "cards" and not self.of_cards) or (what != "cards" and what != self.game):
            raise Refused("not_this_game")

    def not_halted(self) -> None:
        """halted: unless the prompt asks for it."""
        if self.halted:
            raise Refused("halted")

    # --- people ---

    def do_sign_in(self, line: Shown) -> None:
        """One role at a time; a second dealer relieves the first."""
        if line["who"] in self.people:
            raise Refused("already_signed_in")
        if line["role"] == "dealer":
            self.people = {who: role for who, role in self.people.items() if role != "dealer"}
        self.people[line["who"]] = line["role"]

    def do_sign_out(self, line: Shown) -> None:
        """A dealer can't sign out of an open round."""
        if line["who"] not in self.people:
            raise Refused("not_signed_in")
        if self.people[line["who"]] == "dealer" and self.open_round:
            raise Refused("out_of_turn")
        del self.people[line["who"]]

    def do_say(self, line: Shown) -> None:
        """A remark of anybody signed in."""
        self.signed(line, "dealer", "pit_boss", "supervisor")

    def do_view(self, line: Shown) -> None:
        """Only asks."""

    def do_call(self, line: Shown) -> None:
        """The pit boss is called, has come."""
        self.signed(line, "dealer", "pit_boss")
        self.call = line["on"]

    def do_manual(self, line: Shown) -> None:
        """Card games."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        self.manual = line["on"]
        self.own_count = True

    # --- opening, closing, shuffling ---

    def do_open(self, line: Shown) -> None:
        """Opens a closed table."""
        self.signed(line, "pit_boss")
        if self.stage != "closed":
            raise Refused("out_of_turn")
        if self.of_cards:
            self.prepare(["check_shoe", *self.from_the_decks()])
        else:
            ball = [] if self.rules == "is" else ["check_ball"]
            self.stage, self.preparation = "wheel", ["check_wheel", "check_level", "check_run", *ball]

    def do_close(self, line: Shown) -> None:
        """After this round and its collecting, at once if none is open; false takes it back until then."""
        self.signed(line, "pit_boss")
        begun = self.preparation == ["inspect"] and self.stage == "shoe"
        if self.stage == "closed" or begun or self.close == line["on"]:
            raise Refused("out_of_turn")
        self.close = line["on"]

    def do_reshuffle(self, line: Shown) -> None:
        """With a round open it is the last hand, and it is said; a second order is out_of_turn."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        if self.stage not in IN_PLAY or (self.reshuffle is not None) == line["on"]:
            raise Refused("out_of_turn")
        self.reshuffle = line.get("new", False) if line["on"] else None
        if line["on"]:
            self.say_last_hand()
        else:  # ordered again, it is said again
            self.last_hand_said = self.last_hand_said and self.cut

    def say_last_hand(self) -> None:
        """With a round open, said once."""
        if self.open_round and not self.last_hand_said:
            self.announced, self.last_hand_said = "last_hand_before_shuffle", True

    def do_cut_card(self, line: Shown) -> None:
        """Once a shoe, whenever one is in play, halted or not."""
        self.needs("cards")
        if self.manual:
            pass
        scan = self.step_due("scan_cut_card")
        if not self.role("dealer") and not (scan and self.role("pit_boss")):
            raise Refused("not_signed_in")
        if scan and self.role("pit_boss"):
            assert self.report
            if self.report.kind != "cut_card_not_scanned":
                self.cut_came()
            self.step_done(self.report)
            return
        if self.stage not in IN_PLAY or self.cut:
            raise Refused("out_of_turn")
        self.cut_came()

    def cut_came(self) -> None:
        """The shoe's cut card is out."""
        if not self.cut:
            self.cut = True
            if not self.changing_shoe:
                self.say_last_hand()

    # --- bets ---

    def do_bets(self, line: Shown) -> None:
        """The game server's."""
        if line["state"] == "closed":
            if not self.bet_time:
                raise Refused("out_of_turn")
            self.close_bets()
            return
        self.needs_dealer()
        self.not_halted()
        if self.stage != "betting" or self.bet_time or self.open_round:
            raise Refused("out_of_turn")
        seconds = line.get("seconds")
        self.seconds = seconds if seconds is not None else 18 if self.game == "baccarat" else 23
        self.before = self.round
        if self.round and self.round.number is not None and self.round.status == "finished":
            self.numbered = self.round
        self.rounds += 1
        self.round = Round(self.rounds)
        self.bets, self.bets_opened_on_shoe = "open", True
        self.again = False
        self.warned.clear()
        self.deaf = self.fell = self.read_in_halt = False
        self.old_cards = 0
        self.announced = "place_your_bets"

    def close_bets(self) -> None:
        """no_more_bets; dealing or spinning."""
        self.bets = "closed"
        self.announced = "no_more_bets"
        self.stage = "spinning" if self.game == "roulette" else "dealing"
        self.begin_dealing()

    def begin_dealing(self) -> None:
        """What lies there is the coup's first; without seats blackjack waits, with none nothing is dealt."""
        about = self.open_round
        if not about or not self.of_cards or self.bet_time:
            return
        if self.game == "blackjack":
            if about.seats is None:
                return
            if not about.seats:
                if not self.halted or self.step_due("scan_card"):  # in a halt once play goes on
                    self.void()
                return
        for face in [*self.carried, *self.early]:
            about.script.append(("card", face))
        self.carried, self.early = [], []
        self.follow()

    def do_seats(self, line: Shown) -> None:
        """From `bets open` to the first card; the last line counts."""
        self.needs("blackjack")
        self.needs_dealer()
        about = self.open_round
        if (
            not about
            or self.stage not in ("betting", "dealing")
            or about.script
            or (self.stage == "dealing" and (self.tries or (self.halt and self.halt.tries)))
        ):
            raise Refused("out_of_turn")
        about.seats = sorted(line["seats"])
        if self.stage == "dealing":
            self.begin_dealing()

    # --- cards ---

    def do_card(self, line: Shown) -> None:
        """A card was read."""
        self.reading(line["card"], line)

    def do_unread(self, line: Shown) -> None:
        """A draw that the reader could not read."""
        self.reading(None, line)

    def reading(self, face: str | None, line: Shown, *, never_due: bool = False) -> None:
        """A card, or None for a draw that was not read."""
        self.needs("cards")
        by_hand = False
        if self.manual:
            if face is None or "by" not in line:
                self.counts = False
                return
            self.signed(line, "pit_boss")
            by_hand = True
        refused = self.card_refused(face, by_hand=by_hand, never_due=never_due)
        if refused is None:
            self.card_taken(face)
            return
        if refused in HALTING and self.stage in IN_PLAY and not self.halted and not by_hand:
            self.halt_by_card(face, refused, never_due=never_due)
        raise Refused(refused)

    def card_refused(self, face: str | None, *, by_hand: bool, never_due: bool) -> str | None:
        """The first refusal that holds."""
        asked = self.pit_boss_scans() and face is not None
        if not by_hand and not self.role("dealer") and not (asked and self.role("pit_boss")):
            return "not_signed_in"
        if self.halted and not (asked and self.role("pit_boss")):
            return "halted"
        if never_due and self.halted:
            return "out_of_turn"
        if not self.halted:
            if self.bet_time:
                return "bets_open"
            burning = self.stage == "shoe" and self.preparation[0] in ("burn_card", "burn")
            if (self.due().what != "deal" and not burning) or never_due:
                return "out_of_turn"
        if face is not None and self.seen[face] >= 8:
            return "impossible_card"
        return None

    def pit_boss_scans(self) -> bool:
        """The prompt asks a card of the pit boss: the third rescan, or a scan_card step."""
        if self.report:
            return bool(self.step_due("scan_card")) and not self.waits_for_bets(self.report)
        return bool(self.halt and self.halt.tries)

    def card_taken(self, face: str | None) -> None:
        """A card that was due, or one more try."""
        if self.stage == "shoe" and not self.halted and self.preparation[0] == "burn":
            self.burn_one(face)
            return
        if face is None:
            self.tries += 1
            if self.tries == 3:
                self.tries = 0
                self.halted_by(Halt("unread", tries=True, offer=("reader_failed", {})))
            return
        scanned = self.report
        if self.halt and not scanned:
            self.halt = None
        self.draw(face)
        self.tries = 0
        if self.stage == "shoe":
            self.preparation.pop(0)
            self.burned = face
            self.burn_left = worth(face)
            return
        if scanned:
            if self.open_round:
                self.open_round.script.append(("card", face))
                self.follow()
            else:
                self.left += 1  # in a void it counted as drawn when that was decided
            self.step_done(scanned)
            return
        assert self.open_round
        self.open_round.script.append(("card", face))
        self.follow()

    def burn_one(self, face: str | None) -> None:
        """Cards read or unread count the burn down unshown and end it at 0."""
        self.left -= 1
        if face:
            self.seen[face] += 1
        self.burn_left -= 1
        if self.burn_left == 0:
            self.prepared()

    def draw(self, face: str | None) -> None:
        """A card has left the shoe; of one that was not read only the count is known."""
        self.left -= 1
        if face:
            self.seen[face] += 1

    def follow(self) -> None:
        """The phase after a card, an answer or a step; entering the result says the winner."""
        if not self.open_round or self.due().what in ("nothing", "seats"):
            return
        was, self.stage = self.stage, self.cards().phase()
        if self.stage == "result" and (was != "result" or self.winner() != self.said_winner):
            self.announced, self.again = self.winner(), True
            self.said_winner = self.winner()

    said_winner: str | None = None

    def winner(self) -> str:
        """The announcement of the result."""
        return "number" if self.game == "roulette" else self.cards().winner()

    # --- what halts ---

    def halted_by(self, halt: Halt) -> None:
        """The table halts."""
        self.halt = halt

    def halt_by_card(self, face: str | None, refused: str, *, never_due: bool) -> None:
        """A card or draw that was refused."""
        due = self.due()
        in_turn = due.what == "deal" and not never_due
        up = in_turn and due.fields.get("face") != "down"
        offer: tuple[str, Facts] | None = None
        if self.bet_time:
            offer = ("early_deal", {})
        elif refused == "impossible_card":
            offer = ("misread", {})
        elif (
            refused == "out_of_turn"
            and self.game == "baccarat"
            and self.stage in ("result", "collecting", "betting")
        ):
            offer = ("extra_card_drawn", {})
        self.halted_by(
            Halt(
                refused,
                card=face,
                unread=face is None,
                due=in_turn,
                bet_time=self.bet_time,
                offer=offer,
                shown=face if up else None,
            )
        )

    # --- decisions, steps of the round ---

    def do_decision(self, line: Shown) -> None:
        """Blackjack: a player's answer."""
        self.needs("blackjack")
        self.needs_dealer()
        self.not_halted()
        about, seat, hand = self.round, line["seat"], line["hand"]
        cards = self.cards()
        assert isinstance(cards, Boxes)
        if not about or not about.seats or seat not in cards.seats or hand > len(cards.seats[seat]):
            raise Refused("no_such_hand")
        due, choice = self.due(), line["choice"]
        if due.what == "insurance":
            if seat not in due.fields["seats"]:
                raise Refused("out_of_turn")
        elif due.what != "decide" or (seat, hand) != (due.fields["seat"], due.fields["hand"]):
            raise Refused("out_of_turn")
        if choice not in (*due.fields["offers"], "timeout"):
            raise Refused("not_offered")
        about.script.append(("decision", seat, hand, choice))
        self.follow()

    def do_done(self, line: Shown) -> None:
        """The one whom the prompt names did what it names; a pit boss with a reason skips a step."""
        role = self.signed(line, "dealer", "pit_boss")
        prompt = self.prompt()
        report = self.report
        stepping = report is not None and report.state == "steps" and prompt.get("step") is not None
        skips = stepping and role == "pit_boss" and bool(line.get("reason"))
        if prompt["actor"] != "system" and prompt["actor"] != role and not skips:
            raise Refused("not_authorised")
        if prompt["actor"] == "system":
            raise Refused("out_of_turn")
        if stepping:
            assert report
            self.done_step(report, skips=skips, damaged=line.get("damaged") is True)
            return
        if self.halt and not report:
            if prompt["action"] != "remove_ball":
                raise Refused("out_of_turn")
            self.ball_removed(line)
            return
        if report:
            raise Refused("out_of_turn")
        self.done_of_round(prompt["action"])

    def done_step(self, report: Report, *, skips: bool, damaged: bool) -> None:
        """Scans and enter_number are ended otherwise; a pit boss with a reason skips all but two steps."""
        _, step = self.next_step(report)
        action = step["action"]
        if action == "enter_number" or (action == "confirm_mended" and skips):
            raise Refused("out_of_turn")
        if action in ("scan_card", "scan_cut_card") and not skips:
            raise Refused("out_of_turn")
        if action == "scan_cut_card" and report.kind != "cut_card_not_scanned":
            self.cut_came()
        if action == "remove_ball" and report.outcome == "go_on" and not skips and self.round:
            self.deaf = True  # the ball is out, whoever reported it
            if not self.fell:
                self.round.recorded = None
        skipped_shoe = action == "change_shoe" and skips
        if action == "change_shoe" and not skips:
            self.left, self.seen = CARDS_IN_A_SHOE, Counter()
            self.cut = self.last_hand_said = False
            script = self.open_round.script if self.open_round else []
            self.old_cards = sum(event[0] == "card" for event in script)
        if action == "check_ball" and damaged:
            there = [each["action"] for each in report.steps]
            if "replace_ball" not in there:
                place = there.index("check_ball") + 1
                report.steps.insert(place, {"action": "replace_ball", "actor": "pit_boss", "done": False})
        self.step_done(report)
        if skipped_shoe and self.cut:
            self.say_last_hand()

    def done_of_round(self, action: str) -> None:
        """A `done` that a prompt of the round or of the preparation asks for."""
        if self.stage in ("shoe", "wheel"):
            if action in ("burn_card", "rescan"):
                raise Refused("out_of_turn")
            self.prepared()
        elif action == "announce":
            self.announce()
        elif action == "collect":
            self.stage = "betting"
        elif action in ("peek", "turn_hole"):
            assert self.open_round
            self.open_round.script.append(("done", action))
            self.follow()
        else:
            raise Refused("out_of_turn")

    def announce(self) -> None:
        """Settled, finished; collecting, in roulette betting."""
        assert self.round
        self.round.status, self.bets = "finished", "settled"
        self.stage = "betting" if self.game == "roulette" else "collecting"
        if self.game == "roulette":
            self.winners = self.round.number

    # --- roulette ---

    def do_spin(self, line: Shown) -> None:
        """Valid: against, three turns or more, in lt four; one that is none is accepted and halts."""
        self.needs("roulette")
        self.signed(line, "dealer")
        self.not_halted()
        about = self.open_round
        if self.bet_time:
            raise Refused("bets_open")
        if self.stage != "spinning" or not about or about.spun:
            raise Refused("out_of_turn")
        self.deaf = self.fell = self.read_in_halt = False
        cause = None
        if line["direction"] == "with":
            cause = "same_direction"
        elif line["turns"] < TURNS.get(self.rules, 3):
            cause = "few_turns"
        about.spun = True
        if cause:
            self.halted_by(
                Halt("no_spin", offer=("no_spin", {"cause": cause}), at_once=cause == "same_direction")
            )
        elif about.recorded is not None:
            self.known_number(about.recorded)

    def do_number(self, line: Shown) -> None:
        """Roulette: the pocket."""
        self.needs("roulette")
        number, source = line["number"], line["source"]
        entering = self.step_due("enter_number")
        if source == "dealer" and self.rules == "lt" and not entering:
            raise Refused("not_in_rulebook")
        if source == "dealer":
            self.signed(line, "dealer")
        else:
            self.needs_dealer()
        about = self.open_round
        if self.deaf and not entering:
            self.counts = False
            return
        if entering:
            assert self.report and about
            if source == "reader":
                about.recorded = number
            self.known_number(number)
            self.step_done(self.report)
            return
        if self.halted or self.bet_time:
            self.number_refused(number, source)
        if not about or self.stage not in ("spinning", "result"):
            raise Refused("out_of_turn")
        if self.stage == "result":
            self.number_after(number, source)
        elif not about.spun:
            self.number_before_spin(number, source)
        else:
            self.number_told(number, source)

    def number_refused(self, number: int, source: str) -> None:
        """A reader's number is kept as recorded even so, the last one until it is known; it closes bets."""
        about, was_open, before = self.open_round, self.bet_time, None
        if about:
            before = about.recorded
            if source == "reader" and None in (about.number, about.recorded):
                about.recorded = number
        refused = "halted" if self.halted else "bets_open"
        if was_open and (source == "reader" or not self.halted):
            self.close_bets()
            self.fell = self.fell or self.report is not None
        offer: tuple[str, Facts] = ("spun_in_bet_time", {"ball": "pocket"})
        if self.halt and self.halt.bet_time and source == "reader" and not self.report:
            self.halt.offer, self.halt.is_number, self.halt.at_once = offer, True, False
        self.read_in_halt = self.read_in_halt or (self.halted and source == "reader")
        if refused == "bets_open":
            self.halted_by(
                Halt(
                    "bets_open",
                    number=number,
                    is_number=True,
                    bet_time=True,
                    offer=offer,
                    recorded_before=before,
                )
            )
        raise Refused(refused)

    def number_kept(self) -> None:
        """A number that the reader told in a halt after the spin counts once play goes on.

        One of bet time that the report did not use halts, and one that differs from the dealer's.
        """
        about = self.open_round
        if about is None:
            self.fell = self.read_in_halt = False
        if about and self.fell and not self.report:
            self.fell = False
            offer: tuple[str, Facts] = ("spun_in_bet_time", {"ball": "pocket"})
            if self.halt:
                self.halt.offer, self.halt.is_number, self.halt.at_once = offer, True, False
                self.halt.bet_time = True
            else:
                self.halted_by(
                    Halt("bets_open", number=about.recorded, is_number=True, bet_time=True, offer=offer)
                )
            return
        if about and self.read_in_halt and not self.halted:
            self.read_in_halt = False
            dealers = about.told if about.number is None else about.number
            if None not in (dealers, about.recorded) and dealers != about.recorded:
                self.announced = None
                self.say = None
                self.halted_by(Halt("number_differs", number=about.recorded, is_number=True))
                return
        waits = self.stage == "spinning" and about and about.spun and about.told in (None, about.recorded)
        if waits and about and about.recorded is not None and not self.halted:
            self.known_number(about.recorded)

    def number_before_spin(self, number: int, source: str) -> None:
        """A reader's number waits as recorded; a dealer's is out_of_turn."""
        about = self.open_round
        assert about
        if about.recorded is not None and about.recorded != number:
            self.differs(number, about.recorded)
        if source == "dealer":
            raise Refused("out_of_turn")
        about.recorded = number

    def number_told(self, number: int, source: str) -> None:
        """After the spin: the reader's is known; a dealer's is confirmed by itself or the reader's."""
        about = self.open_round
        assert about
        if source == "reader":
            if about.told is not None and about.told != number:
                before = about.recorded
                about.recorded = number if about.recorded is None else about.recorded
                self.differs(number, before)
                return
            about.recorded = number
            self.known_number(number)
        elif about.told == number:
            self.known_number(number)
        else:
            about.told = number

    def number_after(self, number: int, source: str) -> None:
        """Known: the same again is out_of_turn and halts nothing; another halts."""
        about = self.open_round
        assert about
        before = about.recorded
        if source == "reader" and about.recorded is None:
            about.recorded = number
        if number == about.number:
            raise Refused("out_of_turn")
        self.differs(number, before)

    def differs(self, number: int, before: int | None) -> None:
        """A second, different number before the announcement halts."""
        self.halted_by(Halt("number_differs", number=number, is_number=True, recorded_before=before))
        raise Refused("out_of_turn")

    def known_number(self, number: int) -> None:
        """Known: phase result, say number."""
        about = self.open_round
        assert about
        about.number, about.told = number, None
        self.stage = "result"
        self.announced, self.again = "number", True

    # --- withdraw, void ---

    def do_withdraw(self, line: Shown) -> None:
        """The open report if not yet authorised, else the last queued one, else what halted the table."""
        role = self.signed(line, "dealer", "pit_boss")
        target: Report | None = None
        if self.report and self.report.state in ("facts", "awaiting"):
            target = self.report
        elif self.queue:
            target = self.queue[-1]
        own = target is not None and target.by == line["by"]
        if role == "dealer" and not (target and own and target.role == "dealer" and not target.answered):
            raise Refused("not_authorised")
        if role == "pit_boss" and target and own and target.role == "dealer":
            raise Refused("not_authorised")
        if target is None:
            if self.report or not self.halt:
                raise Refused("out_of_turn")
            self.withdraw_halt(self.halt, line)
        elif target is self.report:
            self.report = None
            target.outcome = "record_only"
            self.end(target, "closed")
            if self.halt:
                self.halt.at_once = self.halt.at_once and not target.ball_removed
        else:
            self.queue.remove(target)
            self.ended = target.id
        if target is not None:
            self.next_in_queue()
        self.own_count = True
        if not self.halted and self.open_round:
            self.announced = self.announced or "play_goes_on"
            if self.stage == "result":
                self.announced = self.winner()

    def withdraw_halt(self, halt: Halt, line: Shown) -> None:
        """Not drawn, can be read again; a number of bet time is void, and this withdraw needs a reason."""
        about = self.open_round
        if halt.is_number and halt.bet_time and not line.get("reason"):
            raise Refused("fact_needed", "reason")
        self.halt, self.tries = None, 0
        self.number_void(halt)
        if halt.reason == "no_spin" and about and self.stage == "spinning":
            about.spun, about.told = False, None

    def number_void(self, halt: Halt) -> None:
        """The number that halted the table is void; of two that differ every one told from the halt on."""
        about = self.open_round
        if halt.is_number and about:
            about.recorded = None if halt.bet_time else halt.recorded_before
            self.deaf, self.read_in_halt = halt.bet_time, False

    def do_void(self, line: Shown) -> None:
        """Voids the round of a table that a reading halted."""
        self.signed(line, "pit_boss")
        if self.report or not self.halt or not self.open_round:
            raise Refused("out_of_turn")
        halt = self.halt
        if (
            self.game == "roulette"
            and self.rules == "sv"
            and halt.offer
            and halt.offer[0] == "technical_fault"
        ) and self.offer_shown():
            self.do_incident({"kind": "technical_fault", "facts": {}, "by": line["by"]})
            return
        no_spin = halt.reason == "no_spin"
        self.void()
        self.announced = "no_spin" if no_spin else "round_void"
        self.halt = None

    def void(self, known_out: bool = False) -> None:
        """Round void, bets refunded; what is out counts as drawn; collecting if a card is out."""
        about = self.open_round
        assert about
        if self.game == "blackjack":
            cards = self.cards()
            assert isinstance(cards, Boxes)
            betting = self.stage == "betting" or about.seats is None or self.bet_time
            about.states = cards.states(betting=betting)
        out = bool(about.script or self.early)
        apart = self.apart()
        face_down = self.report is not None and self.report.kind == "card_face_down"
        # the card that lies face down is not one that was read; of any other kind it is one that is out
        if known_out and (None not in apart if face_down else not (out or apart)):
            apart = [*apart, None]
        for face in apart:
            self.draw(face)
            out = True
        self.own_count = True
        self.halt, self.tries, self.early = None, 0, []
        about.status, self.bets = "void", "refunded"
        about.told = None
        self.stage = "collecting" if out and self.of_cards else "betting"

    # --- reports ---

    def do_incident(self, line: Shown) -> None:
        """A report halts at once; a second one is queued."""
        kind, facts = line.get("kind"), dict(line.get("facts") or {})
        if kind is not None:
            self.kind_checked(kind, facts)
            self.facts_checked(kind, facts)
        elif facts:
            raise Refused("bad_input")
        role = self.signed(line, "dealer", "pit_boss")
        report = Report(0, kind, facts, line["by"], role, None)
        self.can_stand(report, self.moment())
        self.incidents += 1
        report.number_of = self.incidents
        if self.report:
            self.queue.append(report)
        else:
            self.open_report(report)

    def kind_checked(self, kind: str, facts: Facts) -> None:
        """A kind of another game; one with no row for this rulebook."""
        rows = [row for row in cases() if row.kind == kind]
        games = {row.game for row in rows}
        if not games:
            raise Refused("bad_input")
        for name, value in facts.items():
            wanted = [want for row in rows for fact, want in row.facts if fact == name]
            if value is not None and not any(fits(want, value) for want in wanted):
                raise Refused("bad_input")
        if self.game not in games:
            raise Refused("not_this_game")
        if not self.all_rows(kind):
            raise Refused("not_in_rulebook")

    def facts_checked(self, kind: str, facts: Facts) -> None:
        """A fact outside its values or that is not of its kind in this rulebook."""
        rows = self.all_rows(kind)
        for name, value in facts.items():
            wanted = [want for row in rows for fact, want in row.facts if fact == name]
            if name == "choice" or not wanted:
                raise Refused("bad_input")
            if value is not None and not any(fits(want, value) for want in wanted):
                raise Refused("bad_input")
        about = self.open_round
        if facts.get("recorded") is False and about and about.recorded is not None:
            raise Refused("bad_input")
        self.total_checked(kind, facts)

    def total_checked(self, kind: str, facts: Facts) -> None:
        """A given total that differs from the one that the table knows."""
        if facts.get("total") is not None and facts.get("seat") is not None:
            known = self.known(kind, facts).get("total")
            if known is not None and known != facts["total"]:
                raise Refused("bad_input")

    def can_stand(self, report: Report, moment: frozenset[str]) -> None:
        """None that can stand: out_of_turn; a seat that has no hand: no_such_hand."""
        if report.kind is None:
            if not self.kinds(moment):
                raise Refused("out_of_turn")
            return
        rows = self.rows(report.kind, moment)
        seat = report.given.get("seat")
        seats = (self.round.seats if self.round else None) or []
        if report.kind == "no_chance_to_act" and seat is not None and seats and seat not in seats:
            raise Refused("no_such_hand")
        if not rows:
            raise Refused("out_of_turn")
        if not seek(rows, self.filled(report)).rows:
            raise Refused("out_of_turn")

    def kinds(self, moment: frozenset[str]) -> list[object]:
        """The kinds that can stand now."""
        return list(dict.fromkeys(row.kind for row in self.all_rows() if self.stands(row, moment)))

    def filled(self, report: Report) -> Facts:
        """What was given, and where left out what the table knows."""
        given = {name: value for name, value in report.given.items() if value is not None}
        facts = {**self.known(report.kind, given), **given}
        if facts.get("cards_to_remove", 0) >= max(self.cards_out(), 1):
            facts["first_card"] = True  # whatever was given
        return facts

    def open_report(self, report: Report) -> None:
        """It opens at once, whole or not; a pit boss's own that lacks no fact is authorised by it."""
        report.moment = self.moment()
        self.own_count = True
        self.report = report
        self.sought(report)
        if report.state == "awaiting" and report.role == "pit_boss" and not report.choices:
            self.decide(report)
        elif report.state == "awaiting":
            self.dealer_decides(report)

    def dealer_decides(self, report: Report) -> None:
        """One of the dealer's authority is decided once its facts are given, unless an answer was changed."""
        if report.rows[0].authority == "dealer" and not report.changed:
            self.decide(report)

    def sought(self, report: Report) -> None:
        """Seek the rows anew with all that was given, at the moment of the report."""
        report.about = self.round
        if report.kind is None:
            report.asked, report.answers = "kind", self.kinds(report.moment)
            return
        found = seek(self.rows(report.kind, report.moment), self.filled(report))
        report.rows, report.facts = found.rows, found.used
        if found.asked:  # what is given and known already and the rows left ask for
            report.facts = {n: value for n, value in self.filled(report).items() if n in found.named}
        report.asked, report.answers = found.asked, found.answers
        report.state = "facts" if found.asked else "awaiting"
        report.choices = []
        report.about = self.round_of_number() if report.kind == "wrong_number_recorded" else self.round
        if report.whole:
            choices = list(found.rows[0].choices)
            if found.rows[0].outcome == "pit_boss_decides" and not self.open_round:
                choices.remove("void")
            report.choices = choices
            report.steps = self.steps_shown(report)

    def do_answer(self, line: Shown) -> None:
        """What it asked for, or another answer to it."""
        facts = dict(line["facts"])
        report = self.report if self.report and self.report.state in ("facts", "awaiting") else None
        kind = facts.get("kind") or (report.kind if report else None)
        if report and kind is not None:
            if "kind" in facts:
                self.kind_checked(kind, {})
            self.facts_checked(kind, {name: value for name, value in facts.items() if name != "kind"})
            kept = {"seat": report.given.get("seat"), "total": report.given.get("total")}
            self.total_checked(kind, {**kept, **facts})
        elif report and facts:
            raise Refused("bad_input")
        role = self.signed(line, "dealer", "pit_boss")
        if report and role == "pit_boss" and report.role == "dealer" and report.by == line["by"]:
            raise Refused("not_authorised")
        if (
            report
            and report.state == "awaiting"
            and role == "dealer"
            and (report.answered or report.by != line["by"])
        ):
            raise Refused("not_authorised")
        if not report:
            raise Refused("out_of_turn")
        self.answered(report, facts, role)

    def answered(self, report: Report, facts: Facts, role: str | None) -> None:
        """What none of the rows asks for is left out but kept; where no row can stand, all stays."""
        kind = facts.pop("kind", report.kind)
        was_given = dict(report.given)
        about = self.open_round
        if was_given.get("recorded") is False and about and about.recorded is not None:
            del was_given["recorded"]  # read since: known, and filled in anew
        changed = report.kind is not None and kind != report.kind
        shared = {name for row in self.all_rows(kind) for name, _ in row.facts}
        tried = Report(
            0, kind, {**{n: v for n, v in was_given.items() if n in shared}, **facts}, "", "", None
        )
        if kind is not None:
            self.facts_checked(kind, tried.given)
        self.can_stand(tried, report.moment)
        for name, value in facts.items():
            had = report.facts.get(name, was_given.get(name))
            changed = changed or (had is not None and value != had)
        report.kind = kind
        report.given = {**was_given, **facts}
        if kind is not None:
            report.given = {n: v for n, v in report.given.items() if n in shared}
        report.changed = report.changed or changed
        report.answered = report.answered or role == "pit_boss"
        self.sought(report)
        if report.state == "awaiting":
            self.dealer_decides(report)

    def do_authorise(self, line: Shown) -> None:
        """The outcome offered is confirmed, with a choice and a reason where asked."""
        self.signed(line, "pit_boss")
        report = self.report
        if report and report.role == "dealer" and report.by == line["by"]:
            raise Refused("not_authorised")
        awaiting = report is not None and report.state == "awaiting"
        choice = line.get("choice")
        if report and awaiting:
            if len(report.choices) == 1 and choice is None:
                choice = report.choices[0]
            if report.choices and choice is None:
                raise Refused("fact_needed", "choice")
            if report.rows[0].outcome == "pit_boss_decides" and not line.get("reason"):
                raise Refused("fact_needed", "reason")
        if not report or not awaiting:
            raise Refused("out_of_turn")
        if choice is not None and choice not in report.choices and report.choices:
            raise Refused("not_offered")
        if report.choices and report.rows[0].outcome == "pit_boss_decides":
            report.outcome = choice
        elif report.choices:
            report.rows = [row for row in report.rows if dict(row.facts)["choice"] == choice]
        self.decide(report)

    # --- the decision ---

    def decide(self, report: Report) -> None:
        """Hands, seats, number and count are from here on what the outcome makes of them."""
        row = report.rows[0]
        report.outcome = report.outcome or row.outcome
        report.state = "steps"
        report.steps = self.steps_shown(report)
        self.outcome(report, report.outcome)
        if self.bets == "closed" and self.open_round and report.outcome not in ("finish", "settle_by_hand"):
            self.bets = "stand"
        self.close_if_done(report)

    def steps_shown(self, report: Report) -> list[dict[str, Any]]:
        """As they begin: a ball that was taken out at once counts as done."""
        return [
            {"action": action, "actor": actor, "done": action == "remove_ball" and report.ball_removed}
            for action, actor in self.steps_of(report)
        ]

    def steps_of(self, report: Report) -> list[tuple[str, str]]:
        """The row's steps without those that are not asked for again."""
        row = report.rows[0]
        if len(report.rows) > 1 and report.choices:
            return []
        return [step for step in row.steps if self.still_asked(step[0], report)]

    def still_asked(self, action: str, report: Report) -> bool:
        """Which steps are not asked for again."""
        halt, outcome = self.halt, report.outcome or report.rows[0].outcome
        if action == "enter_number":
            return not (
                self.open_round
                and (self.open_round.number is not None or self.open_round.recorded is not None)
            )
        if action == "scan_cut_card":  # of the shoe before this one it has not come
            return not self.cut or report.kind == "cut_card_not_scanned"
        if action != "scan_card":
            return True
        if outcome == "void":
            if report.kind == "card_face_down":
                return self.due().what == "deal"
            read = bool(self.open_round and self.open_round.script) or bool(halt and halt.card)
            return self.due().what == "deal" and not read
        if self.placed(halt):
            return False
        if self.early or (self.carried and report.kind == "early_deal"):
            return False
        if report.kind == "early_deal":
            return not (self.open_round and self.open_round.script)
        return self.due().what == "deal"

    def placed(self, halt: Halt | None) -> bool:
        """A card that halted the table in its turn or in bet time is placed; not an impossible one."""
        if not halt or halt.card is None or halt.reason == "impossible_card":
            return False
        return (halt.due or halt.bet_time) and self.seen[halt.card] < 8

    def outcome(self, report: Report, outcome: str) -> None:
        """The table of outcomes."""
        _halt, about = self.halt, self.open_round
        match outcome:
            case "void":
                no_spin = report.kind == "no_spin"
                if about:
                    known_out = report.kind == "early_deal"
                    known_out |= report.kind == "card_face_down" and self.due().what == "deal"
                    known_out |= "scan_card" in [step["action"] for step in report.steps]
                    self.void(known_out)
                if "change_shoe" in [step["action"] for step in report.steps]:
                    self.reshuffle, self.change_after, self.last_hand_said = None, False, False
                self.announced = "no_spin" if no_spin else "round_void"
                return
            case "respin":
                assert about
                about.respin = True
                about.spun, about.told, about.number, about.recorded = False, None, None, None
                self.stage, self.halt = "spinning", None
                self.announced = "no_spin"
                return
            case "finish":
                self.finish(report)
                return
            case "settle_by_hand":
                self.settle_by_hand(report)
                return
            case "carry_card" | "burn_card":
                self.extra_card(outcome)
            case "remove_last":
                self.remove_last(report)
            case "change_shoe":
                self.reshuffle = None
                self.change_after = self.last_hand_said = False
            case "change_shoe_after":
                self.change_after = True
            case "shuffle_again" | "replace_decks":
                self.announced = "shuffle_again"  # a step of the shuffle comes after the last
            case "refund_hand":
                assert self.round
                self.announced = "hand_refunded"
                self.round.script.append(("refund", report.facts["seat"]))
                if self.round.states:
                    self.round.states[report.facts["seat"]] = ["refunded"] * len(
                        self.round.states[report.facts["seat"]]
                    )
            case _:
                self.halting_card_goes_on(report)
        if (self.halt and not self.halt.tries) or self.halt:
            self.tries = 0
        self.halt = None
        self.follow()
        if outcome == "refund_hand" and self.no_seat_left():
            self.void()
            self.announced = "round_void"

    def no_seat_left(self) -> bool:
        """Whether an open round has no seat whose bet was not given back."""
        if not self.open_round:
            return False
        cards = self.cards()
        assert isinstance(cards, Boxes)
        states = cards.states(betting=False)
        return all(state == "refunded" for hands in states.values() for state in hands)

    def halting_card_goes_on(self, report: Report) -> None:
        """go_on and its like: a card that halted is placed where its step says so, else it is withdrawn."""
        halt, about = self.halt, self.open_round
        if halt and halt.is_number:
            self.number_void(halt)  # the outcome does not use it: as withdrawn
        if not halt or halt.card is None or not about:
            return
        scan = any(action == "scan_card" for action, _ in report.rows[0].steps)
        as_it_lies = report.kind == "misread" and halt.due
        if not as_it_lies and not (scan and self.placed(halt)):
            return
        self.draw(halt.card)
        if self.bet_time or self.due().what != "deal":
            self.early.append(halt.card)
        else:
            about.script.append(("card", halt.card))

    def extra_card(self, outcome: str) -> None:
        """Drawn once; a card read is the next coup's first; in phase shoe nothing changes."""
        if self.stage == "shoe":
            return
        halt = self.halt
        read = halt.card if halt else None
        if outcome == "burn_card":
            self.draw(read)
        elif read:
            self.draw(read)
            self.carried.append(read)

    def remove_last(self, report: Report) -> None:
        """The last cards dealt leave the hands, as drawn; the halting or unread one is the last."""
        about, halt = self.open_round, self.halt
        assert about
        count: int = report.facts["cards_to_remove"]
        cards = [event[1] for event in about.script]
        twice = report.kind == "double_scan"
        for face in reversed(self.apart()):
            if count == 0:
                break
            count -= 1
            last = halt is not None and halt.drew and face == halt.card
            if not (twice and last and face and cards and cards[-1] == face):
                self.draw(face)
            if face is None:
                self.tries = 0
        removed = range(len(cards) - count, len(cards))
        again = [place for place in removed if place and cards[place] == cards[place - 1]]
        if twice and again:  # of two equal ones the second was no card
            self.left += 1
            self.seen[cards[again[0]]] -= 1
        for _ in range(count):
            about.script.pop()

    def finish(self, report: Report) -> None:
        """Bets closed; phase result by the number recorded, entered where none is."""
        about = self.open_round
        assert about
        self.halt = None
        if self.bets == "open":
            self.close_bets()
        self.bets = "closed"
        if about.recorded is not None and about.number is None:
            self.known_number(about.recorded)

    def settle_by_hand(self, report: Report) -> None:
        """Number is actual, settled, finished, said; betting, or on with the round that is open."""
        about = report.about
        assert about
        if about.number is not None:
            about.announced.append(about.number)
        others = set(about.announced) - {report.facts["actual"]}
        self.announced = "number_corrected" if others else "number"
        was = about.number if about.number is not None else about.recorded
        if was is not None and was not in (report.facts["actual"], *about.reported):
            about.reported.append(was)
        about.number = report.facts["actual"]
        about.told = None
        was_open = about.status == "open"
        about.status = "finished"
        self.winners = about.number
        now = self.open_round
        if self.halt and self.halt.reason == "no_spin" and now and self.stage == "spinning":
            now.spun, now.told = False, None  # the incident is of another round: as after its withdraw
        if self.halt and now and not was_open and now.number is None:
            self.number_void(self.halt)
        if was_open:
            self.halt = None
            self.bets, self.stage = "settled", "betting"
        self.halt = None

    # --- steps ---

    def step_due(self, action: str) -> bool:
        """Whether the open incident's next step is this one."""
        report = self.report
        return bool(report and report.state == "steps" and self.next_step(report)[1]["action"] == action)

    def step_done(self, report: Report) -> None:
        """The next step is done."""
        self.next_step(report)[1]["done"] = True
        self.close_if_done(report)

    def close_if_done(self, report: Report) -> None:
        """After the last step it is closed, and what was ordered meanwhile and then the queue follow."""
        if all(step["done"] for step in report.steps):
            if report.outcome == "respin" and self.round:
                self.round.recorded = None  # what was read while the ball was taken out is no spin's either
            if report.outcome == "shuffle_again":
                self.prepare(self.from_the_shuffle())
            if report.outcome == "replace_decks":
                self.prepare(self.from_the_decks())
            self.report = None
            self.end(report, "closed")
            self.orders()
            self.number_kept()
            self.next_in_queue()
            spoken = report.outcome in ("void", "respin", "finish")
            if not spoken and not self.halted and self.open_round:
                ends = self.winner() if self.stage == "result" else "play_goes_on"
                self.announced = self.announced or ends

    def end(self, report: Report, state: str) -> None:
        """The view that ends an incident shows it with open false."""
        report.state = state
        self.ended = report.id
        self.shown_report = self.shown(report)

    def next_in_queue(self) -> None:
        """One that can no longer be closes as record_only; else it opens."""
        self.orders()
        self.queued()

    def queued(self) -> None:
        """The queue's next, once none is open."""
        while self.queue and not self.report:
            report = self.queue.pop(0)
            try:
                self.can_stand(report, self.moment())
            except Refused:
                continue
            self.open_report(report)

    def ball_removed(self, line: Shown) -> None:
        """The done reports the offer in that dealer's name, and its step counts as done ("At once")."""
        offer = self.offer_shown()
        assert offer
        facts = dict(offer["facts"])
        if offer["kind"] == "no_spin":
            facts["recorded"] = False
        self.incidents += 1
        report = Report(self.incidents, offer["kind"], facts, line["by"], "dealer", None, ball_removed=True)
        self.deaf = True
        self.open_report(report)

    # --- correct ---

    def do_correct(self, line: Shown) -> None:
        """Mends a misread card; not_possible where what has happened could not have with that card."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        self.not_halted()
        about = self.open_round
        number = self.place(line["hand"], line["card"])
        if number is None:
            raise Refused("no_such_hand")
        if not about or self.stage not in ("dealing", "deciding", "result"):
            raise Refused("out_of_turn")
        if self.game == "blackjack" and any(event[0] == "decision" for event in about.script[number:]):
            raise Refused("out_of_turn")
        old, new = about.script[number][1], line["to"]
        ours = sum(event[0] == "card" for event in about.script[:number]) >= self.old_cards
        if ours and new != old and self.seen[new] >= 8:
            raise Refused("impossible_card")
        script = list(about.script)
        script[number] = ("card", new)
        try:
            if self.game == "baccarat":
                if Coup(script).order != Coup(about.script).order:
                    raise CouldNotHaveHappened  # a card would lie elsewhere
            else:
                Boxes(about.seats or [], script, lt=self.rules == "lt")
        except CouldNotHaveHappened:
            raise Refused("not_possible") from None
        before, was = self.due().fields, about.script
        about.script = script
        if self.tries and self.due().fields != before:
            about.script = was  # a card was drawn for the place that was due
            raise Refused("not_possible")
        if ours:
            self.seen[old] -= 1
            self.seen[new] += 1
        self.own_count = True
        self.follow()
        if self.stage == "result":
            self.announced = self.winner()

    def place(self, hand: str, card: int) -> int | None:
        """Where in the script the named card is."""
        cards = self.cards()
        if isinstance(cards, Boxes):
            return cards.place(hand, card) if hand == "dealer" or "." in hand else None
        return next((n for n, (of, at) in enumerate(cards.order) if (of, at) == (hand, card)), None)

    # --- worksheet ---

    def do_settle(self, line: Shown) -> None:
        """The worksheet; changes nothing at the table."""
        about = self.round
        if self.step_due("settle") and self.report:
            about = self.report.about
        cards = self.cards(about) if self.of_cards and about else None
        if self.game == "roulette":
            settled = about is not None and about.number is not None
        else:
            settled = cards is not None and about is not None and cards_settled(cards, about)
        refused = None
        shown = None
        try:
            shown = worksheet(Sheet(self.game, self.rules, about, cards, settled), line["bets"])
        except BadBet:
            raise Refused("bad_input") from None
        except NotTaken as error:
            refused = str(error)
        if refused in ("not_this_game", "not_in_rulebook"):
            raise Refused(refused)
        self.signed(line, "pit_boss")
        if refused:
            raise Refused(refused)
        self.sheet = shown

    # --- devices ---

    def do_device(self, line: Shown) -> None:
        """Each reading in the bytes acts as a line of its own, in order; the view is the last one's."""
        name, raw = line["name"], bytes.fromhex(line["hex"])
        if self.game not in DEVICES[name]:
            raise Refused("not_this_game")
        decoders: dict[str, Callable[[bytes], list[Said]]] = {
            "shoe": self.shoe_bytes.read,
            "reader": self.reader_bytes.read,
            "wheel": self.wheel_bytes.read,
        }
        said = decoders[name](raw)
        first: Refused | None = None
        brought: str | None = None
        for reading in said:  # what one of them ended the view shows, whatever comes after it
            self.announced, self.counts = None, True
            refused = None
            try:
                self.heard(reading)
                self.orders()
                self.queued()
                self.number_kept()
            except Refused as error:
                refused = error
            self.said(refused)
            first = first or refused
            brought = self.announced or brought
        self.announced, self.counts = brought, False
        if first:
            raise first

    def heard(self, reading: Said) -> None:
        """A reading as a line of its own."""
        if self.manual:
            self.counts = False
            return
        match reading.what:
            case "card":
                self.reading(reading.value, {})
            case "unread":
                self.reading(None, {})
            case "cut_card":
                self.do_cut_card({})
            case "drawn":
                self.drawn(*reading.value)
            case "shoe_error":
                self.device_halts(("technical_fault", {}))
            case "result":
                self.shoe_result(*reading.value)
            case "status":
                self.wheel_says(reading.value)

    def device_halts(self, offer: tuple[str, Facts], *, at_once: bool = False) -> None:
        """Accepted, and halts."""
        if not self.halted and self.stage in IN_PLAY:
            self.halted_by(Halt("device", offer=offer, at_once=at_once, bet_time=self.bet_time))

    # --- the shoe ---

    def drawn(self, face: str, target: tuple[int, int] | None) -> None:
        """A `d` is never due; a D is out_of_turn if its target is compared and is not the place due."""
        due = self.due().fields
        burning = self.stage == "shoe"
        wrong = target is None
        if target is not None and not burning and not self.own_count and self.due().what == "deal":
            wrong = target != ({"player": 0, "banker": 1}[due["hand"]], due["card"])
        self.reading(face, {}, never_due=wrong)

    def shoe_result(self, winner: str | None, player_pair: bool, banker_pair: bool) -> None:
        """A G that agrees is the done of announce; one that is early or differs halts, if compared."""
        if not self.open_round:
            self.counts = False
            return
        coup = self.cards()
        assert isinstance(coup, Coup)
        decided = self.stage == "result"
        agrees = False
        if decided:
            is_so = coup_outcome(**coup.hands)
            agrees = (winner, player_pair, banker_pair) == (
                is_so["winner"],
                is_so["player_pair"],
                is_so["banker_pair"],
            )
        if agrees:
            self.own_count = False
            if self.halted:
                self.counts = False
                return
            self.needs_dealer()
            self.announce()
        elif self.own_count or self.halted:
            self.counts = False
        else:
            self.needs_dealer()
            self.device_halts(("technical_fault", {}))

    # --- the wheel ---

    def wheel_says(self, status: Status) -> None:
        """One status line: what it warns of, else its number."""
        last, self.wheel_was = self.wheel_was, status
        self.counts = False
        anew = last is not None and status.state in (1, 2) and last.state in (5, 6)
        leaves = self.wheel_game
        if last is not None and (anew or last.game != status.game):
            self.wheel_game += 1
        game = self.wheel_game
        offer: tuple[str, Facts]
        warns: list[tuple[str, int, tuple[str, Facts]]] = []
        fault: tuple[str, Facts] = ("technical_fault", {})
        if status.warns & 2:
            warns.append(("2", game, ("no_spin", {"cause": "same_direction"})))
        if status.warns & 4:
            warns.append(("4", game, fault))
        if status.warns & 8:
            warns.append(("8", game, ("no_spin", {})))
        renumbered = (
            last is not None
            and last.game != status.game
            and last.state in (2, 3, 4)
            and status.state in (2, 3, 4, 5)
        )
        if last and (renumbered or (status.state != last.state and not legal(last.state, status.state))):
            warns.append(("step", leaves, fault))
        if last and status.state == 6 and last.state in (2, 3, 4):
            warns.append(("6", leaves, fault))
        in_bet_time = status.state == 3 and self.bet_time and self.rules in ("sv", "lt")
        if self.open_round:
            track = in_bet_time and ("spun", game) not in self.warned  # once a game
            fresh = [warn for warn in warns if warn[:2] not in self.warned]
            # those that halt the table count: what came in a halt halts it after
            self.warned |= {warn[:2] for warn in fresh if not self.halted}
            first = in_bet_time and bool(fresh)  # while it stands, whatever else warns
            over = self.halt if self.halt and not self.report and self.halt.reason == "device" else None
            if track or first:
                offer = ("spun_in_bet_time", {"ball": "track"})
                if over or not self.halted:
                    self.warned.add(("spun", game))
                    self.counts = True
                if over:
                    over.offer, over.at_once = offer, True
                self.device_halts(offer, at_once=True)
            elif fresh:
                self.counts = True
                offer = fresh[0][2]
                self.device_halts(offer, at_once=offer[1].get("cause") == "same_direction")
        if renumbered:
            self.renumbered.add(game)
        takes = status.state == 5 and not status.warns & 0xE and game not in self.renumbered
        if takes:
            if self.counts:
                self.said(None)  # what it warned of was a line of its own
            told = self.wheel_told.setdefault(game, [])
            if status.number not in told and len(told) < 2:
                told.append(status.number)
                self.counts = True
                about = self.open_round
                stands = about is not None and (about.recorded, about.number, about.told) != (
                    None,
                    None,
                    None,
                )
                if len(told) == 2 and not stands and not self.deaf:  # of another round: it halts nothing
                    self.needs_dealer()
                    self.not_halted()
                    raise Refused("bets_open" if self.bet_time else "out_of_turn")
                self.do_number({"number": status.number, "source": "reader"})


def legal(one: int, other: int) -> bool:
    """The wheel's steps from state to state."""
    return other == 6 or (one, other) in {(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)}


DEVICES = {"shoe": ("baccarat",), "reader": CARDS, "wheel": ("roulette",)}
"""The games that a device is at."""


def cards_settled(cards: Coup | Boxes, about: Round) -> bool:
    """The outcome of a round of cards is known: no card is due any more."""
    if isinstance(cards, Boxes) and not about.seats:
        return False
    return cards.due().what == "over"


# --- a line's form (bad_input) ---


def parse(text: str) -> Shown:
    """A JSON object of a known do, each field there and within its values."""
    try:
        line = json.loads(text)
    except ValueError:
        raise Refused("bad_input") from None
    if not isinstance(line, dict) or line.get("do") not in FORMS:
        raise Refused("bad_input")
    for name, form in FORMS[line["do"]].items():
        optional = name.startswith("?")
        name = name.removeprefix("?")
        if name not in line:
            if optional:
                continue
            raise Refused("bad_input")
        if not form(line[name]):
            raise Refused("bad_input")
    if line["do"] == "number" and line["source"] == "dealer" and not a_name(line.get("by")):
        raise Refused("bad_input")
    return line


def whole(low: int, high: int) -> Callable[[object], bool]:
    """A whole number within bounds."""
    return lambda value: type(value) is int and low <= value <= high


def one_of(*values: object) -> Callable[[object], bool]:
    """One of these words."""
    return lambda value: isinstance(value, str) and value in values


def a_text(value: object) -> bool:
    """A text within the ceiling."""
    return isinstance(value, str) and len(value) <= TEXT


def a_name(value: object) -> bool:
    """Who and by."""
    return isinstance(value, str) and 0 < len(value) <= NAME


def a_face(value: object) -> bool:
    """A card."""
    return value in FACES


def truth(value: object) -> bool:
    """True or false."""
    return type(value) is bool


def some_seats(value: object) -> bool:
    """None or more of 1 to 7, no two alike."""
    return isinstance(value, list) and all(map(whole(1, 7), value)) and len(set(value)) == len(value)


def a_hand(value: object) -> bool:
    """Player banker dealer, or seat and hand."""
    return isinstance(value, str) and bool(re.fullmatch(r"player|banker|dealer|[1-7]\.[12]", value))


def an_object(value: object) -> bool:
    """Facts."""
    return isinstance(value, dict)


def a_list(value: object) -> bool:
    """Bets."""
    return isinstance(value, list)


def some_bytes(value: object) -> bool:
    """Raw bytes as hexadecimal digits."""
    return isinstance(value, str) and bool(re.fullmatch(r"([0-9a-fA-F]{2})*", value))


FORMS: dict[str, dict[str, Callable[[object], bool]]] = {
    "sign_in": {"who": a_name, "role": one_of("dealer", "pit_boss", "supervisor")},
    "sign_out": {"who": a_name},
    "bets": {"state": one_of("open", "closed"), "?seconds": whole(1, 3600)},
    "seats": {"seats": some_seats},
    "decision": {"seat": whole(1, 7), "hand": whole(1, 2), "choice": one_of(*DECISIONS)},
    "card": {"card": a_face},
    "cut_card": {},
    "unread": {},
    "device": {"name": one_of("shoe", "reader", "wheel"), "hex": some_bytes},
    "spin": {"turns": whole(0, 99), "direction": one_of("against", "with"), "by": a_name},
    "number": {"number": whole(0, 36), "source": one_of("reader", "dealer")},
    "done": {"by": a_name, "?reason": a_text, "?note": a_text, "?damaged": truth},
    "open": {"by": a_name},
    "reshuffle": {"by": a_name, "on": truth, "?new": truth},
    "close": {"by": a_name, "on": truth},
    "withdraw": {"by": a_name, "?reason": a_text},
    "void": {"by": a_name},
    "incident": {"?kind": lambda value: isinstance(value, str), "?facts": an_object, "by": a_name},
    "answer": {"facts": an_object, "by": a_name},
    "authorise": {"by": a_name, "?choice": lambda value: isinstance(value, str), "?reason": a_text},
    "correct": {"by": a_name, "hand": a_hand, "card": whole(1, MOST), "to": a_face},
    "manual": {"by": a_name, "on": truth},
    "call": {"by": a_name, "on": truth},
    "settle": {"by": a_name, "bets": a_list},
    "say": {"by": a_name, "text": a_text},
    "view": {},
}
