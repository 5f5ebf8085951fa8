#!/usr/bin/env bash
# coverage 7.17.5 with PySide6 6.11.3: lines that ran in a QThread are reported as never run.
#
# Expected: threads are measured by default (concurrency = thread in the documentation).
# Seen: the tracer is put into threads that Python's threading starts. A QThread's run() has run (the number
# is there) and its lines are missing; the same work in threading.Thread is covered. None of coverage's
# settings for concurrency names Qt.
# Hurts: workers of Qt programs: tests are written twice, or their code is believed dead.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'coverage==7.17.5' 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import json
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
(here / "work.py").write_text(
    """
import threading

from PySide6.QtCore import QThread

done = []


class Qt(QThread):
    def run(self):
        done.append("qt")


class Plain(threading.Thread):
    def run(self):
        done.append("plain")


first, second = Qt(), Plain()
first.start()
first.wait()
second.start()
second.join()
print(done)
"""
)
run = [sys.executable, "-m", "coverage"]
print(subprocess.run([*run, "run", "--include=*/work.py", "work.py"], cwd=here, capture_output=True, text=True, check=True).stdout.strip())
subprocess.run([*run, "json", "-q", "-o", "c.json"], cwd=here, check=True)
missing = next(iter(json.loads((here / "c.json").read_text())["files"].values()))["missing_lines"]
print("not covered:", [(here / "work.py").read_text().splitlines()[line - 1].strip() for line in missing])
END

cat > "$dir/expected" <<'END'
['qt', 'plain']
not covered: ['done.append("qt")']
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: run() of a QThread is not covered although it ran"
else
    echo "changed: coverage-does-not-see-qthreads"
    exit 1
fi
