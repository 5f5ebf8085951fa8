#!/usr/bin/env bash
# pendulum 3.3.0: in Lithuanian what lies before another moment is said to lie ahead of now.
#
# Expected: a.diff_for_humans(b) says "before" if a is the earlier one and "after" if it is the later one, as
# in English.
# Seen: "2 minutes nuo dabar" for the earlier one, "two minutes from now". German has a slip of case at the
# same place: "2 Tagen zuvor" for "2 Tage zuvor".
# Hurts: Lithuanian readers: past and future are exchanged.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'pendulum==3.3.0'

cat > "$dir/try.py" <<'END'
import pendulum

later = pendulum.datetime(2025, 3, 5, 12)
for language in ("en", "de", "lt"):
    print(language, "|", later.subtract(minutes=2).diff_for_humans(later, locale=language), "|", later.subtract(days=2).diff_for_humans(later, locale=language))
END

cat > "$dir/expected" <<'END'
en | 2 minutes before | 2 days before
de | 2 Minuten zuvor | 2 Tagen zuvor
lt | 2 minutes nuo dabar | 2 dienas nuo dabar
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: the earlier moment is said to be from now"
else
    echo "changed: pendulum-lithuanian-earlier-is-from-now"
    exit 1
fi
