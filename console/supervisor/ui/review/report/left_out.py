"""The tables of a floor that are missing from a page's figures."""

from __future__ import annotations

from collections.abc import Sequence

from console.supervisor.review.questions import JournalDifference
from console.table.ui.page import Page


def say_left_out(page: Page, tables: Sequence[JournalDifference]) -> None:
    match tables:
        case []:
            return
        case [one]:
            page.say_in(one.text)
        case _:
            page.say("review.left_out", tables=tuple(dict.fromkeys(each.table for each in tables)))
