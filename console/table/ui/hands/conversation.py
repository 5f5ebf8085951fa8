"""Conversations with a person: a generator yields each question and gets the answer, from top to bottom.

A question is a function that asks, and calls what it is given with the answer. A question that nobody answers
ends the conversation: nothing refers to it any more.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeAlias

Question: TypeAlias = Callable[[Callable[[Any], None]], None]
Conversation: TypeAlias = Generator[Question, Any, None]


def converse(conversation: Conversation) -> None:
    """Ask each question of a conversation as soon as the one before it was answered."""
    _go_on(conversation, None)


def _go_on(conversation: Conversation, answer: object) -> None:
    """Give an answer. The second answer to one question has no effect: its conversation has gone on."""
    try:
        ask = conversation.send(answer)
    except StopIteration:
        return
    answered = False

    def hear(answer: object) -> None:
        nonlocal answered
        if not answered:
            answered = True
            _go_on(conversation, answer)

    ask(hear)
