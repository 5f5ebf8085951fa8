"""A table's shipper: what its journal holds goes to the floor, in order, and each entry once.

It reads the journal's file as anybody else may, in a thread of its own: the table never waits for it. An
entry that names a card which the table has not shown waits, and so does all after it. The door's answer says
where to go on, so nothing is remembered here that a restart would miss. A file that the door no longer takes
goes on as another part, from its first entry, so that both histories are kept.
"""

from __future__ import annotations

import logging
import random
import select
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.floor.door import STOPS, Answer, Door, Held, NoDoor, NotTaken, OnTheWay, Said
from console.journal.archives import volumes
from console.journal.file.errors import JournalError
from console.journal.reader import review
from console.journal.shipment import MOST, STATES, Batch, Shipment
from console.table.games.game import Game
from console.table.showing.replay import Unseen

log = logging.getLogger(__name__)

HEARTBEAT: Final = 2.0
"""Seconds between two signs of life at most."""
LONGEST_WAIT: Final = 4.0
"""Seconds between two tries to reach a floor that is gone, at most."""

Note = Callable[[str, str], None]
"""Told what the journal is to note, and of what."""


News = Callable[[OnTheWay | None], None]
"""Told in the shipper's thread who is coming to the table, None for nobody: once at first, then when it
changes.
"""


def _nothing(what: str, text: str) -> None:
    """Nobody is told."""


class Shipper:
    """What is due to be sent, one call of the door at a time; it knows no thread and no clock."""

    def __init__(
        self,
        path: Path,
        door: Door,
        game: Game | None,
        *,
        state: Callable[[int], bytes | None] = lambda held_back: None,
        note: Note = _nothing,
        news: News = lambda coming: None,
    ) -> None:
        """``game`` tells which cards were shown, None of a wheel; ``state`` is the table's as JSON, given how
        many entries are held back.
        """
        self._path, self._door, self._game = path, door, game
        self._state, self._note, self._news = state, note, news
        self._coming: list[OnTheWay | None] = []
        """What was told of who comes, once something was."""
        self._shipment: Shipment | None = None
        self._unseen: Unseen | None = None
        self._part = 1
        self._next = 1
        self._most = MOST
        self._states_due = True
        self._states_to: int | None = None
        self.receipt: Answer | None = None
        """The last answer that took something or knew it: how far the floor has come."""

    def step(self) -> bool:
        """Send what is due, or a sign of life; whether more is due at once.

        Raises NoDoor, and a JournalError where the file can't be read now.
        """
        if self._shipment is None or self._is_another():
            self._find_place(self._door.hello())
        shipment = self._shipment
        assert shipment is not None
        until, held_back = self._horizon(shipment)
        try:
            batch = shipment.batch(self._next, min(until, self._next + self._most - 1))
        except LookupError:  # the file ends before what was shipped of it, and its own end says so
            number, head = shipment.last()
            batch = Batch(number + 1, head)
        answer = self._sent(shipment, batch, held_back)
        if answer is None:
            return True
        self._most = MOST
        if answer.said in STOPS:
            self._stopped(answer)
            return True
        if answer.said is Said.BEHIND and self.receipt is not None and answer.number < self.receipt.number:
            log.warning("the floor lost entries after %d: they are sent again", answer.number)
            self._note("floor_behind", str(answer.number))
        self._next, self.receipt = answer.number + 1, answer
        self._states_due |= batch.has_state
        self._send_states(shipment, answer.number)
        if shipment.path != self._path and self._next > until:
            self._shipment = None  # a closed file is whole there: the one that follows it is next
            return True
        return self._next <= until

    def fileno(self) -> int | None:
        """What becomes readable when the floor may have news; None where there is nothing."""
        return self._door.fileno()

    def close(self) -> None:
        """Let go of the door."""
        self._door.close()

    def _is_another(self) -> bool:
        """Whether another file stands where the table's own stood."""
        assert self._shipment is not None
        here = self._shipment.path == self._path
        return here and Shipment(self._path).begins != self._shipment.begins

    def _find_place(self, held: list[Held]) -> None:
        """Begin at the oldest file that the floor does not have whole, after the last entry that it has."""
        for path in volumes(self._path):
            self._shipment = shipment = Shipment(path)
            own = [part for part in held if part.begins == shipment.begins and not part.stopped]
            self._part = own[-1].part if own else max((each.part for each in held), default=0) + 1
            self._next = own[-1].number + 1 if own else 1
            if not own or self._next <= shipment.last()[0]:
                break
        self._unseen, self.receipt = None, None
        self._states_due, self._states_to = True, None

    def _stopped(self, answer: Answer) -> None:
        """Nothing more of this part is taken: the file goes on as another."""
        if answer.said is not Said.DISPUTED:
            log.error("the floor holds another history: %s at entry %d", answer.said, answer.number)
            self._note(f"floor_{answer.said}", str(answer.number))
        self._shipment = None

    def _sent(self, shipment: Shipment, batch: Batch, held_back: int) -> Answer | None:
        """The door's answer; None where the batch is halved. One entry that can't be taken is passed by."""
        state = self._state(held_back)
        try:
            return self._heard(self._door.ship(self._part, shipment.heading, batch, state))
        except NotTaken as error:
            if state is not None:  # no entry goes as its digest alone because of what came with it
                with suppress(NotTaken):
                    answer = self._heard(self._door.ship(self._part, shipment.heading, batch))
                    log.error("the table's state can't be taken by the floor: %s", error)
                    return answer
            if len(batch.packed) > 1:
                self._most = len(batch.half().packed)
                return None
            if not batch.packed:
                raise NoDoor(str(error)) from error
            log.error("entry %d can't be taken by the floor: %s", batch.first, error)
            self._note("floor_passed", f"{batch.first}: {error}")
            return self._door.pass_by(self._part, batch)

    def _send_states(self, shipment: Shipment, until: int) -> None:
        """Send the states up to an entry that the floor has; none while the table holds a card back."""
        if not self._states_due or (self._unseen is not None and not self._unseen.shows_all):
            return
        if self._states_to is None:
            self._states_to = self._door.keep_states(self._part, ())
        due = shipment.states(self._states_to, until)
        if due:
            self._states_to = self._door.keep_states(self._part, due)
        self._states_due = len(due) == STATES

    def _heard(self, answer: Answer) -> Answer:
        if self._coming != [answer.coming]:
            self._coming = [answer.coming]
            self._news(answer.coming)
        return answer

    def _horizon(self, shipment: Shipment) -> tuple[int, int]:
        """The last entry before the first that names a card which nobody has been shown; and how many wait
        behind it.
        """
        if self._game is None or shipment.path != self._path:
            return shipment.last()[0], 0
        with review(self._path) as journal:
            if self._unseen is None or self._unseen.told_to > shipment.last()[0]:
                number, state = journal.begin(self._next - 1)
                self._unseen = Unseen(self._game, state, number)
            for row in journal.entries(self._unseen.told_to):
                self._unseen.tell(row)
        until = min(self._unseen.held_back, default=self._unseen.told_to + 1) - 1
        return until, self._unseen.told_to - until


