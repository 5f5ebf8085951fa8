"""The parts of a table's view that a simulated device reads: the card that is due, and how many are left.
They are stated here by shape, because devices know nothing of the table.
"""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias

from console.table.devices.readings import ShoePlace, Target


class CuePrompt(Protocol):
    """The part of a prompt that a simulated device looks at."""

    @property
    def action(self) -> str:
        """The protocol's word: ``deal``, ``burn_card``, ..."""

    @property
    def actor(self) -> str:
        """``dealer``, ``pit_boss`` or ``system``."""

    @property
    def hand(self) -> str | int | None:
        """The hand whose card is due."""

    @property
    def seat(self) -> int | None:
        """The seat of the hand, if a game has seats."""

    @property
    def card(self) -> int | None:
        """The card's position in the hand, from 1."""

    @property
    def count(self) -> int | None:
        """Cards still to be burned."""

    @property
    def tries(self) -> int | None:
        """The number of times that the scan of the card has failed."""


class CueOutcome(Protocol):
    @property
    def winner(self) -> str:
        """``player``, ``banker`` or ``tie``."""

    @property
    def player_pair(self) -> bool:
        """Whether the player's first two cards have the same rank."""

    @property
    def banker_pair(self) -> bool:
        """Whether the banker's first two cards have the same rank."""


class CueRound(Protocol):
    @property
    def outcome(self) -> CueOutcome | None:
        """None until the hands are decided."""


class ShoeCount(Protocol):
    @property
    def left(self) -> int:
        """Cards of 416 that are not read."""


class CueView(Protocol):
    @property
    def phase(self) -> str:
        """The protocol's word."""

    @property
    def bets(self) -> str:
        """``open`` in bet time."""

    @property
    def prompt(self) -> CuePrompt:
        """The table's present prompt."""

    @property
    def shoe(self) -> ShoeCount | None:
        """The table's count."""

    @property
    def coup(self) -> CueRound | None:
        """The open coup, else the last."""


Question: TypeAlias = tuple[str, int | None, str | int | None, int | None, int | None, int | None]
"""A prompt's request to a device, without its clauses. Two equal ones in a row are one."""

_CARD_DUE: Final = frozenset({"deal", "burn_card", "burn", "rescan", "scan_card"})


def card_question(prompt: CuePrompt) -> Question | None:
    """The card that the dealer is to draw now; None if none is, or if a pit boss is to decide first."""
    is_out = prompt.action == "burn" and not prompt.count  # an incident's step burns a card drawn earlier
    if prompt.action not in _CARD_DUE or prompt.actor != "dealer" or is_out:
        return None
    return question(prompt)


def takes_ball_out(prompt: CuePrompt) -> bool:
    """Whether somebody is to take the ball out: the wheel stops, and the next ball is of a new game."""
    return prompt.action in ("remove_ball", "pick_up_ball")


def question(prompt: CuePrompt) -> Question:
    """The parts of a prompt by which two prompts are distinguished."""
    return prompt.action, prompt.seat, prompt.hand, prompt.card, prompt.count, prompt.tries


def place_due(prompt: CuePrompt) -> ShoePlace:
    """The place where a real shoe would count the card that is due, or the next one if none is."""
    if prompt.action == "burn" and prompt.count:
        return ShoePlace(Target.BURN, max(1, 11 - prompt.count))
    if prompt.hand in (Target.PLAYER, Target.BANKER) and prompt.card:
        return ShoePlace(Target(prompt.hand), prompt.card)
    if prompt.action in ("burn_card", "rescan"):
        return ShoePlace(Target.FIRST_CARD, 1)
    return ShoePlace(Target.PLAYER, 1)
