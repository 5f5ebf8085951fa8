#!/usr/bin/env bash
# prometheus-client 0.26.0: names with a point are renamed when they are written, and two metrics become one.
#
# Expected: since names may have any letters (Prometheus 3), a name is kept, or refused; a registry refuses a
# second metric of the same name.
# Seen: tables.open is written as tables_open. Beside a metric of that name both are registered, and the text
# has the block twice, with two values; the format allows one TYPE line a name. Its own parser makes one
# family of two values of it.
# Hurts: who reads the file: node_exporter and Prometheus drop or refuse such a page.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'prometheus-client==0.26.0'

cat > "$dir/try.py" <<'END'
from prometheus_client import CollectorRegistry, Gauge, generate_latest

registry = CollectorRegistry()
Gauge("tables.open", "Tables.", registry=registry).set(1)
Gauge("tables_open", "Tables.", registry=registry).set(2)
print(generate_latest(registry).decode(), end="")
try:
    Gauge("tables_open", "Tables.", registry=registry)
except Exception as error:
    print("a third:", type(error).__name__)
END

cat > "$dir/expected" <<'END'
# HELP tables_open Tables.
# TYPE tables_open gauge
tables_open 1.0
# HELP tables_open Tables.
# TYPE tables_open gauge
tables_open 2.0
a third: DuplicateTimeseries
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: two registered names are written as one"
else
    echo "changed: prometheus-client-two-names-become-one"
    exit 1
fi
