#!/usr/bin/env bash
# Babel 2.18.0: parse_date() can't read what format_date() wrote, in the format that is the default of both.
#
# Expected: format_date() and parse_date() both have format="medium"; what one writes the other reads, or
# raises ParseError, as documented.
# Seen: in Swedish, Icelandic and English the default format names the month, and parse_date() raises
# IndexError ("list index out of range"); in Lithuanian, Japanese and German, where it is of digits, it
# works. Months by name are not read in any language.
# Hurts: whoever shows a date and takes it back, and catches ParseError.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import datetime

from babel.dates import format_date, parse_date

day = datetime.date(2025, 3, 5)
for language in ("sv", "is", "en", "lt", "ja", "de"):
    text = format_date(day, locale=language)
    try:
        print(language, text, "->", parse_date(text, locale=language))
    except Exception as error:
        print(language, text, "->", type(error).__name__, error)
END

cat > "$dir/expected" <<'END'
sv 5 mars 2025 -> IndexError list index out of range
is 5. mar. 2025 -> IndexError list index out of range
en Mar 5, 2025 -> IndexError list index out of range
lt 2025-03-05 -> 2025-03-05
ja 2025/03/05 -> 2025-03-05
de 05.03.2025 -> 2025-03-05
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: dates in the default format of sv, is and en raise IndexError when they are read back"
else
    echo "changed: babel-cannot-read-its-own-date"
    exit 1
fi
