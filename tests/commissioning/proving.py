"""A commissioning for the window's tests: its proofs come when they are let, and nothing is drawn."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from console.commissioning.devices.device_under_test import DeviceUnderTest
from console.commissioning.programme_at_table import TableCommissioning
from console.commissioning.proofs.link_proofs import link_proofs
from console.commissioning.proofs.machine_proofs import clock_proof, room_proof
from console.commissioning.proofs.panel_proofs import not_looked_at
from console.commissioning.proofs.rules_proof import rules_proofs
from console.commissioning.table_proofs import ProofsIncomplete, Repeatable, Step
from console.commissioning.ui.commissioning_screen import CommissioningScreen
from console.commissioning.ui.panel.panel_page import PanelPage
from console.commissioning.ui.panel.panel_steps import PanelStep
from console.supervisor.records import Paper, Proof, Section
from console.table.config import DeviceConfig, TableConfig
from console.table.core import Clock, Drift, Measure, Person, Trade
from console.table.devices import AngelEyeVoice, DeviceRole
from console.table.devices.line_format import NONE
from console.table.devices.readings import ShoePlace, Target
from console.table.game import DECK, load_rulebook
from console.table.link import GameServerLink
from console.table.people import PeopleError
from console.table.people.answers import PracticePerson
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED, certificate


@cache
def shipped_rules(rules: str, game: str) -> tuple[Proof, ...]:
    """The proofs of a shipped rulebook's scenes and rows, played once for every screen that has it."""
    return tuple(rules_proofs(load_rulebook(rules), game))


class ProofsOnCall:
    """Tells its steps one after the other, each as soon as it is let."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.steps, self.stopped = list(steps), False
        self._let = threading.Semaphore(0)

    def let(self, many: int) -> None:
        """Let ``many`` steps come."""
        for _ in range(many):
            self._let.release()

    def more(self) -> tuple[Step, ...]:
        """The next step; nothing at the end."""
        self._let.acquire()
        if self.stopped:
            raise ProofsIncomplete("stopped")
        return (self.steps.pop(0),) if self.steps else ()

    def stop(self) -> None:
        """Release the waiting threads."""
        self.stopped = True
        self._let.release()


class CommissioningOnCall(TableCommissioning):
    """The table's own, but for its proofs and its pages."""

    def __init__(
        self,
        config: TableConfig,
        clock: Clock,
        proofs: Sequence[Proof] = (PROVED, NOT_PROVED),
        link: GameServerLink | None = None,
    ) -> None:
        super().__init__(config, clock, self.draw, link=link)
        self.papers: list[Paper] = []
        self.runs: list[ProofsOnCall] = []
        self.proofs = tuple(proofs)
        self.technicians = 1
        self.people_error: PeopleError | None = None

    @property
    def lacks_technician(self) -> bool:
        if self.people_error is not None:
            raise self.people_error
        return not self.technicians

    def draw(self, paper: Paper) -> bytes:
        """Keep it."""
        self.papers.append(paper)
        return b"%PDF"

    def run(self, sections: frozenset[Section] = frozenset(Section)) -> ProofsOnCall:
        """The proofs that come are those of the rules; the other sections begin, and have none."""
        made: tuple[Step, ...] = (Section.MACHINE, Section.RULES, *self.proofs, Section.HOLDING)
        of = (step for step in made if (step if isinstance(step, Section) else step.section) in sections)
        self.runs.append(ProofsOnCall(tuple(of)))
        return self.runs[-1]


TECHNICIAN: Final = PracticePerson(Person("T1", "Tomas V.", Trade.TECHNICIAN, "en"), "5555")
"""Somebody to practise as who is on no list of ours: nothing is commissioned for practice."""


DRIFTS: Final = (
    Drift("shoe", Measure.UNREAD, 1.0, 57.7, 3.2e-6, 104),
    Drift("shoe", Measure.REPEATED, 4.8, 61.2, 1.1e-12, 4000),
    Drift("shoe", Measure.BETWEEN, 1.5, 3.4, 2.4e-9, 3120),
)
"""A shoe that errs, repeats and is slow."""
UNDER_TEST: Final = ("deck", "card", "half", "level", "spin", "number")
"""The steps of a device's test that are drawn."""


