"""Values of a table: a round, a halt, an incident's report; the figures and words of the text."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.instruments.differ.cases import Case, Facts
from tests.instruments.differ.rounds import Event

GAMES = ("baccarat", "blackjack", "roulette")
CARDS = ("baccarat", "blackjack")
CARDS_IN_A_SHOE = 416
EDITION = 4
"""The edition of the protocol by which all that a new journal has began."""
IN_PLAY = ("betting", "dealing", "deciding", "result", "collecting", "spinning")
"""The phases in which a wrong reading halts ("What halts")."""
HALTING = ("not_signed_in", "bets_open", "out_of_turn", "impossible_card")
BURNS = ("over_burn", "under_burn", "no_burn")
"""The kinds that may name how many cards were burned too many or too few."""
COUNTED = ("first_card", "burn_card")
"""The fact and the outcome for which the number of cards decides (E4-tries, the fact drawn)."""
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
    """The states of blackjack's hands, as a void left them."""
    number: int | None = None
    recorded: int | None = None
    told: int | None = None
    """The dealer's number at roulette, which is to be confirmed."""
    of_reader: bool = False
    """Whether the number to be confirmed is the reader's, which differed from the one told."""
    no_seat: bool = False
    """Whether it is void because no seat was left: what was decided beside the hands is paid."""
    spun: bool = False
    respin: bool = False
    reported: list[int] = field(default_factory=list)
    """Numbers of roulette that were recorded or announced before another one settled the round."""
    announced: list[int] = field(default_factory=list)
    """Numbers of roulette by which the round was settled before the last report."""
    paid: list[int] = field(default_factory=list)
    """Numbers of roulette that were final, and paid by, before another one settled the round by hand."""

    first: dict[str, Any] | None = None
    """Its part of the view once its result was announced."""
    early: list[dict[str, int]] = field(default_factory=list)
    """Numbers of roulette that a reader without states gave and that are no one's (E4-early)."""
    ball: bool = False
    """Whether a spin, or the wheel's states 3 to 5, told of a ball."""
    valid: bool = False
    """Whether the last spin was a valid one."""

    @property
    def id(self) -> str:
        """The console's number of a round; the text says nothing of it."""
        return f"T1-{self.number_of}"


@dataclass
class Halt:
    """A halt, with its reason: a reading that was refused, no_spin, number_differs or device."""

    reason: str
    card: str | None = None
    unread: bool = False
    due: bool = False
    """Whether the card came in its turn."""
    bet_time: bool = False
    offer: tuple[str, Facts] | None = None
    shown: str | None = None
    number: int | None = None
    is_number: bool = False
    recorded_before: int | None = None
    at_once: bool = False
    tries: bool = False
    besides: list[str | None] = field(default_factory=list)
    """Cards after its own, None for one not read: they came in it, or under a report over it."""
    tried: int = 0
    """The readings of it that were further tries at its cards."""
    of_report: bool = False
    """Whether a card of it came under a report."""
    first_kept: bool = False
    """Whether its own card came under a report: no outcome drops it (E4-kept)."""
    fell: bool = False
    """Whether its number is of a ball that was said to be out."""
    said_out: bool = False
    """Whether the ball was said to be out in it."""

    def add(self, face: str | None) -> None:
        """Have one more card, the first as its own."""
        if self.drew:
            self.besides.append(face)
        else:
            self.card, self.unread = face, face is None

    @property
    def drew(self) -> bool:
        """Whether a card or a draw halted the table: one more is out."""
        return self.card is not None or self.unread


@dataclass
class SaidOut:
    """The word that the ball is out, in a game of the wheel."""

    game: int
    early: bool
    about: Round | None
    at: int
    """When it was said."""
    fell: int | None = None
    fell_in: Round | None = None
    asked: bool = False


