"""The start: from the command line to a table in its window, and the questions before."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from console.app import troubles
from console.app.console_at_table import Console, game_server
from console.app.parts import slots
from console.base.command_line import BAD_ARGUMENTS
from console.base.errors import log_bug
from console.base.words import Words
from console.table.config import (
    LinkConfig,
    TableConfig,
    check_allowed,
    load_config,
    simulated_role,
    training_config,
)
from console.table.core import Mode, Person, SystemClock, game_of, of_cards
from console.table.custody import LIVES, Allowance, Belonging, Missing, StartMark, make_folder, software_watch
from console.table.devices import DeviceRole
from console.table.game import Rulebook, load_rulebook
from console.table.journal import DamagedJournal, LosesEntries, NotAJournal
from console.table.link import LinkError
from console.table.people import PeopleFile, people_file
from console.table.ui.hands import HeldKeys
from console.table.ui.kit import warn_if_dark, warn_if_silent

if TYPE_CHECKING:
    from console.app.window_options import WindowOptions
    from console.table.devices import SimulatedDevice, SimulatedWheel
    from console.table.link import Players
    from console.table.ui.window import Heartbeat, TroubleScreen


def simulation(
    options: WindowOptions, rulebook: Rulebook
) -> Callable[[bytes], SimulatedDevice | SimulatedWheel] | None:
    """The maker of a simulated table's device; None at a LIVE table, which has a real one."""
    if options.table is not None:
        return None
    if simulated_role(options.game) is DeviceRole.WHEEL:
        return _simulated_wheel(options.pace)
    from random import Random

    from console.table.devices import PACE, SimulatedReader, SimulatedShoe

    make = SimulatedShoe if simulated_role(options.game) is DeviceRole.SHOE else SimulatedReader
    pace = PACE if options.pace is None else options.pace
    from_end = of_cards(game_of(rulebook, options.game)).rules.cut_card.from_end
    return lambda used: make(Random(), used_counts=used, pace=pace, from_end=from_end)


def _simulated_wheel(pace: float | None) -> Callable[[bytes], SimulatedWheel]:
    from random import Random

    from console.table.devices import PACE, SimulatedWheel

    return lambda _: SimulatedWheel(Random(), pace=PACE if pace is None else pace)


def players_of(options: WindowOptions) -> Players | None:
    """The players of a simulated table; None at a LIVE one."""
    if options.table is not None:
        return None
    from random import Random

    from console.table.link import Habits, Players

    slowest = options.answers
    return Players(Random(), Habits() if slowest is None else Habits(seconds=(slowest / 6, slowest)))


def training(options: WindowOptions) -> TableConfig:
    return training_config(options.game, options.rules, options.language)


def configured(options: WindowOptions) -> TableConfig:
    """The table's settings; the command line precedes the file. Raises ConfigError."""
    if options.table is None:
        return with_link(training(options), options)
    config = with_link(load_config(options.table), options)
    return replace(config, language=options.lang or config.language)


def with_link(config: TableConfig, options: WindowOptions) -> TableConfig:
    """The table with the command line's link, else with its file's."""
    if options.link is None:
        return config
    given = LinkConfig(options.link, options.ca, options.token)
    if config.link is not None:
        given = replace(given, table=config.link.table, plain_ok=config.link.plain_ok)
    return replace(config, link=given)


log = logging.getLogger(__name__)


IDLE, APART = 20_000, 100
"""Milliseconds from the first paint of a LIVE table until what its screens have not needed yet is loaded, and
between two modules.
"""
AT_WORK = 1_500
"""Milliseconds after which a simulated table is at work, and shows the due rehearsals."""


FIRST_PAINT = 50
"""Milliseconds within which the table's window covers the screen before it."""


