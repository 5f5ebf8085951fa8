#!/usr/bin/env bash
# pyarrow 26.0.1 and duckdb 2.0.1: a filter that asks a Parquet file for NaN finds no row, where the same data
# in memory has one.
#
# Expected: the format's definition says of a row group's least and greatest value that NaN is not among them,
# and that both are to be ignored when NaN is looked for. A filter gives the same rows from a file as from
# memory; polars 2.1.0 does.
# Seen: row groups are passed over by these two values alone. Where all other values of the group are equal,
# pyarrow's dataset finds no row for is_nan() nor for != 1. DuckDB finds none for isnan() nor for > 100, and its
# greatest value is 1, while in memory it is NaN, which DuckDB puts above all numbers.
# Hurts: checks for measurements that failed (the speed of a ball as NaN): there are none, as soon as the data
# lies in a file. A null in place of NaN is found.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pyarrow==26.0.1' 'duckdb==2.0.1' 'polars==2.1.0'

cat > "$dir/try.py" <<'END'
import pathlib

import duckdb
import polars
import pyarrow
import pyarrow.compute
import pyarrow.dataset
import pyarrow.parquet

here = pathlib.Path(__file__).parent
speeds = pyarrow.table({"spin": [1, 2, 3], "speed": [1.0, 1.0, float("nan")]})
file = here / "speeds.parquet"
pyarrow.parquet.write_table(speeds, file)
field = pyarrow.dataset.field("speed")
for name, wanted in (("is_nan", pyarrow.compute.is_nan(field)), ("!= 1", field != 1)):
    memory = speeds.filter(wanted)["spin"].to_pylist()
    found = pyarrow.dataset.dataset(file).to_table(filter=wanted)["spin"].to_pylist()
    print("pyarrow", name, "memory:", memory, "file:", found)
for wanted in ("isnan(speed)", "speed > 100"):
    memory, rows = (
        [spin for (spin,) in duckdb.sql(f"SELECT spin FROM {source} WHERE {wanted}").fetchall()]
        for source in ("speeds", f"'{file}'")
    )
    print("duckdb", wanted, "memory:", memory, "file:", rows)
memory, rows = (
    duckdb.sql(f"SELECT max(speed) FROM {source}").fetchall()[0][0] for source in ("speeds", f"'{file}'")
)
print("duckdb max memory:", memory, "file:", rows)
found = polars.scan_parquet(file).filter(polars.col("speed").is_nan()).collect()
print("polars is_nan file:", found["spin"].to_list())
END

cat > "$dir/expected" <<'END'
pyarrow is_nan memory: [3] file: []
pyarrow != 1 memory: [3] file: []
duckdb isnan(speed) memory: [3] file: []
duckdb speed > 100 memory: [3] file: []
duckdb max memory: nan file: 1.0
polars is_nan file: [3]
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: rows with NaN are in the file and no filter finds them"
else
    echo "changed: parquet-filters-lose-rows-without-a-number"
    exit 1
fi
