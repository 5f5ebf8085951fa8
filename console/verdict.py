"""``dealer-console journal verify FILE``: the verdict on a journal or on a proof, in words.

It says what is proven, and what can't be: by whom the chain could be computed anew, whose a key is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Self, TextIO

from console.journal import JournalError
from console.journal.keys import PublicKey, public_key
from console.journal.proofs import Held, check, is_json, proof_file
from console.journal.statement import Seal, moment, seal_file
from console.journal.verify import Verdict, verify
from console.words import Words

KEY_COMMAND: Final = "dealer-console key"
STOPPED: Final = 2
_EVERY: Final = 0.1
"""Seconds between two lines of progress."""
_CLEAR: Final = "\x1b[K"
"""To the end of a terminal's line."""


def main(path: Path, lang: str = "en", keys: Sequence[Path] = (), head: Path | None = None) -> int:
    """Say the verdict on standard output: 0 good, 1 not, 2 (on standard error) nothing that can be verified.

    ``keys`` are files of public keys, ``head`` is that of a seal that was kept elsewhere.
    """
    words = Words(lang)
    try:
        known = [public_key(each) for each in keys]
        if is_json(path):
            held = check(proof_file(path), known)
            lines, good = list(_proven(words, path, held, bool(known))), held.doubt is None
        else:
            kept = None if head is None else seal_file(head)
            with Meter(words, sys.stderr) as meter:
                verdict = verify(path, known, kept, meter)
            lines, good = list(_said(words, path, verdict, bool(known), kept)), verdict.flaw is None
    except JournalError as error:
        print(words.text(error.key, **error.slots), file=sys.stderr)
        return STOPPED
    except KeyboardInterrupt:
        print(words.text("journal.verify.stopped"), file=sys.stderr)
        return STOPPED
    print("\n".join(lines))
    return 0 if good else 1


class Meter:
    """A line on a terminal that says how far the work has come; nothing where nobody looks."""

    def __init__(self, words: Words, out: TextIO) -> None:
        self._words = words
        self._out = out if out.isatty() else None
        self._next = time.monotonic() + _EVERY

    def __call__(self, done: int, of: int) -> bool:
        """Say it, not too often; it never stops the work, Ctrl-C does."""
        if self._out is not None and time.monotonic() >= self._next:
            self._write(self._words.text("journal.verify.progress", done=done, of=of))
            self._next = time.monotonic() + _EVERY
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._out is not None:
            self._write("")

    def _write(self, line: str) -> None:
        if self._out is not None:
            self._out.write(f"\r{_CLEAR}{line}")
            self._out.flush()


def _said(words: Words, path: Path, verdict: Verdict, known: bool, head: Seal | None) -> Iterator[str]:
    if verdict.flaw is not None:
        slots = {"file": path, "entry": verdict.entry, "sealed": verdict.sealing.entries}
        yield words.text(f"journal.verify.{verdict.flaw}", **slots)
        return
    yield words.count("journal.verify.good", verdict.entries, file=path, head=verdict.head.hex())
    sealing = verdict.sealing
    if not sealing.seals:
        yield words.text("journal.verify.unsealed")
        return
    at = moment(sealing.at or "")
    yield words.count("journal.verify.seals", sealing.seals, entry=sealing.entries, at=at)
    yield from _keys(words, sealing.keys, known)
    if verdict.entries > sealing.entries:
        yield words.count("journal.verify.tail", verdict.entries - sealing.entries)
    said = None if head is None else head.said
    if said is None:
        yield words.text("journal.verify.no_head")
    else:
        yield words.text("journal.verify.continued", entry=said.entries)


def _proven(words: Words, path: Path, held: Held, known: bool) -> Iterator[str]:
    if held.doubt is not None or held.said is None:
        yield words.text(f"journal.proof.{held.doubt}", file=path, entry=held.entry)
        return
    slots = {"file": path, "table": held.said.table, "at": moment(held.said.at)}
    yield words.count("journal.proof.good", held.entries, **slots)
    yield from _keys(words, (held.key,), known)
    yield words.text("journal.proof.limits")


def _keys(words: Words, keys: Sequence[PublicKey], known: bool) -> Iterator[str]:
    for key in keys:
        yield words.text("journal.verify.with_key", key=key.fingerprint)
    if known:
        yield words.text("journal.verify.keyed")
    else:
        yield words.text("journal.verify.any_key", command=KEY_COMMAND)
