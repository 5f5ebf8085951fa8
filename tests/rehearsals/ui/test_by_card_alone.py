"""Rehearsals passed by somebody who knows no rule, and has the words, presses and outcomes from a card."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import pytest
from pytestqt.qtbot import QtBot

from console.rehearsals.exam import Exam
from console.rehearsals.result import RehearsalResult, Way
from console.supervisor.guide.edition import House
from console.supervisor.records import Part
from console.table.core import Actor, IncidentState, Role
from console.table.ui.kit import Button
from console.table.words.speech import say_text
from tests.base.words.catalogues import words
from tests.rehearsals.ui.hands import GIVEN, Hands, given, theatre_of
from tests.sweep import by_turns

pytestmark = pytest.mark.usefixtures("bare_felt")
RULES, LANGUAGE = "lt", "en"
OUTCOMES = ("round_void", "play_goes_on", "no_spin")
"""The announcements of outcomes; those of a round without an incident are on no card."""


class Seen(NamedTuple):
    """A rehearsal, and what a person sees there: the title of its card, and the answer under each head."""

    rehearsal: str
    card: str
    answers: dict[str, str]


SEEN: Final = {
    "baccarat": Seen(
        "baccarat-card-drops",
        "A card fell · Baccarat",
        {"When": "In the round", "Cards": "1 or 2 cards", "Seen by players": "No"},
    ),
    "blackjack": Seen(
        "blackjack-card-in-bet-time",
        "Card in bet time · Blackjack",
        {"First card": "Yes", "Seen by players": "No"},
    ),
    "roulette": Seen("roulette-ball-leaves-wheel", "Ball out of the wheel · Roulette", {}),
}


class Card:
    """The card in a hand: its texts under their heads, and the entry that one's answers lead to."""

    def __init__(self, game: str, seen: Seen) -> None:
        paper = House.installed(RULES).edition(Role.PIT_BOSS, LANGUAGE, game).paper
        head, *entries = (part for part in paper.parts if part.about == seen.card)
        self.presses = re.findall("“(.+?)”", self._under(head, "Press")[0])
        self.asked = self._under(head, "Asked")
        (entry,) = (each for each in entries if self._is_of(each.heading, seen.answers))
        (self.outcome,) = self._under(entry, "Outcome")
        (self.decider,) = self._under(entry, "Who decides")
        self.steps = self._under(entry, "Steps")
        self.words = self._under(entry, "Players hear")

    @staticmethod
    def _under(part: Part, head: str) -> list[str]:
        """The texts of a head; one that goes on has none in the next rows."""
        found, current = list[str](), ""
        for label, text in part.rows:
            current = str(label) or current
            found += [str(text).replace("\u00a0", " ")] if current == head else []
        return found

    @staticmethod
    def _is_of(condition: str, answers: dict[str, str]) -> bool:
        """Whether each head of a condition, as ``1. Cards: 1 or 2 cards``, has the answer given."""
        _, _, facts = condition.partition(". ")
        if facts == words(LANGUAGE).text("guide.always"):
            return True
        heads = (each.split(": ", 1) for each in facts.split(" · "))
        return all(answers.get(head) in wanted.split("; ") for head, wanted in heads)


