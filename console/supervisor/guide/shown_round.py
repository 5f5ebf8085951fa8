"""A table's preparation, a round and the change of dealer, played at a table in memory, screen by screen.

Each prompt gets the lines that a game server, a reader or a person would send, so the order of the screens is
the rulebook's own and is not written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, groupby
from typing import Any, Final

from console.table.core import Action, Actor, DealerView
from console.table.game import Rulebook
from console.table.game.roulette import RouletteRules
from console.table.scenes import TableInMemory, sent_by
from console.table.words import speech

_CARDS: Final = ("2H", "4S", "3D", "TC", "5H", "9D", "5C")
"""Cards of a round in which every hand grows: at baccarat the first four give each hand a third card."""
_DEALER, _PIT_BOSS = "D1", "P1"
_SENT: Final = {
    Action.AWAIT_BETS: "bets open",
    Action.WAIT: "bets closed",
    Action.AWAIT_SEATS: "seats 1 3",
    Action.AWAIT_NUMBER: "number 11",
}
"""The lines that move play on if nobody presses."""


def preparation(rulebook: Rulebook, game: str) -> tuple[DealerView, ...]:
    """The screens from the closed table to the first bets. A step that recurs is shown again, as some
    shuffles make two piles twice; one burned card stands for all, since the first decides their number.
    """
    table = TableInMemory(rulebook, game=game, is_ready=False)
    for text in (f"sign_in {_PIT_BOSS} pit_boss", f"sign_in {_DEALER} dealer"):
        _take(table, text)
    return tuple(next(run) for _, run in groupby(_until_bets(table), _asked))


def round_played(rulebook: Rulebook, game: str) -> tuple[DealerView, ...]:
    """The screens of a round, from one wait for bets to the next; each kind of prompt once."""
    table = _dealers_table(rulebook, game)
    first = table.screen()
    _take(table, _SENT[Action.AWAIT_BETS])
    return (first, *_each_once(_until_bets(table)))


def relief(rulebook: Rulebook, game: str) -> tuple[DealerView, ...]:
    table = _dealers_table(rulebook, game)
    _take(table, f"sign_out {_DEALER}")
    return (table.screen(),)


def halted(rulebook: Rulebook, game: str) -> tuple[DealerView, ...]:
    """The screen after the dealer has reported that something went wrong in a round."""
    table = _dealers_table(rulebook, game)
    _take(table, _SENT[Action.AWAIT_BETS])
    _take(table, _SENT[Action.WAIT])
    _take(table, f"incident {_DEALER}")
    return (table.screen(),)


def _dealers_table(rulebook: Rulebook, game: str) -> TableInMemory:
    """A table that is ready to deal, at which no pit boss is signed in."""
    table = TableInMemory(rulebook, game=game)
    _take(table, f"sign_out {_PIT_BOSS}")
    return table


def _until_bets(table: TableInMemory) -> Iterator[DealerView]:
    cards = cycle(_CARDS)
    while (screen := table.screen()).view.prompt.action != Action.AWAIT_BETS:
        yield screen
        _answer(table, screen, cards)


def _each_once(screens: Iterable[DealerView]) -> Iterator[DealerView]:
    """The screens without those whose prompt was shown before: a round asks for card after card."""
    shown = set[str]()
    for screen in screens:
        if (asked := _asked(screen)) not in shown:
            shown.add(asked)
            yield screen


def _asked(screen: DealerView) -> str:
    """The actor and the action of a prompt, as a key."""
    view = screen.view
    ending = view.round.ending if view.round is not None else None
    return f"{view.prompt.actor} {speech.asked_key(view.prompt, ending)}"


def _answer(table: TableInMemory, screen: DealerView, cards: Iterator[str]) -> None:
    prompt = screen.view.prompt
    by = _PIT_BOSS if prompt.actor is Actor.PIT_BOSS else _DEALER
    match prompt.action:
        case Action.OPEN_TABLE:
            _take(table, f"open {by}")
        case Action.AWAIT_DECISION if prompt.stage is not None:
            for seat in prompt.seats or ():
                _take(table, f"decide {seat} decline")
        case Action.AWAIT_DECISION:
            _take(table, f"decide {prompt.seat}.{prompt.hand or 1} stand")
        case Action.SPIN:
            turns = table.rulebook.of(RouletteRules).turns.least
            _take(table, f"spin {by} {turns} {prompt.direction or 'against'}")
        case action if action in _SENT:
            _take(table, _SENT[Action(action)])
        case _ if prompt.awaits_card:
            _take(table, f"card {next(cards)}")
        case _:
            counted = "" if prompt.whole_count is None else f" counted {prompt.whole_count}"
            _take(table, f"done {by}{counted}")


def _take(table: TableInMemory, text: str) -> None:
    for line in sent_by(text):
        seen: dict[str, Any] = table.take(line)
        if not seen["accepted"]:
            raise ValueError(f"{text}: {seen['refused']} at {seen['prompt']}")
