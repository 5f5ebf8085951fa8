#!/usr/bin/env bash
# polars 2.1.0: the sum of a column of 32-bit integers is -294,967,296 for twice 2,000,000,000.
#
# Expected: 4,000,000,000, as DuckDB, pandas and pyarrow give of the same Parquet file, and as polars itself
# does for columns of 8 and 16 bits, which it widens first.
# Seen: sum(), group_by().agg(sum) and polars' own SQL wrap around without a warning; mean() is right.
# Hurts: money in cents in a 32-bit column of a Parquet file, the smallest type that holds each single stake:
# a total beyond 21 million is a negative number, in one of four engines.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'polars==2.1.0' 'duckdb==2.0.1' 'pandas==3.1.1' 'pyarrow==26.0.1'

cat > "$dir/try.py" <<'END'
import pathlib

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet

file = str(pathlib.Path(__file__).parent / "stakes.parquet")
cents = pyarrow.array([2_000_000_000] * 2, pyarrow.int32())
pyarrow.parquet.write_table(pyarrow.table({"table": [7, 7], "cents": cents}), file)
read = polars.read_parquet(file)
print("duckdb:", duckdb.sql(f"SELECT sum(cents) FROM '{file}'").fetchall()[0][0])
print("pandas:", pandas.read_parquet(file)["cents"].sum())
print("polars:", read["cents"].sum(), "mean", read["cents"].mean())
print("polars, by table:", read.group_by("table").agg(polars.col("cents").sum())["cents"].to_list())
print("polars, SQL:", read.sql("SELECT sum(cents) AS cents FROM self")["cents"].to_list())
print("polars, 16 bits:", polars.Series([30_000, 30_000], dtype=polars.Int16).sum())
END

cat > "$dir/expected" <<'END'
duckdb: 4000000000
pandas: 4000000000
polars: -294967296 mean 2000000000.0
polars, by table: [-294967296]
polars, SQL: [-294967296]
polars, 16 bits: 60000
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a sum of 32-bit integers wraps around"
else
    echo "changed: polars-sums-of-32-bits-wrap"
    exit 1
fi
