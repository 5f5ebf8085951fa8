#!/usr/bin/env bash
# pandas 3.1.1: shifts of eight hours from six o'clock begin at five, or seven, for all days after a clock
# change.
#
# Expected: resample("8h", offset="6h") of times with a zone gives bins at 6, 14 and 22 o'clock each day; by
# the documentation the origin "start_day" is midnight, and resample("D") does follow the clock.
# Seen: the origin is midnight of the first day only, and from there bins are counted in whole hours. After
# 26 October 2025 in Vilnius they begin at 5, 13 and 21, and so on to the end of the data; after 30 March at
# 7, 15 and 23.
# Hurts: reports by shift over more than a day: each shift has an hour of its neighbour, from that night on.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pandas==3.1.1'

cat > "$dir/try.py" <<'END'
import pandas

for begin, end in (("2025-10-25 06:00", "2025-10-27 22:00"), ("2025-03-29 06:00", "2025-03-31 22:00")):
    hours = pandas.date_range(begin, end, freq="h", tz="Europe/Vilnius", inclusive="left")
    bins = pandas.Series(1, index=hours).resample("8h", offset="6h").sum()
    print(*(moment.strftime("%d:%H") for moment in bins.index))
END

cat > "$dir/expected" <<'END'
25:06 25:14 25:22 26:05 26:13 26:21 27:05 27:13 27:21
29:06 29:14 29:22 30:07 30:15 30:23 31:07 31:15
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: after the change all shifts begin an hour off"
else
    echo "changed: pandas-shifts-slide-at-the-clock-change"
    exit 1
fi
