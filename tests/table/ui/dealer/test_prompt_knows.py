"""A prompt that knows what the devices hear and what lies on the table: its order can be obeyed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.table.core import About, Lamp, LampFault, SetClock, of_health
from console.table.devices import Health, fault_frame
from console.table.game.baccarat.coup import Hand
from console.table.ui.dealer.prompt_words import no_press_text
from console.table.ui.felt.card_faces import LaidThing, MarkedFor
from console.table.ui.felt.seats.seats_on_felt import SeatsOnFelt
from console.table.ui.felt.wheel.shown_wheel import Middle
from console.table.ui.felt.wheel.wheel_on_felt import WheelOnFelt
from console.table.ui.kit import PromptColour, Tone
from console.table.ui.pit.pit_boss_screen import PitBossScreen
from console.table.words.speech import notice_text, prompt_text
from tests.base.words.catalogues import words
from tests.instruments.pictures.text_measure import listened, texts_of
from tests.table.core.tables import CODES, Seen, card_frame, device
from tests.table.ui.harness.at_work import coup
from tests.table.ui.harness.driven import Dealt
from tests.table.ui.harness.straight import straight
from tests.table.ui.samples.incidents import PIT_BOSS_SAMPLES
from tests.table.ui.samples.tables import changed

EN = words("en")
INSPECTED: Seen = {"do": "done", "by": "D1", "counted": 416}
LOST = (Lamp("shoe", LampFault.LOST), Lamp("journal"))
SILENT = (Lamp("shoe", LampFault.SILENT), Lamp("journal"))


def dealing(bot: QtBot, code: str = "lt", cards: str = "9H 2S") -> Dealt:
    table = Dealt(bot, code)
    table.bets("open")
    table.bets("closed")
    for card in cards.split():
        table.take({"do": "card", "card": card})
    return table


# --- devices ------------------------------------------------------------------------------------------


def test_no_card_is_ordered_from_a_shoe_that_is_not_connected(qtbot: QtBot) -> None:
    table = dealing(qtbot)
    order = table.prompt.headline
    for lamps in (LOST, (Lamp("reader", LampFault.RECONNECTING),)):
        table.lamps = lamps
        view = table.show()
        device = lamps[0].device
        assert table.prompt.headline == EN.text(f"prompt.unheard.{device}.lost")
        assert table.prompt.colour is PromptColour.WAIT and order not in table.screen.prompt.accessibleName()
        assert table.screen.felt.tinted is not None, "no place is marked as due"
        assert view.view.prompt.action == "deal", "the protocol's prompt stays as it is"
    table.lamps = ()
    table.show()
    assert table.prompt.headline == order, "connected again, the order comes back by itself"


@pytest.mark.parametrize("lamp", [Lamp(device, LampFault.SHARED) for device in ("shoe", "reader", "wheel")])
def test_a_device_whose_port_is_shared_is_not_called_unconnected(qtbot: QtBot, lamp: Lamp) -> None:
    if lamp.device == "wheel":
        table = Dealt(qtbot, "lt", "roulette")
        table.bets("open")
        table.bets("closed")
    else:
        table = dealing(qtbot)
    table.lamps = (lamp,)
    view = table.show()
    assert table.prompt.headline == EN.text(f"prompt.unheard.{lamp.device}.shared")
    assert no_press_text(view, EN) == EN.text("button.no_press.shared")


def test_while_the_shoe_is_prepared_too_its_loss_holds_back_the_cards_that_it_reads(qtbot: QtBot) -> None:
    """The burn card and, where the rules have them, the cards that are burned after it (LT-BAC-03)."""
    table = Dealt(qtbot, "lt", is_ready=False)
    table.lamps = LOST
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "open", "by": "P1"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    held_back = EN.text("prompt.unheard.shoe.lost")
    while (prompt := table.table.view()["prompt"])["action"] not in ("burn_card", "await_bets"):
        assert table.prompt.headline != held_back, "no device reads what the hands do"
        table.take({"do": "done", "by": "D1" if prompt["actor"] == "dealer" else "P1", "counted": 416})
    assert (prompt["action"], table.prompt.headline) == ("burn_card", held_back)
    table.take({"do": "card", "card": "5H"})
    assert table.table.view()["prompt"]["action"] == "burn" and table.prompt.headline == held_back
    assert not table.screen.bar.primary.isHidden(), "cards that are burned already can be counted"


def test_a_silent_shoe_leaves_the_order_to_draw_the_card(qtbot: QtBot) -> None:
    table = dealing(qtbot)
    order = table.prompt.headline
    table.lamps = SILENT
    table.show()
    assert table.prompt.headline == EN.text("prompt.unheard.shoe.silent")
    assert table.prompt.note is not None and order in table.prompt.note
    table.take({"do": "manual", "on": True, "by": "P1"})
    assert "silent" not in table.prompt.headline, "in manual mode no reader is waited for"


def test_no_ball_is_sent_for_a_wheel_that_is_not_heard(qtbot: QtBot) -> None:
    table = Dealt(qtbot, "lt", "roulette")
    table.bets("open")
    table.bets("closed")
    for fault in (LampFault.LOST, LampFault.SILENT):
        table.lamps = (Lamp("wheel", fault),)
        table.show()
        assert table.prompt.headline == EN.text(f"prompt.unheard.wheel.{fault}")
        key = table.screen.bar.primary
        assert not key.isHidden(), "a ball that has been sent already can be confirmed"
        assert key.tone is Tone.PLAIN, "but the key that is lit is the order"


@pytest.mark.parametrize("code", ["sv", "lt"])
def test_a_silent_wheel_between_rounds_is_the_prompt_and_says_since_when(qtbot: QtBot, code: str) -> None:
    table = Dealt(qtbot, code, "roulette")
    table.table.session.note(of_health(About.DEVICE, Health.SILENT), text="wheel")
    table.show()
    assert table.prompt.headline == "No bets yet: wheel not responding"
    assert table.prompt.colour is PromptColour.PIT_BOSS and table.prompt.note.startswith("Since ")
    key = table.screen.bar.primary
    assert key.isHidden() is (code == "lt"), "under lt the dealer says no number (LT-ROU-28)"
    table.table.session.note(of_health(About.DEVICE, Health.CONNECTED), text="wheel")
    table.show()
    assert table.prompt.headline == "Wait for the bets to open"


def test_a_lost_game_server_between_rounds_is_the_prompt_and_says_since_when(qtbot: QtBot) -> None:
    """TB-11: bet time does not begin by itself while the link is lost."""
    table = Dealt(qtbot, "lt")
    table.lamps = (Lamp("shoe"), Lamp("link", LampFault.LOST), Lamp("journal"))
    table.table.session.note(of_health(About.LINK, Health.LOST))
    view = table.show()
    assert table.prompt.headline == "No bets yet: the game server is not connected"
    assert table.prompt.colour is PromptColour.PIT_BOSS and table.prompt.note.startswith("Since ")
    assert "by themselves" not in no_press_text(view, EN)
    table.bets("open")
    table.show()
    assert "not connected" not in table.prompt.headline, "in bet time the clock goes on"


def test_a_key_that_waits_for_a_lost_device_is_not_enters(qtbot: QtBot) -> None:
    """Nor does the focus come to it, so that no foot switch says by mistake that the ball was sent."""
    table = Dealt(qtbot, "de", "roulette")
    pressed = list[object]()
    table.screen.presses.primary_pressed.connect(lambda: pressed.append(table.prompt.headline))
    table.bets("open")
    table.bets("closed")
    due, key = table.prompt.headline, table.screen.bar.primary
    table.screen.window().activateWindow()
    for lamps in ((), (Lamp("wheel", LampFault.LOST),), ()):
        table.lamps = lamps
        table.show()
        table.time.advance(1)
        qtbot.waitUntil(lambda: not table.screen.focus._due.isActive())
        assert key.hasFocus() is not bool(lamps)
        QTest.keyClick(table.screen, Qt.Key.Key_Return)
        assert pressed == ([] if lamps else [due])
        assert (key.tone is Tone.NOW) is not bool(lamps)
        pressed.clear()
    table.lamps = (Lamp("wheel", LampFault.LOST),)
    table.show()
    table.time.advance(1)
    QTest.mouseClick(key, Qt.MouseButton.LeftButton)
    assert len(pressed) == 1, "a touch confirms a ball that ran before"


def test_a_device_that_reads_nothing_now_changes_no_order(qtbot: QtBot) -> None:
    table = Dealt(qtbot, "lt")
    table.lamps = LOST
    table.bets("open")
    assert table.prompt.headline == EN.text("prompt.wait")


def test_the_pit_bosss_prompt_names_a_lost_shoe_instead_of_all_well(qtbot: QtBot) -> None:
    screen = PitBossScreen(EN, SetClock())
    qtbot.addWidget(screen)
    screen.show_view(PIT_BOSS_SAMPLES["p0-shoe-lost"])
    assert screen.prompt.text.colour is PromptColour.PIT_BOSS
    assert screen.prompt.text.headline == "Shoe: connection lost"
    assert EN.text("pit.not_well.note") in (screen.prompt.text.note or "")
    screen.show_view(
        changed(PIT_BOSS_SAMPLES["p0-shoe-lost"], lamps=(Lamp("shoe"), Lamp("journal", LampFault.SAVING)))
    )
    assert screen.prompt.text.note == EN.text("pit.all_well")


# --- what lies on the table ---------------------------------------------------------------------------


def test_a_card_set_aside_stays_in_view_and_is_the_first_order_of_the_next_coup(qtbot: QtBot) -> None:
    """LT-BAC-24a: drawn too many and not shown, it is the first card of the next game."""
    table = dealing(qtbot, "lt", "7C 8S 6H 2D 4C 9H")
    table.take({"do": "card", "card": "5C"})
    table.take({"do": "incident", "kind": "extra_card_drawn", "facts": {"shown": False}, "by": "P1"})
    table.take({"do": "done", "by": "D1"})
    third = coup(table.screen.felt).places[Hand.PLAYER, 3]
    with listened() as heard:
        table.screen.felt.grab()
    names = [text.box for _, text in heard if text.text in ("Set aside", "Set", "aside")]
    assert names and all(third.geometry().right() < box.left() and box.right() < 1262 for box in names)
    table.take({"do": "done", "by": "D1"})
    table.take({"do": "done", "by": "D1"})
    assert table.table.table.phase == "betting"
    aside = table.screen.felt.aside
    for act in (None, "open"):
        if act is not None:
            table.bets(act)
        assert not aside.isHidden() and aside.face.lies is LaidThing.BACK, "its face is nobody's business"
        assert aside.accessibleName() == EN.count("access.set_aside", 1)
    table.bets("closed")
    places = coup(table.screen.felt).places
    assert aside.isHidden() and places[Hand.PLAYER, 1].face.lies is LaidThing.FACE
    assert places[Hand.PLAYER, 1].face.marked is MarkedFor.NOW
    assert table.prompt.headline == EN.count("prompt.lay_aside", 1)
    assert "banker" in table.prompt.gloss, "and what comes then"
    table.take({"do": "card", "card": "5D"})
    assert table.prompt.headline == EN.text("prompt.deal.player.2")


def test_at_blackjack_too_the_place_of_a_card_set_aside_is_marked_and_no_other(qtbot: QtBot) -> None:
    """LT-BJ-2.3.10a: drawn in bet time and not shown, it is the first seat's first card, laid out first."""
    table = Dealt(qtbot, "lt", "blackjack")
    table.bets("open", seats=(3, 5))
    table.take({"do": "card", "card": "9H"})
    table.take(
        {"do": "incident", "kind": "early_deal", "facts": {"first_card": True, "seen": False}, "by": "P1"}
    )
    while table.table.view()["phase"] == "halted":
        step = table.table.view()["prompt"]
        table.take({"do": "done", "by": "D1" if step["actor"] == "dealer" else "P1", "counted": 416})
    table.bets("closed")
    on = table.screen.felt.on
    assert isinstance(on, SeatsOnFelt)
    assert table.prompt.headline == EN.count("prompt.lay_aside", 1)
    laid, waits = on.seats[3], on.seats[5]
    assert [face.face.marked for face in laid.cards] == [MarkedFor.NOW]
    assert not waits.seat.acts and not any(hand.next for hand in waits.seat.hands)
    table.take({"do": "card", "card": "5D"})
    assert laid.cards[0].face.marked is MarkedFor.NOT
    assert table.prompt.headline != EN.count("prompt.lay_aside", 1)


