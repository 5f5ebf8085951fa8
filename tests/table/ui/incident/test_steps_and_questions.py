"""The screens of an incident show what happened: what a step found, why a question is asked again."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from console.table.core import Action, Mode, Situation, dealer_view
from console.table.core.showing.screen_values import CameIn, HaltView, QueuedReport
from console.table.incidents.known_kinds import Kind
from console.table.ui.dealer.action_bar import can_skip
from console.table.ui.dealer.bands import banner_of
from console.table.ui.felt.condition import lies_on_table
from console.table.ui.incident.incident_words import fact_value_here, kind_name
from console.table.ui.incident.panels import question
from console.table.ui.incident.panels.question import picture_of
from console.table.ui.incident.panels.steps import drawn_row, rows_of
from console.table.ui.kit import PromptColour, theme
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen, book, device, frame
from tests.table.core.wheel_at_random import number_read, status, wheel_bytes
from tests.table.ui.harness.drawn import Drawn
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.samples.incidents import INCIDENT_SAMPLES as SAMPLES
from tests.table.ui.samples.screens import SCREENS
from tests.table.ui.samples.tables import DEALER, NOW

EN, LT = words("en"), words("lt")
SPUN: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "spin", "turns": 5, "direction": "against", "by": "D1"},
)


def reported(bot: QtBot, code: str, kind: str, by: str = "D1", **facts: object) -> Dealt:
    """A wheel's table with an open report, after a spin."""
    table = Dealt(bot, code, "roulette")
    for line in (*SPUN, {"do": "incident", "kind": kind, "by": by, "facts": facts}):
        assert table.take(line)["accepted"], line
    return table


def test_a_question_that_a_number_contradicts_says_which_and_when(qtbot: QtBot) -> None:
    """LT-ROU-32a: the dealer pressed 'yes' again, since nothing said why it was asked."""
    table = reported(qtbot, "lt", "foreign_object", ball_removed_in_time=True)
    table.take(number_read(9))
    view = table.show(came_in=(CameIn(NOW, 9),))
    assert "9 READ" not in table.prompt.actor, "a line of its own has it"
    banner = banner_of(view, EN, LT)
    assert banner is not None and LT.text("say.no_spin") not in banner.text, "the decision was taken back"


def test_nobody_is_offered_to_skip_that_a_fault_was_repaired(qtbot: QtBot) -> None:
    """ROU-2.1.6: the press was offered, asked for a reason, and was refused."""
    table = reported(qtbot, "sv", "technical_fault", "P1")
    while (due := table.table.view()["prompt"])["action"] != "confirm_mended":
        assert due["step"] is None or can_skip(table.show(pit_boss=True)) is (due["actor"] != "system")
        line: Seen = {"do": "authorise", "by": "P1"}
        if due["action"] not in ("authorise",):
            line = {"do": "done", "by": "D1" if due["actor"] == "dealer" else "P1"}
        assert table.take(line)["accepted"], due
    assert not can_skip(table.show())


def test_the_check_of_a_damaged_ball_has_no_green_tick(qtbot: QtBot) -> None:
    """LT-ROU-29."""
    table = reported(qtbot, "lt", "ball_out", "P1")
    for _ in range(9):
        due = table.table.view()["prompt"]
        who = "D1" if due["actor"] == "dealer" else "P1"
        if due["action"] == "authorise":
            assert table.take({"do": "authorise", "by": "P1"})["accepted"]
        elif due["action"] == Action.CHECK_BALL:
            assert table.take({"do": "done", "by": who, "damaged": True})["accepted"]
            break
        else:
            assert table.take({"do": "done", "by": who})["accepted"]
    row = next(row for row in rows_of(table.show(), EN) if row.text == "The ball is damaged")
    assert drawn_row(row).sign_ink == theme.AMBER


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", ["burn_card_shown", "card_turned_in_shuffle"])
def test_cards_that_were_shown_are_pictured_with_their_faces(kind: str) -> None:
    assert pictured(kind) != pictured("card_fell")


def pictured(kind: str) -> QImage:
    """The picture of two cards that are asked for of this kind."""
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    picture = picture_of("cards", 2, kind)
    assert picture is not None
    picture(painter, QRectF(0, 0, 300, 200))
    painter.end()
    return image


