"""Where everything is put together: the table, its journal, its devices, its people, its window.

The one module that sees all; nothing imports it but the command line. What a LIVE table does not show at its
start is imported where it is made.
"""

from __future__ import annotations

import logging
import os
import random
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from console.bugs import reported
from console.config import (
    STAND_IN,
    ConfigError,
    Device,
    LinkConfig,
    TableConfig,
    check_allowed,
    language_named,
    load_config,
    role_simulated,
    training_config,
)
from console.custody.belongings import (
    FILES_KNOWN,
    FILES_MISSING,
    JOURNAL_SET_ASIDE,
    Allowed,
    Belonging,
    Gone,
    Missing,
    kept_files,
)
from console.custody.harm_watch import Harm, HarmWatch
from console.custody.shift_seals import ShiftSeals, make_key
from console.custody.software_watch import CHANGED, SOUND, Found, SoftwareChanged, SoftwareWatch, check
from console.custody.start_mark import LIVES, StartMark
from console.custody.table_opening import Opened, make_folder, open_session, refuse_terminals
from console.devices.health import Health
from console.devices.model import DeviceRole
from console.game.games import GAMES
from console.game.rulebook import Rulebook, RulebookError, load_rulebook
from console.journal import Damaged, Identity, JournalError, NotAJournal
from console.journal.proof.statement import NOT_SEALED
from console.link.errors import LinkError
from console.people.answers import Change, People
from console.people.errors import PeopleError
from console.people.file import PeopleFile
from console.people.marks import Mark
from console.review.live_table import reviewing
from console.table.games.game import of_cards
from console.table.games.registry import game_of
from console.table.judging.transition import CASINO, LIST_KNOWN, LIVE, SOFTWARE
from console.table.play.shifts import shift_at
from console.table.running.clock import Clock, SystemClock
from console.table.running.session import Session
from console.table.running.station import Asked, Shown, Station
from console.table.showing.dealer_view import Situation, dealer_view
from console.table.showing.screen_values import Mode, Person, Recovered
from console.table.state.views import View
from console.ui.felt.games import on_screen
from console.ui.kit.surface import show_fitting
from console.ui.window.bridge import Bridge, TableLine
from console.ui.window.table_window import Furnished, TableWindow
from console.words import Words
from console.words.failures import why
from console.words.speech import prompt_text

if TYPE_CHECKING:
    from console.arguments import WindowOptions
    from console.devices.port import SerialLink
    from console.devices.simulation.card_devices import SimulatedDevice
    from console.devices.simulation.wheel_sensor import SimulatedWheel
    from console.floor.table_side.line import FloorLine
    from console.floor.table_side.shift_duties import ShiftDuties
    from console.journal.archives import Closing
    from console.link.client import GameServerLink
    from console.link.players import Players
    from console.records.documents.paper import Paper
    from console.ui.dealer.first_paint import FirstPaint
    from console.ui.sign_in.sign_in_screen import SignInScreen
    from console.ui.window.heartbeat import Heartbeat
    from console.ui.window.practice import PracticeStrip
    from console.ui.window.start_trouble import About, TroubleScreen

log = logging.getLogger(__name__)

BAD_ARGUMENTS = 2
FORESEEN = (ConfigError, RulebookError, JournalError, LinkError, PeopleError, SoftwareChanged)
"""What a file of a table can't be used for."""
CUT_CARD = b'{"do":"cut_card"}'
AT_WORK = 1_500
"""Milliseconds after which a simulated table is at work, and is told what is due to be rehearsed."""
FIRST_PAINT = 50
"""Milliseconds that the table's window has to come over the screen that was there before it."""


