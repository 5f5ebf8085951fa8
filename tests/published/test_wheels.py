"""Published cases 28 and 29: a wheel whose pockets are not alike, and another ball, over the protocol."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from console.floor.table_side.own_report import OutsideFacts, self_report_of
from console.floor.ui.appearance import detail_text, what_text
from console.supervisor.reports import WheelWatch
from console.table.core import NoteKind, SetClock, ShownTable
from tests.floor.readings import table
from tests.floor.test_card_sets import TOLD, alarms
from tests.published.scene import EN, Learns, Reader, paper
from tests.supervisor.history.test_card_sets import PEOPLE
from tests.table.core.tables import Seen
from tests.table.core.wheel_at_random import number_read, spin_line
from tests.table.played import CLOSED, DONE_D, DONE_P, OPEN, START, TICK, session_at, written

OPENING = (*PEOPLE, {**DONE_P, "note": "W-17"}, DONE_P, DONE_P, DONE_P)
DISCS = (1, 7, 12, 20, 29)


def spin(number: int) -> tuple[Seen, ...]:
    return (OPEN, CLOSED, spin_line(5), number_read(number), DONE_D)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("times", [2.0, 1.5])
def test_a_wheel_with_discs_on_five_pockets_speaks_by_itself(
    tmp_path: Path, times: float, learns: Learns
) -> None:
    """Case 28, Switzerland 2019: five pockets come twice, or half as often again, as they should."""
    shares = [times if number in DISCS else 1.0 for number in range(37)]
    chance, clock, found = Random(1), SetClock(START), list[tuple[NoteKind, str]]()
    journal = tmp_path / "T7.db"
    with session_at(journal, clock, game="roulette", rules="sv", is_ready=False) as session:
        watch = WheelWatch(journal, lambda kind, text: found.append((kind, text)))
        lines = OPENING
        while not found:
            for line in lines:
                clock.advance(TICK)
                view = session.take(msgspec.json.encode(line))
                assert view.accepted, (line, view.why)
            watch.observe(ShownTable(view, session.table, None, None))
            watch.wait()
            lines = spin(chance.choices(range(37), shares)[0])
        for kind, text in found:
            session.note(kind, text=text)
        after = f"{session.table.round_number} spins"
        told = self_report_of(ShownTable(view, session.table, None, None), START, OutsideFacts())
    shown = alarms(table("T7", wheels=list(told.wheels)), kinds=TOLD)
    assert shown, "the overview is silent"
    for item in shown:
        learns(28, Reader.OVERVIEW, f"{what_text(EN, item)}: {detail_text(EN, item)}", "W-17", after=after)
    handed_over = paper(journal, "report", "--handover")
    learns(28, Reader.NEXT_SHIFT, handed_over, "W-17", "Numbers", after=after)


def test_of_another_ball_the_record_has_only_who_checked_one(tmp_path: Path, learns: Learns) -> None:
    """Case 29, Austria 2003: a camera's; no step tries a ball with a magnet."""
    journal = written(
        tmp_path / "T7.db", *OPENING, *spin(7), *spin(20), code="sv", game="roulette", is_ready=False
    )
    report = paper(journal, "report")
    for words in (("Check that the ball is smooth",), ("D1", "20/11/2026")):
        learns(29, Reader.CAMERA, report.partition("Staffing")[2], *words)
