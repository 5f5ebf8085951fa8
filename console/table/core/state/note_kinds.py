"""The kinds of notes, a row each: what a console records of itself, of its devices, and of its people.

A note is the event :class:`console.table.core.state.events.Noted`; its ``what`` is the name of a kind. The
log's words, the shift report and the monitoring read the row. Which notes change the table stands in
:mod:`console.table.core.judging.transition` alone. A text that is read again, part by part, is a value below,
with ``text`` and ``of``. What a row lacks fails in ``tests/table/core/state/test_note_kinds.py``.
"""

from __future__ import annotations

import re
from enum import Enum, StrEnum, auto
from typing import Final

import msgspec

from console.table.devices.health import Health


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
    """A device's role: it fills the phrase's slot ``device`` (:class:`NotedDevice`)."""
    MODEL = auto()
    """A role, a model and its lines: the first two fill ``device`` and ``model`` (:class:`NotedDevice`)."""
    PERSON = auto()
    """The person whose account was changed: :class:`PeopleChange`."""
    BAR = auto()
    """Why somebody may not deal, as :mod:`console.table.people.dealing_rights` has it."""
    VIDEO = auto()
    """The recorder's answer, in the form of :mod:`console.table.core.state.probed_video`."""
    NOTIFICATION = auto()
    """The office to inform of an incident, as :mod:`console.table.core.state.notifications` has it."""
    WHEEL = auto()
    """A wheel whose figures are unusual, as :mod:`console.table.core.state.table` has it."""
    READS = auto()
    """A drift or an unchanged device: values of :mod:`console.table.core.state.commissioning_state`."""


class CountedAs(Enum):
    """The place of a kind of notes in a shift report's counts."""

    LOG = auto()
    """Counted under the phrase of the log, ``log.noted.NAME``."""
    REPORT = auto()
    """Counted under a phrase of its own, ``report.doing.NAME``."""
    TEXT = auto()
    """Each text by itself, under the log's phrase; this is for :attr:`NoteText.READS` alone."""
    NONE = auto()
    """Not counted: people's actions, devices and changes of the clock stand in lists of their own."""


class NoteRow(msgspec.Struct, frozen=True):
    """The properties of a kind of note; what a row leaves out is as most notes have it."""

    name: str
    """The note's name in the journal, for ever; ``log.noted.NAME`` is its phrase."""
    about: About
    health: Health | None = None
    """The state of the device or the link that the note reports; None if it reports none."""
    text: NoteText = NoteText.UNSHOWN
    counted_as: CountedAs = CountedAs.LOG
    is_about_people: bool = False
    """Whether the note records a change to the list of people that was made at a terminal."""
    papers: str = ""
    """The papers that have its moment, as :class:`console.table.core.state.event_kinds.EventRow` has them of
    an event. Empty: the log alone has the moment, for what a note is about is shown as long as it lasts, or
    the report counts it by ``counted_as``.
    """


def _of_people(name: str) -> NoteRow:
    return NoteRow(name, About.PERSON, text=NoteText.PERSON, is_about_people=True, papers="facts report")


def _of_device(
    name: str, health: Health | None = None, text: NoteText = NoteText.DEVICE, papers: str = ""
) -> NoteRow:
    return NoteRow(name, About.DEVICE, health, text, CountedAs.NONE, papers=papers)


def _of_reads(name: str) -> NoteRow:
    """The row of a note on how a device reads: each text is counted by itself."""
    return NoteRow(name, About.CONSOLE, text=NoteText.READS, counted_as=CountedAs.TEXT)


def _of_notification(name: str) -> NoteRow:
    """The row of a note on an office to inform: a shift report has them in a list of their own."""
    return NoteRow(name, About.CONSOLE, text=NoteText.NOTIFICATION, counted_as=CountedAs.NONE)


