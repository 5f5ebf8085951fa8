"""The result of a trial, as a document in one language and as an object for programs.

On a terminal what is alike stands together, with the first moment of it; every moment stands in the CSV and
the JSON. The object, version 1; its keys stay, later versions only add some:

- ``trial_version`` 1, ``rulebook`` and ``digest`` of what was tried, ``partial``: whether it was stopped
- ``journals``: ``file``, ``table``, ``game``, ``rules``, ``entries``, ``rounds``, ``incidents``, ``through``
- ``changes``: ``place``, ``before``, ``after``; ``reach`` (``tried``, ``worksheets``, ``unknown``,
  ``nothing``)
- ``otherwise``, ``undecided``: ``file``, ``table``, ``entry``, ``at`` in UTC, ``round``, ``incident``,
  ``aspect``, ``about``, ``before``, ``after``, ``asks`` (the fact that nobody was asked for)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from console.base.plain_text import cut, escape_json, visible
from console.base.words import Words
from console.supervisor.records.documents.paper import SOFT_HYPHEN, Cell, Paper, Part
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.trial.changes import CLAUSES, RuleChange
from console.supervisor.trial.findings import Aspect, TrialFinding, TriedJournal
from console.supervisor.trial.trial import TrialResult
from console.table.core import Action, Role
from console.table.words import (
    answer_text,
    game_name,
    outcome_key,
    question_key,
    role_name,
    step_of,
    table_title,
    whom_text,
)

VERSION: Final = 1
SHOWN: Final = 40
"""The most moments of a kind if not all are asked for: a terminal is no spreadsheet."""
WIDEST: Final = 64
"""The most letters of a rule on a terminal."""


def trial_paper(
    tried: TrialResult, rules: str, digest: str, formatter: RecordFormatter, *, whole: bool = True
) -> Paper:
    """The document; unless ``whole``, equal findings are joined and moments left out."""
    text = formatter.words.text
    head = [
        text("trial.digest", digest=digest),
        *(_journal(each, formatter.words) for each in tried.journals),
    ]
    if not tried.through:
        ends = tuple(visible(each.file) for each in tried.journals if not each.through)
        head.append(text("trial.partial", files=ends))
    parts = [_changes(tried.changes, formatter.words, whole=whole)]
    parts.append(_summary(tried.otherwise, formatter, whole=whole))
    parts += _moments(tried.otherwise, formatter, whole=whole)
    parts += _undecided(tried.undecided_findings, formatter, whole=whole)
    title, note = text("trial.title", file=visible(rules)), text("trial.note")
    return Paper(formatter.words.language, title, tuple(head), tuple(parts), (note,))


def trial_json(tried: TrialResult, rules: str, digest: str) -> bytes:
    """The object as UTF-8, one value a line, ending in a line end."""
    document: dict[str, Any] = {
        "trial_version": VERSION,
        "rulebook": rules,
        "digest": digest,
        "partial": not tried.through,
        "journals": tried.journals,
        "changes": tried.changes,
        "otherwise": [_object(each) for each in tried.otherwise],
        "undecided": [_object(each) for each in tried.undecided_findings],
    }
    written = msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
    return (escape_json(written) + "\n").encode()


def _object(finding: TrialFinding) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(finding)
    return {**fields.pop("place"), **fields}


def _journal(tried: TriedJournal, words: Words) -> str:
    return words.text(
        "trial.journal",
        file=visible(tried.file),
        table=visible(table_title(words, tried.table)),
        game=game_name(words, tried.game),
        rules=words.find(f"rules.{tried.rules}") or tried.rules,
        entries=tried.entries,
        rounds=tried.rounds,
        incidents=tried.incidents,
    )


# --- what is written otherwise ---------------------------------------------------------------------


def _changes(changes: Iterable[RuleChange], words: Words, *, whole: bool) -> Part:
    rows = tuple(_changed(each, words, whole=whole) for each in changes)
    columns = tuple(words.text(f"trial.head.{name}") for name in ("rule", "then", "tried", "reach"))
    return Part("", words.text("trial.changes"), columns, rows, "" if rows else words.text("trial.same"))


def _changed(change: RuleChange, words: Words, *, whole: bool) -> tuple[Cell, ...]:
    reach = words.text(f"trial.reach.{change.reach}")
    if change.place.endswith(f".{CLAUSES}") and change.before is None:
        return change.place, None, words.text("trial.clauses", count=change.after), reach
    was, now = (
        None if each is None else _cut(visible(each), whole=whole) for each in (change.before, change.after)
    )
    return change.place, was, now, reach


def _cut(text: str, *, whole: bool) -> str:
    return text if whole else cut(text, WIDEST)


# --- what would have been otherwise ----------------------------------------------------------------


def _summary(findings: tuple[TrialFinding, ...], formatter: RecordFormatter, *, whole: bool) -> Part:
    """Equal findings together, with their number and first place; the rarest last."""
    text = formatter.words.text
    alike: dict[tuple[object, ...], list[TrialFinding]] = {}
    for found in findings:
        alike.setdefault((found.aspect, found.about, found.before, found.after), []).append(found)
    rows = tuple(
        (
            *_cells(each[0], formatter.words, whole=whole),
            len(each),
            formatter.moment_cell(each[0].place.at),
            _place(each[0]),
        )
        for each in sorted(alike.values(), key=len, reverse=True)
    )
    named = ("aspect", "about", "then", "tried", "times")
    columns = (*(text(f"trial.head.{name}") for name in named), text("report.time"), text("trial.head.file"))
    return Part("", text("trial.summary"), columns, rows, "" if rows else text("trial.none"))


def _place(finding: TrialFinding) -> str:
    return f"{visible(finding.place.file)} {finding.place.entry}"


def _moments(
    findings: tuple[TrialFinding, ...], formatter: RecordFormatter, *, whole: bool
) -> Iterator[Part]:
    """Every moment, those of one aspect together, in the order of the journals."""
    words = formatter.words
    named = tuple(words.text(f"trial.head.{name}") for name in ("about", "then", "tried"))
    for aspect in Aspect:
        of = [found for found in findings if found.aspect is aspect]
        if not of:
            continue
        shown = of if whole else of[:SHOWN]
        rows = tuple((*_where(each, formatter), *_cells(each, words, whole=whole)[1:]) for each in shown)
        heading = f"{words.text('trial.moments')}{words.locale.colon}{words.text(f'trial.aspect.{aspect}')}"
        yield Part("", heading, (*_columns(words), *named), rows, _more(of, shown, words))


def _undecided(
    findings: tuple[TrialFinding, ...], formatter: RecordFormatter, *, whole: bool
) -> Iterator[Part]:
    if not findings:
        return
    words = formatter.words
    named = tuple(words.text(f"trial.head.{name}") for name in ("about", "then", "asks"))
    shown = findings if whole else findings[:SHOWN]
    rows = tuple(
        (*_where(each, formatter), *_cells(each, words, whole=whole)[1:3], _question_text(each, words))
        for each in shown
    )
    note = _more(findings, shown, words)
    yield Part("", words.text("trial.undecided"), (*_columns(words), *named), rows, note)


def _more(all_of: Iterable[TrialFinding], listed: Iterable[TrialFinding], words: Words) -> str:
    left = len(tuple(all_of)) - len(tuple(listed))
    return f"{words.count('report.more', left)}. {words.text('trial.all')}" if left else ""


def _columns(words: Words) -> tuple[str, ...]:
    keys = ("trial.head.file", "report.entry", "report.time", "record.round", "handover.incident")
    return tuple(words.text(key) for key in keys)


def _where(finding: TrialFinding, formatter: RecordFormatter) -> tuple[Cell, ...]:
    at = finding.place
    return (
        visible(at.file),
        at.entry,
        formatter.moment_cell(at.at),
        None if at.round is None else visible(at.round),
        None if not at.incident else visible(at.incident),
    )


def _cells(finding: TrialFinding, words: Words, *, whole: bool) -> tuple[str, str, str, str]:
    """A finding's aspect, its subject, its result then, and now."""
    return (
        words.text(f"trial.aspect.{finding.aspect}"),
        _about(finding, words),
        _cut(_values(finding, finding.before, words), whole=whole),
        _cut(_values(finding, finding.after, words), whole=whole),
    )


