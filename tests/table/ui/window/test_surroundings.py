"""The parts of a screen beside the table's state: a bug once, a restart until the next input."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from console.base.words import Words
from console.table.config import DeviceConfig, training_config
from console.table.core import (
    Action,
    Actor,
    BytesJob,
    ConsoleRestart,
    LineJob,
    Overdue,
    Prompt,
    Resumption,
    Session,
    SetClock,
    ShownTable,
    dealer_view,
    game_of,
    ready,
    view_of,
)
from console.table.devices import DeviceRole, Health, LossReason
from console.table.devices.catalogue import DeviceModel
from console.table.game import load_rulebook
from console.table.people.table_people import TrainingPeople
from console.table.ui.dealer import prompt_of
from console.table.ui.dealer.bands import banner_of
from console.table.ui.kit import theme
from console.table.ui.window.surroundings import Lamps, Surroundings
from console.table.ui.window.table_setup import TableSetup
from console.table.words.names import lamp_text
from tests.table.core.tables import Driven, Seen
from tests.table.devices.rehearsal import MemoryJournal
from tests.table.ui.samples.tables import SAMPLES, changed


def surroundings(
    recovered: ConsoleRestart | None = None,
    clock: SetClock | None = None,
    game: str = "baccarat",
    devices: tuple[DeviceConfig, ...] = (),
) -> Surroundings:
    config = replace(training_config(game, "sv", "en"), devices=devices)
    clock, people = clock or SetClock(), TrainingPeople(())
    return Surroundings(TableSetup(config, load_rulebook("sv"), clock, people, {}, recovered))


def raised(text: str) -> Exception:
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        return error


def test_a_bug_that_comes_with_every_view_is_recorded_once() -> None:
    around, bug = surroundings(), raised("unforeseen")
    trace = around.keep_unforeseen(bug)
    assert trace is not None and "unforeseen" in trace
    assert around.keep_unforeseen(bug) is None


def test_another_bug_is_recorded_too() -> None:
    around = surroundings()
    assert around.keep_unforeseen(raised("one")) is not None
    assert around.keep_unforeseen(raised("the same, of another view")) is None
    try:
        raise RuntimeError("one")
    except RuntimeError as another:
        assert around.keep_unforeseen(another) is not None
    assert around.keep_unforeseen(raised("one")) is None, "two that come in turn are two"


def test_the_session_locks_by_the_tables_own_minutes() -> None:
    around = surroundings(ConsoleRestart(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC)))
    assert not around.presence.lock_due(around.now() + 299)
    assert around.presence.lock_due(around.now() + 300)


def taken(job: LineJob | BytesJob) -> ShownTable:
    """A roulette table that shows what it took."""
    game = game_of(load_rulebook("sv"), "roulette")
    session = Session(game, MemoryJournal(), SetClock(), Resumption(ready(game)))
    return ShownTable(session.view(), session.table, None, job)


IDLE = BytesJob(DeviceRole.WHEEL, b"*X;2;094;33;0;163;0\r\n")


def test_a_wheel_that_speaks_by_itself_keeps_no_session_open_and_ends_no_banner() -> None:
    clock = SetClock()
    restart = ConsoleRestart(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC))
    around = surroundings(restart, clock, "roulette")
    clock.advance(299)
    around.update_table(taken(IDLE))
    clock.advance(1)
    assert around.presence.lock_due(around.now())
    assert around.situation(taken(IDLE), None, reporting=False).console.recovered == restart
    around.update_table(
        taken(LineJob(b'{"do":"view"}', by_link=True))
    )  # a server that connects again does the same
    assert around.situation(taken(IDLE), None, reporting=False).console.recovered == restart


@pytest.mark.parametrize("damaged", [False, True])
def test_a_shoes_first_card_ends_a_restarts_banner_and_its_greeting_does_not(damaged: bool) -> None:
    """It says so with the connection, before anybody could have read that the table was restarted. That the
    start set a damaged journal aside stays until a pit boss comes.
    """
    restart = ConsoleRestart(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 2, tzinfo=UTC), damaged)
    around, table = surroundings(restart), Driven("sv")
    table.take({"do": "bets", "state": "open"})
    table.take({"do": "bets", "state": "closed"})

    def table_after(job: BytesJob | None, line: Seen) -> ShownTable:
        table.take(line)
        return ShownTable(view_of(table.game, table.table, 1), table.table, None, job)

    around.update_table(table_after(None, {"do": "view"}))
    for line, stands in (({"do": "device", "name": "shoe", "hex": STARTED}, True), (CARD, False)):
        seen = table_after(BytesJob(DeviceRole.SHOE, b""), line)
        around.update_table(seen)
        assert seen.view.accepted
        console = around.situation(seen, None, reporting=False).console
        assert (console.recovered is not None, console.journal_aside) == (stands, damaged)


def test_a_shoe_that_is_never_quiet_keeps_the_session_open_by_its_cards_alone() -> None:
    """One that says twice a second that it is there is dealt from, too; a slow dealer is no silence."""
    clock, table = SetClock(), Driven("sv")
    shoe = DeviceConfig(DeviceRole.SHOE, "loop", DeviceModel.ANGEL_EYE, 9600, silent_after=2.0)
    around = surroundings(clock=clock, devices=(shoe,))
    around.lamps.link_changed(DeviceRole.SHOE, Health.CONNECTED)

    def take(line: Seen, job: BytesJob | LineJob) -> None:
        table.take(line)
        around.update_table(ShownTable(view_of(table.game, table.table, 1), table.table, None, job))

    take({"do": "bets", "state": "open"}, LineJob(b'{"do":"bets"}'))
    take({"do": "bets", "state": "closed"}, LineJob(b'{"do":"bets"}'))
    clock.advance(299)
    around.bytes_came("shoe")
    take({"do": "device", "name": "shoe", "hex": STARTED}, BytesJob(DeviceRole.SHOE, b""))
    assert around.lamps.late(around.now()) == ()
    assert around.presence.lock_due(around.now() + 1)
    take(CARD, BytesJob(DeviceRole.SHOE, b""))
    assert not around.presence.lock_due(around.now() + 299)
    assert around.presence.lock_due(around.now() + 300)


CARD: Seen = {"do": "card", "card": "9H"}
STARTED = "053053033630"
"""The shoe's S, as it comes from the line."""


