#!/usr/bin/env bash
# Babel 2.18.0: "pybabel compile" is silent about a slot that differs and about a message defined twice.
#
# Expected: compile checks the catalogue and says "error:" for a message whose %(slots)s differ; Babel also
# knows the flag python-brace-format and sets it. GNU gettext's msgfmt -c refuses both: other names in
# {slots}, and a duplicate definition.
# Seen: a translation with {x} for {n} under that flag compiles without a word and with exit code 0, as do
# two entries of one msgid, of which one silently wins. For %(n)s the error is told.
# Hurts: programs with {slots}: KeyError on the screen of the one language that has the slip.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/v"
"$dir/v/bin/pip" --disable-pip-version-check -q install 'Babel==2.18.0'

cat > "$dir/try.py" <<'END'
import gettext
import pathlib
import subprocess
import sys

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: sv\\n"

"""
PERCENT = """#, python-format
msgid "%(n)s cards"
msgstr "%(x)s kort"
"""
BRACE = """#, python-brace-format
msgid "{n} cards"
msgstr "{x} kort"
"""
TWICE = """msgid "shoe"
msgstr "sko"

msgid "shoe"
msgstr "kortsko"
"""
here = pathlib.Path(__file__).parent
place = here / "t" / "sv" / "LC_MESSAGES"
place.mkdir(parents=True)
for name, text in (("percent", PERCENT), ("brace", BRACE), ("twice", TWICE)):
    (place / "m.po").write_text(HEAD + text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", "compile", "-d", str(here / "t"), "-D", "m"], capture_output=True, text=True
    )
    print(name, "told:", "error:" in done.stderr)
print("brace and twice end with", done.returncode)
with open(place / "m.mo", "rb") as file:
    print("shoe is", gettext.GNUTranslations(file).gettext("shoe"))
END

cat > "$dir/expected" <<'END'
percent told: True
brace told: False
twice told: False
brace and twice end with 0
shoe is sko
END

"$dir/v/bin/python" "$dir/try.py" > "$dir/seen"
if diff "$dir/expected" "$dir/seen"; then
    echo "seen: a differing {slot} and a doubled msgid are compiled without a word"
else
    echo "changed: pybabel-compile-passes-what-msgfmt-refuses"
    exit 1
fi
