"""A rulebook's figures as a sheet: times, cards, payouts, limits, preparation, announcements, errata.

Each row has its subject, its value and the clauses behind it, so that a supervisor can compare it with the
rule document. :data:`WORDED` is the one table that words each part of a rulebook's rules. A prompt's clauses
are not figures (its ``?`` shows them), and the decision table has the incidents.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from console.base.words import Words
from console.supervisor.records.documents.paper import Grouped
from console.table.core import Role
from console.table.game import (
    DECK,
    STAGES,
    AfterLastHand,
    BetTime,
    CardRules,
    CutCard,
    EndSignal,
    Erratum,
    Limits,
    Odds,
    PickUp,
    Preparation,
    Preparing,
    Quickest,
    ReplacedShoe,
    Rule,
    Rulebook,
    Stakes,
    Step,
    TableRules,
    UnplayedBets,
    WheelCheck,
    duel,
)
from console.table.game.baccarat import rules as baccarat
from console.table.game.blackjack import rules as blackjack
from console.table.game.roulette import WHEEL
from console.table.game.roulette import rules as roulette
from console.table.words import game_name, role_name, sentence, short_money

NOT_WORDED: Final = ("prompts", "incidents")
"""Parts of a game's rules without figures for this document."""
PARTS: Final = {
    "times": ("bet_time", "decision_time", "end_signal", "quickest"),
    "cards": ("decks", "cut_card", "burn", "after_last_hand", "replaced_shoe", "pick_up", "surrender"),
    "wheel": ("turns", "dealers_number", "ball_in_bet_time", "bets_after_signal"),
    "preparation": ("preparation",),
    "payouts": ("payouts",),
    "side_bets": ("side_bets",),
    "limits": ("limits",),
    "restrictions": ("restrictions", "restriction"),
    "notices": ("notices",),
    "announcements": ("announcements",),
    "errata": ("errata",),
}
"""The parts of the document in their order, and the fields of a game's rules in each."""
_SHARES: Final = (14, 31, 33, 22)
_UNKNOWN: Final = "…"
"""Stands in an announcement for what only a round can fill in."""
_KEY: Final = re.compile(r"[a-z]*[a-hj-z][a-z_]{2,}")
"""A name in the rulebook's notation: no card, figure or numeral from i to iii."""


class FigureRow(msgspec.Struct, frozen=True):
    """The row's subject, its value, and the clauses that state it."""

    name: str
    value: str
    clauses: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, str, str]:
        return self.name, self.value, ", ".join(self.clauses) or ("–" if self.value else "")


class FigurePart(msgspec.Struct, frozen=True):
    heading: str
    rows: tuple[FigureRow, ...]


class RulePart(NamedTuple):
    """The function that puts a part of a game's rules into rows, and the fields that they cover."""

    fields: frozenset[str]
    rows: Callable[[RuleWords, str, Any], Iterator[FigureRow]]
    """Makes the rows; it is given the name of the field that holds the part."""


WORDED: Final[dict[type[Rule], RulePart]] = {}
"""The wording by the type of the part. A test fails if a field's type is missing."""

R = TypeVar("R", bound=Callable[..., Iterator["FigureRow"]])


def _says(kind: type[Rule], *fields: str) -> Callable[[R], R]:
    """Register the decorated function as the wording of these fields of a part."""

    def known(rows: R) -> R:
        WORDED[kind] = RulePart(frozenset(fields), rows)
        return rows

    return known


