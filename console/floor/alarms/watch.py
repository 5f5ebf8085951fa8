"""The alarms of a floor: from readings of all tables to each table's state and the order in which they need a
pit boss.

Pure: a watch is a value without sounds or words, and its only time is the window's monotonic clock, as
seconds. An alarm is something that somebody can act on. Nothing leaves before its cause does; what is
silenced or laid aside still counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console.floor.alarms.conditions import (
    SILENT_AFTER,
    AlarmCondition,
    BacklogStart,
    KnownBefore,
    backlogs_after,
    conditions_of,
    silence_is_expected,
)
from console.floor.alarms.folds import FLOOD_WITHIN, STANDS, TOGETHER, counts_for_flood, fold
from console.floor.alarms.items import CALLED, AlarmKind, AlarmLine, Priority, Reason, shelf_name, urgency
from console.floor.alarms.own_alarms import out_of_contact, own_alarms
from console.floor.self_report import TableStanding
from console.floor.wall import CLOCKS_DIFFER, CallTaker, Changes, Reading, SeenTable, Shelf

STEADY: Final = 10.0
"""Seconds of hearing the floor again before a table's silence is the table's own."""
RISES: Final = 120.0
RISES_IN_ROUND: Final = 60.0
"""Seconds after which medium priority becomes high; with a round open, players wait at the felt."""
LOW_RISES: Final = 15 * 60.0
"""Seconds after which a low priority becomes medium. A call's rises after :data:`RISES`, and is high after
twice as long: a dealer who deals on has asked a person, who forgot it or does not hear.
"""
FLOOD: Final = 10
"""More new alarms than these within :data:`FLOOD_WITHIN` seconds are more than one person can answer."""
OF_ONE_TABLE: Final = 3
"""The most new alarms of one table that count for a flood: no table makes one by itself."""
CHATTERS: Final = 60.0
"""Seconds between two tones for a table with more than :data:`FLOOD` new alarms within :data:`FLOOD_WITHIN`
seconds: a loose plug, or a thief of its token, drowns no other table.
"""
CLOCKS_APART: Final = 10.0
"""Seconds by which the window's and the floor server's clock may differ: a reading takes some of them."""
LONGEST_SHELF: Final = 60 * 60.0
"""Seconds that an alarm may be laid aside."""


QUIET: Final = 120.0
"""Seconds that an alarm is silenced."""


class AlarmSounds(msgspec.Struct, frozen=True):
    """Alarms by key and priority: one that becomes more urgent sounds again."""

    quieted: Mapping[tuple[str, Priority], float] = {}
    """Silenced alarms, and until when, in the window's seconds."""
    sounded: frozenset[tuple[str, Priority]] = frozenset()

    def is_quiet(self, key: str, priority: Priority, now: float) -> bool:
        return self.quieted.get((key, priority), now) > now

    def quiet(self, item: AlarmLine, now: float) -> AlarmSounds:
        """The sounds without this item's for :data:`QUIET` seconds; it sounds again when its priority rises,
        or if its cause outlasts them.
        """
        silenced = {(each.key, each.priority): now + QUIET for each in (item, *item.parts)}
        return replace(self, quieted={**self.quieted, **silenced})

    def without(self, ended: Set[str]) -> AlarmSounds:
        """The sounds after these alarms, by key, ended: one that comes again is new."""
        quieted = {each: until for each, until in self.quieted.items() if each[0] not in ended}
        return AlarmSounds(quieted, frozenset(each for each in self.sounded if each[0] not in ended))

    def known(self, existing: Set[str], now: float) -> AlarmSounds:
        """The sounds of existing alarms; one whose silence is over counts as new."""
        over = {each for each, until in self.quieted.items() if until <= now}
        kept = {each: at for each, at in self.quieted.items() if each[0] in existing and each not in over}
        return AlarmSounds(kept, frozenset(each for each in self.sounded if each[0] in existing) - over)

    def after(self, items: Iterable[AlarmLine]) -> AlarmSounds:
        done = {(each.key, each.priority) for item in items for each in (item, *item.parts)}
        return replace(self, sounded=self.sounded | done)

    def due(self, item: AlarmLine) -> AlarmLine | None:
        """The alarm that sounds now: the item itself or, if several tables are unheard, one that was lost
        later. A recorder that answers no table sounds once, though one table after the other asks it.
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


class TileState(StrEnum):
    """A table's state on the wall: its own report, or the floor's newer knowledge."""

    PLAYING = "playing"
    PREPARING = "preparing"
    WAITS = "waits"
    HALTED = "halted"
    CANT_RECORD = "cant_record"
    CLOSED = "closed"
    BEHIND = "behind"
    SILENT = "silent"
    DISPUTED = "disputed"
    NEVER = "never"
    """Added to the floor, and never heard: such a table is not closed."""
    UNREAD = "unread"
    """Heard, but its report can't be read: its state is unknown."""
    REFUSED = "refused"
    """Not heard, because the floor's server refuses its console."""


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    name: str
    game: str
    room: str = ""
    mode: str = ""
    """live, training or rehearsal, as the table reported; empty for a table never heard."""
    place: tuple[int, int] | None = None
    """Column and row within its room, from 1, if the table's file has them."""
    look: TileState
    age: float | None = None
    """Whole seconds since it was heard, if it is silent."""
    behind: int = 0
    item: AlarmLine | None = None
    """The table's most pressing item that is not laid aside."""
    shelved: bool = False
    uncertified: bool = False
    """Whether it is a LIVE table without a valid certificate, which is no alarm: nobody has to run."""


