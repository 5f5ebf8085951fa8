"""``dealer-console commissioning``: a table proves on site what it does; the certificate, and its check.

:mod:`console.commissioning` knows the proofs. Two people sign the certificate by PIN, and its digest becomes
an entry of the table's journal, which no console may have open. The exit status is 0 good, 1 something failed
or differs, 2 nothing could be proved, such as by a certificate without its journal.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from getpass import getpass
from itertools import chain
from pathlib import Path
from typing import Annotated, Final

from msgspec.structs import replace

from console.base.command_line import PROGRAM, Arg, Lang, of_file, print_refusal, wrong
from console.base.errors import WordedError
from console.base.plain_text import visible
from console.base.software import short
from console.base.system import content_of
from console.base.words import Words, system_text
from console.commissioning import journal_entry
from console.commissioning.certificate import (
    Certificate,
    CertificateFlaw,
    Flaw,
    Guides,
    Signature,
    Stale,
    certificate_of,
    flaws,
    seal,
)
from console.commissioning.certificate_files import files_in, write_files
from console.commissioning.certificate_paper import before_lines
from console.commissioning.commands.certificate_lines import difference_lines, guide_lines, level_line, report
from console.commissioning.devices.device_cable import CableStep
from console.commissioning.programme import FloorProofs, WitnessSignature, proofs_of
from console.commissioning.proof_words import proof_text
from console.commissioning.proofs.clock_watch import ClockWatch, with_clock
from console.commissioning.proofs.machine_proofs import software_proof
from console.commissioning.signers import SIDES, check_signers, pin_lines, signature
from console.commissioning.table_as_it_stands import as_it_stands, changes_since, moment_text
from console.commissioning.trial_folder import clear_cut_off
from console.supervisor.records import ExportError, Paged, check_target
from console.table.config import ConfigError, TableConfig, load_config
from console.table.core import NotRecorded
from console.table.devices import DeviceRole
from console.table.game import RulebookError
from console.table.journal import JournalError
from console.table.people import PeopleError, PeopleFile, signed_in_tries
from console.table.scenes import SceneError

_HIGHEST: Final = 36
UNPROVED: Final = 2
"""The status of a faultless certificate without a journal that proves it."""
_SHOWN: Final = 10
"""How many changed parts of a certificate are named, unless all are asked for."""
_TWO: Final = ("TECHNICIAN", "SUPERVISOR")


CertificateFile = Annotated[Path, Arg("option.certificate", "CERT")]


def certify(
    *,
    table: Annotated[Path, Arg("option.table", "FILE")],
    out: Annotated[Path | None, Arg("option.commissioning_out", "FOLDER")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "OUT")] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "OUT")] = None,
    again: Annotated[Path | None, Arg("option.commissioning_again", "CERT")] = None,
    sign: Annotated[tuple[str, str] | None, Arg("option.commissioning_sign", _TWO)] = None,
    devices: Annotated[bool, Arg("option.commissioning_devices")] = False,
    head: Annotated[Path | None, Arg("option.commissioning_head", "NOTE")] = None,
    witness: Annotated[Path | None, Arg("option.witness_key", "KEY")] = None,
    lang: Lang,
    draw: Paged,
    guides: Guides | None = None,
    floor_proofs: FloorProofs | None = None,
    ask_pin: AskPin = getpass,
) -> int:
    """Make the proofs and the certificate, and write it. Returns the exit status. All that can refuse it is
    checked first, the PINs come last: the signers have seen the proofs. ``guides`` finds the printed guides
    in force.
    """
    if (head is None) != (witness is None):
        raise wrong("required", names="--witness" if witness is None else "--head")
    witnessed = None if head is None or witness is None else WitnessSignature(head, witness)
    words = Words(lang)

    def prove() -> int:
        config = load_config(table)
        journal_entry.refuse_at_work(config.journal)
        if clear_cut_off(config.journal):
            print(f"{COMMAND}: {words.text('commissioning.cut_off')}", file=sys.stderr)
        person = AtTheTable(words) if devices else None
        with ClockWatch() as watch:
            begun = as_it_stands(config, datetime.now(UTC))  # The proofs are valid for what is installed now.
            targets = [each for each in (json, pdf) if each is not None]
            if out is not None:
                out.mkdir(parents=True, exist_ok=True, mode=0o700)
            # A signed certificate is always written: beside the journal, if no file was named.
            beside = config.journal.parent if sign is not None and not targets else None
            if (folder := out or beside) is not None:
                targets += files_in(folder, config.name, datetime.fromisoformat(begun.made))
            for target in (*targets, *((unsigned_file(targets),) if sign is not None else ())):
                _check_writable(target)
            before = None if again is None else whole(again, config)
            signing = None if sign is None else Signing(config, sign)
            proved = tuple(proofs_of(config, person, witnessed, floor_proofs))
            made = datetime.now(UTC)  # This is the time at which the watch of the files ended.
            proofs = with_clock(proved, watch)
        digest = "" if before is None else before.digest
        certificate = replace(begun, made=moment_text(made), before=digest, proofs=proofs)
        if guides is not None:
            certificate = certificate.with_guides(guides)
        print(*report(certificate, words), sep="\n")
        if before is not None:
            print("", *difference_lines(certificate, before, words), sep="\n")
        print(flush=True)
        if signing is None or not certificate.holds:
            sealed = seal(certificate)
            write(sealed, targets, words, draw)
            if certificate.holds:
                return 0
            if signing is not None:
                print(f"{COMMAND}: {words.text('commissioning.not_signed')}", file=sys.stderr)
            record_failure(config, sealed, words)
            return FAILED
        # Something changed during the tests.
        if changed := changes_since(certificate, load_config(table), made):
            write(seal(certificate), targets, words, draw)
            raise stale_refusal(targets[0], changed, words)
        return sign_at_once(certificate, signing, targets, words, draw, ask_pin)

    return _said(words, prove)


def sign(
    certificate: CertificateFile,
    *,
    table: Annotated[Path, Arg("option.table", "FILE")],
    by: Annotated[tuple[str, str], Arg("option.commissioning_sign", _TWO)],
    lang: Lang,
    draw: Paged,
    ask_pin: AskPin = getpass,
) -> int:
    words = Words(lang)
    return _said(words, lambda: sign_later(certificate, table, by, words, draw, ask_pin))


def verify(
    certificate: CertificateFile,
    *,
    table: Annotated[Path | None, Arg("option.commissioning_table", "FILE")] = None,
    journal: Annotated[Path | None, Arg("option.commissioning_journal", "FILE")] = None,
    all: Annotated[bool, Arg("option.all_flaws")] = False,
    lang: Lang,
) -> int:
    """Print whether a certificate is as written, is in the journal, and still covers its table."""
    words = Words(lang)
    return _said(words, lambda: _print_verification(certificate, table, journal, words, shows_all=all))


def _said(words: Words, command: Callable[[], int]) -> int:
    """Carry a command out, or print why it can't be."""
    try:
        return command()
    except (SigningRefusal, JournalError, PeopleError, ExportError) as error:
        return print_refusal(COMMAND, words.text(error.key, **error.slots))
    except (ConfigError, RulebookError) as error:
        return print_refusal(COMMAND, of_file(words, error))
    except SceneError as error:
        return print_refusal(COMMAND, words.text("commissioning.no_scenes", reason=error))
    except OSError as error:  # It may be any file that a test reads or writes.
        return print_refusal(COMMAND, words.text("commissioning.run.ended", reason=system_text(error, words)))
    except (EOFError, KeyboardInterrupt):
        return print_refusal(COMMAND, words.text("people.stopped"))


