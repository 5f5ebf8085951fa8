"""A rulebook tried on a long night, beside the same night only replayed.

Ours asks another rulebook about every incident, round and worksheet: one in which the banker's odds, a row of
what fell and the steps of the shuffle are written otherwise. Theirs replays the same entries, digests
checked, by the rulebook of then, and asks nothing.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from msgspec.structs import replace

from console.supervisor.trial.trial import TrialResult, try_journals
from console.table.core import advance, begin_bytes, events, game_of, table_of
from console.table.game import Result, Rulebook, load_rulebook
from console.table.game.baccarat import BaccaratRules
from console.table.journal import review
from tests.instruments.bench.goals import Measured
from tests.instruments.bench.long_nights import written
from tests.instruments.bench.pairs import compared, timed

ENTRIES = 20_000
RULES = "sv"


def measure(folder: Path, pairs: int) -> list[Measured]:
    """A trial beside the bare telling."""
    path = written(folder / "night.journal", ENTRIES)
    new, found = otherwise(), list[TrialResult]()

    def ours() -> None:
        with review(path) as journal:
            found.append(try_journals([journal], new, "new.toml"))

    beside = compared(lambda: timed(ours), lambda: timed(lambda: tell_again(path)), pairs)
    journal = found[-1].journals[0]
    how = f"{journal.entries:,} entries, {len(found[-1].findings):,} findings; theirs: told and nothing asked"
    return [Measured.rate("rulebook tried", beside, journal.entries, "entries", 0.85, how)]


def tell_again(path: Path) -> None:
    """Replay the journal, as a trial does."""
    with review(path) as journal:
        number, state = journal.begin(0)
        table, game = table_of(state), game_of(load_rulebook(journal.identity.rules), journal.identity.game)
        for row in journal.entries(number):
            event = events.DECODER.decode(row.event)
            if type(event) is events.BytesReceived:
                table = begin_bytes(table)
            else:
                table = advance(game, table, event, row.refused, row.at)


def otherwise() -> Rulebook:
    """The night's rulebook with a changed clause of several kinds."""
    rulebook = load_rulebook(RULES)
    rules = rulebook.of(BaccaratRules)
    cases = rules.incidents
    fell = tuple(replace(row, outcome=Result.RECORD_ONLY) for row in cases.kinds["card_fell"])
    changed = replace(
        rules,
        payouts=replace(rules.payouts, banker=replace(rules.payouts.banker, odds=Fraction(1, 2))),
        preparation=load_rulebook("lt").of(BaccaratRules).preparation,
        incidents=replace(cases, kinds={**cases.kinds, "card_fell": fell}),
    )
    return replace(rulebook, games={**rulebook.games, rules.game: changed})
