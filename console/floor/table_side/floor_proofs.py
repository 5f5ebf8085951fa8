"""The floor: it takes an entry of the table's own journal, its witness has signed, and somebody comes. The
floor takes no other journal from the table's account. An entry is noted in it, and a call that begins with it
is shown on the wall and taken back at the end; nobody at the table has called.
"""

from __future__ import annotations

import glob
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from console import __version__
from console.floor.door import START, AccountRefused, Answer, NoDoor, OnTheWay, PostgresDoor
from console.floor.self_report import Call, CallKind, SelfReport, encode_report
from console.floor.shipper import Shipper
from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.table_side.table_door import door_of, name_of, reason_for_no_door
from console.floor.witness.cosigner import note_name
from console.supervisor.records import (
    Finding,
    Phrase,
    Proof,
    Section,
    Slots,
    Subject,
    Verdict,
    left_out,
    not_proved,
    tried,
)
from console.table.config import TableConfig
from console.table.core import Equipment, NoteKind, Session, ShownTable, SystemClock, TakenCall, shift_at
from console.table.custody import at_a_terminal, make_folder, refuse_terminals
from console.table.game import load_rulebook
from console.table.journal import Identity, JournalError, Shipment, checkpoint, public_key
from console.table.people import PeopleError, PeopleFile, system_user

if TYPE_CHECKING:
    from console.floor.table_side.line import FloorLine

SHIPPED_WITHIN: Final = 30.0
"""Seconds within which an entry's receipt must be back."""
COMES_WITHIN: Final = 180.0
"""Seconds within which somebody at the wall takes the call: after 120 s every wall sees it."""
SIGNED_WITHIN: Final = 300.0
"""Seconds for which a table's window waits for the note of a witness that somebody has sign now."""
NOTE_AGE: Final = 2 * 3600
"""Seconds after which a note no longer shows a working witness: it signs once an hour."""
_BETWEEN: Final = 0.3
"""Seconds between two looks at the floor."""
_FLOOR: Final = Subject(Section.LINK, "floor floor")
_SHIPPED: Final = Subject(Section.LINK, "floor shipped", seconds=int(SHIPPED_WITHIN))
_COUNTERSIGNED: Final = Subject(Section.LINK, "floor countersigned")
_CALLED: Final = Subject(Section.LINK, "floor called", seconds=int(COMES_WITHIN))

Progress: TypeAlias = Callable[[float], bool]
"""Called with the share of the time that has passed; returns False if nobody waits any more."""


def floor_proofs(
    config: TableConfig,
    installed: Callable[[], Equipment],
    calls: Callable[[int], None] | None = None,
    witnessed: tuple[Path, Path] | None = None,
    *,
    shipped_within: float = SHIPPED_WITHIN,
    comes_within: float = COMES_WITHIN,
) -> Iterator[Proof]:
    """All proofs of the floor. ``installed`` gives the table's equipment, for its report. ``calls`` reports
    that the table calls now, and for how many seconds it waits; without it nobody is called. ``witnessed`` is
    a note of the floor's witness for this table's journal and the public key; without it no signature is
    checked.
    """
    if config.floor is None:
        yield _FLOOR.with_finding(left_out("floor.none"))
        return
    why = reason_for_no_door(config)
    if why is not None:
        yield _SHIPPED.with_finding(tried(why, False))
        return
    try:
        with _own_line(config, installed) as line:
            at_work = FloorAtWork(config, line, shipped_within=shipped_within, comes_within=comes_within)
            shipped = at_work.receipt_proof(line.entry, line.ship)
            yield shipped
            yield countersigned(config, witnessed, line.before)
            if calls is None:
                yield _CALLED.with_finding(left_out("device.not_tried"))
            elif shipped.verdict is Verdict.PROVED:
                calls(int(comes_within))
                yield at_work.call_proof(line.entry, line.ship)
            else:
                yield at_work.missing_call_proof
    except JournalError as error:
        slots: Slots = {name: str(value) for name, value in error.slots.items()}
        yield _SHIPPED.with_finding(Finding(Verdict.NOT_PROVED, Phrase(error.key, slots)))


@_COUNTERSIGNED.proof
def countersigned(config: TableConfig, witnessed: tuple[Path, Path] | None, before: int) -> Finding:
    """The proof that the floor's witness signed this very journal, up to the last entry before this
    commissioning: a witness signs hourly, and can't have signed later entries yet.
    """
    if witnessed is None:
        return left_out("countersigned.none")
    (note, key), shipment = witnessed, Shipment(config.journal)
    try:
        head = checkpoint.note_file(note, (public_key(key),)).content
        chain = shipment.chain_at(head.entries) if head.journal == shipment.begins.hex() else None
    except (JournalError, OSError, ValueError):
        return tried("countersigned.no_note", False, file=note.name)
    slots: Slots = {"entry": head.entries, "of": before}
    if chain is None or chain.hex() != head.chain:
        return tried("countersigned.other", False, **slots)
    if head.entries < before or not before:
        return not_proved("countersigned.before", **slots)
    return tried("countersigned.found", True, **slots)


