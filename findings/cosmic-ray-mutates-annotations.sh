#!/usr/bin/env bash
# cosmic-ray 8.7.0: "int | None" in an annotation gives eleven mutants that no test can kill.
#
# Expected: mutants change what a program does. With "from __future__ import annotations" an annotation is
# never evaluated.
# Seen: the bar between two types is taken for the operator: a module of one signature and no other operator
# has 33 mutants, among them int / None and int ** None, and all survive. There are filters for operators and
# for marked lines, none for annotations.
# Hurts: the share that survives, in typed code: "| None" is its most frequent operator.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'cosmic-ray==8.7.0'

cat > "$dir/try.py" <<'END'
import collections
import pathlib
import subprocess
import sys

from cosmic_ray.work_db import WorkDB, use_db

here = pathlib.Path(__file__).parent
(here / "m.py").write_text(
    """from __future__ import annotations


def name(seat: int | None, of: str | None = None) -> dict[str, int] | None:
    return None
"""
)
(here / "c.toml").write_text(
    """[cosmic-ray]
module-path = "m.py"
timeout = 10.0
excluded-modules = []
test-command = "true"

[cosmic-ray.distributor]
name = "local"
"""
)
subprocess.run([pathlib.Path(sys.executable).parent / "cosmic-ray", "init", "c.toml", "s.sqlite"], cwd=here, check=True, capture_output=True)
with use_db(here / "s.sqlite", WorkDB.Mode.open) as db:
    kinds = collections.Counter("BitOr" in mutation.operator_name for item in db.work_items for mutation in item.mutations)
print("mutants of the bar in annotations:", kinds[True], "others:", kinds[False])
END

cat > "$dir/expected" <<'END'
mutants of the bar in annotations: 33 others: 0
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 33 mutants in one signature's annotations"
else
    echo "changed: cosmic-ray-mutates-annotations"
    exit 1
fi
