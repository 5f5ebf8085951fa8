"""The people of a studio in a file that belongs to the user alone; every change replaces the whole file.

It knows the file, its usual place, and the wrong tries. It never knows a table, and never writes a PIN except
as a hash.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import msgspec

from console.base.plain_text import stripped
from console.table.core.showing.screen_values import Person
from console.table.core.state.roles import Role
from console.table.people import errors, pins, waits
from console.table.people.answers import (
    PIN_LEAST,
    REASON_MOST,
    AccountChange,
    Answer,
    ChangeName,
    Known,
    ListedPerson,
    Locked,
    MissingRoles,
    OwnChangeName,
    PinIssue,
    PracticePerson,
    SignInObstacle,
    Unknown,
    Wrong,
    is_badge,
)
from console.table.people.dealing_rights import NO_RIGHTS, DealingRights
from console.table.people.marks import ListMark, last_mark, unaccounted
from console.table.people.person import NO_SECRET, PersonRecord, Records, checked_id, look_alike, new_name
from console.table.people.private_file import Store
from console.table.people.waits import BadgeTries

if TYPE_CHECKING:
    from argon2 import PasswordHasher

_STRANGERS: Final = 1000
"""The most ids whose wrong tries are counted in memory: unknown ids, or all while the disk is full."""

log = logging.getLogger(__name__)


class PeopleFile:
    """Adds, changes and verifies people. The file is read at each call, so another program may change it."""

    practice_people: tuple[PracticePerson, ...] = ()

    def __init__(
        self,
        path: Path,
        now: Callable[[], float] = time.monotonic,
        *,
        pepper: Path | None = None,
        least: int = PIN_LEAST,
    ) -> None:
        """Nothing is read or made yet; ``now`` is in seconds and never set back. ``pepper`` is the file of
        the PINs' secret, None the user's own; a new PIN has ``least`` digits.
        """
        self._store = Store(path, self._pepper)
        self._now = now
        self._began = now()
        self._since: dict[str, float] = {}
        self._unsaved: dict[str, int] = {}
        self._pepper_at = pepper
        self.terminal: str | None = None
        """The system's user, if it is changed at a terminal: what is done is kept for the journals."""
        self.least = least
        self._badges = BadgeTries()
        self._one_at_once = Lock()

    @property
    def people(self) -> tuple[PersonRecord, ...]:
        """All of them, in the order in which they were added. Raises Unreadable, NotPrivate."""
        return self._store.read().people

    @property
    def is_proved(self) -> bool:
        """Whether the list is known to be as its last change left it; nobody can tell without its secret.
        Raises Unreadable, NotPrivate; OlderList if another program changed it.
        """
        with suppress(errors.NoPepper, errors.SecretExposed):
            self._store.read_whole()
            return True
        return False

    @property
    def persons(self) -> dict[str, Person]:
        """The people by id, to be named on paper. Raises as :attr:`is_proved`."""
        _ = self.is_proved
        return {record.id: record.person for record in self.people}

    @property
    def path(self) -> Path:
        return self._store.path

    @property
    def stamp(self) -> tuple[int, int] | None:
        """The time and size of the file as it was written last, by any program; None if it is not there."""
        try:
            found = self._store.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    @property
    def identity(self) -> str | None:
        """The identity of this list, independent of its people; None if there is no file."""
        if not self._store.path.exists():
            return None
        return sha256(f"people {self._store.read().salt}".encode()).hexdigest()[:32]

    @property
    def mark(self) -> ListMark | None:
        """The mark of the last change of who may sign in, and how; None in an older list, or without one."""
        return last_mark(self._store.read())

    def goes_on_from(self, known: ListMark | None) -> bool:
        """Whether the list is as last changed, and once had this mark. Raises Unreadable, NotPrivate."""
        return self._store.goes_on(self._store.read(), known)

    def unaccounted_since(self, known: ListMark, told: int) -> int:
        """How many changes since this mark nobody entered in the list; ``told``: the journal's last."""
        return unaccounted(self._store.read(), known, told)

    @property
    def alike(self) -> tuple[str, ...]:
        """The ids of the list that an older console took although another is alike."""
        records = self._store.read()
        return tuple(each.id for each in records.people if len(records.alike(each.id)) > 1)

    def follow(self, on_mark: Callable[[ListMark], None]) -> None:
        """Accept only a list that continues this one from now on: otherwise every method raises OlderList.
        ``on_mark`` is called with each new mark, in the thread that called the method.
        """
        self._store.follow(on_mark)

    def accept_changed(self) -> None:
        """Accept a list that another program changed, as it is. Raises Unwritable, NoPepper. It does not
        check who may do so. A PIN whose hash would fit anybody counts no more: its person needs a new one.
        """
        records = self._store.read()
        if self._store.goes_on(records):
            return

        def accepted(records: Records) -> Records:
            people = tuple(map(_without_old_hashes, records.people))
            changed = msgspec.structs.replace(records, people=people)
            return changed.with_change("accepted", None, "", datetime.now(UTC))

        self._store.change(accepted, accepted=True)

    @property
    def journals(self) -> dict[str, str]:
        """For each table's name the digest with which its journal's chain begins, in hex."""
        return self._store.read().journals

    def name_journal(self, table: str, beginning: str) -> None:
        """Record which journal a table of these people has. Raises Unwritable."""
        self._store.change(
            lambda records: msgspec.structs.replace(records, journals={**records.journals, table: beginning})
        )

    @property
    def listed(self) -> tuple[ListedPerson, ...]:
        """Every person, and whether the person may sign in. Raises Unreadable, NotPrivate."""
        records = self._store.read()
        secret = self._secret_at_work(records)
        return tuple(
            ListedPerson(
                record.person,
                "no_pin" if _has_lost_pin(record, secret) else record.state,
                record.is_bound,
                record.dealing,
            )
            for record in records.people
        )

    def _secret_at_work(self, records: Records) -> str | None:
        """The id of the secret by which PINs of this list are checked; None if it is missing."""
        try:
            return pins.needed_pepper(self.secret).id if records.peppers else None
        except errors.PeopleError:
            return None

    def sign_in_obstacle(self, roles: Collection[Role]) -> SignInObstacle | None:
        """The reason why nobody of these roles can sign in, or None; an unreadable file counts as missing."""
        file = str(self.path)
        try:
            if not self.path.exists():
                return SignInObstacle(MissingRoles.PEOPLE, file)
            if not any(each.person.role in roles and each.state != "disabled" for each in self.listed):
                return SignInObstacle(MissingRoles.BOSS, file)
            lost = self.missing_secret
            if lost is None:
                self._store.read_whole()
        except errors.PeopleError:
            return SignInObstacle(MissingRoles.PEOPLE, file)
        return None if lost is None else SignInObstacle(MissingRoles.PEPPER, str(lost))

    @property
    def needs_first_supervisor(self) -> bool:
        return not self._store.read().supervisors

    def person(self, id: str) -> Person:
        """The person with this id, in capitals or not. Raises UnknownPerson."""
        return self._found(id).person

    def add(
        self,
        person: Person,
        pin: str,
        badge: str | None = None,
        *,
        by: str | None = None,
        asks_same_name: bool = False,
        rights: DealingRights = NO_RIGHTS,
    ) -> Person:
        """Add a person; ``by`` is the id of the person who does it at a table, empty for the table's first
        supervisor. Raises BadId, BadgeForId, BadName, UnseenInName, MixedName, IdTaken, BadLength, TooSimple,
        IdsDigits, BadBadge, NoPepper, SupervisorThere, AuthorBarred; if the caller ``asks_same_name``,
        SameName if somebody's name looks the same.
        """
        checked_id(person.id)
        pins.check_pin(pin, person.id, self.least)
        person = msgspec.structs.replace(person, name=new_name(person.name))
        pepper = self._pepper(self._store.read())
        kept = self._hasher.hash(pepper.bound("pin", person.id.casefold(), pin))

        def added(records: Records) -> Records:
            _check_author(records, by)
            if taken := records.alike(person.id):
                raise errors.IdTaken(taken[0].id)
            alike = (each for each in records.people if look_alike(each.name, person.name))
            if asks_same_name and (same := next(alike, None)) is not None:
                raise errors.SameName(same.name, same.id)
            record = {**msgspec.structs.asdict(person), "role": person.role.value}
            record |= {"pin": kept, "pepper": pepper.id, "bound": True}
            if badge is not None:
                digest = _badge(records, badge, pepper, person.id.casefold())
                record |= {"badge": digest, "badge_pepper": pepper.id, "badge_bound": True}
            new = msgspec.structs.replace(
                msgspec.convert(record, PersonRecord),
                entered=self._entered(by),
                rights=None if rights == NO_RIGHTS else rights,
            )
            records = msgspec.structs.replace(records, people=(*records.people, new))
            return self._noted(records, "added", new)

        self._store.change(added)
        return person

    def reset(self, id: str, pin: str, *, new_secret: bool = False, by: str | None = None) -> Person:
        """Give a person a new PIN and forget the wrong tries; ``by`` as in :meth:`add`.

        ``new_secret``: in place of one that is lost or damaged; everybody else then needs a new PIN. Raises
        UnknownPerson, BadLength, TooSimple, IdsDigits, NoPepper, AuthorBarred.
        """
        known = self._found(id)
        pins.check_pin(pin, known.id, self.least)
        lost = new_secret and self.missing_secret is not None
        pepper = pins.pepper_in_place_of(self.secret) if lost else self._pepper(self._store.read())
        kept = self._hasher.hash(pepper.bound("pin", known.key, pin))
        self._unsaved.pop(known.key, None)
        new: dict[str, Any] = {"pin": kept, "pepper": pepper.id, "bound": True, "wrong": 0}
        new |= {"new_pin": self._entered(by)}
        what: ChangeName = "new_secret" if lost else "reset"
        return self._changed(id, lambda record: msgspec.structs.replace(record, **new), what, by, lost=lost)

    @property
    def missing_secret(self) -> Path | None:
        """Where the secret of the PINs should be; None while it exists, or while no PIN needs it."""
        try:
            records = self._store.read()
            if records.peppers:
                self._pepper(records)
        except errors.NoPepper:
            return self.secret
        return None

    def _pepper(self, records: Records) -> pins.Pepper:
        """The secret for a new hash, made if no hash needs one yet. Raises NoPepper if it is gone."""
        if not records.peppers:
            return pins.existing_or_new_pepper(self.secret)
        pepper = pins.needed_pepper(self.secret)
        if pepper.id not in ({records.key} if records.key is not None else records.peppers):
            raise errors.NoPepper(str(self.secret), "it is another one")
        return pepper

    def rights(self, id: str) -> DealingRights:
        """The conditions under which a person may deal. Raises UnknownPerson."""
        return self._found(id).dealing

    def set_rights(
        self,
        id: str,
        rights: DealingRights,
        reason: str,
        *,
        by: str | None = None,
        before: DealingRights | None = None,
    ) -> Person:
        """Change the conditions under which a person may deal, for a reason; ``by`` as in :meth:`add`,
        ``before`` is what they were when somebody read them. Raises UnknownPerson, AuthorBarred, NoReason,
        RightsChanged.
        """
        reason = stripped(reason)[:REASON_MOST]
        if not reason:
            raise errors.NoReason
        new = None if rights == NO_RIGHTS else rights

        def changed(record: PersonRecord) -> PersonRecord:
            if before is not None and record.dealing != before:
                raise errors.RightsChanged(record.name)
            return msgspec.structs.replace(record, rights=new)

        return self._changed(id, changed, "licensed", by, reason=reason)

    def set_badge(self, id: str, number: str | None, *, by: str | None = None) -> Person:
        """Give a person a badge in the place of any other, or, without a number, take it away: a lost one may
        be enough for a pit boss's decisions. ``by`` as in :meth:`add`. Raises UnknownPerson, AuthorBarred,
        BadBadge, NoPepper.
        """
        pepper = None if number is None else self._pepper(self._store.read())

        def changed(records: Records) -> Records:
            _check_author(records, by)
            record = _without_badge(_of(records, id))
            what: ChangeName = "badge_taken"
            records = records.with_record(record)
            if number is not None and pepper is not None:
                digest = _badge(records, number, pepper, record.key)
                new: dict[str, Any] = {"badge": digest, "badge_pepper": pepper.id, "badge_bound": True}
                record, what = msgspec.structs.replace(record, **new), "badge_given"
            return self._noted(records.with_record(record), what, record)

        return _of(self._store.change(changed), id).person

    def enable(self, id: str, *, by: str | None = None) -> Person:
        """Unblock a person; ``by`` as in :meth:`add`. Raises UnknownPerson, AuthorBarred."""
        enabled = partial(msgspec.structs.replace, disabled=False)
        return self._changed(id, enabled, "enabled", by)

    def disable(self, id: str, *, by: str | None = None) -> Person:
        """Block a person; ``by`` as in :meth:`add`. Raises UnknownPerson, LastSupervisor, AuthorBarred."""

        def disabled(records: Records) -> Records:
            _check_author(records, by)
            record = _of(records, id)
            if record in records.supervisors and not any(
                each != record and not each.is_locked for each in records.supervisors
            ):
                raise errors.LastSupervisor(record.name)
            done = records.with_record(msgspec.structs.replace(record, disabled=True))
            return self._noted(done, "disabled", record)

        return _of(self._store.change(disabled), id).person

    def verify(self, id: str, pin: str) -> Answer:
        """The answer to an id and PIN; an unknown id takes the same time and waits. Raises NoPepper, LostPin.
        A try is counted before it is compared, so that tries at one moment are no more than those in turn.
        """
        decoy = self._decoy
        with self._one_at_once:
            records = self._store.read_whole()
            record = records.of(id)
            key = id.casefold() if record is None else record.key
            if stopped := self._stopped(key, record):
                return stopped
            mixed = self._mixed(pin, record, records)
            stopped, record = self._counted(key, record)
            if stopped:
                return stopped
        if not self._matches(record.pin if record else decoy, mixed) or record is None:
            wrong = self._wrong_tries(key, record)
            if waits.is_locked(wrong):
                return Locked(record.id if record else None, "tries")
            return _wrong(record, waits.wait_after(wrong))
        self._renew_record(record, pin)
        return Locked(record.id, "disabled") if record.disabled else Known(record.person)

    def verify_badge(self, number: str) -> Answer:
        """The owner of this badge. Each unknown badge has its own wait; so has a reader of ever new ones."""
        records = self._store.read_whole()
        found, digest = self._badge_of(records, number)
        with self._one_at_once:
            if wait := self._badges.seconds_left(digest, self._now()):
                return Unknown(wait)
            if found is None:
                self._badges.count(digest, self._now())
                return Unknown(self._badges.seconds_left(digest, self._now()))
        if found.disabled:
            return Locked(found.id, "disabled")
        wrong = self._wrong_tries(found.key, found)
        return Locked(found.id, "tries") if waits.is_locked(wrong) else Known(found.person)

    def is_disabled(self, id: str) -> bool:
        """Whether this person was disabled; False if the list can't be read, since play goes on then."""
        try:
            record = self._store.read().of(id)
        except errors.PeopleError:
            return False
        return record is not None and record.disabled

    def _badge_of(self, records: Records, number: str) -> tuple[PersonRecord | None, str]:
        """The owner of this badge, and its digest; an older digest is bound to the owner from now on."""
        salt = bytes.fromhex(records.salt)
        peppers = {record.badge_pepper for record in records.people if record.badge is not None}
        pepper = pins.needed_pepper(self.secret) if peppers - {None} else None
        found, digest = None, ""
        if pepper is not None:
            digest = pins.badge_digest(pepper.pepper(number), salt)
            found = _with_badge(records, digest, pepper)
            if found is not None and not found.badge_bound:
                self._bind_badge(found, digest, pepper)
        if found is None and (None in peppers or pepper is None):
            old = pins.badge_digest(number, salt)
            found, digest = _with_badge(records, old, None), digest or old
            if found is not None:
                try:
                    pepper = self._pepper(records)
                    self._bind_badge(found, pins.badge_digest(pepper.pepper(number), salt), pepper)
                except errors.PeopleError as error:
                    log.warning("a badge is kept as before: %s", error)
        return found, digest

    def _bind_badge(self, record: PersonRecord, digest: str, pepper: pins.Pepper) -> None:
        new: dict[str, Any] = {"badge": pepper.bound("badge", record.key, digest), "badge_bound": True}
        new["badge_pepper"] = pepper.id
        try:
            self._changed(record.id, lambda one: msgspec.structs.replace(one, **new), "bound")
        except errors.PeopleError as error:
            log.warning("a badge is kept as before: %s", error)

    @property
    def secret(self) -> Path:
        return self._pepper_at or pins.default_pepper()

    def _mixed(self, pin: str, record: PersonRecord | None, records: Records) -> str:
        """The PIN in the form in which it was hashed. Raises NoPepper if the pepper is missing, LostPin
        if others of the list have the one that is there.
        """
        if record is None or record.pepper is None:
            return pin
        pepper = self._pepper(records)
        if pepper.id != record.pepper:
            raise errors.LostPin(record.id)
        return pepper.bound("pin", record.key, pin) if record.bound else pepper.pepper(pin)

    @cached_property
    def _hasher(self) -> PasswordHasher:
        return pins.argon2()

    @cached_property
    def _decoy(self) -> str:
        """A hash of no real PIN, made at the first sign-in: an unknown id takes as long as a known one."""
        from secrets import token_hex  # a start never makes a secret

        return self._hasher.hash(token_hex())

    def _stopped(self, key: str, record: PersonRecord | None) -> Answer | None:
        """The answer if no try counts now: too many were wrong, or the wait is not over; else None."""
        wrong = self._wrong_tries(key, record)
        if waits.is_locked(wrong):
            return Locked(record.id if record else None, "tries")
        left = waits.seconds_left(wrong, self._since.get(key, self._began), self._now())
        return _wrong(record, left) if left else None

    def _wrong_tries(self, key: str, record: PersonRecord | None) -> int:
        return (record.wrong if record else 0) + self._unsaved.get(key, 0)

    def _matches(self, kept: str, pin: str) -> bool:
        try:
            return pins.matches(self._hasher, kept, pin)
        except ValueError:
            raise errors.Unreadable(str(self._store.path), "a PIN's hash is none") from None

    def _counted(self, key: str, record: PersonRecord | None) -> tuple[Answer | None, PersonRecord | None]:
        """Count a try before anything is compared; the answer if it is one too many, and the person."""
        counted, stopped = self._saved(key, record)
        if stopped is not None:
            return stopped, record
        self._since[key] = self._now()
        if counted is None:
            self._unsaved[key] = self._unsaved.pop(key, 0) + 1
            if len(self._unsaved) > _STRANGERS:
                self._unsaved.pop(next(iter(self._unsaved)))
        return None, counted or record

    def _saved(self, key: str, record: PersonRecord | None) -> tuple[PersonRecord | None, Answer | None]:
        """The person with the try counted in the file, to outlast a restart; an unknown id's is not saved.

        The answer says if another program counted one too many. The file is written either way, for equal
        times.
        """
        stopped: list[Answer] = []

        def counted(records: Records) -> Records:
            if record is None or (found := records.of(key)) is None:
                return records
            if answer := self._stopped(key, found):
                stopped.append(answer)
                return records
            tried = msgspec.structs.replace(found, wrong=found.wrong + 1)
            done = msgspec.structs.replace(records.with_record(tried), tried=records.tried + 1)
            return self._noted(done, "locked", tried) if tried.is_locked and not found.is_locked else done

        try:
            if self._store.path.exists():
                records = self._store.change(counted)
                return (records.of(key) if record else None), next(iter(stopped), None)
        except errors.Unwritable as error:
            log.warning("a wrong try is counted until the end of the program only: %s", error)
        return None, None

    def _renew_record(self, record: PersonRecord, pin: str) -> None:
        """Forget wrong tries, and replace a hash that was made at older costs or without the person."""
        self._unsaved.pop(record.key, None)
        new: dict[str, Any] = {"wrong": 0}
        what: ChangeName | OwnChangeName | None = None
        try:
            if not record.bound or self._hasher.check_needs_rehash(record.pin):
                pepper = self._pepper(self._store.read())
                kept = self._hasher.hash(pepper.bound("pin", record.key, pin))
                new |= {"pin": kept, "pepper": pepper.id, "bound": True}
                what = "bound"
        except errors.PeopleError as error:
            log.warning("a PIN's hash is kept as before: %s", error)

        def renewed(one: PersonRecord) -> PersonRecord:
            """The record with a new hash, unless the person has been given another PIN meanwhile."""
            return msgspec.structs.replace(one, **(new if one.pin == record.pin else {"wrong": 0}))

        try:
            self._changed(record.id, renewed, what)
        except errors.Unwritable as error:  # a right PIN signs in even if the disk fails
            log.warning("wrong tries stay counted: %s", error)

    def _found(self, id: str) -> PersonRecord:
        return _of(self._store.read(), id)

    def changes_after(self, number: int) -> tuple[AccountChange, ...]:
        """The changes made at a terminal after the change of this number. Raises Unreadable, NotPrivate."""
        return tuple(each for each in self._store.read().changes if each.number > number and each.user)

    def _changed(
        self,
        id: str,
        change: Callable[[PersonRecord], PersonRecord],
        what: ChangeName | OwnChangeName | None = None,
        by: str | None = None,
        *,
        lost: bool = False,
        reason: str = "",
    ) -> Person:
        """Change a person; ``lost``: the secret is a new one, so nobody can tell who changed the list last,
        and no other PIN of it is right.
        """

        def changed(records: Records) -> Records:
            _check_author(records, by)
            record = change(_of(records, id))
            if lost:
                others = tuple(map(_without_hashes, records.people))
                records = msgspec.structs.replace(records, people=others, key=None)
            done = records.with_record(record)
            return done if what is None else self._noted(done, what, record, reason)

        return _of(self._store.change(changed, accepted=lost), id).person

    def _entered(self, by: str | None) -> PinIssue:
        return PinIssue(datetime.now(UTC).isoformat(timespec="seconds"), by or "", self.terminal or "")

    def _noted(
        self, records: Records, change: ChangeName | OwnChangeName, record: PersonRecord, reason: str = ""
    ) -> Records:
        """The records with this change noted; nobody is named for a binding, not even at a terminal."""
        user = (self.terminal or "") if change not in ("bound", "locked") else ""
        return records.with_change(change, record, user, datetime.now(UTC), reason)


