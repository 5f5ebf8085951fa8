#!/usr/bin/env bash
# duckdb 2.0.1 with pandas 3.1.1: a sum of whole numbers is 9007199254740993 by fetchall() and
# 9007199254740992 in a data frame.
#
# Expected: the number, as fetchall(), pl() and arrow() give it, or an error. The column that is summed is
# BIGINT, and df() of that column itself is exact.
# Seen: a sum of BIGINT is a HUGEINT, and df() makes it a float: whole numbers from 2^53 on lose their last
# digits, and smaller ones come with '.0'. sum(...)::BIGINT is exact.
# Hurts: checks that two engines agree to the last digit, and sums over digests or nanoseconds.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'duckdb==2.0.1' 'pandas==3.1.1' 'pyarrow==26.0.1'

cat > "$dir/try.py" <<'END'
import duckdb

rows = duckdb.sql("SELECT 9007199254740993::BIGINT AS n UNION ALL SELECT 0")
total = duckdb.sql("SELECT sum(n) AS n FROM rows")
print("rows in a frame:", rows.df()["n"].max())
print("sum:", total.types[0], total.fetchall()[0][0])
print("sum in a frame:", total.df()["n"].dtype, f"{total.df()['n'][0]:.0f}")
print("sum as BIGINT:", duckdb.sql("SELECT sum(n)::BIGINT AS n FROM rows").df()["n"][0])
END

cat > "$dir/expected" <<'END'
rows in a frame: 9007199254740993
sum: HUGEINT 9007199254740993
sum in a frame: float64 9007199254740992
sum as BIGINT: 9007199254740993
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a sum is rounded on its way into a data frame"
else
    echo "changed: duckdb-sums-lose-their-last-digit-in-pandas"
    exit 1
fi