class CardHolder(Hands):
    """A person who sees what happens at the table, and knows of its rule what the card says."""

    card: Card
    stated = 0
    did: list[str]
    said: list[str]

    def _choose_kind(self) -> None:
        tiles = self.window.dealer.incident.zone.kinds.tiles
        for tile in tiles:
            if tile.isVisible() and tile.text().replace("\u00ad", "") == self.card.presses[1]:
                self.press(tile)
                return
        super()._choose_kind()  # turns the pages

    def believe(self) -> None:
        belief = self.window.belief
        if belief.believed is not None:
            self.press(belief.primary)
            return
        (tile,) = (each for each in belief.tiles if each.isVisible() and each.text() == self.card.outcome)
        self.stated += 1
        self.press(tile)

    def _authorise(self) -> None:
        decider, _, press = self.card.decider.partition(" → ")
        primary = self.window.dealer.incident.bar.primary
        if decider == "Pit boss" and Role.PIT_BOSS in self.run.people and primary.isVisible():
            form = ".+".join(map(re.escape, press.strip("“”").split("…")))
            assert re.fullmatch(form, primary.text()), (press, primary.text())
            self.press(primary)

    def _follow(self) -> None:
        incident, bar = self.run.table.session.view().incident, self.window.dealer.bar
        if incident is not None and incident.open and incident.state == IncidentState.STEPS:
            self._take_step(bar.primary)
            return
        if bar.wrong.isVisible():
            assert bar.wrong.text() == self.card.presses[0]
        super()._follow()

    def _take_step(self, key: Button) -> None:
        """The step that the card names next for this person; its press is on the screen."""
        prompt = self.run.table.session.view().prompt
        if prompt.step is None or prompt.actor is Actor.SYSTEM or Role(prompt.actor) not in self.run.people:
            return
        step = self.card.steps[prompt.step - 1]
        number, who, press = re.fullmatch(r"(?:After bet time: )?(\d)\. .+ \((.+)\) → (.+)", step).groups()  # type: ignore[union-attr]
        assert (int(number), who) == (prompt.step, words(LANGUAGE).text(f"role.{prompt.actor}"))
        if key.isVisible() and key.isEnabled():
            assert f"“{key.text()}”" in press.split("; ")
            self.did.append(press)
            self.press(key)

    def act(self) -> None:
        say = self.run.table.session.view().say
        if self.window.announced_key.isVisible() and self.run.due is not None and say is not None:
            self.said.append(say_text(words(RULES), say))
        super().act()


def rehearsed(case: Seen, card: Card, part: str) -> tuple[RehearsalResult, CardHolder]:
    """The result of a rehearsal by somebody with this card in hand."""
    with theatre_of(RULES, LANGUAGE, Way.ALONE) as hands:
        holder = CardHolder(hands.theatre, hands.repertoire, hands.clock)
        holder.card, holder.did, holder.said = card, [], []
        hands.repertoire.series = lambda person, first: Exam((first,))  # type: ignore[method-assign]
        holder.begin(given(LANGUAGE, GIVEN[part]), case.rehearsal)
        return holder.play(), holder


@pytest.mark.sweep
@pytest.mark.parametrize(("part", "game"), by_turns([*GIVEN], [*SEEN]))
def test_a_rehearsal_is_passed_with_the_card_alone(qtbot: QtBot, game: str, part: str) -> None:
    seen = SEEN[game]
    card = Card(game, seen)
    offered = [text.split("\n")[1].split("; ") for text in card.asked]
    assert all(any(answer in each for each in offered) for answer in seen.answers.values())
    result, holder = rehearsed(seen, card, part)
    assert result.passed and result.score == 100, [line for line in result.lines if not line.good]
    assert holder.stated == 1
    assert [step.startswith("After bet time: ") for step in card.steps] == (
        [True] if game == "blackjack" else [False] * len(card.steps)
    ), "a card that came in bet time is scanned once bets are closed"
    due = [each for each in card.steps if not each.startswith("The ball is damaged: ")]
    own = [each for each in due if f"({words(LANGUAGE).text(f'role.{part}')}) → “" in each]
    assert len(dict.fromkeys(holder.did)) == len(own)
    if part == Role.PIT_BOSS:  # who makes the announcements
        aloud = [each.partition("„")[2].partition("“")[0] for each in card.words]
        outcomes = {words(RULES).text(f"say.{each}") for each in OUTCOMES}
        assert [each for each in dict.fromkeys(holder.said) if each in outcomes] == aloud


@pytest.mark.sweep
def test_a_card_with_another_outcome_fails_its_holder(qtbot: QtBot) -> None:
    seen = SEEN["roulette"]
    card = Card("roulette", seen)
    card.outcome = words(LANGUAGE).text("outcome.void")
    result, _ = rehearsed(seen, card, "pit_boss")
    assert not result.passed
