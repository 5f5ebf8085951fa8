#!/usr/bin/env bash
# sqlite-utils 4.2.1: insert(ignore=True) raises KeyError for the row that it ignores.
#
# Expected: ignore=True is documented as: a row that is there already is left as it is, and no error is
# raised.
# Seen: where the key is given by the database and the row clashes with another unique column, KeyError: 'id'
# comes from within the library if pk="id" is named, as the key is looked for in the row that was handed in.
# Without pk, or with the key in the row, all is well.
# Hurts: imports that are run twice: the second run ends at its first row.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'sqlite-utils==4.2.1'

cat > "$dir/try.py" <<'END'
import sqlite_utils

db = sqlite_utils.Database(memory=True)
db.execute("CREATE TABLE person (id INTEGER PRIMARY KEY, badge TEXT UNIQUE)")
db["person"].insert({"badge": "D17"})
for row, options in (({"badge": "D17"}, {}), ({"id": 1, "badge": "D17"}, {"pk": "id"}), ({"badge": "D17"}, {"pk": "id"})):
    try:
        db["person"].insert(row, ignore=True, **options)
        print(row, options, "ignored")
    except Exception as error:
        print(row, options, type(error).__name__, error)
END

cat > "$dir/expected" <<'END'
{'badge': 'D17'} {} ignored
{'id': 1, 'badge': 'D17'} {'pk': 'id'} ignored
{'badge': 'D17'} {'pk': 'id'} KeyError 'id'
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: an ignored row raises KeyError"
else
    echo "changed: sqlite-utils-ignored-row-raises"
    exit 1
fi