class RuleWords:
    """Puts a rulebook's rules into words: in a person's language, and announcements in the market's."""

    def __init__(self, words: Words, rulebook: Rulebook, rules: TableRules) -> None:
        self.words, self.rulebook, self.rules = words, rulebook, rules
        self.market = Words(rulebook.market)

    def row(self, key: str, value: str, clauses: Sequence[str] = ()) -> FigureRow:
        return FigureRow(self.words.text(key), value, tuple(clauses))

    def rows(self, field: str, part: object) -> Iterator[FigureRow]:
        """The rows of the part, or of several parts in turn, in this field."""
        if isinstance(part, tuple):
            for each in part:
                yield from self.rows(field, each)
        elif isinstance(part, Rule):
            yield from WORDED[type(part)].rows(self, field, part)

    def seconds(self, count: int) -> str:
        """``18 s``."""
        return self.words.text("shift.seconds", seconds=count)

    def yes(self, holds: bool) -> str:
        return self.words.text("answer.yes" if holds else "answer.no")

    def bet(self, bet: str) -> str:
        keys = (f"limits.{bet}", f"bet.{bet}", f"say.parity.{bet}")
        key = next((each for each in keys if self.words.has(each)), f"figure.bet.{bet}")
        named = self.words.text(key, numbers="").strip()
        return sentence(named)

    def together(self, bets: Sequence[str]) -> str:
        """Bets that one player may not place together."""
        return " + ".join(map(self.bet, bets))

    def stakes(self, stakes: Stakes, unit: str) -> str:
        """``0.50–5,000 EUR``."""
        lowest, highest = (short_money(each, self.words, unit) for each in (stakes.lowest, stakes.highest))
        return f"{lowest}–{highest} {unit}"


def figure_table(words: Words, rulebook: Rulebook, game: str) -> Grouped:
    keys = ("report.what", "figure.head.value", "rulebook.head.clause")
    rows = [(part.heading, *row.cells) for part in figure_parts(words, rulebook, game) for row in part.rows]
    title = words.text("figure.title", game=game_name(words, game))
    return Grouped(title, "", ("", *map(words.text, keys)), tuple(rows), answer=2, shares=_SHARES)


def figure_parts(words: Words, rulebook: Rulebook, game: str) -> Iterator[FigurePart]:
    """All figures of a rulebook's game, with the errata of its document that concern it."""
    rules = rulebook.rules_of(game)
    figures = RuleWords(words, rulebook, rules)
    yield FigurePart(words.text("figure.part.document"), tuple(_document(figures)))
    for part, fields in PARTS.items():
        rows = [row for field in fields for row in _of_field(figures, rules, field)]
        if part == "restrictions":
            rows += [row for each in rulebook.unplayed for row in figures.rows(part, each)]
        if part == "errata":
            rows = [row for each in rulebook.errata_of(game) for row in figures.rows(part, each)]
        if rows:
            heading = "report.errata" if part == "errata" else f"figure.part.{part}"
            yield FigurePart(words.text(heading), tuple(rows))


def _document(figures: RuleWords) -> Iterator[FigureRow]:
    """The owner of the rule document, and the document quoted for what it leaves open."""
    for key in ("document", "silent_as"):
        rules = getattr(figures.rulebook, key)
        named = figures.words.find(f"rules.{rules}") or rules
        yield figures.row(f"figure.{key}", f"{named} ({rules})")


def _of_field(figures: RuleWords, rules: TableRules, field: str) -> Iterator[FigureRow]:
    value = getattr(rules, field, None)
    if field == "decks":
        if value is not None:
            yield figures.row("figure.decks", str(value), _first_clauses(rules))
    elif field == "bets_after_signal":
        if value is not None:
            yield figures.row("figure.bets_after_signal", figures.seconds(value))
    elif field != "errata":
        yield from figures.rows(field, value)


def _first_clauses(rules: TableRules) -> tuple[str, ...]:
    """The clauses behind the receipt of the decks: they give the number of decks."""
    steps = rules.preparation.decks if isinstance(rules.preparation, Preparation) else ()
    return steps[0].clauses if steps else ()


# --- times -------------------------------------------------------------------------------------------


@_says(BetTime, "seconds", "clauses")
def _bet_time(figures: RuleWords, _: str, part: BetTime) -> Iterator[FigureRow]:
    yield figures.row("figure.bet_time", figures.seconds(part.seconds), part.clauses)


@_says(blackjack.DecisionTime, "seconds", "clauses", "unanswered")
def _decision_time(figures: RuleWords, _: str, part: blackjack.DecisionTime) -> Iterator[FigureRow]:
    yield figures.row("figure.decision_time", figures.seconds(part.seconds), part.clauses)
    yield figures.row("figure.unanswered", figures.words.text("figure.unanswered.value"), part.unanswered)


@_says(EndSignal, "shows", "sound", "clauses", "sign")
def _end_signal(figures: RuleWords, _: str, part: EndSignal) -> Iterator[FigureRow]:
    yield figures.row("figure.end_signal", figures.words.text(f"figure.shows.{part.shows}"), part.clauses)
    yield figures.row("figure.sound", figures.yes(part.sound), part.clauses)
    yield figures.row("figure.sign", figures.yes(part.sign), part.clauses)


