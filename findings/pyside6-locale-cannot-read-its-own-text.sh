#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: QLocale reads its own German date as 1925, and its own long time in no language.
#
# Expected: toDate() and toTime() read what toString() wrote in the same format of the same locale; of the
# six languages five have four digits for the year.
# Seen: German (and American) short dates have two, and come back a hundred years earlier unless a base year
# is passed. The long time of a QTime ends with the name of a zone, which a QTime has not, and is invalid
# when it is read back.
# Hurts: forms that show a date, let it be edited, and read it: only in German it is wrong.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QDate, QLocale, Qt, QTime

day, time = QDate(2025, 3, 5), QTime(14, 5, 6)
for language in ("sv", "ja", "lt", "is", "de"):
    locale = QLocale(language)
    read = locale.toDate(locale.toString(day, QLocale.FormatType.ShortFormat), QLocale.FormatType.ShortFormat)
    again = locale.toTime(locale.toString(time, QLocale.FormatType.LongFormat), QLocale.FormatType.LongFormat)
    print(language, read.toString(Qt.DateFormat.ISODate), "long time valid:", again.isValid())
END

cat > "$dir/expected" <<'END'
sv 2025-03-05 long time valid: False
ja 2025-03-05 long time valid: False
lt 2025-03-05 long time valid: False
is 2025-03-05 long time valid: False
de 1925-03-05 long time valid: False
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 2025 comes back as 1925 in German, and no long time at all"
else
    echo "changed: pyside6-locale-cannot-read-its-own-text"
    exit 1
fi
