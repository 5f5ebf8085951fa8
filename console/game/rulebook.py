"""A rulebook: what one rule document asks of a table, as data with the clauses it rests on.

It knows actions, actors, figures and clause ids, and how they are read from a TOML file. It never knows a
word that a person reads (announcements and prompts are keys), nor what happens at a table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from console.game.baccarat import Coup, Hand

Clause = Annotated[str, msgspec.Meta(pattern=r"^(GEN|BAC|BJ|ROU|LIM|LT-BAC|LT-BJ|LT-ROU)-[0-9A-Za-z.-]+$")]
"""The id of a row of the clause table."""

Clauses = Annotated[tuple[Clause, ...], msgspec.Meta(min_length=1)]
"""The rows that something rests on, at least one."""

Code = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2}$")]
"""A rulebook's, document's or language's two letters."""

Count = Annotated[int, msgspec.Meta(ge=1)]
"""A whole number from 1."""

Text = Annotated[str, msgspec.Meta(min_length=1)]


class RulebookError(ValueError):
    """A rulebook that can't be used; the message names the file, the rule and the key."""


class Preparing(StrEnum):
    """What is done with decks and shoe before the first coup."""

    CHECK_SHOE = "check_shoe"
    RECEIVE_DECKS = "receive_decks"
    INSPECT = "inspect"
    PRESENT = "present"
    WASH = "wash"
    SHUFFLE = "shuffle"
    SPLIT_PILES = "split_piles"
    RIFFLE = "riffle"
    SHUFFLE_1 = "shuffle_1"
    SHUFFLE_2 = "shuffle_2"
    SHUFFLE_3 = "shuffle_3"
    STACK = "stack"
    CUT = "cut"
    PLACE_CUT_CARD = "place_cut_card"
    LOAD = "load"


class Bet(StrEnum):
    """What can be bet on in baccarat; the last six are side bets (LT-BAC-09)."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    BIG = "big"
    SMALL = "small"


class _Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"with_": "with"}):
    """A part of a rulebook: a key that it does not know is refused."""


class Erratum(_Rule, frozen=True):
    """A slip of the document: where, what it is about, what is written there, and what is applied instead.

    ``written`` and ``applied`` are in the notation of cards, figures and keys, not in words.
    """

    clause: Clause
    about: Text
    written: Text
    applied: Text


class BetTime(_Rule, frozen=True):
    """How long bets are open, in seconds."""

    seconds: Count
    clauses: Clauses


class EndSignal(_Rule, frozen=True):
    """How the timer shows that bet time ends, and whether it sounds (BAC-3.4.2, BAC-2.1.6-sound)."""

    shows: Literal["light_running_out", "flash", "light"]
    sound: bool
    clauses: Clauses


class CutCard(_Rule, frozen=True):
    """How many cards lie behind the cut card."""

    from_end: Count
    clauses: Clauses


class Step(_Rule, frozen=True):
    """A step of the preparation, and whose it is; ``with_`` is who takes part in it."""

    action: Preparing
    actor: Literal["dealer", "pit_boss"]
    clauses: Clauses
    with_: Literal["dealer"] | None = None


Steps = Annotated[tuple[Step, ...], msgspec.Meta(min_length=1)]


class Preparation(_Rule, frozen=True):
    """The way of the cards into the shoe, in four parts.

    A table that opens begins at the first step, one with new decks at ``decks``, a reshuffle at ``shuffle``.
    """

    shoe: Steps
    decks: Steps
    shuffle: Steps
    load: Steps

    @property
    def steps(self) -> tuple[Step, ...]:
        """All the steps in their order."""
        return self.shoe + self.decks + self.shuffle + self.load

    @property
    def first_of_decks(self) -> int:
        """Where in :attr:`steps` new decks begin."""
        return len(self.shoe)

    @property
    def first_of_shuffle(self) -> int:
        """Where in :attr:`steps` a reshuffle begins."""
        return len(self.shoe) + len(self.decks)

    @property
    def first_of_load(self) -> int:
        """Where in :attr:`steps` the shuffle is over."""
        return len(self.shoe) + len(self.decks) + len(self.shuffle)


class Burn(_Rule, frozen=True):
    """After loading, the first card and as many more as its value are burned (LT-BAC-03)."""

    clauses: Clauses


class AfterLastHand(_Rule, frozen=True):
    """What follows the last hand of a shoe: the same cards shuffled, or another shoe."""

    action: Literal["shuffle", "replace_shoe"]
    clauses: Clauses


class PickUp(_Rule, frozen=True):
    """The direction in which the cards are picked up, as the dealer sees the table."""

    direction: Literal["left_to_right", "right_to_left"]
    clauses: Clauses


class DealClauses(_Rule, frozen=True):
    """What the deal of each card rests on; the banker's third by whether the player drew."""

    player_1: Clauses
    banker_1: Clauses
    player_2: Clauses
    banker_2: Clauses
    player_3: Clauses
    banker_3_player_stood: Clauses
    banker_3_player_drew: Clauses

    def due(self, coup: Coup) -> tuple[str, ...]:
        """What the card rests on that is due in this coup; none once it is decided."""
        place, dealt = coup.expected, len(coup.player) + len(coup.banker)
        if place is None:
            return ()
        if dealt < 4:
            return (self.player_1, self.banker_1, self.player_2, self.banker_2)[dealt]
        if place.hand is Hand.PLAYER:
            return self.player_3
        return self.banker_3_player_drew if len(coup.player) == 3 else self.banker_3_player_stood


class ResolveClauses(_Rule, frozen=True):
    """What a halt rests on, by its reason."""

    not_signed_in: Clauses
    bets_open: Clauses
    out_of_turn: Clauses
    impossible_card: Clauses
    device: Clauses


