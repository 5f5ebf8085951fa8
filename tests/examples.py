"""How many examples a property is tried with: few in the quick suite, twenty times as many at night.

``python3 -m tests --hypothesis-profile nightly`` is the night.
"""

from __future__ import annotations

from typing import Final

from hypothesis import settings

AT_NIGHT: Final = 20
MOST: Final = 40
"""Examples of a property in the quick suite that says no number of its own."""


def examples(quick: int) -> int:
    """So many in the quick suite; asked for once the profile is chosen, as the test modules are read."""
    return quick * AT_NIGHT if settings.get_current_profile_name() == "nightly" else quick
