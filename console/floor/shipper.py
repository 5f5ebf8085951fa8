"""A table's shipper: it sends the journal's entries to the floor, in order, and each entry once.

It reads the journal's file like anybody else, in its own thread: the table never waits for it. An entry that
names a card which the table has not shown waits, and so do all after it. The door's answer gives the next
entry, so nothing is remembered here that a restart would lose; the last receipt beside the journal only
shows, when the floor is reached again, which of the two has lost something. A file that the door no longer
takes continues as another part, from its first entry, so that both histories are kept.
"""

from __future__ import annotations

import logging
import random
import socket
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.base.errors import UNTIL_MENDED, Trouble
from console.floor.door import (
    STOPS,
    AccountRefused,
    Answer,
    BatchRefused,
    BatchStatus,
    CallTooLong,
    FloorPart,
    NoDoor,
    OnDuty,
    OnTheWay,
    OtherConsole,
    PostgresDoor,
    readable,
)
from console.floor.witness.comparison import first_difference, goes_on
from console.floor.witness.receipts import Receipt, Receipts
from console.table.core import Game, NoteKind, kind_of_name, replay
from console.table.journal import MOST_SENT, STATES, Batch, DamagedJournal, JournalError, Shipment, archives

log = logging.getLogger(__name__)

HEARTBEAT: Final = 2.0
"""The most seconds between two signs of life."""
LONGEST_WAIT: Final = 4.0
"""The most seconds between two tries to reach a floor that is gone."""
_DOUBLED: Final = 10
"""How often at most the wait is doubled: it is longer than the longest by then."""
CROWDED: Final = 1.0
"""The most seconds until a table asks again that waits while others catch up."""

BRANCHES: Final = 8
"""The most parts of a file that are compared to find the one from which it branches off."""
REFUSED_FOR: Final = 60.0
"""Seconds for which the floor refuses a table until the table reports it."""
BREATH: Final = 0.02
"""The least seconds between two batches of a playing table: closer entries go as one."""

Note = Callable[[NoteKind, str], None]
"""Called with what the journal must note, and about what."""


News = Callable[[OnTheWay | None], None]
"""Called in the shipper's thread with who comes, or None: once at first, then at each change."""


