"""``python3 -m tests english``: mark the translations of each changed English phrase as to be read again, and
bring what was read against the rules' clauses up to date (tests/app/words/clause_readings.py).

``english.txt`` keeps the digest of the English that every language was translated from, a phrase a line. A
phrase whose English differs from its digest gets the line ``#, fuzzy`` in the five other languages, as
gettext's tools do, and then its new digest.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Collection, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from console.base.words import LANGUAGES
from tests.app.words import clause_readings
from tests.base.words.catalogues import FOLDER, phrases, texts

FILE: Final = Path(__file__).with_name("english.txt")


def digests() -> dict[str, str]:
    """The digest of each phrase's English as it stands in the catalogue, by key."""
    english = {key: "\0".join(texts(each)) for key, each in phrases("en").items()}
    return {key: sha256(text.encode()).hexdigest()[:8] for key, text in english.items()}


def kept(file: Path = FILE) -> dict[str, str]:
    """The digest of the English from which each phrase was translated, by key."""
    lines = (line.split(" ", 1) for line in file.read_text(encoding="utf-8").splitlines())
    return {key: digest for digest, key in lines}


def changed(was: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The keys whose English is another than the one they were translated from, in the catalogue's order."""
    return [key for key, digest in now.items() if was.get(key, digest) != digest]


def marked(catalogue: str, keys: Collection[str]) -> str:
    """The text of a ``.po`` with ``#, fuzzy`` above each of the keys."""
    for key in keys:
        entry = re.compile(rf'(?<!#, fuzzy\n)^(?=msgid "{re.escape(key)}"$)', re.MULTILINE)
        catalogue = entry.sub("#, fuzzy\n", catalogue)
    return catalogue


def main(argv: list[str]) -> int:
    """Mark the changed phrases and keep the new digests."""
    argparse.ArgumentParser(prog="python3 -m tests english", description=__doc__).parse_args(argv)
    now = digests()
    keys = changed(kept(), now)
    for file in (FOLDER / f"{language}.po" for language in LANGUAGES if language != "en"):
        file.write_text(marked(file.read_text(encoding="utf-8"), keys), encoding="utf-8")
    FILE.write_text("".join(f"{digest} {key}\n" for key, digest in now.items()), encoding="utf-8")
    clause_readings.FILE.write_text(
        "".join(f"{each.line()}\n" for each in clause_readings.completed()), "utf-8"
    )
    english = FOLDER / "en.po"
    english.write_text(clause_readings.with_notes(english.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(keys)} changed: {', '.join(keys)}" if keys else "no English phrase has changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
