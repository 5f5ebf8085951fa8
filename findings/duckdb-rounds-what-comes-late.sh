#!/usr/bin/env bash
# duckdb 2.0.1: an amount of 1.40 is read as 1 from a CSV or JSON-lines file, if the 20,480 lines before had
# whole numbers.
#
# Expected: the number, or an error that the line does not fit the type: a text in its place gives one, and
# names sample_size as the remedy.
# Seen: the column is BIGINT by the sample, and later 1.40 and 1.30 are rounded into it. No error and no line
# among the rejected ones. With sample_size=-1 the column is DOUBLE and right.
# Hurts: sums over a long file: a rare half or a cent is rounded away, and only in files that are long
# enough.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'duckdb==2.0.1'

cat > "$dir/try.py" <<'END'
import json
import pathlib

import duckdb

here = pathlib.Path(__file__).parent
amounts = [1] * 30000 + [1.4, 1.3]
(here / "a.csv").write_text("stake\n" + "".join(f"{amount}\n" for amount in amounts))
(here / "a.jsonl").write_text("".join(json.dumps({"stake": amount}) + "\n" for amount in amounts))
print("truth:", sum(amounts))
for name, read in (("csv", "read_csv"), ("jsonl", "read_json")):
    for options in ("", ", sample_size=-1"):
        query = f"SELECT any_value(typeof(stake)), sum(stake) FROM {read}('{here}/a.{name}'{options})"
        print(name, options, *duckdb.sql(query).fetchall()[0])
END

cat > "$dir/expected" <<'END'
truth: 30002.7
csv  BIGINT 30002
csv , sample_size=-1 DOUBLE 30002.7
jsonl  BIGINT 30002
jsonl , sample_size=-1 DOUBLE 30002.7
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 1.4 and 1.3 are read as 1"
else
    echo "changed: duckdb-rounds-what-comes-late"
    exit 1
fi
