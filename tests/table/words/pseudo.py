"""A language that nobody speaks, made from English: every letter accented, half as long again, in brackets.

Text without an accent on a screen did not come from a catalogue; text without its bracket was cut off;
text without room here has none in the next language. ``python3 -m tests.table.words.pseudo FOLDER`` makes a
copy of the checkout that speaks it, as the handbook says how a language is added: a row, a catalogue, and
its words in the suite's tables of terms and concepts.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po, write_po

from hatch_build import build_language
from tests.base.words.catalogues import FOLDER
from tests.sources import PROGRAM, copied

_PLAIN: Final = "abcdefghijklmnopqrstuvwxyz"
_ACCENTED: Final = "áƀçđéƒğĥîĵķļḿñöṕǫŕšţûṽŵẋýž"
ACCENTS: Final = str.maketrans(_PLAIN + _PLAIN.upper(), _ACCENTED + _ACCENTED.upper())
"""Letters that the screen's fonts have, each with a capital: a heading is set in capitals by the code."""
_SLOT: Final = re.compile(r"(\{[^{}]*\})")
_VOWELS: Final = frozenset("aeiouyAEIOUY")
LONGER: Final = 1.5


def accented(text: str) -> str:
    """A phrase in the language: its slots as they are, its words longer by their vowels, whole in brackets.

    One without a letter outside its slots, such as what stands between the members of a list, stays as it is.
    """
    parts = _SLOT.split(text)
    shown = "".join(parts[::2])
    if not re.search("[A-Za-z]", shown):
        return text
    wanted = round(len(shown) * LONGER) - len(shown) - 2  # the brackets are two
    vowels = sum(letter in _VOWELS for letter in shown)
    parts[::2] = (_stretched(part, wanted, vowels).translate(ACCENTS) for part in parts[::2])
    return f"‹{''.join(parts)}›"


def _stretched(text: str, more: int, vowels: int) -> str:
    """The text with its vowels drawn out, so that all of a phrase's vowels give ``more`` letters evenly."""
    if more <= 0 or not vowels:
        return text
    each, over = divmod(more, vowels)
    out, owed = [], 0
    for letter in text:
        out.append(letter)
        if letter in _VOWELS:
            owed += over
            extra, owed = (1, owed - vowels) if owed >= vowels else (0, owed)
            out.append((letter if text.isupper() else letter.lower()) * (each + extra))
    return "".join(out)


def write(target: Path) -> Path:
    """Write the whole catalogue to a ``.po`` that is named by its language; its plurals are English ones."""
    with (FOLDER / "en.po").open("rb") as source:
        made = read_po(source, locale="en")
    for message in made:
        if message.id:
            found = message.string
            message.string = accented(found) if isinstance(found, str) else tuple(map(accented, found or ()))
    written = io.BytesIO()
    write_po(written, made, width=0)
    named = written.getvalue().decode().replace("Language: en\\n", f"Language: {target.stem}\\n")
    target.write_text(named, "utf-8")
    return target


CODE: Final = "xx"
ROW: Final = f'Locale("{CODE}", "Ƥšéûđö", "el_GR", ("«", "»"), colon=" : "),'
"""Its days and months are Greek: CLDR names none that nobody speaks, and these pass for English nowhere."""
_HERE: Final = "    # A further language has its row here.\n"


def _in_tables(folder: Path) -> None:
    """Its lines in ``terms.toml`` and ``concepts.toml``: each pattern is the bracket of any phrase."""
    for name, line, more in (
        ("terms.toml", r"(?m)^((?:word|say) = \{.*[^ ]) \}$", rf'\1, {CODE} = "‹" }}'),
        ("concepts.toml", r"(?m)^(de = .*)$", rf'\1\n{CODE} = "‹"'),
    ):
        file = folder / name
        file.write_text(re.sub(line, more, file.read_text("utf-8")), "utf-8")


def add_to(folder: Path) -> Path:
    """Copy the checkout's program and tests to the folder, and add the language to the copy."""
    copied(folder, *PROGRAM, "tests")
    table = folder / "console" / "base" / "words" / "locales.py"
    written = table.read_text("utf-8")
    assert written.count(_HERE) == 1
    table.write_text(written.replace(_HERE, f"    {ROW}\n{_HERE}"), "utf-8")
    build_language(write(folder / "translations" / f"{CODE}.po"))
    _in_tables(folder / "tests" / "table" / "words")
    return folder


if __name__ == "__main__":
    add_to(Path(sys.argv[1]))
