"""Two reports made at one moment, one queued behind the other, compared with each alone at that moment.

A table is played to a moment of its game. There the first is reported without a kind, so that the second one,
of any kind, waits behind it; both are answered as their rows say, to their ends. Each ends as it does alone,
and the money does not depend on their order, but for what :data:`RULES` names: a sentence of the protocol,
and when it holds. A difference that none of them names is a fault.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec

from tests.instruments.differ.cards import FACES
from tests.instruments.differ.cases import RULES as RULEBOOKS
from tests.instruments.differ.cases import Case, cases, spoken
from tests.table.core.tables import Driven

Line = dict[str, Any]
SEATS: Final = (1, 3, 6)
MOST: Final = 120
"""The lines to a moment."""
KEPT: Final = Path(__file__).with_suffix(".json")
CLOSED: Final = {"do": "bets", "state": "closed"}
MEANWHILE: Final = ", bets closed meanwhile"


# --- the reports and the moments -------------------------------------------------------------------


class Told(NamedTuple):
    """A report: its row, the choice that its outcome is given, and the seat that it is about."""

    row: Case
    choice: str | None = None
    seat: int | None = None

    @property
    def facts(self) -> Line:
        """The given facts: of numbers the lowest that its row wants, and no total, which the table knows."""
        given = {name: value_of(want) for name, want in self.row.facts if name not in ("choice", "total")}
        return given | ({} if self.seat is None else {"seat": self.seat, "hand": 1})

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return " ".join(filter(None, (self.row.kind, self.row.clause, facts, self.choice)))


def value_of(want: str) -> object:
    """The value that a row wants; of numbers the lowest."""
    value = spoken(want)
    return int(want.removesuffix("+").partition("-")[0]) if value is None else value


def reports_of(game: str, rules: str) -> Iterator[Told]:
    """Every row of a rulebook's game, with each choice and each seat."""
    for row in cases():
        if row.game == game and rules in row.rules:
            wanted = dict(row.facts).get("choice")
            for choice in (wanted,) if wanted else row.choices or (None,):
                for seat in SEATS if "seat" in dict(row.facts) else (None,):
                    yield Told(row, choice, seat)


def later(action: str) -> Callable[[Line], bool]:
    """The moment of a prompt, in a round that is not the first."""
    return lambda view: view["prompt"]["action"] == action and bool(view["previous"])


def out(number: int) -> Callable[[Line], bool]:
    """The moment at which so many cards are out."""
    return lambda view: view["phase"] == "dealing" and cards(view) == number


def cards(view: Line) -> int:
    """The cards in the round's hands."""
    round = view["round"]
    hands = [round.get("player", ()), round.get("banker", ()), round.get("dealer", {}).get("cards", ())]
    hands += [hand["cards"] for each in round.get("seats", {}).values() for hand in each]
    return sum(map(len, hands))


BET_TIME: Final = dict.fromkeys(("bet time", f"bet time{MEANWHILE}"), later("wait"))
PREPARING: Final[dict[str, Callable[[Line], bool]]] = {
    "inspection": lambda view: view["prompt"]["action"] == "inspect",
    "first shuffle step": lambda view: view["prompt"]["action"] in ("wash", "shuffle_1", "split_piles"),
    "cut": lambda view: view["prompt"]["action"] == "cut",
}
AFTERWARDS: Final = {"result": later("announce"), "between rounds": later("await_bets")}
MOMENTS: Final[dict[str, dict[str, Callable[[Line], bool]]]] = {
    "baccarat": {
        **PREPARING,
        **BET_TIME,
        **{"no card out": out(0), "one card out": out(1), "three cards out": out(3)},
        **AFTERWARDS,
    },
    "blackjack": {
        **PREPARING,
        **BET_TIME,
        **{"no card out": out(0), "one card out": out(1)},
        **{"players' answers": later("await_decision"), "dealer's cards": later("turn_hole")},
        **AFTERWARDS,
    },
    "roulette": {
        "first bet time": lambda view: view["bets"] == "open",
        **BET_TIME,
        **{"before the spin": later("spin"), "ball runs": later("await_number")},
        **AFTERWARDS,
    },
}
"""The moments of each game: when a view has come to one."""
PLACES: Final = [(game, moment) for game, moments in MOMENTS.items() for moment in moments]


