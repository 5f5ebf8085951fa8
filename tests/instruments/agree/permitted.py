"""The differences between documents that may be, each with its reason."""

from __future__ import annotations

from typing import Final

from tests.instruments.agree.comparing import Difference

PERMITTED: Final[dict[str, str]] = {}
"""The reason, by the fact."""


def reason_for(difference: Difference) -> str | None:
    """The reason why a difference is permitted; None if it is not."""
    return PERMITTED.get(difference.fact)