class ShippingThread:
    """Runs a shipper beside a table: woken by each entry, alive by itself, never waited for."""

    def __init__(self, shipper: Shipper, chance: random.Random | None = None) -> None:
        """``chance`` spreads the tries of many tables whose floor comes back at one moment."""
        self._shipper = shipper
        self._chance = chance or random.Random()
        self._woken, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        self.reached = False
        """Whether the last call was answered."""

    def start(self) -> None:
        """Begin."""
        # A byte sent into the second makes the first readable: on Windows only sockets can be waited for.
        self._alarm, self._bell = socket.socketpair()
        self._thread.start()

    def wake(self) -> None:
        """Something was appended; from any thread."""
        if not self._woken.is_set():
            self._woken.set()
            with suppress(OSError, AttributeError):  # it has ended, or not begun
                self._bell.send(b"!")

    def stop(self, within: float = 1.0) -> None:
        """End; what is not sent yet is sent after the next start. Waits so many seconds at most."""
        self._ended.set()
        self.wake()
        self._thread.join(within)

    def _run(self) -> None:
        failed = 0
        while not self._ended.is_set():
            self._woken.clear()
            more = False
            try:
                more = self._shipper.step()
                self.reached, failed = True, 0
            except NoDoor as error:
                if self.reached or not failed:
                    log.warning("the floor is not reached: %s", error)
                self.reached, failed = False, failed + 1
            except JournalError as error:
                log.warning("the journal can't be shipped now: %s", error)
                failed += 1
            if failed:
                most = min(LONGEST_WAIT, 0.1 * 2**failed)
                self._ended.wait(most * (0.5 + 0.5 * self._chance.random()))
            elif not more:
                self._wait()
        self._shipper.close()
        self._bell.close()
        self._alarm.close()

    def _wait(self) -> None:
        """Until it is woken, the floor hints at news, or a sign of life is due."""
        floor = self._shipper.fileno()
        woken = self._alarm.fileno()
        heard, _, _ = select.select([woken] if floor is None else [woken, floor], [], [], HEARTBEAT)
        if woken in heard:
            self._alarm.recv(64)