# --- a table that is played ------------------------------------------------------------------------


class End(NamedTuple):
    """The end of a report: clause and outcome, or the incident after which nothing was left to decide."""

    clause: str | None
    outcome: str
    after: str | None = None


class Course(NamedTuple):
    """The ends of the reports of a table with their steps, and what became of the money of its round."""

    ends: tuple[End, ...]
    steps: tuple[tuple[str, ...], ...]
    money: object


class Stage:
    """A table at a moment, and the lines that bring it on."""

    def __init__(self, game: str, rules: str, moment: str) -> None:
        self.table = Driven(rules, game=game)
        self.game, self.shoe = game, [*FACES * 8]
        Random(f"{game} {rules}").shuffle(self.shoe)
        self.view: Line = self.table.take({"do": "view"})
        if moment in PREPARING:
            self.take({"do": "reshuffle", "by": "P1", "on": True, "new": True})
        is_there = MOMENTS[game][moment]
        for _ in range(MOST):
            if is_there(self.view):
                break
            self.take(self.due())
        assert is_there(self.view), f"{game} {rules} comes to no {moment}"

    def take(self, line: Line) -> bool:
        """Take a line; whether the table does, too."""
        self.view = self.table.take(line)
        return bool(self.view["accepted"])

    def due(self) -> Line:
        """The line that the prompt asks for, as at a table at which nothing goes wrong."""
        prompt = self.view["prompt"]
        by = "P1" if prompt["actor"] == "pit_boss" else "D1"
        match prompt["action"]:
            case "await_bets":
                return {"do": "bets", "state": "open"}
            case "await_seats" | "wait" if self.game == "blackjack" and not self.view["round"]["seats"]:
                return {"do": "seats", "seats": [*SEATS]}
            case "wait":
                return CLOSED
            case "deal" | "burn_card" | "scan_card":
                return {"do": "card", "card": self.shoe.pop()}
            case "scan_cut_card":
                return {"do": "cut_card"}
            case "inspect":
                return {"do": "done", "by": by, "counted": 416}
            case "await_decision":
                seat = prompt.get("seat") or prompt["seats"][0]
                choice = "decline" if prompt.get("stage") else "stand"
                return {"do": "decision", "seat": seat, "hand": prompt.get("hand", 1), "choice": choice}
            case "spin":
                return {"do": "spin", "turns": 5, "direction": "against", "by": by}
            case "await_number":
                return {"do": "number", "number": 17, "source": "reader"}
            case "enter_number" | "confirm_number":
                return {"do": "number", "number": 17, "source": "dealer", "by": by}
        return {"do": "done", "by": by}

    def answer(self, told: Told) -> Line:
        """The line by which a report goes on; of a single choice none is asked for."""
        action = self.view["prompt"]["action"]
        if action == "answer":
            return {"do": "answer", "by": "D1", "facts": {"kind": told.row.kind, **told.facts}}
        if action == "authorise":
            is_left = told.choice in self.view["incident"]["choices"]
            choice = {"choice": told.choice} if is_left else {}
            return {"do": "authorise", "by": "P1", "reason": "seen on video", **choice}
        return self.due()

    def end(self, id: str) -> End:
        past = next(each for each in self.table.table.incidents.past if each.id == id)
        return End(past.clause, past.outcome, past.overtaken_by)

    def money(self, about: str | None) -> object:
        """The money that a round's players get back, and the number by which they are paid."""
        rounds = (self.view["round"], self.view["previous"])
        round = next((each for each in rounds if each and each["id"] == about), None)
        if round is None:
            return None
        seats = round.get("seats", {}).items()
        refunded = [seat for seat, hands in seats if hands[0]["state"] == "refunded"]
        return round["status"] == "void" or refunded, round.get("number")


