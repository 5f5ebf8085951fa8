"""A prompt in its parts, the same on every screen: its colour, who acts, what to do, what to say."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from console.base.words import Words
from console.table.core.showing.screen_values import Mode


class PromptColour(StrEnum):
    """The colour of the prompt: do it, wait, the pit boss's, red."""

    NOW = "now"
    WAIT = "wait"
    PIT_BOSS = "pit_boss"
    RED = "red"


class PromptText(msgspec.Struct, frozen=True):
    """The prompt in words: who acts, what to do, what to say aloud, why."""

    colour: PromptColour
    actor: str
    headline: str
    clauses: tuple[str, ...] = ()
    say: str | None = None
    gloss: str | None = None
    note: str | None = None
    marked: Mode | None = None
    """The mode that the note is about; None for other notes."""
    urgent: bool = False
    """Whether assistive tools say it at once: a halt, and the end of bet time."""
    saving: str | None = None
    not_taken: str | None = None
    """The meaning of a press that came too late."""


def spoken_text(prompt: PromptText, person: Words) -> str:
    """The whole prompt as one text for assistive tools, with the words to say marked as such."""
    say = None if prompt.say is None else person.text("access.say", said=prompt.say)
    parts = (prompt.actor, prompt.headline, say, prompt.gloss, prompt.note, prompt.saving, prompt.not_taken)
    return ". ".join(part for part in parts if part)
