"""The certificate as a document in one language: what failed, then what is not proved, then the rest."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Final

from console.base.plain_text import visible
from console.base.software import short
from console.base.words import LOCALES, Words, date_text
from console.commissioning.certificate import Certificate
from console.commissioning.proof_words import figure_text, proof_text, row_in_words
from console.commissioning.signers import pin_lines
from console.supervisor.records import (
    Cell,
    Paper,
    Part,
    Phrase,
    Proof,
    ProofText,
    Section,
    ToSign,
    Verdict,
    verdict_counts,
)
from console.table.core import UNTELLABLE
from console.table.words import clause_sense, game_name, role_name, rules_name

_CLAUSE: Final = "clause "
"""The beginning of the name of a clause's own proof."""


def certificate_paper(certificate: Certificate, words: Words) -> Paper:
    """The whole document; times are in the machine's own zone."""
    title = "commissioning.title" if certificate.holds else "commissioning.title.failed"
    parts = (
        _summary(certificate, words),
        *_exceptions(certificate, words),
        *_measured(certificate, words),
        *_devices(certificate, words),
        *_guides(certificate, words),
        *_clauses(certificate, words),
        *_rules(certificate, words),
        _signed(certificate, words),
    )
    head = tuple(head_lines(certificate, words))
    return Paper(words.language, words.text(title), head, parts, (certificate.digest,))


def head_lines(certificate: Certificate, words: Words, zone: tzinfo | None = None) -> Iterator[str]:
    """The table, its rules and software, and the time; the digest once the certificate is sealed."""
    software, text = certificate.software, words.text
    if certificate.casino:
        yield visible(certificate.casino)
    named = {"game": game_name(words, certificate.game), "rules": rules_name(words, certificate.rules)}
    yield text("commissioning.head.table", table=visible(certificate.table), **named)
    made = datetime.fromisoformat(certificate.made).astimezone(zone)
    yield text("commissioning.head.made", when=f"{date_text(made, words.locale)} {made:%H:%M:%S %z}")
    digests = {"manifest": short(software.manifest), "rulebook": short(certificate.rulebook)}
    yield text("commissioning.head.software", version=visible(software.version), **digests)
    if certificate.digest:
        yield text("commissioning.head.digest", digest=short(certificate.digest))
    yield from before_lines(certificate, words, zone)


def before_lines(certificate: Certificate, words: Words, zone: tzinfo | None = None) -> Iterator[str]:
    """The renewed certificate, and each section taken over with its proof's day; none for a first one."""
    text = words.text
    if certificate.before:
        yield text("commissioning.head.before", digest=short(certificate.before))
    if certificate.carried:
        sections = words.list_of(_carried(certificate, each, words, zone) for each in certificate.carried)
        yield text("commissioning.head.carried", sections=sections)


def _carried(certificate: Certificate, section: Section, words: Words, zone: tzinfo | None) -> str:
    """A section taken over from an earlier certificate, with the day of its proof, if this one has it."""
    name, proved = words.text(f"commissioning.section.{section}"), certificate.proved or {}
    if section not in proved:
        return name
    day = datetime.fromisoformat(proved[section]).astimezone(zone)
    return f"{name} ({date_text(day, words.locale)})"


def _summary(certificate: Certificate, words: Words) -> Part:
    verdicts = tuple(words.text(f"commissioning.verdict.{each}") for each in Verdict)
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (words.text(f"commissioning.section.{section}"), *(of[verdict] for verdict in Verdict))
        for section, of in verdict_counts(certificate.proofs).items()
    )
    key = "commissioning.holds" if certificate.holds else "commissioning.holds.not"
    columns = (words.text("commissioning.column.section"), *verdicts)
    return Part("", words.text("commissioning.summary"), columns, rows, words.text(key))


def _exceptions(certificate: Certificate, words: Words) -> Iterator[Part]:
    """The failed, unproved or omitted proofs, each with all that is known of it."""
    failed = certificate.of(Verdict.FAILED)
    if failed:
        rows = tuple(
            (*_what(words, each), proof_text(words, each.expected), _found(words, each)) for each in failed
        )
        columns = _columns(words, "section", "what", "expected", "found")
        yield Part("", _heading(words, Verdict.FAILED), columns, rows)
    yield from (_reasons(certificate, verdict, words) for verdict in (Verdict.NOT_PROVED, Verdict.LEFT_OUT))


def _reasons(certificate: Certificate, verdict: Verdict, words: Words) -> Part:
    rows = tuple((*_what(words, each), proof_text(words, each.why)) for each in certificate.of(verdict))
    note = "" if rows else words.text("commissioning.none")
    columns = _columns(words, "section", "what", "why") if rows else ()
    return Part("", _heading(words, verdict), columns, rows, note)


