#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: an aware Python datetime becomes another moment in Qt, and Qt's come back
# without a zone.
#
# Expected: QDateTime has a zone and Python's datetime has one; the conversion (constructor, setDateTime,
# signals, toPython) keeps the moment or refuses.
# Seen: the digits of the clock are taken as local time: 14:05 of Tokyo is 14:05 of here, on a machine in UTC
# nine hours off. A QDateTime in UTC or Tokyo comes back naive with its digits. No error, no warning.
# Hurts: times from another table or server that are handed to a widget.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["TZ"] = "UTC"

import datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QDate, QDateTime, QTime, QTimeZone
from PySide6.QtWidgets import QApplication, QDateTimeEdit

app = QApplication([])
tokyo = datetime.datetime(2025, 3, 5, 14, 5, tzinfo=ZoneInfo("Asia/Tokyo"))
edit = QDateTimeEdit()
edit.setDateTime(tokyo)
for name, made in (("QDateTime", QDateTime(tokyo)), ("QDateTimeEdit", edit.dateTime())):
    print(name, "hours off:", (made.toSecsSinceEpoch() - tokyo.timestamp()) / 3600)
for zone in (QTimeZone(b"Asia/Tokyo"), QTimeZone(QTimeZone.UTC)):
    print("back:", repr(QDateTime(QDate(2025, 3, 5), QTime(14, 5), zone).toPython()))
END

cat > "$dir/expected" <<'END'
QDateTime hours off: 9.0
QDateTimeEdit hours off: 9.0
back: datetime.datetime(2025, 3, 5, 14, 5)
back: datetime.datetime(2025, 3, 5, 14, 5)
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 14:05 of Tokyo is 14:05 of here"
else
    echo "changed: pyside6-aware-times-lose-their-zone"
    exit 1
fi