# --- proving ---------------------------------------------------------------------------------------


def _check_writable(target: Path) -> None:
    """Raise ExportError if no certificate can be written there: the proofs take twenty minutes."""
    check_target(target)
    if not target.parent.is_dir():
        raise ExportError("record.unwritable", file=str(target), reason=os.strerror(errno.ENOENT))


class AtTheTable:
    """The person at the devices, asked on standard error: standard output is the report's."""

    def __init__(self, words: Words, ask: Callable[[], str] = input) -> None:
        """``ask`` waits for a line."""
        self._words, self._ask = words, ask

    def prompt(self, role: DeviceRole) -> None:
        """Ask to draw or to spin, in the language of the command."""
        print(self._words.text(f"commissioning.ask.{role}"), file=sys.stderr)

    def progress(self, done: int, of: int) -> None:
        print(f"\r{done}/{of}", end="" if done < of else "\n", file=sys.stderr, flush=True)

    def sees(self, number: int) -> int | None:
        """Ask for the number, again if it is no number of a wheel."""
        while True:
            asked = self._words.text("commissioning.ask.number", number=number)
            print(f"\n{asked} ", end="", file=sys.stderr, flush=True)
            typed = self._ask().strip()
            if not typed:
                return None
            if typed.isascii() and typed.isdigit() and int(typed) <= _HIGHEST:
                return None if int(typed) == number else int(typed)

    def calls(self, seconds: int) -> None:
        """Ask that somebody else goes to the wall meanwhile."""
        text = self._words.text("commissioning.ask.wall", seconds=seconds)
        print(text, file=sys.stderr, flush=True)

    def level(self) -> bool | None:
        """Ask for a digit, or Enter if nobody measures it, again for any other answer."""
        text = self._words.text
        answers = {"1": "commissioning.press.level", "2": "commissioning.level.key.slopes"}
        choices = [f"{typed} = {text(key)}" for typed, key in answers.items()]
        choices.append(f"Enter = {text('commissioning.level.key.unmeasured')}")
        while True:
            print(text("commissioning.ask.level"), self._words.list_of(choices), file=sys.stderr, flush=True)
            typed = self._ask().strip()
            if not typed or typed in answers:
                return typed == "1" if typed else None

    def cable(self, step: CableStep) -> None:
        """Ask for one step; the device itself shows that it was done."""
        print(self._words.text(f"commissioning.ask.{step}"), file=sys.stderr, flush=True)


