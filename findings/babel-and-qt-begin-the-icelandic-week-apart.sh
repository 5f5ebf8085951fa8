#!/usr/bin/env bash
# Babel 2.18.0 and PySide6-Essentials 6.11.3: the Icelandic week begins on Monday for one and on Sunday for
# the other.
#
# Expected: both take it from CLDR's week data, and agree, as they do for Sweden, Lithuania, Germany, Japan
# and Britain.
# Seen: for Iceland Babel has Monday, and Qt has Sunday, as ICU 78 has.
# Hurts: a roster made by one and a calendar made by the other: the columns are a day apart, in one country
# of six.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Babel==2.18.0' 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from babel import Locale
from PySide6.QtCore import QLocale

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
for name in ("sv_SE", "lt_LT", "de_DE", "ja_JP", "en_GB", "is_IS"):
    print(name, "Babel:", DAYS[Locale.parse(name).first_week_day], "Qt:", QLocale(name).firstDayOfWeek().name)
END

cat > "$dir/expected" <<'END'
sv_SE Babel: Monday Qt: Monday
lt_LT Babel: Monday Qt: Monday
de_DE Babel: Monday Qt: Monday
ja_JP Babel: Sunday Qt: Sunday
en_GB Babel: Monday Qt: Monday
is_IS Babel: Monday Qt: Sunday
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: Monday for Babel, Sunday for Qt"
else
    echo "changed: babel-and-qt-begin-the-icelandic-week-apart"
    exit 1
fi
