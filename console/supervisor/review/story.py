"""A part of a journal to replay, as a value: its moments, its table, the moment to begin with."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from console.base.words import Words
from console.table.core import DealerView, Game, Situation, replay
from console.table.journal import Doubt
from console.table.words import game_name, rules_name, table_title

_GRAVITY: Final = (Doubt.UNPROVED, Doubt.NEAR, Doubt.CHANGED)


class Story(msgspec.Struct, frozen=True):
    """A replay; ``begin`` is the moment that is shown first. ``doubts`` are entries of a floor that are not
    proven to be the recorded ones: a table reconstructed from one may never have existed. ``covered`` are
    those of a card that a playing table has not shown yet.
    """

    game: Game
    situation: Situation
    moments: tuple[replay.ReplayMoment, ...]
    begin: int = 0
    doubts: tuple[tuple[int, Doubt], ...] = ()
    covered: frozenset[int] = frozenset()

    def doubt(self, at: int) -> tuple[int, Doubt] | None:
        """The most serious doubt about the table after a moment, and the newest entry with it. An earlier
        doubt lasts, since the table continued from it; one of the file before counts for the beginning.
        """
        number = self.moments[at].number
        ranked = [(_GRAVITY.index(doubt), entry) for entry, doubt in self.doubts if entry <= number]
        if not ranked:
            return None
        gravity, entry = max(ranked)
        return max(1, entry), _GRAVITY[gravity]

    def person_name(self, who: str) -> str:
        """A person's name by the id, or the id."""
        person = self.situation.persons.get(who)
        return person.name if person is not None else who

    def view(self, at: int, later: float | None = None) -> DealerView:
        """The table ``later`` seconds after a moment; of simultaneous ones, after the last."""
        when = None if later is None else self.moments[at].at + timedelta(seconds=later)
        while at + 1 < len(self.moments) and self.moments[at + 1].at_once:
            at += 1
        return replay.shown_at(self.game, self.moments[at], self.situation, when)

    @property
    def is_cut_short(self) -> bool:
        return len(self.moments) >= replay.MOST


def heading(view: DealerView, words: Words) -> tuple[str, ...]:
    texts = [table_title(words, view.table), game_name(words, view.game), rules_name(words, view.rules)]
    if view.preparation.steps and view.shoe_number:
        return (*texts, words.text("status.shoe_preparing", shoe=view.shoe_number))
    if view.view.round is not None and not view.preparation.steps:
        texts.append(words.text("status.round", round=view.view.round.id.rpartition("-")[2]))
    if view.shoe_number:
        texts.append(words.text("status.shoe", shoe=view.shoe_number))
    return tuple(texts)
