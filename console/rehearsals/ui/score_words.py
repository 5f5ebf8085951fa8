"""A rehearsal's score in words: what was expected, what was done, how long it took."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from console.base.words import Words
from console.rehearsals.result import (
    Decided,
    MishapOccurred,
    RehearsalResult,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
)
from console.table.core import Say
from console.table.game import Result
from console.table.ui.incident import chip_text, kind_name
from console.table.ui.kit import sentence
from console.table.words import inside, rehearsed_text, speech, step_of


def tokens_text(words: Words, result: RehearsalResult, line: ScoreLine, tokens: Iterable[str]) -> str:
    """A value of the score, in the protocol's words, put into a person's language."""
    if line.judged is ScoreSubject.OUTCOME:
        return outcomes_text(words, tokens)
    texts = [_token(words, result, line.judged, token) for token in tokens]
    if line.judged is ScoreSubject.ANNOUNCEMENTS and len(texts) > 1:
        texts = [*map(words.quote, texts)]
    return words.text("access.list").join(
        inside(words, each) if at else each for at, each in enumerate(texts)
    )


def _token(words: Words, result: RehearsalResult, judged: ScoreSubject, token: str) -> str:
    match judged:
        case ScoreSubject.KIND:
            return kind_name(words, token).replace("\u00ad", "")
        case ScoreSubject.FACTS:
            fact, _, value = token.partition("=")
            truth = {"true": True, "false": False}.get(value)
            number = int(value) if value.isdecimal() else None
            known = truth if truth is not None else value if number is None else number
            return sentence(chip_text(words, fact, known))
        case ScoreSubject.STEPS:
            return step_of(words, result.kind, {}, token.partition(":")[0])
        case _:
            return _announcement(words, result, token)


def _announcement(words: Words, result: RehearsalResult, key: str) -> str:
    """An announcement with the figures of the decided incidents: the course keeps its key."""
    decided = [each for each in result.course if isinstance(each, Decided)]
    facts = {fact: value for each in decided for fact, value in {**each.right.facts, **each.facts}.items()}
    match key, facts:
        case "number_corrected", {"actual": int(number)}:
            say = Say(key, number=number)
        case "hand_refunded", {"seat": int(seat)}:
            say = Say(key, seats=(seat,))
        case "no_spin", _ if any(each.outcome == Result.VOID for each in decided):
            say = Say(key, void=True)
        case _:
            return words.find(f"say.{key}") or key
    return speech.say_text(words, say)


def measured_text(words: Words, line: ScoreLine) -> str:
    """A time or a count in words; empty if nothing was measured."""
    if line.judged is ScoreSubject.PRESSES:
        return words.count("rehearsal.screen.presses", round(line.measured or 0))
    if line.judged is ScoreSubject.NOTICED and line.measured is None:
        return words.text("rehearsal.screen.never")
    if line.measured is None:
        return ""
    if line.judged is ScoreSubject.NOTICED:  # Rounded up: 10.4 s get no full points, 10 s do.
        return words.count("rehearsal.screen.after", ceil(line.measured))
    return words.count("rehearsal.screen.seconds", round(line.measured))


def line_text(words: Words, result: RehearsalResult, line: ScoreLine) -> tuple[str, str]:
    """A line's value; beneath it what was right, if something else was done."""
    if measured := measured_text(words, line):
        return measured, ""
    given = tokens_text(words, result, line, line.given) or words.text("rehearsal.screen.nothing")
    expected = tokens_text(words, result, line, line.expected)
    if not line.expected and not line.given:
        return words.text("rehearsal.screen.none_due"), ""
    if line.good:
        return expected, ""
    right = expected or inside(words, words.text("rehearsal.screen.nothing"))
    return given, words.text("rehearsal.screen.expected", what=right)


def failed_fact(result: RehearsalResult) -> ScoreLine | None:
    """The line of the facts, if only they failed the rehearsal: they changed money, cards or steps."""
    wrong = {line.judged: line for line in result.lines if not line.good}
    if result.passed or result.ended != "played" or {ScoreSubject.KIND, ScoreSubject.OUTCOME} & wrong.keys():
        return None
    return wrong.get(ScoreSubject.FACTS)


def scored_note(words: Words, happened: object) -> str:
    """The words of a replay at a scored moment; empty at any other."""
    match happened:
        case MishapOccurred(slip=slip, right=answer):
            what = (
                words.text(f"rehearsal.slip.{slip}") if answer.kind is None else kind_name(words, answer.kind)
            )
            plain = what.replace("\u00ad", "")
            return words.text("rehearsal.screen.note.slipped", what=inside(words, plain))
        case StatedOutcome(outcome=chosen, right=right):
            return _answered(words, "believed", chosen, right)
        case Decided(outcome=chosen, right=answer):
            return _answered(words, "decided", chosen, answer.outcomes)
        case _:
            return ""


def _answered(words: Words, what: str, chosen: str, right: tuple[str, ...]) -> str:
    named = rehearsed_text(words, chosen)
    if chosen in right or not right:
        return words.text(f"rehearsal.screen.note.{what}", what=inside(words, named))
    wanted = inside(words, rehearsed_text(words, right[0]))
    return words.text(f"rehearsal.screen.note.{what}_wrong", what=inside(words, named), right=wanted)


def outcomes_text(words: Words, outcomes: Iterable[str]) -> str:
    """Outcomes in words; several are in quotation marks, since one's words may have a comma."""
    texts = [rehearsed_text(words, each) for each in outcomes]
    return words.text("access.list").join(map(words.quote, texts) if len(texts) > 1 else texts)
