#!/usr/bin/env bash
# msgspec 0.22.0: the last moment of a year is decoded as the first one of the next.
#
# Expected: digits beyond the microsecond are dropped, as datetime.fromisoformat() does, so that a moment
# never moves into another second, shift or day.
# Seen: they are rounded. 2025-12-31T23:59:59.9999996Z is 2026-01-01T00:00:00Z for msgspec.
# Hurts: journals with nanoseconds: a file's name, a day's sum or a shift is another one by which library
# read the line.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'msgspec==0.22.0'

cat > "$dir/try.py" <<'END'
import datetime
import json

import msgspec

for text in ("2025-12-31T23:59:59.9999996Z", "2025-03-05T14:05:06.1234565Z"):
    ours = msgspec.json.decode(json.dumps(text), type=datetime.datetime)
    print(text, "msgspec:", ours.isoformat(), "Python:", datetime.datetime.fromisoformat(text).isoformat())
END

cat > "$dir/expected" <<'END'
2025-12-31T23:59:59.9999996Z msgspec: 2026-01-01T00:00:00+00:00 Python: 2025-12-31T23:59:59.999999+00:00
2025-03-05T14:05:06.1234565Z msgspec: 2025-03-05T14:05:06.123457+00:00 Python: 2025-03-05T14:05:06.123456+00:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: msgspec rounds up where Python cuts"
else
    echo "changed: msgspec-rounds-a-moment-into-next-year"
    exit 1
fi
