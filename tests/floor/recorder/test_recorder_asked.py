"""A LIVE table whose file names the recorder asks it for its camera's picture; a hanging one keeps nobody."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from console.table.devices import SimulatedShoe
from tests.floor.recorder.recorders import recorder
from tests.table.ui.window.test_dealers_licence import LiveTable
from tests.table.ui.window.test_live_table import file, shoe

__all__ = ["file", "shoe"]


def naming(file: Path, port: int) -> Path:
    """The table's file with a camera and the recorder at this port."""
    text = file.read_text("utf-8").replace("[table]\n", '[table]\ncamera = "cam-7"\n')
    probe = f"http://127.0.0.1:{port}/{{camera}}?t={{time}}"
    file.write_text(f'{text}[studio]\nvideo_probe = "{probe}"\n', "utf-8")
    return file


@pytest.mark.sweep(1)
@pytest.mark.parametrize("hangs", [False, True])
def test_the_recorder_is_asked_for_the_table_s_camera(
    qtbot: QtBot, file: Path, shoe: SimulatedShoe, hangs: bool
) -> None:
    with recorder() as served:

        def hang(asked: BaseHTTPRequestHandler) -> None:
            served.over.wait(60)

        if hangs:
            served.answer = hang
        with LiveTable(qtbot, naming(file, served.port), shoe).opened() as work:
            work.until(lambda: bool(served.asked))
            work.follow()
            assert work.view.prompt.action
        path, _ = served.asked[0]
        assert path.startswith("/cam-7?t=20") and path.endswith("Z")
