"""A simulated device at a real table: no port, no thread, no clock; people who do what the prompt says."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from console.table.core import Entry, Resumption, Session, SetClock, Table, View, game_of, ready
from console.table.devices import SimulatedReader, SimulatedShoe
from console.table.game import load_rulebook
from console.table.game.baccarat import Coup


class MemoryWire:
    """A cable whose near end is this list of bytes."""

    url = "memory"

    def __init__(self) -> None:
        self.plugged = self.reading = True
        self.arrived = b""

    @property
    def listening(self) -> bool:
        return self.plugged and self.reading

    @property
    def ready(self) -> bool:
        return self.listening

    def plug_in(self) -> None:
        self.plugged = True

    def unplug(self) -> None:
        self.plugged = False

    def write(self, data: bytes) -> None:
        if self.listening:
            self.arrived += data

    def close(self) -> None:
        self.unplug()


class MemoryJournal:
    """A journal that keeps its entries in a list."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def last(self) -> int:
        return len(self.entries)

    def append(self, entries: Sequence[Entry], checkpoint: bytes | None = None) -> int:
        self.entries.extend(entries)
        return self.last


class Rehearsal:
    """A table, its device, and the people who work there."""

    def __init__(
        self,
        rules: str = "sv",
        *,
        reader: bool = False,
        is_ready: bool = True,
        seed: int = 1,
        repeats: int = 0,
        announces: bool = False,
    ) -> None:
        self.wire = MemoryWire()
        self.journal = MemoryJournal()
        baccarat = game_of(load_rulebook(rules), "baccarat")
        table = ready(baccarat) if is_ready else Table()
        self.session = Session(baccarat, self.journal, SetClock(), Resumption(table))
        seen = table.shoe.seen if is_ready else bytes(52)
        chance = random.Random(seed)
        self.device: SimulatedShoe | SimulatedReader
        if reader:
            self.device = SimulatedReader(
                chance, wire=self.wire, pace=None, used_counts=seen, on_cut_card=self._cut_card
            )
        else:
            self.device = SimulatedShoe(
                chance, wire=self.wire, pace=None, used_counts=seen, repeats=repeats, announces=announces
            )
        self.view = self.session.view()
        self.coups: list[Coup] = []
        self.refused: list[str] = []
        self.hear()
        self.show(self.view)

    def say(self, do: str, **fields: object) -> View:
        """A line of the protocol."""
        return self.show(self.session.take(msgspec.json.encode({"do": do, **fields})))

    def hear(self) -> View:
        """Whatever has arrived from the device, as one line."""
        data, self.wire.arrived = self.wire.arrived, b""
        if not data:
            return self.view
        name = "reader" if isinstance(self.device, SimulatedReader) else "shoe"
        return self.say("device", name=name, hex=data.hex())

    def show(self, view: View) -> View:
        before, self.view = self.view, view
        if view.refused:
            self.refused.append(view.refused)
        if view.coup and view.coup.outcome and before.phase == "dealing":
            self.coups.append(Coup(view.coup.player, view.coup.banker))
        self.device.show(view)
        return self.view

    def go_on(self) -> View:
        """The next act: the device's, else that of the person whom the prompt names."""
        if self.device.step():
            return self.hear()
        prompt = self.view.prompt
        match prompt.action:
            case "await_bets":
                return self.say("bets", state="open")
            case "wait":
                return self.say("bets", state="closed")
            case "sign_in":
                who = {"dealer": "D1", "pit_boss": "P1"}[prompt.actor]
                return self.say("sign_in", who=who, role=prompt.actor)
            case "open_table":
                return self.say("open", by="P1")
            case "resolve":
                return self.say("withdraw", by="P1")
            case _:
                by = "D1" if prompt.actor == "dealer" else "P1"
                return self.say("done", by=by, counted=prompt.whole_count)

    def play_to(self, action: str, **fields: object) -> View:
        """Go on until the prompt asks for this; AssertionError when it never does."""
        wanted = {"action": action, **fields}
        for _ in range(5_000):
            self.go_on()
            if all(getattr(self.view.prompt, name) == value for name, value in wanted.items()):
                return self.view
        raise AssertionError(f"no prompt {wanted}, but {self.view.prompt}")

    def _cut_card(self) -> None:
        """The dealer sees it."""
        self.say("cut_card")