def test_a_card_set_aside_unread_is_dealt_before_any_other(qtbot: QtBot) -> None:
    """LT-BAC-24a: nothing has read it, so it is read now; the shoe is not drawn from."""
    table = dealing(qtbot, "lt", "9H 2S KS 7D")
    table.take({"do": "incident", "kind": "extra_card_drawn", "facts": {"shown": False}, "by": "P1"})
    for _ in range(3):
        table.take({"do": "done", "by": "D1"})
    assert not table.screen.felt.aside.isHidden()
    table.bets("open")
    assert not table.screen.felt.aside.isHidden()
    table.bets("closed")
    assert table.table.view()["prompt"]["hand"] == "player"
    assert table.prompt.headline == EN.count("prompt.lay_aside", 1)
    table.take({"do": "card", "card": "5D"})
    assert table.screen.felt.aside.isHidden()
    assert table.prompt.headline == EN.text("prompt.deal.banker.1")


def test_a_cut_card_of_bet_times_last_seconds_is_announced(qtbot: QtBot) -> None:
    """BAC-3.5.4: while the seconds run, and with the closing of the bets, for they may be only one or two."""
    for code in ("sv", "ja"):
        market = words(code)
        last = market.text("say.last_hand_before_shuffle")
        table = Dealt(qtbot, code)
        table.bets("open")
        table.seconds_left = 2
        table.take({"do": "cut_card"})
        assert last in table.prompt.say
        table.seconds_left = None
        table.bets("closed")
        assert last in table.prompt.say and market.text("say.no_more_bets") in table.prompt.say
        table.take({"do": "card", "card": "5D"})
        assert table.prompt.say is None


