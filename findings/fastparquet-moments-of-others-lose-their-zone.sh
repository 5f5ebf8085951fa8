#!/usr/bin/env bash
# fastparquet 2026.9.0: moments in a file of polars or DuckDB come back without a zone, those of a file of
# pandas with it.
#
# Expected: Parquet's type TIMESTAMP has the mark isAdjustedToUTC: if it is set, the number is a moment in UTC,
# by any writer. pyarrow, polars and DuckDB read each of the three files as a moment.
# Seen: the mark is not looked at. A zone is set only where pandas left its own note in the file; else the
# column is naive, the same as one of local times. Its digits are those of UTC.
# Hurts: rows of two tools put together: 05:30 in Vilnius stands as 02:30 beside naive local times, two
# or three hours off by the season, and no error tells.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'fastparquet==2026.9.0' 'pandas==3.1.1' 'polars==2.1.0' 'duckdb==2.0.1' 'pyarrow==26.0.1' 'numpy==2.4.6'

cat > "$dir/try.py" <<'END'
import pathlib

import duckdb
import fastparquet
import pandas
import polars
import pyarrow.parquet

here = pathlib.Path(__file__).parent
moments = pandas.to_datetime(["2026-03-29 02:30"], utc=True)
rounds = pandas.DataFrame({"at": moments.tz_convert("Europe/Vilnius")})
rounds.to_parquet(here / "pandas.parquet", engine="pyarrow")
polars.from_pandas(rounds).write_parquet(here / "polars.parquet")
duckdb.sql("SELECT * FROM rounds").write_parquet(str(here / "duckdb.parquet"))
for name in ("pandas", "polars", "duckdb"):
    file = str(here / f"{name}.parquet")
    mark = "isAdjustedToUTC=true" in str(pyarrow.parquet.ParquetFile(file).schema)
    aware = polars.read_parquet(file)["at"].dtype.time_zone is not None
    read = fastparquet.ParquetFile(file).to_pandas()["at"].iloc[0]
    print(name, "marked:", mark, "polars aware:", aware, "fastparquet:", read.isoformat())
END

cat > "$dir/expected" <<'END'
pandas marked: True polars aware: True fastparquet: 2026-03-29T05:30:00+03:00
polars marked: True polars aware: True fastparquet: 2026-03-29T02:30:00
duckdb marked: True polars aware: True fastparquet: 2026-03-29T02:30:00
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a moment has lost its zone"
else
    echo "changed: fastparquet-moments-of-others-lose-their-zone"
    exit 1
fi