class Shipper:
    """Sends what is due, one call of the door at a time; it knows no thread and no clock."""

    def __init__(
        self,
        path: Path,
        door: PostgresDoor,
        game: Game | None,
        *,
        state: Callable[[int], bytes | None] = lambda held_back: None,
        note: Note = lambda kind, text: None,
        news: News = lambda coming: None,
        on_sets: Callable[[Mapping[str, str]], None] = lambda sets: None,
        on_duty: Callable[[OnDuty], None] = lambda duty: None,
        on_twins: Callable[[bool], None] = lambda twins: None,
        passed_over: Callable[[OtherConsole | None], None] = lambda other: None,
        on_clock: Callable[[float], None] = lambda ahead: None,
    ) -> None:
        """``game`` knows which cards were shown; None for a wheel.

        ``on_sets`` gets the card sets that other tables have put aside, as often as the floor sends them,
        ``on_duty`` the supervisor on duty. ``state`` gives the table's state as JSON for a number of entries
        held back. ``on_twins`` is called with whether another console works as this table, ``passed_over``
        with the console that counts instead, and with None once this one counts, ``on_clock`` with the
        seconds by which the table's clock is ahead of the floor's, each time they were asked.
        """
        self._path, self._door, self._game = path, door, game
        self._state, self._note, self._news = state, note, news
        self._on_sets, self._on_duty = on_sets, on_duty
        self._duty: OnDuty | None = None
        """The supervisor on duty, by the floor's last answer."""
        self._coming: list[OnTheWay | None] = []
        """The last answer about the person who comes, once there was one."""
        self._shipment: Shipment | None = None
        self._unseen: replay.Unseen | None = None
        self._part = 1
        self._next = 1
        self._most = MOST_SENT
        """The most entries of the next batch: half of a refused or slow one, more after each success."""
        self._states_due = True
        self._states_to: int | None = None
        self._receipts = Receipts(path)
        self._known_loss: Receipt | None = None
        """The receipt that the floor does not have, once noted."""
        if self._receipts.last is not None:
            door.floor = self._receipts.last.floor  # A server that was replaced earlier is no longer trusted.
        self._branch: list[FloorPart] = []
        """Parts of the file that take nothing more: it continues as a branch of one of them."""
        self._done = set[bytes]()
        """The beginnings of the closed files with nothing left to send."""
        self._bad = 0
        """The entry that is not as it was written, once noted."""
        self.receipt: Answer | None = None
        """The last answer that took or knew something: how far the floor has come."""
        self.stays = False
        """Whether the journal's file may stay open between two steps, because they follow closely."""
        self._twins = on_twins
        self._passed_over, self._on_clock = passed_over, on_clock
        self._other: OtherConsole | None = None
        self.twins = False
        """Whether another console works as this table: nothing is shipped meanwhile."""
        self.crowded = False
        """Whether this table waits a moment, because too many tables catch up at once."""

    def step(self) -> bool:
        """Send what is due, or a sign of life. Returns whether more is due at once. Raises NoDoor, and
        JournalError for an unreadable file.
        """
        if self._shipment is None:
            self._find_place(self._door.hello())
        shipment = self._shipment
        assert shipment is not None
        with shipment.shared_opening(stays=self.stays):
            if shipment.path != self._path or not shipment.is_another:
                try:
                    return self._stepped(shipment)
                except NoDoor:  # The next server to answer may lack some states.
                    self._states_due, self._states_to = True, None
                    raise
        self._leave()  # Another file is in the place of the table's own.
        return True

    def _stepped(self, shipment: Shipment) -> bool:
        try:
            until, held_back = self._horizon(shipment)
        except DamagedJournal as error:  # Which cards may be shown is then unknown.
            until, held_back = self._next - 1, 0
            self._is_bad(int(error.slots["entry"]))
        # Of two consoles neither is taken: a sign of life brings the other's report just as well.
        batch = self._batch(shipment, self._next - 1 if self.twins else until)
        answer = self._sent(shipment, batch, held_back)
        self.crowded = answer is not None and answer.status is BatchStatus.WAIT
        if answer is not None and self.twins != (answer.status is BatchStatus.TWINS):
            self._are_twins(twins=answer.status is BatchStatus.TWINS)
        if answer is not None and answer.clock_ahead is not None:
            self._on_clock(answer.clock_ahead)
        if answer is not None and self._other != answer.other:
            self._other = answer.other
            self._passed_over(answer.other)
        if self.twins:
            return False  # Play goes on; nothing is sent before somebody decides which console counts.
        if self.crowded:
            self._sent(shipment, self._batch(shipment, self._next - 1), held_back)  # The state does not wait.
            return False
        if answer is None:
            return True
        # It grows by a quarter, not at once: on a slow line each too large try takes the whole deadline.
        self._most = min(MOST_SENT, self._most + self._most // 4 + 1)
        if answer.status is BatchStatus.SHRUNK:
            number, head = shipment.last()
            if number >= answer.number:  # The server got an older message of this table after a newer one.
                self._next = answer.number + 1
                return True
            self._door.shrunk(self._part, number, head)
        if answer.status in STOPS:
            self._note_end(answer)
            return True
        if answer.status is BatchStatus.BEHIND:
            # The floor lost entries: ask again which files and states it has.
            self._done.clear()
            self._leave()
            return True
        self._next, self.receipt = answer.number + 1, answer
        if shipment.path == self._path and (self._next > until or self._next == self._bad):
            # Not earlier: while a file is sent again, the kept receipt is the higher one.
            self._receipts.keep(self._part, shipment.begins, answer.number, answer.chain, self._door.floor)
        # States come after their entries: the floor takes none of an entry that it lacks.
        self._states_due |= batch.has_state
        self._send_states(shipment, answer.number)
        if shipment.path != self._path and (self._next > until or self._next == self._bad):
            # A closed file is complete there, or will never be: the one after it is next.
            self._done.add(shipment.begins)
            self._leave()
            return True
        return self._next <= until and self._next != self._bad

    def _are_twins(self, *, twins: bool) -> None:
        """Note whether another console plays as this table; meanwhile nothing more is shipped."""
        self.twins = twins
        if twins:
            log.error("another console is at work as this table: nothing more is shipped")
            self._note(NoteKind.FLOOR_TWINS, "")
        self._twins(twins)

    def fileno(self) -> int | None:
        """The descriptor that becomes readable when the floor may have news, or None."""
        return self._door.fileno()

    def close(self) -> None:
        self._receipts.settle()
        self._door.close()
        self.close_file()

    def close_file(self) -> None:
        """Let go of the journal's file; from any thread."""
        there = self._shipment
        if there is not None:
            there.close_file()

    def _batch(self, shipment: Shipment, until: int) -> Batch:
        """The next batch up to an entry; empty if the file ends earlier or the next entry is bad."""
        try:
            return shipment.batch(self._next, min(until, self._next + self._most - 1))
        except LookupError:  # The file ends before what was shipped of it, as its own end shows.
            number, head = shipment.last()
            return Batch(number + 1, head)
        except DamagedJournal as error:
            bad = int(error.slots["entry"])
            if bad < self._next:
                raise
            before = shipment.batch(self._next, bad - 1)
            self._is_bad(bad)
            return before

    def _is_bad(self, entry: int) -> None:
        if entry != self._bad:
            self._bad = entry
            log.error("entry %d is not as it was written: nothing from it on is shipped", entry)
            self._note(NoteKind.FLOOR_DAMAGED, str(entry))

    def _leave(self) -> None:
        """Ask the floor again which entry and file come next."""
        if self._shipment is not None:
            self._shipment.close_file()
        self._shipment = None

    def _find_place(self, floor_parts: list[FloorPart]) -> None:
        """Begin at the oldest file that the floor lacks in part, after the last entry that it has."""
        files = archives.volumes(self._path)
        for path in files:
            self._shipment = shipment = Shipment(path)
            own = [part for part in floor_parts if part.begins == shipment.begins and not part.stopped]
            self._part = own[-1].part if own else max((each.part for each in floor_parts), default=0) + 1
            self._next = own[-1].number + 1 if own else 1
            self._branch = [part for part in floor_parts if part.begins == shipment.begins] if not own else []
            whole = own and self._next > shipment.last()[0]
            fits = own and shipment.chain_at(self._next - 1) == own[-1].chain
            if shipment.begins not in self._done and not (whole and fits):
                break  # Any door must be told.
        self._bad = 0
        if self._branch:
            self._branch_off(self._branch)
        self._unseen, self.receipt = None, None
        self._states_due, self._states_to = True, None
        self._compare(floor_parts, [Shipment(path) for path in files])

    def _branch_off(self, floor_parts: list[FloorPart]) -> None:
        """Begin a part that branches off after the last entry that file and floor share."""
        shipment = self._shipment
        assert shipment is not None
        own, best = shipment.last()[0], (0, 0)
        for part in sorted(floor_parts, key=lambda part: part.part, reverse=True)[:BRANCHES]:
            until = min(own, part.number)
            fits = until == part.number and shipment.chain_at(until) == part.chain
            differs = None if fits else first_difference(shipment, part.part, until, self._door.digest_over)
            best = max(best, (until if differs is None else differs - 1, part.part))
            if fits:
                break
        after, off = best
        chain = shipment.chain_at(after)
        if after and chain and self._door.branch(self._part, shipment.heading, off, after, chain):
            self._next = after + 1

    def _compare(self, floor_parts: list[FloorPart], files: list[Shipment]) -> None:
        """Note which entries the floor has differently, and which it has lost since its last receipt."""
        begun = {part.begins for part in floor_parts}
        if floor_parts and not begun & {file.begins for file in files} and not goes_on(files[0], floor_parts):
            log.error("the floor holds another journal of this table, and this one does not go on from it")
            self._note(NoteKind.FLOOR_REPLACED, str(max(part.part for part in floor_parts)))
        last = self._receipts.last
        if last is None:
            return
        there = max((part.number for part in floor_parts if part.begins.hex() == last.begins), default=0)
        if there >= last.number or self._known_loss == last:
            return
        self._known_loss = last  # The files before it are placed first, and it is met again after each.
        # The floor had acknowledged these entries: a server that was behind took over. It is no alarm.
        log.warning("the floor lost entries after %d: they are sent again", there)
        self._note(NoteKind.FLOOR_BEHIND, str(there))
        for file in files:  # The receipt shows what the floor no longer has.
            chain = file.chain_at(last.number)
            if file.begins.hex() == last.begins and chain != bytes.fromhex(last.chain):
                status = BatchStatus.SHRUNK if chain is None else BatchStatus.FORKED
                log.error("the journal is not the one that was shipped: %s at entry %d", status, last.number)
                self._note(kind_of_name(f"floor_{status}"), str(last.number))

    def _note_end(self, answer: Answer) -> None:
        """Nothing more of this part is taken: the file continues as another."""
        if answer.status is not BatchStatus.DISPUTED:
            entry = answer.number
            if answer.status is BatchStatus.FORKED and self._shipment is not None:
                until = min(answer.number, self._shipment.last()[0])
                entry = first_difference(self._shipment, self._part, until, self._door.digest_over) or entry
            log.error("the floor holds another history: %s at entry %d", answer.status, entry)
            self._note(kind_of_name(f"floor_{answer.status}"), str(entry))
        self._leave()

    def _sent(self, shipment: Shipment, batch: Batch, held_back: int) -> Answer | None:
        """The door's answer; None if the batch is halved and sent again. A single entry that can't be taken
        is skipped, if the floor takes another one in its place. After a slow call the next batch is half as
        large.
        """
        state = self._state(held_back)
        try:
            return self._noted_news(self._door.ship(self._part, shipment.heading, batch, state))
        except CallTooLong:
            if batch.packed:
                self._most = max(1, len(batch.packed) // 2)
            raise
        except BatchRefused as error:
            if state is not None:  # Perhaps only the state is refused.
                with suppress(BatchRefused):
                    answer = self._noted_news(self._door.ship(self._part, shipment.heading, batch))
                    log.error("the table's state can't be taken by the floor: %s", error)
                    return answer
            if len(batch.packed) > 1:
                self._most = len(batch.half().packed)
                return None
            if not batch.packed:
                raise NoDoor(str(error)) from error
            if not self._door.takes_another(self._part, shipment.heading, batch):
                raise NoDoor(str(error), Trouble.CHANGED) from error
            try:
                answer = self._door.pass_by(self._part, batch)
            except BatchRefused as refused:
                raise NoDoor(str(refused), Trouble.CHANGED) from refused
            log.error("entry %d can't be taken by the floor: %s", batch.first, error)
            self._note(NoteKind.FLOOR_PASSED, f"{batch.first}: {error}")
            return answer

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

    def _noted_news(self, answer: Answer) -> Answer:
        if answer.status is not BatchStatus.WAIT and self._coming != [answer.coming]:
            self._coming = [answer.coming]
            self._news(answer.coming)
        if answer.sets is not None:
            self._on_sets(answer.sets)
        if answer.duty is not None and answer.duty != self._duty:
            self._duty = answer.duty
            self._on_duty(answer.duty)
        return answer

    def _horizon(self, shipment: Shipment) -> tuple[int, int]:
        """The last entry before the first that names an unshown card, and how many wait behind it."""
        if self._game is None or shipment.path != self._path:
            return shipment.last()[0], 0
        with shipment.open_review() as journal:
            if self._unseen is None or self._unseen.last_entry > shipment.last()[0]:
                number, state = journal.begin(self._next - 1)
                self._unseen = replay.Unseen(self._game, state, number)
            for row in journal.entries(self._unseen.last_entry):
                self._unseen.follow_entry(row)
        until = min(self._unseen.held_back, default=self._unseen.last_entry + 1) - 1
        return until, self._unseen.last_entry - until


class ShippingThread:
    """Runs a shipper beside a table: each entry wakes it, it lives by itself, and nobody waits for it."""

    def __init__(
        self,
        shipper: Shipper,
        chance: random.Random | None = None,
        refused: Callable[[NoDoor | None], None] = lambda error: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``chance`` spreads the tries of many tables whose floor returns at one moment.

        ``refused`` is called in the thread when the floor has refused the table for :data:`REFUSED_FOR`
        seconds by ``now``, or could not be reached for as long because of a cause in
        :data:`~console.base.errors.server_troubles.UNTIL_MENDED`; and with None once the floor takes the
        table.
        """
        self.shipper, self._refused, self._now = shipper, refused, now
        self._since: float | None = None
        """Since when the floor refuses the table, on the monotonic clock."""
        self.is_refused = False
        """Whether ``refused`` was last called with a cause."""
        shipper.stays = True
        self._chance = chance or random.Random()
        self._woken, self._ended = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="floor", daemon=True)
        self.reached = False
        """Whether the last call was answered."""
        self.trouble: NoDoor | None = None
        """The error of the last failed try."""

    def start(self) -> None:
        # A byte sent into the second makes the first readable.
        self._alarm, self._bell = socket.socketpair()
        self._thread.start()

    def wake(self) -> None:
        """Send soon, since something was appended; from any thread."""
        if not self._woken.is_set():
            self._woken.set()
            with suppress(OSError, AttributeError):  # The process has ended or has not begun.
                self._bell.send(b"!")

    def stop(self, timeout: float = 1.0) -> None:
        """End the thread, within ``timeout`` seconds; the rest is sent after the next start."""
        self._ended.set()
        self.wake()
        self._thread.join(timeout)
        # It may still wait for a floor that hangs: the journal can be completely closed beside it.
        self.shipper.close_file()

    def _run(self) -> None:
        failed = 0
        while not self._ended.is_set():
            self._woken.clear()
            more = False
            try:
                more = self.shipper.step()
                self.reached, self.trouble, failed = True, None, 0
                self._note_success()
            except NoDoor as error:
                self.trouble = error
                self._turned_away(error)
                if self.reached or not failed:
                    log.warning("the floor is not reached: %s", error)
                self.reached, failed = False, failed + 1
            except JournalError as error:
                log.warning("the journal can't be shipped now: %s", error)
                failed += 1
            except Exception:  # A bug in here costs the table its floor for a while, and nothing else.
                log.exception("the shipper stumbled")
                failed += 1
            if failed or self.shipper.crowded:
                # From 1,024 on the power exceeds a fraction: that is an hour without the floor.
                most = min(LONGEST_WAIT, 0.1 * 2 ** min(failed, _DOUBLED)) if failed else CROWDED
                self._ended.wait(most * (0.5 + 0.5 * self._chance.random()))
            elif not more:
                self._ended.wait(BREATH)
                self._wait()
        self.shipper.close()
        self._bell.close()
        self._alarm.close()

    def _turned_away(self, error: NoDoor) -> None:
        """Note that the floor is absent, or refuses the table, or this computer's own file blocks it; the
        last two are reported once they have lasted.
        """
        if not isinstance(error, AccountRefused) and error.trouble not in UNTIL_MENDED:
            self._since = None
            return
        if self._since is None:
            self._since = self._now()
        if not self.is_refused and self._now() - self._since >= REFUSED_FOR:
            self.is_refused = True
            self._refused(error)

    def _note_success(self) -> None:
        self._since = None
        if self.is_refused:
            self.is_refused = False
            self._refused(None)

    def _wait(self) -> None:
        """Wait for a wake-up, a hint of the floor, or the time of the next sign of life."""
        floor = self.shipper.fileno()
        woken = self._alarm.fileno()
        if woken in readable([woken] if floor is None else [woken, floor], HEARTBEAT):
            self._alarm.recv(64)
