"""The folders beside the journal in which proofs put their own files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from console.base.system import clear, held_folder

_PREFIX: Final = ".commissioning-"


@contextmanager
def trial_folder(beside: Path) -> Iterator[Path]:
    """A folder on the journal's disk, for proofs about that disk. Raises OSError."""
    with ExitStack() as stack:
        yield held_folder(stack, _PREFIX, beside)


def clear_cut_off(journal: Path) -> bool:
    """Remove the folders that a table's killed commissionings left; returns whether there were any."""
    return clear(_PREFIX, journal.parent) > 0