def _of(records: Records, id: str) -> PersonRecord:
    if record := records.of(id):
        return record
    raise errors.UnknownPerson(id)


def _wrong(record: PersonRecord | None, wait: int) -> Answer:
    return Wrong(record.id, wait) if record else Unknown(wait)


def _has_lost_pin(record: PersonRecord, secret: str | None) -> bool:
    """Whether a new secret was made since the person's PIN was entered, so that no PIN is right any more."""
    if record.disabled or record.is_locked or None in (secret, record.pepper):
        return False
    return record.pepper != secret


def _without_hashes(record: PersonRecord) -> PersonRecord:
    """The person, whose PIN and badge count no more."""
    return msgspec.structs.replace(_without_badge(record), pepper=NO_SECRET)


def _without_badge(record: PersonRecord) -> PersonRecord:
    return msgspec.structs.replace(record, badge=None, badge_pepper=None, badge_bound=False)


def _without_old_hashes(record: PersonRecord) -> PersonRecord:
    """The person, whose PIN and badge count no more if they would fit anybody."""
    return record if record.is_bound else _without_hashes(record)


def _badge(records: Records, number: str, pepper: pins.Pepper, key: str) -> str:
    """A badge's number as stored for the person with this key. Raises BadBadge if none, or another's."""
    if not is_badge(number):
        raise errors.BadBadge
    salt = bytes.fromhex(records.salt)
    digest = pins.badge_digest(pepper.pepper(number), salt)
    if _with_badge(records, digest, pepper) or _with_badge(records, pins.badge_digest(number, salt), None):
        raise errors.BadBadge
    return pepper.bound("badge", key, digest)


