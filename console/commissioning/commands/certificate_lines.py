"""A certificate on a terminal: what failed, what is not proved, what differs from another one."""

from __future__ import annotations

from collections.abc import Iterator

from console.base.software import short
from console.base.words import Words
from console.commissioning.certificate import Certificate, changes, dropped_proofs
from console.commissioning.certificate_paper import guide_rows, head_lines
from console.commissioning.proof_words import figure_text, proof_text
from console.supervisor.records import Proof, Verdict, verdict_counts


def report(certificate: Certificate, words: Words) -> Iterator[str]:
    """The certificate's head, each section's counts, the wheel's level, and every unproved proof."""
    yield from head_lines(certificate, words)
    yield ""
    for section, of in verdict_counts(certificate.proofs).items():
        about = words.text(f"commissioning.section.{section}")
        yield words.text("commissioning.counted", section=about, **{str(each): of[each] for each in Verdict})
    yield words.text("commissioning.holds" if certificate.holds else "commissioning.holds.not")
    level = certificate.level
    if level is not None and level.verdict is Verdict.PROVED:  # Other levels are listed below.
        yield level_line(level, words)
    for verdict in (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.LEFT_OUT):
        found = certificate.of(verdict)
        if found:
            yield ""
            yield words.text(f"commissioning.heading.{verdict}")
            yield from (f"  {_line(proof, words)}" for proof in found)


def level_line(level: Proof, words: Words) -> str:
    return f"{proof_text(words, level.what)}{words.locale.colon}{proof_text(words, level.found or level.why)}"


def guide_lines(certificate: Certificate, words: Words) -> Iterator[str]:
    """The printed guides in force, a line a reader; nothing for an older certificate."""
    for number, (reader, editions) in enumerate(guide_rows(certificate, words)):
        if not number:
            yield words.text("commissioning.guides")
        of = (f"{language} {edition}" for language, edition in editions.items())
        yield f"  {reader}{words.locale.colon}{words.list_of(of)}"


def _line(proof: Proof, words: Words) -> str:
    what = proof_text(words, proof.what)
    if proof.verdict is not Verdict.FAILED:
        return f"{what}{words.locale.colon}{proof_text(words, proof.why)}"
    found = words.side_by_side((proof_text(words, proof.found), figure_text(words, proof)))
    return words.text(
        "commissioning.told", what=what, expected=proof_text(words, proof.expected), found=found
    )


def difference_lines(now: Certificate, before: Certificate, words: Words) -> Iterator[str]:
    """A line for each proof with another result than before."""
    changed, lost = changes(now, before), dropped_proofs(now, before)
    if not changed and not lost:
        yield words.text("commissioning.again.same", digest=short(before.digest))
    for each in changed:
        then = words.text("commissioning.again.new") if each.before is None else _verdict(each.before, words)
        yield _came_out(each.proof, then, _verdict(each.proof.verdict, words), words)
    for proof in lost:
        yield _came_out(proof, _verdict(proof.verdict, words), words.text("commissioning.again.gone"), words)


def _came_out(proof: Proof, before: str, now: str, words: Words) -> str:
    return words.text(
        "commissioning.again.changed", what=proof_text(words, proof.what), before=before, now=now
    )


def _verdict(verdict: Verdict, words: Words) -> str:
    return words.text(f"commissioning.verdict.{verdict}")
