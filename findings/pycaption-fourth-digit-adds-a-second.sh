#!/usr/bin/env bash
# pycaption 2.3.14: the TTML time 00:00:10.1234 is read as 11.234 seconds.
#
# Expected: 10.1234 seconds: the fraction of a clock time has any number of digits (TTML2, 12.3.1, time
# expression: fraction is digit+). ttconv reads the same document so.
# Seen: the digits after the point are taken for thousandths of a second: four of them add 1.234 seconds,
# six of them two minutes. Up to three digits are right, and so is an offset such as "10.1234s".
# Hurts: captions and marks by a program that writes microseconds: each lies up to 17 minutes late,
# and some end before they begin.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pycaption==2.3.14' 'ttconv==1.2.3'

cat > "$dir/try.py" <<'END'
import xml.etree.ElementTree as et

import pycaption
from ttconv import isd
from ttconv.imsc import reader

DOCUMENT = (
    '<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><head/><body><div>'
    '<p begin="%s" end="01:00:00">round</p></div></body></tt>'
)

for time in ("00:00:10.1", "00:00:10.123", "00:00:10.1234", "00:00:10.123456", "10.1234s"):
    captions = pycaption.DFXPReader().read(DOCUMENT % time).get_captions("en")
    model = reader.to_model(et.ElementTree(et.fromstring(DOCUMENT % time)))
    times = [float(each) for each in isd.ISD.significant_times(model)]
    print(time, "pycaption", captions[0].start / 1_000_000, "ttconv", min(each for each in times if each))
END

cat > "$dir/expected" <<'END'
00:00:10.1 pycaption 10.1 ttconv 10.1
00:00:10.123 pycaption 10.123 ttconv 10.123
00:00:10.1234 pycaption 11.234 ttconv 10.1234
00:00:10.123456 pycaption 133.456 ttconv 10.123456
10.1234s pycaption 10.1234 ttconv 10.1234
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a fourth digit adds a second"
else
    echo "changed: pycaption-fourth-digit-adds-a-second"
    exit 1
fi
