"""The trial of a rulebook on kept journals: the table is replayed as it was, and the new rulebook decides
too.

The table is replayed entry by entry with its own rulebook, as in a review. Whenever something was decided,
the other rulebook decides the same question at the same state of the table. Another answer is not replayed
further: no journal has the cards or numbers that would have followed. A trial costs little more than the
replay: only differing rules are asked, and only where they can matter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction
from typing import Any, Final, assert_never

import msgspec

from console.base.errors import WordedError
from console.supervisor.trial.changes import RuleChange, changes
from console.supervisor.trial.findings import NOT_OFFERED, Aspect, FindingPlace, TrialFinding, TriedJournal
from console.supervisor.trial.incident_retrial import IncidentDifference, Retrial
from console.table.core import (
    Game,
    JournalEntry,
    Play,
    Preparation,
    Refusal,
    RoundStatus,
    Table,
    advance,
    advance_kept,
    begin_bytes,
    events,
    game_of,
    is_only_recorded,
    refusal,
    settled_round,
    table_of,
)
from console.table.game import (
    DragonTigerRules,
    Duel,
    LacksGame,
    Odds,
    Rule,
    Rulebook,
    RulebookError,
    TableRules,
    Winner,
    Worksheet,
    load_rulebook,
)
from console.table.game.baccarat import BaccaratRules, Bet, Coup, is_won
from console.table.game.blackjack import (
    ACES,
    BlackjackRules,
    Choice,
    InsuranceStage,
    Round,
    State,
    is_blackjack,
)
from console.table.game.roulette import FIELDS, BallRun, RouletteRules, Spin
from console.table.journal import Review

STEP: Final = 1000
"""Entries between two reports of progress."""
EntryProgress = Callable[[int], bool]
"""Called with the number of the entry that was reached; returns False to stop there."""
DifferenceSearch = Callable[[JournalEntry, Any, Table, Table], Iterable[TrialFinding]]
"""Looks at an event of one kind, with the table before and after it."""


BACK_ON_TIE: Final = "back_on_tie"


def odds_of(rules: TableRules) -> dict[str, Fraction]:
    """The odds to one of each bet, by its key in the rulebook: ``banker``, ``perfect_pairs.mixed``. Raises
    TypeError for a game whose bets are not listed.
    """
    found: dict[str, Fraction] = {}
    parts: list[tuple[str, Rule]] = []
    match rules:
        case BaccaratRules():
            parts = [("", rules.payouts), *([("", rules.side_bets)] if rules.side_bets else [])]
        case DragonTigerRules() | RouletteRules():
            parts = [("", rules.payouts)]
        case BlackjackRules():
            parts = [("", rules.payouts)]
            if rules.side_bets is not None:
                parts.append(("perfect_pairs.", rules.side_bets.perfect_pairs))
                parts.append(("21+3.", rules.side_bets.plus_three))
        case _:
            raise TypeError(f"{type(rules).__name__}: no game whose bets are known")
    for lead, part in parts:
        for name in part.__struct_fields__:
            paid = getattr(part, name)
            if isinstance(paid, Odds):
                found[f"{lead}{name}"] = paid.odds
    return found


def changed_odds(before: TableRules, after: TableRules) -> dict[str, tuple[Fraction | None, Fraction | None]]:
    """Each bet whose odds differ, with both odds; None if a rulebook does not take it."""
    old, new = odds_of(before), odds_of(after)
    return {
        name: (old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    }


def winning_bets(play: Play, bets: Collection[str]) -> list[str]:
    """The bets, keys of :func:`odds_of`, that won in a decided round, in order; else none."""
    match play:
        case Coup():
            outcome = play.outcome
            return [] if outcome is None else [bet for bet in bets if is_won(Bet(bet), outcome)]
        case Round():
            winning: Collection[str] = set(_of_hands(play)) if play.outcome is not None else ()
        case Spin():
            winning = {on.kind for on, of in FIELDS.items() if any(play.number in each for each in of)}
        case Duel():
            winning = () if play.outcome is None else _of_duel(play.outcome.winner)
        case _:
            assert_never(play)
    return [bet for bet in bets if bet in winning]


def _of_duel(winner: Winner) -> tuple[str, ...]:
    return (winner, BACK_ON_TIE) if winner is Winner.TIE else (winner,)


def _of_hands(round: Round) -> Iterator[str]:
    blackjack = is_blackjack(round.dealer)
    for seat in round.seats:
        for hand in seat.hands:
            if hand.against(round.dealer) is State.WON:
                yield "blackjack" if hand.is_blackjack else "win"
        if round.all_refunded(seat.number):
            continue
        if seat.answer is Choice.INSURE and blackjack and round.dealer[0] in ACES:
            yield "insurance"
        sides = round.sides[seat.number]
        if sides.perfect_pairs is not None:
            yield f"perfect_pairs.{sides.perfect_pairs}"
        if sides.plus_three is not None:
            yield f"21+3.{sides.plus_three}"


class UntriableJournal(WordedError[str], ValueError):
    """A journal on which this rulebook can't be tried, with the key of its words."""


