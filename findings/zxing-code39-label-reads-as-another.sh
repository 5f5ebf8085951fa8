#!/usr/bin/env bash
# zxing-cpp 3.1.1: the Code 39 label 'A/B' is read as 'A"', and 'AB$M1' with a carriage return in it.
#
# Expected: the signs on the label: '/', '$', '+' and '%' are among the 43 of Code 39 (ISO/IEC 16388), and the
# symbol itself does not tell whether a pair of signs stands for another one (its annex on full ASCII: by
# agreement).
# Seen: the reader takes every such pair for full ASCII, whether its own writer or python-barcode made the
# symbol, and calls it 'Code 39 Extended'. With formats=Code39Std it reads what is there.
# Hurts: numbers of card sets and wheels in Code 39: two readers at two tables give two numbers for one label,
# and one of them has a line end in it, which ends the line of a serial scanner.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'zxing-cpp==3.1.1' 'numpy==2.4.2'

cat > "$dir/try.py" <<'END'
import numpy
import zxingcpp

STANDARD = zxingcpp.BarcodeFormat.Code39Std


def image_of(text):
    made = numpy.array(zxingcpp.create_barcode(text, STANDARD).to_image(scale=4))
    return numpy.pad(made, 40, constant_values=255)


for text in ("AB-1207", "A/B", "AB$M1"):
    (found,) = zxingcpp.read_barcodes(image_of(text))
    (told,) = zxingcpp.read_barcodes(image_of(text), formats=STANDARD)
    print(text, "->", repr(found.text), str(found.format), "| told the format:", told.text)
END

cat > "$dir/expected" <<'END'
AB-1207 -> 'AB-1207' Code 39 | told the format: AB-1207
A/B -> 'A"' Code 39 Extended | told the format: A/B
AB$M1 -> 'AB\r1' Code 39 Extended | told the format: AB$M1
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a pair of signs is read as another sign"
else
    echo "changed: zxing-code39-label-reads-as-another"
    exit 1
fi
