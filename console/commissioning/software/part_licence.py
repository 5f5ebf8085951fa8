"""The licence of an installed part, as its maker wrote it; nothing is guessed.

It is in one of three places, of different ages: an SPDX expression, a line by the maker, a classifier. If
none of them has it, it is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution
from typing import Final

LONGEST: Final = 100
"""The most characters of a line that names a licence; a longer text is the licence itself."""
_CLASSIFIER: Final = "License :: "
_TEXT: Final = re.compile(r"(?i)(licen[cs]e|copying|notice)")


def licence_of(part: Distribution) -> str | None:
    """The part's licence; None if the part names none."""
    written: Mapping[str, object] = part.metadata.json
    for key in ("license_expression", "license"):
        licence = str(written.get(key) or "").strip()
        if licence and len(licence) <= LONGEST and "\n" not in licence and licence.casefold() != "unknown":
            return licence
    listed = written.get("classifier")
    named = (
        [str(each) for each in listed if str(each).startswith(_CLASSIFIER)]
        if isinstance(listed, list)
        else []
    )
    return " AND ".join(each.rpartition(" :: ")[2] for each in named) or None


def texts_of(part: Distribution) -> Iterator[tuple[str, str]]:
    """The licence texts that come with a part, with the names of their files."""
    for file in part.files or ():
        in_metadata = ".dist-info/" in file.as_posix()
        if in_metadata and _TEXT.match(file.name):
            yield file.as_posix().partition(".dist-info/")[2], file.read_text(encoding="utf-8")
