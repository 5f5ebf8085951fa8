"""One thing that happened is one incident: answers are changed in place, its outcome is always seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.base.words import Words
from console.table.core import IncidentView
from console.table.ui.incident.stage import Stage, open_incident
from console.table.ui.kit import Button, theme
from tests.table.ui.harness.straight import Straight, straight
from tests.table.ui.incident.test_authority import step_up, to_a_coup
from tests.table.ui.incident.test_steady_tiles import CLOSED, OPEN, spin_line


@pytest.fixture
def table(qtbot: QtBot) -> Iterator[Straight]:
    with straight(qtbot) as made:
        yield made


def fell(table: Straight, seen: bool = False) -> None:
    """LT-BAC-18b: a dealer's report of one fallen card, that the players saw or did not see."""
    to_a_coup(table, 3)
    facts: dict[str, Any] = {"cards": 1, "seen": seen}
    table.take({"do": "incident", "kind": "card_fell", "facts": facts, "by": "D1"})


def incident(table: Straight) -> IncidentView:
    found = open_incident(table.view)
    assert found is not None, "an incident is open"
    return found


def press_back(table: Straight) -> None:
    table.touch(table.window.dealer.incident.bar.back)


def answer(table: Straight, value: Any) -> None:
    """Touch the choice of this value."""
    facts = table.window.dealer.incident.zone.facts
    table.touch(facts.answer_tiles[facts.values.index(value)])


def answer_at_once(table: Straight, **facts: Any) -> None:
    """Touch the choice of these facts."""
    shown = table.window.dealer.incident.zone.facts
    table.touch(shown.answer_tiles[shown.ways.index(facts)])


def stage(table: Straight) -> Stage:
    return table.window.dealer.incident_stage


def test_a_changed_answer_shows_its_outcome_before_anybody_confirms_it(table: Straight) -> None:
    fell(table, seen=True)
    before, reported = incident(table), table.view.incident.reported
    assert before.outcome == "go_on"
    step_up(table)
    press_back(table)
    tiles = table.window.dealer.incident.zone.facts.answer_tiles
    assert [tile.chosen for tile in tiles[:2]] == [True, False]
    answer_at_once(table, cards=1, seen=False)
    after = incident(table)
    assert (after.outcome, after.state, table.view.view.bets) == ("void", "awaiting", "closed")
    assert stage(table) is Stage.OUTCOME
    still = table.view.incident.reported
    assert still is not None and reported is not None
    assert (after.id, still.by, still.at, still.video) == (
        before.id, reported.by, reported.at, reported.video
    )  # fmt: skip
    assert table.session.table.incidents.reported == 1 and not table.session.table.incidents.past
    table.touch(table.window.dealer.incident.bar.primary)
    assert table.view.view.bets == "refunded"
    assert table.named("P1") == ["incident_answered", "outcome_authorised"]


def test_a_pit_boss_who_signs_in_sees_the_outcome_not_the_dealers_question(table: Straight) -> None:
    fell(table)
    for opened in (Stage.FACT, Stage.KIND):
        table.key(Qt.Key.Key_Escape)
        assert stage(table) is opened
        step_up(table)
        assert stage(table) is Stage.OUTCOME and table.window.dealer.incident.bar.primary.isVisible()
        table.key(Qt.Key.Key_Escape)
        assert stage(table) is Stage.FACT
        table.window.arrivals.end_authority()
        table.settle()
        assert stage(table) is Stage.OUTCOME, "nor does the dealer see the pit boss's"
        table.key(Qt.Key.Key_Escape)


def test_a_press_meant_for_the_last_outcome_confirms_no_other(table: Straight) -> None:
    fell(table, seen=True)
    step_up(table)
    press_back(table)
    answer_at_once(table, cards=1, seen=False)
    table.window.dealer.incident.bar.primary.click()
    table.settle()
    assert incident(table).state == "awaiting", "within 400 ms of another outcome no press confirms it"