def _about(finding: TrialFinding, words: Words) -> str:
    match finding.aspect:
        case Aspect.OUTCOME | Aspect.AUTHORITY | Aspect.STEPS | Aspect.NOTIFICATION:
            return words.find(f"incident.{finding.about}") or visible(finding.about)
        case Aspect.PREPARATION:
            return words.find(f"phase.{finding.about}") or visible(finding.about)
        case _:
            bet = bet_name(words, finding.about).replace(SOFT_HYPHEN, "")
            return words.find(f"trial.about.{finding.about}") or visible(bet)


def bet_name(words: Words, kind: str) -> str:
    """A kind of bet by its name, without its numbers on a worksheet."""
    bet, dot, hand = kind.partition(".")
    keys = (f"limits.{bet}", f"bet.{bet}", f"figure.bet.{bet}")
    named = next(filter(None, (words.find(key, numbers="") for key in keys)), bet).strip()
    return words.side_by_side((named, words.find(f"side.{kind}") or hand)) if dot else named


def _values(finding: TrialFinding, values: tuple[str, ...], words: Words) -> str:
    match finding.aspect:
        case Aspect.STEPS:
            return words.list_of(_step(finding.about, each, words) for each in values) or "–"
        case Aspect.PREPARATION:
            return words.list_of(_step("", each, words) for each in _only(values, finding)) or "–"
        case _:
            return words.list_of(_value(finding, each, words) for each in values) or "–"


