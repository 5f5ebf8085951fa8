"""The trial of the floor over the commissioning's page: it takes an entry, and somebody at the wall comes."""

from __future__ import annotations

from collections.abc import AsyncIterator

from console.commissioning.proof import Proof, Section, Verdict
from console.commissioning.table_proofs import FloorTrial
from console.table.judging.transition import FLOOR_TRIED
from console.ui.commissioning.task_panel import TaskPanel
from console.ui.review.page import Page
from console.ui.review.table_acts import TableActs


class FloorCourse:
    """The floor, tried by the table's own session and its own line."""

    def __init__(self, acts: TableActs, page: Page, task: TaskPanel) -> None:
        """``page`` shows what goes on, and ``task`` what a person does."""
        self._acts, self._page, self._task = acts, page, task

    async def through(self, floor: FloorTrial) -> AsyncIterator[Proof]:
        """Each proof as it is made."""
        page, words = self._page, self._page.words
        if (untried := floor.untried) is not None:
            yield untried
            return
        about = words.text(f"commissioning.section.{Section.LINK}")
        page.progress.begin("commissioning.window.proving", words, section=about)
        entry = await self._acts.noted(FLOOR_TRIED)
        shipped = await page.work.of(lambda going_on: floor.shipped(entry, going_on))
        yield shipped
        yield floor.countersigned()
        if shipped.verdict is not Verdict.PROVED:
            yield floor.not_called
            return
        self._task.ask("commissioning.window.calling", floor.comes_within)
        try:
            called = await page.work.of(lambda going_on: floor.called(entry, going_on))
        finally:
            self._task.end()
        yield called