class TrialResult(msgspec.Struct, frozen=True):
    """A trial's result: the rules that differ, the journals, and every finding in order."""

    changes: tuple[RuleChange, ...]
    journals: tuple[TriedJournal, ...]
    findings: tuple[TrialFinding, ...]

    @property
    def through(self) -> bool:
        return all(each.through for each in self.journals)

    @property
    def otherwise(self) -> tuple[TrialFinding, ...]:
        return tuple(each for each in self.findings if each.asks is None)

    @property
    def undecided_findings(self) -> tuple[TrialFinding, ...]:
        """The findings that can't be decided again: something was never asked."""
        return tuple(each for each in self.findings if each.asks is not None)


def games_for(journal: Review, rulebook: Rulebook, name: str) -> tuple[Game, Game]:
    """The journal's game by its own rulebook, and by this one. Raises UntriableJournal."""
    identity, file = journal.identity, str(journal.path)
    try:
        old = game_of(load_rulebook(identity.rules), identity.game)
    except (RulebookError, ValueError) as error:
        raise UntriableJournal("trial.refused.old_rules", file=file, rules=identity.rules) from error
    try:
        return old, game_of(rulebook, identity.game)
    except LacksGame as error:
        raise UntriableJournal(
            "trial.refused.other_game", file=file, game=identity.game, rules=name
        ) from error


def go_on(entry: int) -> bool:
    """Progress that nobody watches."""
    return True


def try_journals(
    journals: Iterable[Review], rulebook: Rulebook, name: str, progress: EntryProgress = go_on
) -> TrialResult:
    """The result of a trial on these journals; ``name`` is the rulebook's, for a refusal. If ``progress``
    stops it, the findings so far, with the rest marked. Raises UntriableJournal before anything is read, or
    JournalError.
    """
    of = [(journal, *games_for(journal, rulebook, name)) for journal in journals]
    changed: dict[RuleChange, None] = {}
    gone_through: list[TriedJournal] = []
    findings: list[TrialFinding] = []
    stopped = False
    for journal, old, new in of:
        changed.update(dict.fromkeys(changes(old.name, old.rules, new.rules)))
        if stopped:
            gone_through.append(_not_begun(journal))
            continue
        replay = JournalReplay(journal, old, new)
        stopped = not replay.run(progress)
        gone_through.append(replay.result(through=not stopped))
        findings += replay.findings
    return TrialResult(tuple(changed), tuple(gone_through), tuple(findings))


def _not_begun(journal: Review) -> TriedJournal:
    identity = journal.identity
    return TriedJournal(
        journal.path.name, identity.table, identity.game, identity.rules, 0, 0, 0, through=False
    )


