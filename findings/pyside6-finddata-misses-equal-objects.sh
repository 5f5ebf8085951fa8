#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: findData() finds an Enum or a dict again, but no equal tuple, Decimal, date or
# dataclass.
#
# Expected: findData() returns the index of the item whose data equals the value (Qt's documentation);
# itemData() gives back an object that is equal.
# Seen: -1 for a tuple, datetime, Decimal, date, frozen dataclass or frozenset that is equal (itemData(1) ==
# value); only the very same object is found. A dict is found if its keys are texts.
# Hurts: setCurrentIndex(box.findData(value)): the choice is emptied, for some types and without an error.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import dataclasses
import datetime
import enum
from decimal import Decimal

from PySide6.QtWidgets import QApplication, QComboBox

app = QApplication([])


class Side(enum.Enum):
    BANKER = 1


@dataclasses.dataclass(frozen=True)
class Seat:
    number: int


makers = (
    lambda: Side.BANKER,
    lambda: (1, int("2")),
    lambda: {"a": 1},
    lambda: datetime.datetime(2025, 3, 5, tzinfo=datetime.timezone.utc),
    lambda: Decimal("1.5"),
    lambda: datetime.date(2025, 3, 5),
    lambda: Seat(1),
    lambda: frozenset({1}),
    lambda: {1: 2},
)
for make in makers:
    box = QComboBox()
    box.addItem("first", "x")
    box.addItem("second", make())
    print(type(make()).__name__, "found at", box.findData(make()), "equal:", box.itemData(1) == make())
END

cat > "$dir/expected" <<'END'
Side found at 1 equal: True
tuple found at -1 equal: True
dict found at 1 equal: True
datetime found at -1 equal: True
Decimal found at -1 equal: True
date found at -1 equal: True
Seat found at -1 equal: True
frozenset found at -1 equal: True
dict found at -1 equal: True
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a tuple, a Decimal, a date and a dataclass are not found"
else
    echo "changed: pyside6-finddata-misses-equal-objects"
    exit 1
fi
