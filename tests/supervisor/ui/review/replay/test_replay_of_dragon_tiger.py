"""Rounds of dragon tiger are replayed."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from console.supervisor.ui.review.replay.replay_screen import ReplayScreen
from console.table.core.running.replay import ReplayPart
from console.table.core.state.views import DuelView
from tests.base.words.catalogues import words
from tests.supervisor.ui.review.stories import SUPERVISOR, journal_of, story_of
from tests.table.played import CLOSED, DONE_D, OPEN, card, incident
from tests.table.ui.samples.tables import clock


def test_dragon_tiger_is_replayed_on_the_same_felt(qtbot: QtBot) -> None:
    lines = (OPEN, CLOSED, card("9H"), incident("card_fell", "P1", seen=True), DONE_D, card("KS"), DONE_D)
    path = journal_of("duels", lines, "sv", "dragon_tiger")
    story = story_of(path, "sv", ReplayPart(1, 99), game="dragon_tiger")
    screen = ReplayScreen(words("ja"), words("sv"), clock())
    qtbot.addWidget(screen)
    screen.show_story(story, SUPERVISOR)
    screen.go_to(len(story.moments) - 1)
    lying = story.view(len(story.moments) - 1).view.round
    assert isinstance(lying, DuelView) and lying.ending is not None
    assert lying.ending.key == "tiger_wins"