@_says(Quickest, *Quickest.__struct_fields__)
def _quickest(figures: RuleWords, _: str, part: Quickest) -> Iterator[FigureRow]:
    words = figures.words
    yield FigureRow(f"{words.text('report.quick')}{words.locale.colon.rstrip()}", "")
    for step in part.__struct_fields__:
        if (least := getattr(part, step)) is not None:
            named = words.find(f"quick.{step}") or words.text(f"prompt.{step}")
            yield FigureRow(named, f"< {figures.seconds(least)}")


# --- cards -------------------------------------------------------------------------------------------


@_says(CutCard, "from_end", "clauses", "pieces")
def _cut_card(figures: RuleWords, _: str, part: CutCard) -> Iterator[FigureRow]:
    behind = figures.words.count("count.cards", part.from_end)
    if part.from_end >= len(DECK):  # This is the document's wording, since nobody counts so many (BJ-3.3).
        behind = f"{figures.words.count('count.decks', part.from_end // len(DECK))} = {behind}"
    yield figures.row("figure.cut_card", behind, part.clauses)
    yield figures.row("figure.cut_cards", str(part.pieces), part.clauses)


@_says(baccarat.Burn, "clauses")
def _burn(figures: RuleWords, _: str, part: baccarat.Burn) -> Iterator[FigureRow]:
    yield figures.row("figure.burn", figures.words.text("figure.burn.value"), part.clauses)


@_says(duel.Burn, "cards", "clauses")
def _own_burn(figures: RuleWords, _: str, part: duel.Burn) -> Iterator[FigureRow]:
    yield figures.row("figure.burn", figures.words.count("prompt.burn", part.cards), part.clauses)


@_says(AfterLastHand, "action", "clauses")
def _after_last_hand(figures: RuleWords, _: str, part: AfterLastHand) -> Iterator[FigureRow]:
    value = figures.words.text(f"figure.after_last_hand.{part.action}")
    yield figures.row("figure.after_last_hand", value, part.clauses)


@_says(ReplacedShoe, "begins_at", "clauses")
def _replaced_shoe(figures: RuleWords, _: str, part: ReplacedShoe) -> Iterator[FigureRow]:
    value = figures.words.text(f"figure.replaced_shoe.{part.begins_at}")
    yield figures.row("figure.replaced_shoe", value, part.clauses)


@_says(PickUp, "direction", "clauses", "first")
def _pick_up(figures: RuleWords, _: str, part: PickUp) -> Iterator[FigureRow]:
    first = "" if part.first is None else f"{part.first}_first."
    value = figures.words.text(f"prompt.collect.{first}{part.direction}")
    yield figures.row("figure.pick_up", value, part.clauses)


WORDED[blackjack.DealersFirst] = WORDED[PickUp]


@_says(blackjack.Surrender, "clauses")
def _surrender(figures: RuleWords, _: str, part: blackjack.Surrender) -> Iterator[FigureRow]:
    yield figures.row("figure.surrender", figures.words.text("figure.surrender.value"), part.clauses)


# --- the wheel ---------------------------------------------------------------------------------------


@_says(roulette.Turns, "least", "clauses")
def _turns(figures: RuleWords, _: str, part: roulette.Turns) -> Iterator[FigureRow]:
    yield figures.row("figure.turns", str(part.least), part.clauses)


# --- preparation -------------------------------------------------------------------------------------


@_says(Preparation, "shoe", "decks", "shuffle", "load")
@_says(WheelCheck, "wheel")
def _preparation(figures: RuleWords, _: str, part: Preparation | WheelCheck) -> Iterator[FigureRow]:
    """Every step in order with its role; the first step of each part is under the part's name."""
    begins = {}
    if isinstance(part, Preparation):
        begins = {0: "shoe", part.first_of_decks: "decks", part.first_of_shuffle: "shuffle"}
        begins[part.first_of_load] = "load"
    for at, step in enumerate(part.steps):
        (row,) = figures.rows("step", step)
        if at in begins:
            begun = figures.words.text(f"figure.preparation.{begins[at]}")
            yield FigureRow(f"{begun}{figures.words.locale.colon.rstrip()}", "")
        yield FigureRow(f"{at + 1}. {row.name}", row.value, row.clauses)