VOID_STEP: tuple[Seen, ...] = (
    {"do": "bets", "state": "open"},
    {"do": "bets", "state": "closed"},
    {"do": "card", "card": "9H"},
    {"do": "incident", "kind": "card_fell", "by": "D1", "facts": {"cards": 1, "seen": False}},
)


def test_a_locked_screen_shows_whose_decision_and_then_whose_step_is_due(qtbot: QtBot) -> None:
    """'Wait for the pit boss's decision' stood there for eleven minutes after it (LT-BAC-18b)."""
    table = Dealt(qtbot, "lt")
    for line in VOID_STEP:
        assert table.take(line)["accepted"], line
    table.show(locked=True)
    assert table.prompt.headline == "Stop: touch no card", "nobody has decided"
    assert table.take({"do": "authorise", "by": "P1"})["accepted"]
    due = table.table.view()["prompt"]
    assert due["actor"] == "dealer", due
    table.show(locked=True)
    assert "Stop" not in table.prompt.headline and table.prompt.colour is PromptColour.NOW


def test_a_locked_screen_shows_a_question_in_no_stop_tile(qtbot: QtBot) -> None:
    table = Dealt(qtbot, "lt")
    for line in (*VOID_STEP[:3], {"do": "incident", "by": "D1"}):
        assert table.take(line)["accepted"], line
    table.show(locked=True)
    assert table.prompt.colour is PromptColour.NOW


def test_no_cards_lie_beside_the_steps_of_a_pause_in_which_they_were_picked_up(qtbot: QtBot) -> None:
    table = Dealt(qtbot, "lt")
    done: Seen = {"do": "done", "by": "D1"}
    for line in (*VOID_STEP, {"do": "authorise", "by": "P1"}, done):
        assert table.take(line)["accepted"], line
    assert lies_on_table(table.show()), "they are still to be picked up"
    for line in (done, {"do": "incident", "kind": "cards_left_on_table", "by": "P1"}):
        assert table.take(line)["accepted"], line
    assert not lies_on_table(table.show())


def test_a_halt_by_a_device_says_which_fault_it_reported(qtbot: QtBot) -> None:
    """The wheel may be ready again by the time somebody reads it."""
    table = Dealt(qtbot, "sv", "roulette")
    for line in SPUN[:2]:
        table.take(line)
    table.take(wheel_bytes(status(2, 7, 0), status(3, 7, 0, 4)))
    table.take(wheel_bytes(status(3, 7, 0)))
    assert table.prompt.note.startswith("Sensor, motor or encoder failed. ")
    table = Dealt(qtbot, "lt")
    table.bets("open")
    table.take(device(frame("1", "E")))
    assert table.prompt.note.startswith("Fault "), table.prompt.note


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_a_stage_of_the_shuffle_that_has_begun_again_since_is_the_reports_own(language: str) -> None:
    """LT-BAC-23b stood beside 'stage 1 of 3': the card was turned up in the last stage."""
    table = Driven("lt", game="baccarat")
    fell, turned = (
        {"do": "incident", "kind": kind, "by": "D1", "facts": {"cards": 1}}
        for kind in ("card_fell", "card_turned_in_shuffle")
    )
    done = {"do": "done", "by": "D1"}
    order: Seen = {"do": "reshuffle", "by": "P1", "on": True}
    for line in (order, done, done, done, fell, turned, {"do": "authorise", "by": "P1"}, done):
        assert table.take(line)["accepted"], line
    situation = Situation(mode=Mode.LIVE, name="7", game="baccarat", rulebook=book("lt"), persons={})
    view = dealer_view(table.session.view(), table.table, situation)
    assert view.preparation.shuffle_step == (1, 3)
    shown = fact_value_here(words(language), view, "stage", 3)
    assert shown == words(language).text("answer.stage.3")


@pytest.mark.parametrize("kind", [Kind.BALL_OUT, Kind.FOREIGN_OBJECT])
def test_a_kind_that_a_number_rules_out_is_asked_again_with_the_number_and_one_press(
    qtbot: QtBot, kind: str
) -> None:
    """Its tile was lit and refused, nothing said why, and the way to the right kind had to be guessed."""
    table = reported(qtbot, "lt", kind)
    table.take(number_read(14))
    table.show(came_in=(CameIn(NOW, 14),), reporting=True)
    assert "14 read at" in (table.prompt.note or "")
    kinds = table.screen.incident.zone.kinds
    shown = dict(zip(kinds.page_kinds(kinds._view), kinds.tiles, strict=False))
    assert not shown[kind].isEnabled() and not shown[kind].chosen
    told: list[tuple[str, dict[str, object]]] = []
    kinds.chosen.connect(lambda chosen, facts: told.append((chosen, facts)))
    kinds.press(kinds.page_kinds(kinds._view).index(Kind.NO_SPIN))
    assert told == [(Kind.NO_SPIN, {"cause": kind})]


