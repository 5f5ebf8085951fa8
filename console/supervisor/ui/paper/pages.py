"""Where pages end: strips of a document are put on pages of a height, without Qt or words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple


class Strip(NamedTuple):
    """A piece of a document that no page's end parts: a line, a row of a table, a chart."""

    paint: Callable[[Any], None]
    """Paints it, with its upper left corner at the painter's origin."""
    high: float
    gap: float = 0.0
    """The space above it, left out at the top of a page."""
    keeps: bool = False
    """Whether it stands on the page of the strip after it."""
    turns: bool = False
    """Whether it begins a page."""
    over: tuple[Strip, ...] = ()
    """The heads that are repeated above it if it begins a page."""
    at_top: Strip | None = None
    """Its form at the beginning of a page, if different."""
    entry: str = ""
    """The heading in the document's outline that leads to it."""
    inner: bool = False
    """Whether that heading is under the one before."""
    place: str = ""
    """The name by which the document's own links lead to it."""


class Placed(NamedTuple):
    strip: Strip
    top: float


def paginate(strips: Iterable[Strip], room: float) -> list[list[Placed]]:
    """The strips on pages of this height. Strips kept together that do not fit the rest of a page begin the
    next one; only if they are higher than a page, a page ends within them.
    """
    pages, low = list[list[Placed]]([[]]), 0.0

    def put(strip: Strip) -> None:
        nonlocal low
        low += strip.gap if pages[-1] else 0.0
        pages[-1].append(Placed(strip, low))
        low += strip.high

    for run in _runs(strips):
        whole = low + sum(strip.gap + strip.high for strip in run)
        if pages[-1] and (run[0].turns or whole > room):
            pages.append([])
        for strip in run:
            if pages[-1] and low + strip.gap + strip.high > room:
                pages.append([])
            if not pages[-1]:
                low = 0.0
                for head in strip.over:
                    put(head)
                strip = strip.at_top or strip
            put(strip)
    return pages


def _runs(strips: Iterable[Strip]) -> Iterator[Sequence[Strip]]:
    """The strips, grouped by what is kept on one page."""
    run = list[Strip]()
    for strip in strips:
        run.append(strip)
        if not strip.keeps:
            yield run
            run = []
    if run:
        yield run
