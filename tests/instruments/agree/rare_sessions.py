"""Sessions at random in which much happens that a shift seldom sees.

The console starts again, at once or after a while; the clock is set, also back over a change of shift;
dealers relieve one another, pit bosses come and go; reports wait behind others and go on into the next shift
or file; devices are lost; a preparation is broken off; worksheets are made; a month ends; a file is damaged
while a report is open, and salvaged by the next start. Some houses must inform an office of most incidents,
which two people tick; the recorder has a picture of each, or none; supervisors come on duty; shifts sign.
"""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

from msgspec.structs import replace

from console.table.core import NoPicture, NoteKind, ProbeAnswer, ProbedVideo, events
from console.table.game import Rulebook
from console.table.game.incident_cases import OfficeToInform
from console.table.journal import archives
from tests.instruments.account.rare_acts import Act, Noted, SetBy
from tests.instruments.account.sessions import HEADER, LINES, Sitting
from tests.instruments.differ.cards import ALIKE_IN_A_SHOE, RANKS, SUITS
from tests.instruments.differ.comparing import as_object
from tests.instruments.differ.lines import Line
from tests.instruments.differ.wires import WheelBytes

HARMED: Final = 0.3
"""The share of starts in a report before which the journal's file is damaged."""
RARE: Final = 0.08
"""The share of lines before which something rare is done."""
OFF: Final = (20, 70, 400)
"""For how many seconds the console is off."""
NAMED: Final = {"roulette": "wheel", "blackjack": "reader"}
BESIDE: Final = 0.12
"""The share of lines before which something is done that has nothing to do with play."""
TOLD: Final = 0.6
"""The share of a house's rows of the decision table by which an office has to be informed."""
SETS: Final = ("17", "18", "19")
"""The numbers of the card sets of a house."""
BRINGS_SET: Final = ("receive_decks", "replace_shoe", "change_shoe", "quarantine_set")
HOURS: Final = (1, 24, 72)
"""Within so many."""
UNSHUFFLED: Final = 0.5
"""The share of disputed sessions whose first shoe is in the factory's order: the figures find it."""