def _of_link(name: str, health: Health | None = None, papers: str = "") -> NoteRow:
    return NoteRow(name, About.LINK, health, counted_as=CountedAs.NONE, papers=papers)


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
    RESTARTED = NoteRow("restarted", About.CONSOLE, counted_as=CountedAs.REPORT, papers="facts round")
    """The console was started; the text is the time of the last entry before."""
    CONSOLE_CLOSED = NoteRow("console_closed", About.CONSOLE, papers="round")
    LOCKED = NoteRow("locked", About.CONSOLE, counted_as=CountedAs.REPORT, papers="round")
    """The text is SCREEN, if the lock is to outlast a restart."""
    BUG = NoteRow("bug", About.CONSOLE, counted_as=CountedAs.REPORT, papers="round")
    """The text is the trace."""
    NOT_TAKEN = NoteRow("not_taken", About.CONSOLE, papers="round")
    """A bug kept a line or bytes from being taken; the text is what they were."""
    LIVE_TABLE = NoteRow("live_table", About.CONSOLE)
    """A LIVE table's console has this journal for the first time."""
    ORIGIN = NoteRow("origin", About.CONSOLE)
    """The table is not LIVE; the text is a :class:`JournalOrigin`."""
    CASINO = NoteRow("casino", About.CONSOLE)
    """The table's casino by its file, if that has changed."""
    CLOCK_SET = NoteRow("clock_set", About.CONSOLE, counted_as=CountedAs.NONE, papers="round")
    """The text is by how many seconds, with a sign: ``+12.500``."""
    SHIFT_BEGAN = NoteRow("shift_began", About.CONSOLE)
    """The clock's state and its distance from UTC: :class:`console.table.core.running.clock.ClockState`."""

    # The software, and what a table was commissioned with
    SOFTWARE = NoteRow("software", About.CONSOLE)
    """The software since this start: version, manifest, rulebook and configuration, by their digests."""
    SOFTWARE_SOUND = NoteRow("software_sound", About.CONSOLE)
    SOFTWARE_CHANGED = NoteRow("software_changed", About.CONSOLE)
    CERTIFICATE_SOFTWARE = NoteRow("certificate_software", About.CONSOLE)
    CERTIFICATE_RULEBOOK = NoteRow("certificate_rulebook", About.CONSOLE)
    CERTIFICATE_DEVICES = NoteRow("certificate_devices", About.CONSOLE)
    CERTIFICATE_FAILED = NoteRow("certificate_failed", About.CONSOLE)
    """A commissioning failed: no earlier certificate is valid any more. The text is its digest."""
    CERTIFICATE_DRIFT = _of_reads("certificate_drift")
    """A device's reads are not as they were at its commissioning."""
    WHEEL_UNUSUAL = NoteRow("wheel_unusual", About.CONSOLE, text=NoteText.WHEEL)
    """A wheel's figures are not as chance gives them; the text is that of an ``UnusualWheel``."""
    CERTIFICATE_COMPARED = _of_reads("certificate_compared")
    """A device's first reads since the opening are as they were then; the text is ``shoe 57``."""

    # The felt, before the table is opened
    FELT_READ = NoteRow("felt_read", About.CONSOLE)
    """A pit boss read what the felt says, and nothing differs from the rulebook: who, the answers as text."""
    FELT_DIFFERS = NoteRow("felt_differs", About.CONSOLE)
    """The felt says something else than the rulebook: the table stays closed."""
    FELT_CHANGED = NoteRow("felt_changed", About.CONSOLE)
    """A pit boss reported another felt."""

    # What the house must tell somebody outside
    NOTIFICATION_DUE = _of_notification("notification_due")
    """By its outcome an incident asks the house to inform somebody by a time. It is an entry in the
    transaction of the outcome: a rulebook that is changed later changes nothing of what was due then.
    """
    NOTIFICATION_MADE = _of_notification("notification_made")
    """A person ticked that it was done; two people do."""
    NOTIFICATION_WITHDRAWN = _of_notification("notification_withdrawn")
    """The outcome that asked for it was taken back: it is an entry in the transaction of what did so."""

    # The recorder's picture of the table
    VIDEO_SEEN = NoteRow("video_seen", About.CONSOLE, text=NoteText.VIDEO)
    """The recorder has a camera's picture at a minute: of an incident's, or again after an outage."""
    VIDEO_MISSING = NoteRow("video_missing", About.CONSOLE, text=NoteText.VIDEO)
    """It has not, and why."""
    VIDEO_UNASKED = NoteRow("video_unasked", About.CONSOLE)
    """The table's file names no recorder any more: that it had no picture is over."""

    # The journal and the files beside it
    JOURNAL_SEALED = NoteRow("journal_sealed", About.CONSOLE)
    """The last entry under a seal; the text is the seal's number."""
    JOURNAL_NOT_SEALED = NoteRow("journal_not_sealed", About.CONSOLE)
    """No seal could be made: :class:`SealTrouble`."""
    JOURNAL_NOT_CLOSED = NoteRow("journal_not_closed", About.CONSOLE)
    """The file of a day that is over could not be closed; the text is why."""
    JOURNAL_UNWRITTEN = NoteRow("journal_unwritten", About.CONSOLE, papers="round")
    """The journal was unwritable for a while; the text is why, since when, and the dropped bytes."""
    JOURNAL_HARMED = NoteRow("journal_harmed", About.CONSOLE)
    """The file was found to be damaged, and no other one could be begun; the text is what is wrong."""
    JOURNAL_RECOVERED = NoteRow("journal_recovered", About.CONSOLE, papers="round")
    """A damaged file was set aside and this one begun; the text is what was read of it."""
    JOURNAL_ROLLED_BACK = NoteRow("journal_rolled_back", About.CONSOLE)
    """A start undid what a killed console was writing to the file; no entry was in it."""
    JOURNAL_MARK_DAMAGED = NoteRow("journal_mark_damaged", About.CONSOLE)
    """The mark beside the file, which says how far it had come, was damaged: a start wrote it again."""
    JOURNAL_OLDER = NoteRow("journal_older", About.CONSOLE)
    """The newest seal made of a file of the journal is not in it; the text is the file and the seal."""
    JOURNAL_SET_ASIDE = NoteRow("journal_set_aside", About.CONSOLE)
    """An unreadable file was set aside by somebody's leave, and an empty one begun."""
    STATES_TOLD_AGAIN = NoteRow("states_told_again", About.CONSOLE)
    """Saved states were passed over; the text is the entry from which the table was computed again."""
    FILES_MISSING = NoteRow("files_missing", About.CONSOLE)
    """A start without files that the table had, by somebody's leave."""
    FILES_KNOWN = NoteRow("files_known", About.CONSOLE)
    """The table's files from this start on."""

    # People
    UNLOCKED = NoteRow("unlocked", About.PERSON, counted_as=CountedAs.NONE, papers="round")
    SIGN_IN_FAILED = NoteRow("sign_in_failed", About.PERSON, counted_as=CountedAs.NONE, papers="report")
    LIST_KNOWN = NoteRow("list_known", About.PERSON)
    """The table's list of people, and the mark of its last change: :class:`KnownList`."""
    LIST_TAKEN_OVER = NoteRow("list_taken_over", About.PERSON)
    """From now on the list's marks have a key; a list or a PIN in the form of 1.0.0 is refused."""
    LIST_ROSE = NoteRow("list_rose", About.PERSON)
    """The list was changed as often as the text says without an entry of who did it."""
    PEOPLE_ADDED = _of_people("people_added")
    PEOPLE_RESET = _of_people("people_reset")
    PEOPLE_NEW_SECRET = _of_people("people_new_secret")
    PEOPLE_DISABLED = _of_people("people_disabled")
    PEOPLE_ENABLED = _of_people("people_enabled")
    PEOPLE_BADGE_GIVEN = _of_people("people_badge_given")
    PEOPLE_BADGE_TAKEN = _of_people("people_badge_taken")
    PEOPLE_LICENSED = _of_people("people_licensed")
    """The conditions under which somebody may deal were changed: :class:`PeopleChange`."""
    DEALING_REFUSED = NoteRow("dealing_refused", About.PERSON, text=NoteText.BAR, papers="report")
    """Somebody who may not deal here gave the right PIN or badge, or may not go on after the round: the
    dealer, or the one beside a trainee. The text is the reason, a value of
    :mod:`console.table.people.dealing_rights`.
    """
    DEALING_ENDED = NoteRow("dealing_ended", About.PERSON, papers="facts report")
    """The dealer's licence ended, and after the round the sign-in; the text is its last day."""
    BESIDE_LEFT = NoteRow("beside_left", About.PERSON)
    """The dealer beside a trainee left: who, and as text the trainee."""
    TRAINING_ENDED = NoteRow("training_ended", About.PERSON, papers="facts report")
    """A dealer is no trainee any more by the list of people: from now on nobody has to stand beside."""
    LICENCE_ENDS = NoteRow("licence_ends", About.PERSON, counted_as=CountedAs.NONE)
    """Somebody signed in whose licence ends soon; the text is its last day."""
    NO_LICENCE = NoteRow("no_licence", About.PERSON, counted_as=CountedAs.NONE)
    """A dealer signed in whose licence is not in the list, although others' licences are."""
    PREPARER_UNLISTED = NoteRow("preparer_unlisted", About.PERSON, counted_as=CountedAs.NONE)
    """A card set came whose preparer is neither in the list of people nor a machine with its receipt; the
    text is the set's number, if it has one.
    """
    PREPARER_NO_SHUFFLER = NoteRow("preparer_no_shuffler", About.PERSON, counted_as=CountedAs.NONE)
    """The same of a preparer who is in the list in another role than that of a shuffler."""
    PREPARER_DISABLED = NoteRow("preparer_disabled", About.PERSON, counted_as=CountedAs.NONE)
    """The same of a preparer who is listed as a shuffler, and disabled."""
    SUPERVISOR_ON_DUTY = NoteRow(
        "supervisor_on_duty", About.PERSON, counted_as=CountedAs.NONE, papers="facts report"
    )
    """A supervisor took over the duty: who, and as text since when, if the floor told it."""
    SUPERVISOR_OFF_DUTY = NoteRow(
        "supervisor_off_duty", About.PERSON, counted_as=CountedAs.NONE, papers="facts report"
    )
    """The supervisor's duty ended, and nobody took it over: who, and as text since when."""
    SUPERVISOR_DISABLED = NoteRow("supervisor_disabled", About.PERSON, counted_as=CountedAs.NONE)
    """The supervisor's duty ended since that person was disabled in the list of people: who."""
    COMING = NoteRow("coming", About.PERSON, papers="facts")
    """A pit boss took the table's call on the floor: who, and as text :class:`TakenCall`."""
    NOT_COMING = NoteRow("not_coming", About.PERSON)
    """The call was given back, or nobody is wanted any more."""
    ARRIVED = NoteRow("arrived", About.PERSON)
    """A pit boss came who was signed in at this table already."""

    # Devices
    DEVICE_CONNECTED = _of_device("device_connected", Health.CONNECTED, papers="round")
    DEVICE_SHARED = _of_device("device_shared", Health.SHARED, papers="facts round")
    """Another program takes bytes from the device's port."""
    DEVICE_LOST = _of_device("device_lost", Health.LOST, papers="round")
    DEVICE_RECONNECTING = _of_device("device_reconnecting", Health.RECONNECTING, papers="round")
    DEVICE_SILENT = _of_device("device_silent", Health.SILENT, papers="facts round")
    DEVICE_MODEL = _of_device("device_model", text=NoteText.MODEL)
    """A device was attached: its role, its model, and how its lines are written."""
    DEVICE_TEST_BEGAN = _of_device("device_test_began")
    """A commissioning tests a device: until that ends its readings are recorded, and change no play."""
    DEVICE_TEST_ENDED = _of_device("device_test_ended")

    # The connection to the game server
    LINK_CONNECTED = _of_link("link_connected", Health.CONNECTED, papers="round")
    LINK_LOST = _of_link("link_lost", Health.LOST, papers="facts round")
    LINK_RECONNECTING = _of_link("link_reconnecting", Health.RECONNECTING, papers="round")
    LINK_SILENT = _of_link("link_silent", Health.SILENT, papers="facts round")
    LINK_LINES_REFUSED = _of_link("link_lines_refused")
    """The text is how many of its lines were refused and have no entry of their own."""

    # What did not come in time: noted by the table's window, which shows it from the note on
    SERVER_OVERDUE = _of_link("server_overdue", papers="round")
    """The game server is too late with the end of bets, the seats, or an answer."""
    DEVICE_OVERDUE = _of_device("device_overdue", papers="round")
    """A card is due, and its device has sent nothing."""
    BALL_UNSEEN = NoteRow("ball_unseen", About.CONSOLE, counted_as=CountedAs.NONE, papers="round")
    """A number is due, and the wheel's reader has seen no ball for as long as a spin takes."""

    # The connection to the floor
    FLOOR_NOT_JOINED = NoteRow("floor_not_joined", About.CONSOLE)
    """The text is the token's file, which can't be used."""
    FLOOR_MISSING = NoteRow("floor_missing", About.CONSOLE)
    """The text is the library that is not installed."""
    FLOOR_REFUSED = NoteRow("floor_refused", About.CONSOLE)
    FLOOR_TRIED = NoteRow("floor_tried", About.CONSOLE)
    """A commissioning tries the way to the floor: this entry has to arrive there."""
    FLOOR_BEHIND = NoteRow("floor_behind", About.CONSOLE)
    """The text is the last entry that the floor still has."""
    FLOOR_PASSED = NoteRow("floor_passed", About.CONSOLE)
    """The text is the number of the entry whose digest alone the floor has, and why."""
    FLOOR_DAMAGED = NoteRow("floor_damaged", About.CONSOLE)
    """The text is the first entry that is not as it was written: none is sent from there on."""
    FLOOR_FORKED = NoteRow("floor_forked", About.CONSOLE)
    """The text is the first entry that the floor has otherwise."""
    FLOOR_REPLACED = NoteRow("floor_replaced", About.CONSOLE)
    FLOOR_SHRUNK = NoteRow("floor_shrunk", About.CONSOLE)
    """The text is the last entry that the floor has, and the journal no longer."""
    FLOOR_TWINS = NoteRow("floor_twins", About.CONSOLE)
    """Another console is at work as this table."""
    FLOOR_PASSED_OVER = NoteRow("floor_passed_over", About.CONSOLE)
    """Somebody chose another console than this one: who, and as text the other's id."""


