#!/usr/bin/env bash
# Babel 2.18.0: after a date in Japanese, German and Swedish calendars name the months in Japanese.
#
# Expected: what format_date() writes in a language depends on the language, not on those asked for before
# it.
# Seen: months that stand alone (the pattern LLLL) and quarters are borrowed from a neighbouring table where
# a language has none of its own. The first language that needs it stays in the cache for all others: alone
# German has "März 2025", after Japanese "3月 2025". Icelandic and Swedish likewise; Lithuanian in the short
# form.
# Hurts: servers and programs in several languages: the heading of a month is in whatever language came
# first.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import datetime
import subprocess
import sys

if len(sys.argv) > 1:
    from babel.dates import format_date

    for language in sys.argv[1:]:
        text = format_date(datetime.date(2025, 3, 5), "LLLL", locale=language)
        quarter = format_date(datetime.date(2025, 3, 5), "qqqq", locale=language)
        print(language, text, quarter, sep=" | ")
else:
    for languages in (["de"], ["ja", "de"], ["sv"], ["ja", "sv"], ["is"], ["de", "is"]):
        print("--", *languages, flush=True)
        subprocess.run([sys.executable, __file__, *languages], check=True)
END

cat > "$dir/expected" <<'END'
-- de
de | März | 1. Quartal
-- ja de
ja | 3月 | 第1四半期
de | 3月 | 第1四半期
-- sv
sv | mars | 1:a kvartalet
-- ja sv
ja | 3月 | 第1四半期
sv | 3月 | 第1四半期
-- is
is | mars | 1. fjórðungur
-- de is
de | März | 1. Quartal
is | mars | 1. Quartal
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: German months are Japanese after Japanese"
else
    echo "changed: babel-japanese-months-in-german"
    exit 1
fi
