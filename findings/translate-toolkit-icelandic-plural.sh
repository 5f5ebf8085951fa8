#!/usr/bin/env bash
# translate-toolkit 3.20.4: its plural rule for Icelandic is the English one.
#
# Expected: in Icelandic 21, 31 and 101 take the singular form (21 leikmaður, 20 leikmenn); CLDR and Babel
# have the rule n%10==1 and n%100!=11. For Lithuanian the toolkit has such a rule.
# Seen: the toolkit's table, from which its tools fill Plural-Forms, has n != 1.
# Hurts: translators: a header made by the toolkit picks the plural for 21, and beside Babel's it is another
# rule in the same language.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'translate-toolkit==3.20.4' 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
from babel.messages.plurals import get_plural
from gettext import c2py
from translate.lang import data

theirs = c2py(data.languages["is"][2])
babels = c2py(get_plural("is")[1])
print("translate-toolkit:", data.languages["is"][2])
print("unlike CLDR's up to 200:", [n for n in range(200) if theirs(n) != babels(n)])
END

cat > "$dir/expected" <<'END'
translate-toolkit: (n != 1)
unlike CLDR's up to 200: [21, 31, 41, 51, 61, 71, 81, 91, 101, 121, 131, 141, 151, 161, 171, 181, 191]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: Icelandic has the English plural rule"
else
    echo "changed: translate-toolkit-icelandic-plural"
    exit 1
fi
