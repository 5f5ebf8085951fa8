#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: Signal(int) hands 2,147,483,648 over as -2,147,483,648.
#
# Expected: int is Python's, without bound; what does not fit raises OverflowError, as for a method of Qt
# that takes an int.
# Seen: emit() returns True and the slot gets the number modulo 2**32: 2**40 arrives as 0. A RuntimeWarning
# is all, and the error that is printed stops nothing.
# Hurts: amounts in cents beyond 21 million, and any time in milli- or nanoseconds. Signal(object) carries
# them.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import warnings

from PySide6.QtCore import QObject, Signal

warnings.simplefilter("ignore")


class Sender(QObject):
    plain = Signal(int)
    anything = Signal(object)


sender = Sender()
got = []
sender.plain.connect(got.append)
sender.anything.connect(got.append)
for number in (2**31 - 1, 2**31, 2**40):
    got.clear()
    print(number, sender.plain.emit(number), sender.anything.emit(number), got)
END

cat > "$dir/expected" <<'END'
2147483647 True True [2147483647, 2147483647]
2147483648 True True [-2147483648, 2147483648]
1099511627776 True True [0, 1099511627776]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 2**31 arrives as its negative and 2**40 as 0"
else
    echo "changed: pyside6-signal-int-wraps"
    exit 1
fi
