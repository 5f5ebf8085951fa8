#!/usr/bin/env bash
# python-barcode 0.16.1 with zxing-cpp 3.1.1: a label of the kind "ean14" or "gtin" is read by no reader.
#
# Expected: GS1's General Specifications put a number of 14 digits (GTIN-14) into ITF-14, GS1-128 or GS1
# DataMatrix, and know no bars by the name of EAN-14. The documentation lists the kind among the supported
# formats, and the package among barcode.PROVIDED_BARCODES.
# Seen: the bars of an EAN-13 are drawn with one digit more, 102 modules in place of 95. No standard has such a
# symbol; the 14 digits below it are right, with their check digit. The same number as "itf" or "gs1_128" is
# read.
# Hurts: boxes of cards with a carton's number: the label looks right, and no reader at a table takes it.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'python-barcode[images]==0.16.1' 'zxing-cpp==3.1.1'

cat > "$dir/try.py" <<'END'
import barcode
import zxingcpp
from barcode.writer import ImageWriter

LABELS = (
    ("ean13", "490123456789"),
    ("ean14", "1490123456789"),
    ("gtin", "1490123456789"),
    ("itf", "14901234567891"),
    ("gs1_128", "0114901234567891"),
)
for kind, number in LABELS:
    label = barcode.get(kind, number, writer=ImageWriter())
    picture = label.render({"module_width": 0.4, "quiet_zone": 8, "write_text": False})
    read = [symbol.text for symbol in zxingcpp.read_barcodes(picture)]
    print(kind, label.get_fullcode(), "modules:", len(label.build()[0]), "read:", read)
END

cat > "$dir/expected" <<'END'
ean13 4901234567894 modules: 95 read: ['4901234567894']
ean14 14901234567891 modules: 102 read: []
gtin 14901234567891 modules: 102 read: []
itf 14901234567891 modules: 241 read: ['14901234567891']
gs1_128 0114901234567891 modules: 134 read: ['(01)14901234567891']
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: no reader reads the label"
else
    echo "changed: python-barcode-gtin-14-no-reader-reads"
    exit 1
fi
