#!/usr/bin/env bash
# recurring-ical-events 3.8.2 with icalendar 7.3.2: a night shift of DURATION:PT8H lasts nine hours when the
# clocks go back.
#
# Expected: eight: hours of a duration are exact, and with DTEND in place of it every recurrence lasts exactly
# as long as the first (RFC 5545, 3.3.6 and 3.8.5.3).
# Seen: the length is added to the clock's figures, not to the time: the shift of 24 October 2026 that begins
# at 22:00 in Vilnius ends at 06:00, nine hours later. With DTEND the same.
# Hurts: duty and pay by the calendar of a studio that works at night: an hour too many in autumn, and one too
# few in spring.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'recurring-ical-events==3.8.2' 'icalendar==7.3.2'

cat > "$dir/try.py" <<'END'
import datetime

import icalendar
import recurring_ical_events

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VEVENT
UID:night@example
DTSTART;TZID=Europe/Vilnius:%s
DURATION:PT8H
RRULE:FREQ=DAILY;COUNT=2
SUMMARY:Night
END:VEVENT
END:VCALENDAR"""

for begin, year, month in (("20261023T220000", 2026, 10), ("20270326T220000", 2027, 3)):
    calendar = icalendar.Calendar.from_ical(CALENDAR % begin)
    for event in recurring_ical_events.of(calendar).between((year, month, 1), (year, month, 31)):
        start, end = event.start, event.end
        length = end.astimezone(datetime.UTC) - start.astimezone(datetime.UTC)
        print(f"{start:%d.%m. %H:%M} to {end:%H:%M}, {length}")
END

cat > "$dir/expected" <<'END'
23.10. 22:00 to 06:00, 8:00:00
24.10. 22:00 to 06:00, 9:00:00
26.03. 22:00 to 06:00, 8:00:00
27.03. 22:00 to 06:00, 7:00:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a shift of eight hours lasts nine or seven"
else
    echo "changed: ical-night-shift-of-eight-hours-lasts-nine"
    exit 1
fi
