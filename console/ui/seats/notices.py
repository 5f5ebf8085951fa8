"""What players must have in view at a blackjack table, in the words of the screen (BJ-1.2.3, BJ-1.3).

Which notices there are, and their figures, is the rulebook's.
"""

from __future__ import annotations

from fractions import Fraction

from console.game.blackjack_rules import BlackjackRules, Notices
from console.game.rulebook import load_rulebook
from console.ui.limits import hand_limits
from console.words import Words


def notices(rules: str, words: Words) -> tuple[str, ...]:
    """A rulebook's notices as lines, in its order."""
    book = load_rulebook(rules).blackjack
    return tuple(_text(each.notice, book, words) for each in book.notices)


def _text(notice: Notices, book: BlackjackRules, words: Words) -> str:
    match notice:
        case Notices.BLACKJACK_PAYS:
            return words.text("notice.blackjack_pays", **_odds(book.payouts.blackjack.odds))
        case Notices.INSURANCE_PAYS:
            return words.text("notice.insurance_pays", **_odds(book.payouts.insurance.odds))
        case Notices.LIMITS if book.limits is not None:
            return hand_limits(words, book.limits)
        case _:
            return words.text(f"notice.{notice}")


def _odds(odds: Fraction) -> dict[str, int]:
    return {"pays": odds.numerator, "to": odds.denominator}
