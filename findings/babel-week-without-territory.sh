#!/usr/bin/env bash
# Babel 2.18.0: week numbers are those of ISO for sv_SE, but not for sv; likewise de, lt and is.
#
# Expected: by CLDR (UTS 35, week data) a locale without a territory takes its likely one: sv is sv_SE, so
# week 1 has four days, as for ICU. Babel itself finds the likely territory elsewhere.
# Seen: "sv" falls back on the data of the whole world, where one day makes a week: 1 January 2000 is W01 of
# 2000 for sv, de, lt and is, and W52 of 1999 with the territory. 6,603 of 14,975 days carry another week.
# Hurts: whoever formats by language alone, as a translated program does: rosters and reports by week.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import datetime

from babel.dates import format_date

begin = datetime.date(2000, 1, 1)
days = [begin + datetime.timedelta(number) for number in range(14975)]
for language, territory in (("sv", "SE"), ("de", "DE"), ("lt", "LT"), ("is", "IS")):
    other = sum(
        format_date(day, "YYYY-'W'ww", locale=language) != format_date(day, "YYYY-'W'ww", locale=f"{language}_{territory}")
        for day in days
    )
    iso = sum(
        format_date(day, "YYYY-'W'ww", locale=f"{language}_{territory}") != "{}-W{:02}".format(*day.isocalendar()[:2])
        for day in days
    )
    print(language, format_date(begin, "YYYY-'W'ww", locale=language), "days unlike the territory's:", other)
    print(f"{language}_{territory}", format_date(begin, "YYYY-'W'ww", locale=f"{language}_{territory}"), "days unlike ISO:", iso)
END

cat > "$dir/expected" <<'END'
sv 2000-W01 days unlike the territory's: 6603
sv_SE 1999-W52 days unlike ISO: 0
de 2000-W01 days unlike the territory's: 6603
de_DE 1999-W52 days unlike ISO: 0
lt 2000-W01 days unlike the territory's: 6603
lt_LT 1999-W52 days unlike ISO: 0
is 2000-W01 days unlike the territory's: 6603
is_IS 1999-W52 days unlike ISO: 0
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: without its territory a language has other week numbers on 6,603 days of 41 years"
else
    echo "changed: babel-week-without-territory"
    exit 1
fi
