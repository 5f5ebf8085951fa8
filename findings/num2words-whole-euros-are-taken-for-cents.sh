#!/usr/bin/env bash
# num2words 0.5.14: to="currency" reads a whole number as cents, except in Japanese.
#
# Expected: 1234 and 1234.0 are the same amount, and one call means the same in each language.
# Seen: in German, Lithuanian and English 1234 is twelve euros thirty-four and 1234.0 is twelve hundred and
# thirty-four euros; in Japanese 1234 is 1,234 yen.
# Hurts: whoever has amounts said in words: an int is a hundredth of the same float, by the type alone.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'num2words==0.5.14'

cat > "$dir/try.py" <<'END'
from num2words import num2words

for language, currency in (("en", "EUR"), ("de", "EUR"), ("lt", "EUR"), ("ja", "JPY")):
    for amount in (1234, 1234.0):
        print(language, repr(amount), num2words(amount, lang=language, to="currency", currency=currency))
END

cat > "$dir/expected" <<'END'
en 1234 twelve euro, thirty-four cents
en 1234.0 one thousand, two hundred and thirty-four euro, zero cents
de 1234 zwölf Euro und vierunddreißig Cent
de 1234.0 eintausendzweihundertvierunddreißig Euro und null Cent
lt 1234 dvylika eurų, trisdešimt keturi centai
lt 1234.0 vienas tūkstantis du šimtai trisdešimt keturi eurai, nulis centų
ja 1234 千二百三十四円
ja 1234.0 千二百三十四円
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: an int of euros is read as cents, a float as euros"
else
    echo "changed: num2words-whole-euros-are-taken-for-cents"
    exit 1
fi