def main(options: WindowOptions) -> int:
    """Open the window of a configured or a simulated table.

    What can't be used is said in one line, and of a LIVE table on the screen, with a press that looks again:
    a console at a table has no terminal that anybody sees. 2 if it was left so.
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication), "the console has widgets"
    application.setQuitOnLastWindowClosed(False)  # a screen of the start gives way to the next one
    heart = _heartbeat(application) if "NOTIFY_SOCKET" in os.environ else None
    trouble: TroubleScreen | None = None
    allowed: Allowed | None = None
    while True:
        with ExitStack() as stack:
            try:
                if heart is not None:
                    heart.opens()
                console = _console(options, stack, trouble, allowed, heart)
            except FilesMissing as gone:
                trouble = trouble or _trouble_screen(Words(_language(options)), options)
                print(f"dealer-console: {gone.said(trouble.words)}", file=sys.stderr)
                _waits(heart, trouble.words, gone.said(trouble.words))
                done = _goes_on(trouble, gone)
                if done is None:
                    return BAD_ARGUMENTS
                allowed = done if isinstance(done, Allowed) else allowed
                continue
            except StoodStill as found:
                from console.ui.window.start_trouble import PLAIN

                trouble = trouble or _trouble_screen(Words(_language(options)), options)
                _waits(heart, trouble.words, trouble.words.text(PLAIN.title))
                if not _tries_again(trouble, found.said, PLAIN):
                    return BAD_ARGUMENTS
                found.mark.end()
                continue
            except Exception as error:
                if not isinstance(error, FORESEEN):
                    if options.table is None:
                        raise
                    log.critical("unforeseen", exc_info=error)
                said, shown = partial(_said, error), partial(_shown, error)
            else:
                if console is None:
                    return 0
                first_paint = console.open(full_screen=options.full_screen)
                if trouble is not None:
                    trouble.hide()
                first_paint.then(partial(_keep_log, console.config.link))
                first_paint.then(_reach_everybody)
                first_paint.then(partial(_collect_garbage, application))
                if options.table is None:
                    QTimer.singleShot(AT_WORK, console.window, partial(_tell_due, console.window, options))
                    first_paint.then(partial(_ask_first, console))
                if heart is not None:
                    first_paint.then(partial(_lives, heart, console))
                    stack.callback(heart.ends)
                QTimer.singleShot(LIVES, console.window, console.mark.end)
                QTimer.singleShot(LIVES, console.window, console.keep_files)
                status = application.exec()
                if not console.refused:
                    return status
                continue  # the next start looks at the software first, and says why it is refused
        words = trouble.words if trouble is not None else Words(_language(options))
        print(f"dealer-console: {said(words)}", file=sys.stderr)
        if options.table is None:
            return BAD_ARGUMENTS
        trouble = trouble or _trouble_screen(words, options)
        _waits(heart, words, said(words))
        if not _tries_again(trouble, shown):
            return BAD_ARGUMENTS


def _ask_first(console: Console) -> None:
    """At a simulated table that is closed: to deal at once, or to open it as on a shift."""
    from console.ui.window.first_screen import ask_first

    ask_first(console.window, console.bridge, console.line.say)


def _heartbeat(application: QObject) -> Heartbeat | None:
    """What a service manager is told, where one listens."""
    import faulthandler

    from console.notify_socket import notify_socket
    from console.ui.window.heartbeat import Heartbeat

    told = notify_socket()
    if told is None:
        return None
    if told.watchdog:
        faulthandler.enable()  # its SIGABRT leaves in the system's journal where each thread stood
    return Heartbeat(told, application)


def _waits(heart: Heartbeat | None, words: Words, said: str) -> None:
    """A screen of the start stands, which waits for a person."""
    if heart is not None:
        heart.ready(words.text("service.waits", said=said))


def _lives(heart: Heartbeat, console: Console) -> None:
    """The table has been painted: from now on its thread is asked too."""
    words = Words(console.config.language)
    heart.passes_through(console.station.beat, lambda: console.journal.is_written)
    heart.ready(words.text("service.works", table=console.config.name), words.text("service.slow_disk"))


def _console(
    options: WindowOptions,
    stack: ExitStack,
    before: QWidget | None,
    allowed: Allowed | None = None,
    heart: Heartbeat | None = None,
) -> Console | None:
    """The table put together from its files as they are now; None: nobody made its first supervisor.

    ``before`` is a screen of the start that gives way to the next, ``allowed`` what it may go on without.
    Raises what a file can't be used for, FilesMissing, SoftwareChanged.
    """
    config = _linked(load_config(options.table) if options.table else _training(options), options)
    if options.table is not None:
        check_allowed(config, options.allow, options.table.name)
    if config.refuses_changed:
        check(config.release_key)
    rulebook = load_rulebook(config.rules).with_decision_time(config.decision_time)
    first: Person | None = None
    belonging, gone = None, tuple[Allowed, ...]()
    if config.people is not None and config.mode is Mode.LIVE:
        belonging = Belonging(config.journal, _people_file(config, config.people), config.name)
        gone = _allowed(tuple(belonging.missing()), belonging, config, allowed)
    if config.people is not None and PeopleFile(config.people).needs_first_supervisor:
        kept = _people_file(config, config.people)
        words = Words(config.language)
        _waits(heart, words, words.text("people.first"))
        first = _first_supervisor(kept, Words(config.language), before, options)
        if first is None:
            return None
        if heart is not None:
            heart.opens()
    simulated = (_simulation(options, rulebook), _players(options))
    make_folder(config.journal)
    mark = StartMark(config.journal)
    left = mark.found()
    if left is not None:
        raise StoodStill(mark, left)
    stack.callback(mark.end)
    mark.begin()
    try:
        console = Console(config, rulebook, SystemClock(), stack, *simulated, first)
    except (Damaged, NotAJournal) as error:
        beyond = belonging.damaged(error) if belonging is not None else None
        if belonging is None or beyond is None:
            raise
        done = _begun_anew(belonging, config, beyond, allowed)
        mark.end()  # what stood in its way is gone
        return _console(options, stack, before, done, heart)
    if belonging is not None:
        stray = belonging.stray(console.list_known) if first is None else None
        if stray is not None and not any(each.is_of(stray.file) for each in gone):
            gone = (*gone, *_allowed((stray,), belonging, config, allowed))
        console.belongs(belonging, gone)
    mark.tell(console.said_first())
    console.mark = mark
    return console


class FilesMissing(Exception):
    """Files that a LIVE table had are not there, and nobody has allowed it to go on without them."""

    def __init__(self, missing: tuple[Missing, ...], config: TableConfig) -> None:
        super().__init__("; ".join(map(str, missing)))
        self.missing, self.config = missing, config

    def said(self, words: Words) -> str:
        """What is missing, a sentence each."""
        return "\n".join(words.text(each.key, **each.slots) for each in self.missing)

    @property
    def by_pin(self) -> bool:
        """Whether a supervisor's PIN is enough to go on."""
        return all(each.by_pin for each in self.missing)

    @property
    def damaged(self) -> bool:
        """Whether it is a journal that is to be set aside."""
        return any(each.gone is Gone.DAMAGED for each in self.missing)


