#!/usr/bin/env bash
# duckdb 1.5.5 with its sqlite extension: a view of an attached SQLite file gives "9H" in quotation marks where
# SQLite gives 9H, if the view uses json_extract().
#
# Expected: the values of the view: DuckDB's page on the extension lists a file's views among its tables, which
# can be read as DuckDB's own while the data come from the file; SQLite's page on JSON has json_extract() give a
# text without quotation marks.
# Seen: the view's SQL is computed anew by DuckDB, whose function of this name gives JSON. A view that uses
# trim() as well gives the same text in both.
# Hurts: who counts or joins by such a column finds nothing, with no error; the file and its view are the same.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'duckdb==1.5.5' 'duckdb-extension-sqlite-scanner==1.5.5'

cat > "$dir/try.py" <<'END'
import pathlib
import sqlite3

import duckdb
import duckdb_extension_sqlite_scanner

here = pathlib.Path(__file__).parent
file = sqlite3.connect(here / "night.db")
file.executescript("""
    CREATE TABLE entry (number INTEGER, event TEXT);
    INSERT INTO entry VALUES (1, '{"card":"9H"}'), (2, '{"card":"KS"}');
    CREATE VIEW cards AS SELECT json_extract(event, '$.card') AS card FROM entry;
    CREATE VIEW trimmed AS SELECT trim(json_extract(event, '$.card'), '"') AS card FROM entry;
""")
lake = duckdb.connect()
packed = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent
lake.execute(f"LOAD '{next(packed.rglob('*.duckdb_extension'))}'")
lake.execute(f"ATTACH '{here / 'night.db'}' AS night (TYPE sqlite, READ_ONLY)")
for view in ("cards", "trimmed"):
    print(view, "sqlite", *(row[0] for row in file.execute(f"SELECT card FROM {view}")))
    print(view, "duckdb", *(row[0] for row in lake.sql(f"SELECT card FROM night.{view}").fetchall()))
print("nines:", lake.sql("SELECT count(*) FROM night.cards WHERE CAST(card AS VARCHAR) = '9H'").fetchone()[0])
END

cat > "$dir/expected" <<'END'
cards sqlite 9H KS
cards duckdb "9H" "KS"
trimmed sqlite 9H KS
trimmed duckdb 9H KS
nines: 0
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: one view, two texts"
else
    echo "changed: duckdb-quotes-a-views-json-text"
    exit 1
fi
