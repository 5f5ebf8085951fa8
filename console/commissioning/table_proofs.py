"""What a window asks of the commissioning of its table, without a journal or a process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from console.commissioning.certificate import Certificate, Stale
from console.commissioning.devices.device_under_test import DeviceUnderTest
from console.commissioning.proof import Proof, Section
from console.table.running.session import Session
from console.table.showing.screen_values import Person
from console.table.state.commissioned import Commissioning
from console.table.state.views import View
from console.words import Words

Step: TypeAlias = Section | Proof
"""A section that begins, or a proof of it."""


class Steps(Protocol):
    """The proofs of one commissioning, as they are made."""

    def more(self) -> tuple[Step, ...]:
        """What has come since: it waits for it, and begins with the first call. Nothing: all was made.

        Raises an error with words where they ended before.
        """

    def stop(self) -> None:
        """End them; whoever waits for more is told that they ended."""


class Repeatable(NamedTuple):
    """The last certificate, and what has changed since."""

    certificate: Certificate
    changed: tuple[Stale, ...]
    anew: frozenset[Section]
    """The sections that are proved anew where it is repeated."""


class LinkStep(StrEnum):
    """What goes on while the link is tried; ``commissioning.window.link.NAME`` says it."""

    BETS = "bets"
    PULL = "pull"
    OUT = "out"
    PLUG_IN = "plug_in"

    @property
    def is_a_persons(self) -> bool:
        """Whether a person at the table does it; the rest goes on by itself."""
        return self is not LinkStep.BETS


class LinkOnTrial(Protocol):
    """The game server's link, tried over the console's own connection; it waits in a thread."""

    out: float
    """Seconds for which the cable stays out."""

    def proofs(
        self, going_on: Callable[[float], bool], told: Callable[[LinkStep], object], /
    ) -> tuple[Proof, ...]:
        """What came of it; ``told`` is told what goes on. Raises JournalError, OSError."""


class FloorTrial(Protocol):
    """The floor, tried by the table's own session and its own line; what waits does so in a thread."""

    comes_within: float
    """Seconds in which somebody at the wall takes the call."""
    witness_within: float
    """Seconds for which the witness's note is waited for."""

    @property
    def untried(self) -> Proof | None:
        """Why nothing can be tried; None where it can."""

    def shipped(self, entry: int, going_on: Callable[[float], bool], /) -> Proof:
        """Whether the floor takes the entry that the table's session noted for this."""

    @property
    def witness_notes(self) -> Path | None:
        """The folder to which the witness's notes come; None where the table's file names no witness."""

    def countersigned(self, entry: int, going_on: Callable[[float], bool], /) -> Proof:
        """Whether the witness has signed up to this entry; it is not waited for where there is none."""

    def called(self, entry: int, going_on: Callable[[float], bool], /) -> Proof:
        """Whether somebody at the wall takes a call."""

    @property
    def not_called(self) -> Proof:
        """That nobody was called."""


class TableProofs(Protocol):
    """What is proved, written and entered for one table; nothing of it is done in a window's own thread."""

    @property
    def lacks_technician(self) -> bool:
        """Whether nobody on the table's list of people may sign as technician. Raises PeopleError."""

    def devices(self) -> tuple[DeviceUnderTest, ...]:
        """The table's devices, of which nothing has come yet; they are tested by who stands at them. A wheel
        without a sensor is among them, too: its level is measured. Raises RulebookError.
        """

    def link(self) -> LinkOnTrial:
        """The game server's link, not yet tried. Raises RulebookError."""

    def floor(self) -> FloorTrial:
        """The table's floor, not yet tried."""

    def begin(self) -> None:
        """Look at the table as it stands: what is proved from now on is proved of it. Raises OSError,
        RulebookError.
        """

    def run(self, sections: frozenset[Section]) -> Steps:
        """The proofs of these sections that nobody is needed for, not yet begun."""

    def entered_last(self, last: Commissioning) -> Repeatable | None:
        """The certificate of the table's last commissioning, beside the journal; None where it is not there,
        or not whole.

        Raises OSError, RulebookError.
        """

    def certificate(self, proofs: Sequence[Proof], of: Repeatable | None = None) -> Certificate:
        """The certificate of these proofs, which nobody has signed yet; ``of``: with what has not changed
        since, which was not proved again. Raises OSError, RulebookError.
        """

    def outlived(self, certificate: Certificate) -> tuple[Stale, ...]:
        """What is another one now than when the proofs of a certificate were begun: nobody signs it then.

        Raises OSError, RulebookError.
        """

    def signed(self, certificate: Certificate, technician: Person, supervisor: Person) -> Certificate:
        """The certificate as these two have signed it. Raises PeopleError."""

    def write(self, certificate: Certificate, words: Words) -> tuple[Path, ...]:
        """Write its files beside the journal; they are returned. Raises ExportError."""

    def enter(self, session: Session, certificate: Certificate) -> View:
        """Enter it in the journal, in the table's own thread; the view says if it was refused."""