@cache
def play(game: str, rules: str, moment: str, *reports: Told) -> Course | str:
    """The course of a table at which these are reported at one moment, or the line that it refuses. A report
    that is asked again what it gave is taken back.
    """
    stage = Stage(game, rules, moment)
    about = stage.view["round"] and stage.view["round"]["id"]
    told = {f"T1-i{number}": each for number, each in enumerate(reports, 1)}
    steps: dict[str, tuple[str, ...]] = dict.fromkeys(told, ())
    for given in ({}, *({"kind": each.row.kind, "facts": each.facts} for each in reports[1:])):
        if not stage.take({"do": "incident", "by": "D1", **given}):
            return f"{given} is refused: {stage.view['refused']}"
    if moment.endswith(MEANWHILE) and stage.view["bets"] == "open":
        stage.take(CLOSED)
    while (incident := stage.view["incident"]) and incident["open"]:
        line = stage.answer(told[incident["id"]])
        is_taken = stage.take(line)
        if line["do"] == "answer" and stage.view["prompt"]["action"] == "answer":
            stage.take({"do": "withdraw", "by": "P1", "reason": "asked again"})
        elif not is_taken:
            return f"{line} is refused: {stage.view['refused']}"
        steps[incident["id"]] = tuple(step["action"] for step in incident["steps"]) or steps[incident["id"]]
    return Course(tuple(map(stage.end, told)), tuple(steps.values()), stage.money(about))


@cache
def alone(game: str, rules: str, moment: str) -> dict[Told, Course]:
    """Each report that can be made at a moment, and its course alone; of several seats the first."""
    found, seen = dict[Told, Course](), set[tuple[Case, str | None]]()
    for told in reports_of(game, rules):
        if (told.row, told.choice) not in seen:
            course = play(game, rules, moment.removesuffix(MEANWHILE), told)
            if not isinstance(course, str) and is_of(course.ends[0], told):
                found[told] = course
                seen.add((told.row, told.choice))
    return found


def is_of(end: End, told: Told) -> bool:
    """Whether a report ended by its row."""
    row = told.row
    return end == End(row.clause, str(told.choice) if row.outcome == "pit_boss_decides" else row.outcome)


# --- the differences that the protocol names -------------------------------------------------------


class Difference(NamedTuple):
    """A report of two that ends otherwise than alone; ``which`` of the two, 0 or 1."""

    reports: tuple[Told, Told]
    which: int
    alone: Course
    both: Course

    @property
    def told(self) -> Told:
        """The report that ends otherwise."""
        return self.reports[self.which]

    @property
    def was(self) -> End:
        """Its end alone."""
        return self.alone.ends[0]

    @property
    def now(self) -> End:
        """Its end beside the other one."""
        return self.both.ends[self.which]

    @property
    def other(self) -> End:
        """The end of the other one."""
        return self.both.ends[1 - self.which]

    @property
    def new_cards(self) -> bool:
        """Whether the other one brought a shoe or decks."""
        return bool(NEW_CARDS & {*self.both.steps[1 - self.which]})

    @property
    def overtaken(self) -> bool:
        """Whether nothing was left to decide, after the other one."""
        return self.now == End(None, "record_only", f"T1-i{2 - self.which}")

    @property
    def asked_again(self) -> bool:
        """Whether it was asked again what it had given."""
        return self.now == End(None, "record_only")

    @property
    def steps(self) -> tuple[set[str], set[str]]:
        """The steps that it has not, and those that it has besides; none if it ends otherwise."""
        was, now = {*self.alone.steps[0]}, {*self.both.steps[self.which]}
        return (was - now, now - was) if self.was == self.now else (set(), set())


NEW_CARDS: Final = {"change_shoe", "replace_decks"}
READINGS: Final = {"scan_card", "scan_cut_card", "enter_number"}
OF_SHOE: Final = ("over_burn", "under_burn", "no_burn", "burn_card_shown", "played_past_cut_card")
ABOUT_SHOE: Final = (*OF_SHOE, "cut_card_not_scanned")
ENDS_ROUND: Final = ("void", "settle_by_hand")


def goes_ahead(one: Difference) -> bool:
    """LT-ROU-27b: of a spin that was none nothing is paid."""
    of_spin = (one.was.outcome, one.reports[1].row.kind) == ("settle_by_hand", "no_spin")
    return one.overtaken and one.which == 0 and of_spin


def of_round(one: Difference) -> bool:
    """Its round is over."""
    return one.overtaken and one.other.outcome in ENDS_ROUND and {*one.told.row.when} <= {*"TRCN"}


