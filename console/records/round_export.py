"""A round's file as JSON: what a program reads, with the proof in it and the page's own words beside it.

The object of an export, version 1: ``round_version`` 1, the fields of :mod:`console.records.round_file` by
their names (each of ``records`` as in :mod:`console.records.export`), ``proof`` (which
``dealer-console journal verify`` checks; null with the reason in ``unproven``), ``people_named`` (names by
id), ``text`` (the same in the words of one language, for people).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from console.records.paper import Paper, plain
from console.records.round_file import RoundFile
from console.records.safely import escaped

VERSION: Final = 1


def json_of(file: RoundFile, paper: Paper, names: Mapping[str, str]) -> bytes:
    """The export's object as UTF-8, one line a value, ending in a line end."""
    exported: dict[str, Any] = {
        "round_version": VERSION,
        **msgspec.to_builtins(file),
        "people_named": {who: names[who] for who in file.named if who in names},
        "text": plain(paper),
    }
    written = msgspec.json.format(msgspec.json.encode(exported), indent=2).decode()
    return (escaped(written) + "\n").encode()