def test_another_seat_is_answered_although_it_lacks_the_hand_that_was_given(qtbot: QtBot) -> None:
    """LT-BJ-2.3.8: the hand is asked again where the other seat has two, and is known where it has one."""
    with straight(qtbot, "lt", "blackjack") as table:
        lines: tuple[dict[str, Any], ...] = (
            {"do": "bets", "state": "open"},
            {"do": "seats", "seats": [1, 3]},
            {"do": "bets", "state": "closed"},
            *({"do": "card", "card": face} for face in ("5S", "2S", "8D", "5C", "7H", "9C")),
            {"do": "decision", "seat": 1, "hand": 1, "choice": "split"},
            *({"do": "card", "card": face} for face in ("KS", "4D")),
            *(
                {"do": "decision", "seat": seat, "hand": hand, "choice": "timeout"}
                for seat, hand in ((1, 1), (1, 2), (3, 1))
            ),
            {"do": "incident", "kind": "no_chance_to_act", "facts": {"seat": 1}, "by": "D1"},
        )
        for line in lines:
            table.take(line)
        answer(table, 2)
        assert dict(incident(table).facts) == {"seat": 1, "hand": 2, "total": 9}
        step_up(table)
        press_back(table)
        assert table.window.dealer.prompt.text.headline == Words("en").text("fact.hand")
        press_back(table)
        answer(table, 3)
        assert dict(incident(table).facts) == {"seat": 3, "hand": 1, "total": 9}
        assert stage(table) is Stage.OUTCOME
        press_back(table)
        answer(table, 1)
        assert table.window.dealer.prompt.text.headline == Words("en").text("fact.hand")


@pytest.mark.sweep
def test_facts_that_one_press_answered_are_asked_again_at_once(table: Straight) -> None:
    """Each was asked alone, with other digits than before."""
    to_a_coup(table, 3)
    table.take({"do": "incident", "kind": "card_fell", "facts": {}, "by": "D1"})
    screen = table.window.dealer

    def shown() -> list[tuple[str, str]]:
        tiles = screen.incident.zone.facts.answer_tiles
        return [(tile.text(), tile.key) for tile in tiles if tile.isVisible()]

    first, asked = screen.prompt.text, shown()
    answer_at_once(table, cards=2, seen=False)
    step_up(table)
    press_back(table)
    assert (screen.prompt.text.headline, screen.prompt.text.actor) == (
        first.headline,
        first.actor.replace("DEALER", "PIT BOSS"),
    )
    assert shown() == asked
    chosen = [tile.chosen for tile in screen.incident.zone.facts.answer_tiles if tile.isVisible()]
    assert chosen.index(True) == screen.incident.zone.facts.ways.index({"cards": 2, "seen": False})
    assert chosen.count(True) == 1
    answer_at_once(table, cards=2, seen=False)
    assert stage(table) is Stage.OUTCOME, "the same answer leads back, too"
    press_back(table)
    table.key(Qt.Key.Key_A)
    assert dict(incident(table).facts) == {"where": "round", "cards": 1, "seen": True}
    assert stage(table) is Stage.OUTCOME
    press_back(table)
    press_back(table)
    assert stage(table) is Stage.KIND


def test_a_question_keeps_its_number_after_going_back(qtbot: QtBot) -> None:
    """The number counts the facts that are asked, whichever of them came with the report itself. LT-ROU-30b
    asks for one after the other.
    """
    with straight(qtbot, "lt", "roulette") as table:
        for line in (OPEN, CLOSED, spin_line(3)):
            table.take(line)
        known = {"result_known": True}
        table.take({"do": "incident", "kind": "technical_fault", "facts": known, "by": "D1"})
        first = table.window.dealer.prompt.text
        table.take({"do": "answer", "facts": {"actual": 17}, "by": "D1"})
        step_up(table)
        press_back(table)
        again = table.window.dealer.prompt.text
        assert again.headline == first.headline
        assert first.actor.endswith("QUESTION 2 OF 2") and again.actor.endswith("QUESTION 2 OF 2")
        press_back(table)
        assert table.window.dealer.prompt.text.actor.endswith("QUESTION 1 OF 2")
        answer(table, True)
        assert stage(table) is Stage.OUTCOME
        assert dict(incident(table).facts) == {"result_known": True, "actual": 17}


