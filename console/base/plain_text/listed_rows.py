"""A list on a screen as it is printed, and the file to which it goes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class ListedRows(NamedTuple):
    """The rows of a list in their present order, as texts."""

    language: str
    title: str
    head: tuple[str, ...]
    """The texts under the title: what the list is about, and for whom it is printed."""
    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class WriteTarget(NamedTuple):
    """A file to write; ``replaces``: the person agreed to replace the file of that name."""

    path: Path
    replaces: bool = False
