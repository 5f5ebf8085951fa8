"""The certificate of a commissioning: what was proved at a table, and by whom; and its check, offline.

It is JSON in one form to the byte: fields in order, keys of mappings sorted, one line a value. Each part has
its SHA-256, and one over all of them is an entry of the table's journal. So the file alone shows a changed
byte; the journal shows whether all of it was replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import MAXYEAR, MINYEAR, datetime
from enum import StrEnum
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from console.base.software import Software
from console.base.system import content_of, place_of, read_json
from console.supervisor.records import WHEEL_LEVEL, PrintedEdition, Proof, Section, Verdict
from console.table.game import Rulebook, rulebook_folder
from console.table.scenes import scene_folder

FORM: Final = "dealer-console commissioning"
EDITION: Final = 4
"""The newest edition that can be read: its certificates name the printed guides."""
_OF_SIGNERS: Final = 3
"""The edition of a certificate with the persons who entered the signers."""
_IN_PART: Final = 2
"""The edition of a certificate that repeats only a part of another one."""
_ENCODER: Final = msgspec.json.Encoder(order="deterministic")
LARGEST: Final = 16 << 20
"""The most bytes of a certificate; real ones have some 200,000."""


Guides: TypeAlias = Callable[[str, str], tuple[PrintedEdition, ...]]
"""Gives the printed guides in force under a rulebook, by id, at a table with a game."""


class Device(msgspec.Struct, frozen=True):
    """A device as the table's file names it; a difference shows that it was replaced."""

    role: str
    model: str
    url: str
    serial: str = ""


