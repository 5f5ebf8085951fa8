"""At a LIVE table nobody deals who may not: by an ended licence, another game, a rehearsal not passed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime, timedelta
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from console.app.console_at_table import Console
from console.base.words import Words
from console.table.config import load_config
from console.table.core import NotRecorded, Person, Role, SetClock, Trade, Unwritable
from console.table.devices import SimulatedShoe
from console.table.game import load_rulebook
from console.table.journal import review
from console.table.people import DealingRights, PeopleFile
from console.table.ui.sign_in import SignInScreen
from console.table.words import game_name
from tests.table.ui.harness.at_work import AtWork
from tests.table.ui.window.test_live_table import PIN, at_terminal, file, shoe, tries

__all__ = ["file", "shoe"]

TODAY = SetClock().utc().astimezone().date()
DEALER = "D-114"


class LiveTable:
    """A LIVE table with its people's file, opened with a clock that is set."""

    def __init__(self, bot: QtBot, file: Path, shoe: SimulatedShoe) -> None:
        self._bot, self._file, self._shoe = bot, file, shoe
        self.people = PeopleFile(file.parent / "people.json")

    def license(self, until: date | None = None, *games: str, rehearsals: tuple[str, ...] = ()) -> None:
        self.people.set_rights(DEALER, DealingRights("4711", until, games, rehearsals), "new")

    @contextmanager
    def opened(self, clock: SetClock | None = None, *, asks: bool = True) -> Iterator[AtWork]:
        """The table at work by a clock; ``asks``: nobody is there yet, and somebody is asked to sign in."""
        with ExitStack() as stack:
            clock = clock or SetClock()
            console = Console(load_config(self._file), load_rulebook("ja"), clock, stack)
            console.bridge.table_shown.connect(lambda shown: self._shoe.show(shown.view))
            self._bot.addWidget(console.window)
            stack.callback(console.window.hide)
            console.open(full_screen=False)
            work = AtWork(console, self._shoe, clock, self._bot)
            work.pins = {"P1": ("P-7", PIN), "D1": (DEALER, PIN)}
            work.until(lambda: console.window.people_here.shown_table is not None)
            work.until(lambda: not asks or console.window.sign_in.screen.isVisible())
            yield work

    def noted(self, *kinds: str) -> list[tuple[str, str | None, str | None]]:
        """The journal's notes of these kinds: what, who, text."""
        with review(self._file.parent / "journal.db") as found:
            rows = [msgspec.json.decode(each.event) for each in found.of_a_kind("noted", "")]
        return [(each["what"], each.get("who"), each.get("text")) for each in rows if each["what"] in kinds]


@pytest.fixture
def live(qtbot: QtBot, file: Path, shoe: SimulatedShoe) -> LiveTable:
    return LiveTable(qtbot, file, shoe)


def asks_dealer(work: AtWork) -> None:
    """Go on until a dealer is asked for."""
    while (work.view.prompt.action, work.view.prompt.actor) != ("sign_in", "dealer"):
        work.follow()


def passes(work: AtWork, seconds: float, *pins: tuple[str, str]) -> None:
    """So much time passes that the screen locks, and those who are asked for unlock it."""
    work.let_pass(seconds)
    assert work.window.surroundings.presence.locked
    unlocks(work, *pins)


def unlocks(work: AtWork, *pins: tuple[str, str]) -> None:
    """Those who are asked for by a locked screen unlock it by their PINs."""
    presence, screen = work.window.surroundings.presence, work.window.sign_in.screen
    for who, pin in pins:
        work.until(partial(_asks_for, screen, who))
        QTest.keyClicks(screen, pin)
        QTest.keyClick(screen, Qt.Key.Key_Return)
    work.until(lambda: not presence.locked and work.is_settled())


def _asks_for(screen: SignInScreen, who: str) -> bool:
    return screen.isVisible() and screen.state.id == who and not screen.is_verifying