def _allowed(
    missing: tuple[Missing, ...], belonging: Belonging, config: TableConfig, given: Allowed | None
) -> tuple[Allowed, ...]:
    """Who has allowed the table to go on without what is missing. Raises FilesMissing, PeopleError."""
    had = belonging.had()
    every = [each for each in (given, had.allowed if had is not None else None) if each is not None]
    left = tuple(each for each in missing if not any(one.covers(each) for one in every))
    if left:
        raise FilesMissing(left, config)
    aside = next((one for one in every if one.aside), None)  # it stands twice: here, and kept
    return tuple(one for one in every if one is aside or (not one.aside and any(map(one.covers, missing))))


def _begun_anew(
    belonging: Belonging, config: TableConfig, damaged: Missing, given: Allowed | None
) -> Allowed:
    """Have the damaged journal set aside by who has allowed it. Raises FilesMissing where nobody has."""
    had = belonging.had()
    for one in (given, had.allowed if had is not None else None):
        if one is not None and one.covers(damaged):
            identity = Identity(config.name, config.game, config.rules)
            return belonging.begin_anew(identity, one, SystemClock().utc())
    raise FilesMissing((damaged,), config)


def _goes_on(screen: TroubleScreen, gone: FilesMissing) -> Allowed | bool | None:
    """What is missing is said: True to look again, None to leave, or who allowed it to go on without."""
    from console.ui.sign_in.sign_in_screen import SignInScreen
    from console.ui.window.start_trouble import DAMAGED, MISSING, TROUBLE

    loop, answers = QEventLoop(), list[Any]()
    with ExitStack() as asked:
        for signal, meant in ((screen.again, True), (screen.left, None)):
            asked.callback(signal.disconnect, signal.connect(partial(_answer, answers, loop, meant)))
        if gone.by_pin and gone.config.people is not None:
            people = _people_file(gone.config, gone.config.people)
            sign_in = SignInScreen(people, screen.words, screen)
            asked.callback(sign_in.deleteLater)
            asked.callback(sign_in.hide)
            sign_in.verified.connect(partial(_answer, answers, loop))
            sign_in.cancelled.connect(sign_in.hide)
            asks = partial(_asks, screen, sign_in, gone)
            asked.callback(screen.beyond.disconnect, screen.beyond.connect(asks))
        by_pin = DAMAGED if gone.damaged else MISSING
        screen.tell(gone.said, by_pin if gone.by_pin else TROUBLE)
        loop.exec()
    answer = answers[0] if answers else None
    if not isinstance(answer, Person):
        return True if answer is True else None
    return Allowed(tuple(f"{each.gone} {each.file}" for each in gone.missing), who=answer.id)


def _asks(screen: TroubleScreen, sign_in: SignInScreen, gone: FilesMissing) -> None:
    sign_in.set_words(screen.words)
    sign_in.setGeometry(screen.rect())
    sign_in.ask("begin_anew" if gone.damaged else "go_on")


class StoodStill(Exception):
    """A start before came to a standstill: this one shows in words what that one was to show."""

    def __init__(self, mark: StartMark, shown: str) -> None:
        """``shown`` may be nothing."""
        super().__init__(shown)
        self.mark, self._shown = mark, shown

    def said(self, words: Words) -> str:
        """What was to be shown; it stays in the language that it was kept in."""
        return self._shown or words.text("plain.unknown")


def _said(error: Exception, words: Words) -> str:
    """What can't be used, in words; of a configuration in its own, which name file, key and way out."""
    match error:
        case JournalError() | LinkError() | PeopleError():
            return why(error, words)
        case ConfigError() | RulebookError():
            return str(error)
        case SoftwareChanged():
            return _refused(error.found, words)
        case _:  # a disk's error, or a bug: whoever is called has to know which
            return f"{why(error, words)} ({type(error).__name__}: {error})"


