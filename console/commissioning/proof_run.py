"""The proofs of a table that need nobody, in a process of their own: the caller's thread goes on
meanwhile.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from multiprocessing.connection import Connection
from typing import Final

import msgspec

from console.commissioning.programme import unattended_proofs
from console.commissioning.proofs.clock_watch import ClockWatch
from console.commissioning.table_proofs import ProofsIncomplete, Step
from console.supervisor.records import Section
from console.table.config import TableConfig
from console.table.game import RulebookError
from console.table.journal import JournalError
from console.table.scenes import SceneError

_TOGETHER: Final = 0.2
"""Seconds for which proofs are collected before they are sent: some hundred of the rules' proofs come in a
second.
"""
_NICE: Final = 10
"""The process's nice value: the console at the table is served first."""


class _LastMessage(msgspec.Struct, frozen=True):
    """The process's last message; the reason is empty if every proof was made."""

    reason: str = ""


class ProofRun:
    def __init__(self, config: TableConfig, sections: frozenset[Section] = frozenset(Section)) -> None:
        """Nothing is begun yet; of ``sections`` only the proofs that need nobody are made."""
        spawning = multiprocessing.get_context("spawn")  # a window has threads, which no fork takes along
        self._from, self._to = spawning.Pipe(duplex=False)
        self.process = spawning.Process(target=_prove, args=(config, sections, self._to), daemon=True)
        self._ended: _LastMessage | None = None
        self._stopped = False

    def more(self) -> tuple[Step, ...]:
        """Wait for more proofs, and return them; the first call begins. Empty: all were made.

        Raises ProofsIncomplete if the process ended before, as when it was stopped.
        """
        if self.process.pid is None:
            self.process.start()
            self._to.close()  # the process alone is to have this end
            if self._stopped:  # in another thread, before there was a process to end
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
    """A run during which the computer's clock is watched; a person's part of the time is included."""

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
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # so that folders and other processes are let go
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
