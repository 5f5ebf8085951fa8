#!/usr/bin/env bash
# polars 2.1.0: quantile(0.5) of 1, 2, 3 and 10 is 3, and median() of the same is 2.5.
#
# Expected: one number: the median is the quantile of one half by every definition in use (Hyndman and Fan,
# 1996, types 4 to 9 and 2), and DuckDB's quantile_cont, pandas and numpy give 2.5 for both.
# Seen: quantile() takes the nearest value unless told otherwise, and the upper one of two that are as near;
# median() interpolates. describe() has the row '50%' by the first.
# Hurts: medians of times between rounds by two engines, or by two functions of one: they differ wherever a
# shift has an even number of rounds, most where there are few.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'polars==2.1.0' 'duckdb==2.0.1' 'pandas==3.1.1'

cat > "$dir/try.py" <<'END'
import duckdb
import pandas
import polars

seconds = [1.0, 2.0, 3.0, 10.0]
read = polars.Series("seconds", seconds)
row = read.describe().filter(polars.col("statistic") == "50%")["value"].item()
print("pandas:", pandas.Series(seconds).quantile(0.5), pandas.Series(seconds).median())
values = ", ".join(f"({each}::DOUBLE)" for each in seconds)
query = f"SELECT quantile_cont(s, 0.5), median(s) FROM (VALUES {values}) AS t(s)"
print("duckdb:", *duckdb.sql(query).fetchall()[0])
print("polars: quantile", read.quantile(0.5), "median", read.median(), "describe", row)
END

cat > "$dir/expected" <<'END'
pandas: 2.5 2.5
duckdb: 2.5 2.5
polars: quantile 3.0 median 2.5 describe 3.0
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the quantile of one half is no median"
else
    echo "changed: polars-half-quantile-is-no-median"
    exit 1
fi
