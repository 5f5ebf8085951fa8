#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: a negative amount has brackets in Japanese and English and a minus in the other
# languages.
#
# Expected: CLDR has two patterns for money: standard, with a minus, and accounting, with brackets where a
# language uses them. A function for amounts takes the first one, as Babel, ICU and browsers do, unless
# accounting is asked for.
# Seen: toCurrencyString(-5) is (5) with the sign of the currency in ja and en, and -5 in sv, lt, is and de,
# where the accounting pattern has a minus anyway. There is no other choice.
# Hurts: readers who take brackets for a remark; what looks for a minus in the text finds none.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3' 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from babel.numbers import format_currency
from PySide6.QtCore import QLocale

for language in ("sv_SE", "lt_LT", "is_IS", "de_DE", "ja_JP", "en_GB"):
    ours = QLocale(language).toCurrencyString(-5.0, "EUR", 2)
    theirs = format_currency(-5, "EUR", locale=language)
    print(language, "Qt in brackets:", "(" in ours, "Babel in brackets:", "(" in theirs)
print(QLocale("en_GB").toCurrencyString(-5.0, "EUR", 2), format_currency(-5, "EUR", locale="en_GB"))
END

cat > "$dir/expected" <<'END'
sv_SE Qt in brackets: False Babel in brackets: False
lt_LT Qt in brackets: False Babel in brackets: False
is_IS Qt in brackets: False Babel in brackets: False
de_DE Qt in brackets: False Babel in brackets: False
ja_JP Qt in brackets: True Babel in brackets: False
en_GB Qt in brackets: True Babel in brackets: False
(EUR5.00) -€5.00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: brackets for negative amounts in two of six languages"
else
    echo "changed: pyside6-negative-money-in-brackets"
    exit 1
fi
