#!/usr/bin/env bash
# arrow 1.4.0: on the night of the clock change, three and four hours later are the same moment; in autumn an
# hour is missing.
#
# Expected: shift(hours=n) and range("hour") count hours. The documentation says that a time that does not
# exist is resolved, and what is asked for is a span of time; pendulum's add(hours=) and adding to UTC go on
# by whole hours.
# Seen: the clock's digits are added. From midnight in Vilnius on 30 March 2025 both +3 and +4 hours are
# 04:00; on 26 October +4 hours is five hours later, and the range of that day's hours has 24 of 25: the
# second 03:00 is left out.
# Hurts: deadlines and reports by the hour on two nights a year.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'arrow==1.4.0'

cat > "$dir/try.py" <<'END'
import arrow

spring = arrow.Arrow(2025, 3, 30, tzinfo="Europe/Vilnius")
autumn = arrow.Arrow(2025, 10, 26, tzinfo="Europe/Vilnius")
print("spring +3 h:", spring.shift(hours=3), "+4 h:", spring.shift(hours=4))
later = autumn.shift(hours=4)
print("autumn +4 h:", later, "seconds later:", int(later.timestamp() - autumn.timestamp()))
hours = list(arrow.Arrow.range("hour", autumn, autumn.replace(hour=23)))
real = (autumn.replace(hour=23).timestamp() - autumn.timestamp()) / 3600 + 1
print("hours listed:", len(hours), "of", int(real))
END

cat > "$dir/expected" <<'END'
spring +3 h: 2025-03-30T04:00:00+03:00 +4 h: 2025-03-30T04:00:00+03:00
autumn +4 h: 2025-10-26T04:00:00+02:00 seconds later: 18000
hours listed: 24 of 25
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: shift(hours=3) and shift(hours=4) meet, and an hour of the autumn day is left out"
else
    echo "changed: arrow-three-and-four-hours-later-are-one"
    exit 1
fi
