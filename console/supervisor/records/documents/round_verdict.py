"""The verdict on a round's file: the file is made again from its proof, put into words, and compared. Its
words are compared too. The parts that no entry can prove (people's names, when and where the file was made)
have to agree with the words, and are named as not proven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from console import __version__
from console.base.system import content_of, read_json
from console.base.words import LANGUAGES, Words
from console.supervisor.records.accounts.round_check import ContextMissing, parsed_file, reconstruct
from console.supervisor.records.accounts.round_file import RoundFile
from console.supervisor.records.documents.export import as_json, round_json
from console.supervisor.records.documents.round_settings import (
    LONGEST_NAME,
    WordSettings,
    formatter_as,
    impossible_setting,
    made_by,
)
from console.supervisor.records.documents.round_words import round_paper
from console.table.config import SLOTS, is_web, slots_of
from console.table.game import RulebookError
from console.table.journal import inclusion


class Unproven(StrEnum):
    """A part of a file that nothing proves."""

    REST = "rest"
    """Everything except its entries: the proof lacks the state to start from."""
    UNTOLD = "untold"
    """The round can't be reconstructed: this console has no such rulebook or game."""
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
    if proof.context is None:
        return Comparison(None, Unproven.REST)
    try:
        again = reconstruct(str(parsed.get("subject")), proof, older=_is_of_1_0(parsed))
    except ContextMissing:
        return Comparison("proof.context")
    except (RulebookError, LookupError, ValueError):
        return Comparison(None, Unproven.UNTOLD)
    file = again.file
    if again.is_cut_off and parsed.get("may_go_on") is True:  # No entry says which files were found.
        file = replace(file, may_go_on=True)
    place, doubt = _compared(path, parsed, file)
    return Comparison(place, None if place is not None else doubt, again.casino, again.live)


_OF_1_0: Final = re.compile(r"1\.0\.")
_BEFORE_1_2: Final = re.compile(r"1\.[01]\.")
"""The versions that did not judge times."""


def _is_of_1_0(parsed: Mapping[str, Any]) -> bool:
    """Whether a console of version 1.0 made the file: it wrote some facts of an incident differently."""
    made = parsed.get("made")
    version = made.get("version") if isinstance(made, dict) else None
    return isinstance(version, str) and _OF_1_0.match(version) is not None


def _is_bare(parsed: Mapping[str, Any], path: Path, proof: inclusion.Inclusion) -> bool:
    """Whether a file contains what its proof does, once, and no more."""
    alone = read_json(msgspec.json.encode(proof))
    return parsed in (alone, {"proof": alone}) and _compact(content_of(path)) == msgspec.json.encode(parsed)


def _compact(written: bytes) -> bytes:
    """JSON without blanks between its values; a key that occurs twice stays twice."""
    return msgspec.json.format(written, indent=-1)


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
        for each in (mine, *mine["records"]) if _BEFORE_1_2.match(made.version) else ():
            each.pop("quick", None)
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