class PromptClauses(_Rule, frozen=True):
    """What each prompt of a baccarat table rests on that no other rule of the file already has."""

    open_table: Clauses
    await_bets: Clauses
    wait: Clauses
    deal: DealClauses
    last_hand: Clauses
    announce: Clauses
    collect: Clauses
    rescan: Clauses
    resolve: ResolveClauses
    replace_shoe: Clauses
    inspect_close: Clauses


class Announcements(_Rule, frozen=True):
    """What each announcement rests on; the words are the phrases ``say.<name>``."""

    place_your_bets: Clauses
    no_more_bets: Clauses
    last_hand_before_shuffle: Clauses
    player_wins: Clauses
    banker_wins: Clauses
    tie: Clauses
    round_void: Clauses


class Odds(_Rule, frozen=True):
    """What a won bet pays to one of its stake, exactly."""

    odds: Fraction
    clauses: Clauses


class Payouts(_Rule, frozen=True):
    """The odds of the main bets (BAC-2.2, LT-BAC-08)."""

    player: Odds
    banker: Odds
    tie: Odds


class SideBets(_Rule, frozen=True):
    """The odds of the side bets, where a rulebook has them (LT-BAC-09)."""

    player_pair: Odds
    banker_pair: Odds
    either_pair: Odds
    perfect_pair: Odds
    big: Odds
    small: Odds


class Limits(_Rule, frozen=True):
    """The lowest and highest stake and the highest win, in minor units of the currency (LT-BAC-10)."""

    currency: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]{3}$")]
    lowest: Count
    highest: Count
    top_win: Count
    clauses: Clauses


class Restriction(_Rule, frozen=True):
    """Bets that no player may have at once."""

    clause: Clause
    never_together: tuple[Bet, Bet]


class BaccaratRules(_Rule, frozen=True):
    """A rulebook's baccarat."""

    decks: Literal[8]
    bet_time: BetTime
    end_signal: EndSignal
    cut_card: CutCard
    after_last_hand: AfterLastHand
    pick_up: PickUp
    preparation: Preparation
    prompts: PromptClauses
    announcements: Announcements
    payouts: Payouts
    side_bets: SideBets | None = None
    burn: Burn | None = None
    limits: Limits | None = None
    restrictions: tuple[Restriction, ...] = ()

    def odds(self, bet: Bet) -> Fraction | None:
        """What this bet pays to one; None if this house does not take it."""
        paid: Odds | None = getattr(self.payouts, bet, None) or getattr(self.side_bets, bet, None)
        return paid and paid.odds


class Rulebook(_Rule, frozen=True):
    """One house's rules: its market's language, its document, and the games.

    ``silent_as`` is the document whose rows are quoted where this one is silent.
    """

    id: Code
    market: Code
    document: Code
    silent_as: Code
    baccarat: BaccaratRules
    errata: tuple[Erratum, ...] = ()


def rulebook_folder() -> Path:
    """Where the rulebooks are: in the checkout, or beside the installed package."""
    package = Path(__file__).parents[1]
    checkout = package.parent / "resources" / "rulebooks"
    return checkout if checkout.is_dir() else package / "resources" / "rulebooks"


def rulebook_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The rulebooks that there are, by the names of their files."""
    return tuple(sorted(path.stem for path in (folder or rulebook_folder()).glob("*.toml")))


def load_rulebook(rules: str, folder: Path | None = None) -> Rulebook:
    """The rulebook of this id; RulebookError if there is none, or it is not one."""
    folder = folder or rulebook_folder()
    if rules not in rulebook_ids(folder):
        raise RulebookError(f"{rules}: no such rulebook; there are {', '.join(rulebook_ids(folder))}")
    file = folder / f"{rules}.toml"
    rulebook = read_rulebook(file.read_text("utf-8"), file.name)
    if rulebook.id != rules:
        raise RulebookError(f"{file.name}: id: expected {rules!r}, as the file is named, got {rulebook.id!r}")
    return rulebook


def read_rulebook(toml: str, name: str) -> Rulebook:
    """The rulebook that a file's text holds; ``name`` is the file's, for RulebookError's message."""
    try:
        return rulebook_of(tomllib.loads(toml), name)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{name}: not TOML: {error}") from error


def rulebook_of(tables: Mapping[str, object], name: str) -> Rulebook:
    """The rulebook that a file's tables hold; RulebookError names file, rule and key."""
    try:
        return msgspec.convert(tables, Rulebook, dec_hook=_odds)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{name}: {_place_and_reason(str(error))}") from error


def _odds(kind: type, value: Any) -> Any:
    if kind is not Fraction or not isinstance(value, str) or not re.fullmatch(r"[1-9]\d*(/[1-9]\d*)?", value):
        raise ValueError(f"expected odds to one such as '8' or '19/20', got {value!r}")
    return Fraction(value)


def _place_and_reason(message: str) -> str:
    """A decoder's message with its place first and the key in it: ``baccarat.bet_time.seconds: missing``."""
    reason, _, at = message.partition(" - at `")
    place = at.rstrip("`").removeprefix("$").removeprefix(".")
    if field := re.fullmatch(r"Object (missing required|contains unknown) field `(.+)`", reason):
        place = f"{place}.{field[2]}".removeprefix(".")
        reason = "missing" if field[1] == "missing required" else "no such key"
    reason = (
        reason.replace("`", "")
        .replace("Invalid enum value", "can't be")
        .replace("object | null", "table")
        .replace("object", "table")
    )
    return f"{place}: {reason[0].lower()}{reason[1:]}"