class JournalOrigin(StrEnum):
    """The kind of table that wrote a journal: its papers say so unless it is LIVE."""

    LIVE = "live"
    SIMULATED = "simulated"
    REHEARSAL = "rehearsal"
    HEADLESS = "headless"
    """A program played it by lines, without a window."""
    UNKNOWN = "unknown"
    """No console noted it, and nobody signed in with a PIN of a list: a file of a console before 1.2."""


OVERDUE: Final = frozenset((NoteKind.SERVER_OVERDUE, NoteKind.DEVICE_OVERDUE, NoteKind.BALL_UNSEEN))
"""The notes of what did not come in time."""
SCREEN: Final = "screen"
"""The text of a lock that outlasts a restart."""


class PeopleChange(msgspec.Struct, frozen=True):
    """A change of somebody's account, as the text of its note."""

    id: str
    role: str
    number: int = 0
    """The number of a change that was made at a terminal; 0 of one at the table."""
    at: str = ""
    """The time of a change that was made at a terminal, in UTC."""
    rights: str = ""
    """The conditions under which the person may deal from now on, in one line, if these were changed."""
    reason: str = ""
    """Why they were changed."""

    @property
    def text(self) -> str:
        """The text: ``D-7 dealer``, of a change at a terminal ``D-7 dealer 4 2026-11-20T06:12:09+00:00``; the
        conditions and the reason follow in lines of their own.
        """
        text = f"{self.id} {self.role}"
        text = f"{text} {self.number} {self.at}" if self.number else text
        return f"{text}\n{self.rights}\n{self.reason}" if self.rights else text

    @classmethod
    def of(cls, text: str) -> PeopleChange:
        """The change with this text; a part that the text lacks is empty, or 0."""
        text, rights, reason = (*text.split("\n", 2), "", "")[:3]
        id, role, number, at = (*text.split(" ", 3), "", "", "", "")[:4]
        return cls(id, role, int(number[:10]) if number.isdecimal() else 0, at, rights, reason)


