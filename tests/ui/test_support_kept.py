"""PySide6's own Python, which is compiled once and not at every start."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

from console.setup.environment import ROOT

LOADED = "import console.ui; print('shibokensupport.signature.parser' in __import__('sys').modules)"


def test_what_is_kept_of_it_is_made_anew_where_it_can_not_be_read(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)

    def loaded() -> str:
        command = [sys.executable, "-c", LOADED]
        return subprocess.run(command, env=env, cwd=ROOT, check=True, capture_output=True, text=True).stdout

    assert loaded() == "True\n"
    (kept,) = tmp_path.rglob("*.support")
    whole = marshal.loads(kept.read_bytes())
    assert all(len(key) == 32 for key in whole) and len(whole) > 5
    kept.write_bytes(kept.read_bytes()[:1_000])
    assert loaded() == "True\n"
    assert marshal.loads(kept.read_bytes()).keys() == whole.keys()
    assert [each.name for each in kept.parent.glob("*.support*")] == [kept.name]
