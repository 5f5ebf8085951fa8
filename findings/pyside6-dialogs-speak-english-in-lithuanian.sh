#!/usr/bin/env bash
# PySide6-Essentials 6.11.3: Qt knows the days in Lithuanian and Icelandic, and its own buttons speak English
# there.
#
# Expected: QTranslator.load(QLocale(...), "qtbase", ...) loads Qt's own words for a language that QLocale
# knows, from the folder that the package ships; so it does for Swedish, Japanese and German.
# Seen: there are no files for lt and is. load() returns False, and "Cancel" stands between Lithuanian words.
# Hurts: each dialog, message box and context menu of Qt in these languages.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'PySide6-Essentials==6.11.3'

cat > "$dir/try.py" <<'END'
import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QDialogButtonBox

app = QApplication([])
cancel = QDialogButtonBox.StandardButton.Cancel
folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
for language in ("sv", "ja", "de", "lt", "is"):
    words = QTranslator()
    loaded = words.load(QLocale(language), "qtbase", "_", folder)
    app.installTranslator(words)
    box = QDialogButtonBox(cancel)
    print(language, loaded, box.button(cancel).text(), QLocale(language).dayName(1))
    app.removeTranslator(words)
END

cat > "$dir/expected" <<'END'
sv True Avbryt måndag
ja True キャンセル 月曜日
de True Abbrechen Montag
lt False Cancel pirmadienis
is False Cancel mánudagur
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: Cancel is Cancel in Lithuanian and Icelandic"
else
    echo "changed: pyside6-dialogs-speak-english-in-lithuanian"
    exit 1
fi
