#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: a column of whole numbers is not sorted if some of them have more than 31 bits.
#
# Expected: QSortFilterProxyModel and QStandardItemModel sort int, long long and double as numbers (Qt's
# documentation: lessThan compares the variants by type).
# Seen: small Python ints are int in Qt, those from 2**31 on long long, and Qt compares by the type of the
# left one: 3,000,000,000 as an int is negative or nothing. 5, 3000000000, 7 stays in this order.
# QTableWidget sorts the same data rightly.
# Hurts: tables of amounts in cents or of times: as soon as one row is large, the order is wrong, and looks
# as if it were sorted.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QSortFilterProxyModel, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QTableWidget, QTableWidgetItem

app = QApplication([])
for numbers in ([5, 300, 7], [5, 3_000_000_000, 7]):
    model = QStandardItemModel()
    table = QTableWidget(len(numbers), 1)
    for row, number in enumerate(numbers):
        item = QStandardItem()
        item.setData(number, Qt.ItemDataRole.DisplayRole)
        model.appendRow(item)
        cell = QTableWidgetItem()
        cell.setData(Qt.ItemDataRole.DisplayRole, number)
        table.setItem(row, 0, cell)
    proxy = QSortFilterProxyModel()
    proxy.setSourceModel(model)
    proxy.sort(0)
    table.sortItems(0)
    print("proxy:", [proxy.index(row, 0).data() for row in range(3)], "table:", [table.item(row, 0).data(0) for row in range(3)])
END

cat > "$dir/expected" <<'END'
proxy: [5, 7, 300] table: [5, 7, 300]
proxy: [5, 3000000000, 7] table: [5, 7, 3000000000]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 5, 3000000000, 7 is left in this order"
else
    echo "changed: pyside6-sorting-fails-beyond-31-bits"
    exit 1
fi
