"""The number of examples with which a property is tried: few in the quick suite, many more at night.

``python3 -m tests --hypothesis-profile nightly`` is the night.
"""

from __future__ import annotations

from typing import Final

from hypothesis import settings

BY_DAY: Final = 40
"""Examples in the quick suite of a property that says no number of its own."""
AT_NIGHT: Final = 800
"""Examples at night of a property that says no number of its own."""


def examples(by_day: int, *, at_night: int) -> int:
    """The number of examples by day or at night; asked for once the profile is chosen, as modules are read.

    Both are said, so that who spares the day takes nothing from the night. Raises ValueError if the night
    would have no more than the day.
    """
    if at_night <= by_day:
        raise ValueError(f"{at_night} examples at night are no more than {by_day} by day")
    return at_night if settings.get_current_profile_name() == "nightly" else by_day
