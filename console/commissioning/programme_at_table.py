"""The commissioning of the table at which this console runs, through which its window leads."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from console.base.system import content_of
from console.base.words import Words
from console.commissioning.certificate import (
    Certificate,
    Guides,
    Stale,
    carry_over,
    certificate_of,
    flaws,
    seal,
    stale,
    stale_sections,
)
from console.commissioning.certificate_files import files_in, write_files
from console.commissioning.devices.device_under_test import DeviceUnderTest, under_test
from console.commissioning.devices.wheel_level import level_clauses, level_from_entry
from console.commissioning.journal_entry import enter_in_session
from console.commissioning.programme import unattended_proofs
from console.commissioning.proofs.clock_watch import ClockWatch, with_clock
from console.commissioning.proofs.link_at_work import LinkAtWork
from console.commissioning.signers import check_signers, signatures
from console.commissioning.table_as_it_stands import as_it_stands, moment_text
from console.commissioning.table_proofs import FloorTrial, ProofsIncomplete, Repeatable, Step, Steps
from console.commissioning.trial_folder import clear_cut_off
from console.supervisor.records import Paged, Proof, Section
from console.table.config import TableConfig
from console.table.core import Clock, Commissioning, Person, Session, Trade, View
from console.table.game import RulebookError, load_rulebook
from console.table.journal import JournalError
from console.table.link import GameServerLink
from console.table.people import BadgeForm, PeopleFile, PersonRecord
from console.table.scenes import SceneError

_TOGETHER: Final = 0.2
"""Seconds for which proofs are collected: some hundred of the rules' proofs come in a second."""
_NICE: Final = 10
"""The process's nice value: the console at the table is served first."""


class _LastMessage(msgspec.Struct, frozen=True):
    """The process's last message; the reason is empty if every proof was made."""

    reason: str = ""


class ProofRun:
    def __init__(self, config: TableConfig, sections: frozenset[Section] = frozenset(Section)) -> None:
        """Nothing is begun yet; of ``sections`` only the proofs that need nobody are made."""
        spawning = multiprocessing.get_context("spawn")  # A window has threads, and a fork would lose them.
        self._from, self._to = spawning.Pipe(duplex=False)
        self.process = spawning.Process(target=_prove, args=(config, sections, self._to), daemon=True)
        self._ended: _LastMessage | None = None
        self._stopped = False

    def more(self) -> tuple[Step, ...]:
        """Wait for more proofs, and return them; the first call begins, and no more means the end. Raises
        ProofsIncomplete if the process ended early, such as when stopped.
        """
        if self.process.pid is None:
            self.process.start()
            self._to.close()  # Only the child process may keep this end open.
            if self._stopped:  # Another thread stopped it before the process existed.
                self.process.terminate()
        steps: list[Step] = []
        until = None
        while self._ended is None and (until is None or self._from.poll(max(0.0, until - time.monotonic()))):
            try:
                came = self._from.recv()
            except (EOFError, OSError) as error:
                raise ProofsIncomplete(f"process {self.process.pid}") from error
            if isinstance(came, _LastMessage):
                self._ended = came
            else:
                steps.append(came)
            until = until or time.monotonic() + _TOGETHER
        if not steps and self._ended is not None and self._ended.reason:
            raise ProofsIncomplete(self._ended.reason)
        return tuple(steps)

    def stop(self) -> None:
        """End the process, which leaves nothing behind; a thread that waits for more learns that it ended."""
        self._stopped = True
        if self.process.is_alive():
            self.process.terminate()


class WatchedRun:
    """A run during which the computer's clock is watched, even while a person does their part."""

    def __init__(self, run: ProofRun, watch: ClockWatch) -> None:
        """The watch begins at once, the proofs with the first call for more."""
        self._run, self._watch = run, watch
        watch.begin()

    def more(self) -> tuple[Step, ...]:
        """The proofs that have come since. Raises ProofsIncomplete."""
        return self._run.more()

    def stop(self) -> None:
        self._watch.stop()
        self._run.stop()


def _prove(config: TableConfig, sections: frozenset[Section], to: Connection) -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # This releases folders and other processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    try:
        for section, proofs in unattended_proofs(config, sections):
            to.send(section)
            for proof in proofs:
                to.send(proof)
    except (SceneError, RulebookError, JournalError, OSError) as error:
        to.send(_LastMessage(str(error)))
    else:
        to.send(_LastMessage())


