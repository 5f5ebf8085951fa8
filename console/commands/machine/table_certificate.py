"""``dealer-console commissioning``: a table proves on site what it does; the certificate, and its check.

Knows arguments and words; what is proved, and how, is :mod:`console.commissioning`'s. Two people sign it by
PIN, and its digest becomes an entry of the table's journal, which no console may hold meanwhile. The exit
status is that of the other verdicts: 0 good, 1 something failed or differs, 2 nothing could be proved.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from console.arguments import BAD_ARGUMENTS, PROGRAM, OneLine, of_file, system_language
from console.command_table import sentence
from console.commissioning.certificate import (
    Certificate,
    Signature,
    certificate_of,
    changes,
    flaws,
    gone,
    read,
    sealed,
    stale,
)
from console.commissioning.certificate_files import files_in, write_files
from console.commissioning.certificate_paper import head_lines
from console.commissioning.devices.device_cable import Step
from console.commissioning.journal_entry import entered, entry_of, refuse_unenterable
from console.commissioning.programme import proofs_of
from console.commissioning.proof import Proof, Verdict, counted
from console.commissioning.proof_words import figure_text, told_text
from console.commissioning.proofs.floor_proofs import Witnessed
from console.commissioning.table_as_it_stands import as_it_stands
from console.config import ConfigError, TableConfig, load_config
from console.devices.model import DeviceRole
from console.game.rulebook import RulebookError
from console.journal import JournalError
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.people.signatures import EVERYBODY, signed_in_tries, signer
from console.records.documents.export import ExportError, check_target
from console.records.documents.paper import visible
from console.scenes.scene_file import SceneError
from console.software.identity import short
from console.table.protocol.permissions import PERMISSIONS
from console.table.state.entries import NotRecorded
from console.whole_file import content_of
from console.words import Words
from console.words.locales import LANGUAGES

if TYPE_CHECKING:
    from console.records.documents.paper import Paged

_COMMAND: Final = f"{PROGRAM} commissioning"
FAILED: Final = 1
_HIGHEST: Final = 36
AskPin = Callable[[str], str]


class Refused(Exception):
    """Why nothing is proved or signed: a phrase's key and its slots."""

    def __init__(self, key: str, **slots: object) -> None:
        """``slots`` are for the words of ``key``."""
        super().__init__(key)
        self.key, self.slots = key, slots


def main(argv: Sequence[str], draw: Paged, *, ask_pin: AskPin = getpass) -> int:
    """Prove, write and sign, or check what was written; its exit status."""
    given = _given(argv)
    words = Words(given.lang)
    try:
        if given.command == "verify":
            return _verified(given, words)
        return _proved(given, words, draw, ask_pin)
    except Refused as error:
        return _refused(words.text(error.key, **error.slots))
    except (JournalError, PeopleError, ExportError) as error:
        return _refused(words.text(error.key, **error.slots))
    except (ConfigError, RulebookError) as error:
        return _refused(of_file(words, error))
    except (SceneError, OSError) as error:
        return _refused(words.text("commissioning.no_scenes", reason=error))
    except (EOFError, KeyboardInterrupt):
        return _refused(words.text("people.stopped"))