def main(options: WindowOptions) -> int:
    """Open the window of a configured or a simulated table. An error is printed in one line; a LIVE table's
    is shown on the screen, with a press that looks again, since nobody sees a terminal there. Returns 2 if
    that screen was left.
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication), "the console has widgets"
    HeldKeys(application)
    application.setQuitOnLastWindowClosed(False)  # A screen of the start gives way to the next one.
    start = _Start(options, application)
    while (status := start.attempt()) is None:
        pass
    return status


class _Start:
    """The attempts to open a table: an obstacle is shown, and a permission holds for the next."""

    def __init__(self, options: WindowOptions, application: QApplication) -> None:
        self._options, self._application = options, application
        self._heart = heartbeat_of(application) if "NOTIFY_SOCKET" in os.environ else None
        self._screen: TroubleScreen | None = None
        self._allowed: Allowance | None = None

    def attempt(self) -> int | None:
        """Open the table once. Returns the program's exit status; None to try again."""
        with ExitStack() as stack:
            try:
                if self._heart is not None:
                    self._heart.opens()
                console = _console(self._options, stack, self._screen, self._allowed, self._heart)
            except troubles.FilesMissing as missing:
                return self._ask_about_files(missing)
            except troubles.EarlierStandstill as standstill:
                return self._ask_about_standstill(standstill)
            except Exception as error:
                if not isinstance(error, troubles.FORESEEN):
                    if self._options.table is None:
                        raise
                    log_bug(error)  # The log of a table begins with its first paint.
                obstacle = error
            else:
                return 0 if console is None else self._play(console, stack)
        return self._show_obstacle(obstacle)

    def _play(self, console: Console, stack: ExitStack) -> int | None:
        """Show the table until its window is left; None if its software was refused during play."""
        options, heart, later = self._options, self._heart, QTimer.singleShot
        first_paint = console.open(full_screen=options.full_screen)
        if self._screen is not None:
            self._screen.hide()
        first_paint.then(partial(keep_table_log, console.config.link))
        for warn in (warn_if_dark, warn_if_silent):
            first_paint.then(partial(warn, Words(console.config.language)))
        first_paint.then(reach_everybody)
        first_paint.then(partial(collect_garbage, self._application))
        if options.table is None:
            if (show_due := slots().get("due_rehearsals")) is not None:
                due = partial(
                    show_due,
                    console.window,
                    rules=options.rules,
                    game=options.game,
                    language=options.language,
                    full_screen=options.full_screen,
                )
                later(AT_WORK, console.window, due)
            first_paint.then(partial(ask_first, console))
        if heart is not None:
            first_paint.then(partial(begin_heartbeat, heart, console))
            # systemd soon kills a service that reports its stop: no report if another attempt follows.
            stack.callback(lambda: heart.opens() if console.software.refused else heart.ends())
        later(LIVES, console.window, console.mark.end)
        later(LIVES, console.window, console.files.keep)
        if options.table is not None:
            later(IDLE, console.window, partial(load_ahead, console.window, screens()))
        status = self._application.exec()
        # After a refusal the next start checks the software first, and shows why it is refused.
        return None if console.software.refused else status

    def _ask_about_files(self, missing: troubles.FilesMissing) -> int | None:
        screen = self._shown_screen()
        print(f"dealer-console: {missing.text(screen.words)}", file=sys.stderr)
        report_waiting(self._heart, screen.words, missing.text(screen.words))
        done = troubles.ask_about_missing(screen, missing)
        if isinstance(done, Allowance):
            self._allowed = done
        return BAD_ARGUMENTS if done is None else None

    def _ask_about_standstill(self, standstill: troubles.EarlierStandstill) -> int | None:
        """Show that the start before this one stood still, until somebody has it tried again."""
        from console.table.ui.window import PLAIN

        screen = self._shown_screen()
        report_waiting(self._heart, screen.words, screen.words.text(PLAIN.title))
        if not troubles.wait_for_retry(screen, standstill.text, PLAIN):
            return BAD_ARGUMENTS
        standstill.mark.end()
        return None

    def _show_obstacle(self, error: Exception) -> int | None:
        """Print why the table does not open; at a LIVE table, show it until somebody has it tried again."""
        words = self._screen.words if self._screen is not None else Words(troubles.language_of(self._options))
        message = troubles.trouble_text(error, words)
        print(f"dealer-console: {message}", file=sys.stderr)
        if self._options.table is None:
            return BAD_ARGUMENTS
        screen = self._shown_screen()
        report_waiting(self._heart, words, message)
        return None if troubles.wait_for_retry(screen, partial(troubles.shown_of, error)) else BAD_ARGUMENTS

    def _shown_screen(self) -> TroubleScreen:
        """The screen for obstacles, the same one at each attempt."""
        if self._screen is None:
            self._screen = troubles.trouble_screen(Words(troubles.language_of(self._options)), self._options)
        return self._screen


