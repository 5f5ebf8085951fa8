#!/usr/bin/env bash
# sqlite-utils 4.2.1: transform() drops generated columns and collations, and turns a computed default into
# text.
#
# Expected: transform() makes a new table that differs only in what was asked for. Since 4.2 it keeps CHECK,
# UNIQUE, STRICT and even the comments on columns, by its release notes.
# Seen: after a column is renamed, the generated column is gone; COLLATE NOCASE is gone, so that a search for
# "a" no longer finds "A"; DEFAULT (40 + 2) has become DEFAULT '40 + 2', and new rows hold that text. Nothing
# is said.
# Hurts: whoever changes a table by it (the command line's transform, too): later rows are wrong, not the old
# ones.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'sqlite-utils==4.2.1'

cat > "$dir/try.py" <<'END'
import sqlite_utils

db = sqlite_utils.Database(memory=True)
db.execute(
    "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, size DEFAULT (40 + 2), twice AS (id * 2), old INTEGER CHECK (old > 0))"
)


def tell():
    columns = [row[1] for row in db.execute("PRAGMA table_xinfo(t)")]
    size = db.execute("SELECT size FROM t ORDER BY id DESC").fetchone()[0]
    print(columns, "size:", repr(size), "found:", db.execute("SELECT count(*) FROM t WHERE name = 'a'").fetchone()[0])


db["t"].insert({"name": "A", "old": 1})
tell()
db["t"].transform(rename={"old": "new"})
db["t"].insert({"name": "A", "new": 1})
tell()
END

cat > "$dir/expected" <<'END'
['id', 'name', 'size', 'twice', 'old'] size: 42 found: 1
['id', 'name', 'size', 'new'] size: '40 + 2' found: 0
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the generated column, the collation and the computed default are lost"
else
    echo "changed: sqlite-utils-transform-drops-what-sql-computes"
    exit 1
fi
