"""The next move of the people at a simulated table: the line that its prompt asks for, of any game.

They know what the table shows, and a card only when it leaves the shoe. Chance is given to them.
"""

from __future__ import annotations

import random
from typing import Final

from console.table.core import (
    Action,
    Actor,
    Fact,
    Game,
    HandsView,
    Phase,
    Prompt,
    Role,
    Table,
    View,
    lines,
    open_kinds,
)
from console.table.devices import LoadedShoe
from console.table.game.blackjack import Choice, best
from console.table.game.roulette import POCKETS

_UNCOUNTED: Final = frozenset((Phase.CLOSED, Phase.SHOE, Phase.HALTED))
_REASON: Final = "simulated"


class Crew:
    """A table's dealer, its players, its shoe or wheel, and the pit boss while one is there."""

    def __init__(self, game: Game, dealer: str, chance: random.Random, table: Table) -> None:
        """``dealer`` is the dealer's id."""
        self._game, self.dealer, self._chance = game, dealer, chance
        cards = game.cards
        from_end = 0 if cards is None else cards.rules.cut_card.from_end
        self._shoe_number = table.shoe_in_play.number
        self.shoe = None if cards is None else LoadedShoe(chance, table.shoe.seen, from_end)

    def next_line(self, view: View, table: Table) -> lines.Line | None:
        """The line that is due; None if nobody there can give it."""
        boss = next((each.who for each in table.people if each.role is Role.PIT_BOSS), None)
        prompt = view.prompt
        by = boss if prompt.actor is Actor.PIT_BOSS else self.dealer
        if prompt.action == Action.SIGN_IN:
            return lines.SignIn(self.dealer, Role.DEALER) if prompt.actor is Actor.DEALER else None
        if by is None:
            return None
        if prompt.ends_by_card_alone:
            return self._card(view, table, boss)
        match prompt.action:
            case Action.AWAIT_BETS:
                return lines.Bets("open")
            case Action.WAIT:
                return lines.Bets("closed")
            case Action.OPEN_TABLE:
                return lines.Open(by)
            case Action.SCAN_CUT_CARD:
                return lines.CutCard()
            case Action.AWAIT_SEATS:
                return lines.Seats(sorted(self._chance.sample(range(1, 8), self._chance.randint(1, 5))))
            case Action.AWAIT_DECISION:
                return self._decision(view, prompt)
            case Action.SPIN:
                return lines.Spin(5, "against", by)
            case Action.AWAIT_NUMBER:
                return lines.Number(self._chance.randrange(POCKETS), "reader")
            case Action.ENTER_NUMBER:
                return lines.Number(self._chance.randrange(POCKETS), "dealer", by)
            case Action.CONFIRM_NUMBER:
                number = self._chance.randrange(POCKETS) if prompt.number is None else prompt.number
                return lines.Number(number, "dealer", by)
            case Action.ANSWER:
                return lines.Answer(by, {str(prompt.fact): self._fact(view, prompt)})
            case Action.AUTHORISE:
                choices = view.incident.choices if view.incident is not None else ()
                # The house's own decision is asked its reason, whether it has choices or not.
                return lines.Authorise(by, self._chance.choice(choices) if choices else None, _REASON)
            case Action.RESOLVE:
                voids = table.open_round and self._chance.random() < 0.5
                return lines.Void(by) if voids else lines.Withdraw(by, _REASON)
            case _:
                return lines.Done(by, counted=prompt.whole_count)

    def way_out(self, table: Table, tried: int) -> lines.Line | None:
        """A pit boss's move if the line that was asked for is not taken; None if no pit
        boss is there.
        """
        boss = next((each.who for each in table.people if each.role is Role.PIT_BOSS), None)
        if boss is None:
            return None
        ways = (lines.Done(boss, _REASON), lines.Void(boss), lines.Withdraw(boss, _REASON))
        return ways[tried % len(ways)]

    def mishap(self, view: View, table: Table) -> lines.Line | None:
        """A mishap that happens now: a card or number in bet time, or a report; None if none
        is possible.
        """
        if view.prompt.action == Action.WAIT:
            if self.shoe is not None and self.shoe.remaining:
                return lines.CardLine(self.shoe.draw_next())
            return lines.Number(self._chance.randrange(POCKETS), "reader")
        kinds = open_kinds(self._game, table) if not table.halted and table.open_round else ()
        return lines.Incident(self.dealer, self._chance.choice(kinds)) if kinds else None

    def _card(self, view: View, table: Table, boss: str | None) -> lines.Line | None:
        shoe = self.shoe
        if shoe is None or view.shoe is None:
            return None
        if table.shoe_in_play.number != self._shoe_number:
            self._shoe_number = table.shoe_in_play.number
            shoe.reshuffle()
        if view.phase not in _UNCOUNTED:
            shoe.agree(view.shoe.left)
        if shoe.cut_card_next and view.prompt.action == Action.DEAL:
            shoe.cut_card_out = True
            return lines.CutCard()
        if not shoe.remaining:
            shoe.reshuffle()
        return lines.CardLine(shoe.draw_next(), boss if view.manual else None)

    def _decision(self, view: View, prompt: Prompt) -> lines.Line | None:
        offers, seen = prompt.offers or (), view.round
        if not offers or not isinstance(seen, HandsView):
            return None
        seat = prompt.seat if prompt.seat is not None else self._chance.choice(prompt.seats or (1,))
        number = prompt.hand if isinstance(prompt.hand, int) else 1
        if "decline" in offers:
            return lines.Decision(seat, number, Choice.DECLINE)
        hand = seen.seats[str(seat)][number - 1]
        faces, up = [str(card) for card in hand.cards], str(seen.dealer.cards[0])
        return lines.Decision(seat, number, Choice(best(offers, faces, hand.total, hand.soft, up)))

    def _fact(self, view: View, prompt: Prompt) -> Fact:
        """One of the offered answers; if a number is asked for, a possible one."""
        answers = prompt.answers
        if isinstance(answers, tuple) and answers:
            return self._chance.choice(answers)
        seats = [int(seat) for seat in view.round.seats] if isinstance(view.round, HandsView) else []
        if prompt.fact == "seat" and seats:
            return self._chance.choice(seats)
        return self._chance.randint(1, 3)