def of_last_number(one: Difference) -> bool:
    """Its number is none any more."""
    return one.overtaken and one.other.outcome == "void" and one.told.row.when == ("L",)


def of_hand(one: Difference) -> bool:
    """Its hand is out of the round, or the round is."""
    takes_back = one.other.outcome in ("void", "refund_hand")
    return one.overtaken and one.told.row.kind == "no_chance_to_act" and takes_back


def of_cards(one: Difference) -> bool:
    """Its cards are gone."""
    about = {*one.told.row.when} <= {*"SI"} or one.told.row.kind in ABOUT_SHOE
    return one.overtaken and one.new_cards and about


def of_spin(one: Difference) -> bool:
    """Its spin is over."""
    about = one.told.row.when == ("N",) or one.told.row.kind == "no_spin"
    return one.overtaken and one.other.outcome == "respin" and about


def of_set(one: Difference) -> bool:
    """The set is wrong still, and no round is open any more."""
    is_set = one.told.row.kind == "wrong_card_set"
    return is_set and one.other.outcome == "void" and one.now.outcome == "change_shoe"


def set_gone(one: Difference) -> bool:
    """The set has been replaced."""
    is_left_out = bool(one.steps[0]) and one.steps[0] <= NEW_CARDS
    return one.told.row.kind == "wrong_card_set" and one.new_cards and is_left_out


def as_cards_lie(one: Difference) -> bool:
    """The other one has taken cards away."""
    removes = any(name == "cards_to_remove" for name, _ in one.told.row.facts)
    return removes and one.other.outcome == "remove_last" and one.now.clause == "LT-BAC-30b"


def no_void(one: Difference) -> bool:
    """A round that is over is not voided."""
    return one.told.choice == "void" and one.now.outcome == "go_on" and one.other.outcome in ENDS_ROUND


def read_since(one: Difference) -> bool:
    """A number was entered since."""
    read_none = {("recorded", "false"), ("result_known", "false"), ("ball", "track")}
    given = read_none & {*one.told.row.facts}
    return one.other.outcome == "finish" and bool(given)


def stands_already(one: Difference) -> bool:
    """The other one has set the same number."""
    first, second = one.reports
    is_same = first.facts == second.facts and {first.row.kind, second.row.kind} == {"wrong_number_recorded"}
    return one.overtaken and is_same and one.other.outcome == "settle_by_hand"


def shoe_gone(one: Difference) -> bool:
    """Its card belongs to a shoe that has gone."""
    return one.new_cards and one.steps == ({"set_aside"}, set())


def read_already(one: Difference) -> bool:
    """Its card, its cut card or its number has come, or no place is due, or one is due again."""
    missing, besides = one.steps
    return bool(missing | besides) and missing | besides <= READINGS


RULES: Final[dict[str, Callable[[Difference], bool]]] = {
    "A no_spin opens before the settle step of its own round and, decided, ends the report that settles "
    "it.": goes_ahead,
    "If that round has since become void (however) or was settled by hand, a report by T, R, C or N has "
    "nothing left to decide.": of_round,
    "L from the known number (not of a void or respin).": of_last_number,
    "no_chance_to_act in a void round, for a refunded hand, and where every hand is refunded.": of_hand,
    "If other decks or another shoe came, neither has one by S or I, over_burn, under_burn, no_burn, "
    "burn_card_shown, played_past_cut_card or cut_card_not_scanned.": of_cards,
    "After a respin, neither has one by N or a no_spin of the spin before.": of_spin,
    "wrong_card_set is sought by the letters that stand now, a void round staying void.": of_set,
    "wrong_card_set (its set gone: without change_shoe and replace_decks).": set_gone,
    "first_card as the cards lie now: true whatever was given when as many or more are to be removed as "
    "are out.": as_cards_lie,
    "pit_boss_decides: go_on, and void if a round is open.": no_void,
    "recorded and result_known take what was read since; ball can't be track once a number is "
    "known.": read_since,
    "wrong_number_recorded with the number that stands (of one that opens so nothing is "
    "left).": stands_already,
    "Nobody is asked to scan a cut card, nor to lay a card set aside, that belongs to a shoe that has gone, "
    "but by cut_card_not_scanned.": shoe_gone,
    "Not asked for again: a first card already taken; a cut card that has come; scan_card with no card due "
    "or, in a void, of a card that was read; enter_number when the number is known.": read_already,
}
"""The sentences of the protocol by which a report of two ends otherwise than alone, and when each holds."""


