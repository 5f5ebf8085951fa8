#!/usr/bin/env bash
# translate-toolkit 3.20.4: by way of CSV the third plural form is neither written nor read.
#
# Expected: po2csv and csv2po are for translating in a spreadsheet and back; a plural message of Lithuanian
# has three forms (1 korta, 2 kortos, 10 kortų).
# Seen: po2csv writes two rows, for the singular and for the plural, with the first two forms; the third is
# not there. csv2po takes the first back; the row of the plural "is not found" by it, and what was changed
# there is dropped.
# Hurts: Lithuanian (and Polish, Russian ...): the work of the translator on plurals is lost, with a warning
# at most.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'translate-toolkit==3.20.4'

cat > "$dir/try.py" <<'END'
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
bin_ = pathlib.Path(sys.executable).parent
po = here / "lt.po"
po.write_text(
    """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: lt\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "shoe"
msgstr "batas"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} korta"
msgstr[1] "{n} kortos"
msgstr[2] "{n} kortų"
""",
    encoding="utf-8",
)
table = here / "lt.csv"
subprocess.run([bin_ / "po2csv", "--progress=none", po, table], check=True, capture_output=True)
rows = table.read_text(encoding="utf-8")
print("forms in the CSV:", [form for form in ("korta", "kortos", "kortų") if form in rows])
changed = rows.replace("batas", "BATAS").replace("korta", "KORTA").replace("kortos", "KORTOS")
table.write_text(changed, encoding="utf-8")
back = here / "back.po"
subprocess.run([bin_ / "csv2po", "--progress=none", "-t", po, table, back], check=True, capture_output=True)
text = back.read_text(encoding="utf-8")
print("changes that come back:", [form for form in ("BATAS", "KORTA", "KORTOS") if form in text])
END

cat > "$dir/expected" <<'END'
forms in the CSV: ['korta', 'kortos']
changes that come back: ['BATAS', 'KORTA']
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: two of three plural forms are written, and one is read back"
else
    echo "changed: translate-toolkit-csv-loses-the-third-form"
    exit 1
fi