@contextmanager
def _own_line(config: TableConfig, installed: Callable[[], Equipment]) -> Iterator[_OwnLine]:
    """A line to the floor for a table whose console is not running. Raises JournalError."""
    make_folder(config.journal)
    refuse_terminals(config.journal)
    identity, rulebook = Identity(config.name, config.game, config.rules), load_rulebook(config.rules)
    clock = SystemClock()
    with (
        at_a_terminal(
            config.journal,
            identity,
            rulebook,
            clock,
            system_user(),
            shift=lambda at: shift_at(at.astimezone(), config.shifts),
        ) as session,
        closing(door_of(config, clock.utc)) as door,
    ):
        before = session.view().entry
        if not session.table.console.live:
            session.note(NoteKind.LIVE_TABLE)
        entry = session.note(NoteKind.FLOOR_TRIED).entry
        line = _OwnLine(config, session, door, before, entry, clock, installed())
        try:
            yield line
        finally:
            line.end()


class _OwnLine:
    """A line without a console: :meth:`ship` does in the caller's thread what a console's does in its own."""

    def __init__(
        self,
        config: TableConfig,
        session: Session,
        door: PostgresDoor,
        before: int,
        entry: int,
        clock: SystemClock,
        installed: Equipment,
    ) -> None:
        self.before = before
        """The last entry before this trial."""
        self.entry = entry
        """The tried entry."""
        self.trouble: NoDoor | None = None
        self._session, self._clock = session, clock
        place = config.floor.place if config.floor is not None else None
        names = _names(config)
        self._beside = OutsideFacts(
            mode=config.mode.value,
            place=place or "",
            version=__version__,
            console=START.hex(),
            name=lambda who: names.get(who, who),
            installed=installed,
        )
        self._call: Call | None = None
        self._coming: OnTheWay | None = None
        game = session.game if session.game.cards else None
        self._shipper = Shipper(
            config.journal, door, game, state=self._state, note=self._note, news=self._hear
        )

    @property
    def receipt(self) -> Answer | None:
        return self._shipper.receipt

    @property
    def twins(self) -> bool:
        return self._shipper.twins

    def coming_to(self, entry: int) -> OnTheWay | None:
        return self._coming if self._coming is not None and self._coming.call == entry else None

    def try_call(self, entry: int | None) -> None:
        """Begin a call, or take it back and note the person who came."""
        call = None if entry is None else Call(number=entry, kind=CallKind.CALL, since=self._clock.utc())
        self._call, coming, self._coming = call, self._coming, None
        if coming is not None:
            self._session.note(NoteKind.COMING, who=coming.who, text=TakenCall(coming.call).text)
            self._session.note(NoteKind.NOT_COMING, who=coming.who)

    def ship(self, passed: float) -> bool:
        """Ship what there is, for a moment at most; False once the floor refuses the table."""
        ends = time.monotonic() + _BETWEEN
        try:
            while self._shipper.step() and time.monotonic() < ends:
                pass
            self.trouble = None
        except NoDoor as error:
            self.trouble = error
        return not isinstance(self.trouble, AccountRefused)

    def end(self) -> None:
        """Close everything; the table's next start ships what is left."""
        with suppress(NoDoor, JournalError):
            while self._shipper.step():
                pass
        self._shipper.close()

    def _state(self, held_back: int) -> bytes:
        session = self._session
        shown = ShownTable(session.view(), session.table, None, None, None)
        report: SelfReport = self_report_of(shown, self._clock.utc(), self._beside)
        return encode_report(replace(report, held_back=held_back, call=self._call))

    def _note(self, kind: NoteKind, text: str) -> None:
        self._session.note(kind, text=text)

    def _hear(self, coming: OnTheWay | None) -> None:
        if coming is not None and self._call is not None and coming.call == self._call.number:
            self._coming = coming