class AlarmStart(msgspec.Struct, frozen=True):
    """The memory of an alarm as long as its cause lasts."""

    at: float
    """When it began, on the window's clock."""
    born: Priority
    """The highest priority with which its cause began or began to press: by it an alarm rises."""
    least: Priority
    """The alarm's lowest priority: it never falls while the cause lasts, so that it sounds once. A low alarm
    that rose was not born so, and rises no further.
    """


class NewAlarm(NamedTuple):
    """An alarm that began a short time ago."""

    at: float
    """When it began, on the window's clock."""
    table: str
    counts: bool
    """Whether it counts for a flood of the person who watches."""


class SignOfLife(NamedTuple):
    heard: datetime
    """A time of the floor's clock, which lies ahead of the next reading if the clock is set back."""
    at: float
    """The latest moment on the window's clock at which it can have come."""


class WindowContent(NamedTuple):
    items: tuple[AlarmLine, ...]
    """Items that need somebody, by :func:`console.floor.alarms.items.urgency`, without those laid aside."""
    shelved: tuple[AlarmLine, ...]
    """Items that are laid aside, in the order in which they come back."""
    tiles: tuple[Tile, ...]
    """Every table, by room and in natural order: T2 before T10."""

    @property
    def counts(self) -> Counter[TileState]:
        return Counter(tile.look for tile in self.tiles)


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """All that a window has heard so far; each call that changes it returns another watch."""

    rooms: frozenset[str] = frozenset()
    """The rooms of the person who watches; empty for all."""
    reading: Reading | None = None
    heard_at: float
    steady_since: float
    """Since when the window hears the floor without a gap."""
    begun: Mapping[str, AlarmStart] = {}
    backlogs: Mapping[str, BacklogStart] = {}
    fresh: tuple[NewAlarm, ...] = ()
    """The new alarms, as far back as a flood counts."""
    rang_at: Mapping[str, float] = {}
    """When each table last sounded, on the window's clock."""
    sounds: AlarmSounds = AlarmSounds()
    signs: tuple[AlarmCondition, ...] = ()
    """All alarming facts in the reading, whatever their duration."""
    names: Mapping[str, str] = {}
    """Each table's name by its id; two tables of one name have their studio before it."""
    own: Mapping[AlarmKind, Reason] = {}
    """The window's own troubles: nobody can sign in, its clock is wrong, days are missing."""
    turned: frozenset[str] = frozenset()
    """Tables for which the floor shows another history than the window remembers."""
    calm: tuple[Tile | None, ...] = ()
    """Each table's tile, in the reading's order, while the floor is heard and nothing at the table is
    alarming; None for a tile that time changes.
    """
    places: Mapping[str, int] = {}
    """The place of each table in the reading, from 0."""
    lives: Mapping[str, SignOfLife] = {}
    """Each table's last sign of life."""
    room: int = STANDS
    """How many lines the window's list has: a flood folds what comes after them."""

    # --- what is heard ----------------------------------------------------------------------------

    @classmethod
    def new_watch(cls, now: float, rooms: Iterable[str] = ()) -> Watch:
        """A window that has heard nothing yet."""
        return cls(rooms=frozenset(rooms), heard_at=now, steady_since=now)

    def after_reading(self, reading: Reading, now: float) -> Watch:
        """The watch after a reading of all tables; ``now`` is in monotonic seconds."""
        lives = self._lives_after(reading, now)
        heard = (_silent_since(seen, lives.get(seen.table), now) for seen in reading.tables)
        tables = tuple(sorted(heard, key=lambda seen: (natural(seen.room), natural(seen.name))))
        reading = replace(reading, tables=tables)
        many = Counter(seen.name for seen in tables)
        names = {
            seen.table: seen.name if many[seen.name] == 1 else f"{seen.studio} {seen.name}" for seen in tables
        }
        gap = self.reading is None or now - self.heard_at > SILENT_AFTER
        steady_since = now if gap else self.steady_since
        watch = replace(self, reading=reading, heard_at=now, steady_since=steady_since, lives=lives)
        watch = replace(watch, names=names, backlogs=backlogs_after(self.backlogs, tables, now))
        places = {seen.table: at for at, seen in enumerate(tables)}
        calm = tuple(
            watch._calm(seen, self.calm[self.places[seen.table]] if seen.table in self.places else None)
            for seen in tables
        )
        watch = replace(watch, calm=calm, places=places, signs=tuple(watch._signs_of_all()))
        return watch._begun_after(self)

    def after_changes(self, changes: Changes) -> Watch:
        """The watch with the tables that changed after its last reading. Changes since another reading are
        ignored: the next reading has them.
        """
        if self.reading is None or self.reading.at != changes.since:
            return self
        tables, places = list(self.reading.tables), self.places
        changed = [seen for seen in changes.tables if seen.table in places]
        moves = any(_place_and_name(seen) != _place_and_name(tables[places[seen.table]]) for seen in changed)
        for seen in changed:
            tables[places[seen.table]] = seen
        reading = replace(self.reading, tables=tuple(tables))
        if moves:
            return self.after_reading(reading, self.heard_at)
        updated = {seen.table for seen in changed}
        others = {table: start for table, start in self.backlogs.items() if table not in updated}
        backlogs = others | backlogs_after(self.backlogs, changed, self.heard_at)
        watch = replace(self, reading=reading, backlogs=backlogs)
        calm = list(self.calm)
        for seen in changed:
            calm[places[seen.table]] = watch._calm(seen, calm[places[seen.table]])
        signs = [sign for sign in self.signs if sign.table.table not in updated]
        signs += (sign for seen in changed for sign in conditions_of(seen, watch._known))
        return replace(watch, calm=tuple(calm), signs=tuple(signs))._begun_after(self)

    def _lives_after(self, reading: Reading, now: float) -> dict[str, SignOfLife]:
        """Each table's last sign of life: a known one comes no later if the floor's clock is set back."""
        lives = dict[str, SignOfLife]()
        if reading.at is None or (self.reading is not None and self.reading.at == reading.at):
            # The same reading at a later time shows nothing that has come since.
            return lives if now > self.heard_at else dict(self.lives)
        for seen in reading.tables:
            if seen.silence is None:
                continue
            heard, at = reading.at - timedelta(seconds=seen.silence), now - max(0.0, seen.silence)
            known = self.lives.get(seen.table)
            is_known = known is not None and abs(known.heard - heard) < _SAME
            lives[seen.table] = SignOfLife(heard, min(known.at, at) if is_known and known else at)
        return lives

    def _begun_after(self, before: Watch) -> Watch:
        """The watch with each alarm's beginning, taken from ``before`` if it had been raised."""
        now = self.heard_at
        begun = dict[str, AlarmStart]()
        fresh = [each for each in before.fresh if now - each.at <= FLOOD_WITHIN]
        for sign in self.signs:
            was = before.begun.get(sign.key)
            if was is None:
                begun[sign.key] = AlarmStart(now - sign.age, sign.born, sign.born)
                counts = counts_for_flood(sign.what) and (not self.rooms or sign.table.room in self.rooms)
                at = now - min(sign.age, FLOOD_WITHIN) if before.reading is None else now
                if sign.born is not Priority.INFO:
                    fresh.append(NewAlarm(at, sign.table.table, counts))
            else:
                # Such an age is the floor's own, and right even if this window has slept.
                at = now - sign.age if sign.call or (sign.what in _FLOORS_AGE and sign.age) else was.at
                if sign.call and at > was.at + CLOCKS_DIFFER:
                    at = was.at  # A call that got younger means that the floor's clock was set back.
                born = max(was.born, sign.born)
                # The round of that time counts: the alarm has risen by then, though the round is over now.
                in_round, unanswered = before._in_round(sign.table.table), self._waited(sign, at, now)[2]
                risen = risen_priority(born, unanswered, in_round, calls=_deals_on(sign))
                begun[sign.key] = AlarmStart(at, born, max(was.least, risen))
        watch = replace(self, begun=begun, fresh=tuple(fresh))
        ended = before.begun.keys() - begun.keys()
        return replace(watch, sounds=self.sounds.without(ended)) if ended else watch

    def quiet(self, item: AlarmLine, now: float) -> Watch:
        """The watch without this item's sound; see :meth:`AlarmSounds.quiet`."""
        return replace(self, sounds=self.sounds.quiet(item, now))

    def watching(self, rooms: Iterable[str]) -> Watch:
        """The watch of a person who looks after other rooms."""
        return replace(self, rooms=frozenset(rooms))

    def with_room(self, rows: int) -> Watch:
        """The watch of a window whose list has so many rows: the last of them is a flood's."""
        return replace(self, room=max(STANDS, rows - 1))

    def lacking_days(self, outside: bool) -> Watch:
        """The watch that knows whether entries lie outside all days for which the floor has a place."""
        return self._with_own(AlarmKind.OUTSIDE, Reason() if outside else None)

    def without_people(self, why: Reason | None) -> Watch:
        """The watch with the reason why nobody can sign in here, and the file; None if somebody can."""
        return self._with_own(AlarmKind.NOBODY, why)

    def with_clocks(self, apart: float) -> Watch:
        """The watch with the seconds by which the window's clock is ahead of the floor server's."""
        differ = abs(apart) > CLOCKS_APART
        return self._with_own(AlarmKind.OWN_CLOCK, Reason(str(int(abs(apart)))) if differ else None)

    def _with_own(self, kind: AlarmKind, why: Reason | None) -> Watch:
        if self.own.get(kind) == why:
            return self
        others = {each: reason for each, reason in self.own.items() if each is not kind}
        return replace(self, own=others if why is None else {**others, kind: why})

    def remembering(self, turned: Iterable[str]) -> Watch:
        """The watch with the tables that the window remembers differently than the floor shows them."""
        known = replace(self, turned=frozenset(turned))
        return replace(known, signs=tuple(known._signs_of_all()))

    def ring(self, now: float, moment: WindowContent | None = None) -> tuple[Watch, tuple[AlarmLine, ...]]:
        """The items that sound now, and the watch after that. Each alarm sounds once, and once more when its
        priority rises. A vanished alarm is forgotten: when it comes again, it is new.
        """
        items = (moment or self.moment(now)).items
        there = self.begun.keys() | {item.key for item in items}
        kept = self.sounds.known(there, now)
        if self.is_out_of_contact(now):
            items = tuple(item for item in items if item.what is AlarmKind.NOTHING_HEARD)
        due = [each for item in items if (each := kept.due(item)) is not None]
        many = Counter(each.table for each in self.fresh)
        lately = {table for table, at in self.rang_at.items() if many[table] > FLOOD and now - at < CHATTERS}
        late = {each.key for each in due if each.tables and lately.issuperset(each.tables)}
        due = [each for each in due if each.key not in late]  # The late ones sound later if they still exist.
        rang = {table: now for each in due for table in each.tables if table in many}
        sounds = kept.after(item for item in items if item.key not in late)
        return replace(self, sounds=sounds, rang_at=dict(self.rang_at) | rang), tuple(due)

    # --- what there is ----------------------------------------------------------------------------

    def is_out_of_contact(self, now: float) -> bool:
        """Whether the window hears nothing: then it reports only that, and nothing of any table."""
        return now - self.heard_at > SILENT_AFTER

    def silence_seconds(self, now: float) -> float:
        return max(0.0, now - self.heard_at)

    def moment(self, now: float) -> WindowContent:
        """All that a window shows at ``now``, in monotonic seconds."""
        singles = sorted(self._single(self.signs, now), key=urgency)
        shown = [item for item in singles if item.shelf is None]
        laid = sorted((item for item in singles if item.shelf is not None), key=_left)
        items = tuple(sorted(self._folded_items(shown, now), key=urgency))
        tables = self.reading.tables if self.reading is not None else ()
        return WindowContent(items, tuple(laid), self._tiles(tables, self.calm, singles, now))

    def tiles_of(self, tables: Collection[str], now: float) -> tuple[Tile, ...]:
        """The tiles of a few tables, as :meth:`moment` has them, but found sooner."""
        if self.reading is None:
            return ()
        own = (sign for sign in self.signs if sign.table.table in tables)
        places = [self.places[table] for table in tables if table in self.places]
        found, calm = [self.reading.tables[at] for at in places], [self.calm[at] for at in places]
        return self._tiles(found, calm, sorted(self._single(own, now), key=urgency), now)

    def _tiles(
        self,
        tables: Sequence[SeenTable],
        calm: Sequence[Tile | None],
        singles: Sequence[AlarmLine],
        now: float,
    ) -> tuple[Tile, ...]:
        """Tiles of these tables; ``calm`` are those that stay, ``singles`` all their alarms by urgency."""
        pressing: dict[str, AlarmLine] = {}
        shown = [item for item in singles if item.shelf is None]
        # The more urgent of two equal ones wins.
        for item in sorted(reversed(shown), key=lambda item: item.priority):
            pressing.update(dict.fromkeys(item.tables, item))
        aside = {table for item in singles if item.shelf is not None for table in item.tables}
        changing = pressing.keys() | aside
        if self.is_out_of_contact(now):
            calm = [None] * len(tables)
        return tuple(
            kept
            if kept is not None and seen.table not in changing
            else self._tile(seen, pressing.get(seen.table), seen.table in aside, now)
            for kept, seen in zip(calm, tables, strict=True)
        )

    def _calm(self, seen_table: SeenTable, before: Tile | None) -> Tile | None:
        """The table's tile, an equal earlier one if possible; None if time alone can change it."""
        if seen_table.table in self.backlogs:
            return None
        tile = self._tile(seen_table, None, False, self.heard_at)
        if tile.look is TileState.SILENT:
            return None
        return before if tile == before else tile

    def _tile(self, seen_table: SeenTable, item: AlarmLine | None, laid: bool, now: float) -> Tile:
        look, age = self.look(seen_table, now), None
        if look is TileState.SILENT and seen_table.silence is not None:
            age = float(int(seen_table.silence + self.silence_seconds(now)))
        return Tile(
            table=seen_table.table,
            name=self.names.get(seen_table.table, seen_table.name),
            game=seen_table.game,
            room=seen_table.room,
            mode=report.mode if (report := seen_table.report) is not None else "",
            place=_place(seen_table),
            look=look,
            age=age,
            behind=seen_table.backlog if look is TileState.BEHIND else 0,
            item=item,
            shelved=laid,
            uncertified=report is not None and report.lacks_certificate,
        )

    def look(self, seen_table: SeenTable, now: float) -> TileState:
        report = seen_table.report
        if seen_table.refused is not None and (
            seen_table.silence is None or seen_table.silence > SILENT_AFTER
        ):
            return TileState.REFUSED
        if seen_table.silence is None or (report is None and not seen_table.unread):
            return TileState.NEVER
        if report is None:
            is_heard = not self.is_out_of_contact(now) and seen_table.silence <= SILENT_AFTER
            return TileState.UNREAD if is_heard else TileState.SILENT
        if self.is_out_of_contact(now) or seen_table.silence > SILENT_AFTER:
            return TileState.CLOSED if silence_is_expected(report) else TileState.SILENT
        if seen_table.disputed:
            return TileState.DISPUTED
        backlog = self.backlogs.get(seen_table.table)
        if report.standing is TableStanding.PLAYING and backlog is not None and backlog.is_behind(now):
            return TileState.BEHIND
        if report.standing is TableStanding.PLAYING and report.call is not None:
            return TileState.WAITS  # The dealer deals on, and somebody is wanted.
        return _LOOKS[report.standing]

    # --- from signs to items ----------------------------------------------------------------------

    def _folded_items(self, singles: list[AlarmLine], now: float) -> Iterator[AlarmLine]:
        """All alarms that are not set aside, those with a common cause as one item."""
        silence = self.silence_seconds(now)
        if self.is_out_of_contact(now):
            yield self._quieted(out_of_contact(silence), now)
        for item in own_alarms(self.reading, silence, self.own, self.turned, self.names):
            yield self._quieted(item, now)
        tables = self.reading.tables if self.reading is not None else ()
        many = Counter(each.table for each in self.fresh if each.counts and now - each.at <= FLOOD_WITHIN)
        floods = sum(min(each, OF_ONE_TABLE) for each in many.values()) > FLOOD
        is_full = self.reading is not None and self.reading.full_for is not None
        for item in fold(singles, tables, floods, one_cause=is_full, room=self.room):
            yield item if item.cause is None else self._quieted(item, now)

    def _quieted(self, item: AlarmLine, now: float) -> AlarmLine:
        is_quiet = item.quiet or self.sounds.is_quiet(item.key, item.priority, now)
        return replace(item, quiet=True) if is_quiet else item

    def _single(self, signs: Iterable[AlarmCondition], now: float) -> Iterator[AlarmLine]:
        """Each of these alarms by itself, even those laid aside."""
        for sign in signs:
            begun = self.begun.get(sign.key)
            if begun is not None:
                yield self._item(sign, begun, now)

    def _in_round(self, table: str) -> bool:
        """Whether a round was open when a table was last heard."""
        at = self.places.get(table)
        report = self.reading.tables[at].report if self.reading is not None and at is not None else None
        return report is not None and report.round_open

    def _waited(
        self, sign: AlarmCondition, since: float, now: float
    ) -> tuple[float, CallTaker | None, float]:
        """An alarm's age, the taker of its call, and the seconds before it was taken."""
        # A window that hears nothing lets no alarm rise.
        clock, seen = min(now, self.heard_at + SILENT_AFTER), sign.table
        passed = clock - self.heard_at
        wait = max(0.0, clock - since)
        silence = seen.silence or 0.0
        if silence > SILENT_AFTER and sign.what not in _SEEN_HERE:
            wait = max(0.0, wait - silence - passed)  # This is the wait when the table was last heard.
        taken = _passed_taking(seen, sign, passed)
        # While the table is not heard its wait stops, but the taker's way continues.
        return wait, taken, wait if taken is None else min(wait, max(0.0, clock - since - taken.age))

    def _item(self, sign: AlarmCondition, start: AlarmStart, now: float) -> AlarmLine:
        seen = sign.table
        unheard = seen.silence is not None and seen.silence > SILENT_AFTER
        wait, taken, unanswered = self._waited(sign, start.at, now)
        in_round = seen.report is not None and seen.report.round_open
        born = max(start.born, sign.born)
        priority = max(start.least, risen_priority(born, unanswered, in_round, calls=_deals_on(sign)))
        widened = seen.call.widened if sign.call and seen.call is not None else 0
        return AlarmLine(
            key=sign.key,
            what=sign.what,
            priority=priority,
            tables=(seen.table,),
            names=(self.names.get(seen.table, seen.name),),
            wait=wait,
            detail=sign.detail,
            about=sign.about,
            game=seen.game,
            call=sign.call,
            taken=taken,
            shelf=_shelf(seen, shelf_name(sign.what, sign.call, sign.detail), priority, now - self.heard_at),
            round_open=in_round,
            unheard=unheard,
            mine=not self.rooms or seen.room in self.rooms or widened > 1,
            quiet=self.sounds.is_quiet(sign.key, priority, now),
        )

    @property
    def _known(self) -> KnownBefore:
        is_steady = self.heard_at - self.steady_since >= STEADY
        at = None if self.reading is None else self.reading.at
        return KnownBefore(self.heard_at, is_steady, self.begun.keys(), self.backlogs, self.turned, at)

    def _signs_of_all(self) -> Iterator[AlarmCondition]:
        """The signs of all tables, which stay the same until the next reading."""
        known = self._known
        for seen in self.reading.tables if self.reading is not None else ():
            yield from conditions_of(seen, known)