_FILES_SHOWN = 6
"""Of those that are not as they were released, on the screen; the command names all."""


def _refused(found: Found | None, words: Words) -> str:
    """Why the table does not deal with this software: what differs, and by which key of its file."""
    from console.software.manifest import here

    if found is None:
        said = [words.text("software.refused.unknown")]
    elif not found.findings:
        said = [words.text("software.refused.signature")]
    else:
        said = [words.count("software.bad", len(found.findings), place=here().folder)]
        for each in found.findings[:_FILES_SHOWN]:
            said.append(words.text(f"software.{each.kind}", name=ascii(each.file)[1:-1]))
        said += ["…"] if len(found.findings) > _FILES_SHOWN else []
    return "\n".join((*said, words.text("software.refused")))


def _shown(error: Exception, words: Words) -> str:
    """The same for the screen: what a file's reader says stays English, and is said to be that."""
    said = _said(error, words)
    if isinstance(error, ConfigError | RulebookError):
        return f"{words.text('trouble.reader')}\n{said}"
    return said


def _language(options: WindowOptions) -> str:
    """The language of the table's file if that much of it can be read."""
    return language_named(options.table) or options.lang


def _trouble_screen(words: Words, options: WindowOptions) -> TroubleScreen:
    """The screen for a table that can't start."""
    from console.ui.window.start_trouble import TroubleScreen

    screen = TroubleScreen(words)
    _show(screen, full_screen=options.full_screen)
    return screen


def _tries_again(screen: TroubleScreen, said: Callable[[Words], str], about: About | None = None) -> bool:
    """Say what is wrong, and wait for a press: whether it is to be looked at again."""
    loop = QEventLoop()
    again: list[bool] = []
    with ExitStack() as asked:
        for signal, meant in ((screen.again, True), (screen.left, False)):
            asked.callback(signal.disconnect, signal.connect(partial(_answer, again, loop, meant)))
        screen.tell(said, about)
        loop.exec()
    return again == [True]


def _answer(answers: list[Any], loop: QEventLoop, meant: object) -> None:
    answers.append(meant)
    loop.quit()


def _show(screen: QWidget, *, full_screen: bool) -> None:
    """Show a window as large as it may be: over the whole screen, or within what is free of it."""
    if full_screen:
        # A kiosk may have no window manager that would make it so large.
        screen.setGeometry(screen.screen().geometry())
        screen.showFullScreen()
    else:
        show_fitting(screen)