def _with_badge(records: Records, digest: str, pepper: pins.Pepper | None) -> PersonRecord | None:
    """The owner of the badge with this digest, made with this pepper or with none."""
    from secrets import compare_digest  # no badge is read before the first paint

    made_with = None if pepper is None else pepper.id
    for record in records.people:
        kept = record.badge if record.badge_pepper == made_with else None
        own = pepper.bound("badge", record.key, digest) if pepper and record.badge_bound else digest
        if kept is not None and compare_digest(kept, own):
            return record
    return None


def _check_author(records: Records, by: str | None) -> None:
    """Raises SupervisorThere if a first supervisor is entered and the list has one by now, AuthorBarred if
    the author is not among its supervisors any more. None is a terminal's, whose user may change it.
    """
    if by is None:
        return
    if by == "":
        for there in records.supervisors:
            raise errors.SupervisorThere(there.name, there.id)
    elif (author := records.of(by)) not in records.supervisors:
        raise errors.AuthorBarred(author.name if author is not None else by, by)


def default_path() -> Path:
    """The list of people in the user's folder for this program; no file is made."""
    from platformdirs import user_data_path  # not needed by most tables, which name the people's file

    return user_data_path("dealer-console", appauthor=False) / "people.json"


def system_user() -> str:
    """The system's user of this terminal, by the system itself, not by a setting of the terminal. It has at
    most the 64 letters that a list of people takes.
    """
    from pwd import getpwuid

    try:
        return getpwuid(os.getuid()).pw_name[:64]
    except KeyError:
        return str(os.getuid())