def test_the_last_hand_is_announced_in_both_languages_under_sv() -> None:
    """BAC-3.5.4: the document gives the announcement in English."""
    announcement = words("sv").text("say.last_hand_before_shuffle")
    assert EN.text("say.last_hand_before_shuffle") in announcement and "sista handen" in announcement


# --- the wheel ----------------------------------------------------------------------------------------


def test_bets_are_called_off_before_the_ball_is_sent_or_before_it_drops(qtbot: QtBot) -> None:
    """ROU-2.1.3: under ja, is and de the ball may run while bets are open; under sv and lt it may not."""
    for code in CODES:
        table = Dealt(qtbot, code, "roulette")
        table.bets("open")
        table.show(seconds_left=4)
        call = words(code).quote(words(code).text("say.no_more_bets"))
        key = "note.wait.ball" if code in ("ja", "is", "de") else "note.wait.ball.sent"
        assert table.prompt.note == EN.text(key, said=call), code


def test_after_a_system_fault_sv_says_why_no_bets_are_taken(qtbot: QtBot) -> None:
    """ROU-2.1.6: no bet and no play until it is mended."""
    table = Dealt(qtbot, "sv", "roulette")
    table.bets("open")
    table.bets("closed")
    table.take({"do": "incident", "kind": "technical_fault", "by": "D1"})
    table.take({"do": "authorise", "by": "P1"})
    assert table.prompt.headline == EN.text("step.confirm_mended")
    assert EN.text("note.confirm_mended") in table.prompt.gloss
    assert words("sv").text("say.round_void") in table.prompt.say
    table.take({"do": "done", "by": "P1"})
    assert table.prompt.headline == EN.text("prompt.await_bets")


