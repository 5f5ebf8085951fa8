#!/usr/bin/env bash
# python-escpos 3.1: a line with one kanji is sent in the Chinese encoding, to every printer.
#
# Expected: text() chooses among the code pages of the printer's profile and puts a mark where none has the
# letter; Japanese models take JIS or Shift-JIS after the command for kanji mode.
# Seen: as soon as a line has a letter of the CJK block, the whole line is sent as GB18030, without any
# command before it, whatever the profile. A word of kana alone is three question marks on a TM-T88III.
# Hurts: Japanese slips: other signs are printed than were meant.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'python-escpos==3.1'

cat > "$dir/try.py" <<'END'
from escpos.printer import Dummy

for profile in ("default", "TM-T88III", "TM-T20II"):
    printer = Dummy(profile=profile)
    printer.text("\u5408\u8a08 5")
    print(profile, printer.output, printer.output == "\u5408\u8a08 5".encode("gb18030"))
END

cat > "$dir/expected" <<'END'
default b'\xba\xcf\xd3\x8b 5' True
TM-T88III b'\xba\xcf\xd3\x8b 5' True
TM-T20II b'\xba\xcf\xd3\x8b 5' True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: kanji leave as GB18030"
else
    echo "changed: python-escpos-prints-japanese-as-chinese"
    exit 1
fi
