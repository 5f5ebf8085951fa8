"""``dealer-console journal verify FILE`` for a round's file or proof: the verdict and its limits in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from console.base.plain_text import visible
from console.base.words import FIRST, Words, noted_moment
from console.supervisor.records.accounts.round_check import parsed_file
from console.supervisor.records.documents.record_words import ends_of
from console.supervisor.records.documents.round_verdict import Comparison, Unproven, compare_file
from console.table.custody import verdict
from console.table.journal import JournalError, PublicKey, Statement, inclusion, public_key


class _WithoutProof(msgspec.Struct):
    """The file of a round that could not be proved when it was made."""

    unproven: Literal["not_sealed", "card_may_come", "two_files"]
    first: int
    last: int
    first_file: str | msgspec.UnsetType = msgspec.UNSET
    last_file: str | msgspec.UnsetType = msgspec.UNSET


def proof_verdict(
    path: Path, lang: str = FIRST, keys: Sequence[Path] = (), whose: verdict.ExpectedTable | None = None
) -> int:
    """Print the verdict. Returns 0 if good, 1 if not, 2 (on standard error) if nothing can be verified.
    ``keys`` are files of public keys; ``whose`` is the table to which the round should belong.
    """
    words = Words(lang)
    try:
        lines, good = _verified(path, words, [public_key(each) for each in keys], whose)
    except JournalError as error:
        print(_no_proof_yet(error, path, words) or words.text(error.key, **error.slots), file=sys.stderr)
        return verdict.NOT_VERIFIED
    except KeyboardInterrupt:
        print(words.text("journal.verify.stopped"), file=sys.stderr)
        return verdict.NOT_VERIFIED
    print("\n".join(lines))
    return 0 if good else 1


def _no_proof_yet(error: JournalError, path: Path, words: Words) -> str | None:
    """Why a round's file has no proof, by its own words; None if it is another error or file."""
    parsed = parsed_file(path) if isinstance(error, inclusion.NotAProof) else None
    try:
        file = msgspec.convert(parsed, _WithoutProof)
    except msgspec.ValidationError:
        return None
    first, last = ends_of(file)
    why = words.text(f"round.file.unproven.{file.unproven}", first=first, last=last)
    return f"{visible(str(path))}: {why}"


def _verified(
    path: Path, words: Words, known: Sequence[PublicKey], whose: verdict.ExpectedTable | None
) -> tuple[list[str], bool]:
    """The verdict's lines on a round's file or a single proof, and whether it holds."""
    proof = inclusion.proof_file(path)
    held = inclusion.check(proof, known)
    if held.doubt is not None or held.statement is None:
        return [words.text(f"journal.proof.{held.doubt}", file=path, entry=held.entry)], False
    if others := verdict.other_table(words, path, held.statement, whose):
        return others, False
    found = compare_file(path, proof)
    if found is not None and found.place is not None:
        return [words.text("journal.proof.told", file=path, place=visible(found.place))], False
    casino = "" if found is None else found.casino
    if others := verdict.other_casino(words, path, held.statement, whose, casino):
        return others, False
    if found is not None and _is_of_a_terminal(found, whose):
        return [words.text("journal.terminals", file=path)], False
    unproven = None if found is None else found.unproven
    lines = [*_not_proven(words, path, held.statement, unproven)]
    at = noted_moment(held.statement.at, words.locale)
    slots = {"file": path, "table": visible(held.statement.table), "at": at}
    lines.append(words.count("journal.proof.good", held.entries, **slots))
    lines += verdict.key_lines(words, (held.key,), bool(known))
    context = proof.context
    if context is None or found is None:
        lines.append(words.text("journal.proof.limits"))
    elif unproven is not Unproven.UNTOLD:
        lines.append(words.text("journal.proof.retold", rules=visible(held.statement.rules)))
        begun = "state" if context.begin else "beginning"
        lines.append(words.text(f"journal.proof.retold.{begun}", entry=context.begin))
    return lines, unproven is None


def _is_of_a_terminal(found: Comparison, whose: verdict.ExpectedTable | None) -> bool:
    """Whether a reconstructed round was played before any LIVE table had its journal."""
    known = found.unproven in (None, Unproven.WORDS)
    return known and not found.live and whose is not None and whose.terminals == whose.table


def _not_proven(words: Words, path: Path, statement: Statement, unproven: Unproven | None) -> Iterator[str]:
    """The lines, which come first, on parts for which nothing vouches."""
    match unproven:
        case Unproven.REST:
            yield words.text("journal.proof.rest", file=path)
        case Unproven.UNTOLD:
            yield words.text("journal.verify.doubt.untold", file=path, rules=visible(statement.rules))
        case Unproven.WORDS:
            yield words.text("journal.proof.words", file=path)