_LOOKS: Final = {standing: TileState(standing.value) for standing in TableStanding}
_SEEN_HERE: Final = frozenset(
    (
        *(AlarmKind.SILENT, AlarmKind.REFUSED, AlarmKind.DISPUTED, AlarmKind.TURNED_BACK, AlarmKind.TWINS),
        AlarmKind.NOTIFY_OVERDUE,  # The hours go on while the table is off.
    )
)
"""Alarms that the floor or the window finds itself: they stay valid while the table is silent."""
_FLOORS_AGE: Final = frozenset((AlarmKind.DISPUTED, AlarmKind.TWINS))
"""Kinds whose age the floor gives, so that every window shows the same."""


_SAME: Final = timedelta(milliseconds=1)
"""Two readings of one moment differ by less: a silence is a fraction."""


def _silent_since(seen_table: SeenTable, life: SignOfLife | None, now: float) -> SeenTable:
    """The table as read; if the floor's clock was set back, with the silence known to the window."""
    if life is None or seen_table.silence is None or now - life.at <= seen_table.silence + CLOCKS_DIFFER:
        return seen_table
    return replace(seen_table, silence=now - life.at)


def _left(item: AlarmLine) -> float:
    return item.shelf.left if item.shelf is not None else 0.0


@lru_cache(maxsize=1_024)  # Each reading has the same few names.
def natural(name: str) -> tuple[tuple[int, str], ...]:
    """The key that sorts names as people count: T2 before T10, by a number's first digits."""
    parts = re.findall(r"\d+|\D+", name.casefold())
    return tuple((int(part[:_DIGITS]), "") if part.isdecimal() else (-1, part) for part in parts)