# --- checking --------------------------------------------------------------------------------------


def _print_verification(
    file: Path, table: Path | None, journal: Path | None, words: Words, *, shows_all: bool
) -> int:
    try:
        content = content_of(file)
    except OSError as error:
        raise SigningRefusal("commissioning.unreadable", file=file, reason=error.strerror or error) from error
    if found := flaws(content):
        print(*_flaw_lines(file, found, words, shows_all=shows_all), sep="\n")
        return FAILED
    certificate = certificate_of(content)
    print(words.text("commissioning.verified", file=file, digest=short(certificate.digest)))
    print(words.text("commissioning.holds" if certificate.holds else "commissioning.holds.not"))
    if (level := certificate.level) is not None:
        print(level_line(level, words))
    entry = None if journal is None else journal_entry.proven_entry_of(journal, certificate)
    signers = _signers(certificate, words, is_proven=entry is not None)
    lines = before_lines(certificate, words), (signers,), pin_lines(certificate, words)
    print(*chain(*lines, guide_lines(certificate, words)), sep="\n")
    if certificate.signatures and not certificate.has_two_signers:
        print(words.text("commissioning.two_people"))
    good = certificate.holds and certificate.has_two_signers
    is_superseded = False
    if journal is None:
        print(words.text("commissioning.by_itself"))
    elif entry is None:
        print(words.text("commissioning.not_in_journal", file=file))
        good = False
    else:
        print(words.text("commissioning.in_journal", file=file, entry=entry.text))
        if (last := journal_entry.newest_entry(journal)) is not None and last != entry:
            is_superseded, good = True, False
            print(words.text("commissioning.superseded", file=file, entry=last.text))
        elif (failed := journal_entry.failure_after(journal, entry)) is not None:
            is_superseded, good = True, False
            print(words.text("commissioning.failed_since", file=file, entry=failed.text))
    if table is not None:
        config = load_config(table)
        changed = changes_since(certificate, config, datetime.now(UTC))
        what = words.list_of(words.text(f"commissioning.stale.{each}") for each in changed)
        if changed:
            print(words.text("commissioning.stale", file=file, what=what))
        elif not is_superseded:
            print(words.text("commissioning.fresh", file=file))
        if Stale.FILES in changed:
            files = software_proof(config)
            print(proof_text(words, files.what), proof_text(words, files.found), sep=words.locale.colon)
        good = good and not changed
    if not good:
        return FAILED
    return UNPROVED if journal is None else 0


def _flaw_lines(
    file: Path, found: Sequence[CertificateFlaw], words: Words, *, shows_all: bool
) -> Iterator[str]:
    """The changed parts, or the first ones unless it ``shows_all``; then the file's own faults."""
    parts = [each for each in found if each.flaw is Flaw.PART]
    for each in found:
        if shows_all or each.flaw is not Flaw.PART or each in parts[:_SHOWN]:
            yield words.text(f"commissioning.flaw.{each.flaw}", file=file, where=visible(each.where))
        elif each is parts[_SHOWN]:
            yield words.count("commissioning.flaw.more", len(parts) - _SHOWN, option="--all")


