"""``dealer-console journal verify FILE``: the verdict on a journal, in words."""

from __future__ import annotations

import sys
from pathlib import Path

from console.journal import JournalError
from console.journal.verify import Verdict, verify
from console.words import Words


def main(path: Path, lang: str = "en") -> int:
    """Say the verdict on standard output: 0 good, 1 not, 2 (on standard error) no journal."""
    words = Words(lang)
    try:
        verdict = verify(path)
    except JournalError as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return 2
    print(_said(words, path, verdict))
    return 0 if verdict.flaw is None else 1


def _said(words: Words, path: Path, verdict: Verdict) -> str:
    if verdict.flaw is None:
        return words.count("journal.verify.good", verdict.entries, file=path, head=verdict.head.hex())
    return words.text(f"journal.verify.{verdict.flaw}", file=path, entry=verdict.entry)
