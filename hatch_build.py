"""Builds the words: every ``translations/*.po`` becomes a ``.mo`` beside it, and goes into the wheel.

Run as a script it does the first half, which is how the set-up of a checkout gets its words.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands in every catalogue: what is built twice is the same to the byte (``python3 -m tests.build``)."""


def build_words(translations: Path) -> list[Path]:
    """Compile every ``.po`` of the folder; the compiled files, each whole at any moment."""
    return [build_language(source) for source in sorted(translations.glob("*.po"))]


def build_language(source: Path) -> Path:
    """Compile one ``.po``, named by its language, to the ``.mo`` beside it."""
    with source.open("rb") as written:
        catalogue = read_po(written, locale=source.stem, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = EPOCH  # or Babel writes the time of this build
    target = source.with_suffix(".mo")
    half = target.with_suffix(f".{os.getpid()}.mo")
    with half.open("wb") as compiled:
        write_mo(compiled, catalogue)
    half.replace(target)
    return target


class WordsHook(BuildHookInterface[Any]):
    """Hatchling's hook: the compiled words lie at ``console/translations`` in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the words and add them to what is packed."""
        for compiled in build_words(Path(self.root) / "translations"):
            build_data["force_include"][str(compiled)] = f"console/translations/{compiled.name}"


if __name__ == "__main__":
    build_words(ROOT / "translations")