def test_a_wheel_was_heard_when_its_bytes_came() -> None:
    clock = SetClock()
    around = surroundings(clock=clock, game="roulette")
    assert around.situation(taken(IDLE), None, reporting=False).wheel_heard is None
    clock.advance(7)
    around.bytes_came("wheel")
    situation = around.situation(taken(IDLE), None, reporting=False)
    assert (situation.wheel_heard, situation.has_wheel_reader) == (clock.utc(), True)


def test_a_wheel_is_the_configured_one_until_another_is_noted() -> None:
    shown = taken(IDLE)
    situation = surroundings(game="roulette").situation(shown, None, reporting=False)
    configured = replace(situation, wheel_serial="W-7")
    wheel = dealer_view(shown.view, shown.table, configured).wheel
    assert wheel is not None and wheel.serial == "W-7"
    noted = replace(shown.table, wheel=replace(shown.table.wheel, serial="W-8"))
    wheel = dealer_view(shown.view, noted, configured).wheel
    assert wheel is not None and wheel.serial == "W-8"


def test_a_console_that_has_a_twin_shows_by_which_letters_a_wall_knows_it() -> None:
    """Two clones look alike, and the person at the wall must know which one stands at the table."""
    lamps = Lamps((), 10.0)
    lamps.console = "0f3e4012"
    assert [lamp.device for lamp in lamps.at(saving=False, saved=True)] == ["journal"]
    lamps.floor_has_twins(True)
    (lamp,) = [each for each in lamps.at(saving=False, saved=True) if each.device == "floor"]
    assert lamp_text(Words("en"), lamp) == "Two consoles running (0f3e4012)"


def test_a_console_that_does_not_count_says_who_chose_the_other_and_what_to_do() -> None:
    lamps = Lamps((), 10.0)
    lamps.floor_has_twins(True)
    lamps.floor_passes_over("Jonas P.")
    shown = lamps.at(saving=False, saved=True)
    assert [lamp_text(Words("en"), each) for each in shown if each.device == "floor"] == [
        "Jonas P. chose the other console"
    ]
    view = changed(SAMPLES["dealing"], lamps=shown)
    banner = banner_of(view, Words("en"), Words("en"))
    assert banner is not None and banner.ink == theme.FAULT
    assert banner.text == "Jonas P. chose the other console"
    assert (
        banner.aside
        == "Another console was chosen for this table. Call the pit boss, then switch this computer off."
    )
    lamps.floor_passes_over("")
    lamps.floor_has_twins(False)
    assert (
        banner_of(changed(view, lamps=lamps.at(saving=False, saved=True)), Words("en"), Words("en")) is None
    )


PROMPTS = (
    *(Prompt(action, Actor.DEALER, ()) for action in Action),
    Prompt(Action.BURN, Actor.DEALER, (), step=1),
)


