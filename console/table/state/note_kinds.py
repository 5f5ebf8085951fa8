"""The kinds of notes, a row each: what a console records of itself, of its devices, and of its people.

A note is the event :class:`console.table.state.events.Noted`; its ``what`` is the name of a kind. The log,
the shift report and the monitoring read the row. A note's effect on the table stands in
:mod:`console.table.judging.transition` alone. A row that lacks a field is an error of types; a name in it
that nothing above this layer has, or a phrase that is missing, fails in
``tests/table/state/test_note_kinds.py``, which names it.
"""

from __future__ import annotations

from enum import Enum, StrEnum, auto
from typing import Final

import msgspec

from console.devices.health import Health


class About(Enum):
    """The subject of a note."""

    CONSOLE = auto()
    """The console, its journal, its floor or its screen."""
    PERSON = auto()
    """Somebody who signs in here, or is on the list of people."""
    DEVICE = auto()
    """The device whose role begins the note's text."""
    LINK = auto()
    """The connection to the game server."""


class NoteText(Enum):
    """The meaning of a note's text, and the part of it that the log shows."""

    UNSHOWN = auto()
    """A figure, a digest or a trace: it is in the entry's detail, and not in its row."""
    DEVICE = auto()
    """A device's role: it fills the phrase's slot ``device``."""
    MODEL = auto()
    """A role, a model and how its lines are written: the first two fill ``device`` and ``model``."""
    PERSON = auto()
    """The person whose account was changed, id and role; at a terminal the change's number and UTC time after
    them.
    """
    READS = auto()
    """How a device reads beside its commissioning, as :mod:`console.words.drift_words` has it."""


class CountedAs(Enum):
    """The place of a kind of notes in a shift report's counts."""

    LOG = auto()
    """Counted under the phrase of the log, ``log.noted.NAME``."""
    REPORT = auto()
    """Counted under a phrase of its own, ``report.doing.NAME``."""
    TEXT = auto()
    """Each text is counted by itself, under the phrase of the log and how the device reads beside it: for
    :attr:`NoteText.READS` alone, and always for that.
    """
    NONE = auto()
    """Not counted: actions of people and devices stand in lists of their own."""


class NoteRow(msgspec.Struct, frozen=True):
    """The properties of a kind of note."""

    name: str
    """The note's name in the journal, for ever; ``log.noted.NAME`` is its phrase."""
    about: About
    health: Health | None
    """The state of the device or the link that it tells of; None: of none."""
    text: NoteText
    sign: str
    """The note's sign in the log, by module and name in :mod:`console.ui.signs`."""
    counted_as: CountedAs
    tells_of_people: bool
    """Whether the table tells with it of a change to the list of people that was made at a terminal."""