class Console:
    """A table at work with its window; ``stack`` takes it down again in the right order."""

    def __init__(
        self,
        config: TableConfig,
        rulebook: Rulebook,
        clock: Clock,
        stack: ExitStack,
        simulate: Callable[[bytes], SimulatedDevice | SimulatedWheel] | None = None,
        players: Players | None = None,
        first: Person | None = None,
    ) -> None:
        """Open the journal and put window and devices to its table. Raises JournalError, PeopleError,
        LinkError.

        ``simulate`` makes a simulated table's shoe or reader from the cards that have left it, or its wheel;
        ``players`` sit at it, where the game server is the simulated table's own; ``first`` was made the
        first supervisor just now.
        """
        self.config = config
        self._players = players
        self.bridge = Bridge()
        self._stack = stack
        self.floor: FloorLine | None = None
        """The line to the floor that the table belongs to, once the window has been painted."""
        self._last_shown: Shown | None = None
        self._duties: ShiftDuties | None = None
        self.mark = StartMark(config.journal)
        self._belonging: Belonging | None = None
        self._software: Found | None = None
        self.refused = False
        """Whether the window was left because the software was changed while it played."""
        self.link = self._game_server(config.link, Words(rulebook.market)) if config.link else None
        opened, recovered = _opened(config, rulebook, clock, stack)
        session = self._session = opened.session
        self._rulebook = rulebook
        self._clock = clock
        self._seals = _shift_seals(config, opened, clock, self._not_sealed)
        self._began = opened.stopped or clock.utc()
        """When something happened last before this start."""
        pause = None if config.link else config.betting_pause
        self.journal = opened.journal
        self._watch = HarmWatch(opened.journal, clock, self._harmed)
        self._stack.callback(self._watch.wait)
        self.station = Station(session, clock, self._shown, self.bridge.fail, pause=pause, tells_clock=True)
        self.line = TableLine(self.station)
        people, persons = _people(config)
        self._people = people if isinstance(people, PeopleFile) else None
        count_due = recovered is not None and GAMES[config.game].is_answered and session.table.open_round
        self._counted = Event()
        """Set unless a restart fell into a hand: what is read waits until its cards have been counted."""
        if not count_due:
            self._counted.set()
        furnished = Furnished(
            reviewing(config, persons, clock, _paged)._replace(
                seal=self._seals.seal_now if self._seals else None
            ),
            keeps=self._people,
            first_supervisor=first,
            count_due=count_due,
        )
        if self._people is not None:
            furnished = furnished._replace(changes=partial(_changes, self._people))
        self.window = TableWindow(
            self.bridge, self.line, clock, config, rulebook, people, persons, recovered, furnished
        )
        self.window.counted.connect(self._counted.set)
        self.simulated = simulate(session.table.shoe.seen) if simulate is not None else None
        if self.simulated is not None and self.simulated.name is not DeviceRole.WHEEL:
            self.simulated.on_cut_card = lambda: self.station.submit(CUT_CARD)
        self.panel = self._panel(self.simulated) if self.simulated is not None else None

    def open(self, *, full_screen: bool) -> FirstPaint:
        """Show the table in its window; table and devices begin to work once the prompt has been painted.

        Returns what else can be left until then.
        """
        self._stack.enter_context(reported(self.bridge.fail))
        first_paint = self.window.dealer.paint_prompt_first()
        first_paint.then(self._note_software)
        self.station.show()
        self._stack.callback(self.station.stop)
        self._stack.callback(self.station.take_up)  # what was given to a window that closed at once
        first_paint.then(self.station.take_up)
        _show(self.window, full_screen=full_screen)
        first_paint.then(self._start_devices)
        first_paint.then(self._attach_loop)
        if self.config.mode is Mode.LIVE:
            first_paint.then(self._watch_software)
        if self.config.floor is not None:
            first_paint.then(self._join_floor)
        if self.config.monitoring is not None:
            first_paint.then(self._tell_monitoring)
        return first_paint

    def _note_software(self) -> None:
        """Have it recorded what runs here, before the table takes anything up.

        An installed console reads one file for it; a checkout makes its manifest, and is not waited for.
        """
        from console.software.manifest import here

        if not here().is_checkout:
            self._tell_software()
        else:
            telling = Thread(target=self._tell_software, name="software", daemon=True)
            telling.start()
            self._stack.callback(telling.join)

    def _tell_software(self) -> None:
        from console import __version__
        from console.game.rulebook import rulebook_folder
        from console.software.identity import Software, at_work

        rulebook = rulebook_folder() / f"{self.config.rules}.toml"
        try:
            software = at_work(rulebook, self.config.digest)
        except OSError as error:  # a file was taken away meanwhile: what is known is told
            log.warning("the software's digests can't be told: %s", error)
            software = Software(__version__, configuration=self.config.digest)
        self.station.note(SOFTWARE, text=software.text)

    def _watch_software(self) -> None:
        """Begin to look whether the software is as it was released."""
        watch = SoftwareWatch(self.config.release_key, self._looked_at)
        watch.start()
        self._stack.callback(watch.stop)

    def _looked_at(self, found: Found) -> None:
        """In the watch's thread, where it is another thing than before."""
        self._software = found
        self.bridge.tell_software(0 if found.good else max(1, len(found.findings)))
        self.station.note(SOUND if found.good else CHANGED, text=found.text)

    def _leave_changed(self, shown: Shown) -> None:
        """Leave the table if its software may not go on, and no round is open."""
        changed = self._software is not None and not self._software.good
        if changed and self.config.refuses_changed and not shown.table.open_round and not self.refused:
            self.refused = True
            self.bridge.refuse()

    def _join_floor(self) -> None:
        """Begin to tell the floor; nothing of it has been imported before."""
        from importlib.util import find_spec

        from console import __version__
        from console.floor.door import START, PostgresDoor
        from console.floor.table_side.account import NoAccount, account_of, dsn_of, password_in
        from console.floor.table_side.line import FloorLine
        from console.floor.table_side.self_report import Beside
        from console.floor.table_side.shift_duties import ShiftDuties

        config, floor = self.config, self.config.floor
        assert floor is not None, "asked before"
        name = floor.table or config.name
        try:
            if floor.password_file is not None:
                password_in(floor.password_file)
        except NoAccount as error:  # the table plays on, and its journal says why nothing is sent
            log.error("the floor is not joined: %s", error)
            self.station.note("floor_not_joined", text=str(floor.password_file))
            self.window.floor_not_joined()
            return
        if find_spec("psycopg") is None:
            log.error("the floor is not joined: psycopg is not installed")
            self.station.note("floor_missing", text="psycopg")
            self.window.floor_not_joined()
            return
        account = floor.account or account_of(name)
        dsn = dsn_of(floor.address, account, floor.ca, floor.database)
        file = floor.password_file
        token = None if file is None else lambda: password_in(file)
        door = PostgresDoor(dsn, name, token, now=self._clock.utc)
        game, window = self._session.game, self.window
        beside = Beside(
            mode=config.mode.value,
            place=floor.place or "",
            version=__version__,
            console=START.hex(),
            name=window.name_of,
        )
        line = FloorLine(
            config.journal,
            door,
            game if game.cards else None,
            beside,
            self.station.note,
            self._clock.utc,
            window.learn_name,
            self.bridge.floor_has_twins.emit,
        )
        self._stack.callback(line.stop)
        self._duties = ShiftDuties(_shift_of(config), self._began)
        self.bridge.floor_has_twins.connect(window.floor_has_twins)
        window.lamps_changed.connect(line.lamps)
        if self._last_shown is not None:
            line.show(self._last_shown)
        self.floor = line
        if self._last_shown is not None:
            line.show(self._last_shown)  # what came between the two; what is older is passed over
        line.start()

    def _tell_monitoring(self) -> None:
        """Begin to write how the table is doing; nothing of it has been imported before."""
        from console.monitoring.own_health import OwnHealth

        monitoring = self.config.monitoring
        assert monitoring is not None, "asked before"
        health = OwnHealth(self.config.journal, monitoring.textfile, monitoring.every)
        health.start()
        self._stack.callback(health.stop)

    def _attach_loop(self) -> None:
        """What waits in the window is done on it; the start has waited for none of it."""
        from console.ui.kit import work

        work.loop()
        self._stack.callback(work.end)

    def said_first(self) -> str:
        """What the window shows first, in the words of its language: the prompt, then what lies there."""
        view, words = self._session.view(), self.window.words
        situation = Situation(
            mode=self.config.mode,
            name=self.config.name,
            game=self.config.game,
            rulebook=self._rulebook,
            persons={},
            banker_left=not self.config.mirrored,
        )
        shown = dealer_view(view, self._session.table, situation)
        lies = on_screen(self.config.game).frozen.heard(shown, words) if view.round else []
        return "\n".join((prompt_text(words, view, for_dealer=True), *lies))

    def _start_devices(self) -> None:
        if self._seals is not None:
            Thread(target=make_key, args=(self._not_sealed,), name="seal key", daemon=True).start()
        for link in self._links():
            link.start()
            self._stack.callback(link.stop)
        self._stack.callback(self._counted.set)  # or whoever holds a reading back would not end
        if self.link is not None:
            self.link.start()
            self._stack.callback(self.link.stop)
        if self.simulated is not None and self.panel is not None:
            self.simulated.start()
            self._stack.callback(self.simulated.stop)
            self.panel.come()

    def _shown(self, shown: Shown) -> None:
        """In the table's thread once it runs: to window and server, then to the simulated device."""
        self.bridge.show(shown)
        if self.link is not None:
            self.link.show(shown)
        self._last_shown = shown
        if self.floor is not None and self._duties is not None:
            unsigned = self._duties.unsigned(shown.table.handed, self._clock.utc())
            self.floor.owes(unsigned=unsigned, unsealed=self._seals is not None and self._seals.owes)
            self.floor.show(shown)
        if self.simulated is not None:
            self.simulated.show(shown.view)
        if shown.job is not None and not shown.table.open_round:
            self._watch.look()
        self._leave_changed(shown)
        if self._seals is not None and shown.job is not None:
            self._seals.look(signed=isinstance(shown.job, Asked))

    @property
    def list_known(self) -> str:
        """What the journal says of the list of people."""
        return self._session.table.list_known

    def belongs(self, belonging: Belonging, gone: tuple[Allowed, ...]) -> None:
        """Have recorded without which files the table starts, and which it has; before it is at work.

        From then on the people's list must go on from what it is now, or nobody signs in.
        """
        self._belonging = belonging
        for each in gone:
            self._session.note(JOURNAL_SET_ASIDE if each.aside else FILES_MISSING, each.who, each.text)
        if belonging.is_new():
            self._session.note(FILES_KNOWN, text=belonging.said())
        if any(each.is_of(belonging.people.path) for each in gone):
            belonging.people.mark_anew()
        listed = belonging.listed()
        if listed and listed != self.list_known:
            self._session.note(LIST_KNOWN, text=listed)
        if self._people is not None:
            self._people.follow(self._list_changed)

    def _list_changed(self, mark: Mark) -> None:
        """In the thread that read the list."""
        assert self._people is not None, "a list that is followed is kept in a file"
        self.station.note(LIST_KNOWN, text=f"{self._people.identity} {mark.text}")
        self.keep_files()

    def keep_files(self) -> None:
        """Have kept which files the table has, once it is at work; nobody waits for it."""
        if self._belonging is not None:
            keeping = Thread(target=kept_files, args=(self._belonging,), name="table files", daemon=True)
            keeping.start()
            self._stack.callback(keeping.join)

    def _harmed(self, harm: Harm) -> None:
        """Have it left between rounds, once: what is asked twice may have been done meanwhile."""

        def left(session: Session) -> View:
            return session.leave_harmed(harm.said) if self.journal.heading == harm.of else session.view()

        self.station.ask(left)

    def _not_sealed(self, why: str) -> None:
        self.station.note(NOT_SEALED, text=why)

    def _links(self) -> list[SerialLink]:
        if self.simulated is not None:
            return [self._link(Device.usual(self.simulated.name, self.simulated.url))]
        return [self._link(device) for device in self.config.devices]

    def _link(self, device: Device) -> SerialLink:
        from console.devices.port import SerialLink

        role, quiet = device.role, device.silent_after

        def healthy(health: Health) -> None:
            self.station.note(f"device_{health}", text=role)
            self.bridge.tell_health(role, health)

        def heard(received: bytes) -> None:
            self._counted.wait()
            self.station.hear(role, received)
            if quiet is not None:
                self.bridge.tell_heard(role)

        return SerialLink(device.url, heard, healthy, self.bridge.fail, baud=device.baud, silent_after=quiet)

    def _game_server(self, link: LinkConfig, market: Words) -> GameServerLink:
        """The link to the game server, not yet begun. Raises LinkError if it may not be so."""
        from console.link.client import GameServerLink
        from console.link.server import server_at
        from console.words.output_line import encode

        person, url = Words(self.config.language), link.url
        if url == STAND_IN and self.config.mode.is_simulated:
            url = self._stand_in()
        server = server_at(
            url,
            table=link.table or self.config.name,
            ca=link.ca,
            token_file=link.token_file,
            plain_ok=link.plain_ok,
        )

        def healthy(health: Health) -> None:
            self.station.note(f"link_{health}")
            self.bridge.tell_health("link", health)

        def offer(line: bytes) -> bool:
            return self.station.offer(line)

        return GameServerLink(
            server, offer, lambda view: encode(view, person, market), healthy, self.bridge.fail
        )

    def _stand_in(self) -> str:
        """Where a game server of the simulated table's own listens, on the loopback alone."""
        from console.link.stand_in import StandIn

        stand_in = StandIn(players=self._players.due) if self._players is not None else StandIn()
        stand_in.start()
        self._stack.callback(stand_in.stop)
        return stand_in.url

    def _panel(self, simulated: SimulatedDevice | SimulatedWheel) -> PracticeStrip:
        from console.ui.window.practice import PracticeStrip, with_cards, with_wheel

        practice = with_wheel(simulated) if simulated.name is DeviceRole.WHEEL else with_cards(simulated)
        strip = PracticeStrip(practice, self.window.words, simulated.pace, self.window)
        self.window.language_changed.connect(strip.set_words)
        self.window.take_strip(strip)
        return strip


