#!/usr/bin/env bash
# pendulum 3.3.0: an interval across the clock change has two lengths, by in_words() and by in_hours().
#
# Expected: both tell the length of the interval; in_words() is its length in words.
# Seen: from 22:00 to 07:00 in Vilnius on the night of 30 March 2025 eight hours pass. in_hours() and the
# total say 8, in_words() and .hours say 9; in autumn in_words() says 9 for ten hours.
# Hurts: shifts on two nights a year: the sheet that is read has an hour more or less than the one that is
# summed.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pendulum==3.3.0'

cat > "$dir/try.py" <<'END'
import pendulum

for year, month, day in ((2025, 3, 29), (2025, 10, 25)):
    begin = pendulum.datetime(year, month, day, 22, tz="Europe/Vilnius")
    end = begin.add(days=1).set(hour=7)
    shift = pendulum.interval(begin, end)
    print(begin, end, "|", shift.in_words(), "|", shift.hours, "|", shift.in_hours(), "|", int(shift.total_seconds()) // 3600)
END

cat > "$dir/expected" <<'END'
2025-03-29 22:00:00+02:00 2025-03-30 07:00:00+03:00 | 9 hours | 9 | 8 | 8
2025-10-25 22:00:00+03:00 2025-10-26 07:00:00+02:00 | 9 hours | 9 | 10 | 10
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: in_words() and in_hours() differ by an hour"
else
    echo "changed: pendulum-in-words-counts-the-clock"
    exit 1
fi
