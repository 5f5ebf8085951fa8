"""A certificate says what was changed in it, what it no longer speaks for, and what came out otherwise."""

from __future__ import annotations

from datetime import UTC
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES, MISSED, Words
from console.commissioning.certificate import (
    Certificate,
    CertificateFlaw,
    Flaw,
    Stale,
    carry_over,
    certificate_bytes,
    certificate_of,
    changes,
    dropped_proofs,
    flaws,
    scenes_digest,
    seal,
    stale,
    stale_sections,
)
from console.commissioning.certificate_paper import certificate_paper, head_lines
from console.commissioning.proofs.rules_proof import clause_proof, row_proof
from console.supervisor.records import PrintedEdition, Proof, Section, ToSign, Verdict
from console.table.core import Role
from console.table.scenes import clauses_of, rows_of
from tests.commissioning.certificates import FAILED, NOT_PROVED, PROVED, certificate
from tests.table.core.tables import book


@cache
def of_roulette() -> tuple[Proof, ...]:
    """All that a roulette table proves of its rules, but the scenes."""
    rulebook = book("lt")
    rows = (row_proof(row, row.when[0], rulebook) for row in rows_of(rulebook, "roulette"))
    return *(found := tuple(rows)), *(clause_proof(each, found) for each in clauses_of(rulebook, "roulette"))


def test_a_written_certificate_is_read_back_to_the_byte() -> None:
    made = certificate(signed=True)
    assert certificate_of(certificate_bytes(made)) == made
    assert flaws(certificate_bytes(made)) == ()


def test_no_changed_byte_goes_unseen() -> None:
    """Each byte in turn becomes another one; where it is said, the place is named."""
    whole = certificate_bytes(certificate(signed=True))
    for at in range(0, len(whole), 7):
        changed = whole[:at] + bytes((whole[at] ^ 1,)) + whole[at + 1 :]
        assert flaws(changed), f"byte {at}: {whole[at : at + 20]!r}"


def test_a_changed_part_of_a_certificate_is_named() -> None:
    text = certificate_bytes(certificate(PROVED, FAILED)).decode()
    better = text.replace('"verdict": "failed"', '"verdict": "proved"')
    found = {(each.flaw, each.where) for each in flaws(better.encode())}
    assert found == {(Flaw.PART, "0002 scene coups A tie"), (Flaw.DIGEST, "")}
    other = text.replace("/dev/ttyUSB0", "/dev/ttyUSB1")
    assert (Flaw.PART, "devices") in {(each.flaw, each.where) for each in flaws(other.encode())}


def test_a_changed_byte_without_meaning_is_named_by_its_line() -> None:
    whole = certificate_bytes(certificate())
    assert [each.flaw for each in flaws(whole + b"\n")] == [Flaw.BYTE]
    spaced = whole.replace(b'"edition": 1', b'"edition":  1')
    (found,) = flaws(spaced)
    assert (found.flaw, found.where) == (Flaw.BYTE, "3")


@pytest.mark.parametrize("content", [b"", b"{}", b"[" * 5000, b'{"form": "other"}', b"\xff\xfe"])
def test_a_file_that_is_no_certificate_has_that_one_flaw(content: bytes) -> None:
    assert flaws(content) == (CertificateFlaw(Flaw.NOT_ONE),), "without the parser's English"


@pytest.mark.parametrize(("size", "flaw"), [(1 << 24, Flaw.BYTE), ((1 << 24) + 1, Flaw.NOT_ONE)])
def test_a_file_of_more_than_sixteen_mebibytes_is_not_read_as_a_certificate(size: int, flaw: Flaw) -> None:
    assert [each.flaw for each in flaws(certificate_bytes(certificate()).ljust(size))] == [flaw]


