#!/usr/bin/env bash
# XlsxWriter 3.3.1: autofit() makes columns of Japanese half as wide as the text.
#
# Expected: autofit() makes a column as wide as its longest text, as Excel does. A full-width letter takes
# two columns (UAX 11, East Asian Width W), in the fonts that Excel takes for Japanese about 15 pixels.
# Seen: each letter that is not in the table of widths counts 8 pixels, about one digit. Ten full-width
# letters get a column of 12 digits, where ten Latin letters get the same.
# Hurts: Japanese sheets: half of each heading is hidden behind its neighbour.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'XlsxWriter==3.3.1'

cat > "$dir/try.py" <<'END'
import pathlib
import re
import zipfile

import xlsxwriter

here = pathlib.Path(__file__).parent
book = xlsxwriter.Workbook(here / "a.xlsx")
sheet = book.add_worksheet()
sheet.write(0, 0, "\u5408" * 10)
sheet.write(0, 1, "8" * 9 + "x")
sheet.autofit()
book.close()
xml = zipfile.ZipFile(here / "a.xlsx").read("xl/worksheets/sheet1.xml").decode()
wide, narrow = (float(width) for width in re.findall(r'<col [^>]*width="([0-9.]+)"', xml))
print("ten full-width letters:", round(wide), "digits wide; ten narrow ones:", round(narrow))
END

cat > "$dir/expected" <<'END'
ten full-width letters: 12 digits wide; ten narrow ones: 11
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: ten full-width letters get the width of a dozen digits"
else
    echo "changed: xlsxwriter-autofit-halves-japanese"
    exit 1
fi
