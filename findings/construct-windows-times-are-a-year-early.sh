#!/usr/bin/env bash
# construct 2.10.70: a Windows time read with the documented epoch of 1600 is 366 days early.
#
# Expected: the moment itself: Timestamp's documentation gives 10**-7 as unit and 1600 as epoch "on Windows".
# Seen: a FILETIME counts from 1 January 1601 (Microsoft, "FILETIME structure"); 1600 was a leap year, so
# each time lies 366 days before its own. With 1601 it is right. No error is raised, as the day is a valid
# one.
# Hurts: logs and files of Windows recorders and readers: 27 October 2026 becomes 26 October 2025, and
# each weekday is wrong by two.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'construct==2.10.70' 'arrow==1.4.0'

cat > "$dir/try.py" <<'END'
import re

from construct import Int64ul, Timestamp

print("documented:", re.search("[0-9]+ on Windows", Timestamp.__doc__.split("Epoch")[1]).group())
# Microsoft: 116444736000000000 intervals of 100 ns lie between 1 January 1601 and 1 January 1970.
for name, octets in (
    ("1970-01-01T00:00", (116444736000000000).to_bytes(8, "little")),
    ("2026-10-27T12:00", (116444736000000000 + 1793102400 * 10**7).to_bytes(8, "little")),
):
    for epoch in (1600, 1601):
        print(name, epoch, f"{Timestamp(Int64ul, 10**-7, epoch).parse(octets):YYYY-MM-DDTHH:mm}")
END

cat > "$dir/expected" <<'END'
documented: 1600 on Windows
1970-01-01T00:00 1600 1968-12-31T00:00
1970-01-01T00:00 1601 1970-01-01T00:00
2026-10-27T12:00 1600 2025-10-26T12:00
2026-10-27T12:00 1601 2026-10-27T12:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: with the documented epoch a Windows time is 366 days early"
else
    echo "changed: construct-windows-times-are-a-year-early"
    exit 1
fi
