#!/usr/bin/env bash
# workalendar 17.0.0: 6 May 2026 is a working day in Japan, and no substitute holiday after 2021 is known.
#
# Expected: a holiday: if a national holiday falls on a Sunday, the next day that is none is one (Act on
# National Holidays, article 3, 2), and so is a day between two of them (article 3, 3). holidays and
# jpholiday, which know them by rule, agree on each.
# Seen: only those of 2019 to 2021 are there, typed in by hand. From 2022 to 2030 eighteen are missing.
# Hurts: rosters, pay and deadlines in Japan: is_working_day() is True on a bank holiday, up to five times a
# year, and add_working_days() ends too early.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'workalendar==17.0.0' 'holidays==0.109' 'jpholiday==1.0.3'

cat > "$dir/try.py" <<'END'
import holidays
import jpholiday
from workalendar.asia import Japan

missing = 0
for year in range(2019, 2031):
    law = {day for day in holidays.country_holidays("JP", years=year) if day.year == year}
    assert law == {day for day, _ in jpholiday.year_holidays(year)}
    wrong = [day for day in sorted(law) if day.weekday() < 5 and Japan().is_working_day(day)]
    missing += len(wrong) if year > 2021 else 0
    print(year, *(f"{day:%d.%m.}" for day in wrong))
print("missing after 2021:", missing)
END

cat > "$dir/expected" <<'END'
2019
2020
2021
2022
2023 02.01.
2024 12.02. 06.05. 12.08. 23.09. 04.11.
2025 24.02. 06.05. 24.11.
2026 06.05. 22.09.
2027 22.03.
2028
2029 12.02. 30.04. 24.09.
2030 06.05. 12.08. 04.11.
missing after 2021: 18
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: substitute holidays in Japan are working days"
else
    echo "changed: workalendar-japan-lacks-substitute-holidays"
    exit 1
fi