def refused(work: AtWork) -> str:
    """A dealer types the right PIN, and reads why that does not sign in."""
    asks_dealer(work)
    screen = work.window.sign_in.screen
    work.window.sign_in.ask_first()
    tries(screen, DEALER, PIN)
    work.until(lambda: bool(screen.state.note.heed))
    assert not work.shown.table.has(Role.DEALER)
    return screen.state.note.text


@pytest.mark.sweep
def test_a_dealer_whose_licence_has_ended_reads_it_in_the_own_language(live: LiveTable) -> None:
    ended = TODAY - timedelta(days=1)
    live.license(ended)
    with live.opened() as work:
        spoken = work.window.words.language
        text = refused(work)
        slots = {"what": ended.isoformat(), "today": TODAY.isoformat()}
        assert text == Words("lt").text("sign_in.barred.expired", **slots), "today: a clock set wrong shows"
        assert work.window.words.language == spoken != "lt", "the screen stays the table's"
    (note,) = live.noted("dealing_refused")
    assert note == ("dealing_refused", DEALER, f"expired {ended}")
    assert not live.noted("sign_in_failed"), "the PIN was right"


def test_a_dealer_of_another_game_is_refused(live: LiveTable) -> None:
    live.license(None, "roulette", "blackjack")
    with live.opened() as work:
        own = Words("lt")
        games = own.list_of(game_name(own, each).lower() for each in ("roulette", "blackjack"))
        baccarat = game_name(own, "baccarat").lower()
        assert refused(work).lower() == own.text("sign_in.barred.game", what=games, game=baccarat).lower()
    assert live.noted("dealing_refused") == [("dealing_refused", DEALER, "game roulette,blackjack")]


def test_who_may_deal_no_more_is_signed_out_once_the_journal_can_be_written(
    live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign-out that the disk did not take was the only one: a whole round more was dealt."""

    def fails(*_: object, **_also: object) -> NoReturn:
        raise NotRecorded(Unwritable.FULL)

    live.license(TODAY)
    with live.opened() as work:
        while work.view.phase != "shoe" or not work.shown.table.has(Role.DEALER):
            work.follow()
        work.clock.advance(86_400)
        with monkeypatch.context() as disk:
            disk.setattr(work.console.journal, "append", fails)
            work.window.sign_in.failed("D-115")
            work.until(lambda: work.shown.unwritable is not None)
            assert work.shown.table.has(Role.DEALER)
        work.until(lambda: not work.shown.table.has(Role.DEALER))
    assert live.noted("dealing_ended") == [("dealing_ended", DEALER, TODAY.isoformat())]


def test_a_licence_that_ends_at_the_table_ends_after_the_round(live: LiveTable) -> None:
    """TB-12, TB-36: the band shows its last day and its end, at the midnight of the studio's zone."""
    live.license(TODAY)
    with live.opened() as work:
        band, name = work.window.dealer.band, work.console.persons[DEALER].name
        while work.view.prompt.action != "await_bets":
            work.follow()
        last = work.window.words.text("band.licence.last", name=name)
        work.until(lambda: last in band.accessibleName())
        while work.view.phase != "dealing":
            work.follow()
        midnight = datetime.combine(TODAY + timedelta(days=1), datetime.min.time()).astimezone(UTC)
        passes(work, (midnight - work.clock.utc()).total_seconds() - 1, (DEALER, PIN))
        work.draw()
        work.clock.advance(2)
        over = work.window.words.text("band.licence.over", name=name, what=TODAY)
        work.until(lambda: over in band.accessibleName())
        while work.view.phase != "collecting":
            work.follow()
            assert work.shown.table.role_of(DEALER) is Role.DEALER, "the round is dealt to its end"
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))
        assert not work.shown.table.open_round
        assert work.view.prompt.action == "sign_in"
        over = work.window.words.text("band.licence.over", name=name, what=TODAY)
        work.until(lambda: work.window.dealer.prompt.text.note == over)
    assert live.noted("dealing_ended", "licence_ends") == [
        ("licence_ends", DEALER, TODAY.isoformat()),
        ("dealing_ended", DEALER, TODAY.isoformat()),
    ]


