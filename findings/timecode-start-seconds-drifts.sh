#!/usr/bin/env bash
# timecode 1.5.1: an hour given in seconds becomes 01:00:03;17 at 29.97 frames a second.
#
# Expected: start_seconds is the time in seconds; drop-frame code (SMPTE ST 12-1) exists so that it agrees
# with the clock: 3,600 seconds are 01:00:00;00, within a frame. The same holds for the float of a timecode.
# Seen: seconds are multiplied by 30 instead of 30000/1001: 3.6 seconds too much an hour, and in float 3.6
# too little. At 25 and 50 it is right to the frame.
# Hurts: whoever finds a moment in a recording of 29.97 or 59.94: after a shift of eight hours it is half a
# minute off.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'timecode==1.5.1'

cat > "$dir/try.py" <<'END'
from timecode import Timecode

for rate in ("25", "50", "29.97", "59.94"):
    print(rate, Timecode(rate, start_seconds=3600), round(Timecode(rate, "01:00:00:00").float, 1))
END

cat > "$dir/expected" <<'END'
25 00:59:59:24 3600.0
50 00:59:59:49 3600.0
29.97 01:00:03;17 3596.4
59.94 01:00:03;35 3596.4
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 3,600 seconds are 01:00:03;17"
else
    echo "changed: timecode-start-seconds-drifts"
    exit 1
fi
