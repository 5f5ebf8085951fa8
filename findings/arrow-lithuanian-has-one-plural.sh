#!/usr/bin/env bash
# arrow 1.4.0: humanize() in Lithuanian has one form for all numbers, and dates have the wrong case.
#
# Expected: after "prieš" Lithuanian has a form by number: 1 minutę, 2 minutes, 10 minučių, 21 minutę (CLDR
# has each; Babel prints them). A day of a month takes the genitive: 5 kovo.
# Seen: the genitive plural for 2 as for 21, the genitive singular for 1, and "5 kovas".
# Hurts: Lithuanian readers: "21 minučių" is a mistake such as "twenty-one minute".
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'arrow==1.4.0' 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import datetime

import arrow
from babel.dates import format_date, format_timedelta

now = arrow.get(2025, 3, 5, 12)
for minutes in (1, 2, 10, 21):
    print(
        minutes,
        now.shift(minutes=-minutes).humanize(now, locale="lt"),
        "| CLDR:",
        format_timedelta(datetime.timedelta(minutes=-minutes), granularity="minute", threshold=100, add_direction=True, locale="lt"),
    )
print(now.format("D MMMM", locale="lt"), "| CLDR:", format_date(now.date(), "d MMMM", locale="lt"))
END

cat > "$dir/expected" <<'END'
1 prieš minutės | CLDR: prieš 1 minutę
2 prieš 2 minučių | CLDR: prieš 2 minutes
10 prieš 10 minučių | CLDR: prieš 10 minučių
21 prieš 21 minučių | CLDR: prieš 21 minutę
5 kovas | CLDR: 5 kovo
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: one plural form for 2, 10 and 21 minutes"
else
    echo "changed: arrow-lithuanian-has-one-plural"
    exit 1
fi