@pytest.mark.sweep
def test_each_end_of_a_mended_licence_says_why_the_dealer_went(live: LiveTable) -> None:
    ends = (TODAY, TODAY + timedelta(days=1))
    with live.opened() as work:
        for last in ends:
            live.license(last)
            while work.view.phase != "dealing":
                work.follow()
            passes(work, 86_400, (DEALER, PIN))
            while work.view.phase != "collecting":
                work.follow()
            work.follow()
            work.until(lambda: not work.shown.table.has(Role.DEALER))
    assert live.noted("dealing_ended") == [("dealing_ended", DEALER, last.isoformat()) for last in ends]


@pytest.mark.sweep
def test_the_dealer_who_is_signed_in_unlocks_the_screen_on_any_day(live: LiveTable) -> None:
    live.license(TODAY)
    with live.opened() as work:
        while work.view.phase != "dealing":
            work.follow()
        work.window.arrivals.lock()
        work.clock.advance(86_400)
        QTest.keyClicks(work.window.sign_in.screen, PIN)
        QTest.keyClick(work.window.sign_in.screen, Qt.Key.Key_Return)
        work.until(lambda: not work.window.surroundings.presence.locked)


def test_a_disabled_supervisors_duty_ends_at_a_closed_table_and_over_a_restart(
    live: LiveTable,
) -> None:
    for who in ("S-7", "S-8", "S-9"):
        live.people.add(Person(who, "Ona P.", Role.SUPERVISOR, "lt"), "271828")
    with live.opened() as work:
        work.console.line.ask(methodcaller("set_on_duty", "S-9"))
        work.until(lambda: work.shown.table.console.on_duty is not None)
        live.people.disable("S-9")
        work.until(lambda: work.shown.table.console.on_duty is None)
        work.console.line.ask(methodcaller("set_on_duty", "S-8"))
        work.until(lambda: work.shown.table.console.on_duty is not None)
    live.people.disable("S-8")
    with live.opened() as work:
        work.until(lambda: work.shown.table.console.on_duty is None)
    assert live.noted("supervisor_disabled") == [
        ("supervisor_disabled", "S-9", None), ("supervisor_disabled", "S-8", None),
    ]  # fmt: skip


@pytest.mark.sweep
def test_a_person_without_these_conditions_deals_as_before(live: LiveTable) -> None:
    with live.opened() as work:
        while work.view.phase != "dealing":
            work.follow()
    assert not live.noted("dealing_refused", "licence_ends", "dealing_ended")


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("rights", "why"),
    (
        (DealingRights("4711", TODAY - timedelta(days=1)), "dealing_ended"),
        (DealingRights("4711", trainee=True), "dealing_refused"),
        (DealingRights("4711", games=("roulette",)), "dealing_refused"),
    ),
    ids=("another day", "a trainee now", "another game"),
)
def test_a_change_made_at_another_table_counts_after_the_round(
    live: LiveTable, rights: DealingRights, why: str
) -> None:
    with live.opened() as work:
        while work.view.phase != "dealing":
            work.follow()
        live.people.set_rights(DEALER, rights, "withdrawn by the authority")
        while work.view.phase != "collecting":
            work.follow()
            assert work.shown.table.role_of(DEALER) is Role.DEALER, "the round is dealt to its end"
        work.follow()
        work.until(lambda: not work.shown.table.has(Role.DEALER))
    assert [what for what, who, _ in live.noted("dealing_ended", "dealing_refused") if who == DEALER] == [why]


@pytest.mark.sweep
def test_a_change_made_at_a_terminal_is_in_the_journal_at_once(live: LiveTable) -> None:
    with live.opened() as work:
        while work.view.phase != "dealing":
            work.follow()
        day = (TODAY + timedelta(days=90)).isoformat()
        arguments = ("licence", DEALER, "--licence", "4711", "--until", day, "--reason", "renewed")
        assert at_terminal([*arguments, "--file", str(live.people.path)]) == 0
        work.let_pass(1)
        work.until(lambda: bool(live.noted("people_licensed")))
    ((_, _, text),) = live.noted("people_licensed")
    assert text is not None and "renewed" in text


