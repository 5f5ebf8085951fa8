"""A record as a document of its own, on one sheet; and as parts of its round's file. The words are a
:class:`Sheet`'s. On its own a record also has readings and spins, which a round's file has once for the
round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from console.base.words import Words
from console.supervisor.records.documents.paper import (
    ActionRow,
    CardsOnPaper,
    Cell,
    LabelledText,
    LabelledTexts,
    Link,
    Paper,
    PaperForm,
    Part,
    Sheet,
    TwoColumns,
)


def record_paper(sheet: Sheet, words: Words) -> Paper:
    """The record in the words of its sheet; ``words`` are its language's."""
    said = (sheet.kind, sheet.outcome, sheet.basis, sheet.sense, *sheet.of_rulebook)
    head = tuple(each for each in said if each)
    title, parts = f"{sheet.title} {sheet.id}", tuple(_parts(sheet, words))
    return Paper(sheet.language, title, head, parts, sheet.footer, PaperForm.SHEET, mark=sheet.mark)


def _parts(sheet: Sheet, words: Words) -> Iterator[Part]:
    def heading(name: str) -> str:
        return words.text(f"record.head.{name}")

    yield TwoColumns("", heading("when"), rows=_labelled(sheet.when))
    for name, lines in (("facts", sheet.facts), ("outcome", sheet.decided)):
        if lines:
            yield LabelledTexts("", heading(name), rows=_labelled(lines))
    if any(each.lines for each in sheet.hands):
        yield _before_and_after(heading("spin" if sheet.of_wheel else "hands"), sheet.hands)
    if sheet.side_bets:
        yield LabelledTexts("", heading("side_bets"), rows=_labelled(sheet.side_bets))
    yield from sheet.worksheets
    actions = (
        *((("spins", sheet.spins),) if sheet.of_wheel else ()),
        *((("answers", sheet.answers),) if sheet.answers else ()),
        ("steps", sheet.steps),
        *((("corrections", sheet.corrections),) if not sheet.of_wheel else ()),
        ("remarks", sheet.remarks),
        ("readings", sheet.readings),
    )
    for name, done in actions:
        none = "" if done else words.text("record.none")
        sealed = sheet.sealed if name == "readings" else ""
        named = "readings.entered" if name == "readings" and sheet.entered is True else name
        if name == "readings":
            yield from sheet.amended
        yield Part("", heading(named), (), action_rows(done), words.side_by_side((none, sealed)))


def _before_and_after(heading: str, hands: Sequence[CardsOnPaper]) -> Part:
    """The table at its two moments, side by side."""
    texts = [{line.label: line.text for line in each.lines} for each in hands]
    labels = dict.fromkeys(label for each in texts for label in each)
    rows = tuple((label, *(each.get(label, "") for each in texts)) for label in labels)
    return LabelledTexts("", heading, ("", *(each.heading for each in hands)), rows)


def sheet_parts(sheet: Sheet, words: Words) -> Iterator[Part]:
    """The parts of a record within its round's file, under its title and id."""
    text, about = words.text, f"{sheet.title} {sheet.id}"
    lines = tuple(
        LabelledText("", each) for each in (sheet.kind, sheet.outcome, sheet.basis, sheet.sense) if each
    )
    groups = (
        (text("record.head.outcome"), (*lines, *sheet.decided)),
        (text("record.head.when"), sheet.when),
        (text("record.head.facts"), sheet.facts),
        *((lying.heading, lying.lines) for lying in sheet.hands),
        (text("record.head.side_bets"), sheet.side_bets),
    )
    for heading, group in groups:
        if group:
            yield Part(about, heading, rows=_labelled(group))
    yield from (replace(part, about=about) for part in sheet.worksheets)
    actions = (
        ("answers", sheet.answers),
        ("steps", sheet.steps),
        ("corrections", sheet.corrections),
        ("remarks", sheet.remarks),
    )
    for name, done in actions:
        if done:
            yield Part(about, text(f"record.head.{name}"), rows=action_rows(done))


def action_rows(actions: Iterable[ActionRow]) -> tuple[tuple[Cell, ...], ...]:
    return tuple((action.at, action.by, action.what, action.more) for action in actions)


def _labelled(lines: Iterable[LabelledText]) -> tuple[tuple[Cell, ...], ...]:
    """Labels with their texts, which may lead to an address."""
    return tuple((line.label, Link(line.text, line.address) if line.address else line.text) for line in lines)
