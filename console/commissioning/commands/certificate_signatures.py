"""Two people sign a certificate by PIN, and the journal takes it: when it is made, or later."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from console.base.command_line import PROGRAM, print_refusal
from console.base.errors import WordedError
from console.base.plain_text import visible
from console.base.software import short
from console.base.system import content_of
from console.base.words import Words
from console.commissioning.certificate import Certificate, Signature, Stale, certificate_of, flaws, seal
from console.commissioning.certificate_files import files_in, write_files
from console.commissioning.commands.certificate_lines import report
from console.commissioning.journal_entry import (
    enter_failure_in_file,
    enter_in_file,
    entry_of,
    entry_since,
    failure_since,
    refuse_unenterable,
)
from console.commissioning.signers import SIDES, check_signers, signature
from console.commissioning.table_as_it_stands import changes_since
from console.supervisor.records import check_target
from console.table.config import TableConfig, load_config
from console.table.core import NotRecorded
from console.table.journal import JournalError
from console.table.people import PeopleError, PeopleFile, signed_in_tries

if TYPE_CHECKING:
    from console.supervisor.records import Paged

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
        refuse_unenterable(config)

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
    if (entry := entry_of(journal, certificate.digest)) is not None:
        raise SigningRefusal("commissioning.in_journal", file=file, entry=entry.text)
    made = datetime.fromisoformat(certificate.made)
    if (entry := entry_since(journal, made)) is not None:
        raise SigningRefusal("commissioning.entered_since", file=file, entry=entry.text)
    if (entry := failure_since(journal, made)) is not None:
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
        entry = enter_failure_in_file(config, certificate.digest)
    except (JournalError, NotRecorded) as error:
        if isinstance(error, JournalError):
            print_refusal(COMMAND, words.text(error.key, **error.slots))
        print_refusal(COMMAND, words.text("commissioning.failure_unrecorded"))
    else:
        print(words.text("commissioning.failure_recorded", entry=entry))


def _enter(certificate: Certificate, signing: Signing, words: Words) -> int:
    """Enter the certificate in the journal; its files stay even if the journal refuses it."""
    try:
        entry = enter_in_file(signing.config, certificate)
    except (JournalError, NotRecorded) as error:
        if isinstance(error, JournalError):
            print_refusal(COMMAND, words.text(error.key, **error.slots))
        return print_refusal(COMMAND, words.text("commissioning.not_entered"))
    print(words.text("commissioning.recorded", entry=entry))
    return 0
