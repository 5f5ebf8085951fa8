"""The differences between documents that may be, each with its reason."""

from __future__ import annotations

from typing import Final

from tests.instruments.agree.comparing import LEARNT_LATER, READ_BEFORE, WHILE_IT_WAITED
from tests.instruments.agree.documents import Difference

PERMITTED: Final = {
    **dict.fromkeys(
        (f"incident's {fact} {WHILE_IT_WAITED}" for fact in ("happened", "video from", "round")),
        "a report is as it was known at its interval's end: the round that lay there then may have become "
        "void by the incident ahead, so that the number is an earlier round's",
    ),
    **dict.fromkeys(
        (f"sum of {parts}: halts {LEARNT_LATER}" for parts in ("shifts", "times")),
        "a report names a halt as it was known at its interval's end: a wheel may say only later that the "
        "fault was a spin that counts for nothing",
    ),
    f"replay: cards {READ_BEFORE}": "the file of a round that is whole in one of the journal's files is "
    "proven by that one alone: of a card that came over from the one before, it has no reading",
}
"""The reason, by the fact."""


def reason_for(difference: Difference) -> str | None:
    """The reason why a difference is permitted; None if it is not."""
    return PERMITTED.get(difference.fact)