class TakenCall(msgspec.Struct, frozen=True):
    """The call that a pit boss took on the floor, as the text of its note."""

    entry: int
    """The entry with which the call began; 0 if the text names none."""

    @property
    def text(self) -> str:
        """The text: ``1234``."""
        return str(self.entry)

    @classmethod
    def of(cls, text: str) -> TakenCall:
        return cls(int(text[:18]) if text.isascii() and text.isdecimal() else 0)


class KnownList(msgspec.Struct, frozen=True):
    """The list of people that a table knows, as the text of its note."""

    identity: str
    """The list's identity; empty if nothing was noted yet."""
    mark: str
    """The mark of its last change, as text."""

    @property
    def text(self) -> str:
        return f"{self.identity} {self.mark}"

    @classmethod
    def of(cls, text: str) -> KnownList:
        identity, _, mark = text.partition(" ")
        return cls(identity, mark)


class NotedDevice(msgspec.Struct, frozen=True):
    """The device that a note is about, by the note's text."""

    role: str
    model: str = ""
    """The model, if the note says that the device was attached."""

    @classmethod
    def of(cls, text: str) -> NotedDevice:
        """The device that a note's text names, without the text's third part, the form of its lines."""
        role, model = (*text.split(" ", 2), "", "")[:2]
        return cls(role, model)


