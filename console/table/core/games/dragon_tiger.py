"""Dragon tiger at a table, the house's own example: a card each, and the higher one wins. Everything else is
common to all card games: the shoe, the bets, halts, incidents, the journal.
"""

from __future__ import annotations

from typing import Final

from console.table.core.games.game import CardGame
from console.table.core.games.shared_round import SharedRound
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import events
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, ShoesResult, Table
from console.table.core.state.views import DuelView, Prompt, Say
from console.table.game.card_set import picked_up
from console.table.game.cards import Card
from console.table.game.duel import Bet, DragonTigerRules, Duel, Outcome, duel_of, duel_worksheet
from console.table.game.rule_values import TableLimits
from console.table.game.worksheet import Wager, Worksheet

_BETS: Final = frozenset(map(str, Bet))


class DragonTiger(SharedRound):
    """Dragon tiger by the example's rules (see :class:`console.table.core.games.game.Game`)."""

    name: Final = "dragon_tiger"

    def __init__(self, rules: DragonTigerRules) -> None:
        self.rules = rules

    @property
    def cards(self) -> CardGame:
        return self

    @property
    def burn_clauses(self) -> tuple[str, ...]:
        """The clauses of the burn (DT-2)."""
        return self.rules.burn.clauses

    def burns(self, first: Card) -> int:
        """The rules' number of cards, whichever the first is (DT-2)."""
        return self.rules.burn.cards

    def picked_up(self, play: Play) -> bytes:
        """The dragon's card, then the tiger's (DT-6)."""
        return picked_up([(card,) for card in _duel(play).cards], self.rules.pick_up.direction)

    def begin(self) -> Duel:
        return Duel()

    def phase(self, play: Play) -> Phase:
        return Phase.DEALING if _duel(play).next_place is not None else Phase.RESULT

    def prompt(self, table: Table) -> Prompt:
        """The card that is due (DT-3)."""
        place = _duel(table.play).next_place
        assert place is not None, "a card is due while a duel is dealt"
        clauses = self.rules.prompts.deal
        return Prompt("deal", actor_of("deal"), clauses, hand=place.hand.value, card=place.card)

    def announcement(self, play: Play) -> Say:
        """The winner (DT-4)."""
        return Say(_outcome(play).announcement)

    def result(self, play: Play) -> str:
        """``dragon``, ``tiger`` or ``tie``."""
        return _outcome(play).winner.value

    def agrees(self, play: Play, event: events.ShoeResulted | ShoesResult) -> bool:
        """No shoe counts a duel."""
        return False

    def view(self, table: Table) -> DuelView:
        """Both hands; the outcome once no card is due, and none of a void duel."""
        duel, round = _duel(table.play), table.round
        assert round is not None, "there has been a round"
        outcome = None if round.status == RoundStatus.VOID else duel.outcome
        return DuelView(round.id, round.status, duel.cards[:1], duel.cards[1:], duel.points, outcome)

    def bet_refusal(self, bet: str) -> Refusal | None:
        return None if bet in _BETS else Refusal.NOT_THIS_GAME

    def worksheet(
        self, play: Play, wagers: tuple[Wager, ...], void: bool, limits: TableLimits | None
    ) -> Worksheet:
        """Bets on the duel (DT-5)."""
        return duel_worksheet(wagers, _duel(play).outcome, void, self.rules.with_limits(limits))

    def with_other_card(self, answered_play: Play, play: Play, at: int, card: Card) -> Duel:
        """The duel with another card in this place: any could have been dealt there."""
        cards = _duel(play).cards
        return duel_of((*cards[:at], card, *cards[at + 1 :]))

    def without_last(self, play: Play) -> Duel:
        return self.redealt(play.cards[:-1])

    def redealt(self, cards: tuple[Card, ...]) -> Duel:
        return duel_of(cards)


def _duel(play: Play) -> Duel:
    if isinstance(play, Duel):
        return play
    assert not play.card_count, "a dragon tiger table's rounds are duels"
    return Duel()


def _outcome(play: Play) -> Outcome:
    outcome = _duel(play).outcome
    assert outcome is not None, "only a decided duel has an outcome"
    return outcome
