#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: each module imported after it is read as source, and the text stays in memory.
#
# Expected: an import with bytecode reads no source; linecache has what a traceback has asked for.
# Seen: PySide6 looks for its own name in the source of every module that is imported, also of one that does
# not use it and was loaded before, by inspect.getsource, which fills linecache for good.
# Hurts: a window's start and its memory, by twice the size of all its sources and of the standard library's
# in use. linecache.clearcache() gives the memory back; import what needs no Qt first to save the reading.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

echo 'TEXT = "no Qt here"' > "$dir/plain.py"
cat > "$dir/try.py" <<'END'
import linecache
import sys
from pathlib import Path

print("before", len(linecache.cache))
if "with" in sys.argv:
    import PySide6.QtCore  # noqa: F401
import plain
import json

kept = {Path(name).parent.name + "/" + Path(name).name for name in linecache.cache}
print("plain", any(name.endswith("/plain.py") for name in kept), "json", "json/__init__.py" in kept)
END

cat > "$dir/expected" <<'END'
before 0
plain False json False
before 0
plain True json True
END

{ "$dir/v/bin/python" "$dir/try.py"; "$dir/v/bin/python" "$dir/try.py" with; } > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the source of a module without Qt is read and kept"
else
    echo "changed: pyside6-keeps-the-source-of-modules"
    exit 1
fi
