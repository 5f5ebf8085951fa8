"""A temporary folder stays as long as a process holds it, also while another process starts and clears."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

from console.base.system import clear, held_folder


def test_a_folder_that_is_being_made_is_not_cleared_by_another_process(tmp_path: Path) -> None:
    cleared: list[int] = []

    def clears_before_the_lock(event: str, _given: object) -> None:
        if event == "fcntl.flock" and not cleared:
            cleared.append(0)  # first, as clearing locks as well
            cleared[0] = clear("port-", tmp_path)

    sys.addaudithook(clears_before_the_lock)  # it can't be removed, and acts only once
    with ExitStack() as held:
        assert held_folder(held, "port-", tmp_path).is_dir()
        assert cleared == [0]
