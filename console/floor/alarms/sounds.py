"""The sounds of a window's alarms: which have sounded, and which a person silenced.

A pure value; it knows no sound itself, and no screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final

import msgspec
from msgspec.structs import replace

from console.floor.alarms.folds import TOGETHER
from console.floor.alarms.items import AlarmKind, AlarmLine, Priority

QUIET: Final = 120.0
"""Seconds that an alarm is silenced."""


class AlarmSounds(msgspec.Struct, frozen=True):
    """Alarms by their key and their priority: one that becomes more urgent sounds again."""

    quieted: Mapping[tuple[str, Priority], float] = {}
    """Alarms that somebody silenced, and until when, in the window's seconds."""
    sounded: frozenset[tuple[str, Priority]] = frozenset()

    def is_quiet(self, key: str, priority: Priority, now: float) -> bool:
        return self.quieted.get((key, priority), now) > now

    def quiet(self, item: AlarmLine, now: float) -> AlarmSounds:
        """The sounds without that of this item for :data:`QUIET` seconds.

        It sounds again when its priority rises, or when that time is over and its cause is not.
        """
        silenced = {(each.key, each.priority): now + QUIET for each in (item, *item.parts)}
        return replace(self, quieted={**self.quieted, **silenced})

    def without(self, ended: Set[str]) -> AlarmSounds:
        """The sounds after these alarms ended, by their keys: when one comes again, it is new."""
        quieted = {each: until for each, until in self.quieted.items() if each[0] not in ended}
        return AlarmSounds(quieted, frozenset(each for each in self.sounded if each[0] not in ended))

    def known(self, existing: Set[str], now: float) -> AlarmSounds:
        """The sounds of existing alarms alone; whose silence is over, as if it had not sounded yet."""
        over = {each for each, until in self.quieted.items() if until <= now}
        kept = {each: at for each, at in self.quieted.items() if each[0] in existing and each not in over}
        return AlarmSounds(kept, frozenset(each for each in self.sounded if each[0] in existing) - over)

    def after(self, items: Iterable[AlarmLine]) -> AlarmSounds:
        done = {(each.key, each.priority) for item in items for each in (item, *item.parts)}
        return replace(self, sounded=self.sounded | done)

    def due(self, item: AlarmLine) -> AlarmLine | None:
        """The alarm that sounds now: the item itself or, if several tables are not heard, a table that was
        lost later. A recorder that answers no table is asked by one table after the other: it sounds once.
        """
        if not item.mine or item.priority is Priority.INFO or item.taken is not None:
            return None
        known = [part for part in item.parts if (part.key, part.priority) in self.sounded]
        if item.what is AlarmKind.NO_PICTURE and any(part.priority is item.priority for part in known):
            return None
        if (item.key, item.priority) not in self.sounded:
            return None if item.quiet else item
        for part in item.parts if item.what is AlarmKind.SILENT else ():
            alone = all(abs(part.wait - each.wait) > TOGETHER for each in known)
            if part not in known and alone and not part.quiet:
                return part
        return None
