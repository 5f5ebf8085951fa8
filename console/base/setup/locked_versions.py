"""The lock file: every part in one exact version, with its files' digests; read before any installation."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

OWN: Final = "console"
"""The lock file's name for what the console itself and its build need; extras have their own names."""
FOR: Final = "# for:"
"""The beginning of the line over a block, which names what needs it."""


def lock_file(root: Path) -> Path:
    """The place of the lock file."""
    return root / "requirements.lock"


def needs_digest(root: Path) -> str:
    """The digest of all that ``pyproject.toml`` asks for: it shows whether the lock file is up to date."""
    import tomllib

    written = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    project = written["project"]
    asked = (project["dependencies"], written["build-system"]["requires"], project["optional-dependencies"])
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def is_of(root: Path, text: str) -> bool:
    """Whether the lock file was made from what ``pyproject.toml`` asks for now."""
    return f"# {needs_digest(root)}\n" in text


def parts_for(text: str, extras: Collection[str]) -> str:
    """The blocks that the console and these extras need, as pip reads them."""
    wanted = {OWN, *filter(None, extras)}
    found = []
    for block in re.split(r"\n\n+", text):
        named, _, lines = block.strip().partition("\n")
        if named.startswith(FOR) and wanted & set(named.removeprefix(FOR).split()):
            found.append(lines)
    return "\n".join(found) + "\n"