class SealTrouble(msgspec.Struct, frozen=True):
    """The reason why a shift or file is not sealed, as the text of its note."""

    subject: str
    """The shift, or the file's name; empty if the text names none."""
    reason: str

    @property
    def text(self) -> str:
        """The text: ``2026-11-20 06:00: no space left``."""
        return f"{self.subject}: {self.reason}" if self.subject else self.reason

    @classmethod
    def of(cls, text: str) -> SealTrouble:
        subject, found, reason = text.partition(": ")
        return cls(subject, reason) if found else cls("", text)


_KINDS: Final = {str(kind): kind for kind in NoteKind}


def row_of(name: str) -> NoteRow | None:
    """The row of the note with this name; None if only an older or a later console knows the name."""
    kind = _KINDS.get(name)
    return None if kind is None else kind.row


def kind_of_name(name: str) -> NoteKind:
    """The kind with this name. Raises KeyError if this console writes none."""
    return _KINDS[name]


def of_health(subject: About, health: Health) -> NoteKind:
    """The note for a device or the link that is now in this state."""
    return next(kind for kind in NoteKind if (kind.row.about, kind.row.health) == (subject, health))


def is_about(name: str, subject: About) -> bool:
    """Whether the note with this name has this subject."""
    row = row_of(name)
    return row is not None and row.about is subject


_LOST: Final = re.compile(r" (\d{1,18}) lost(?:: |\Z)", re.ASCII)
"""If a file was left during play, its damage follows after a colon."""


def entries_lost(text: str | None) -> int:
    """The number of entries that a recovery lost, by the text of its note
    (:attr:`console.table.journal.rescue.recovery.Salvage.note`); 0 if no console wrote it.
    """
    found = _LOST.search(text or "")
    return int(found[1]) if found is not None else 0