# --- what players are told ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_players_are_asked_to_wait_in_their_language_while_play_stands_still(qtbot: QtBot, game: str) -> None:
    """LT-BAC-12, LT-BJ-16, LT-ROU-24: in their language, with the dealer's beneath, and not as an order."""
    table = Dealt(qtbot, "lt", game)
    table.bets("open")
    assert table.screen.band.isHidden()
    if game == "roulette":
        table.take({"do": "number", "number": 5, "source": "reader"})
    else:
        table.take({"do": "card", "card": "9H"})
    view = table.table.session.view()
    banner = table.screen.band.accessibleName()
    assert notice_text(words("lt"), view) in banner
    assert (notice_text(EN, view) in banner) == (game != "roulette"), "the end of bets is said first"
    assert notice_text(words("lt"), view) not in table.screen.prompt.accessibleName(), "it is no order"
    if game == "roulette":
        table.take({"do": "withdraw", "by": "P1", "reason": "seen on video"})
    else:
        table.take({"do": "withdraw", "by": "P1"})
    assert table.screen.band.isHidden()


def test_a_step_repeats_the_notice_and_the_last_one_says_that_play_goes_on(qtbot: QtBot) -> None:
    """LT-BAC-12, LT-BAC-17: they are asked to wait while play stands still, then they hear that the game goes
    on.
    """
    table = dealing(qtbot)
    table.take({"do": "incident", "kind": "burn_card_shown", "facts": {"cards": 2}, "by": "P1"})
    view = table.table.session.view()
    assert notice_text(words("lt"), view) in table.prompt.say
    table.take({"do": "done", "by": "P1"})
    assert table.prompt.headline == EN.count("step.discard", 2)
    assert notice_text(words("lt"), view) in table.prompt.say
    table.take({"do": "done", "by": "D1"})
    assert words("lt").text("say.play_goes_on") in table.prompt.say