@pytest.mark.sweep
def test_a_day_that_was_moved_and_is_soon_is_warned_of_again(live: LiveTable) -> None:
    """The handover said nothing any more of a licence that ended in a week."""
    live.license(TODAY + timedelta(days=2))
    live.people.terminal = "root"
    with live.opened() as work:
        while not work.shown.table.has(Role.DEALER):
            work.follow()
        for until, games in ((TODAY + timedelta(days=7), ()), (TODAY + timedelta(days=7), ("baccarat",))):
            live.license(until, *games)
            work.window.sign_in.record_changes()
            work.until(work.is_settled)
    warned = [text for _, _, text in live.noted("licence_ends")]
    assert warned == [f"{TODAY + timedelta(days=days)}" for days in (2, 7)]


def test_a_dealer_without_a_licence_on_record_is_noted_if_the_list_has_others(live: LiveTable) -> None:
    """Nova Scotia 2005: one who had been refused dealt 19 months. A house may keep all licences elsewhere."""
    with live.opened() as work:
        while work.view.phase != "dealing":
            work.follow()
    assert not live.noted("no_licence")
    live.people.set_rights("P-7", DealingRights("4712", TODAY + timedelta(days=300)), "new")
    with live.opened(asks=False) as work:
        work.until(lambda: bool(live.noted("no_licence")))
    assert live.noted("no_licence") == [("no_licence", DEALER, None)]


def prepares(work: AtWork, prepared: str) -> None:
    """A card set comes that somebody prepared, and the table goes on to its first bets."""
    while work.view.prompt.action != "receive_decks":
        work.follow()
    line = {"do": "done", "by": DEALER, "set": "A-17", "prepared": prepared}
    work.console.station.submit(msgspec.json.encode(line))
    work.until(lambda: work.shown.table.sets.prepared == prepared)


PREPARER_NOTES = ("preparer_no_shuffler", "preparer_unlisted", "preparer_disabled")


@pytest.mark.parametrize(
    ("prepared", "noted"),
    [
        ("x7", []),
        ("Deck Mate 4711", []),
        (DEALER, [("preparer_no_shuffler", DEALER, "A-17")]),
        ("X9", [("preparer_unlisted", "X9", "A-17")]),
        ("x8", [("preparer_disabled", "x8", "A-17")]),
    ],
)
def test_a_preparer_who_is_neither_a_listed_shuffler_nor_a_machine_is_noted_once(
    live: LiveTable, prepared: str, noted: list[tuple[str, str, str]]
) -> None:
    for id in ("X7", "X8"):
        live.people.add(Person(id, f"Kai {id}", Trade.SHUFFLER, "lt"), "271828")
    live.people.disable("X8")
    with live.opened() as work:
        prepares(work, prepared)
        while work.view.prompt.action != "await_bets":
            work.follow()
    with live.opened(asks=False) as work:
        work.window.sign_in.failed("D-115")
        work.until(lambda: bool(live.noted("sign_in_failed")))
    assert live.noted(*PREPARER_NOTES) == noted, "a new start has nothing to add"


def test_a_preparer_is_looked_for_again_once_the_list_of_people_can_be_read(
    live: LiveTable, caplog: pytest.LogCaptureFixture
) -> None:
    """Each view looked again, and filled the log with its warning."""
    with live.opened() as work:
        whole = live.people.path.read_bytes()
        while work.view.prompt.action != "receive_decks":
            work.follow()
        live.people.path.write_bytes(whole[:40])
        prepares(work, "X9")
        work.follow()
        assert not live.noted(*PREPARER_NOTES)
        assert caplog.text.count("nobody's role can be looked for") == 1
        live.people.path.write_bytes(whole)
        while work.view.prompt.action != "await_bets":
            work.follow()
    assert live.noted(*PREPARER_NOTES) == [("preparer_unlisted", "X9", "A-17")]
