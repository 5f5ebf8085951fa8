#!/usr/bin/env bash
# num2words 0.5.14: thousand in Swedish is spelt with three t.
#
# Expected: Swedish never writes three like consonants in a row where a compound is joined: ett + tusen is
# "ettusen" (the rule of Svenska skrivregler), or two words.
# Seen: "etttusen", "tjugoetttusen", in every number with 1 or 21 thousand.
# Hurts: spoken or printed amounts: speech engines spell such a word, and readers stumble.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'num2words==0.5.14'

cat > "$dir/try.py" <<'END'
from num2words import num2words

for number in (1000, 1001, 2000, 21000):
    print(number, num2words(number, lang="sv"))
END

cat > "$dir/expected" <<'END'
1000 etttusen
1001 etttusenett
2000 tvåtusen
21000 tjugoetttusen
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: etttusen and tjugoetttusen"
else
    echo "changed: num2words-swedish-three-t"
    exit 1
fi
