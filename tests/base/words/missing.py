"""Phrases that no catalogue has: what a test means to miss, and what it must not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from console.base.words import MISSED


@contextmanager
def lacking() -> Iterator[set[tuple[str, str]]]:
    """Miss phrases on purpose; after the block: the keys that were asked for, each with its language."""
    missed, before = set[tuple[str, str]](), set(MISSED)
    MISSED.clear()
    try:
        yield missed
    finally:
        missed |= MISSED
        MISSED.clear()
        MISSED.update(before)