def test_the_pit_bosss_own_screen_shows_the_notice_to_players(qtbot: QtBot) -> None:
    """LT-BAC-12."""
    screen = PitBossScreen(EN, SetClock())
    qtbot.addWidget(screen)
    for name, shown in (("p0-halted", True), ("p0-nothing", False)):
        view = PIT_BOSS_SAMPLES[name]
        screen.show_view(view)
        assert screen.band.isHidden() is not shown
        if view.view.notice is not None:
            assert notice_text(words(view.rules), view.view) in screen.band.accessibleName()


def test_in_manual_mode_the_band_explains_the_slow_play_to_players(qtbot: QtBot) -> None:
    """LT-BAC-12."""
    table = dealing(qtbot)
    table.take({"do": "manual", "on": True, "by": "P1"})
    view = table.table.session.view()
    assert notice_text(words("lt"), view) in table.screen.band.accessibleName()


# --- the day, and what lay in view --------------------------------------------------------------------


def to_load(table: Dealt) -> None:
    """Everything that a preparation asks for before the shoe is loaded."""
    while table.table.view()["prompt"]["action"] != "load":
        prompt = table.table.view()["prompt"]
        table.take({"do": "done", "by": "P1" if prompt["actor"] == "pit_boss" else "D1", "counted": 416})


def test_a_table_that_plays_over_midnight_inspects_shoe_and_rack_before_cards_go_in(qtbot: QtBot) -> None:
    """BJ-1.4: every gaming day, before the cards go in; asked once, with the first load of the new day."""
    table = Dealt(qtbot, "sv", "blackjack")
    for line in ({"do": "close", "by": "P1"}, INSPECTED, {"do": "open", "by": "P1"}):
        table.take(line)
    to_load(table)
    inspected = table.table.table.shoe_in_play.inspected
    assert inspected is not None
    asked = EN.text("prompt.load.new_day")
    for later, again in ((timedelta(minutes=1), False), (timedelta(days=1), True)):
        table.show(now=inspected + later)
        assert (table.prompt.headline == asked) is again
    assert table.screen.bar.primary.text() == EN.text("button.prepared.load.new_day")
    assert table.screen.step_typed["note"] == EN.text("button.prepared.load.new_day")
    table.take({"do": "done", "by": "D1"})
    assert table.table.table.shoe_in_play.inspected != inspected
    for code, game in (("sv", "baccarat"), ("lt", "blackjack")):
        other = Dealt(qtbot, code, game)
        for line in ({"do": "close", "by": "P1"}, INSPECTED, {"do": "open", "by": "P1"}):
            other.take(line)
        to_load(other)
        other.show(now=inspected + timedelta(days=1))
        assert (other.prompt.headline == asked) is (game == "blackjack"), "no other game's document asks it"


def test_a_burned_card_that_lay_in_view_is_picked_up_with_the_coup(qtbot: QtBot) -> None:
    """LT-BAC-16: in view during the game, then to the discard rack."""
    table = dealing(qtbot)
    table.take({"do": "incident", "kind": "burn_card_shown", "facts": {"cards": 1}, "by": "P1"})
    table.take({"do": "done", "by": "D1"})
    notes = []
    for coup_cards in ("KS 7D", "9H 2S KS 7D"):
        if coup_cards != "KS 7D":
            table.bets("open")
            table.bets("closed")
        for card in coup_cards.split():
            table.take({"do": "card", "card": card})
        table.take({"do": "done", "by": "D1"})
        assert table.table.view()["prompt"]["action"] == "collect"
        notes.append(table.prompt.note)
        table.take({"do": "done", "by": "D1"})
    assert notes == [EN.text("note.collect.in_view"), EN.text("note.collect")]