def test_an_answer_is_changed_after_a_restart_too(qtbot: QtBot, table: Straight) -> None:
    fell(table)
    first = incident(table).id
    table.restart(qtbot)
    step_up(table)
    press_back(table)
    answer_at_once(table, cards=1, seen=True)
    assert (incident(table).id, incident(table).outcome) == (first, "go_on")


def test_a_dealer_who_waits_calls_and_sees_since_when(table: Straight) -> None:
    fell(table)
    bar = table.window.dealer.incident.bar
    assert bar.call.isVisible()
    table.window.dealer.guard.renew()
    bar.call.click()
    table.settle()
    assert table.view.view.call and table.view.call.called_at is not None, "a call is under no guard"
    assert not bar.call.isVisible()
    assert table.named("D1")[-1] == "pit_boss_called"


@pytest.mark.sweep
def test_the_answer_given_is_lit_in_the_colour_of_the_person_who_may_change_it(table: Straight) -> None:
    fell(table, seen=True)
    zone = table.window.dealer.incident.zone
    for colour in (theme.NOW, theme.AMBER):
        if colour is theme.AMBER:
            step_up(table)
        press_back(table)
        for tiles in (zone.facts.answer_tiles, zone.kinds.tiles):
            given = next(tile for tile in tiles if tile.chosen)
            picture = given.grab().toImage()
            assert colour in [picture.pixelColor(x, picture.height() // 2) for x in range(picture.width())]
            press_back(table)


def test_a_dealers_slip_is_mended_by_the_dealer_until_a_pit_boss_answered(table: Straight) -> None:
    fell(table)
    press_back(table)
    answer_at_once(table, cards=3)
    assert (incident(table).facts["cards"], incident(table).state) == (3, "awaiting")
    for _ in range(2):
        press_back(table)
    assert stage(table) is Stage.KIND
    tiles, first = table.window.dealer.incident.zone.kinds, incident(table).id
    table.touch(tiles.tiles[tiles.page_kinds(table.view).index("damaged_card")])
    assert (incident(table).id, incident(table).kind) == (first, "damaged_card")
    assert incident(table).facts["cards"] == 3, "what both kinds ask stays told"
    assert table.named("P1") == []
    step_up(table)
    press_back(table)
    answer(table, 2)
    table.key(Qt.Key.Key_F8)
    bar = table.window.dealer.incident.bar
    assert stage(table) is Stage.OUTCOME and not bar.back.isVisible() and not bar.withdraw.isVisible()
    assert "Esc" not in dict(table.window.dealer.keys.rows(Words("en")))
    table.key(Qt.Key.Key_Escape)
    assert stage(table) is Stage.OUTCOME, "Esc opens no question whose answers would count"


def test_a_dealer_takes_the_report_back_while_it_waits(table: Straight) -> None:
    fell(table)
    screen, before = table.window.dealer, len(table.kept.entries)
    table.touch(screen.incident.bar.withdraw)
    assert screen.presses.confirmation.isVisible() and table.named("D1", before) == [], "it is asked first"
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Escape):
        table.clock.advance(0.5)
        QTest.keyClick(screen.presses.confirmation, key)
        table.settle()
    assert not screen.presses.confirmation.isVisible() and table.named("D1", before) == []
    table.touch(screen.incident.bar.withdraw)
    table.touch(screen.presses.confirmation.findChildren(Button)[-1])
    assert open_incident(table.view) is None and table.view.view.phase == "dealing"
    assert table.named("D1", before) == ["report_withdrawn"]


def test_a_question_that_loses_the_keys_is_closed(table: Straight) -> None:
    """F2 and F4 go past it; then the keys reached the page beneath it, and Esc no longer closed it."""
    fell(table)
    screen, asked = table.window.dealer, table.window.dealer.presses.confirmation

    def ask() -> None:
        table.touch(screen.incident.bar.withdraw)
        assert asked.isVisible() and asked.isAncestorOf(table.window.focusWidget())

    ask()
    QTest.keyClick(table.window.focusWidget(), Qt.Key.Key_F2)
    assert stage(table) is Stage.KIND and not asked.isVisible()
    table.key(Qt.Key.Key_Escape)
    ask()
    QTest.keyClick(table.window.focusWidget(), Qt.Key.Key_F4)
    table.window.sign_in.screen.cancel()
    assert stage(table) is Stage.OUTCOME and not asked.isVisible() and table.named("P1") == []


@pytest.mark.sweep
def test_the_primary_has_the_ring_again_after_a_question_was_left(table: Straight, qtbot: QtBot) -> None:
    fell(table)
    table.window.activateWindow()
    screen, confirmation = table.window.dealer, table.window.dealer.presses.confirmation
    qtbot.waitUntil(screen.incident.bar.primary.hasFocus)
    table.touch(screen.incident.bar.withdraw)
    assert confirmation.isVisible()
    table.clock.advance(0.5)
    QTest.keyClick(confirmation, Qt.Key.Key_Return)
    table.settle()
    assert not confirmation.isVisible()
    qtbot.waitUntil(screen.incident.bar.primary.hasFocus)
    table.window.open_menu()
    QTest.keyClick(table.window.menu, Qt.Key.Key_Escape)
    qtbot.waitUntil(screen.incident.bar.primary.hasFocus)


@pytest.mark.sweep
def test_shift_tab_goes_back_past_the_primary(table: Straight, qtbot: QtBot) -> None:
    fell(table)
    table.window.activateWindow()
    screen = table.window.dealer
    qtbot.waitUntil(screen.incident.bar.primary.hasFocus)
    QTest.keyClick(screen.incident.bar.primary, Qt.Key.Key_Backtab)
    assert screen.hasFocus() and not screen.focus._due.isActive(), "the ring does not come to it again"
    QTest.keyClick(screen, Qt.Key.Key_Backtab)
    assert not screen.hasFocus() and not screen.incident.bar.primary.hasFocus()


def test_esc_never_writes_and_leads_forward_again_to_the_outcome(table: Straight) -> None:
    """On the pit boss's outcome: back by question to the kind that was chosen, and forward to the outcome."""
    fell(table)
    step_up(table)
    before, tiles = len(table.kept.entries), table.window.dealer.incident.zone.kinds
    for came in (Stage.FACT, Stage.KIND, Stage.OUTCOME, Stage.FACT, Stage.KIND):
        table.key(Qt.Key.Key_Escape)
        assert stage(table) is came
    lit = [tile.text().replace("\u00ad", "") for tile in tiles.tiles if tile.isVisible() and tile.chosen]
    assert lit == ["A card fell"]
    assert table.window.dealer.incident.bar.back.text() == "Back to the outcome"
    assert len(table.kept.entries) == before, "Esc has written nothing"


def test_esc_at_a_report_without_a_kind_only_lights_the_press_that_takes_it_back(table: Straight) -> None:
    to_a_coup(table, 1)
    screen = table.window.dealer
    table.touch(screen.bar.wrong)
    before = len(table.kept.entries)
    for _ in range(2):
        table.key(Qt.Key.Key_Escape)
        assert screen.incident.bar.withdraw.hasFocus() and len(table.kept.entries) == before
    table.key(Qt.Key.Key_Return)
    assert screen.presses.confirmation.isVisible() and len(table.kept.entries) == before
    table.touch(screen.presses.confirmation.findChildren(Button)[-1])
    assert table.named("D1", before) == ["report_withdrawn"] and table.view.view.phase == "dealing"


def test_another_persons_report_is_taken_back_with_a_reason(table: Straight) -> None:
    fell(table)
    step_up(table)
    screen, before = table.window.dealer, len(table.kept.entries)
    bar, deciding = screen.incident.bar, screen.incident.zone.deciding
    table.touch(bar.withdraw)
    assert stage(table) is Stage.WITHDRAW and bar.primary.isHidden(), "without a reason there is no press"
    assert len([tile for tile in deciding.reasons if tile.isVisible()]) == 3 and deciding.field.isVisible()
    table.key(Qt.Key.Key_Escape)
    assert stage(table) is Stage.OUTCOME
    table.touch(bar.withdraw)
    table.touch(deciding.reasons[1])
    assert table.named("P1", before) == []
    table.touch(bar.primary)
    assert open_incident(table.view) is None and table.named("P1", before) == ["report_withdrawn"]
    kept = [each.event for each in table.kept.entries if each.kind == "report_withdrawn"]
    assert b'"reason":"Reported by mistake"' in kept[0]


def test_a_reason_of_ones_own_words_takes_it_back_too(table: Straight) -> None:
    to_a_coup(table, 1)
    table.touch(table.window.dealer.bar.wrong)
    step_up(table)
    screen = table.window.dealer
    table.touch(screen.incident.bar.withdraw)
    assert stage(table) is Stage.WITHDRAW
    screen.incident.zone.deciding.field.setText("the shoe had only clicked")
    table.touch(screen.incident.bar.primary)
    kept = [each.event for each in table.kept.entries if each.kind == "report_withdrawn"]
    assert b"the shoe had only clicked" in kept[0]


def test_as_many_cards_as_are_not_out_are_not_offered(table: Straight) -> None:
    """LT-BAC-30c: with three out no nine can be set aside."""
    to_a_coup(table, 3)
    table.take({"do": "incident", "kind": "misread", "facts": {"may_affect": True}, "by": "D1"})
    table.take({"do": "answer", "facts": {"first_card": False}, "by": "D1"})
    facts = table.window.dealer.incident.zone.facts
    offered = facts.values or tuple(way["cards_to_remove"] for way in facts.ways)
    assert [int(value) for value in offered] in ([1, 2], [1, 2, 3])


@pytest.mark.parametrize("who", ["P1", "D1"])
def test_back_at_what_happened_every_kind_is_in_its_place_and_the_noticed_one_lit(
    table: Straight, who: str
) -> None:
    """A wrong press is mended where it was made: key 1 had come to mean another kind (LT-BAC-24)."""
    to_a_coup(table, 5)
    screen = table.window.dealer
    if who == "P1":
        step_up(table)
        table.touch(screen.bar.primary)
    else:
        table.touch(screen.bar.wrong)
    kinds = screen.incident.zone.kinds
    opened = kinds.page_kinds(table.view)
    lit = [tile.isEnabled() for tile in kinds.tiles]
    noticed = kinds.tiles[opened.index("extra_card_drawn")]
    assert noticed.noticed
    table.touch(kinds.tiles[opened.index("card_fell")])
    table.key(Qt.Key.Key_Escape)
    assert stage(table) is Stage.KIND and kinds.page_kinds(table.view) == opened
    assert noticed.noticed and [tile.isEnabled() for tile in kinds.tiles] == lit
    table.key(Qt.Key(ord(noticed.key)))
    assert incident(table).kind == "extra_card_drawn"


@pytest.mark.parametrize(
    ("key", "facts"), ((Qt.Key.Key_3, {"cards": 3}), (Qt.Key.Key_C, {"cards": 2, "seen": True}))
)
def test_a_digit_means_so_many_cards(table: Straight, key: Qt.Key, facts: dict[str, Any]) -> None:
    """Beside numbers of cards an answer that is no number has a letter: 3 is never 'two, seen'."""
    to_a_coup(table, 3)
    table.take({"do": "incident", "kind": "card_fell", "facts": {}, "by": "D1"})
    tiles = table.window.dealer.incident.zone.facts.answer_tiles
    table.key(Qt.Key.Key_1)
    assert "cards" not in incident(table).facts, "one card has two answers"
    table.key(key)
    assert {"where": "round"} | facts == dict(incident(table).facts), [tile.key for tile in tiles]