@dataclass(frozen=True)
class Then:
    """A moment: the letters that stood, and what the table knew; a queued report keeps its own."""

    letters: frozenset[str]
    noticed: dict[str, str]
    """By the kind whose fact it is."""
    stage: int | None
    totals: dict[tuple[int, int], int]
    """Of each seat's hands."""
    open: Round | None
    """The round that was open."""
    last: Round | None
    """The round of its view: that one, else the last."""
    numbered: Round | None
    respins: int
    sets: int
    """The respins that were over, and the times that other decks or another shoe had come."""
    shoes: int
    """The times that a shoe was shuffled or changed."""
    left: int
    """The cards left in the shoe."""
    cut_in: Round | None
    """The round in which the cut card came."""
    failed: bool
    """Whether the card that was due had failed to be read."""
    ended: frozenset[tuple[int, int]]
    missed: frozenset[tuple[int, int]]
    """The hands whose turn had ended, and those whose seat had missed insurance (E4-turn)."""
    hole_out: bool
    hole_due: bool
    """Whether the hole card was out, and whether it was due."""

    @property
    def where(self) -> str | None:
        """The part of the table that its letters name."""
        parts = {"S": "shuffle", "I": "inspection", "R": "round"}
        return next((part for letter, part in parts.items() if letter in self.letters), None)


@dataclass
class Report:
    """An incident, from its report to its end."""

    number_of: int
    kind: str | None
    given: Facts
    by: str
    role: str
    about: Round | None
    moment: Then | None = None
    earlier: Then | None = None
    """The moment at which the table had halted, if it was made in a halt or under a report (E4-moment)."""
    as_made: tuple[Any, ...] | None = None
    """Its row and facts, the round's cards and number when it was made; None if it lacked a fact then."""
    authorised: dict[str, Any] | None = None
    """Who authorised it, and in which entry."""
    answered: bool = False
    """Whether a pit boss has answered."""
    changed: bool = False
    state: str = "facts"
    facts: Facts = field(default_factory=dict)
    rows: list[Case] = field(default_factory=list)
    asked: str | None = None
    answers: list[object] | None = None
    outcome: str | None = None
    choices: list[str] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    ball_removed: bool = False
    counted: bool = False
    """Whether the count of an inspection made it."""
    strays: list[str | None] = field(default_factory=list)
    """Cards that came while it was open and that no step asked for, None for one not read."""
    tried: int = 0
    """The readings of these that were further tries at one of them, or at a card of the halt."""
    strays_early: bool = False
    """Whether the first of them came in bet time."""
    first_is_due: bool = False
    """Whether the first of them is a try at the card that was due."""
    halting: list[str | None] = field(default_factory=list)
    """The cards of the halt that it decided."""
    removed: list[str | None] = field(default_factory=list)
    """The cards that its outcome took out of the hands."""
    moves: tuple[int, Counter[str]] | None = None
    """The step that moves cards, and the faces of those whose reading has not come (E4-passing)."""
    closed_bets: bool = False
    """Whether it closed the bets, since the ball lies in a pocket."""
    beneath: Halt | None = None
    """The halt under it, if its outcome is the dealer's."""
    put_off: bool = False
    """Whether a no_spin of the round that it settles opened before it."""
    set_gone: bool = False
    """Whether another card set came while it waited."""
    contradicted: bool = False
    """Whether a number that was read has taken its decision back (LT-ROU-32a)."""
    replaced: tuple[bool, int | None, bool, bool, bool, Halt | None] | None = None
    """Of the run that a respin replaces: whether the ball was spun, the dealer's number, whether it was a
    respin itself, whether a ball was told of and validly spun, and the halt under the report.
    """

    @property
    def id(self) -> str:
        """The console's number of an incident."""
        return f"T1-i{self.number_of}"

    def add_strays(self, faces: list[str | None], *, early: bool) -> None:
        """Have more cards that no step asked for."""
        self.strays_early = self.strays_early if self.strays else early
        self.strays = [*self.strays, *faces]

    @property
    def of_gone_set(self) -> bool:
        """Whether it is about a wrong card set that has been replaced since."""
        return self.set_gone and self.kind == "wrong_card_set"

    @property
    def whole(self) -> bool:
        """Whether all facts that decide it are given."""
        return self.kind is not None and self.asked is None and bool(self.rows)
