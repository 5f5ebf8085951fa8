"""What ends a halt, in words: what the console noticed decided by its clause, or the reading taken back.

Pure functions of the view; what a press does is for who listens.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from console.table.views import DealerView, SpinView
from console.ui.pit.wording import kind_name
from console.words import Words

REASONS: Final = ("misread", "no_ball", "test")
"""Why a number of bet time is taken back: ready to be given with one press."""


class Withdrawal(StrEnum):
    """What is taken back, and so what then counts."""

    CARD = "card"
    NUMBER = "number"
    """A number of bet time: it is void, only the spin's own counts."""
    LATER_NUMBER = "later_number"
    SPIN = "spin"
    """What was said of the ball; a number that was read waits."""
    NOTICE = "notice"
    """A device's word, or failed tries: no card and no number hangs on it."""


def ends_halt(view: DealerView) -> bool:
    """Whether the press at the lower right ends a halt that no incident was made of."""
    prompt, tried = view.view.prompt, view.view.prompt.action == "rescan" and view.view.offer is not None
    return prompt.action == "resolve" or (tried and view.view.phase == "halted")


def withdrawal(view: DealerView) -> Withdrawal:
    """What would be taken back of this halt."""
    if view.number_in_bet_time:
        return Withdrawal.NUMBER
    reason = view.view.prompt.reason
    if reason == "number_differs":
        return Withdrawal.LATER_NUMBER
    if reason == "no_spin":
        return Withdrawal.SPIN
    return Withdrawal.CARD if view.held is not None and reason != "device" else Withdrawal.NOTICE


def asks_once(view: DealerView) -> bool:
    """Whether taking it back is asked once more: a card or a number counts otherwise from then on."""
    match withdrawal(view):
        case Withdrawal.NOTICE:
            return False
        case Withdrawal.SPIN:
            spin = view.view.round
            return isinstance(spin, SpinView) and spin.recorded is not None
        case _:
            return True


def decide_label(words: Words, view: DealerView) -> str:
    """``Card in bet time: decide by LT-BAC-25``; without a clause where no rule is written."""
    offer = view.view.offer
    assert offer is not None, "only what was noticed is decided from a halt"
    kind, clause = kind_name(words, offer.kind).replace("\u00ad", ""), common_clause(view.offered)
    if clause is None:
        return words.text("button.decide", kind=kind)
    return words.text("button.decide_by", kind=kind, clause=clause)


def common_clause(clauses: tuple[str | None, ...]) -> str | None:
    """The clause of which all are rows: ``LT-BAC-25`` of 25a and 25b; None where there is no such one."""
    stems = {clause if len(clauses) == 1 else clause.rstrip("abc") for clause in clauses if clause}
    return stems.pop() if len(stems) == 1 else None


def withdraw_label(words: Words, view: DealerView) -> str:
    """What taking it back does, on its press."""
    return words.text(f"button.withdraw.{withdrawal(view)}")


def withdraw_question(words: Words, view: DealerView) -> str:
    """What then counts."""
    return words.text(f"confirm.withdraw.{withdrawal(view)}")