def _place(seen_table: SeenTable) -> tuple[int, int] | None:
    """The reported column and row, if a table's file may contain them."""
    place = seen_table.report.place if seen_table.report is not None else ""
    found = _PLACE.fullmatch(place)
    return None if found is None else (int(found[1]), int(found[2]))


_DIGITS: Final = 18
_PLACE: Final = re.compile(r"([1-9][0-9]?),([1-9][0-9]?)")


def _deals_on(sign: AlarmCondition) -> bool:
    return sign.what in CALLED and sign.born is Priority.LOW


def risen_priority(born: Priority, waited: float, round_open: bool, *, calls: bool = False) -> Priority:
    """The priority of an alarm that has waited so long; ``calls``: a dealer who deals on has called."""
    if calls:
        return max(born, Priority.HIGH if waited >= 2 * RISES else Priority(1 + (waited >= RISES)))
    match born:
        case Priority.MEDIUM:
            high = waited >= (RISES_IN_ROUND if round_open else RISES)
            return Priority.HIGH if high else born
        case Priority.LOW:
            return Priority.MEDIUM if waited >= LOW_RISES else born
        case _:
            return born


def _place_and_name(seen_table: SeenTable) -> tuple[str, str, str]:
    """The values that decide a table's place and name on the wall."""
    return seen_table.room, seen_table.name, seen_table.studio


def _passed_taking(seen_table: SeenTable, sign: AlarmCondition, passed: float) -> CallTaker | None:
    call = seen_table.call
    if call is None or call.taken is None or not sign.call or call.number != sign.call:
        return None
    return replace(call.taken, age=call.taken.age + passed)


def _shelf(seen_table: SeenTable, what: str, priority: Priority, passed: float) -> Shelf | None:
    """The alarm's shelf, unless that time is over or its priority is high."""
    if priority is Priority.HIGH:
        return None
    for shelf in seen_table.shelved:
        if shelf.what == what and shelf.left > passed:
            return replace(shelf, left=shelf.left - passed)
    return None