class PinGiver(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person who may know a signer's PIN: who listed the signer, or gave a new PIN."""

    at: str = ""
    """The time, in UTC; empty if the list has no time."""
    by: str = ""
    """The id of the supervisor who did it at a table."""
    name: str = ""
    """The name of that supervisor."""
    user: str = ""
    """The system's user who did it at a terminal."""


class Signature(msgspec.Struct, frozen=True):
    """A signature by PIN; the side is ``technician`` or ``supervisor``."""

    side: str
    id: str
    name: str
    entered: PinGiver | msgspec.UnsetType = msgspec.UNSET
    """The person who entered the signer; left out before edition 3."""
    new_pin: PinGiver | msgspec.UnsetType = msgspec.UNSET
    """The person who gave a new PIN after that; left out if nobody did."""

    @property
    def pin_givers(self) -> tuple[PinGiver, ...]:
        """Everybody besides the signer who may know this PIN."""
        return tuple(each for each in (self.entered, self.new_pin) if isinstance(each, PinGiver))


class Certificate(msgspec.Struct, frozen=True, kw_only=True):
    """The proofs made at a table, with what they were made on and by whom."""

    form: str = FORM
    edition: int = 1
    table: str
    game: str
    rules: str
    """The rulebook's id."""
    rulebook: str
    """SHA-256 of the rulebook with the incident rows that it takes."""
    casino: str = ""
    made: str
    """The time, in UTC."""
    software: Software
    scenes: str
    """SHA-256 of all scenes and tables of rows that were played."""
    devices: tuple[Device, ...]
    before: str = ""
    """The digest of the certificate that this one repeats; empty for the first."""
    carried: tuple[Section, ...] | msgspec.UnsetType = msgspec.UNSET
    """The sections taken over unchanged from the certificate before."""
    proved: dict[Section, str] | msgspec.UnsetType = msgspec.UNSET
    """For each of these sections the time, in UTC, of the certificate for which it was last proved; that may
    be older than the certificate before.
    """
    guides: tuple[PrintedEdition, ...] | msgspec.UnsetType = msgspec.UNSET
    """The printed guides that were in force at the table; left out before edition 4."""
    signatures: tuple[Signature, ...] = ()
    proofs: tuple[Proof, ...]
    sums: dict[str, str] = {}
    """SHA-256 of each part, by its name."""
    digest: str = ""
    """SHA-256 of the whole certificate, with this field empty."""

    @property
    def knows_both_pins(self) -> bool:
        """Whether one signer entered the other, or gave the other a PIN: both may be one person."""
        signers = {each.id.casefold(): each.side for each in self.signatures}
        return any(
            signers.get(giver.by.casefold(), each.side) != each.side
            for each in self.signatures
            for giver in each.pin_givers
        )

    @property
    def has_two_signers(self) -> bool:
        ids = {each.id.casefold() for each in self.signatures}
        return [each.side for each in self.signatures] == ["technician", "supervisor"] and len(ids) == 2

    def with_signatures(self, signatures: tuple[Signature, ...]) -> Certificate:
        """The certificate with these signatures, sealed."""
        least = _OF_SIGNERS if any(each.pin_givers for each in signatures) else 1
        return seal(replace(self, edition=max(self.edition, least), signatures=signatures))

    def with_guides(self, guides: Guides) -> Certificate:
        """The certificate with the printed guides now in force; raises what ``guides`` raises."""
        return replace(self, edition=EDITION, guides=guides(self.rules, self.game))

    @property
    def holds(self) -> bool:
        """Whether no proof failed; some may not have been made."""
        return not self.of(Verdict.FAILED)

    @property
    def level(self) -> Proof | None:
        """The proof of the wheel's level; older certificates have none."""
        return next((proof for proof in self.proofs if proof.name == WHEEL_LEVEL), None)

    def of(self, verdict: Verdict) -> tuple[Proof, ...]:
        return tuple(proof for proof in self.proofs if proof.verdict is verdict)


class Flaw(StrEnum):
    """A fault of a certificate's file, ``commissioning.flaw.NAME``."""

    NOT_ONE = "not_one"
    """The file is no certificate."""
    NEWER = "newer"
    BYTE = "byte"
    """A byte was changed."""
    PART = "part"
    """A part does not fit its sum."""
    DIGEST = "digest"
    """The digest does not fit the whole."""


class CertificateFlaw(msgspec.Struct, frozen=True):
    """A flaw, and where it is: a line of the file, the name of a part."""

    flaw: Flaw
    where: str = ""


def seal(certificate: Certificate) -> Certificate:
    """The certificate with its sums and its digest."""
    summed = replace(certificate, sums=dict(_sums(certificate)), digest="")
    return replace(summed, digest=_sum(summed))


def certificate_bytes(certificate: Certificate) -> bytes:
    return msgspec.json.format(_ENCODER.encode(certificate), indent=1) + b"\n"


def certificate_of(content: bytes) -> Certificate:
    """The certificate in a file's bytes. Raises ValueError for other bytes."""
    if len(content) > LARGEST:
        raise ValueError("too large")
    certificate = read_json(content, type=Certificate)
    if certificate.form != FORM:
        raise ValueError("another form")
    for text in (certificate.made, *(certificate.proved or {}).values()):
        if moment_in(text) is None:
            raise ValueError(f"no time: {text[:40]!r}")
    return certificate


def moment_in(text: str) -> datetime | None:
    """The moment in a text, with its UTC offset; None if no zone's calendar has it."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    is_of_all_zones = moment.tzinfo is not None and MINYEAR < moment.year < MAXYEAR
    return moment if is_of_all_zones else None


def flaws(content: bytes) -> tuple[CertificateFlaw, ...]:
    """The flaws of a certificate's file, judged by the file alone."""
    try:
        certificate = certificate_of(content)
    except msgspec.DecodeError as error:
        line, within = place_of(error, content)
        if FORM.encode() not in content:
            return (CertificateFlaw(Flaw.NOT_ONE),)
        return (CertificateFlaw(Flaw.BYTE, f"{line}") if line else CertificateFlaw(Flaw.PART, within),)
    except ValueError:
        return (CertificateFlaw(Flaw.NOT_ONE),)
    if certificate.edition > EDITION:
        return (CertificateFlaw(Flaw.NEWER, str(certificate.edition)),)
    return tuple(_flaws(content, certificate))


def _flaws(content: bytes, certificate: Certificate) -> Iterator[CertificateFlaw]:
    due = dict(_sums(certificate))
    for name in sorted({*due, *certificate.sums}):
        if due.get(name) != certificate.sums.get(name):
            yield CertificateFlaw(Flaw.PART, name)
    if _sum(replace(certificate, digest="")) != certificate.digest:
        yield CertificateFlaw(Flaw.DIGEST)
    again = certificate_bytes(certificate)
    if again != content:
        same = takewhile(lambda both: both[0] == both[1], zip(again, content, strict=False))
        yield CertificateFlaw(Flaw.BYTE, f"{[byte for byte, _ in same].count(10) + 1}")


def _sums(certificate: Certificate) -> Iterator[tuple[str, str]]:
    heading = replace(certificate, devices=(), signatures=(), proofs=(), sums={}, digest="")
    yield "heading", _sum(heading)
    yield "devices", _sum(certificate.devices)
    yield "signatures", _sum(certificate.signatures)
    for number, proof in enumerate(certificate.proofs, start=1):
        yield f"{number:04d} {proof.name}", _sum(proof)


def _sum(value: object) -> str:
    return sha256(_ENCODER.encode(value)).hexdigest()


def scenes_digest(rulebook: Rulebook) -> str:
    """SHA-256 of the files that prove the rules: scenes and tables, the house's too. Raises OSError."""
    folder = scene_folder()
    files: Iterable[Path] = (*folder.glob("*"), rulebook_folder() / f"{rulebook.id}.scenes.txt")
    summed = sha256()
    for file in sorted(file for file in files if file.is_file()):
        summed.update(file.name.encode() + b"\0" + sha256(content_of(file)).digest())
    return summed.hexdigest()


class Change(msgspec.Struct, frozen=True):
    proof: Proof
    before: Verdict | None
    """The earlier proof; None if there was none."""


def changes(now: Certificate, before: Certificate) -> tuple[Change, ...]:
    """The proofs that are new, or whose result differs from the certificate before."""
    known = {proof.name: proof for proof in before.proofs}
    return tuple(
        Change(proof, known[proof.name].verdict if proof.name in known else None)
        for proof in now.proofs
        if proof.name not in known or proof.differs(known[proof.name])
    )


def dropped_proofs(now: Certificate, before: Certificate) -> tuple[Proof, ...]:
    """The proofs that the previous certificate has and this one lacks."""
    here = {proof.name for proof in now.proofs}
    return tuple(proof for proof in before.proofs if proof.name not in here)


class Stale(StrEnum):
    """Why a certificate no longer covers a table, ``commissioning.stale.NAME``."""

    TABLE = "table"
    SOFTWARE = "software"
    FILES = "files"
    """Files differ from the manifest, though the manifest itself is unchanged."""
    RULEBOOK = "rulebook"
    CONFIGURATION = "configuration"
    SCENES = "scenes"
    DEVICES = "devices"


_REPEATED: Final[dict[Stale, frozenset[Section]]] = {
    Stale.TABLE: frozenset(Section),
    Stale.SOFTWARE: frozenset(Section),
    Stale.RULEBOOK: frozenset((Section.RULES,)),
    Stale.CONFIGURATION: frozenset((Section.DEVICES,)),
    Stale.SCENES: frozenset((Section.RULES,)),
    Stale.DEVICES: frozenset((Section.DEVICES,)),
}
"""The sections to prove again after each change; a changed file fails the proof of the software instead."""
_TODAY: Final = frozenset((Section.MACHINE, Section.LINK, Section.HOLDING))
"""Sections that each repetition proves: computer, link and floor, the journal's disk, and the list of people.
A certificate does not show their changes.
"""


def stale_sections(certificate: Certificate, now: Certificate) -> frozenset[Section]:
    """The sections to prove again: changed ones, and those with a result that was not good."""
    changed = frozenset(section for each in stale(certificate, now) for section in _REPEATED[each])
    failed = frozenset(proof.section for proof in certificate.of(Verdict.FAILED))
    there = frozenset(proof.section for proof in certificate.proofs)
    return _TODAY | changed | failed | (frozenset(Section) - there)


def carry_over(now: Certificate, before: Certificate, again: frozenset[Section]) -> Certificate:
    """A certificate of the sections ``again`` from ``now``, and of all others from ``before``."""
    old = tuple(proof for proof in before.proofs if proof.section not in again)
    sections = tuple(section for section in Section if any(each.section is section for each in old))
    proofs = sorted((*now.proofs, *old), key=lambda proof: tuple(Section).index(proof.section))
    made = replace(now, before=before.digest, proofs=tuple(proofs))
    if not sections:
        return made
    earlier = before.proved or {}
    proved = {section: earlier.get(section, before.made) for section in sections}
    return replace(made, edition=max(made.edition, _IN_PART), carried=sections, proved=proved)


def stale(certificate: Certificate, now: Certificate) -> tuple[Stale, ...]:
    """The changes since the certificate; the proofs of ``now`` are ignored."""
    then, software = certificate.software, now.software
    differ = {
        Stale.TABLE: (certificate.table, certificate.game, certificate.rules)
        != (now.table, now.game, now.rules),
        Stale.SOFTWARE: then.manifest != software.manifest,
        Stale.RULEBOOK: certificate.rulebook != now.rulebook,
        Stale.CONFIGURATION: then.configuration != software.configuration,
        Stale.SCENES: certificate.scenes != now.scenes,
        Stale.DEVICES: certificate.devices != now.devices,
    }
    return tuple(each for each, is_so in differ.items() if is_so)
