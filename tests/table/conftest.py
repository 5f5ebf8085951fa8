"""A game server for the tests of the link and of the window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table.link.far import Far


@pytest.fixture
def token(tmp_path: Path) -> Path:
    file = tmp_path / "token"
    file.touch(mode=0o600)
    file.write_text("geheimnis-7", "utf-8")
    return file


@pytest.fixture
def far() -> Iterator[Far]:
    server = Far()
    yield server
    server.close()