class RareSitting(Sitting):
    """One table; its lines are made up beside the second reader's table, which nobody compares here."""

    def __init__(self, seed: int, folder: Path, *, disputed: bool = False) -> None:
        self.house, self.answers = Random(seed), Random(seed)
        """Their own, so that the lines of a session stay as they are."""
        super().__init__(seed, folder, disputed=disputed)
        if disputed and self.house.random() < UNSHUFFLED:
            self.lines.shoe = [rank + suit for suit in SUITS for rank in RANKS][::-1] * ALIKE_IN_A_SHOE
        self.reference = self.account.table
        self.unasked: list[str] = []
        """The incidents of whose picture the recorder was not asked yet."""

    def _rulebook(self) -> Rulebook:
        """The rulebook; every other house has to inform offices of incidents. The documents are read by the
        rulebook that the journal names: what was due then stands in the entries.
        """
        rulebook, house = super()._rulebook(), self.house
        if house.random() < 0.5:
            return rulebook
        rules = rulebook.games[self.game]
        kinds = {
            kind: tuple(
                replace(row, tell=OfficeToInform("authority", house.choice(HOURS)))
                if house.random() < TOLD
                else row
                for row in rows
            )
            for kind, rows in rules.incidents.kinds.items()
        }
        told = replace(rules, incidents=replace(rules.incidents, kinds=kinds))
        return replace(rulebook, games={**rulebook.games, self.game: told})

    def files(self, count: int = LINES) -> list[Path]:
        """Play so many lines; the journal's files, the oldest first."""
        view = self.reference.view()
        with self.stack:
            for _ in range(count):
                self._let_time_pass(view)
                if self.chance.random() < RARE:
                    self._do_something_rare()
                    view = self.reference.view()
                if self.house.random() < BESIDE:
                    self._do_beside_play()
                if self.answers.random() < BESIDE:
                    self._answer_contradiction()
                view = self._send(self._next_or_rare(view))
        return archives.volumes(self.path)

    def _send(self, text: str) -> Line:
        made, line = self.reference.incidents, as_object(text)
        if line.get("do") == "done" and self.reference.prompt()["action"] in BRINGS_SET:
            text = json.dumps({"set": self.house.choice(SETS), **line})
        view: Line = self.reference.take(text)
        seen = self._seen(text)
        if seen["prompt"].get("reason") == "card_set":  # the reader has no figures: it plays on, too
            lifted = {"do": "withdraw", "by": self.lines.by("pit_boss"), "reason": "they look well"}
            seen = self._seen(json.dumps(lifted))
        self.reference.entered(seen["entry"])
        self.unasked += [f"T1-i{number}" for number in range(made + 1, self.reference.incidents + 1)]
        return view

    def _answer_contradiction(self) -> None:
        """Somebody answers one of those that are open; not always somebody who may."""
        if found := self.screen.shown.table.contradictions.open:
            who = self.answers.choice(("S1", "S2", "P1", "P2"))
            self.screen.ask("answer_contradiction", self.answers.choice(found).id, who, "seen on the video")

    def _do_beside_play(self) -> None:
        """An office is informed, the recorder asked, a supervisor comes or goes, a shift is handed over."""
        house, screen, now = self.house, self.screen, self.clock.utc()
        table = screen.shown.table
        match house.choice(("tick", "tick", "picture", "picture", "unasked", "duty", "sign", "set")):
            case "tick" if table.notifications:
                ticked = house.choice(table.notifications)
                screen.ask("tick_notification", ticked, house.choice(("S1", "S2", "P1", "P2")))
            case "picture":
                incident = self.unasked.pop(0) if self.unasked and house.random() < 0.8 else ""
                why = house.choice((None, NoPicture.SLOW, NoPicture.UNREACHED))
                if incident or (why is not None) is not bool(table.console.video_missing):  # only news
                    minute = now.replace(second=0, microsecond=0) - timedelta(minutes=1)
                    probed = ProbedVideo(minute, ProbeAnswer(why, 2), incident)
                    kind = NoteKind.VIDEO_SEEN if why is None else NoteKind.VIDEO_MISSING
                    screen.note(kind, None, probed.text, None)
            case "unasked" if table.console.video_missing:
                screen.note(NoteKind.VIDEO_UNASKED, None, None, None)
            case "duty":
                present = table.console.on_duty
                if present is not None and house.random() < 0.2:
                    screen.note(NoteKind.SUPERVISOR_DISABLED, present.who, None, None)
                else:
                    told = now - timedelta(seconds=house.choice((1, 90, 900)))
                    screen.ask("set_on_duty", house.choice(("S1", "S2", "")), house.choice((None, told)))
            case "set":
                by, other = house.choice((("P1", "S1"), ("S1", "P2"), ("P1", "P1")))
                screen.ask("sign_card_set", house.choice(SETS), house.choice((*events.SetEnd,)), by, other)
            case "sign":
                shifts = [*dict.fromkeys(map(self._shift, (now - timedelta(minutes=5), now)))]
                side, by = house.choice((("outgoing", "P1"), ("incoming", "P2")))
                screen.ask("sign_handover", by, house.choice(shifts), side, house.choice(("", "all well")))

    def _let_time_pass(self, view: Line) -> None:
        """Some seconds; near a bound often up to it; the month's new file is begun by a start."""
        wait = self.chance.choice((0.25, 1, 2, 3, 5, 8, 12, 20, 58))
        if self.reference.report and self.chance.random() < 0.5:
            wait = max(wait, self._to_bound() or 0.0)
        self.clock.advance(wait)
        self.screen.note_silence()
        is_over = len(archives.volumes(self.path)) == 1 and self.clock.utc().astimezone().month == 12
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
        before = len(archives.volumes(self.path))
        if harmed or (self.reference.report and self.harm.random() < HARMED):
            self.stack.close()
            self.path.write_bytes(bytes(HEADER) + self.path.read_bytes()[HEADER:])
        self.screen = self._opened()
        if len(archives.volumes(self.path)) > before:
            self.reference.other_file(self.screen.session.view().entry)
        self.reference.wheel_gap, self.reference.wheel_bytes = True, WheelBytes()