def test_the_scenes_are_summed_up_by_name_and_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest is in every certificate: another way of summing up would make all of them stale."""
    due = sha256()
    for folder, name in (("rulebooks", "lt.scenes.txt"), ("scenes", "coups.txt")):
        file = tmp_path / folder / name
        file.parent.mkdir()
        file.write_bytes(b"< bets open\n")
        due.update(name.encode() + b"\0" + sha256(file.read_bytes()).digest())
    certificates = "console.commissioning.certificate"
    monkeypatch.setattr(f"{certificates}.scene_folder", lambda: tmp_path / "scenes")
    monkeypatch.setattr(f"{certificates}.rulebook_folder", lambda: tmp_path / "rulebooks")
    assert scenes_digest(book("lt")) == due.hexdigest()


def test_a_certificate_that_can_not_be_read_any_more_is_named_as_changed() -> None:
    """A verdict changed in the file: it was 'not a certificate'."""
    content = certificate_bytes(certificate())
    verdict = content.replace(b'"verdict": "proved"', b'"verdict": "good"', 1)
    assert verdict != content
    assert flaws(verdict) == (CertificateFlaw(Flaw.PART, "$.proofs[0].verdict"),)
    cut = content[: content.index(b'"proofs"')]
    assert flaws(cut) == (CertificateFlaw(Flaw.BYTE, str(cut.count(b"\n") + 1)),)


@pytest.mark.parametrize("at", ["", "yesterday", "2026-01-01T12:00:00", "0001-01-01T00:00:00+14:00"])
def test_a_certificate_with_an_unreadable_date_counts_as_none(at: str) -> None:
    """A forger who writes a new one can give it right sums."""
    made = replace(certificate(), made=at)
    taken_over = replace(certificate(), edition=2, carried=(Section.RULES,), proved={Section.RULES: at})
    for forged in (made, taken_over):
        (flaw,) = flaws(certificate_bytes(seal(forged)))
        assert flaw.flaw is Flaw.NOT_ONE


GUIDES = (
    PrintedEdition(Role.DEALER, "lt", "", "1A2B3C4D"),
    PrintedEdition(Role.DEALER, "ja", "", "2A2B3C4D"),
    PrintedEdition(Role.DEALER, "lt", "baccarat", "3A2B3C4D"),
    PrintedEdition(Role.SUPERVISOR, "xx", "", "4A2B3C4D"),
)


def test_a_certificate_names_the_printed_guides_in_force_under_its_sums() -> None:
    """A house proves by it which printed procedures were in force when the table was certified. A forged one
    may name a language that does not exist.
    """
    asked = []

    def in_force(*of: str) -> tuple[PrintedEdition, ...]:
        asked.append(of)
        return GUIDES

    made = seal(certificate(signed=True).with_guides(in_force))
    assert asked == [("lt", "baccarat")]
    written = certificate_bytes(made)
    assert made.edition == 4 and flaws(written) == () and certificate_of(written).guides == GUIDES
    found = flaws(written.replace(b"1A2B3C4D", b"1A2B3C4E"))
    assert [each.where for each in found if each.flaw is Flaw.PART] == ["heading"]
    words = Words("en")
    (part,) = (
        each
        for each in certificate_paper(made, words).parts
        if each.heading == words.text("commissioning.guides")
    )
    assert part.columns == ("For", "Lietuvių", "日本語", "xx")
    assert part.rows == (
        ("Dealer · All games", "1A2B3C4D", "2A2B3C4D", None),
        ("Dealer · Baccarat", "3A2B3C4D", None, None),
        ("Supervisor · All games", None, None, "4A2B3C4D"),
    )


def test_a_repeated_certificate_names_the_guides_of_its_own_day() -> None:
    proofs = [replace(PROVED, section=section, name=f"{section} a") for section in Section]
    before = seal(certificate(*proofs).with_guides(lambda *_: GUIDES))
    now = replace(before, proofs=proofs[:1]).with_guides(lambda *_: GUIDES[1:])
    whole = carry_over(now, before, frozenset((Section.MACHINE,))).with_signatures(before.signatures)
    assert whole.carried and whole.guides == GUIDES[1:] and whole.edition == 4
    assert flaws(certificate_bytes(whole)) == ()


def test_one_of_a_later_console_is_not_judged() -> None:
    later = seal(replace(certificate(), edition=5))
    assert [each.flaw for each in flaws(certificate_bytes(later))] == [Flaw.NEWER]


def test_a_certificate_holds_unless_something_failed() -> None:
    assert certificate(PROVED, NOT_PROVED).holds
    assert not certificate(PROVED, FAILED).holds


def test_each_proof_with_another_result_than_before_is_reported() -> None:
    before = certificate(PROVED, NOT_PROVED)
    now = certificate(replace(PROVED, verdict=Verdict.FAILED, figures={"p99_ms": 99.0}), FAILED)
    assert [(each.proof.name, each.before) for each in changes(now, before)] == [
        (PROVED.name, Verdict.PROVED),
        (FAILED.name, None),
    ]
    assert dropped_proofs(now, before) == (NOT_PROVED,)
    assert changes(before, before) == ()
    measured = certificate(replace(PROVED, figures={"p99_ms": 9.0}), NOT_PROVED)
    assert changes(measured, before) == (), "figures never repeat themselves"


def test_a_certificate_speaks_for_a_table_until_something_of_it_is_another() -> None:
    made = certificate()
    assert stale(made, made) == ()
    software = made.software
    others = {
        Stale.TABLE: replace(made, game="roulette"),
        Stale.SOFTWARE: replace(made, software=replace(software, manifest="00")),
        Stale.RULEBOOK: replace(made, rulebook="00"),
        Stale.CONFIGURATION: replace(made, software=replace(software, configuration="00")),
        Stale.SCENES: replace(made, scenes="00"),
        Stale.DEVICES: replace(made, devices=(replace(made.devices[0], serial="B-2"),)),
    }
    assert others.keys() == {*Stale} - {Stale.FILES}, "which are looked at on the disk"
    for each, now in others.items():
        assert stale(made, now) == (each,)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_in_its_language_what_failed_first(language: str) -> None:
    words = Words(language)
    before = set(MISSED)
    paper = certificate_paper(certificate(FAILED, *of_roulette()), words)
    headings = [part.heading for part in paper.parts]
    assert paper.title == words.text("commissioning.title.failed")
    assert headings[1:3] == [words.text(f"commissioning.heading.{each}") for each in ("failed", "not_proved")]
    assert isinstance(paper.parts[-1], ToSign) and paper.footer[0]
    assert set(MISSED) == before
    assert not [cell for part in paper.parts for row in part.rows for cell in row if "_" in str(cell)[:4]]


def test_the_page_names_the_signers() -> None:
    last = certificate_paper(certificate(signed=True), Words("en")).parts[-1]
    assert [row[1:] for row in last.rows] == [("Tomas", "T1"), ("Sara", "S1")]
    assert not isinstance(last, ToSign)


TODAY = (Section.MACHINE, Section.LINK, Section.HOLDING)
"""The disk of the journal and the list of people may be other ones, though no certificate names them."""


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ({}, {*TODAY}),
        ({"rulebook": "aa" * 32}, {*TODAY, Section.RULES}),
        ({"devices": ()}, {*TODAY, Section.DEVICES}),
        ({"scenes": "aa" * 32}, {*TODAY, Section.RULES}),
        ({"software": replace(certificate().software, configuration="aa" * 32)}, {*TODAY, Section.DEVICES}),
        ({"software": replace(certificate().software, manifest="aa" * 32)}, {*Section}),
        ({"table": "Table 9"}, {*Section}),
    ],
)
def test_changed_sections_are_proved_again_and_the_rest_is_taken_over(
    changed: dict[str, object], again: set[Section]
) -> None:
    proofs = [replace(PROVED, section=section, name=f"{section} a") for section in Section]
    before = certificate(*proofs)
    now = replace(before, **changed)
    found = stale_sections(before, now)
    assert found == again
    made = (replace(proof, figures={}) for proof in proofs if proof.section in again)
    repeated = replace(now, proofs=tuple(made))
    whole = seal(carry_over(repeated, before, found))
    assert [proof.section for proof in whole.proofs] == [*Section] and whole.before == before.digest
    assert {proof.section for proof in whole.proofs if proof.figures} == {*Section} - again
    assert flaws(certificate_bytes(whole)) == () and changes(whole, before) == ()
    if again == {*Section}:
        assert (whole.edition, b"carried" in certificate_bytes(whole)) == (1, False), (
            "as earlier consoles wrote it"
        )
    else:
        assert (whole.edition, set(whole.carried or ())) == (2, {*Section} - again)


def test_a_proof_taken_over_twice_keeps_the_day_on_which_it_was_proved() -> None:
    """No certificate passes off as its own, or as that of the one before, what an earlier one proved."""
    proofs = [replace(PROVED, section=section, name=f"{section} a") for section in Section]
    first = certificate(*proofs)

    def renewed(before: Certificate, made: str, *sections: Section) -> Certificate:
        again = tuple(proof for proof in proofs if proof.section in sections)
        return seal(carry_over(replace(before, made=made, proofs=again), before, frozenset(sections)))

    second = renewed(first, "2026-02-02T12:00:00+00:00", *TODAY)
    third = renewed(second, "2026-03-03T12:00:00+00:00", *TODAY, Section.RULES)
    fourth = renewed(third, "2026-04-04T12:00:00+00:00", *TODAY)
    assert second.proved == {Section.DEVICES: first.made, Section.RULES: first.made}
    assert fourth.proved == {Section.DEVICES: first.made, Section.RULES: third.made}
    assert (
        flaws(certificate_bytes(fourth)) == ()
        and certificate_of(certificate_bytes(fourth)).proved == fourth.proved
    )
    (*_, carried) = head_lines(fourth, Words("en"), UTC)
    assert "Devices (01/01/2026), Rules (03/03/2026)" in carried


def test_a_whole_one_says_nothing_of_it() -> None:
    """A certificate that takes nothing over is written without it."""
    whole = seal(carry_over(certificate(), certificate(), frozenset(Section)))
    assert b"proved" not in certificate_bytes(whole).split(b'"proofs"')[0]
