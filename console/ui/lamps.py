"""What the health lamps show: devices and their silence while a card is due, the game server, the journal.

Times are seconds of a monotonic clock and come from the caller; it draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, cast

from console.devices.health import Health
from console.devices.silence import judged
from console.table.views import Lamp, Prompt

Device = Literal["shoe", "reader", "wheel", "link"]

_CARD_PROMPTS: Final = frozenset(("deal", "rescan", "burn_card"))


class Lamps:
    """The health of a table's devices and of its journal."""

    def __init__(self, devices: Iterable[Device], silent_after: float) -> None:
        """The devices of the table and the game server's ``link``, if it has one.

        ``silent_after`` is the seconds after which a device is silent while a card is due.
        """
        self._links: dict[Device, Health] = {device: Health.RECONNECTING for device in devices}
        self._heard: dict[Device, float] = {}
        self._due: tuple[Prompt, float] | None = None
        self._silent_after = silent_after

    def link_changed(self, device: Device, health: Health) -> None:
        """A link was made or lost."""
        self._links[device] = health

    def heard(self, device: Device, now: float) -> None:
        """Bytes came."""
        self._heard[device] = now

    def asked(self, prompt: Prompt, now: float) -> None:
        """A prompt is due; one that waits for a card begins the silence anew."""
        if prompt.action not in _CARD_PROMPTS:
            self._due = None
        elif self._due is None or self._due[0] != prompt:
            self._due = (prompt, now)

    def shown(self, now: float, *, saving: bool, saved: bool, timed: bool = True) -> tuple[Lamp, ...]:
        """The lamps now; ``saving`` while a commit takes long, not ``saved`` where one has failed.

        The clock has one only where it is not right (not ``timed``).
        """
        journal: Literal["saving", "failed"] | None = "saving" if saving else None if saved else "failed"
        links = (Lamp(device, self._fault(device, now)) for device in self._links)
        clock = () if timed else (Lamp("clock", "unsynchronised"),)
        return (*links, Lamp("journal", journal), *clock)

    def _fault(self, device: Device, now: float) -> Literal["silent", "lost", "reconnecting"] | None:
        health = judged(
            self._links[device],
            last_byte=self._heard.get(device),
            due_since=self._due[1] if self._due and device != "link" else None,
            now=now,
            after=self._silent_after,
        )
        if health is Health.CONNECTED:
            return None
        return cast(Literal["silent", "lost", "reconnecting"], health.value)