def _simulation(
    options: WindowOptions, rulebook: Rulebook
) -> Callable[[bytes], SimulatedDevice | SimulatedWheel] | None:
    """How a simulated table's device is made; None at a LIVE table, which has a real one."""
    if options.table is not None:
        return None
    if role_simulated(options.game) is DeviceRole.WHEEL:
        return _simulated_wheel(options.pace)
    from console.devices.simulation.card_devices import PACE, SimulatedReader, SimulatedShoe

    make = SimulatedShoe if role_simulated(options.game) is DeviceRole.SHOE else SimulatedReader
    pace = PACE if options.pace is None else options.pace
    from_end = of_cards(game_of(rulebook, options.game)).rules.cut_card.from_end
    return lambda seen: make(random.Random(), seen=seen, pace=pace, from_end=from_end)


def _simulated_wheel(pace: float | None) -> Callable[[bytes], SimulatedWheel]:
    from console.devices.simulation.wheel_sensor import PACE, SimulatedWheel

    return lambda seen: SimulatedWheel(random.Random(), pace=PACE if pace is None else pace)


def _players(options: WindowOptions) -> Players | None:
    """Who plays at a simulated table; nobody at a LIVE one."""
    if options.table is not None:
        return None
    from console.link.players import Habits, Players

    slowest = options.answers
    return Players(random.Random(), Habits() if slowest is None else Habits(seconds=(slowest / 6, slowest)))


