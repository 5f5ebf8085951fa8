"""The review's screens as pictures: what :mod:`tests.pictures` draws of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QWidget

from console.ui.review.filtering import turned
from console.ui.review.log import LogScreen
from console.ui.review.replay import ReplayScreen
from console.ui.review.story import Story
from tests.ui.review_samples import SUPERVISOR, fell, night, reading_of, whole_round
from tests.ui.samples import clock
from tests.words.catalogues import words


def _replay(story: Callable[[], Story], at: int | None = None) -> Callable[[str, int, int], QWidget]:
    def made(language: str, wide: int, high: int) -> QWidget:
        told = story()
        screen = ReplayScreen(words(language), words(told.situation.rulebook.market), clock())
        screen.resize(wide, high)
        screen.show_story(told, SUPERVISOR)
        if at is not None:
            screen.go_to(at)
        return screen

    return made


def _log(act: Callable[[LogScreen], object] | None = None) -> Callable[[str, int, int], QWidget]:
    def made(language: str, wide: int, high: int) -> QWidget:
        screen = LogScreen(reading_of(night()), words(language), clock())
        screen.detail.may_correct = True
        screen.resize(wide, high)
        screen.begin(SUPERVISOR, ("Casino Nord",))
        screen.show()
        if act is not None:
            act(screen)
        return screen

    return made


def _sorted_out(screen: LogScreen) -> None:
    about = screen.about
    wanted = screen.wanted
    for facet, value in (("time", "day"), ("kind", "incidents"), ("kind", "corrections"), ("kind", "voids")):
        wanted = turned(wanted, facet, value, about)
    screen.look_for(wanted)
    screen.list.choose(3)


REVIEW: Final[dict[str, Callable[[str, int, int], QWidget]]] = {
    "review-log": _log(lambda screen: screen.list.choose(14)),
    "review-log-filtered": _log(_sorted_out),
    "review-log-choices": _log(lambda screen: screen.chips.asked.emit("incident")),
    "review-log-nothing": _log(lambda screen: screen.seek("zeppelin")),
    "review-replay": _replay(fell),
    "review-replay-void": _replay(fell, 9),
    "review-replay-bets": _replay(whole_round, 0),
    "review-replay-round": _replay(whole_round, 7),
}
"""A screen of each state in a language and a size, by the name of its picture."""
