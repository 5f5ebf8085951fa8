"""A contradiction in words: who stated what, on both sides, and how it was answered."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, assert_never

from console.base.plain_text import visible
from console.table.game import Card
from console.table.game.blackjack.layout import BACK
from console.table.words.incident_phrases import counted_text
from console.table.words.names import card_name, inside, place_name
from console.table.words.speech import finding_text

if TYPE_CHECKING:
    from console.base.words import Words
    from console.table.core import Contradiction, Statement

Named = Callable[[str], str]
TimeText = Callable[[datetime], str]


def claim_text(words: Words, said: Statement) -> str:
    from console.table.core import Claim

    match said.claim:
        case Claim.CARD:
            cards = [card_name(words, Card(each)) for each in said.value.split()]
            return words.text("access.list").join(cards) or BACK
        case Claim.WINNER:
            winner, *pairs = said.value.split()
            named = (inside(words, words.text(f"bet.{each}")) for each in pairs)
            return words.text("access.list").join((words.text(f"result.{winner}"), *named))
        case Claim.COUNT:
            counted = [int(each) for each in said.value.split()]
            return counted_text(words, counted[0] if len(counted) == 1 else counted)
        case Claim.FINDING:
            assert said.finding is not None, "a finding is stated with its figures"
            return finding_text(words, said.finding)
        case Claim.NO_SPIN:
            cause = words.find(f"answer.cause.{said.value}")
            return words.side_by_side(filter(None, (words.text("claim.no_spin"), cause)))
        case Claim.ANSWERED:
            return words.text("claim.answered", choice=words.text(f"choice.{said.value}"))
        case Claim.REPORT:
            return words.text("claim.report", kind=words.text(f"incident.{said.value}"))
        case (
            Claim.DISMISSED
            | Claim.BALL_OUT
            | Claim.IN_TIME
            | Claim.NUMBER
            | Claim.UNCOUNTED
            | Claim.NO_BALL
            | Claim.VALID_RUN
            | Claim.CUT_CARD
            | Claim.CARDS_LEFT
            | Claim.NO_TRY
            | Claim.NO_MORE_BETS
            | Claim.BETS_OPEN
        ):
            return words.text(f"claim.{said.claim}", value=said.value)
        case _:
            assert_never(said.claim)


def statement_text(words: Words, said: Statement, name_of: Named, clock: TimeText | None = None) -> str:
    """A statement with author, time by the ``clock``, reason: ``P1 09:00:10: halt lifted · validated``."""
    if said.by is not None:
        who = name_of(said.by)
    else:
        who = words.text("review.by.console" if said.device is None else f"log.device.{said.device}")
    who = who if clock is None else f"{who} {clock(said.at)}"
    reason = words.quote(visible(said.reason)) if said.reason else None
    return words.label(who, words.side_by_side(filter(None, (claim_text(words, said), reason))))


def reason_of_answer(words: Words, reason: str) -> str:
    """The reason of an answer; without one the typed card was corrected to what was read."""
    return words.quote(reason) if reason else words.text("contradiction.corrected")


def contradiction_heading(words: Words, found: Contradiction) -> str:
    """The thing that it is about: its kind, and the place of a card."""
    place = place_name(words, found.hand, found.card) if found.card is not None else None
    return words.side_by_side(filter(None, (words.text(f"contradiction.{found.kind}"), place)))


def contradiction_text(
    words: Words, found: Contradiction, name_of: Named, clock: TimeText | None = None
) -> str:
    """The whole of it in a line."""
    both = (statement_text(words, each, name_of, clock) for each in (found.first, found.second))
    return words.side_by_side((contradiction_heading(words, found), *both))
