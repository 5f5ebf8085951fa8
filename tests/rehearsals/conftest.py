"""A rehearsal's journal is written to the disk as any: here to memory, for the suite waits for no disk."""

import tempfile
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture(autouse=True)
def in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    if MEMORY.is_dir():
        monkeypatch.setattr(tempfile, "tempdir", str(MEMORY))
