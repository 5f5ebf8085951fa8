#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: a button in a QGraphicsView is not there for a screen reader.
#
# Expected: addWidget() puts a widget into a scene, with its focus and keys; a widget has an accessible
# interface with role and name, and QGraphicsView is a widget.
# Seen: the view has one child, its viewport, and that has none. The same button and label in a plain QWidget
# are found with role and name. The documentation of QGraphicsView does not speak of it.
# Hurts: tables drawn as a scene: whoever works by a screen reader meets an empty window.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView, QLabel, QPushButton, QWidget

app = QApplication([])


def told(widget):
    widget.show()
    app.processEvents()
    found = []
    ahead = [QAccessible.queryAccessibleInterface(widget)]
    while ahead:
        one = ahead.pop(0)
        found.append((one.role().name, one.text(QAccessible.Text.Name)))
        ahead += [one.child(index) for index in range(one.childCount())]
    return found


plain = QWidget()
buttons = QPushButton("Deal", plain), QLabel("Seat 1", plain)
scene = QGraphicsScene()
scene.addWidget(QPushButton("Deal"))
scene.addText("Seat 1")
print("widget:", told(plain))
print("view:", told(QGraphicsView(scene)))
END

cat > "$dir/expected" <<'END'
widget: [('Client', ''), ('Button', 'Deal'), ('StaticText', 'Seat 1')]
view: [('Client', ''), ('Client', '')]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the button of a scene is told to nobody"
else
    echo "changed: pyside6-graphics-view-is-silent"
    exit 1
fi