# --- nobody is there yet ------------------------------------------------------------------------------


def test_a_halt_says_its_reason_and_clauses_before_a_pit_boss_has_come(qtbot: QtBot) -> None:
    """Whatever halted the table, the dealer who waits reads why, not only that it waits."""
    fault = {"do": "device", "name": "shoe", "hex": fault_frame("7", 2).hex()}
    unread = {"do": "unread"}
    halts: tuple[tuple[str, tuple[Seen, ...], str], ...] = (
        ("baccarat", (fault,), "Fault 2. " + EN.text("refusal.device")),
        ("baccarat", (unread, unread, unread), EN.count("halt.rescan", 3)),
        ("blackjack", (unread, unread, unread), EN.count("halt.rescan", 3)),
    )
    for game, lines, why in halts:
        table = Dealt(qtbot, "sv", game)
        table.bets("open")
        table.bets("closed")
        clauses = ()
        for line in lines:
            clauses = table.take(line)["prompt"]["clauses"]
        table.take({"do": "sign_out", "who": "P1"})
        assert table.table.table.shown_phase == "halted"
        assert table.prompt.note == why, (game, why)
        assert list(table.prompt.clauses) == list(clauses) != []


def test_the_prompt_to_sign_in_names_the_order_behind_it(qtbot: QtBot) -> None:
    """BAC-3.1.2: the pit boss presents the decks; the table asks for a sign-in and says for what."""
    table = Dealt(qtbot, "sv", is_ready=False)
    table.take({"do": "sign_in", "who": "P1", "role": "pit_boss"})
    table.take({"do": "sign_in", "who": "D1", "role": "dealer"})
    table.take({"do": "open", "by": "P1"})
    table.take({"do": "sign_out", "who": "P1"})
    while table.take({"do": "view"})["prompt"]["actor"] == "dealer":
        table.take(INSPECTED)
    view = table.show()
    assert view.view.prompt.action == "sign_in" and view.behind is not None
    order = prompt_text(EN, replace(view.view, prompt=view.behind))
    assert view.behind.action == "present" and order in table.prompt.note


def test_a_number_of_bet_time_does_not_wait_to_be_confirmed(qtbot: QtBot) -> None:
    """LT-ROU-31: a number that was read in bet time counts for nothing before the pit boss has decided."""
    table = Dealt(qtbot, "lt", "roulette")
    table.bets("open")
    table.take({"do": "number", "number": 17, "source": "reader"})
    on = table.screen.felt.on
    assert isinstance(on, WheelOnFelt) and on.shown_wheel.undecided
    assert on.shown_wheel.middle is Middle.READ
    table.take({"do": "withdraw", "by": "P1", "reason": "test"})
    assert on.shown_wheel.middle is not Middle.READ and not on.shown_wheel.undecided, "it is nobody's"


@pytest.mark.parametrize("cards", [1, 2])
def test_a_card_of_an_unknown_time_is_no_fault_that_a_device_reported(qtbot: QtBot, cards: int) -> None:
    """A serial server kept it on the way. The prompt says what lies there, and accuses no device."""
    frames = [card_frame("1", "player", 1, "8S"), card_frame("2", "banker", 1, "9S")]
    with straight(qtbot, "sv") as table:
        for state in ("open", "closed"):
            table.take({"do": "bets", "state": state})
        table.take({**device(b"".join(frames[:cards]), "shoe"), "opened": True})
        prompt = table.window.dealer.prompt.text
        assert prompt is not None and prompt.note is not None
        assert EN.text("halt.fault.untimed") in prompt.note and EN.count("halt.cards", cards) in prompt.note
        assert EN.text("halt.note.untimed") in [each.text for each in texts_of(table.window.dealer)]
        table.key(Qt.Key.Key_F4)
        table.pin()
        shown = table.window.dealer.prompt.text
        assert shown is not None and EN.text("halt.pit_boss.device") not in (shown.note or "")
