"""A rehearsal's record has each step that ended, though the next report opens with its end."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import msgspec

from console.rehearsals.at_play.jury import Jury
from console.rehearsals.at_play.mishaps import Mishaps
from console.rehearsals.at_play.rehearsed_table import RehearsedTable
from console.rehearsals.result import Right, StepTaken
from console.table.core import LineJob, ShownTable
from tests.table.core.tables import Driven, Seen
from tests.table.played import AUTHORISE, CLOSED, DONE_D, FELL, OPEN, card, incident


def steps_of(*lines: Seen) -> list[tuple[str, bool]]:
    """The steps that the jury records of these lines, and whether each was skipped."""
    driven = Driven("lt")
    session = driven.session
    table = SimpleNamespace(now=0.0, is_by_console=False, view=session.view(), table=driven.table)
    mishaps: Any = SimpleNamespace(count=1, is_handled=False, last=None, right=None)
    mishaps.right_of = lambda *_: Right(None)
    jury = Jury(cast(RehearsedTable, table), cast(Mishaps, mishaps), {})
    for line in lines:
        before, view_before = driven.table, session.view()
        assert driven.take(line)["accepted"], line
        job = LineJob(msgspec.json.encode(line))
        jury.judge(job, ShownTable(session.view(), driven.table, None), before, view_before)
    return [(each.action, each.skipped) for each in jury.course if isinstance(each, StepTaken)]


def test_the_last_step_is_recorded_though_the_next_report_opens_with_it() -> None:
    peeked = incident("prohibited_action", what="card_peeked")
    alone, before_another = steps_of(*FELL[:9]), steps_of(*FELL[:8], peeked, DONE_D)
    assert len(alone) == 1
    assert before_another == alone


def test_a_step_that_is_done_with_a_remark_is_not_skipped() -> None:
    """A dealer gives a reason with what is done; only a pit boss skips with one."""
    fell = (OPEN, CLOSED, card("9H"), incident("card_fell", cards=1, seen=True), AUTHORISE)
    (done,) = steps_of(*fell, {**DONE_D, "reason": "it lay beside the shoe"})
    assert not done[1]
