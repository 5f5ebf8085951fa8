"""The trial of the game server's link over the commissioning's page: what goes on, and what a person does."""

from __future__ import annotations

import asyncio

from console.commissioning.proof import Proof
from console.commissioning.table_proofs import LinkOnTrial
from console.ui.dealer.prompt import announce
from console.ui.review.page import Page


class LinkCourse:
    """The link, tried by the console's own connection."""

    def __init__(self, page: Page) -> None:
        """``page`` shows what goes on."""
        self._page = page

    async def through(self, link: LinkOnTrial) -> tuple[Proof, ...]:
        """What came of it, once all was tried."""
        loop, page = asyncio.get_running_loop(), self._page

        def told(step: str) -> None:
            loop.call_soon_threadsafe(self._show, step, link.out)

        return await page.work.of(lambda going_on: link.proofs(going_on, told))

    def _show(self, step: str, out: float) -> None:
        page = self._page
        page.progress.begin(f"commissioning.window.link.{step}", page.words, seconds=round(out))
        announce(page, page.progress.text, at_once=True)
        page.refresh()
