"""A player's answer in words: the answer and its effect, for the screens and the documents."""

from __future__ import annotations

from collections.abc import Callable

from console.base.words import Words, figure
from console.table.core.state.player_answers import PlayerAnswer
from console.table.game.blackjack.hands import Choice


def answer_what(words: Words, answer: PlayerAnswer) -> str:
    """A player's answer: ``stand``; if none came, ``no answer in 13 s``. The seconds are left out if the
    journal does not say since when the answer was due.
    """
    if answer.choice is Choice.TIMEOUT and answer.is_counted and answer.asked is not None:
        waited = round((answer.at - answer.asked).total_seconds())
        return words.text("decision.none_in", seconds=waited)
    return words.text(f"choice.{answer.choice}")


def answer_note(words: Words, answer: PlayerAnswer, name_of: Callable[[str], str] = str) -> str:
    """The seconds left, or why the answer did not count; who went on without an answer, and why."""
    parts = [_when(words, answer)]
    if answer.by is not None:
        name = name_of(answer.by)
        parts.append(words.text("decision.by", name=name) if answer.is_counted else name)
    parts.append(answer.reason)
    return words.side_by_side(parts)


def _when(words: Words, answer: PlayerAnswer) -> str | None:
    if answer.missed is not None:
        seconds = None if answer.behind is None else _seconds(words, answer.behind)
        return words.text(f"decision.missed.{answer.missed}", seconds=seconds)
    if answer.left is None or answer.choice is Choice.TIMEOUT:
        return None
    key = "decision.left" if answer.left >= 0 else "decision.over"
    return words.text(key, seconds=_seconds(words, abs(answer.left)))


def answer_line(words: Words, answer: PlayerAnswer, clock: str) -> str:
    """The whole answer on one line: ``06:36:55 stand · 8.8 s left``; ``clock`` is its time of day."""
    return f"{clock}  {words.side_by_side((answer_what(words, answer), answer_note(words, answer)))}"


def _seconds(words: Words, seconds: float) -> str:
    return figure(seconds, 1, words.locale)
