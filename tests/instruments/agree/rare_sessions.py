"""Sessions at random in which much happens that a shift seldom sees.

The console starts again, at once or after a while; the clock is set, also back over a change of shift;
dealers relieve one another, pit bosses come and go; reports wait behind others and go on into the next shift
or file; devices are lost; a preparation is broken off; worksheets are made; a month ends; a file is damaged
while a report is open, and salvaged by the next start.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from console.journal.archives import volumes
from console.table.state.note_kinds import NoteKind
from tests.instruments.account.rare_acts import Act, Noted, SetBy
from tests.instruments.account.sessions import HEADER, LINES, Sitting
from tests.instruments.differ.lines import Line
from tests.instruments.differ.wires import WheelBytes

HARMED: Final = 0.3
"""The share of starts in a report before which the journal's file is damaged."""
RARE: Final = 0.08
"""The share of lines before which something rare is done."""
OFF: Final = (20, 70, 400)
"""For how many seconds the console is off."""
NAMED: Final = {"roulette": "wheel", "blackjack": "reader"}


class RareSitting(Sitting):
    """One table; its lines are made up beside the second reader's table, which nobody compares here."""

    def __init__(self, seed: int, folder: Path) -> None:
        super().__init__(seed, folder)
        self.reference = self.account.table

    def files(self, count: int = LINES) -> list[Path]:
        """Play so many lines; the journal's files, the oldest first."""
        view = self.reference.view()
        with self.stack:
            for _ in range(count):
                self._let_time_pass(view)
                if self.chance.random() < RARE:
                    self._do_something_rare()
                    view = self.reference.view()
                view = self._send(self._next_or_rare(view))
        return volumes(self.path)

    def _send(self, text: str) -> Line:
        view: Line = self.reference.take(text)
        self.reference.entered(self._seen(text)["entry"])
        return view

    def _let_time_pass(self, view: Line) -> None:
        """Some seconds; near a bound often up to it; the month's new file is begun by a start."""
        wait = self.chance.choice((0.25, 1, 2, 3, 5, 8, 12, 20, 58))
        if self.reference.report and self.chance.random() < 0.5:
            wait = max(wait, self._to_bound() or 0.0)
        self.clock.advance(wait)
        self.screen.note_silence()
        is_over = len(volumes(self.path)) == 1 and self.clock.utc().astimezone().month == 12
        if is_over and self.chance.random() < 0.2:
            self._start_again()

    def _next_or_rare(self, view: Line) -> str:
        """The next line; often a second report, a worksheet where bets are settled by hand, a preparation
        that is begun or broken off.
        """
        chance, action = self.chance, view["prompt"]["action"]
        rare: list[Line] = []
        if self.reference.report and len(self.reference.queue) < 3:
            rare += [self.lines.incident()]
        if action == "settle":
            rare += [self.lines.settle()] * 2
        if self.reference.stage == "shoe":
            rare += [self.lines.reshuffle(), {"do": "close", "by": self.lines.by("pit_boss"), "on": True}]
        if rare and chance.random() < 0.15:
            return json.dumps(chance.choice(rare))
        return self._next(view)

    def _do_something_rare(self) -> None:
        chance = self.chance
        match chance.choice(("again", "off", "device", "remark", "relief", "relief", "people", *["act"] * 4)):
            case "again":
                self._start_again()
            case "off":
                self.clock.advance(chance.choice(OFF))
                self._start_again()
            case "device":
                kinds = (NoteKind.DEVICE_LOST, NoteKind.DEVICE_SILENT, NoteKind.DEVICE_CONNECTED)
                self.screen.note(chance.choice(kinds), None, NAMED.get(self.game, "shoe"), None)
            case "act":
                self._do_beside(self._rare_act(chance))
            case "remark":
                self._send(json.dumps({"do": "say", "by": self.lines.by("dealer"), "text": "seen T1-1"}))
            case "relief":
                who = chance.choice(("D1", "D2", "D3", "D4"))
                self._send(json.dumps({"do": "sign_in", "who": who, "role": "dealer"}))
            case "people":
                boss = self.lines.by("pit_boss")
                self._send(
                    json.dumps(
                        chance.choice(
                            (
                                {"do": "call", "by": self.lines.by("dealer"), "on": chance.random() < 0.7},
                                {"do": "sign_out", "who": boss},
                                {"do": "sign_in", "who": "P2", "role": "pit_boss"},
                            )
                        )
                    )
                )

    def _do_beside(self, act: Act) -> None:
        if isinstance(act, Noted):
            self.screen.note(act.kind, act.who, act.text, act.terminal)
            return
        if isinstance(act, SetBy):
            self.clock.set(act.seconds)
        self._send(act.line)

    def _start_again(self, *, harmed: bool = False) -> None:
        before = len(volumes(self.path))
        if harmed or (self.reference.report and self.harm.random() < HARMED):
            self.stack.close()
            self.path.write_bytes(bytes(HEADER) + self.path.read_bytes()[HEADER:])
        self.screen = self._opened()
        if len(volumes(self.path)) > before:
            self.reference.other_file(self.screen.session.view().entry)
        self.reference.wheel_gap, self.reference.wheel_bytes = True, WheelBytes()
