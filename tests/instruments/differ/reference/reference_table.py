"""A table of the protocol, made from its text alone: it takes a line and shows the view."""

from __future__ import annotations

from collections.abc import Callable

from tests.instruments.differ.reference.device_lines import DeviceLines
from tests.instruments.differ.reference.line_form import parse
from tests.instruments.differ.reference.table_values import Refused
from tests.instruments.differ.rounds import Shown


class ReferenceTable(DeviceLines):
    """One table of a game under a rulebook."""

    def take(self, text: str) -> Shown:
        """Take a line, and show its view."""
        self.ended = self.announced = self.sheet = None
        line: Shown = {}
        refused = None
        self.counts = True
        try:
            line = parse(text)
            self.act(line)
        except Refused as error:
            refused = error
        self.said(refused)
        return self.view(refused)

    def act(self, line: Shown) -> None:
        """Act on one line; a Refused changes nothing (but what a halt does)."""
        do = line["do"]
        acts: dict[str, Callable[[Shown], None]] = {
            name.removeprefix("do_"): getattr(self, name) for name in dir(self) if name.startswith("do_")
        }
        acts[do](line)
        if do in ("sign_in", "sign_out", "seats", "say", "view", "call", "manual", "settle"):
            self.counts = False
        self.orders()
        self.queued()
        self.number_kept()
