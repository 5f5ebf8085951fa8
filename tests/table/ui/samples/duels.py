"""Views of a table of dragon tiger, the house's own example, in the states that its felt has."""

from __future__ import annotations

from typing import Any

from console.table.core import Actor, Bets, DealerView, Lamp, Mode, Phase, Prompt, RoundStatus, Say, View
from console.table.core.showing.screen_values import HeldCard
from console.table.core.state.views import DuelView, ShoeView
from console.table.game import Card
from console.table.game.duel import duel_of
from tests.table.ui.samples.tables import PIT_BOSS, dealer_view

RESULTS = tuple({"D": "dragon", "T": "tiger", "=": "tie"}[each] for each in "DTTD=TDDDT")


def duel(cards: str, status: RoundStatus = RoundStatus.OPEN) -> DuelView:
    """The duel of these cards."""
    dealt = duel_of(tuple(map(Card, cards.split())))
    ended = None if status == RoundStatus.VOID else dealt.outcome
    return DuelView("T1-7", status, dealt.cards[:1], dealt.cards[1:], dealt.points, ended)


def table(
    phase: str, prompt: Prompt, lying: DuelView, say: Say | None = None, *, bets: str = "closed", **more: Any
) -> DealerView:
    """A training table that shows this duel."""
    shoe = ShoeView(398, False)
    shown = View(True, None, None, 77, Phase(phase), prompt, say, Bets(bets), shoe, lying, False)
    known: dict[str, Any] = {
        "mode": Mode.TRAINING,
        "table": "T1",
        "game": "dragon_tiger",
        "results": RESULTS,
        "round_number": 7,
        "shoe_number": 1,
        "can_report": True,
        "lamps": (Lamp("reader"), Lamp("journal")),
    }
    return dealer_view(shown, **{**known, **more})


def _deal(hand: str) -> Prompt:
    return Prompt("deal", Actor.DEALER, ("DT-3",), hand, 1)


def _ended(cards: str, **more: Any) -> DealerView:
    lying = duel(cards)
    return table("result", Prompt("announce", Actor.DEALER, ("DT-4", "DT-6")), lying, lying.ending, **more)


_WAIT = Prompt("wait", Actor.SYSTEM, ("DT-3",))
_COLLECT = Prompt("collect", Actor.DEALER, ("DT-6",), direction="left_to_right")
_HALT = Prompt("resolve", Actor.PIT_BOSS, ("DT-7",), reason="out_of_turn")

DUEL_SAMPLES: dict[str, DealerView] = {
    "dt-betting": table(
        "betting", _WAIT, duel(""), Say("place_your_bets"), bets="open", bet_seconds=15, seconds_left=9
    ),
    "dt-dragon": table("dealing", _deal("dragon"), duel(""), Say("no_more_bets")),
    "dt-tiger": table("dealing", _deal("tiger"), duel("TH")),
    "dt-result": _ended("TH KS"),
    "dt-tie": _ended("QD QC", cut_card_out=True),
    "dt-mirrored": _ended("KH 2S", banker_left=False),
    "dt-halted": table(
        "halted", _HALT, duel("TH KS"), held=HeldCard(None, "out_of_turn", 1), pit_boss=PIT_BOSS
    ),
    "dt-collect": table("collecting", _COLLECT, duel("TH KS", RoundStatus.FINISHED)),
}  # fmt: skip