def screens() -> Iterator[str]:
    """The modules of a table's screens, by name."""
    ui = import_module("console.table.ui")
    return (each.name for each in walk_packages(ui.__path__, f"{ui.__name__}."))


def load_ahead(window: QWidget, names: Iterator[str]) -> None:
    """Load the next of these modules, and the others after it, while the window is there: no incident then
    needs a file that somebody has replaced under the running table.
    """
    if (name := next(names, None)) is not None:
        import_module(name)
        QTimer.singleShot(APART, window, partial(load_ahead, window, names))


def heartbeat_of(application: QObject) -> Heartbeat | None:
    """The signs of life for a service manager; None if none listens."""
    import faulthandler

    from console.base.system import notify_socket
    from console.table.ui.window import Heartbeat

    listener = notify_socket()
    if listener is None:
        return None
    if listener.watchdog:
        faulthandler.enable()  # On its SIGABRT the system's journal gets the stack of each thread.
    return Heartbeat(listener, application)


def report_waiting(heart: Heartbeat | None, words: Words, reason: str) -> None:
    """Report that a screen of the start is shown, and waits for a person."""
    if heart is not None:
        heart.ready(words.text("service.waits", said=reason))


def _console(
    options: WindowOptions,
    stack: ExitStack,
    before: QWidget | None,
    allowed: Allowance | None = None,
    heart: Heartbeat | None = None,
    losing: Missing | None = None,
) -> Console | None:
    """The table made from its present files; None: nobody was made its first supervisor. ``before`` is a
    screen of the start that gives way to the next, ``allowed`` the permission to continue without files;
    ``losing`` is a damaged journal from which entries may be lost, by permission. Raises the errors of those
    files, FilesMissing, SoftwareChanged.
    """
    config = configured(options)
    if options.table is not None:
        check_allowed(config, options.allow, options.table.name)
    if config.refuses_changed:
        software_watch.check(config.release_key)
    rulebook = load_rulebook(config.rules)
    first: Person | None = None
    belonging, gone = None, tuple[Allowance, ...]()
    if config.people is not None and config.mode is Mode.LIVE:
        belonging = Belonging(config.journal, people_file(config, config.people), config.name)
        missing = (*belonging.missing(), *(() if losing is None else (losing,)))
        gone = troubles.allowed_by(missing, belonging, config, allowed)
    if config.people is not None and PeopleFile(config.people).needs_first_supervisor:
        if options.table is not None and config.link is not None:
            game_server(config.link, config)  # Its files are named before anybody types a PIN.
        kept = people_file(config, config.people)
        words = Words(config.language)
        report_waiting(heart, words, words.text("people.first"))
        made = first_supervisor(kept, words, before, options)
        if made is None:
            return None
        first = made if isinstance(made, Person) else None
        if heart is not None:
            heart.opens()
    simulate, players = simulation(options, rulebook), players_of(options)
    make_folder(config.journal)
    mark = StartMark(config.journal)
    left = mark.pending_text()
    if left is not None:
        raise troubles.EarlierStandstill(mark, left)
    stack.callback(mark.end)
    mark.begin()
    try:
        console = Console(
            config,
            rulebook,
            SystemClock(),
            stack,
            simulate=simulate,
            players=players,
            first=first,
            may_lose=belonging is None or losing is not None,
        )
    except LosesEntries as error:
        assert belonging is not None, "a simulated table may lose them"
        losing = belonging.losing(error)
        troubles.allowed_by((losing,), belonging, config, allowed)
        mark.end()
        return _console(options, stack, before, allowed, heart, losing)
    except (DamagedJournal, NotAJournal) as error:
        beyond = belonging.damaged_journal(error) if belonging is not None else None
        if belonging is None or beyond is None:
            raise
        log.error("the journal can't be gone on with", exc_info=error)
        done = troubles.set_aside_damaged(belonging, config, beyond, allowed)
        mark.end()  # The obstacle is gone.
        return _console(options, stack, before, done, heart)
    if belonging is not None:
        stray = belonging.stray(console.files.list_mark) if first is None else None
        if stray is not None and not any(each.is_of(stray.file) for each in gone):
            gone = (*gone, *troubles.allowed_by((stray,), belonging, config, allowed))
        console.files.belongs(belonging, gone)
    mark.write_text(console.first_text())
    console.mark = mark
    return console


