#!/usr/bin/env bash
# humanize 4.17.0: an activated language leaves English separators and "and" in the text.
#
# Expected: activate("sv_SE") or ("ja_JP") is for the whole library, as for German, where thousands get
# points and the decimal sign is a comma.
# Seen: Swedish amounts are written 1,234,567.5, which is read as a decimal comma; "1.2 miljoner" likewise.
# Lists end with the English "and" in all three, in Japanese durations, too.
# Hurts: Swedish and Japanese readers; the comma turns thousands into ones.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'humanize==4.17.0'

cat > "$dir/try.py" <<'END'
import datetime

import humanize

span = datetime.timedelta(hours=2, minutes=21, seconds=1)
for locale in ("de_DE", "sv_SE", "ja_JP"):
    humanize.i18n.activate(locale)
    print(locale, humanize.intcomma(1234567.5), "|", humanize.intword(1234567), "|", humanize.precisedelta(span), "|", humanize.natural_list(["a", "b"]))
END

cat > "$dir/expected" <<'END'
de_DE 1.234.567,5 | 1,2 Millionen | 2 Stunden, 21 Minuten und 1 Sekunde | a and b
sv_SE 1,234,567.5 | 1.2 miljoner | 2 timmar, 21 minuter och 1 sekund | a and b
ja_JP 1,234,567.5 | 1.2 百万 | 2時間, 21分 and 1秒 | a and b
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: Swedish numbers with English signs, and an English word in Japanese"
else
    echo "changed: humanize-half-translated"
    exit 1
fi