@_says(Step, "action", "actor", "clauses", "with_", "faces", "how", "daily", "count")
def _step(figures: RuleWords, _: str, part: Step) -> Iterator[FigureRow]:
    words = figures.words
    cut = figures.rules.cut_card.from_end if isinstance(figures.rules, CardRules) else 0
    if part.action == Preparing.PLACE_CUT_CARD and cut >= len(DECK):
        named = words.count("prompt.place_cut_card.decks", cut // len(DECK))
    else:
        named = words.text(f"prompt.{part.action}", stages=STAGES, from_end=cut)
    who = [role_name(words, Role(each)) for each in (part.actor, part.with_) if each is not None]
    faces = () if part.faces is None else (words.text(f"figure.faces.{part.faces}"),)
    how = () if part.how is None else (words.text(f"figure.how.{part.how}"),)
    daily = (words.text("figure.daily"),) if part.daily else ()
    count = () if part.count is None else (words.text(f"figure.count.{part.count}"),)
    yield FigureRow(named, "\n".join((" + ".join(who), *faces, *how, *count, *daily)), part.clauses)


# --- money -------------------------------------------------------------------------------------------


@_says(baccarat.Payouts, *baccarat.Payouts.__struct_fields__)
@_says(baccarat.SideBets, *baccarat.SideBets.__struct_fields__)
@_says(blackjack.Payouts, *blackjack.Payouts.__struct_fields__)
@_says(roulette.Payouts, *roulette.Payouts.__struct_fields__)
@_says(duel.Payouts, *duel.Payouts.__struct_fields__)
def _payouts(figures: RuleWords, _: str, part: Rule) -> Iterator[FigureRow]:
    for bet in part.__struct_fields__:
        yield from figures.rows(figures.bet(bet), getattr(part, bet))


@_says(blackjack.SideBets, "perfect_pairs", "plus_three")
def _hands_side_bets(figures: RuleWords, _: str, part: blackjack.SideBets) -> Iterator[FigureRow]:
    for bet, made in zip(part.__struct_encode_fields__, (part.perfect_pairs, part.plus_three), strict=True):
        yield from figures.rows(bet, made)


@_says(blackjack.PerfectPairs, *blackjack.PerfectPairs.__struct_fields__)
@_says(blackjack.TwentyOnePlusThree, *blackjack.TwentyOnePlusThree.__struct_fields__)
def _combinations(figures: RuleWords, field: str, part: Rule) -> Iterator[FigureRow]:
    """A side bet's combinations: ``21+3: suited trips``."""
    words = figures.words
    for made in part.__struct_fields__:
        named = f"{figures.bet(field)}{words.locale.colon}{words.text(f'side.{field}.{made}')}"
        yield from figures.rows(named, getattr(part, made))


@_says(Odds, "odds", "clauses")
def _odds(figures: RuleWords, field: str, part: Odds) -> Iterator[FigureRow]:
    """``3 : 2``, and ``0.95 : 1`` if less than the stake is paid; here the field is its name."""
    pays, to = part.odds.as_integer_ratio()
    paid = f"{pays} : {to}"
    if pays < to and 100 % to == 0:
        paid = f"{figures.words.figure(pays / to, 2)} : 1"
    yield FigureRow(field, paid, part.clauses)


@_says(Limits, "currency", "lowest", "highest", "top_win", "clauses", "bets")
def _limits(figures: RuleWords, _: str, part: Limits) -> Iterator[FigureRow]:
    for bet, stakes in part.ranges.items():
        named = figures.bet(bet) if bet else figures.words.text("figure.stakes")
        yield FigureRow(named, figures.stakes(stakes, part.currency), part.clauses)
    if part.top_win is not None:
        top = f"{short_money(part.top_win, figures.words, part.currency)} {part.currency}"
        yield figures.row("figure.top_win", top, part.clauses)


@_says(roulette.StakeLimits, "currency", "clauses", *roulette.BetKind)
def _stake_limits(figures: RuleWords, _: str, part: roulette.StakeLimits) -> Iterator[FigureRow]:
    for bet, stakes in part.ranges.items():
        yield FigureRow(figures.bet(bet), figures.stakes(stakes, part.currency), part.clauses)


@_says(baccarat.Restriction, "clause", "never_together")
@_says(duel.Restriction, "clause", "never_together")
def _never_together(
    figures: RuleWords, _: str, part: baccarat.Restriction | duel.Restriction
) -> Iterator[FigureRow]:
    yield figures.row("figure.never_together", figures.together(part.never_together), (part.clause,))


@_says(roulette.Restriction, "clause", "percent")
def _coverage(figures: RuleWords, _: str, part: roulette.Restriction) -> Iterator[FigureRow]:
    slots = {"percent": part.percent, "most": part.most_numbers, "all": len(WHEEL)}
    yield figures.row("figure.covered", figures.words.text("figure.covered.value", **slots), (part.clause,))


@_says(UnplayedBets, "clause", "game", "never_together")
def _unplayed(figures: RuleWords, _: str, part: UnplayedBets) -> Iterator[FigureRow]:
    named = figures.words.text("figure.unplayed", game=figures.words.text(f"figure.game.{part.game}"))
    yield FigureRow(named, "\n".join(map(figures.together, part.never_together)), (part.clause,))


# --- notices and announcements -----------------------------------------------------------------------


@_says(blackjack.Notice, "notice", "clauses")
def _notice(figures: RuleWords, _: str, part: blackjack.Notice) -> Iterator[FigureRow]:
    words, rules = figures.words, figures.rules
    if part.notice is blackjack.Notices.LIMITS:
        named = words.text("figure.part.limits")
    else:
        assert isinstance(rules, blackjack.BlackjackRules), "only blackjack has notices"
        of = (
            rules.payouts.insurance
            if part.notice is blackjack.Notices.INSURANCE_PAYS
            else rules.payouts.blackjack
        )
        named = words.text(f"notice.{part.notice}", pays=of.odds.numerator, to=of.odds.denominator)
    yield FigureRow(named, words.text("figure.notice"), part.clauses)


@_says(baccarat.Announcements, *baccarat.Announcements.__struct_fields__)
@_says(blackjack.Announcements, *blackjack.Announcements.__struct_fields__)
@_says(roulette.Announcements, *roulette.Announcements.__struct_fields__)
@_says(duel.Announcements, *duel.Announcements.__struct_fields__)
def _announcements(figures: RuleWords, _: str, part: Rule) -> Iterator[FigureRow]:
    """Each announcement in the screen's language, and as it is spoken in the market's language."""
    for field in part.__struct_fields__:
        glossed, spoken = (_announced(words, field) for words in (figures.words, figures.market))
        yield FigureRow(glossed, figures.market.quote(spoken), getattr(part, field))


def _announced(words: Words, field: str) -> str:
    """An announcement of number 17; totals, which only a round can fill, are left open."""
    number = {
        "number": 17,
        "colour": words.text("say.colour.black"),
        "parity": words.text("say.parity.odd"),
        "half": words.text("say.half.low"),
    }
    return words.text(f"say.{field}", **dict.fromkeys(("player", "banker", "total"), _UNKNOWN), **number)


@_says(Erratum, "clause", "about", "written", "applied")
def _erratum(figures: RuleWords, _: str, part: Erratum) -> Iterator[FigureRow]:
    """The applied reading in words; then the written and the applied text."""
    named = figures.words.find(f"erratum.{part.about}") or part.about
    yield FigureRow(named, erratum_text(figures.words, part), (part.clause,))


def erratum_text(words: Words, part: Erratum) -> str:
    """Both texts of an erratum; those in names of the rulebook's file are called that."""
    key = "figure.erratum.otherwise" if is_keyed(part) else "figure.erratum"
    return words.text(key, written=part.written, applied=part.applied)


def is_keyed(part: Erratum) -> bool:
    """Whether an erratum uses names of the rulebook's file, not only cards and figures."""
    return _KEY.search(f"{part.written} {part.applied}") is not None


@_says(roulette.Leave, "allowed", "clauses")
def _leave(figures: RuleWords, field: str, part: roulette.Leave) -> Iterator[FigureRow]:
    yield figures.row(f"figure.{field}", figures.yes(part.allowed), part.clauses)