def _only(steps: tuple[str, ...], finding: TrialFinding) -> tuple[str, ...]:
    """The steps without those that both ways begin and end with."""
    first = last = 0
    least = min(len(finding.before), len(finding.after))
    while first < least and finding.before[first] == finding.after[first]:
        first += 1
    while last < least - first and finding.before[-1 - last] == finding.after[-1 - last]:
        last += 1
    return steps[first : len(steps) - last]


def _step(kind: str, step: str, words: Words) -> str:
    action, _, actor = step.partition(":")
    return f"{_done(kind, action, words)} ({role_name(words, Role(actor))})"


def _done(kind: str, action: str, words: Words) -> str:
    if action == Action.REMOVE_CARDS:  # The table knew how many cards.
        return words.text("rulebook.step.remove_cards")
    if words.has(f"step.{action}"):
        return step_of(words, kind or None, {}, action)
    return words.find(f"prepared.{action}") or visible(action)


def _value(finding: TrialFinding, value: str, words: Words) -> str:
    named = words.find(f"trial.value.{value}")
    if named is not None and not (value == "goes_on" and finding.aspect is Aspect.OUTCOME):
        return named
    match finding.aspect:
        case Aspect.OUTCOME:
            return words.text(outcome_key(value))
        case Aspect.AUTHORITY:
            return role_name(words, Role(value))
        case Aspect.NOTIFICATION:
            whom, _, hours = value.partition(":")
            within = words.text("notification.within", hours=int(hours))
            return words.side_by_side((whom_text(words, whom), within))
        case Aspect.LIMIT:
            return words.find(f"sheet.limit.{value}") or visible(value)
        case Aspect.PLAY if words.has(f"answer.cause.{value}"):
            return answer_text(words, "cause", value)
        case _:
            return visible(value)


def _question_text(finding: TrialFinding, words: Words) -> str:
    asks = finding.asks or ""
    keys = (f"trial.about.{asks}", f"fact.name.{asks}", question_key(finding.about, asks))
    return next(filter(None, map(words.find, keys)), visible(asks))
