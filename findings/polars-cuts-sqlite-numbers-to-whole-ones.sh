#!/usr/bin/env bash
# polars 2.1.0: read_database() from SQLite reads 1.5 as 1, if the hundred rows before had whole numbers.
#
# Expected: the number, or an error: a text in the same place raises "could not append value".
# Seen: a column of NUMERIC affinity holds 1 as an integer and 1.5 as a real. polars takes the type from the
# first hundred rows and cuts what comes later to whole numbers, without a warning. With
# infer_schema_length=None it is 1.5.
# Hurts: amounts in a NUMERIC or untyped column: sums are too small, and nothing tells.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'polars==2.1.0'

cat > "$dir/try.py" <<'END'
import sqlite3

import polars

connection = sqlite3.connect(":memory:")
connection.execute("CREATE TABLE t (stake NUMERIC)")
connection.executemany("INSERT INTO t VALUES (?)", [(number,) for number in [1] * 200 + [1.5, 2.75]])
query = "SELECT stake FROM t"
print("SQLite:", connection.execute("SELECT sum(stake) FROM t").fetchone()[0])
print("polars:", polars.read_database(query, connection)["stake"].sum())
print("polars, all rows first:", polars.read_database(query, connection, infer_schema_length=None)["stake"].sum())
END

cat > "$dir/expected" <<'END'
SQLite: 204.25
polars: 203
polars, all rows first: 204.25
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 1.5 and 2.75 are read as 1 and 2"
else
    echo "changed: polars-cuts-sqlite-numbers-to-whole-ones"
    exit 1
fi
