"""A day and a time as somebody types them. Pure; the zone is the machine's where none is given."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo
from typing import Final

_TYPED: Final = re.compile(
    r"\s*(?:(\d{4})[-./](\d{1,2})[-./](\d{1,2})[T\s]*)?(?:(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?)?\s*"
)


def moment_typed(text: str, near: datetime, zone: tzinfo | None = None) -> datetime | None:
    """Of a time alone that on the day of ``near``, of a day alone its beginning; None if it is no time."""
    found = _TYPED.fullmatch(text)
    if found is None or not any(found.groups()):
        return None
    year, month, day, hour, minute, second = (int(each) if each else None for each in found.groups())
    local = near.astimezone(zone)
    try:
        if year is not None and month is not None and day is not None:
            local = local.replace(year=year, month=month, day=day)
        return local.replace(hour=hour or 0, minute=minute or 0, second=second or 0, microsecond=0)
    except ValueError:
        return None