class Found(NamedTuple):
    """The differences, each with the sentence that names it, and what none names."""

    named: list[tuple[str, Difference]]
    faults: list[str]


def compared(game: str, rules: str, moment: str, *reports: Told) -> Found:
    """Two reports at one moment, compared with each alone, and with the same in the other order."""
    first, second = reports
    both, other = play(game, rules, moment, first, second), play(game, rules, moment, second, first)
    if isinstance(both, str) or isinstance(other, str):
        return Found([], [both if isinstance(both, str) else str(other)])
    named, faults = list[tuple[str, Difference]](), list[str]()
    for which, told in enumerate(reports):
        one = Difference((first, second), which, alone(game, rules, moment)[told], both)
        if (one.was, one.alone.steps[0]) == (one.now, both.steps[which]):
            continue
        sentence = next((sentence for sentence, holds in RULES.items() if holds(one)), None)
        if sentence is None:
            faults.append(f"{told} ends {one.now} {both.steps[which]}, alone {one.was} {one.alone.steps[0]}")
        else:
            named.append((sentence, one))
    is_named = named or any(each.after for each in other.ends)
    if both.money != other.money and not is_named:
        faults.append(f"the money depends on the order: {both.money}, {other.money}")
    return Found(named, faults)


# --- all pairs, and the handbook's table -----------------------------------------------------------


class Named(msgspec.Struct, frozen=True):
    """The pairs of which a report ends otherwise than alone, by one sentence and in one way."""

    sentence: str
    other: str
    """The outcome of the other one."""
    then: str
    """The end that the report comes to, or its other steps."""
    kinds: tuple[str, ...]
    pairs: int


def pairs_at(game: str, rules: str, moment: str) -> list[tuple[Told, Told]]:
    """Every two reports that can be made at a moment, in both orders, whose turn it is with this rulebook:
    each pair is played by one of those that have both.
    """
    found = list[tuple[Told, Told]]()
    for first, second in product(alone(game, rules, moment), repeat=2):
        both = [each for each in RULEBOOKS if each in first.row.rules and each in second.row.rules]
        if both[sum(cases().index(each.row) for each in (first, second)) % len(both)] == rules:
            found.append((first, second))
    return found


def then_of(one: Difference) -> str:
    """The end that the report comes to, or its other steps, in short."""
    if one.was != one.now:
        return "asked again" if one.asked_again else one.now.outcome
    missing, besides = map(sorted, one.steps)
    return ", ".join([*(f"without {each}" for each in missing), *(f"with {each}" for each in besides)])


def in_rows(named: Iterable[tuple[str, Difference]]) -> list[Named]:
    """The differences in rows, in the order of the sentences."""
    kinds, counts = defaultdict[tuple[str, str, str], set[str]](set), Counter[tuple[str, str, str]]()
    for sentence, one in named:
        row = sentence, one.other.outcome, then_of(one)
        kinds[row].add(one.told.row.kind)
        counts[row] += 1
    order = [*RULES]
    rows = sorted(kinds, key=lambda row: (order.index(row[0]), row[1:]))
    return [Named(*row, tuple(sorted(kinds[row])), counts[row]) for row in rows]


def run(given: argparse.Namespace) -> int:
    """Play every two reports at every moment; 1 if a difference has no name."""
    named, faults, played = list[tuple[str, Difference]](), 0, 0
    for (game, moment), rules in product(PLACES, RULEBOOKS):
        for pair in pairs_at(game, rules, moment) if given.game in (None, game) else ():
            found = compared(game, rules, moment, *pair)
            named += found.named
            faults, played = faults + len(found.faults), played + 1
            for each in found.faults:
                print(f"{game} {rules}, {moment}: {pair[0]}; {pair[1]}: {each}", flush=True)
    rows = in_rows(named)
    if given.keep:
        KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
    print(f"{played} pairs: {len(named)} ends that the protocol names, in {len(rows)} rows, {faults} faults")
    return 1 if faults else 0


def kept() -> list[Named]:
    """The rows of the last whole run."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[Named])
