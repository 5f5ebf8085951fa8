"""The trial of the game server's link over the commissioning's page: its progress, and a person's task."""

from __future__ import annotations

import asyncio
from typing import Final

from console.commissioning.proof import Proof, Section
from console.commissioning.table_proofs import LinkOnTrial, LinkStep
from console.ui.commissioning.task_panel import TaskPanel
from console.ui.review.page import Page

_SECTION: Final = f"commissioning.section.{Section.LINK}"


class LinkCourse:
    """The link, tried by the console's own connection."""

    def __init__(self, page: Page, task: TaskPanel) -> None:
        """``page`` shows the progress, and ``task`` a person's task."""
        self._page, self._task = page, task
        self._under_way: object = None
        """The present trial; None without one."""

    @property
    def is_under_way(self) -> bool:
        """Whether the link is tried now."""
        return self._under_way is not None

    async def through(self, link: LinkOnTrial) -> tuple[Proof, ...]:
        """Every step was tried: the result."""
        loop, page = asyncio.get_running_loop(), self._page
        this = self._under_way = object()

        def show(step: LinkStep) -> None:
            if self._under_way is this:  # what is told late belongs to a trial that was stopped
                self._show(step, link.out)

        def show_soon(step: LinkStep) -> None:
            loop.call_soon_threadsafe(show, step)

        try:
            return await page.work.of(lambda going_on: link.proofs(going_on, show_soon))
        finally:
            if self._under_way is this:
                self._under_way = None
                self._task.end()

    def _show(self, step: LinkStep, out: float) -> None:
        page = self._page
        if step.is_a_persons:
            self._task.ask(f"commissioning.window.link.{step}", out if step is LinkStep.OUT else None)
            page.progress.begin("commissioning.window.proving", page.words, section=page.words.text(_SECTION))
        else:
            self._task.end()
            page.progress.begin(f"commissioning.window.link.{step}", page.words)
        page.refresh()