class TableCommissioning:
    """Proves, writes and enters a commissioning for one table, never in a window's own thread."""

    def __init__(
        self,
        config: TableConfig,
        clock: Clock,
        draw: Paged,
        floor: Callable[[], FloorTrial | None] = lambda: None,
        link: GameServerLink | None = None,
        guides: Guides | None = None,
    ) -> None:
        """``draw`` makes a document's pages; ``floor`` is the trial of its floor, by the console's own line;
        ``link`` is the link to its game server; ``guides`` finds the printed guides in force.
        """
        self._config, self._clock, self._draw, self._guides = config, clock, draw, guides
        self.floor, self._link = floor, link
        self._watch: ClockWatch | None = None
        """The proof of the computer's clock, since the last proofs were begun."""
        self._begun: Certificate | None = None
        """The table as it stood then."""

    @property
    def lacks_technician(self) -> bool:
        """Whether nobody on the table's list of people may sign as technician. Raises PeopleError."""
        if self._config.people is None:
            return False
        listed = PeopleFile(self._config.people, pepper=self._config.pepper).listed
        return not any(each.is_active and each.person.role is Trade.TECHNICIAN for each in listed)

    @property
    def _listed(self) -> tuple[PersonRecord, ...]:
        if self._config.people is None:
            return ()
        return PeopleFile(self._config.people, pepper=self._config.pepper).people

    @property
    def badges(self) -> BadgeForm | None:
        """How the badge reader types, as the table's file names it."""
        return self._config.badges

    def clear_cut_off(self) -> bool:
        """Remove the files that a killed commissioning left; returns whether there were any."""
        return clear_cut_off(self._config.journal)

    def devices(self) -> tuple[DeviceUnderTest, ...]:
        """The table's devices, as its file names them. Raises RulebookError."""
        config = self._config
        return under_test(config.devices, level_clauses(load_rulebook(config.rules), config.game))

    def link(self) -> LinkAtWork:
        """The game server's link, by the console's own connection. Raises RulebookError."""
        return LinkAtWork(self._config, self._link)

    def begin(self) -> None:
        """Read the table's present state, which all later proofs are about. Raises OSError, RulebookError."""
        self._begun = self._now

    @property
    def _now(self) -> Certificate:
        return as_it_stands(self._config, self._clock.utc())

    def run(self, sections: frozenset[Section] = frozenset(Section)) -> Steps:
        """These sections' proofs that need nobody, not yet begun; the clock is watched until their end."""
        self._watch = ClockWatch()
        return WatchedRun(ProofRun(self._config, sections), self._watch)

    def entered_last(self, last: Commissioning) -> Repeatable | None:
        """The table's last certificate, from beside the journal; None if missing or incomplete. If a check
        noted another wheel since, the devices count as changed, though the table's file names the same.
        Raises OSError, RulebookError.
        """
        digest = last.digest
        for file in sorted(self._config.journal.parent.glob("commissioning-*.json"), reverse=True):
            content = content_of(file)
            if digest.encode() in content and not flaws(content):
                found = certificate_of(content)
                if found.digest == digest:
                    now = self._now
                    changed, again = stale(found, now), stale_sections(found, now)
                    lost_level = level_from_entry(found) is not None and last.level is None
                    if (lost_level or last.has_another_wheel) and Stale.DEVICES not in changed:
                        changed, again = (*changed, Stale.DEVICES), again | {Section.DEVICES}
                    return Repeatable(found, changed, again)
        return None

    def certificate(self, proofs: Sequence[Proof], of: Repeatable | None = None) -> Certificate:
        """The unsigned certificate of these proofs; ``of`` adds an earlier one's unchanged sections without
        new proofs. Raises OSError, RulebookError, and what the search for guides raises.
        """
        proved = tuple(proofs) if self._watch is None else with_clock(proofs, self._watch)
        made = replace(self._begun or self._now, made=moment_text(self._clock.utc()), proofs=proved)
        if self._guides is not None:
            made = made.with_guides(self._guides)
        return made if of is None else carry_over(made, of.certificate, of.again)

    def changes_since(self, certificate: Certificate) -> tuple[Stale, ...]:
        """The changes since a certificate's proofs were begun. Raises OSError, RulebookError."""
        return stale(certificate, self._now)

    def sign(self, certificate: Certificate, technician: Person, supervisor: Person) -> Certificate:
        """The certificate with these two signatures. Raises PeopleError if one may no longer sign."""
        if self._config.people is not None:
            listed = PeopleFile(self._config.people, pepper=self._config.pepper).listed
            check_signers(listed, {"technician": technician.id, "supervisor": supervisor.id})
        return certificate.with_signatures(signatures(technician, supervisor, self._listed))

    def write(self, certificate: Certificate, words: Words) -> tuple[Path, ...]:
        """Write the certificate's files beside the journal, and return them. Raises ExportError."""
        files = files_in(self._config.journal.parent, certificate.table, self._clock.utc())
        write_files(certificate if certificate.digest else seal(certificate), files, words, self._draw)
        return files

    def enter(self, session: Session, certificate: Certificate) -> View:
        """Enter the certificate in the journal, in the table's thread; the view shows a refusal."""
        return enter_in_session(session, certificate)
