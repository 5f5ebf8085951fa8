"""The sign-in's strip over a running table: what still has to be seen while somebody signs in."""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, QRectF
from pytestqt.qtbot import QtBot

from console.base.words import LANGUAGES
from console.table.core import DealerView, HandsView
from console.table.people import People, people
from console.table.people.table_people import TrainingPeople
from console.table.ui.dealer import DealerScreen
from console.table.ui.felt.card_faces import CardFace, LaidThing, MarkedFor
from console.table.ui.felt.seats.seats_on_felt import SeatsOnFelt
from console.table.ui.incident import open_incident
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.ui.sign_in.credentials import Field
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.sign_in.sign_in_screen import SignInScreen
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import listened, measured, seen_of
from tests.sweep import by_turns
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.duels import DUEL_SAMPLES
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES
from tests.table.ui.samples.seats import SEAT_SAMPLES
from tests.table.ui.samples.tables import SAMPLES, clock

DEALT: Final = {**SAMPLES, **SEAT_SAMPLES, **DUEL_SAMPLES}
DUE: Final = sorted(
    name for name, view in DEALT.items() if view.view.prompt.action == "deal" and view.manual is None
)
DEALERS: Final = sorted(
    name for name, view in SEAT_SAMPLES.items()
    if isinstance(view.view.round, HandsView) and view.view.round.dealer.cards
    and view.view.incident is None and view.manual is None and not name.startswith("bj-p0")
)  # fmt: skip
OUTCOMES: Final = sorted(
    name for name, view in {**INCIDENT_SAMPLES, **SEAT_SAMPLES}.items()
    if (incident := open_incident(view)) is not None
    and incident.clause and view.view.prompt.action == "authorise"
)  # fmt: skip


def signed_over(
    qtbot: QtBot, view: DealerView, language: str, who: People, *, pit: bool = False
) -> tuple[DealerScreen | PitBossScreen, SignInScreen]:
    """A table with its strip, at which the PIN's digits stand; ``pit``: the pit boss's page of it."""
    table: DealerScreen | PitBossScreen = (
        PitBossScreen(words(language), clock())
        if pit
        else DealerScreen(words(language), words(view.rules), clock(), IncidentCalls())
    )
    qtbot.addWidget(table)
    table.resize(1280, 800)
    strip = SignInScreen(who, words(language), table)
    strip.taken.connect(table.leave_foot)
    strip.setGeometry(table.rect())
    table.show_view(view)
    strip.ask(Purpose.PIT_BOSS, overlay=True)
    strip.type("P")
    strip.type("\r")
    assert strip.state.field is Field.PIN
    table.show()
    return table, strip


@pytest.mark.sweep(4)
@pytest.mark.usefixtures("unpainted")
@pytest.mark.parametrize("name", DUE)
def test_the_place_of_the_next_card_is_never_covered(qtbot: QtBot, name: str) -> None:
    """A locked table takes the card that is due, so its place is seen."""
    table, strip = signed_over(qtbot, DEALT[name], "de", people("de"))
    table.grab()
    due = [
        face
        for face in table.felt.findChildren(CardFace)
        if face.isVisible() and (face.face.lies is LaidThing.NEXT or face.face.marked is MarkedFor.NOW)
    ]
    assert due
    for face in due:
        box = QRect(face.mapTo(table, QPoint(0, 0)), face.size())
        assert not strip.mask().intersects(box), (box, strip.mask())


@pytest.mark.sweep(2)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_clause_can_be_read_to_its_last_line(qtbot: QtBot, language: str) -> None:
    assert len(OUTCOMES) > 3
    for name in OUTCOMES:
        view = replace({**INCIDENT_SAMPLES, **SEAT_SAMPLES}[name], pit_boss=None)
        plain, strip = signed_over(qtbot, view, language, people(language))
        assert isinstance(plain, DealerScreen)
        panel = plain.incident.zone.outcome
        with listened() as painted:
            panel.grab()
        left = [one for one in seen_of(panel, painted) if one.box.right() < panel.width() / 2]
        assert left and not any(each.text.endswith("…") for each in left), name
        for one in left:
            box = one.box.toRect().translated(panel.mapTo(plain, QPoint(0, 0)))
            assert not strip.mask().intersects(box), (name, one.text)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("name", "pit"), by_turns(DEALERS, (False, True)))
def test_the_dealers_cards_are_whole_above_the_digits_of_the_pin(
    qtbot: QtBot, name: str, *, pit: bool
) -> None:
    """Blackjack is decided against the dealer's card: who signs in sees all of it, beside a list too."""
    table, strip = signed_over(qtbot, SEAT_SAMPLES[name], "de", people("de"), pit=pit)
    on = table.felt.on
    assert isinstance(on, SeatsOnFelt)
    cards = [face for face in (*on.dealer, *table.felt.findChildren(CardFace)) if face.isVisible()]
    assert cards
    for face in cards:
        box = QRect(face.mapTo(table, QPoint(0, 0)), face.size()).adjusted(3, 3, -3, -3)  # around it is room
        assert not strip.mask().intersects(box), (box, strip.mask())


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("language", "size"), by_turns(LANGUAGES, [(1280, 800), (1366, 768), (1920, 1080)], 2)
)
def test_the_strip_cuts_no_words(qtbot: QtBot, size: tuple[int, int], language: str) -> None:
    """'Sláðu inn auðkenni þitt' ended in the middle of a letter."""
    table, screen = signed_over(qtbot, INCIDENT_SAMPLES["p3-void"], language, TrainingPeople(()))
    table.resize(*size)
    screen.setGeometry(table.rect())
    hint = "".join(words(language).text("sign_in.person.hint").split())
    for purpose in (Purpose.DEALER, Purpose.PIT_BOSS, Purpose.RELIEF):
        screen.ask(purpose, overlay=True)
        assert screen.state.field is Field.ID
        texts, found = measured(screen)
        assert found == []
        assert hint in "".join("".join(told.text.split()) for told in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_field_of_the_strip_is_named_while_it_is_empty(qtbot: QtBot, language: str) -> None:
    """The field of the PIN was a box with a ring."""
    _, screen = signed_over(qtbot, INCIDENT_SAMPLES["p3-void"], language, TrainingPeople(()))
    name = words(language).text("sign_in.pin")
    texts, found = measured(screen)
    assert found == [] and name in [told.text for told in texts]
    screen.type("1")
    assert name not in [told.text for told in measured(screen)[0]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_of_the_cards_is_whole_above_the_strip(qtbot: QtBot, language: str) -> None:
    """In Japanese its lower half was under the sign-in."""
    for name in ("preparing-present", "preparing-ja-04"):
        table, _ = signed_over(qtbot, SAMPLES[name], language, people(language))
        assert isinstance(table, DealerScreen)
        picture = table.preparation.picture
        with listened() as heard:
            picture.grab()
        assert heard
        for _, told in heard:
            assert QRectF(picture.rect()).contains(told.box), (name, told.text)
