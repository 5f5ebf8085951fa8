#!/usr/bin/env bash
# xlsx2csv 0.8.6: a number with a unit is replaced by its format, and a duration loses its days.
#
# Expected: the CSV has the number, or the number as the sheet shows it (45.25 s). ECMA-376 has text in
# quotes as text, and [h] as hours beyond 24. openpyxl reads 45.25 from the same file.
# Seen: the format 0" s" prints literally 0" s", whatever the number; a unit with d, m or h has a day, month
# or hour of 1900 in it. [h]:mm:ss of 30 hours prints 06:00.
# Hurts: sheets with seconds, minutes or hours of work: the figures are gone, and nothing says so.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'xlsx2csv==0.8.6' 'XlsxWriter==3.3.1' 'openpyxl==3.1.5'

cat > "$dir/try.py" <<'END'
import csv
import datetime
import pathlib
import subprocess
import sys

import openpyxl
import xlsxwriter

here = pathlib.Path(__file__).parent
book = xlsxwriter.Workbook(here / "a.xlsx")
sheet = book.add_worksheet()
for row, form in enumerate(('0.00', '0" s"', '0" min"', '0" dagar"')):
    sheet.write_number(row, 0, 45.25, book.add_format({"num_format": form}))
sheet.write_datetime(4, 0, datetime.timedelta(hours=30), book.add_format({"num_format": "[h]:mm:ss"}))
book.close()
subprocess.run([pathlib.Path(sys.executable).parent / "xlsx2csv", here / "a.xlsx", here / "a.csv"], check=True)
with open(here / "a.csv", newline="") as file:
    printed = [row[0] for row in csv.reader(file)]
for text, cell in zip(printed, openpyxl.load_workbook(here / "a.xlsx").active["A"]):
    print(cell.number_format, "|", cell.value, "|", text)
END

cat > "$dir/expected" <<'END'
0.00 | 45.25 | 45.25
0" s" | 45.25 | 0" s"
0" min" | 45.25 | 0" 02in"
0" dagar" | 45.25 | 0" 13agar"
[h]:mm:ss | 1 day, 6:00:00 | 06:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 45.25 with a unit becomes the text of its format, and 30 hours 06:00"
else
    echo "changed: xlsx2csv-prints-the-format-for-the-number"
    exit 1
fi