def _training(options: WindowOptions) -> TableConfig:
    return training_config(options.game, options.rules, options.lang)


def _linked(config: TableConfig, options: WindowOptions) -> TableConfig:
    """The table with the link that the command line names, else with the one of its file."""
    if options.link is None:
        return config
    given = LinkConfig(options.link, options.ca, options.token)
    if config.link is not None:
        given = replace(given, table=config.link.table, plain_ok=config.link.plain_ok)
    return replace(config, link=given)


def _changes(people: PeopleFile, after: int) -> tuple[Change, ...]:
    """What was done to them at a terminal; none where that can't be read, which the next sign-in says."""
    try:
        return people.changes_after(after)
    except PeopleError as error:
        log.warning("what was done to the people at a terminal can't be read: %s", error)
        return ()


def _people_file(config: TableConfig, path: Path) -> PeopleFile:
    """The table's people, as its file would have them kept."""
    return PeopleFile(path, pepper=config.pepper, least=config.pin_digits)


def _first_supervisor(
    people: PeopleFile, words: Words, before: QWidget | None, options: WindowOptions
) -> Person | None:
    """Who is made the first supervisor of a LIVE table; None: nobody."""
    from console.ui.kit.keyboard import touch_typing
    from console.ui.people.person_form import FirstSupervisor

    form = FirstSupervisor(people.add, words)
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)
    made: list[Any] = []
    loop = QEventLoop()
    form.made.connect(partial(_answer, made, loop))
    form.left.connect(loop.quit)
    _show(form, full_screen=options.full_screen)
    form.begin()
    if before is not None:
        before.hide()
    loop.exec()
    QTimer.singleShot(FIRST_PAINT, form.deleteLater)  # the table's window comes over it first
    return made[0] if made else None


