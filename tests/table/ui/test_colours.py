"""One meaning a colour: on every screen of a table, and for every eye."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QWidget

from console.table.ui.dealer.bands import Band
from console.table.ui.dealer.status_bar import FaultCount, LampMark
from console.table.ui.kit import theme
from tests.table.ui.dichromats import SIGHTS, contrast_of, light_seen
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.samples.screens import SCREENS

_ACTS = {"the dealer": theme.NOW, "the pit boss": theme.AMBER, "nobody": theme.RED, "a fault": theme.FAULT}
HEALTHY = 32
"""The width of a lamp without a fault, in units."""


def painted(widget: QWidget) -> set[int]:
    """The colours of a widget's pixels, of those that have a meaning."""
    picture = QPixmap(widget.grab()).toImage()
    meant = {colour.rgb() for colour in _ACTS.values()}
    return {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())} & meant


@pytest.mark.parametrize("name", SCREENS)
def test_a_lamp_is_amber_only_while_play_waits_for_it(name: str, drawn: Drawn) -> None:
    screen = drawn(SCREENS[name], "de")
    screen.grab()  # places the parts
    marks = [each for each in screen.findChildren(LampMark) if not each.isHidden()]
    counts = [each for each in screen.findChildren(FaultCount) if not each.isHidden()]
    lamps: list[LampMark | FaultCount] = [*marks, *counts]
    assert lamps
    for lamp in lamps:
        meant = theme.AMBER if lamp.is_urgent else theme.FAULT
        assert painted(lamp) == ({meant.rgb()} if lamp.wish > HEALTHY else set()), lamp.accessibleName()
    urgent = [each.is_urgent for each in sorted(marks, key=lambda each: each.x())]
    assert urgent == sorted(urgent, reverse=True), "the urgent ones stand first"


@pytest.mark.parametrize("name", SCREENS)
def test_a_band_has_one_meaning(name: str, drawn: Drawn) -> None:
    screen = drawn(SCREENS[name], "de")
    screen.grab()
    for band in screen.findChildren(Band):
        assert band.isHidden() or len(painted(band)) <= 1


def test_two_urgencies_of_a_fault_and_a_note_are_on_the_screens(drawn: Drawn) -> None:
    seen = set[int]()
    for name in ("outage-link", "dealing-journal-aside", "licence-last-day", "p0-shoe-lost"):
        screen = drawn(SCREENS[name], "de")
        screen.grab()
        for part in (*screen.findChildren(LampMark), *screen.findChildren(Band)):
            seen |= set() if part.isHidden() else painted(part)
    assert seen == {theme.AMBER.rgb(), theme.FAULT.rgb()}


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_eye_tells_the_meanings_apart(sight: str) -> None:
    """By hue, or else by brightness."""
    for (one, ink), (other, beside) in combinations(_ACTS.items(), 2):
        lights = (light_seen(each.rgb() & 0xFFFFFF, sight) for each in (ink, beside))
        apart = max(abs(a - b) for a, b in zip(*lights, strict=True))
        assert apart > 0.25 or contrast_of(ink, beside, sight) > 1.5, (one, other)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("ink", "ground"),
    [(theme.FAULT, theme.BG3), (theme.FAULT, theme.BG1), (theme.BG0, theme.AMBER), (theme.T0, theme.BG3)],
)
def test_what_a_lamp_says_can_be_read(ink: QColor, ground: QColor, sight: str) -> None:
    assert contrast_of(ink, ground, sight) >= 4.5
