"""A rehearsal's score in words: what was expected, what was done, how long it took."""

from __future__ import annotations

from collections.abc import Iterable

from console.rehearsal.result import (
    PLAY_ON,
    Decided,
    MishapOccurred,
    RehearsalResult,
    ScoreLine,
    ScoreSubject,
    StatedOutcome,
)
from console.ui.incident.incident_words import chip_text, kind_name
from console.ui.kit.lettering import sentence
from console.words import Words
from console.words.incident_phrases import outcome_text, step_of
from console.words.names import inside


def tokens_text(words: Words, result: RehearsalResult, line: ScoreLine, tokens: Iterable[str]) -> str:
    """A value of the score, in the protocol's words, put into a person's language."""
    texts = [_token(words, result, line.judged, token) for token in tokens]
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
            return sentence(
                chip_text(words, result.kind, fact, truth if truth is not None else number or value)
            )
        case ScoreSubject.OUTCOME:
            return outcome_or_play(words, token)
        case ScoreSubject.STEPS:
            action = token.partition(":")[0]
            return step_of(words, result.kind, {}, action)
        case _:
            return words.find(f"say.{token}") or token


def measured_text(words: Words, line: ScoreLine) -> str:
    """A time or a count in words; empty if nothing was measured."""
    if line.judged is ScoreSubject.PRESSES:
        return words.count("rehearsal.screen.presses", round(line.measured or 0))
    if line.judged is ScoreSubject.NOTICED and line.measured is None:
        return words.text("rehearsal.screen.never")
    if line.measured is None:
        return ""
    seconds = round(line.measured)
    if line.judged is ScoreSubject.NOTICED:
        return words.count("rehearsal.screen.after", seconds)
    return words.count("rehearsal.screen.seconds", seconds)


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
    return given, words.text("rehearsal.screen.expected", what=expected)


def scored_note(words: Words, result: RehearsalResult, happened: object) -> str:
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
    named = outcome_or_play(words, chosen)
    if chosen in right or not right:
        return words.text(f"rehearsal.screen.note.{what}", what=inside(words, named))
    wanted = inside(words, outcome_or_play(words, right[0]))
    return words.text(f"rehearsal.screen.note.{what}_wrong", what=inside(words, named), right=wanted)


def outcome_or_play(words: Words, outcome: str) -> str:
    """An outcome in words; 'play goes on' if nothing was to be reported."""
    return words.text("rehearsal.screen.play_on") if outcome == PLAY_ON else outcome_text(words, outcome)
