#!/usr/bin/env bash
# pycaption 2.3.14: a caption at 25:00:00 of a recording is written as 01:00:00.
#
# Expected: what is read is written again: hours have two digits or more (WebVTT, "WebVTT timestamp"; TTML2,
# clock-time), and the package srt writes 25:00:00. pycaption reads the hour as it stands: 90,000 seconds.
# Seen: whole days are left out by the writers of SRT, WebVTT and DFXP; a caption across midnight of the
# recording ends before it begins. SAMI and MicroDVD, which have no hours, are right.
# Hurts: recorders that run for more than a day: the caption of a round of the second day stands at a round
# of the first, and no error tells of it.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pycaption==2.3.14' 'srt==3.5.3'

cat > "$dir/try.py" <<'END'
import re

import pycaption
import srt

TEXT = """1
23:59:58,000 --> 24:00:01,000
round 811

2
25:00:00,000 --> 25:00:02,000
round 834
"""

captions = pycaption.SRTReader().read(TEXT)
print("read:", [caption.start // 1_000_000 for caption in captions.get_captions("en-US")])
for writer in (pycaption.SRTWriter, pycaption.WebVTTWriter, pycaption.DFXPWriter, pycaption.SAMIWriter):
    times = re.findall(r'\d\d:\d\d:\d\d|(?<=start=")\d+', writer().write(captions))
    print(writer.__name__, *times)
print("srt", *re.findall(r"\d\d:\d\d:\d\d", srt.compose(srt.parse(TEXT))))
END

cat > "$dir/expected" <<'END'
read: [86398, 90000]
SRTWriter 23:59:58 00:00:01 01:00:00 01:00:02
WebVTTWriter 23:59:58 00:00:01 01:00:00 01:00:02
DFXPWriter 23:59:58 00:00:01 01:00:00 01:00:02
SAMIWriter 86398000 86401000 90000000 90002000
srt 23:59:58 24:00:01 25:00:00 25:00:02
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 25:00:00 is written as 01:00:00"
else
    echo "changed: pycaption-drops-whole-days"
    exit 1
fi
