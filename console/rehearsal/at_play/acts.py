"""The acts by which a slip happens: those of a device, a player, the clock or the disk of a rehearsal."""

from __future__ import annotations

from typing import Any

from console.game.blackjack.hands import Choice
from console.game.games import GAMES
from console.rehearsal.at_play.cast import Act, Cast
from console.rehearsal.at_play.rehearsed_table import RehearsedTable
from console.rehearsal.colleague import FEW
from console.rehearsal.script import Mishap
from console.rehearsal.slips import SlipAct
from console.table.protocol import lines
from console.table.state.actions import Action


def acts_of(mishap: Mishap, cast: Cast, table: RehearsedTable) -> list[Act]:
    """The acts of a mishap; none for one that a colleague only reports. Clock and disk of the table are
    changed here.
    """
    cards, wheel, prompt = cast.cards, cast.wheel, table.view.prompt
    match mishap.row.act:
        case SlipAct.CARD if cards is not None:
            return [cards.next_card(prompt)]
        case SlipAct.MISREAD if cards is not None and prompt.action == Action.DEAL:
            return [cards.next_card(prompt)]
        case SlipAct.TWICE if cards is not None and (face := _last_face(table)) is not None:
            return [cards.repeat(face, prompt)]
        case SlipAct.UNREAD if cards is not None:
            return [cards.unread()]
        case SlipAct.DEVICE_FAULT if wheel is not None:
            return [wheel.fails()]
        case SlipAct.DEVICE_FAULT if cards is not None and "shoe" in GAMES[table.game.name].devices:
            return [cards.shoe_fault()]
        case SlipAct.FEW_TURNS if wheel is not None:
            cast.turns = FEW
            return [wheel.ball()]
        case SlipAct.WITH_WHEEL if wheel is not None:
            return [wheel.ball(with_wheel=True)]
        case SlipAct.BALL if wheel is not None:
            return [wheel.ball()]
        case SlipAct.NUMBER if wheel is not None:
            return [wheel.lies()]
        case SlipAct.OTHER_NUMBER if wheel is not None:
            return [wheel.other_number(_actual(mishap, wheel.number))]
        case SlipAct.SILENCE:
            cast.silent = True
        case SlipAct.ANSWER_TWICE if (once := cast.decision(prompt)) is not None:
            return [once, once]
        case SlipAct.ANSWER_LATE if (late := cast.decision(prompt)) is not None:
            cast.late = late
            return [lines.Decision(late.seat, late.hand, Choice.TIMEOUT)]
        case SlipAct.CLOCK:
            table.set_clock()
        case SlipAct.DISK:
            table.fill_disk()
        case _:
            pass
    return []


def _last_face(table: RehearsedTable) -> Any:
    play = table.table.play
    return play.in_view[-1][1] if play.card_count else None


def _actual(mishap: Mishap, number: int) -> int:
    """The number in which the ball lies, by the file; where it has none, another than the wheel gave."""
    actual = mishap.facts.get("actual")
    return actual if isinstance(actual, int) else (number + 1) % 37