@pytest.mark.sweep(9)
@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: f"{prompt.action}-{prompt.step}")
@pytest.mark.parametrize("device", [DeviceRole.SHOE, DeviceRole.READER])
def test_a_device_is_called_silent_wherever_the_table_awaits_its_card(
    device: DeviceRole, prompt: Prompt
) -> None:
    """A dealer who counts the cards burned face down need not put them through a scanner."""
    lamps = Lamps([device], 10.0)
    lamps.link_changed(device, Health.CONNECTED)
    lamps.bytes_came(device, 0.0)
    lamps.show_prompt(prompt, 1.0)
    uncounted = device is DeviceRole.READER and prompt.action == Action.BURN
    late = (device,) if prompt.awaits_card and not uncounted else ()
    assert (lamps.late(10.9), lamps.late(11.0)) == ((), late)


def test_a_shoe_and_a_scanner_on_exchanged_ports_are_named_until_put_right() -> None:
    roles = (DeviceRole.SHOE, DeviceRole.READER)
    around = surroundings(devices=tuple(DeviceConfig.usual(role, f"/dev/{role}") for role in roles))
    table = Driven("sv")
    frame, line = bytes.fromhex("05314481B8033446"), b"9H\r\n"

    def heard(role: DeviceRole, received: bytes) -> dict[str, str]:
        around.update_table(ShownTable(table.session.view(), table.table, None, BytesJob(role, received)))
        lamps = around.lamps.at(saving=False, saved=True)
        return {lamp.device: lamp_text(Words("en"), lamp) for lamp in lamps if lamp.device in roles}

    for role in roles:
        around.lamps.link_changed(role, Health.CONNECTED)
    heard(DeviceRole.SHOE, line)
    assert heard(DeviceRole.READER, frame) == {
        "shoe": "Seems to be a scanner",
        "reader": "Seems to be a shoe",
    }
    for role in roles:
        around.lamps.link_changed(role, Health.LOST)
        around.lamps.link_changed(role, Health.CONNECTED)
    assert heard(DeviceRole.SHOE, frame) == {"shoe": "Shoe in order", "reader": "Scanner in order"}


@pytest.mark.parametrize(
    ("reason", "lamp", "note"),
    [
        (
            "permission_denied",
            "No permission for the port",
            "The console’s user may not open the device’s port.",
        ),
        ("in_use", "Port in use", "Another program has the device’s port open."),
        (
            "no_such_file",
            "No such port",
            "The device’s port is not there: its plug is out, or the table’s file names another port.",
        ),
    ],
)
def test_a_lost_device_says_why_on_its_lamp_and_in_the_prompt(reason: str, lamp: str, note: str) -> None:
    around = surroundings(devices=(DeviceConfig.usual(DeviceRole.SHOE, "/dev/shoe"),))
    around.lamps.link_changed(DeviceRole.SHOE, Health.RECONNECTING, LossReason(reason))
    lamps = tuple(each for each in around.lamps.at(saving=False, saved=True) if each.device == "shoe")
    words = Words("en")
    assert [lamp_text(words, each) for each in lamps] == [lamp]
    view = SAMPLES["shoe-exchanged"]
    prompt = prompt_of(changed(view, console=replace(view.console, lamps=lamps)), words, words)
    assert prompt.headline == "Draw no card: the shoe is not connected"
    assert prompt.note == f"{note} Wait, and call the pit boss."
    around.lamps.link_changed(DeviceRole.SHOE, Health.CONNECTED)
    assert around.lamps.at(saving=False, saved=True)[0].fault is None


def test_bytes_without_a_line_end_are_said_as_that_once_a_card_was_not_read() -> None:
    around = surroundings(game="blackjack", devices=(DeviceConfig.usual(DeviceRole.READER, "/dev/reader"),))
    around.lamps.link_changed(DeviceRole.READER, Health.CONNECTED)

    def lamp() -> str:
        return lamp_text(Words("en"), around.lamps.at(saving=False, saved=True)[0])

    around.lamps.hear(DeviceRole.READER, b"9H\t")
    assert lamp() == "Scanner in order"
    around.lamps.overdue = Overdue((), devices=("reader",))
    assert lamp() == "Lines without end"
    around.lamps.hear(DeviceRole.READER, b"9H\r\n")
    assert lamp() == "Scanner not responding"


def test_what_sounds_like_another_device_tells_the_dealer_to_draw_no_card() -> None:
    words = Words("en")
    view = SAMPLES["shoe-exchanged"]
    prompt = prompt_of(view, words, words)
    assert prompt.headline == "Draw no card: the shoe is not connected"
    assert prompt.note == f"{words.text('exchanged.reader')} Wait, and call the pit boss."
