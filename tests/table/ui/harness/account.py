"""An account of the jobs given to a table and those it has ended, so that no test waits by time.

A job may be between two threads: taken from the queue and not begun, ended and not shown yet. An empty
queue would look like rest.
"""

from __future__ import annotations

import queue
import threading
from collections import Counter, defaultdict, deque
from typing import Any, Final
from weakref import WeakKeyDictionary

from console.table.core import About, BytesJob, Job, NoteJob, ShownTable, Station
from console.table.core.running import station
from console.table.core.running.station import BeatJob, ClockJob, LookJob
from console.table.devices import DeviceRole, Health, SimulatedDevice, SimulatedWheel

_ACCOUNTS: Final = WeakKeyDictionary[Station, "Account"]()
_OPEN: Final = frozenset((Health.CONNECTED, Health.SILENT))
"""The health of a device whose port is open: one that was silent speaks again through the same port."""


class Account(queue.Queue[Any]):
    """In the place of a station's queue: what has gone through it, and through the wires that lead to it.

    Bytes are counted by their device, since the station puts those together that are no reading alone.
    """

    def __init__(self) -> None:
        super().__init__()
        self.shown: ShownTable | None = None
        """The station's last view."""
        self._lock = threading.Lock()
        self._open = 0
        """Jobs that were given and have not ended; no bytes."""
        self._bytes = Counter[str]()
        """Bytes of each device that were given and have not been taken."""
        self._on_wires = defaultdict[str, bytearray](bytearray)
        """Bytes of each device that were sent and have not been given."""
        self._connected = set[str]()
        self._kept = ""
        """The device whose bytes are no reading yet and wait for those that follow."""
        self._last = deque[Job | None](maxlen=6)
        """The last value that was given."""

    def put(self, item: Job | None, block: bool = True, timeout: float | None = None) -> None:
        """Something is given."""
        with self._lock:
            self._kept = ""
            self._last.append(item)
            match item:
                case BytesJob():
                    self._bytes[item.device] += len(item.received)
                    self._came(item.device, item.received)
                case None | BeatJob() | LookJob():
                    pass
                case _:
                    self._open += 1
                    self._know_wires(item)
            super().put(item, block, timeout)

    def _came(self, device: str, received: bytes) -> None:
        """Bytes have come; those sent before them will not."""
        sent = self._on_wires[device]
        del sent[: max(0, sent.find(received)) + len(received)]

    def _know_wires(self, job: Job) -> None:
        if not isinstance(job, NoteJob) or job.what.row.about is not About.DEVICE or job.text is None:
            return
        health = job.what.row.health
        if health in _OPEN:
            self._connected.add(job.text)
        elif health is not None:  # what was on its way is lost
            self._connected.discard(job.text)
            self._on_wires[job.text].clear()

    def knows(self, device: str) -> bool:
        """Whether a device's port has been opened to the end."""
        with self._lock:
            return device in self._connected

    def ended(self, job: Job) -> None:
        """Something has been taken and shown."""
        with self._lock:
            self._kept = ""
            match job:
                case BytesJob():
                    self._bytes[job.device] -= len(job.received)
                case ClockJob() | BeatJob() | LookJob():
                    pass  # nobody gave it
                case _:
                    self._open -= 1

    def keeps(self, device: str) -> None:
        """Bytes wait for more of their device."""
        with self._lock:
            self._kept = device if self.empty() else ""

    def sent(self, device: str, data: bytes) -> None:
        """Bytes are on a wire; of a wheel's, only what a port that is open does not lose."""
        with self._lock:
            if device in self._connected or device != DeviceRole.WHEEL:
                self._on_wires[device] += data

    @property
    def is_even(self) -> bool:
        """Whether all has ended that was given; a wheel's line that says nothing new may wait for another."""
        with self._lock:
            waits = {device for device, number in self._bytes.items() if number}
            return self._open == 0 and waits <= {self._kept} & {DeviceRole.WHEEL}

    @property
    def wires_are_even(self) -> bool:
        """Whether all has been given that was sent."""
        with self._lock:
            return not any(self._on_wires.values())

    def __str__(self) -> str:
        """The jobs and bytes that have not ended and the last jobs, for the message of a wait in vain."""
        wires = {device: bytes(sent) for device, sent in self._on_wires.items() if sent}
        still = f"{self._open} jobs open, bytes to be taken {dict(+self._bytes)}, on the wires {wires}"
        return f"{still}, given last {[*self._last]}"


def account_of(of: Station) -> Account:
    """The account of a station's jobs."""
    return _ACCOUNTS[of]


def is_at_rest(of: Station) -> bool:
    """Whether a station was given all that was sent, has ended it, and its clock has nothing to say."""
    account = _ACCOUNTS[of]
    return account.wires_are_even and account.is_even and (of._backlog.anything or of._due_job() is None)


def watch_wire(device: SimulatedDevice | SimulatedWheel, account: Account) -> None:
    """Count what a device sends; from now on."""
    wire = device._wire if isinstance(device, SimulatedWheel) else device._outbox.wire
    write = wire.write

    def counted(data: bytes) -> None:
        if wire.ready:
            account.sent(device.name, data)
        write(data)

    wire.write = counted  # type: ignore[method-assign]


_made, _take, _time_for_more = Station.__init__, Station._take, Station._time_for_more


def _counts(made: Station, *given: Any, **named: Any) -> None:
    _made(made, *given, **named)
    account = _ACCOUNTS[made] = Account()
    made._jobs, shown = account, made._on_shown

    def show(what: ShownTable) -> None:
        account.shown = what
        shown(what)

    made._on_shown = show


def _takes(of: Station, job: Job) -> None:
    try:
        _take(of, job)
    finally:
        if of in _ACCOUNTS:
            _ACCOUNTS[of].ended(job)


def _waits_for_more(of: Station, device: DeviceRole, until: int) -> float:
    if of in _ACCOUNTS:
        _ACCOUNTS[of].keeps(device)
    return _time_for_more(of, device, until)


station.Station.__init__ = _counts  # type: ignore[method-assign, assignment]
station.Station._take = _takes  # type: ignore[method-assign, assignment]
station.Station._time_for_more = _waits_for_more  # type: ignore[method-assign, assignment]