@pytest.mark.parametrize("language", ["en", "ja", "de"])
def test_a_card_of_bet_time_that_a_report_waits_for_is_listed_once(language: str) -> None:
    """The rail had it as a report that waits, and as one more card that halts play."""
    said = words(language)
    alone = msgspec.structs.replace(SAMPLES["p4-put-back"], halt=HaltView(cards_left=1))
    waits = QueuedReport(Kind.EARLY_DEAL, DEALER, NOW)
    queued = msgspec.structs.replace(alone, incident=msgspec.structs.replace(alone.incident, queue=(waits,)))
    halts = said.count("then.halts", 1)
    assert [each.text for each in rows_of(alone, said)][-1] == halts
    assert [each.text for each in rows_of(queued, said)][-1] == kind_name(said, Kind.EARLY_DEAL)


def test_a_card_that_a_void_has_counted_came_not_since_the_next_report() -> None:
    """It had been put into the rack in a step before."""
    table = Driven("lt", game="baccarat")
    fell, peeked = (
        dict[str, object](do="incident", kind=kind, by="D1", facts=facts)
        for kind, facts in (("card_fell", {"cards": 3}), ("prohibited_action", {"what": "card_peeked"}))
    )
    bets = ({"do": "bets", "state": state} for state in ("open", "closed"))
    cards = ({"do": "card", "card": face} for face in ("9H", "2S"))
    came: Seen = {"do": "card", "card": "KD"}
    lines: tuple[Seen, ...] = (*bets, *cards, fell, peeked, came)
    for line in lines:
        table.take(line)
    before = len(table.session.came_in)
    for line in ({"do": "authorise", "by": "P1"}, {"do": "done", "by": "D1"}):
        seen = table.take(line)
    assert seen["incident"]["kind"] == "prohibited_action"
    assert (before, len(table.session.came_in)) == (1, 0)


@pytest.mark.parametrize("tries", [0, 1, 2])
def test_a_card_that_a_step_moves_over_the_scanner_came_not_since_the_halt(tries: int) -> None:
    """It is put back, and read as it is; a try at it is none of another card."""
    table = Driven("lt", game="baccarat")
    facts = {"cards": 1, "seen": True}
    read: Seen = {"do": "card", "card": "2S"}
    lines: list[Seen] = [{"do": "unread"}] * tries
    bets: list[Seen] = [{"do": "bets", "state": state} for state in ("open", "closed")]
    cards: list[Seen] = [{"do": "card", "card": face} for face in ("9H", "2S")]
    fell: Seen = {"do": "incident", "kind": "card_fell", "by": "P1", "facts": facts}
    for line in (*bets, *cards, fell, *lines, read, read):
        seen = table.take(line)
    assert seen["prompt"]["action"] == "put_back" and table.session.came_in == ()
    table.take({"do": "card", "card": "KD"})
    assert len(table.session.came_in) == 1, "another card counts"


@pytest.mark.parametrize("draws", ["_face", "draw_back"])
def test_a_picture_has_as_many_cards_as_its_answer_reports(
    draws: str, drawn: Drawn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One card and two, seen or not."""
    lying = list[QRectF]()
    monkeypatch.setattr(question, draws, lambda _, box: lying.append(box))
    screen = drawn(SCREENS["p2-fell"], "de")
    (choices,) = screen.findChildren(question.FactChoices)
    pictures = [each.picture for each in choices.answer_tiles if each.picture is not None]
    counts = list[int]()
    for picture in pictures:
        lying.clear()
        paper = QImage(400, 200, QImage.Format.Format_RGB32)
        painter = QPainter(paper)
        picture(painter, QRectF(0, 0, 400, 200))
        painter.end()
        counts += [len(lying)] if lying else []
        assert len({box.x() for box in lying}) == len(lying), "side by side"
    assert counts == [1, 2]
