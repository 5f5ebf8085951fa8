#!/usr/bin/env bash
# polars 2.1.0 and pyarrow 26.0.1 with duckdb 2.0.1: a length of 26.5 seconds in a Parquet file is 26500000 in
# DuckDB.
#
# Expected: an interval, or an error: both writers have a type for it, and read it back as one.
# Seen: Parquet has no such type. The writers store a plain 64-bit number, and the unit stands in a note that
# only Arrow reads; DuckDB has a BIGINT, in microseconds of one file and nanoseconds of another.
# Hurts: the run of a ball or the length of a stay in a year's files: a query that adds up two studios'
# columns adds seconds of two units, and nothing tells. Write seconds, with the unit in the name.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'polars==2.1.0' 'duckdb==2.0.1' 'pyarrow==26.0.1'

cat > "$dir/try.py" <<'END'
import datetime
import pathlib

import duckdb
import polars
import pyarrow
import pyarrow.parquet

here = pathlib.Path(__file__).parent
run = [datetime.timedelta(seconds=26.5)]
polars.DataFrame({"run": run}).write_parquet(here / "a.parquet")
lengths = pyarrow.array(run, pyarrow.duration("ns"))
pyarrow.parquet.write_table(pyarrow.table({"run": lengths}), here / "b.parquet")
for name in ("a", "b"):
    file = here / f"{name}.parquet"
    print(name, "polars:", polars.read_parquet(file)["run"].item())
    print(name, "duckdb:", *duckdb.sql(f"SELECT typeof(run), run FROM '{file}'").fetchall()[0])
print("both:", *duckdb.sql(f"SELECT sum(run) FROM read_parquet('{here}/*.parquet')").fetchall()[0])
END

cat > "$dir/expected" <<'END'
a polars: 0:00:26.500000
a duckdb: BIGINT 26500000
b polars: 0:00:26.500000
b duckdb: BIGINT 26500000000
both: 26526500000
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a length of time is a number without a unit"
else
    echo "changed: parquet-lengths-of-time-are-bare-numbers"
    exit 1
fi