def _measured(certificate: Certificate, words: Words) -> Iterator[Part]:
    """The proofs of machine, devices, link and holding: expected, found, figures."""
    for section in Section:
        proved = [each for each in certificate.of(Verdict.PROVED) if each.section is section]
        if section is Section.RULES or not proved:
            continue
        rows = tuple(
            (proof_text(words, each.what), proof_text(words, each.expected), _found(words, each))
            for each in proved
        )
        heading = words.text(f"commissioning.section.{section}")
        yield Part("", heading, _columns(words, "what", "expected", "found"), rows)


def _devices(certificate: Certificate, words: Words) -> Iterator[Part]:
    rows = tuple(
        (words.text(f"log.device.{each.role}"), each.model, visible(each.url), visible(each.serial) or None)
        for each in certificate.devices
    )
    if rows:
        columns = _columns(words, "role", "model", "url", "serial")
        yield Part("", words.text("commissioning.devices"), columns, rows)


def _guides(certificate: Certificate, words: Words) -> Iterator[Part]:
    """The editions of the printed guides in force: a row a reader, a column a language."""
    rows = guide_rows(certificate, words)
    if rows:
        languages = dict.fromkeys(language for _, editions in rows for language in editions)
        columns = (words.text("guide.page.reader"), *languages)
        cells = tuple((reader, *map(editions.get, languages)) for reader, editions in rows)
        note = words.text("commissioning.guides.note")
        yield Part("", words.text("commissioning.guides"), columns, cells, note)


def guide_rows(certificate: Certificate, words: Words) -> tuple[tuple[str, dict[str, str]], ...]:
    """For each reader of a guide the editions in force, by language; empty for an older certificate."""
    found: dict[str, dict[str, str]] = {}
    for each in certificate.guides or ():
        of = game_name(words, each.game) if each.game else words.text("dossier.all_games")
        reader = words.side_by_side((role_name(words, each.role), of))
        language = LOCALES[each.language].name if each.language in LOCALES else visible(each.language)
        found.setdefault(reader, {})[language] = visible(each.edition)
    return tuple(found.items())


def _clauses(certificate: Certificate, words: Words) -> Iterator[Part]:
    """The proved clauses, with their sense and the number of scenes and rows."""
    proved = [each for each in certificate.of(Verdict.PROVED) if each.name.startswith(_CLAUSE)]
    if not proved:
        return
    rows = tuple(
        (each.clauses[0], clause_sense(words, each.clauses[0]) or "–", proof_text(words, each.found))
        for each in proved
    )
    yield Part("", words.text("commissioning.clauses"), _columns(words, "clause", "sense", "shown"), rows)


def _rules(certificate: Certificate, words: Words) -> Iterator[Part]:
    """Every row and every scene that was played and came out as written."""
    proved = certificate.of(Verdict.PROVED)
    rows = tuple(_row(words, each.what) for each in proved if each.name.startswith("row "))
    if rows:
        sheet = (words.text(f"record.head.{head}") for head in ("outcome", "steps"))
        what, clause = _columns(words, "what", "clause")
        columns = (what, *sheet, clause)
        note = words.text("commissioning.rows.played")
        yield Part("", words.text("commissioning.rows"), columns, rows, note)
    scenes = tuple(
        (proof_text(words, each.what), " ".join(each.clauses) or "–")
        for each in proved
        if each.name.startswith("scene ")
    )
    if scenes:
        note = words.text("commissioning.scenes.played")
        yield Part("", words.text("commissioning.scenes"), _columns(words, "what", "clause"), scenes, note)


def _row(words: Words, phrase: ProofText) -> tuple[Cell, ...]:
    try:
        assert isinstance(phrase, Phrase), "a row's words come from its slots"
        row = row_in_words(words, phrase)
    except UNTELLABLE:  # A forged certificate may have such a time.
        return proof_text(words, phrase), "–", "–", "–"
    what = words.side_by_side((row.kind, row.when, *row.facts))
    steps = " ".join(step.replace(". ", ".\N{NO-BREAK SPACE}", 1) for step in row.steps)
    return what, f"{row.outcome} ({row.authority})", steps or "–", row.clause


def _signed(certificate: Certificate, words: Words) -> Part:
    columns = _columns(words, "side", "person", "id")
    if not certificate.signatures:
        rows = tuple(
            (words.text(f"commissioning.side.{side}"), None, None) for side in ("technician", "supervisor")
        )
        return ToSign("", words.text("commissioning.unsigned"), columns, rows)
    signed = tuple(
        (words.text(f"commissioning.side.{each.side}"), visible(each.name), visible(each.id))
        for each in certificate.signatures
    )
    note = " ".join(pin_lines(certificate, words))
    return Part("", words.text("commissioning.named"), columns, signed, note)


def _what(words: Words, proof: Proof) -> tuple[str, str]:
    return words.text(f"commissioning.section.{proof.section}"), proof_text(words, proof.what)


def _found(words: Words, proof: Proof) -> str:
    return words.side_by_side((proof_text(words, proof.found), figure_text(words, proof)))


def _heading(words: Words, verdict: Verdict) -> str:
    return words.text(f"commissioning.heading.{verdict}")


def _columns(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words.text(f"commissioning.column.{name}") for name in names)
