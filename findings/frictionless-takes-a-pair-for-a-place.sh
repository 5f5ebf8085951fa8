#!/usr/bin/env bash
# frictionless 5.21.0: a column with two numbers and a comma, such as "5,3", is a place on earth.
#
# Expected: "5,3" is text, or one number with a decimal comma; the type geopoint is for coordinates that are
# declared.
# Seen: describe() infers geopoint, and extract() returns [5.0, 3.0]. "5,30" and other decimal commas are
# taken likewise. A pair beyond 180 makes the column a string again.
# Hurts: seats, totals of two hands ("7,1"), amounts in Swedish, Lithuanian, Icelandic or German.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'frictionless==5.21.0'

cat > "$dir/try.py" <<'END'
import pathlib

from frictionless import describe, extract

path = pathlib.Path(__file__).with_name("a.csv")
path.write_text('totals,stake,wide\n"7,1","5,30","7,1"\n"9,8","12,50","900,1"\n')
print({field.name: field.type for field in describe(path.name, basepath=str(path.parent)).schema.fields})
print(next(iter(extract(path.name, basepath=str(path.parent)).values()))[0])
END

cat > "$dir/expected" <<'END'
{'totals': 'geopoint', 'stake': 'geopoint', 'wide': 'string'}
{'totals': [7.0, 1.0], 'stake': [5.0, 30.0], 'wide': '7,1'}
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: 7,1 is a geopoint"
else
    echo "changed: frictionless-takes-a-pair-for-a-place"
    exit 1
fi