class FloorAtWork:
    """A proof of the floor by a table's line to it, which ships a noted entry and calls; the caller waits."""

    def __init__(
        self,
        config: TableConfig,
        line: FloorLine | _OwnLine | None,
        *,
        shipped_within: float = SHIPPED_WITHIN,
        comes_within: float = COMES_WITHIN,
    ) -> None:
        """``line`` is None if the console has not joined the floor."""
        self._config, self._line = config, line
        self.shipped_within, self.comes_within = shipped_within, comes_within
        self.witness_within = SIGNED_WITHIN

    @property
    def obstacle(self) -> Proof | None:
        """The reason why nothing can be tried, or None."""
        if self._config.floor is None:
            return _FLOOR.with_finding(left_out("floor.none"))
        if self._line is None:
            why = reason_for_no_door(self._config) or "floor_not_joined"
            return _SHIPPED.with_finding(tried(why, False))
        return None

    def receipt_proof(self, entry: int, progress: Progress) -> Proof:
        """The proof that the entry's receipt is back, and the floor's chain there is the journal's."""
        line, began = self._line, time.monotonic()
        assert line is not None, "asked before"
        journal = Shipment(self._config.journal)

        def is_there() -> bool:
            receipt = line.receipt
            if receipt is None or receipt.number < entry:
                return False
            return journal.chain_at(receipt.number) == receipt.chain

        if not _waited(is_there, self.shipped_within, progress):
            reason = "–" if line.trouble is None else str(line.trouble)
            slots: Slots = {"seconds": int(self.shipped_within), "reason": reason}
            refused = isinstance(line.trouble, AccountRefused)
            key = "refused" if refused else "twins" if line.twins else "late"
            return _SHIPPED.with_finding(tried(f"shipped.{key}", False, **slots))
        figures = {"ms": 1e3 * (time.monotonic() - began)}
        return _SHIPPED.with_finding(tried("shipped.found", True, figures, entry=entry))

    @property
    def witness_notes(self) -> Path | None:
        """The folder for the witness's notes; None if the table's file names no witness."""
        return None if self._config.floor is None else self._config.floor.notes

    def witness_proof(self, entry: int, progress: Progress) -> Proof:
        """The proof that the witness has signed up to the trial's entry, and its note is here."""
        floor, notes = self._config.floor, self.witness_notes
        if floor is None or notes is None or floor.witness is None:
            return _COUNTERSIGNED.with_finding(left_out("countersigned.window"))
        key, signed = floor.witness, list[Proof]()

        def is_signed() -> bool:
            newest = _newest_note(notes, name_of(self._config))
            signed[:] = [] if newest is None else [countersigned(self._config, (newest, key), entry)]
            return bool(signed) and signed[0].verdict is Verdict.PROVED

        _waited(is_signed, self.witness_within, progress)
        if signed:
            return signed[0]
        return _COUNTERSIGNED.with_finding(not_proved("countersigned.no_witness", folder=str(notes)))

    def call_proof(self, entry: int, progress: Progress) -> Proof:
        """The proof that a call reaches the wall, where somebody takes it; it is finally taken back."""
        line, began = self._line, time.monotonic()
        assert line is not None, "asked before"
        line.try_call(entry)
        try:
            _waited(lambda: line.coming_to(entry) is not None, self.comes_within, progress)
            coming = line.coming_to(entry)
        finally:
            line.try_call(None)
        if coming is None:
            return _CALLED.with_finding(not_proved("called.nobody", seconds=int(self.comes_within)))
        figures = {"s": round(time.monotonic() - began, 1)}
        return _CALLED.with_finding(tried("called.found", True, figures, name=coming.name, id=coming.who))

    @property
    def missing_call_proof(self) -> Proof:
        """The proof of the call, left out if the floor does not take the journal."""
        return _CALLED.with_finding(not_proved("called.not_shipped"))


def _newest_note(folder: Path, table: str) -> Path | None:
    """The last of the witness's notes on a table's journal, if within :data:`NOTE_AGE`."""
    dated, begin = [], note_name(table, 0).removesuffix("0.note")
    with suppress(OSError):
        for note in folder.glob(f"{glob.escape(begin)}*.note"):
            # `T1-2-1.note` belongs to the table with the id T1-2, and is no part of T1.
            if note.stem.removeprefix(begin).isdecimal():
                dated.append((note.stat().st_mtime, note))
    at, newest = max(dated, default=(0.0, None))
    return newest if time.time() - at <= NOTE_AGE else None


def _waited(true: Callable[[], bool], timeout: float, progress: Progress) -> bool:
    """Wait until the condition holds; False if it did not in time, or nobody waits any more."""
    began = time.monotonic()
    while not true():
        passed = time.monotonic() - began
        if passed > timeout or not progress(passed / timeout):
            return False
        time.sleep(_BETWEEN)
    return True


def _names(config: TableConfig) -> dict[str, str]:
    """The names of the table's people, by id; none if their file is unreadable."""
    if config.people is None:
        return {}
    with suppress(PeopleError):
        return {each.id: each.person.name for each in PeopleFile(config.people, pepper=config.pepper).people}
    return {}
