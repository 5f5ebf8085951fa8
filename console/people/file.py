"""The people of a studio in a file of their own, the user's alone, replaced whole at every change.

Knows the file and the tries; it never knows a table, and never writes a PIN but as a hash.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec

from console.people import tries
from console.people.answers import Answer, Given, Known, Listed, Locked, Unknown, Wrong, is_badge
from console.people.errors import BadBadge, LastSupervisor, NobodyHas, Taken, Unreadable, Unwritable
from console.people.pins import Hasher, argon2, badge_digest, check_pin, matches
from console.people.record import Record, Records, checked_id, checked_name
from console.people.store import Store
from console.table.views import Person

_STRANGERS: Final = 1000
"""How many ids are remembered whose wrong tries are not in the file: nobody has them, or the disk is full."""
_ANY_BADGE: Final = "\0badge"

log = logging.getLogger(__name__)


class PeopleFile:
    """Adds, changes and verifies people. The file is read at each call, so another program may change it."""

    given: tuple[Given, ...] = ()

    def __init__(
        self, path: Path, now: Callable[[], float] = time.monotonic, hasher: Hasher | None = None
    ) -> None:
        """Nothing is read or made yet; ``now`` is in seconds and never set back."""
        self._store = Store(path)
        self._now = now
        self._given_hasher = hasher
        self._began = now()
        self._since: dict[str, float] = {}
        self._unsaved: dict[str, int] = {}

    @property
    def people(self) -> tuple[Record, ...]:
        """All of them, in the order in which they were added; Unreadable, NotPrivate."""
        return self._store.read().people

    @property
    def listed(self) -> tuple[Listed, ...]:
        """Everybody with whether they may sign in; Unreadable, NotPrivate."""
        return tuple(Listed(record.person, record.state) for record in self.people)

    @property
    def needs_first_supervisor(self) -> bool:
        """Whether there is no supervisor who may sign in."""
        return not self._store.read().supervisors

    def person(self, id: str) -> Person:
        """Who has the id, in whatever capitals; NobodyHas."""
        return self._found(id).person

    def add(self, person: Person, pin: str, badge: str | None = None) -> Person:
        """Add somebody; BadId, BadgeForId, BadName, Taken, BadLength, TooSimple, BadBadge."""
        checked_id(person.id)
        check_pin(pin, person.id)
        person = msgspec.structs.replace(person, name=checked_name(person.name))
        kept = self._hasher.hash(pin)

        def added(records: Records) -> Records:
            if taken := records.of(person.id):
                raise Taken(taken.id)
            record = {**msgspec.structs.asdict(person), "pin": kept, "badge": _badge(records, badge)}
            return msgspec.structs.replace(records, people=(*records.people, msgspec.convert(record, Record)))

        self._store.change(added)
        return person

    def reset(self, id: str, pin: str) -> Person:
        """Give somebody a new PIN and forget the wrong tries; NobodyHas, BadLength, TooSimple."""
        check_pin(pin, self._found(id).id)
        kept = self._hasher.hash(pin)
        self._unsaved.pop(id.casefold(), None)
        return self._changed(id, lambda record: msgspec.structs.replace(record, pin=kept, wrong=0))

    def enable(self, id: str) -> Person:
        """Let somebody sign in again; NobodyHas."""
        return self._changed(id, lambda record: msgspec.structs.replace(record, disabled=False))

    def disable(self, id: str) -> Person:
        """Let somebody no longer sign in; NobodyHas, LastSupervisor."""

        def disabled(records: Records) -> Records:
            record = _of(records, id)
            if records.supervisors == (record,):
                raise LastSupervisor(record.name)
            return records.with_record(msgspec.structs.replace(record, disabled=True))

        return _of(self._store.change(disabled), id).person

    def verify(self, id: str, pin: str) -> Answer:
        """Whether this is the person's PIN. An id that nobody has takes as long and waits as long."""
        decoy = self._decoy
        record = self._store.read().of(id)
        key = id.casefold()
        if stopped := self._stopped(key, record):
            return stopped
        right = self._matches(record.pin if record else decoy, pin)
        if record is None or not right:
            return self._counted(key, record)
        if record.disabled:
            return Locked(record.id, "disabled")
        return self._welcomed(record, pin)

    def verify_badge(self, number: str) -> Answer:
        """Whose badge this is; unknown ones count together."""
        if stopped := self._stopped(_ANY_BADGE, None):
            return stopped
        records = self._store.read()
        digest = badge_digest(number, bytes.fromhex(records.salt))
        for record in records.people:
            if record.badge is not None and secrets.compare_digest(record.badge, digest):
                return self._admitted(record)
        return self._counted(_ANY_BADGE, None)

    @cached_property
    def _hasher(self) -> Hasher:
        return self._given_hasher or argon2()

    @cached_property
    def _decoy(self) -> str:
        """A hash of nobody's PIN, made at the first sign-in of all, so that no later one takes longer."""
        return self._hasher.hash(secrets.token_hex())

    def _stopped(self, key: str, record: Record | None) -> Answer | None:
        """The answer while a try does not count."""
        wrong = self._wrong_tries(key, record)
        if tries.is_locked(wrong):
            return Locked(record.id if record else None, "tries")
        left = tries.seconds_left(wrong, self._since.get(key, self._began), self._now())
        return _wrong(record, left) if left else None

    def _wrong_tries(self, key: str, record: Record | None) -> int:
        return (record.wrong if record else 0) + self._unsaved.get(key, 0)

    def _matches(self, kept: str, pin: str) -> bool:
        try:
            return matches(self._hasher, kept, pin)
        except ValueError:
            raise Unreadable(str(self._store.path), "a PIN's hash is none") from None

    def _counted(self, key: str, record: Record | None) -> Answer:
        """The answer to a wrong try, which is counted."""
        wrong = self._wrong_tries(key, record) + 1
        self._since[key] = self._now()
        if not self._saved(key, known=record is not None):
            self._unsaved[key] = self._unsaved.pop(key, 0) + 1
            if len(self._unsaved) > _STRANGERS:
                self._unsaved.pop(next(iter(self._unsaved)))
        if tries.is_locked(wrong):
            return Locked(record.id if record else None, "tries")
        return _wrong(record, tries.wait_after(wrong))

    def _saved(self, key: str, *, known: bool) -> bool:
        """Whether the try could be counted in the file, so that a restart keeps it; a stranger's never is.

        The file is written either way: the time it takes does not tell who is in it.
        """
        try:
            if self._store.path.exists():
                self._store.change(lambda records: _one_more_wrong(records, key) if known else records)
                return known
        except Unwritable as error:
            log.warning("a wrong try is counted until the end of the program only: %s", error)
        return False

    def _admitted(self, record: Record) -> Answer:
        if record.disabled:
            return Locked(record.id, "disabled")
        wrong = self._wrong_tries(record.key, record)
        return Locked(record.id, "tries") if tries.is_locked(wrong) else Known(record.person)

    def _welcomed(self, record: Record, pin: str) -> Answer:
        """The person; wrong tries are forgotten, and a hash made at older costs is made anew."""
        self._unsaved.pop(record.key, None)
        old = self._hasher.check_needs_rehash(record.pin)
        if record.wrong or old:
            kept = self._hasher.hash(pin) if old else record.pin
            try:
                self._changed(record.id, lambda one: msgspec.structs.replace(one, wrong=0, pin=kept))
            except Unwritable as error:  # the right PIN is right, whatever the disk says
                log.warning("wrong tries stay counted: %s", error)
        return Known(record.person)

    def _found(self, id: str) -> Record:
        return _of(self._store.read(), id)

    def _changed(self, id: str, change: Callable[[Record], Record]) -> Person:
        records = self._store.change(lambda records: records.with_record(change(_of(records, id))))
        return _of(records, id).person


def _of(records: Records, id: str) -> Record:
    if record := records.of(id):
        return record
    raise NobodyHas(id)


def _one_more_wrong(records: Records, key: str) -> Records:
    record = _of(records, key)
    return records.with_record(msgspec.structs.replace(record, wrong=record.wrong + 1))


def _wrong(record: Record | None, wait: int) -> Answer:
    return Wrong(record.id, wait) if record else Unknown(wait)


def _badge(records: Records, number: str | None) -> str | None:
    """A badge's number as it is kept; BadBadge if it is none, or somebody's already."""
    if number is None:
        return None
    if not is_badge(number):
        raise BadBadge
    digest = badge_digest(number, bytes.fromhex(records.salt))
    if any(record.badge == digest for record in records.people):
        raise BadBadge
    return digest