class JournalReplay:
    def __init__(self, journal: Review, old: Game, new: Game) -> None:
        self._journal, self._old, self._new = journal, old, new
        self._file, self._table = journal.path.name, journal.identity.table
        self.findings: list[TrialFinding] = []
        self._entries = self._rounds = 0
        self._retrial = Retrial(old, new)
        before, after = old.rules, new.rules
        self._odds = dict(sorted(changed_odds(before, after).items()))
        self._bets_differ = bool(self._odds) or _stakes(before) != _stakes(after)
        self._prepares_otherwise = _preparing(before) != _preparing(after)
        self._looks: dict[type, DifferenceSearch] = dict(self._watched())
        self._insured: str | None = None
        """The round that was last asked for insurance."""

    def result(self, *, through: bool) -> TriedJournal:
        identity = self._journal.identity
        counted = (self._entries, self._rounds, self._retrial.count)
        return TriedJournal(self._file, self._table, identity.game, identity.rules, *counted, through)

    def run(self, progress: EntryProgress) -> bool:
        """Go through the journal; False if ``progress`` stopped it."""
        number, state = self._journal.begin(0)
        table, decode, game = table_of(state), events.DECODER.decode, self._old
        looks = self._looks
        self._retrial.begin(table)
        for row in self._journal.entries(number):
            if row.number % STEP == 0 and not progress(row.number):
                return False
            self._entries += 1
            event = decode(row.event)
            kind = type(event)
            if kind is events.BytesReceived:
                table = begin_bytes(table)
                continue
            before = table
            table = after = advance_kept(game, before, event, row.refused, row.at)
            if kind in looks:
                self.findings += looks[kind](row, event, before, after)
            if after is before:
                continue
            if after.incident is not before.incident or after.incidents.ended is not before.incidents.ended:
                self._of_incident(row, event, before, after)
            if after.round is not before.round:
                self._of_round(row, before, after)
            if self._prepares_otherwise and after.preparation is not before.preparation:
                self.findings += self._of_preparation(row, event, before, after)
        return True

    def _place(self, row: JournalEntry, round: str | None, incident: str | None = None) -> FindingPlace:
        return FindingPlace(self._file, self._table, row.number, row.at, round, incident)

    def _of_incident(self, row: JournalEntry, event: events.AnyEvent, before: Table, after: Table) -> None:
        decided = self._retrial.compare_decision(before, event, row.refused, row.at, after)
        self.findings += self._found(row, before, decided)

    def _found(
        self, row: JournalEntry, before: Table, differing: Iterator[IncidentDifference]
    ) -> Iterator[TrialFinding]:
        for each in differing:
            at = self._place(row, _round_of(before), each.incident or None)
            yield TrialFinding(at, each.aspect, each.kind, each.before, each.after, each.asks)

    def _reported(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        if row.refused is not None and (after is before or after.incident is before.incident):
            tried = self._retrial.retry_refused(before, event, row.refused, row.at)
            yield from self._found(row, before, tried)

    def _voided(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        if row.refused is None:
            yield from self._found(row, before, self._retrial.retry_voided(before, event, row.at))

    def _of_round(self, row: JournalEntry, before: Table, after: Table) -> None:
        ended = before.open_round and not after.open_round and after.round is not None
        if not ended or after.round is None:
            return
        self._rounds += 1
        if not self._odds or after.round.status != RoundStatus.FINISHED:
            return
        at = self._place(row, after.round.id)
        for bet in winning_bets(after.play, self._odds):
            old, new = self._odds[bet]
            self.findings.append(TrialFinding(at, Aspect.PAY_OUT, bet, _odds(old), _odds(new)))

    def _of_preparation(
        self, row: JournalEntry, event: events.AnyEvent, before: Table, after: Table
    ) -> Iterator[TrialFinding]:
        was, now = before.preparation, after.preparation
        if now is None or (was is not None and was.steps == now.steps and was.closing == now.closing):
            return
        again = advance(self._new, before, event, row.refused, row.at).preparation
        old, new = _steps(self._old, now), _steps(self._new, again)
        if old != new:
            yield TrialFinding(self._place(row, None), Aspect.PREPARATION, str(after.phase), old, new)

    def _watched(self) -> Iterator[tuple[type, DifferenceSearch]]:
        """The events that a differing rule concerns."""
        yield events.IncidentReported, self._reported
        yield events.RoundVoided, self._voided
        if self._bets_differ:
            yield events.WorksheetMade, self._reckoned
        old, new = self._old.rules, self._new.rules
        if isinstance(old, RouletteRules) and isinstance(new, RouletteRules):
            if old.turns.least != new.turns.least:
                yield events.BallRan, self._ran
            if old.dealers_number.allowed is not new.dealers_number.allowed:
                yield events.NumberSaid, self._number_stated
            if old.ball_in_bet_time.allowed is not new.ball_in_bet_time.allowed:
                yield events.BallSent, self._sent
        if _surrender(old) is not _surrender(new):
            yield events.PlayerAnswered, self._answered

    def _ran(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        old, new = self._old.rules, self._new.rules
        if row.refused is not None or is_only_recorded(before, event):
            return
        assert isinstance(old, RouletteRules) and isinstance(new, RouletteRules), "a wheel's"
        run = BallRun(event.turns, event.direction)
        was, now = (rules.no_spin(run) or "valid" for rules in (old, new))
        if was != now:
            yield TrialFinding(self._place(row, _round_of(before)), Aspect.PLAY, "spin", (was,), (now,))

    def _number_stated(
        self, row: JournalEntry, event: Any, before: Table, after: Table
    ) -> Iterator[TrialFinding]:
        if row.refused == Refusal.STALE:
            return
        now = refusal(self._new, before, event)
        by_new = advance(self._new, before, event, now, row.at)
        was, would = _taken(row.refused, before, after), _taken(now, before, by_new)
        if was != would:
            at = self._place(row, _round_of(before))
            yield TrialFinding(at, Aspect.PLAY, "dealers_number", (was,), (would,))

    def _sent(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        if row.refused is not None or not before.bet_time:
            return
        again = advance(self._new, before, event, None, row.at)
        if again.halted is not after.halted:
            results = [("halts" if each.halted else "goes_on",) for each in (after, again)]
            at = self._place(row, _round_of(before))
            yield TrialFinding(at, Aspect.PLAY, "ball_in_bet_time", results[0], results[1])

    def _answered(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        """A surrender that was taken; or a round in which one would have been offered."""
        play, round_ = before.play, _round_of(before)
        if row.refused is not None or not isinstance(play, Round):
            return
        if event.choice is Choice.SURRENDER:
            yield TrialFinding(self._place(row, round_), Aspect.PLAY, "surrender", ("taken",), ("refused",))
        elif (
            isinstance(play.next_due, InsuranceStage)
            and Choice.SURRENDER not in play.next_due.offers
            and self._insured != round_
        ):
            self._insured = round_
            yield TrialFinding(self._place(row, round_), Aspect.PLAY, "surrender", (), asks="surrender")

    def _reckoned(self, row: JournalEntry, event: Any, before: Table, after: Table) -> Iterator[TrialFinding]:
        if row.refused is not None or event.worksheet is None:
            return
        round_, play, void = settled_round(before)
        at = self._place(row, round_)
        lacking = [wager.on for wager in event.bets if self._new.bet_refusal(wager.on) is not None]
        for on in dict.fromkeys(lacking):
            yield TrialFinding(at, Aspect.PAY_OUT, on, _backs(event.worksheet, on), (NOT_OFFERED,))
        bets = tuple(wager for wager in event.bets if wager.on not in lacking)
        old, new = (game.worksheet(play, bets, void, before.limits) for game in (self._old, self._new))
        for was, now in zip(old.bets, new.bets, strict=True):
            if was.back != now.back:
                yield TrialFinding(at, Aspect.PAY_OUT, was.on, _word(was.back), _word(now.back))
            if was.limit != now.limit:
                yield TrialFinding(at, Aspect.LIMIT, was.on, _word(was.limit), _word(now.limit))
        if old.restriction != new.restriction:
            yield TrialFinding(at, Aspect.LIMIT, "together", _word(old.restriction), _word(new.restriction))


def _round_of(table: Table) -> str | None:
    return table.round.id if table.round is not None and table.open_round else None


def _taken(refused: str | None, before: Table, after: Table) -> str:
    """The effect of a line: it was taken, refused, or refused with a halt of play."""
    if refused is None:
        return "taken"
    return "halts" if after.halted and not before.halted else "refused"


def _steps(game: Game, preparation: Preparation | None) -> tuple[str, ...]:
    """A preparation's steps as ``action:actor``."""
    if preparation is None:
        return ()
    actors = {step.action.value: step.actor for step in game.rules.preparation.steps}
    return tuple(f"{each}:{actors.get(each, 'dealer')}" for each in preparation.steps)


def _preparing(rules: TableRules) -> object:
    """The rules that decide a preparation's steps, without their clauses."""
    steps = [(step.action, step.actor) for step in rules.preparation.steps]
    match rules:
        case BaccaratRules():
            rest: object = (rules.after_last_hand.action, rules.replaced_shoe.begins_at, rules.burn is None)
        case BlackjackRules():
            rest = (rules.after_last_hand.action, rules.replaced_shoe.begins_at)
        case DragonTigerRules():
            rest = (rules.after_last_hand.action, rules.replaced_shoe.begins_at, rules.burn.cards)
        case _:
            rest = None
    return steps, rest


def _surrender(rules: TableRules) -> bool:
    return isinstance(rules, BlackjackRules) and rules.surrender is not None


def _stakes(rules: TableRules) -> object:
    return [getattr(rules, name, None) for name in ("limits", "restriction", "restrictions")]


def _backs(sheet: Worksheet, on: str) -> tuple[str, ...]:
    return tuple(str(row.back) for row in sheet.bets if row.on == on)


def _odds(paid: Fraction | None) -> tuple[str, ...]:
    return (NOT_OFFERED,) if paid is None else (str(paid),)


def _word(value: object) -> tuple[str, ...]:
    return () if value is None else (str(value),)
