"""Baccarat at a table: the prompts of a coup, its announcement, and the changes to it. It never knows who
deals, nor what a halt or an incident asks for.
"""

from __future__ import annotations

from typing import Final

from console.table.core.games.game import CardGame
from console.table.core.games.shared_round import SharedRound
from console.table.core.protocol.permissions import actor_of
from console.table.core.state import events
from console.table.core.state.actions import Action
from console.table.core.state.phases import Phase, RoundStatus
from console.table.core.state.reasons import Refusal
from console.table.core.state.table import Play, ShoesResult, Table
from console.table.core.state.views import CoupView, Prompt, Say
from console.table.game.baccarat.coup import BURN, Coup, Winner, coup_of, points, with_other_card
from console.table.game.baccarat.payout import coup_worksheet
from console.table.game.baccarat.roads import result_word
from console.table.game.baccarat.rules import BaccaratRules, Bet
from console.table.game.card_set import picked_up
from console.table.game.cards import Card
from console.table.game.rule_values import TableLimits
from console.table.game.worksheet import Wager, Worksheet

# Looking up an enum's member costs as much as a call before Python 3.12, and these at every card.
_DEALING: Final = Phase.DEALING
_RESULT: Final = Phase.RESULT
_ANNOUNCEMENTS: Final = {Winner.PLAYER: "player_wins", Winner.BANKER: "banker_wins", Winner.TIE: "tie"}
"""The announcement of each winner (BAC-3.5.3)."""

_EMPTY: Final = Coup()
_BETS: Final = frozenset(map(str, Bet))


class Baccarat(SharedRound):
    """Baccarat by a rulebook (see :class:`console.table.core.games.game.Game`)."""

    name: Final = "baccarat"

    def __init__(self, rules: BaccaratRules) -> None:
        self.rules = rules

    @property
    def cards(self) -> CardGame:
        return self

    @property
    def burn_clauses(self) -> tuple[str, ...]:
        """The clauses of the burn, if there is one (LT-BAC-03)."""
        return self.rules.burn.clauses if self.rules.burn else ()

    def burns(self, first: Card) -> int:
        """How many cards are burned: as the first one counts, ten for a ten or a picture (LT-BAC-03)."""
        return BURN[first]

    def picked_up(self, play: Play) -> bytes:
        """The hands from the rulebook's side, at a table where the banker's is at the left (BAC-3.6.1)."""
        coup, direction = _coup(play), self.rules.pick_up.direction
        hands = (coup.banker, coup.player)
        return picked_up(hands if direction == "left_to_right" else hands[::-1], direction)

    def begin(self) -> Coup:
        return _EMPTY

    def phase(self, play: Play) -> Phase:
        assert isinstance(play, Coup), "a baccarat table's rounds are of baccarat"
        return _DEALING if play.next_place is not None else _RESULT

    def prompt(self, table: Table) -> Prompt:
        """The card that is due, third ones crosswise (BAC-3.4.3, BAC-3.4.4)."""
        coup = _coup(table.play)
        place = coup.next_place
        assert place is not None, "a card is due while a coup is dealt"
        return Prompt(
            Action.DEAL,
            actor_of(Action.DEAL),
            self.rules.prompts.deal.due(coup),
            hand=place.hand.value,
            card=place.card,
            crosswise=place.crosswise,
        )

    def announcement(self, play: Play) -> Say:
        """The winner with both hands' points (BAC-3.5.3)."""
        coup = _coup(play)
        outcome = coup.outcome
        assert outcome is not None, "only a decided coup has a winner to announce"
        return Say(_ANNOUNCEMENTS[outcome.winner], points(coup.player), points(coup.banker), outcome.natural)

    def result(self, play: Play) -> str:
        """The winner, whether by a natural, and the pairs: what the score boards show."""
        outcome = _coup(play).outcome
        assert outcome is not None, "only a decided coup has a result"
        return result_word(outcome)

    def agrees(self, play: Play, event: events.ShoeResulted | ShoesResult) -> bool:
        """Whether the shoe reports the same winner and the same pairs."""
        outcome = _coup(play).outcome
        return outcome is not None and (event.winner, event.player_pair, event.banker_pair) == (
            outcome.winner.value,
            outcome.player_pair,
            outcome.banker_pair,
        )

    def view(self, table: Table) -> CoupView:
        """Both hands with their points; the outcome once no card is due, and none of a void coup."""
        coup, round = _coup(table.play), table.round
        assert round is not None, "there has been a round"
        outcome = None if round.status == RoundStatus.VOID else coup.outcome
        return CoupView(round.id, round.status, coup.player, coup.banker, coup.points, outcome)

    def bet_refusal(self, bet: str) -> Refusal | None:
        """Side bets are not in every rulebook (LT-BAC-09)."""
        if bet not in _BETS:
            return Refusal.NOT_THIS_GAME
        return Refusal.NOT_IN_RULEBOOK if self.rules.odds(Bet(bet)) is None else None

    def worksheet(
        self, play: Play, wagers: tuple[Wager, ...], void: bool, limits: TableLimits | None
    ) -> Worksheet:
        """Bets on the coup (BAC-2.2, LT-BAC-08)."""
        return coup_worksheet(wagers, _coup(play).outcome, void, self.rules.with_limits(limits))

    def with_other_card(self, answered_play: Play, play: Play, at: int, card: Card) -> Coup | None:
        return with_other_card(_coup(play), at, card)

    def without_last(self, play: Play) -> Coup:
        """The coup without its last card (LT-BAC-30a)."""
        return self.redealt(_coup(play).cards[:-1])

    def redealt(self, cards: tuple[Card, ...]) -> Coup:
        """The coup of these cards (LT-BAC-30a)."""
        return coup_of(cards)


def _coup(play: Play) -> Coup:
    assert isinstance(play, Coup), "a baccarat table's rounds are coups"
    return play
