"""The six ``.po`` files as they stand in the checkout, read and compiled by Babel."""

from __future__ import annotations

import atexit
import functools
import tempfile
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from console.base.words import LANGUAGES, Words

CHECKOUT = Path(__file__).resolve().parents[3]
FOLDER = CHECKOUT / "translations"


@functools.cache
def catalogue(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language, abort_invalid=True)


@functools.cache
def phrases(language: str) -> dict[str, Message]:
    found = (message for message in catalogue(language) if message.id)
    return {message.id if isinstance(message.id, str) else message.id[0]: message for message in found}


def texts(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


@functools.cache
def words(language: str) -> Words:
    """The words as compiled from the sources as they are now."""
    return Words(language, compiled())


@functools.cache
def compiled() -> Path:
    """The folder of the compiled words: the checkout's, where none is older than its source."""
    if all(_changed(source.with_suffix(".mo")) >= _changed(source) for source in FOLDER.glob("*.po")):
        return FOLDER
    kept = tempfile.TemporaryDirectory(prefix="words-")
    atexit.register(kept.cleanup)
    folder = Path(kept.name)
    for language in LANGUAGES:
        with (folder / f"{language}.mo").open("wb") as target:
            write_mo(target, catalogue(language), use_fuzzy=True)
    return folder


def _changed(file: Path) -> int:
    return file.stat().st_mtime_ns if file.exists() else 0
