#!/usr/bin/env bash
# croniter 7.0.0: a daily job of 03:30 comes twice in the night of the autumn change, and in spring at 04:00.
#
# Expected: by the documentation daylight saving is handled where the start has a zone. Vixie cron, the
# model, runs a job of a fixed hour once on each of these days, and in spring as soon as the missing hour is
# over.
# Seen: in Vilnius 03:30+03:00 and again 03:30+02:00 on 26 October 2025. On 30 March it is at 04:00, while
# each other day has it at half past.
# Hurts: nightly closings: two of them in one night.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'croniter==7.0.0'

cat > "$dir/try.py" <<'END'
import datetime
from zoneinfo import ZoneInfo

from croniter import croniter

zone = ZoneInfo("Europe/Vilnius")
for begin in (datetime.datetime(2025, 3, 29, 12, tzinfo=zone), datetime.datetime(2025, 10, 25, 12, tzinfo=zone)):
    times = croniter("30 3 * * *", begin)
    print(*(times.get_next(datetime.datetime).isoformat() for _ in range(3)))
END

cat > "$dir/expected" <<'END'
2025-03-30T04:00:00+03:00 2025-03-31T03:30:00+03:00 2025-04-01T03:30:00+03:00
2025-10-26T03:30:00+03:00 2025-10-26T03:30:00+02:00 2025-10-27T03:30:00+02:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 03:30 comes twice on 26 October"
else
    echo "changed: croniter-daily-job-runs-twice"
    exit 1
fi
