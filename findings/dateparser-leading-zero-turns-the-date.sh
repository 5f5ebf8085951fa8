#!/usr/bin/env bash
# dateparser 1.5.0: in Swedish, Lithuanian and Japanese a leading zero decides which is the month.
#
# Expected: 05.03.2025 and 5.3.2025 are one date in one language.
# Seen: with languages=["sv"], ["lt"] or ["ja"] the first is the 5th of March, the second the 3rd of May. In
# German and Icelandic both are the 5th of March.
# Hurts: whoever reads dates that people type: half the days of a month are accepted with day and month
# exchanged.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'dateparser==1.5.0'

cat > "$dir/try.py" <<'END'
import warnings

import dateparser

warnings.simplefilter("ignore")
for language in ("sv", "lt", "ja", "de", "is"):
    print(language, *(dateparser.parse(text, languages=[language]).date() for text in ("05.03.2025", "5.3.2025")))
END

cat > "$dir/expected" <<'END'
sv 2025-03-05 2025-05-03
lt 2025-03-05 2025-05-03
ja 2025-03-05 2025-05-03
de 2025-03-05 2025-03-05
is 2025-03-05 2025-03-05
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 05.03.2025 is in March, 5.3.2025 in May"
else
    echo "changed: dateparser-leading-zero-turns-the-date"
    exit 1
fi
