#!/usr/bin/env bash
# XlsxWriter 3.3.1: a float is written with 16 digits, and one in four is another one when it is read back.
#
# Expected: the file format holds IEEE 754 doubles as text, and Excel itself saves 17 digits; Python's repr()
# takes as many as are needed. What is written by write_number() is read back equal.
# Seen: 0.1 + 0.2 comes back as 0.3, and a time in nanoseconds 256 ns later. openpyxl, which writes the same
# 16 digits, changes the same ones.
# Hurts: whoever compares a sheet with its source by equality or digest.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'XlsxWriter==3.3.1' 'openpyxl==3.1.5'

cat > "$dir/try.py" <<'END'
import pathlib
import random

import openpyxl
import xlsxwriter

here = pathlib.Path(__file__).parent
random.seed(5)
numbers = [0.1 + 0.2, 1764396067123456768.0] + [random.random() * 1000 for _ in range(1000)]
book = xlsxwriter.Workbook(here / "a.xlsx")
sheet = book.add_worksheet()
for row, number in enumerate(numbers):
    sheet.write_number(row, 0, number)
book.close()
again = [cell.value for cell in openpyxl.load_workbook(here / "a.xlsx").active["A"]]
print(repr(numbers[0]), "->", repr(float(again[0])))
print(int(numbers[1]), "->", int(again[1]))
print("XlsxWriter changes", sum(a != b for a, b in zip(numbers, again)), "of", len(numbers))
book = openpyxl.Workbook()
for number in numbers:
    book.active.append([number])
book.save(here / "b.xlsx")
again = [cell.value for cell in openpyxl.load_workbook(here / "b.xlsx").active["A"]]
print("openpyxl changes", sum(a != b for a, b in zip(numbers, again)), "of", len(numbers))
END

cat > "$dir/expected" <<'END'
0.30000000000000004 -> 0.3
1764396067123456768 -> 1764396067123457024
XlsxWriter changes 260 of 1002
openpyxl changes 260 of 1002
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: floats with 17 digits come back changed"
else
    echo "changed: xlsxwriter-drops-the-17th-digit"
    exit 1
fi
