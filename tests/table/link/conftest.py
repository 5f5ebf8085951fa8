"""Fixtures of the link's tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table.link.certificates import Certificates


@pytest.fixture(scope="session")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    """A CA made for this run, and a stranger's."""
    folder: Path = tmp_path_factory.mktemp("certificates")
    return Certificates(folder)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a lost link come back without a pause, and count although the last connection was short."""
    monkeypatch.setattr("console.table.link.client.PAUSES", (0.0,))
    monkeypatch.setattr("console.table.link.client.HOLDS_AFTER", 0.0)
