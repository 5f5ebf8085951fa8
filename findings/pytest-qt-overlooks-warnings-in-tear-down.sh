#!/usr/bin/env bash
# pytest-qt 4.5.0: qt_log_level_fail takes a warning of a fixture's set-up, and lets one of its tear-down
# pass.
#
# Expected: with qt_log_level_fail = WARNING a test fails if Qt warns in it; exceptions in Qt's loop are
# caught in set-up, call and tear-down alike.
# Seen: a warning before the test or in it fails it. One that comes as a fixture is taken down, where widgets
# and threads are ended, is neither counted nor among the captured messages; it goes to the error output of a
# green test.
# Hurts: suites that rely on it: what Qt says of timers and threads that outlive their window comes at that
# time.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pytest-qt==4.5.0' 'pytest==9.2.0' 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).parent
(here / "test_it.py").write_text(
    """
import pytest
from PySide6.QtCore import qWarning


@pytest.fixture
def before():
    qWarning("before")


@pytest.fixture
def after():
    yield
    qWarning("after")


def test_before(qtbot, before):
    pass


def test_within(qtbot):
    qWarning("within")


def test_after(qtbot, after):
    pass
"""
)
done = subprocess.run(
    [sys.executable, "-m", "pytest", "-v", "-o", "qt_log_level_fail=WARNING", here / "test_it.py"], capture_output=True, text=True, cwd=here
)
for name in ("before", "within", "after"):
    print(name, *re.findall(rf"test_{name} (PASSED|FAILED)", done.stdout))
END

cat > "$dir/expected" <<'END'
before FAILED
within FAILED
after PASSED
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a warning in tear-down leaves the test green"
else
    echo "changed: pytest-qt-overlooks-warnings-in-tear-down"
    exit 1
fi
