"""``commissioning sign`` at a real terminal: PINs that nobody sees, and a kill in the middle of it."""

from __future__ import annotations

import os
import pty
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest

from console.base.software import Software
from console.cli import main
from console.commissioning import table_as_it_stands
from console.commissioning.certificate import flaws
from console.commissioning.commands import table_certificate
from tests.commissioning.certificates import PROVED
from tests.commissioning.commands.test_signed_later import by_window, certificates_in_journal, unsigned
from tests.commissioning.commands.test_table_certificate import PINS, Commissioning, here, people

__all__ = ["here", "people", "unsigned"]


def command(argv: Sequence[str]) -> int:
    """Do it in this fork; a checkout makes its manifest each time, which takes a while."""
    sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w")
    with (
        patch.object(table_certificate, "proofs_of", lambda *_: iter((PROVED,))),
        patch.object(table_as_it_stands, "at_work", lambda _, made: Software("0.4.0", "ab" * 32, "", made)),
    ):
        return main(argv)


class Terminal:
    """A terminal at which the command was given, with a person at its keys."""

    def __init__(self, *argv: str, program: Sequence[str] | None = None, **surroundings: str) -> None:
        """``program`` is what Python runs, None in a fork; ``surroundings`` are added to the environment."""
        self.pid, self.end = pty.fork()
        if self.pid == 0:  # pragma: no cover
            if program is not None:
                os.execve(sys.executable, (sys.executable, *program, *argv), {**os.environ, **surroundings})
            status = 1
            try:
                status = command(argv)
                sys.stdout.flush()
            finally:
                os._exit(status)
        self.output = ""

    def reads(self, text: str) -> None:
        """Read until a text is there."""
        while text not in self.output:
            more = self._more()
            assert more, f"it ended: {self.output}"

    def _more(self) -> str:
        try:
            more = os.read(self.end, 4096).decode("utf-8", "replace")
        except OSError:  # the other end is closed
            return ""
        self.output += more
        return more

    def types(self, text: str) -> None:
        """Type a line."""
        os.write(self.end, f"{text}\n".encode())

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.ends()

    def ends(self) -> int:
        """Its exit status, once it has said all."""
        while self._more():
            pass
        os.close(self.end)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.mark.sweep
def test_a_signing_that_is_killed_enters_nothing_by_half_and_is_done_the_next_time(
    here: Commissioning, unsigned: Path
) -> None:
    def begun() -> Terminal:
        made = ("sign", str(unsigned), "--table", str(here.table), "--by", "T1", "S1", "--lang", "en")
        at = Terminal("commissioning", *made)
        at.reads("(T1)")
        at.types(PINS["T1"])
        at.reads("(S1)")
        return at

    at = begun()
    at.kill()
    assert certificates_in_journal(here) == 0 and by_window(here) == (), "one signature is none"
    at = begun()
    at.types(PINS["S1"])
    at.reads(".json")
    at.kill()
    whole = [each for each in by_window(here) if each.suffix == ".json"]
    assert len(whole) == 1 and flaws(whole[0].read_bytes()) == ()
    if not certificates_in_journal(here):  # otherwise the entry was on disk before the kill
        at = begun()
        at.types(PINS["S1"])
        assert at.ends() == 0
    assert certificates_in_journal(here) == 1
    assert not any(pin in at.output for pin in PINS.values()), "a PIN is not shown"


@pytest.mark.sweep
def test_a_commissioning_killed_at_the_pin_is_signed_later_without_new_proofs(
    here: Commissioning,
) -> None:
    made = ("--table", str(here.table), "--sign", "T1", "S1", "--lang", "en")
    at = Terminal("commissioning", *made)
    at.reads("(T1)")
    at.types(PINS["T1"])
    at.reads("(S1)")
    at.kill()
    (unsigned,) = here.folder.glob("commissioning-*")
    assert flaws(unsigned.read_bytes()) == () and certificates_in_journal(here) == 0
    at = Terminal("commissioning", "sign", str(unsigned), "--by", "T1", "S1", *made[:2], "--lang", "en")
    for who in ("T1", "S1"):
        at.reads(f"({who})")
        at.types(PINS[who])
    assert at.ends() == 0 and certificates_in_journal(here) == 1