def _signers(certificate: Certificate, words: Words, *, is_proven: bool) -> str:
    """The signers, or the text that there are none; ``is_proven``: the journal has the certificate."""
    if not certificate.signatures:
        return words.text("commissioning.unsigned")
    named = (
        f"{words.text(f'commissioning.side.{each.side}')} {visible(each.name)} ({visible(each.id)})"
        for each in certificate.signatures
    )
    heading = words.text("commissioning.signed" if is_proven else "commissioning.named")
    return f"{heading}{words.locale.colon}{words.list_of(named)}"


COMMAND: Final = f"{PROGRAM} commissioning"
FAILED: Final = 1
AskPin = Callable[[str], str]


class SigningRefusal(WordedError[object]):
    """The reason why nothing is proved or signed: a phrase's key and its slots."""


class Signing:
    """The two who sign a table's certificate: a technician and a supervisor of its people."""

    def __init__(self, config: TableConfig, ids: Sequence[str]) -> None:
        """Refuse at once what no PIN could repair. Raises SigningRefusal, PeopleError, JournalError."""
        self.config = config
        self._people = None if config.people is None else PeopleFile(config.people, pepper=config.pepper)
        listed = () if self._people is None else self._people.listed
        if not listed:
            raise SigningRefusal("people.none", command=f"{PROGRAM} people add")
        if len({id.casefold() for id in ids}) < len(ids):
            raise SigningRefusal("commissioning.two_people")
        self._ids = check_signers(listed, dict(zip(SIDES, ids, strict=True)))
        journal_entry.refuse_unenterable(config)

    def sign(self, certificate: Certificate, words: Words, ask_pin: AskPin) -> Certificate:
        """The certificate with both signatures, each by PIN. Raises PeopleError."""
        pins = dict[str, str]()
        signed = tuple(self._signature(side, id, words, ask_pin, pins) for side, id in self._ids.items())
        if len({*pins.values()}) < len(pins):
            raise SigningRefusal("commissioning.same_pin")
        assert self._people is not None, "a person who signs is in the list"
        check_signers(self._people.listed, self._ids)  # The first one may be disabled by now.
        return certificate.with_signatures(signed)

    def _signature(
        self, side: str, id: str, words: Words, ask_pin: AskPin, pins: dict[str, str]
    ) -> Signature:
        """The signature of one side; ``pins`` gets the PIN."""

        def ask() -> str:
            pins[side] = ask_pin(f"{words.text('people.ask.pin')} ({id}): ")
            return pins[side]

        def again(error: PeopleError) -> None:
            print(words.text(error.key, **error.slots), file=sys.stderr)

        assert self._people is not None, "a person who signs is in the list"
        person = signed_in_tries(self._people, id, ask, again, SIDES[side])
        return signature(side, person, self._people.people)


def sign_at_once(
    certificate: Certificate,
    signing: Signing,
    targets: Sequence[Path],
    words: Words,
    draw: Paged,
    ask_pin: AskPin,
) -> int:
    """Have the certificate signed, write it and enter it. If nobody signs, or the command is killed while it
    asks for a PIN, the unsigned certificate exists and can be signed later.
    """
    unsigned = unsigned_file(targets)
    write_files(seal(certificate), (unsigned,), words, draw)
    try:
        signed = signing.sign(certificate, words, ask_pin)
    except (PeopleError, SigningRefusal, EOFError, KeyboardInterrupt) as error:
        write(seal(certificate), targets, words, draw)
        unsigned.unlink()
        if isinstance(error, PeopleError | SigningRefusal):
            print_refusal(COMMAND, words.text(error.key, **error.slots))
        else:
            print_refusal(COMMAND, words.text("people.stopped"))
        return print_refusal(COMMAND, words.text("commissioning.written_unsigned"))
    write(signed, targets, words, draw)  # written before its entry, so that no entry names a missing file
    unsigned.unlink()
    return _enter(signed, signing, words)


def unsigned_file(targets: Sequence[Path]) -> Path:
    """The file of a certificate while its signers are asked for their PINs."""
    return targets[0].with_name(f"{targets[0].stem}-unsigned.json")


