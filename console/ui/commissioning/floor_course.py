"""The trial of the floor over the commissioning's page: the floor takes an entry, and somebody at the wall
comes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial

from console.commissioning.proof import Proof, Section, Verdict
from console.commissioning.table_proofs import FloorTrial
from console.table.state.note_kinds import NoteKind
from console.ui.commissioning.task_panel import TaskPanel
from console.ui.kit.work import Progress
from console.ui.review.page import Page
from console.ui.review.table_acts import TableActs


class FloorCourse:
    """The floor, tried by the table's own session and its own line."""

    def __init__(self, acts: TableActs, page: Page, task: TaskPanel) -> None:
        """``page`` shows the progress, and ``task`` a person's task."""
        self._acts, self._page, self._task = acts, page, task

    async def through(self, floor: FloorTrial) -> AsyncIterator[Proof]:
        """Each proof as it is made."""
        page, words = self._page, self._page.words
        if (untried := floor.obstacle) is not None:
            yield untried
            return
        about = words.text(f"commissioning.section.{Section.LINK}")
        page.progress.begin("commissioning.window.proving", words, section=about)
        entry = await self._acts.note_entry(NoteKind.FLOOR_TRIED)
        shipped = await page.work.of(lambda going_on: floor.receipt_proof(entry, going_on))
        yield shipped
        is_there = shipped.verdict is Verdict.PROVED
        if is_there and floor.witness_notes is not None:
            self._task.ask(
                "commissioning.window.witness",
                floor.witness_within,
                may_leave=True,
                folder=str(floor.witness_notes),
            )
        yield await self._waited(partial(floor.witness_proof, entry), is_there=is_there)
        if not is_there:
            yield floor.missing_call_proof
            return
        self._task.ask("commissioning.window.calling", floor.comes_within, may_leave=True)
        yield await self._waited(partial(floor.call_proof, entry))

    async def _waited(self, tried: Callable[[Progress], Proof], *, is_there: bool = True) -> Proof:
        """What comes of a task that somebody does; the key beneath it goes on without. ``is_there``: what is
        to be signed is on the floor, or nobody waits.
        """
        task = self._task

        def going_on(of: Progress, share: float) -> bool:
            return of(share) and is_there and not task.is_left

        try:
            return await self._page.work.of(lambda of: tried(partial(going_on, of)))
        finally:
            task.end()
