"""``dealer-console journal verify FILE`` for a round's file or proof: the verdict and its limits in words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from console import __version__
from console.base.plain_text import visible
from console.base.system import content_of, read_json
from console.base.words import FIRST, LANGUAGES, Words, noted_moment
from console.supervisor.records.accounts.round_check import ContextMissing, parsed_file, reconstruct
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents.export import as_json, round_json
from console.supervisor.records.documents.record_words import ends_of
from console.supervisor.records.documents.round_settings import (
    LONGEST_NAME,
    WordSettings,
    formatter_as,
    impossible_setting,
    made_by,
)
from console.supervisor.records.documents.round_words import round_paper
from console.table.config import SLOTS, is_web, slots_of
from console.table.custody import verdict
from console.table.game import RulebookError
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
    elif unproven not in (Unproven.UNTOLD, Unproven.OLDER):
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
        case Unproven.OLDER:
            yield words.text("journal.proof.older", file=path)
        case Unproven.WORDS:
            yield words.text("journal.proof.words", file=path)


class Unproven(StrEnum):
    """A part of a file that nothing proves."""

    REST = "rest"
    """Everything except its entries: the proof lacks the state to start from."""
    UNTOLD = "untold"
    """The round can't be reconstructed: this console has no such rulebook or game."""
    OLDER = "older"
    """All that is beside its entries: a console that this one no longer counts as made it."""
    WORDS = "words"
    """Its words, by another version of the console, which this version would word differently."""


_OF_A_PROOF: Final = {"proof", "what", *inclusion.Inclusion.__struct_fields__}


class Comparison(NamedTuple):
    """The comparison of a file with its proof: the first difference, or the unproven part."""

    place: str | None = None
    unproven: Unproven | None = None
    casino: str = ""
    """The last casino that the journal named before the round's end; empty without one."""
    live: bool = False
    """Whether a LIVE table is known to have noted itself in the journal by then."""


def compare_file(path: Path, proof: inclusion.Inclusion) -> Comparison | None:
    """Compare the round's file at ``path`` with its verified proof; None if it contains nothing else."""
    parsed = parsed_file(path) or {}
    if _is_bare(parsed, path, proof):
        return None
    if "subject" not in parsed:  # It is no file of a round: nothing proves the text next to the proof.
        return Comparison(next((key for key in parsed if key not in _OF_A_PROOF), "JSON"))
    if _is_older(parsed):
        return Comparison(None, Unproven.OLDER)
    if proof.context is None:
        return Comparison(None, Unproven.REST)
    try:
        again = reconstruct(str(parsed.get("subject")), proof)
    except ContextMissing:
        return Comparison("proof.context")
    except (RulebookError, LookupError, ValueError):
        return Comparison(None, Unproven.UNTOLD)
    file = again.file
    if again.is_cut_off and parsed.get("may_go_on") is True:  # No entry says which files were found.
        file = replace(file, may_go_on=True)
    place, doubt = _compared(path, parsed, file)
    return Comparison(place, None if place is not None else doubt, again.casino, again.live)


_BEFORE_1_2: Final = re.compile(r"(0\.\d+|1\.[01])\.\d+")
"""The versions whose files 1.2.0 is the last to make again."""


def _is_older(parsed: Mapping[str, Any]) -> bool:
    made = parsed.get("made")
    version = made.get("version") if isinstance(made, dict) else None
    return isinstance(version, str) and _BEFORE_1_2.fullmatch(version) is not None


def _is_bare(parsed: Mapping[str, Any], path: Path, proof: inclusion.Inclusion) -> bool:
    """Whether a file contains what its proof does, once, and no more."""
    alone = read_json(msgspec.json.encode(proof))
    compact = msgspec.json.format(content_of(path), indent=-1)  # a key that occurs twice stays twice
    return parsed in (alone, {"proof": alone}) and compact == msgspec.json.encode(parsed)


def _compared(path: Path, parsed: Mapping[str, Any], again: RoundFile) -> tuple[str | None, Unproven | None]:
    try:
        made = msgspec.convert(parsed.get("made"), WordSettings)
        names = msgspec.convert(parsed.get("people_named"), dict[str, str])
        text = msgspec.convert(parsed.get("text"), _Text)
    except msgspec.ValidationError:
        return "made", None
    if text.language not in LANGUAGES:
        return "text.language", None
    if made.video is not None and not _is_address(made.video.address):
        return "made.video.address", None
    if (who := next((who for who, name in names.items() if len(name) > LONGEST_NAME), None)) is not None:
        return f"people_named.{who}", None
    try:
        if (setting := impossible_setting(made, again)) is not None:
            return f"made.{setting}", None
        written = rewritten_file(again, made, names, text.language)
    except (ValueError, OverflowError):
        return "made", None  # No time zone and no video goes so far.
    if written == content_of(path):
        return None, None
    mine = read_json(written)
    if made.version != __version__:
        if not any(made.version in line for line in text.footer):
            return "made.version", None  # The text names another version.
        mine["text"] = parsed["text"]
        if made.version.startswith("1.2."):
            # No console before 2.0 said that a table was simulated, or which numbers no spin has.
            for each in (mine["origin"], *mine["records"]):
                each.pop("origin", None)
            (mine["result"] or {}).pop("early", None)
        if as_json(mine) == content_of(path):
            return None, Unproven.WORDS
    return next(_other(parsed, mine), "JSON"), None


def rewritten_file(
    again: RoundFile, settings: WordSettings, names: Mapping[str, str], language: str
) -> bytes:
    """The file of the reconstructed round by its first ``settings``. Raises ValueError or OverflowError if
    they are impossible.
    """
    formatter = formatter_as(settings, Words(language), names)
    paper = round_paper(again, formatter, settings.at, settings.version)
    return round_json(again, paper, names, made_by(formatter, again, settings.at, settings.version))


def _is_address(address: str) -> bool:
    """Whether a configuration could contain this address: no other address is composed here."""
    try:
        return is_web(address) and {*slots_of(address)} <= {*SLOTS}
    except ValueError:
        return False


class _Text(msgspec.Struct):
    language: str
    footer: tuple[str, ...]


def _other(value: Any, mine: Any, place: str = "") -> Iterator[str]:
    within = f"{place}." if place else ""
    match value, mine:
        case dict(), dict():
            for key in (*mine, *(key for key in value if key not in mine)):
                if key not in mine or key not in value:
                    yield f"{within}{key}"
                else:
                    yield from _other(value[key], mine[key], f"{within}{key}")
        case list(), list():
            for number, (left, right) in enumerate(zip(value, mine, strict=False)):
                yield from _other(left, right, f"{within}{number}")
            if len(value) != len(mine):
                yield f"{within}{min(len(value), len(mine))}"
        case _:
            if value != mine or type(value) is not type(mine):
                yield place