def _given(argv: Sequence[str]) -> argparse.Namespace:
    parser = OneLine(_COMMAND, allow_abbrev=False)
    parser.add_argument("--table", type=Path, metavar="FILE", help="option.table")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="option.commissioning_out")
    parser.add_argument("--json", type=Path, metavar="OUT", help="option.json_file")
    parser.add_argument("--pdf", type=Path, metavar="OUT", help="option.pdf")
    parser.add_argument("--again", type=Path, metavar="CERT", help="option.commissioning_again")
    parser.add_argument(
        "--sign", nargs=2, metavar=("TECHNICIAN", "SUPERVISOR"), help="option.commissioning_sign"
    )
    parser.add_argument("--devices", action="store_true", help="option.commissioning_devices")
    parser.add_argument("--head", type=Path, metavar="NOTE", help="option.commissioning_head")
    parser.add_argument("--witness", type=Path, metavar="KEY", help="option.witness_key")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    commands = parser.add_subparsers(dest="command")
    verify = commands.add_parser("verify", help=sentence("commissioning verify"))
    verify.add_argument("certificate", type=Path, metavar="CERT", help="option.certificate")
    verify.add_argument("--table", type=Path, metavar="FILE", help="option.commissioning_table")
    verify.add_argument("--journal", type=Path, metavar="FILE", help="option.commissioning_journal")
    verify.add_argument("--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help="option.lang")
    given = parser.parse_args(argv)
    if given.command is None and given.table is None:
        parser.wrong("required", names="--table")
    if (given.head is None) != (given.witness is None):
        parser.wrong("required", names="--witness" if given.witness is None else "--head")
    return given


# --- proving ---------------------------------------------------------------------------------------


def _proved(given: argparse.Namespace, words: Words, draw: Paged, ask_pin: AskPin) -> int:
    """What can refuse it is asked first, the PINs last: who signs has seen what was proved."""
    config = load_config(given.table)
    at = datetime.now(UTC)
    targets = _targets(given, config, at)
    for target in targets:
        check_target(target)
    before = None if given.again is None else _before(given.again, config)
    signing = None if given.sign is None else Signing(config, given.sign)
    certificate = replace(as_it_stands(config, at), before="" if before is None else before.digest)
    person = AtTheTable(words) if given.devices else None
    certificate = replace(certificate, proofs=tuple(proofs_of(config, person, _witnessed(given))))
    print(*_report(certificate, words), sep="\n")
    if before is not None:
        print("", *_compared(certificate, before, words), sep="\n")
    print(flush=True)
    if signing is None or not certificate.holds:
        _write(sealed(certificate), targets, words, draw)
        if signing is not None:
            print(f"{_COMMAND}: {words.text('commissioning.not_signed')}", file=sys.stderr)
        return 0 if certificate.holds else FAILED
    return _signed(certificate, signing, targets, words, draw, ask_pin)


def _signed(
    certificate: Certificate,
    signing: Signing,
    targets: Sequence[Path],
    words: Words,
    draw: Paged,
    ask_pin: AskPin,
) -> int:
    """Have it signed, write it and enter it. Where nobody signs, what was proved is written all the same."""
    try:
        signatures = signing.signed(words, ask_pin)
    except (PeopleError, EOFError, KeyboardInterrupt) as error:
        _write(sealed(certificate), targets, words, draw)
        told = (error.key, error.slots) if isinstance(error, PeopleError) else ("people.stopped", {})
        _refused(words.text(told[0], **told[1]))
        return _refused(words.text("commissioning.written_unsigned"))
    certificate = sealed(replace(certificate, signatures=signatures))
    _write(certificate, targets, words, draw)  # before it is entered: no entry names one that is not there
    try:
        entry = entered(signing.config, certificate)
    except (JournalError, NotRecorded) as error:
        if isinstance(error, JournalError):
            _refused(words.text(error.key, **error.slots))
        return _refused(words.text("commissioning.not_entered"))
    print(words.text("commissioning.recorded", entry=entry))
    return 0


def _write(certificate: Certificate, targets: Sequence[Path], words: Words, draw: Paged) -> None:
    """Write its files, and say by which digest it is known. Raises ExportError."""
    write_files(certificate, targets, words, draw)
    for target in targets:
        print(words.text("record.written", file=target))
    print(words.text("commissioning.head.digest", digest=short(certificate.digest)))


def _witnessed(given: argparse.Namespace) -> Witnessed | None:
    return None if given.head is None else Witnessed(given.head, given.witness)


def _targets(given: argparse.Namespace, config: TableConfig, at: datetime) -> tuple[Path, ...]:
    """The files to write: those that were named, and both in a folder that was.

    What is signed is always written: where no file was named, beside the journal.
    """
    named = [each for each in (given.json, given.pdf) if each is not None]
    folder = config.journal.parent if given.sign is not None and not named else None
    if (out := given.out or folder) is not None:
        named += files_in(out, config.name, at)
    return tuple(named)


def _before(file: Path, config: TableConfig) -> Certificate:
    """The certificate that is repeated. Raises Refused where it is none, changed, or another table's."""
    try:
        said = read(file)
        found = flaws(content_of(file))
    except (OSError, ValueError) as error:
        raise Refused("commissioning.unreadable", file=file, reason=error) from error
    if found:
        raise Refused(f"commissioning.flaw.{found[0].flaw}", file=file, where=found[0].where)
    if said.table != config.name:
        raise Refused("commissioning.other_table", file=file, table=said.table)
    return said


class Signing:
    """The two who sign a table's certificate: a technician, whoever that is, and a supervisor."""

    def __init__(self, config: TableConfig, ids: Sequence[str]) -> None:
        """Refused at once is what no PIN could mend. Raises Refused, PeopleError, JournalError."""
        self.config = config
        self._people = None if config.people is None else PeopleFile(config.people, pepper=config.pepper)
        listed = () if self._people is None else self._people.listed
        if not listed:
            raise Refused("people.none", command=f"{PROGRAM} people add")
        technician, supervisor = ids
        self._ids = {
            "technician": signer(listed, technician).id,
            "supervisor": signer(listed, supervisor, PERMISSIONS["commission"].roles).id,
        }
        if len(set(self._ids.values())) < len(self._ids):
            raise Refused("commissioning.two_people")
        refuse_unenterable(config)

    def signed(self, words: Words, ask_pin: AskPin) -> tuple[Signature, ...]:
        """Both, each by PIN. Raises PeopleError."""
        return tuple(self._signature(side, id, words, ask_pin) for side, id in self._ids.items())

    def _signature(self, side: str, id: str, words: Words, ask_pin: AskPin) -> Signature:
        may = PERMISSIONS["commission"].roles if side == "supervisor" else EVERYBODY

        def ask() -> str:
            return ask_pin(f"{words.text('people.ask.pin')} ({id}): ")

        def again(error: PeopleError) -> None:
            print(words.text(error.key, **error.slots), file=sys.stderr)

        assert self._people is not None, "whoever signs is on a list"
        person = signed_in_tries(self._people, id, ask, again, may)
        return Signature(side, person.id, person.name)


class AtTheTable:
    """Who stands at the devices, asked on standard error: standard output is the report's."""

    def __init__(self, words: Words, ask: Callable[[], str] = input) -> None:
        """``ask`` waits for a line."""
        self._words, self._ask = words, ask

    def asked(self, role: DeviceRole) -> None:
        """In the words of the language that was asked for."""
        print(self._words.text(f"commissioning.ask.{role}"), file=sys.stderr)

    def progress(self, done: int, of: int) -> None:
        """On one line, again and again."""
        print(f"\r{done}/{of}", end="" if done < of else "\n", file=sys.stderr, flush=True)

    def sees(self, number: int) -> int | None:
        """What is no number of a wheel is asked for again."""
        while True:
            asked = self._words.text("commissioning.ask.number", number=number)
            print(f"\n{asked} ", end="", file=sys.stderr, flush=True)
            typed = self._ask().strip()
            if not typed:
                return None
            if typed.isascii() and typed.isdigit() and int(typed) <= _HIGHEST:
                return None if int(typed) == number else int(typed)

    def calls(self, seconds: int) -> None:
        """Somebody else has to go to the wall meanwhile."""
        text = self._words.text("commissioning.ask.wall", seconds=seconds)
        print(text, file=sys.stderr, flush=True)

    def cable(self, step: Step) -> None:
        """One step after the other; what is waited for says that it was done."""
        print(self._words.text(f"commissioning.ask.{step}"), file=sys.stderr, flush=True)


# --- what is said of it ----------------------------------------------------------------------------


def _report(certificate: Certificate, words: Words) -> Iterator[str]:
    yield from head_lines(certificate, words)
    yield ""
    for section, of in counted(certificate.proofs).items():
        about = words.text(f"commissioning.section.{section}")
        yield words.text("commissioning.counted", section=about, **{str(each): of[each] for each in Verdict})
    yield words.text("commissioning.holds" if certificate.holds else "commissioning.holds.not")
    for verdict in (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.LEFT_OUT):
        found = certificate.of(verdict)
        if found:
            yield ""
            yield words.text(f"commissioning.heading.{verdict}")
            yield from (f"  {_line(proof, words)}" for proof in found)


def _line(proof: Proof, words: Words) -> str:
    what = told_text(words, proof.what)
    if proof.verdict is not Verdict.FAILED:
        return f"{what}{words.locale.colon}{told_text(words, proof.why)}"
    found = " · ".join(filter(None, (told_text(words, proof.found), figure_text(words, proof))))
    return words.text("commissioning.told", what=what, expected=told_text(words, proof.expected), found=found)


def _compared(now: Certificate, before: Certificate, words: Words) -> Iterator[str]:
    """What came out otherwise than before, a line each."""
    changed, lost = changes(now, before), gone(now, before)
    if not changed and not lost:
        yield words.text("commissioning.again.same", digest=short(before.digest))
    for each in changed:
        then = words.text("commissioning.again.new") if each.before is None else _verdict(each.before, words)
        yield _came_out(each.proof, then, _verdict(each.proof.verdict, words), words)
    for proof in lost:
        yield _came_out(proof, _verdict(proof.verdict, words), words.text("commissioning.again.gone"), words)


def _came_out(proof: Proof, before: str, now: str, words: Words) -> str:
    return words.text(
        "commissioning.again.changed", what=told_text(words, proof.what), before=before, now=now
    )


def _verdict(verdict: Verdict, words: Words) -> str:
    return words.text(f"commissioning.verdict.{verdict}")


# --- checking --------------------------------------------------------------------------------------


def _verified(given: argparse.Namespace, words: Words) -> int:
    """Say whether a certificate is as it was written, is held, and still speaks for its table."""
    file: Path = given.certificate
    try:
        content = content_of(file)
    except OSError as error:
        raise Refused("commissioning.unreadable", file=file, reason=error.strerror or error) from error
    if found := flaws(content):
        for each in found:
            print(words.text(f"commissioning.flaw.{each.flaw}", file=file, where=each.where))
        return FAILED
    certificate = certificate_of(content)
    print(words.text("commissioning.verified", file=file, digest=short(certificate.digest)))
    print(words.text("commissioning.holds" if certificate.holds else "commissioning.holds.not"))
    print(_signers(certificate, words))
    good = certificate.holds and bool(certificate.signatures)
    if given.journal is None:
        print(words.text("commissioning.by_itself"))
    else:
        entry = entry_of(given.journal, certificate.digest)
        key = "commissioning.not_in_journal" if entry is None else "commissioning.in_journal"
        print(words.text(key, file=file, entry=entry))
        good = good and entry is not None
    if given.table is not None:
        changed = stale(certificate, as_it_stands(load_config(given.table), datetime.now(UTC)))
        what = words.listed(words.text(f"commissioning.stale.{each}") for each in changed)
        print(words.text("commissioning.stale" if changed else "commissioning.fresh", file=file, what=what))
        good = good and not changed
    return 0 if good else FAILED


def _signers(certificate: Certificate, words: Words) -> str:
    """Who signed it, or that nobody has."""
    if not certificate.signatures:
        return words.text("commissioning.unsigned")
    named = (
        f"{words.text(f'commissioning.side.{each.side}')} {visible(each.name)} ({visible(each.id)})"
        for each in certificate.signatures
    )
    return f"{words.text('commissioning.signed')}{words.locale.colon}{words.listed(named)}"


def _refused(said: str) -> int:
    print(f"{_COMMAND}: {said}", file=sys.stderr)
    return BAD_ARGUMENTS