def first_supervisor(
    people: PeopleFile, words: Words, before: QWidget | None, options: WindowOptions
) -> Person | bool | None:
    """The person made the first supervisor of a LIVE table; True: somebody else made one. None: nobody."""
    from console.table.ui.kit import touch_typing
    from console.table.ui.people import FirstSupervisor

    form = FirstSupervisor(partial(people.add, by=""), words, least=people.least)
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)
    made: list[Any] = []
    loop = QEventLoop()
    form.made.connect(partial(troubles.answer_with, made, loop))
    form.overtaken.connect(partial(troubles.answer_with, made, loop, True))
    form.left.connect(loop.quit)
    troubles.show_screen(form, full_screen=options.full_screen)
    form.begin()
    if before is not None:
        before.hide()
    loop.exec()
    QTimer.singleShot(FIRST_PAINT, form.deleteLater)  # The table's window comes over it first.
    return made[0] if made else None


def ask_first(console: Console) -> None:
    """Offer, at a closed simulated table, to deal at once or to open it as on a shift."""
    from console.table.ui.window import ask_first

    demonstration = slots().get("demonstration")
    page = None if demonstration is None else partial(demonstration, console)
    ask_first(console.window, console.bridge, console.line.send_line, page)


def begin_heartbeat(heart: Heartbeat, console: Console) -> None:
    """Let the watch ask the table's thread too, once the table has been painted."""
    words = Words(console.config.language)
    heart.passes_through(console.station.beat, lambda: console.journal.is_written)
    heart.ready(words.text("service.works", table=console.config.name), words.text("service.slow_disk"))


def keep_table_log(link: LinkConfig | None) -> None:
    """Write warnings and errors to a file, without the link's token."""
    from console.base.errors import default_folder, keep_log
    from console.base.plain_text import Scrubber
    from console.table.link import read_token

    hidden: tuple[str, ...] = ()
    if link is not None and link.token_file is not None:
        with suppress(LinkError):  # The place that makes the link has reported it already.
            hidden = (read_token(link.token_file).text,)
    keep_log(default_folder(), Scrubber(hidden))


def reach_everybody() -> None:
    """Prepare the window for screen readers and for touch."""
    from console.table.ui.kit import install, touch_typing

    install()
    application = QApplication.instance()
    assert isinstance(application, QApplication), "the console has widgets"
    touch_typing(application)


def collect_garbage(application: QObject) -> None:
    """Collect garbage only among objects made after the start, and only in the window's thread."""
    from console.table.ui.kit import GarbageCollection

    GarbageCollection(application)
