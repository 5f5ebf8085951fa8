"""Rows of edition 4 that the console or the second reader does not have yet.

Until both have one, edition 3's text is held for it, and the lines at random leave out what it speaks of.
"""

from __future__ import annotations

from typing import Final

NOT_COMPARED: Final = {
    "E4-typed": "the halt card_differs",
    "E4-unread": "a transport's own words",
    "E4-opened": "what comes within half a second of an opened port",
    "E4-number-field": "blanks, leading zeros and numbers over 36",
    "E4-warning": "the wheel's warnings by what its maker means, state 7",
    "E4-late-close": "the field wheel_signal of a wheel that is in state 4 already as bets open",
    "E4-fault": "the field device_fault",
    "E4-rotor": "the rotor that stands or turns the other way",
    "E4-held": "lines that were held up",
    "E4-late-number": "a number that the wheel puts right",
    "E4-off": "a wheel that is off",
    "E4-outside": "games that run while bets are not open yet, or at a closed table",
    "E4-copies": "a ninth of one face",
    "E4-mixed": "the kind not_mixed",
    "E4-name": "names that are compared in one form",
}
"""Each row, and what of it is left out. A row that both have is taken away here."""


def compared(row: str) -> bool:
    """Whether the row is held."""
    return row not in NOT_COMPARED
