"""The answer to a prompt in words: the press that carries it out, or else what moves play on."""

from __future__ import annotations

from console.base.words import Words
from console.table.core import Action, SpinView, View
from console.table.game import Rulebook
from console.table.game.roulette import RouletteRules
from console.table.words import speech


def prompt_answer(words: Words, view: View, rulebook: Rulebook) -> str:
    """The press that answers a view's prompt, in quotation marks, or else what moves play on."""
    prompt = view.prompt
    match prompt.action:
        case Action.ANSWER | Action.AUTHORISE | Action.RESOLVE:
            return words.text("dossier.answer.incident")
        case Action.SIGN_IN:
            return words.quote(words.text("button.sign_in"))
        case Action.SPIN if prompt.step is None:
            return words.quote(words.count("button.spin", rulebook.of(RouletteRules).turns.least))
    is_step, at_wheel = prompt.step is not None, isinstance(view.round, SpinView)
    return _answer(words, prompt.action, is_step=is_step, at_wheel=at_wheel)


def step_answer(words: Words, action: str) -> str:
    """The press for a step of an incident's outcome; a check of the ball has two."""
    answer = _answer(words, action, is_step=True, at_wheel=False)
    if action != Action.CHECK_BALL:
        return answer
    damaged = words.quote(words.text("step.check_ball.damaged"))
    return words.text("rulebook.or", one=answer, other=damaged)


def _answer(words: Words, action: str, *, is_step: bool, at_wheel: bool) -> str:
    if action in (Action.CONFIRM_NUMBER, Action.ENTER_NUMBER):
        return words.text("button.no_press.number")
    if words.has(speech.press_key(action, step=is_step, at_wheel=at_wheel)):
        return words.quote(speech.press_text(words, action, step=is_step, at_wheel=at_wheel))
    return speech.moved_on_text(words, action)