def _people(config: TableConfig) -> tuple[People, dict[str, Person]]:
    """Who may sign in at this table, and whom the console knows by id."""
    if config.people is None:
        from console.people.table_people import people

        given = people(config.language)
        return given, {each.person.id: each.person for each in given.given}
    file = _people_file(config, config.people)
    return file, {record.id: record.person for record in file.people}


def _closing(config: TableConfig) -> Closing | None:
    if not config.journal_monthly and config.journal_mib is None:
        return None
    from console.journal.archives import Closing

    return Closing(config.journal_monthly, config.journal_mib)


def _opened(
    config: TableConfig, rulebook: Rulebook, clock: Clock, stack: ExitStack
) -> tuple[Opened, Recovered | None]:
    """The table where its journal ended, and since when it stood still if it had begun."""
    make_folder(config.journal)
    opened = open_session(
        config.journal,
        Identity(config.name, config.game, config.rules),
        rulebook,
        clock,
        stack,
        shift=lambda at: shift_at(at.astimezone(), config.shifts),
        closing=_closing(config),
    )
    if config.mode is Mode.LIVE and not opened.session.table.live:
        refuse_terminals(config.journal)
        opened.session.note(LIVE)
    if config.mode is Mode.LIVE and opened.session.table.casino != (config.casino or ""):
        opened.session.note(CASINO, text=config.casino or "")
    opened.session.set_procedures(config.procedures_off)
    opened.session.set_limits(config.limits)
    for device in config.devices:
        opened.session.attach(device.attached)
    if opened.stopped is None:
        return opened, None
    opened.session.note("restarted", text=opened.stopped.isoformat())
    return opened, Recovered(opened.stopped, clock.utc(), damaged=opened.salvage is not None)


def _shift_seals(
    config: TableConfig, opened: Opened, clock: Clock, failed: Callable[[str], None]
) -> ShiftSeals | None:
    """What seals the journal at a shift's end; none at a simulated table, whose journal proves nothing."""
    if config.mode is not Mode.LIVE:
        return None
    begun = opened.stopped or clock.utc()
    return ShiftSeals(opened.journal, clock, _shift_of(config), begun, failed=failed)


def _shift_of(config: TableConfig) -> Callable[[datetime], str]:
    """What names the shift of a moment at a table."""
    return lambda at: shift_at(at.astimezone(), config.shifts)


def _keep_log(link: LinkConfig | None) -> None:
    from console.error_log import default_folder, keep_log
    from console.link.server import read_token
    from console.secrets import Scrubber

    hidden: tuple[str, ...] = ()
    if link is not None and link.token_file is not None:
        with suppress(LinkError):  # said already, where the link is made
            hidden = (read_token(link.token_file).said,)
    keep_log(default_folder(), Scrubber(hidden))


def _reach_everybody() -> None:
    from console.ui.kit.accessibility import install
    from console.ui.kit.keyboard import touch_typing

    install()
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)


def _paged(paper: Paper) -> bytes:
    """A document's pages as a PDF: loaded with the first that is wanted."""
    from console.ui.paper.document import pdf_of

    return pdf_of(paper)


def _tell_due(window: TableWindow, options: WindowOptions) -> None:
    """What is due to be rehearsed by who is at a simulated table; a press begins it in a process of its own.

    A LIVE table's process never comes here: nothing of rehearsals is loaded there.
    """
    from console.commands.rehearsals import RehearsalOptions, due_today
    from console.ui.rehearsal.due_tab import DueTab

    def begin(language: str) -> None:
        import os
        import subprocess

        root = Path(__file__).parents[1]
        more = {"PYTHONPATH": os.pathsep.join(filter(None, (str(root), os.environ.get("PYTHONPATH"))))}
        asked = ("rehearsal", "--rules", options.rules, "--lang", language)
        full = ("--full-screen",) if options.full_screen else ()
        own = ("--table", str(options.table)) if options.table is not None else ()
        subprocess.Popen((sys.executable, "-m", "console", *asked, *own, *full), env={**os.environ, **more})

    told = partial(due_today, RehearsalOptions(options.rules, options.lang), game=options.game)
    DueTab(window, told, begin).show()


def _collect_garbage(application: QObject) -> None:
    """From now on, only in what comes after the start, and in the window's thread alone."""
    from console.ui.window.garbage import Garbage

    Garbage(application)
