"""A temporary folder stays as long as a process holds it, also while another process starts and clears."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

from console.base.system import clear, held_folder


def test_a_folder_that_is_being_made_is_not_cleared_by_another_process(tmp_path: Path) -> None:
    done = Event()

    def clears() -> int:
        found = 0
        while not done.is_set():
            found += clear("port-", tmp_path)
        return found

    with ThreadPoolExecutor() as beside, ExitStack() as held:
        clearing = beside.submit(clears)
        try:
            folders = [held_folder(held, "port-", tmp_path) for _ in range(400)]
        finally:
            done.set()
        assert clearing.result() == 0
        assert all(folder.is_dir() for folder in folders)
