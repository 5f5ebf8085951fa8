"""``python3 -m tests phrases FILE...``: put new phrases into the six catalogues.

A file is TOML, a table for each key with a line for each language. A phrase goes beneath the last of its
relatives. A language that the file leaves out gets the English, marked to be translated.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path
from typing import Final

from console.base.words import LANGUAGES
from hatch_build import build_language
from tests.app.words.english import main as keep_digests
from tests.base.words.catalogues import FOLDER

_ENTRY: Final = re.compile(r'^msgid "([^"]+)"\n(?:msg.*\n|".*\n)+', re.MULTILINE)


def added(catalogue: str, key: str, entry: str) -> str:
    """The text of a ``.po`` with one more entry, beneath the last whose key begins with the same names."""
    last, alike = len(catalogue), -1
    for found in _ENTRY.finditer(catalogue):
        pairs = zip(found[1].split("."), key.split("."), strict=False)
        shared = next((at for at, (one, other) in enumerate(pairs) if one != other), key.count("."))
        if shared >= max(alike, 1):
            last, alike = found.end(), shared
    return f"{catalogue[:last]}\n{entry}{catalogue[last:]}"


def main(argv: list[str]) -> int:
    """Add the phrases of the files, and keep the digests of their English."""
    parser = argparse.ArgumentParser(prog="python3 -m tests phrases", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    texts = [file.read_text("utf-8") for file in parser.parse_args(argv).files]
    said = {key: words for text in texts for key, words in tomllib.loads(text).items()}
    for language in LANGUAGES:
        source = FOLDER / f"{language}.po"
        text = source.read_text("utf-8")
        for key, words in said.items():
            if f'\nmsgid "{key}"\n' in text:
                parser.error(f"{source.name} has {key} already")
            mark = "" if language in words else "#, fuzzy\n"
            text = added(text, key, f'{mark}msgid "{key}"\nmsgstr "{words.get(language, words["en"])}"\n')
        source.write_text(text, "utf-8")
        build_language(source)
    return keep_digests([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
