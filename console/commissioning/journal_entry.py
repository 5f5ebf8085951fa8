"""The certificate's digest as an entry of the table's journal, before its next round."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

from console.commissioning.certificate import Certificate
from console.commissioning.devices.wheel_level import level_from_entry
from console.commissioning.table_as_it_stands import certified_equipment
from console.table.config import TableConfig
from console.table.core import Clock, NoteKind, NotRecorded, Session, SystemClock, View, events, shift_at
from console.table.custody import at_a_terminal, make_folder, refuse_in_play, refuse_terminals
from console.table.game import load_rulebook
from console.table.journal import DamagedJournal, Identity, Unreachable, archives, hold_found, review, verify
from console.table.people import system_user

T = TypeVar("T", bound=events.Event)


def refuse_at_work(journal: Path) -> None:
    """Raises InUse while a console runs at the table: the proofs take its devices and computer."""
    with suppress(Unreachable, OSError):  # A proof reports that.
        if journal.exists():
            with hold_found(journal):
                pass


def refuse_unenterable(config: TableConfig) -> None:
    """Check, without entering, that a certificate could be entered now. Raises JournalError if a console has
    the journal open; the journal is damaged, a terminal's or another table's; or the table is not between
    rounds.
    """
    refuse_terminals(config.journal)
    refuse_in_play(config.journal, _identity(config), load_rulebook(config.rules))


def enter_in_file(config: TableConfig, certificate: Certificate, clock: Clock | None = None) -> int:
    """Enter a signed certificate in a journal, which this may begin; returns the entry's number. Raises as
    :func:`refuse_unenterable`, and NotRecorded.
    """
    make_folder(config.journal)
    with _session(config, clock) as session:
        if not session.table.console.live:
            session.note(NoteKind.LIVE_TABLE)
        return _written(session, enter_in_session(session, certificate))


def enter_failure_in_file(config: TableConfig, digest: str) -> int:
    """Enter in a journal that a commissioning failed, with its certificate's digest; returns the entry's
    number. Raises as :func:`refuse_unenterable`, and NotRecorded.
    """
    refuse_unenterable(config)
    with _session(config) as session:
        return _written(session, session.note(NoteKind.CERTIFICATE_FAILED, text=digest))


@contextmanager
def _session(config: TableConfig, clock: Clock | None = None) -> Iterator[Session]:
    refuse_terminals(config.journal)
    with at_a_terminal(
        config.journal,
        _identity(config),
        load_rulebook(config.rules),
        clock or SystemClock(),
        system_user(),
        shift=lambda at: shift_at(at.astimezone(), config.shifts),
    ) as session:
        yield session


def _written(session: Session, view: View) -> int:
    """The number of the entry behind this view. Raises NotRecorded if the journal refused it."""
    if session.unwritable is not None:
        raise NotRecorded(session.unwritable)
    return view.entry


def enter_in_session(session: Session, certificate: Certificate) -> View:
    """Enter a signed certificate in a session's journal; the view shows a refusal."""
    technician, supervisor = (each.id for each in certificate.signatures)
    return session.commission(
        certificate.digest,
        technician,
        supervisor,
        certified_equipment(certificate),
        level_from_entry(certificate),
        datetime.fromisoformat(certificate.made),
    )


def _identity(config: TableConfig) -> Identity:
    return Identity(config.name, config.game, config.rules)


class CertificateEntry(NamedTuple):
    number: int
    closed: Path | None
    """The closed file that has it; None for the journal's own."""

    @property
    def text(self) -> str:
        """Its number, and the name of a closed file."""
        return str(self.number) if self.closed is None else f"{self.number} ({self.closed.name})"


def entry_of(journal: Path, digest: str) -> CertificateEntry | None:
    """The entry with a certificate's digest in the journal or a closed file; or None. Raises JournalError."""
    return _entry(journal, lambda event, at: event.digest == digest)


def proven_entry_of(journal: Path, certificate: Certificate) -> CertificateEntry | None:
    """The entry of a certificate in its own table's journal, after all that follows it is verified: anybody
    who can write the file can write a digest into it. Raises DamagedJournal for a changed file.
    """
    entry = entry_of(journal, certificate.digest)
    if entry is None:
        return None
    files = archives.volumes(journal)
    for file in files[files.index(entry.closed or journal) :]:
        found = verify(file)
        if found.flaw is not None:
            raise DamagedJournal(file, found.entry)
    with review(journal) as found_journal:
        of = found_journal.identity
    whose = (certificate.table, certificate.game, certificate.rules)
    return entry if (of.table, of.game, of.rules) == whose else None


def entry_since(journal: Path, since: datetime) -> CertificateEntry | None:
    """The entry of a certificate entered after ``since``, as :func:`entry_of`."""
    return _entry(journal, lambda event, at: at >= since)


def newest_entry(journal: Path) -> CertificateEntry | None:
    """The entry of the table's newest certificate, as :func:`entry_of`."""
    return _entry(journal, lambda event, at: True)


def failure_since(journal: Path, since: datetime) -> CertificateEntry | None:
    """The newest entry of a commissioning that failed after ``since``, as :func:`entry_of`."""
    return next((entry for entry, _, at in _failures(journal) if at >= since), None)


def failure_after(journal: Path, certificate: CertificateEntry) -> CertificateEntry | None:
    """The newest entry of a failed commissioning after a certificate's, by any clock, as :func:`entry_of`."""
    files = archives.volumes(journal)

    def place(entry: CertificateEntry) -> tuple[int, int]:
        return files.index(entry.closed or journal), entry.number

    return next((entry for entry, *_ in _failures(journal) if place(entry) > place(certificate)), None)


def _entry(journal: Path, fits: Callable[[events.Commissioned, datetime], bool]) -> CertificateEntry | None:
    """The newest entry of a certificate that fits."""
    found = _newest_first(journal, events.Commissioned, "digest")
    return next((entry for entry, event, at in found if fits(event, at)), None)


def _failures(journal: Path) -> Iterator[tuple[CertificateEntry, events.Noted, datetime]]:
    for found in _newest_first(journal, events.Noted, NoteKind.CERTIFICATE_FAILED):
        if found[1].what == NoteKind.CERTIFICATE_FAILED:
            yield found


def _newest_first(journal: Path, kind: type[T], text: str) -> Iterator[tuple[CertificateEntry, T, datetime]]:
    """The entries of a kind whose event contains a text, with their times."""
    with review(journal):
        pass  # A fault of the journal's own file is reported for that file.
    for file in reversed(archives.volumes(journal)):
        with review(file) as found:
            for entry in reversed([*found.of_a_kind(events.name_of(kind), text)]):
                if entry.refused is not None:
                    continue  # A round had begun: the refused certificate is recorded.
                event = events.DECODER.decode(entry.event)
                if isinstance(event, kind):
                    yield CertificateEntry(entry.number, None if file == journal else file), event, entry.at