def sign_later(file: Path, table: Path, by: Sequence[str], words: Words, draw: Paged, ask_pin: AskPin) -> int:
    """Have an existing certificate signed, and enter it, after all that can refuse it is checked. Signatures
    in a file contain no PIN, so each is made again; equal ones leave the file unchanged. Raises
    SigningRefusal, PeopleError, JournalError, ExportError, ConfigError, RulebookError, OSError.
    """
    config, at = load_config(table), datetime.now(UTC)
    certificate = whole(file, config)
    if not certificate.holds:
        raise SigningRefusal("commissioning.not_signed")
    if changed := changes_since(certificate, config, at):
        raise stale_refusal(file, changed, words)
    signing = Signing(config, by)
    _refuse_entered(file, certificate, config.journal)
    targets = files_in(file.parent, config.name, at)
    for target in targets:
        check_target(target)
    print(*report(certificate, words), "", sep="\n", flush=True)
    signed = signing.sign(certificate, words, ask_pin)
    if signed != certificate:
        write(signed, targets, words, draw)
    return _enter(signed, signing, words)


def stale_refusal(file: Path, changed: Sequence[Stale], words: Words) -> SigningRefusal:
    """The refusal of a certificate whose table, software or rulebook has changed since."""
    what = words.list_of(words.text(f"commissioning.stale.{each}") for each in changed)
    return SigningRefusal("commissioning.stale", file=file, what=what)


def _refuse_entered(file: Path, certificate: Certificate, journal: Path) -> None:
    """Raises SigningRefusal if the journal has this certificate, or a later one, or a later failure."""
    if not journal.exists():
        return
    if (entry := journal_entry.entry_of(journal, certificate.digest)) is not None:
        raise SigningRefusal("commissioning.in_journal", file=file, entry=entry.text)
    made = datetime.fromisoformat(certificate.made)
    if (entry := journal_entry.entry_since(journal, made)) is not None:
        raise SigningRefusal("commissioning.entered_since", file=file, entry=entry.text)
    if (entry := journal_entry.failure_since(journal, made)) is not None:
        raise SigningRefusal("commissioning.failed_since", file=file, entry=entry.text)


def whole(file: Path, config: TableConfig) -> Certificate:
    """A table's certificate. Raises SigningRefusal for another file or table, or a changed one."""
    try:
        content = content_of(file)
    except OSError as error:
        raise SigningRefusal("commissioning.unreadable", file=file, reason=error.strerror or error) from error
    if found := flaws(content):
        raise SigningRefusal(f"commissioning.flaw.{found[0].flaw}", file=file, where=visible(found[0].where))
    certificate = certificate_of(content)
    if certificate.table != config.name:
        raise SigningRefusal("commissioning.other_table", file=file, table=certificate.table)
    return certificate


def write(certificate: Certificate, targets: Sequence[Path], words: Words, draw: Paged) -> None:
    """Write the certificate's files, and print its digest. Raises ExportError."""
    write_files(certificate, targets, words, draw)
    for target in targets:
        print(words.text("record.written", file=target))
    print(words.text("commissioning.head.digest", digest=short(certificate.digest)))


def record_failure(config: TableConfig, certificate: Certificate, words: Words) -> None:
    """Enter in the table's journal, if it has one, that the commissioning failed: an earlier certificate is
    no longer valid.
    """
    if not config.journal.exists():
        return
    try:
        entry = journal_entry.enter_failure_in_file(config, certificate.digest)
    except (JournalError, NotRecorded) as error:
        if isinstance(error, JournalError):
            print_refusal(COMMAND, words.text(error.key, **error.slots))
        print_refusal(COMMAND, words.text("commissioning.failure_unrecorded"))
    else:
        print(words.text("commissioning.failure_recorded", entry=entry))


def _enter(certificate: Certificate, signing: Signing, words: Words) -> int:
    """Enter the certificate in the journal; its files stay even if the journal refuses it."""
    try:
        entry = journal_entry.enter_in_file(signing.config, certificate)
    except (JournalError, NotRecorded) as error:
        if isinstance(error, JournalError):
            print_refusal(COMMAND, words.text(error.key, **error.slots))
        return print_refusal(COMMAND, words.text("commissioning.not_entered"))
    print(words.text("commissioning.recorded", entry=entry))
    return 0
