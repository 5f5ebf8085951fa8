"""The mark on a document of a table that was not LIVE: nothing at it reached players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.records.documents.paper import Paper
from console.table.core import JournalOrigin
from console.table.custody import origin_of


def origin_mark(origins: Iterable[JournalOrigin], words: Words) -> str:
    """The line for these tables; empty if all are LIVE."""
    found = dict.fromkeys(each for each in origins if each is not JournalOrigin.LIVE)
    return words.side_by_side(words.text(f"origin.{each}") for each in found)


def file_mark(files: Sequence[Path], words: Words) -> str:
    """The line for the tables of these journals."""
    return origin_mark(map(origin_of, files), words)


def json_origin(files: Sequence[Path]) -> dict[str, list[str]]:
    """The ``origin`` in JSON on these journals together: those of their tables, only if one is not LIVE."""
    found = sorted({str(origin_of(each)) for each in files})
    return {} if found == [JournalOrigin.LIVE] else {"origin": found}


def marked(paper: Paper, files: Sequence[Path], words: Words) -> Paper:
    return replace(paper, mark=file_mark(files, words))
