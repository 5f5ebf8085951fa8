#!/usr/bin/env bash
# polars 2.1.0: read_ndjson() drops a key that first comes in line 101, without a word.
#
# Expected: a column for each key; where the first hundred lines are not enough for that
# (infer_schema_length), an error, as for a number that does not fit, or at least a warning.
# Seen: the column is not there. pandas and DuckDB have it in the same file.
# Hurts: journals in JSON lines: a field of a later version, or of a rare event, is left out of every report.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'polars==2.1.0'

cat > "$dir/try.py" <<'END'
import json
import pathlib

import polars

path = pathlib.Path(__file__).with_name("a.jsonl")
for before in (50, 500):
    path.write_text("".join(json.dumps(line) + "\n" for line in [{"seat": 1}] * before + [{"seat": 1, "remark": "late"}]))
    print(before, "lines before it:", polars.read_ndjson(path).columns, polars.scan_ndjson(path).collect().columns)
END

cat > "$dir/expected" <<'END'
50 lines before it: ['seat', 'remark'] ['seat', 'remark']
500 lines before it: ['seat'] ['seat']
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the column of a late key is missing"
else
    echo "changed: polars-drops-a-late-key"
    exit 1
fi