class NoteKind(StrEnum):
    """A note's name in the journal, and its row."""

    row: NoteRow

    def __new__(cls, row: NoteRow) -> NoteKind:
        """The member is equal to the row's name."""
        kind = str.__new__(cls, row.name)
        kind._value_ = row.name
        kind.row = row
        return kind

    # The console
    RESTARTED = NoteRow(
        "restarted", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.REPORT, tells_of_people=False,
    )  # fmt: skip
    """The console was started; the text is the time of the last entry before."""
    CONSOLE_CLOSED = NoteRow(
        "console_closed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    LOCKED = NoteRow(
        "locked", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.lock", counted_as=CountedAs.REPORT, tells_of_people=False,
    )  # fmt: skip
    """The text is SCREEN, if the lock is to outlast a restart."""
    BUG = NoteRow(
        "bug", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.REPORT, tells_of_people=False,
    )  # fmt: skip
    """The text is the trace."""
    NOT_TAKEN = NoteRow(
        "not_taken", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A bug kept a line or bytes from being taken; the text is what they were."""
    LIVE_TABLE = NoteRow(
        "live_table", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A LIVE table's console has this journal for the first time."""
    CASINO = NoteRow(
        "casino", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The table's casino by its file, where that has changed."""
    CLOCK_SET = NoteRow(
        "clock_set", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is by how many seconds, with a sign: ``+12.500``."""
    SHIFT_BEGAN = NoteRow(
        "shift_began", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is whether the computer's clock follows another one, and its distance from UTC."""

    # The software, and what a table was commissioned with
    SOFTWARE = NoteRow(
        "software", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The software since this start: version, manifest, rulebook and configuration, by their digests."""
    SOFTWARE_SOUND = NoteRow(
        "software_sound", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    SOFTWARE_CHANGED = NoteRow(
        "software_changed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    CERTIFICATE_SOFTWARE = NoteRow(
        "certificate_software", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    CERTIFICATE_RULEBOOK = NoteRow(
        "certificate_rulebook", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    CERTIFICATE_DEVICES = NoteRow(
        "certificate_devices", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    CERTIFICATE_DRIFT = NoteRow(
        "certificate_drift", About.CONSOLE, health=None, text=NoteText.READS,
        sign="states.eye", counted_as=CountedAs.TEXT, tells_of_people=False,
    )  # fmt: skip
    """A device's reads are not as they were at its commissioning."""
    CERTIFICATE_COMPARED = NoteRow(
        "certificate_compared", About.CONSOLE, health=None, text=NoteText.READS,
        sign="states.eye", counted_as=CountedAs.TEXT, tells_of_people=False,
    )  # fmt: skip
    """A device's first reads since the opening are as they were then; the text is ``shoe 57``."""

    # The journal and the files beside it
    JOURNAL_SEALED = NoteRow(
        "journal_sealed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The last entry under a seal; the text is the seal's number."""
    JOURNAL_NOT_SEALED = NoteRow(
        "journal_not_sealed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """No seal could be made; the text is of which shift or file, and why."""
    JOURNAL_NOT_CLOSED = NoteRow(
        "journal_not_closed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The file of a day that is over could not be closed; the text is why."""
    JOURNAL_UNWRITTEN = NoteRow(
        "journal_unwritten", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """Jobs waited for the disk; the text is since when, how many, and what was dropped."""
    JOURNAL_HARMED = NoteRow(
        "journal_harmed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The file was found to be damaged, and no other one could be begun; the text is what is wrong."""
    JOURNAL_RECOVERED = NoteRow(
        "journal_recovered", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A damaged file was set aside and this one begun; the text is what was read of it."""
    JOURNAL_SET_ASIDE = NoteRow(
        "journal_set_aside", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """An unreadable file was set aside by somebody's leave, and an empty one begun."""
    STATES_TOLD_AGAIN = NoteRow(
        "states_told_again", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """Saved states were passed over; the text is the entry from which the table was computed again."""
    FILES_MISSING = NoteRow(
        "files_missing", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A start without files that the table had, by somebody's leave."""
    FILES_KNOWN = NoteRow(
        "files_known", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The table's files from this start on."""

    # People
    UNLOCKED = NoteRow(
        "unlocked", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.lock", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    SIGN_IN_FAILED = NoteRow(
        "sign_in_failed", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.lock", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    COUNT_CONFIRMED = NoteRow(
        "count_confirmed", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """After a restart the cards on the table were counted as the screen has them."""
    COUNT_DIFFERS = NoteRow(
        "count_differs", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    LIST_KNOWN = NoteRow(
        "list_known", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The table's list of people, and the mark of its last change."""
    PEOPLE_ADDED = NoteRow(
        "people_added", About.PERSON, health=None, text=NoteText.PERSON,
        sign="places.person", counted_as=CountedAs.LOG, tells_of_people=True,
    )  # fmt: skip
    PEOPLE_RESET = NoteRow(
        "people_reset", About.PERSON, health=None, text=NoteText.PERSON,
        sign="places.person", counted_as=CountedAs.LOG, tells_of_people=True,
    )  # fmt: skip
    PEOPLE_NEW_SECRET = NoteRow(
        "people_new_secret", About.PERSON, health=None, text=NoteText.PERSON,
        sign="places.person", counted_as=CountedAs.LOG, tells_of_people=True,
    )  # fmt: skip
    PEOPLE_DISABLED = NoteRow(
        "people_disabled", About.PERSON, health=None, text=NoteText.PERSON,
        sign="places.person", counted_as=CountedAs.LOG, tells_of_people=True,
    )  # fmt: skip
    PEOPLE_ENABLED = NoteRow(
        "people_enabled", About.PERSON, health=None, text=NoteText.PERSON,
        sign="places.person", counted_as=CountedAs.LOG, tells_of_people=True,
    )  # fmt: skip
    COMING = NoteRow(
        "coming", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A pit boss took the table's call on the floor: who, and as text the call's entry."""
    NOT_COMING = NoteRow(
        "not_coming", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The call was given back, or nobody is wanted any more."""
    ARRIVED = NoteRow(
        "arrived", About.PERSON, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A pit boss came who was signed in at this table already."""

    # Devices
    DEVICE_CONNECTED = NoteRow(
        "device_connected", About.DEVICE, health=Health.CONNECTED, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    DEVICE_LOST = NoteRow(
        "device_lost", About.DEVICE, health=Health.LOST, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    DEVICE_RECONNECTING = NoteRow(
        "device_reconnecting", About.DEVICE, health=Health.RECONNECTING, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    DEVICE_SILENT = NoteRow(
        "device_silent", About.DEVICE, health=Health.SILENT, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    DEVICE_MODEL = NoteRow(
        "device_model", About.DEVICE, health=None, text=NoteText.MODEL,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    """A device was attached: its role, its model, and how its lines are written."""
    DEVICE_TEST_BEGAN = NoteRow(
        "device_test_began", About.DEVICE, health=None, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    """A commissioning tests a device: until that ends its readings are recorded, and change no play."""
    DEVICE_TEST_ENDED = NoteRow(
        "device_test_ended", About.DEVICE, health=None, text=NoteText.DEVICE,
        sign="places.reader", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip

    # The connection to the game server
    LINK_CONNECTED = NoteRow(
        "link_connected", About.LINK, health=Health.CONNECTED, text=NoteText.UNSHOWN,
        sign="places.link", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    LINK_LOST = NoteRow(
        "link_lost", About.LINK, health=Health.LOST, text=NoteText.UNSHOWN,
        sign="places.link", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    LINK_RECONNECTING = NoteRow(
        "link_reconnecting", About.LINK, health=Health.RECONNECTING, text=NoteText.UNSHOWN,
        sign="places.link", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    LINK_SILENT = NoteRow(
        "link_silent", About.LINK, health=Health.SILENT, text=NoteText.UNSHOWN,
        sign="places.link", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    LINK_LINES_REFUSED = NoteRow(
        "link_lines_refused", About.LINK, health=None, text=NoteText.UNSHOWN,
        sign="places.link", counted_as=CountedAs.NONE, tells_of_people=False,
    )  # fmt: skip
    """The text is how many of its lines were refused and have no entry of their own."""

    # The connection to the floor
    FLOOR_NOT_JOINED = NoteRow(
        "floor_not_joined", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the token's file, which can't be used."""
    FLOOR_MISSING = NoteRow(
        "floor_missing", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the library that is not installed."""
    FLOOR_REFUSED = NoteRow(
        "floor_refused", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    FLOOR_TRIED = NoteRow(
        "floor_tried", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """A commissioning tries the way to the floor: this entry has to arrive there."""
    FLOOR_BEHIND = NoteRow(
        "floor_behind", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the last entry that the floor still has."""
    FLOOR_PASSED = NoteRow(
        "floor_passed", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the entry of which the floor has the digest alone, and why."""
    FLOOR_DAMAGED = NoteRow(
        "floor_damaged", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the first entry that is not as it was written: none is sent from there on."""
    FLOOR_FORKED = NoteRow(
        "floor_forked", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the first entry that the floor has otherwise."""
    FLOOR_REPLACED = NoteRow(
        "floor_replaced", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    FLOOR_SHRUNK = NoteRow(
        "floor_shrunk", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """The text is the last entry that the floor has, and the journal no longer."""
    FLOOR_TWINS = NoteRow(
        "floor_twins", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """Another console is at work as this table."""
    FLOOR_PASSED_OVER = NoteRow(
        "floor_passed_over", About.CONSOLE, health=None, text=NoteText.UNSHOWN,
        sign="states.eye", counted_as=CountedAs.LOG, tells_of_people=False,
    )  # fmt: skip
    """Somebody chose another console than this one: who, and as text the other's id."""


SCREEN: Final = "screen"
"""The text of a lock that outlasts a restart. In an older journal a lock has none."""

_KINDS: Final = {str(kind): kind for kind in NoteKind}


def row_of(what: str) -> NoteRow | None:
    """The row of the note with this name; None where the name is of an older or a later console."""
    kind = _KINDS.get(what)
    return None if kind is None else kind.row


def kind_of_name(what: str) -> NoteKind:
    """The kind with this name. Raises KeyError if this console writes none."""
    return _KINDS[what]


def of_health(subject: About, health: Health) -> NoteKind:
    """The note for a device or the link that is now in this state."""
    return next(kind for kind in NoteKind if (kind.row.about, kind.row.health) == (subject, health))


def is_about(what: str, subject: About) -> bool:
    """Whether the note with this name has this subject."""
    row = row_of(what)
    return row is not None and row.about is subject