def under_test(step: str) -> DeviceUnderTest:
    """A shoe or a wheel at this step of its test."""
    if step == "level":
        return DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"), ("ROU-3.2.2",))
    if step in ("spin", "number"):
        tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"))
        for at, number in enumerate((17, 0, 32, 8), start=1):
            for state, last in ((2, 5), (3, 5), (4, 5), (5, number)):
                tested.receive(f"*X;{state};{at:03};{last:2};0;140;{at % 2}\r\n".encode())
            if step == "spin" or at < 4:
                tested.confirm(number)
        return tested
    tested, voice = DeviceUnderTest(DeviceConfig.usual(DeviceRole.SHOE, "/dev/none")), AngelEyeVoice(NONE)
    tested.in_order = step == "card"
    cards = DECK if step == "half" else DECK[:20] if step == "card" else (*DECK[3:30:2], DECK[40], DECK[40])
    for card in cards:
        tested.receive(voice.card(card, ShoePlace(Target.PLAYER, 1)))
    if step == "half":
        tested.receive(voice.cut_card() or b"")
    return tested


def go_to(panel: PanelPage, step: type[PanelStep]) -> None:
    """Leave out the panel's steps before this one."""
    while not isinstance(panel.step, step):
        panel.step.proved.emit(())
        assert not panel.isHidden(), f"{step.__name__} is not asked for here"


def commissioned(screen: CommissioningScreen, config: TableConfig, far: str) -> None:
    """Bring a table's screen to a state: ``new``, ``under way``, ``to sign``, ``failed`` or ``entered``."""
    screen.course.lacks_technician = far == "no technician"
    if far in ("new", "to look at", "no technician"):
        screen.refresh()
        return
    if far == "drifts":
        today = frozenset((Section.MACHINE, Section.LINK))
        screen.course.last.show(Repeatable(certificate(), (), today), DRIFTS)
        screen.refresh()
        return
    if far in UNDER_TEST:
        screen.course.run.begin_section(Section.DEVICES)
        screen.course.run.start(ProofsOnCall(()))
        screen.devices.panel.begin(under_test(far))
        screen.refresh()
        return
    rules = [*shipped_rules(config.rules, config.game)]
    link = [*link_proofs(config)]
    machine = [room_proof(Path.home() / "none.db"), clock_proof(None), *not_looked_at()]
    for section in (Section.MACHINE, Section.DEVICES, Section.LINK, Section.RULES):
        screen.course.run.begin_section(section)
    screen.course.run.add(*machine, *link, *rules)
    if far == "under way":
        screen.course.run.start(ProofsOnCall(()))
        about = screen.words.text(f"commissioning.section.{Section.RULES}")
        screen.progress.begin("commissioning.window.proving", screen.words, section=about)
        screen.progress.show_share(0.6)
    elif far in ("floor", "witness", "pull", "out"):
        screen.course.run.start(ProofsOnCall(()))
        screen.course.run.forget()
        screen.course.run.begin_section(Section.LINK)
        about = screen.words.text(f"commissioning.section.{Section.LINK}")
        screen.progress.begin("commissioning.window.proving", screen.words, section=about)
        key, seconds = {
            "floor": ("calling", 180.0), "witness": ("witness", 300.0), "pull": ("link.pull", None),
            "out": ("link.out", 10.0),
        }[far]  # fmt: skip
        waits = far in ("floor", "witness")
        folder = "/var/lib/dealer-console/witness-notes"
        screen.task.ask(f"commissioning.window.{key}", seconds, may_leave=waits, folder=folder)
    elif far == "failed":
        screen.course.run.begin_section(Section.HOLDING)
        screen.course.run.add(FAILED)
        screen.course.certificate = certificate(*screen.course.run.proofs)
        screen.message = screen.words.text("commissioning.not_signed")
    else:
        screen.course.run.begin_section(Section.HOLDING)
        screen.course.certificate = certificate(*screen.course.run.proofs)
        rasa = Person("T-14", "Rasa K.", Trade.TECHNICIAN, "lt")
        if far == "to sign":
            screen.course.sign_as_technician(rasa, b"")
        screen.course.is_entered = far in ("entered", "both pins")
        files = "commissioning-Table-7-20261121-030000.json, commissioning-Table-7-20261121-030000.pdf"
        key, slots = ("signed", {"name": "Rasa K."}) if far == "to sign" else ("entered", {"file": files})
        screen.message = screen.words.text(f"commissioning.window.{key}", **slots)
        screen.course.knows_both_pins = far == "both pins"
    screen.refresh()
