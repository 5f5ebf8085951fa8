"""A table at work: its journal, its thread, its devices, its links and its window, put together."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from math import inf
from threading import Thread
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QTimer

from console.app import parts
from console.app.dealing_at_table import DealingAtTable
from console.app.troubles import show_screen
from console.base.errors import report_uncaught
from console.base.words import Words
from console.table.config import STAND_IN, ConfigError, DeviceConfig, LinkConfig, TableConfig
from console.table.core import (
    About,
    Clock,
    ConsoleRestart,
    JournalOrigin,
    KnownList,
    Mode,
    NoteKind,
    Person,
    Role,
    Session,
    SessionJob,
    ShownTable,
    Situation,
    Station,
    View,
    dealer_view,
    lines,
    of_health,
    shift_at,
)
from console.table.custody import (
    Allowance,
    Belonging,
    Harm,
    HarmWatch,
    LifeSign,
    OpenedSession,
    ShiftSeals,
    StartMark,
    kept_files,
    make_folder,
    make_key,
    note_older_files,
    open_session,
    refuse_terminals,
    software_watch,
)
from console.table.devices import DeviceRole, Health
from console.table.game import GAMES, Rulebook, RulebookError
from console.table.journal import Identity, OtherTable
from console.table.people import (
    AccountChange,
    ListMark,
    People,
    PeopleError,
    PeopleFile,
    mark_in,
    people_file,
)
from console.table.ui.felt import on_screen
from console.table.ui.window import (
    Bridge,
    PartAtTable,
    Receive,
    TableLine,
    TableOptions,
    TableSetup,
    TableWindow,
)
from console.table.words import sentence, speech

if TYPE_CHECKING:
    from console.base.software import Software
    from console.table.core import Equipment
    from console.table.devices import SerialLink, SimulatedDevice, SimulatedWheel
    from console.table.journal import archives
    from console.table.link import GameServerLink, Players, Server
    from console.table.ui.dealer import FirstPaint
    from console.table.ui.window import PracticeStrip

CUT_CARD = b'{"do":"cut_card"}'
log = logging.getLogger(__name__)

_LOOKS_EVERY = 1_000
"""Milliseconds between two looks whether a shift is over, also after a sleep."""
_KEY_MADE = 5.0
"""Seconds for which the end of a console waits for the thread that makes the key."""


class SoftwareAtTable:
    """The software that plays a table; ``on_software`` takes a LIVE table's once known."""

    def __init__(
        self,
        config: TableConfig,
        station: Station,
        bridge: Bridge,
        *,
        on_software: Callable[[Software], None],
    ) -> None:
        self._config = config
        self._station, self._bridge = station, bridge
        self._on_software = on_software
        self._check: software_watch.SoftwareCheck | None = None
        self.refused = False
        """Whether the window was left because the software was changed during play."""

    def start(self, stack: ExitStack) -> None:
        """Have the journal note the software that runs here: for an installed console before the table takes
        anything; for a checkout once a thread has made its manifest.
        """
        from console.base.software import running_console

        if not running_console().is_checkout:
            self._note()
        else:
            telling = Thread(target=self._note, name="software", daemon=True)
            telling.start()
            stack.callback(telling.join)

    def _note(self) -> None:
        from console import __version__
        from console.base.software import Software, at_work
        from console.table.game import load_rulebook, rulebook_digest

        try:
            rulebook = rulebook_digest(load_rulebook(self._config.rules))
            software = at_work(rulebook, self._config.digest)
        except (OSError, RulebookError) as error:  # If a file was removed, the note names what is known.
            log.warning("the software's digests are not known: %s", error)
            software = Software(__version__, configuration=self._config.digest)
        self._station.note(NoteKind.SOFTWARE, text=software.text)
        if self._config.mode is Mode.LIVE:
            self._on_software(software)

    def watch(self, stack: ExitStack) -> None:
        """Begin to check whether the software is as it was released."""
        watch = software_watch.SoftwareWatch(self._config.release_key, self._looked_at)
        watch.start()
        stack.callback(watch.stop)

    def _looked_at(self, check: software_watch.SoftwareCheck) -> None:
        """Take a result that differs from the one before, in the watch's thread."""
        self._check = check
        self._bridge.software_looked_at.emit(0 if check.good else max(1, len(check.findings)))
        self._station.note(
            NoteKind.SOFTWARE_SOUND if check.good else NoteKind.SOFTWARE_CHANGED, text=check.text
        )

    def leave_changed(self, shown_table: ShownTable) -> None:
        """Leave the table if its software may not go on, and no round is open."""
        changed = self._check is not None and not self._check.good
        if changed and self._config.refuses_changed and not shown_table.table.open_round and not self.refused:
            self.refused = True
            self._bridge.refused.emit()


def serial_link(device: DeviceConfig, station: Station, bridge: Bridge) -> SerialLink:
    """A device's port, not yet open."""
    from console.table.devices import SerialLink

    role, quiet = device.role, device.silent_after

    def healthy(health: Health) -> None:
        station.note(of_health(About.DEVICE, health), text=role, reason=link.reason)
        bridge.device_changed.emit(role, health, link.reason)

    def on_data(received: bytes) -> None:
        station.receive(role, received, fresh=link.is_fresh)
        if quiet is not None:
            bridge.bytes_came.emit(role)

    link = SerialLink(device.url, on_data, healthy, bridge.fail, baud=device.baud, silent_after=quiet)
    return link


def game_server(link: LinkConfig, config: TableConfig) -> Server:
    """The game server of a table. Raises LinkError if its settings are not allowed."""
    from console.table.link import server_at

    return server_at(
        link.url,
        table=link.table or config.name,
        ca=link.ca,
        token_file=link.token_file,
        plain_ok=link.plain_ok,
    )


def server_link(
    server: Server,
    config: TableConfig,
    rulebook: Rulebook,
    *,
    journal: str,
    offer: Callable[[bytes], bool],
    healthy: Callable[[Health], None],
    fail: Callable[[Exception], None],
    unanswered: Callable[[], float] = lambda: 0.0,
) -> GameServerLink:
    """The game server's link, not yet begun. ``journal`` is the id of the table's journal; ``offer`` gets the
    server's lines, ``healthy`` the link's health; ``unanswered`` gives the seconds since the table answered.
    """
    from console.table.link import GameServerLink
    from console.table.words import encode

    person, market = Words(config.language), Words(rulebook.market)

    def spoken(view: View) -> bytes:
        return encode(view, person, market)

    return GameServerLink(server, offer, spoken, healthy, fail, journal=journal, unanswered=unanswered)


def stand_in(players: Players | None, stack: ExitStack) -> str:
    """The address of a simulated table's own game server, on the loopback only; ``stack`` ends it."""
    from console.table.link import StandIn

    server = StandIn(players=lambda _: players.due) if players is not None else StandIn()
    server.start()
    stack.callback(server.stop)
    return server.url


class FilesAtTable:
    """The files of one table at work; ``people`` is None if nobody is kept in a file."""

    def __init__(
        self, session: Session, station: Station, people: PeopleFile | None, stack: ExitStack
    ) -> None:
        self._session, self._station = session, station
        self._people = people
        self._stack = stack
        self._belonging: Belonging | None = None
        self._noted_mark: tuple[int, str] | None = None

    @property
    def list_mark(self) -> str:
        return self._session.table.console.people_list

    def belongs(self, belonging: Belonging, gone: tuple[Allowance, ...]) -> None:
        """Have the journal note the missing and present files before the table works. From then on the
        people's list must continue its present state, or nobody signs in.
        """
        self._belonging = belonging
        for each in gone:
            self._session.note(
                NoteKind.JOURNAL_SET_ASIDE if each.aside else NoteKind.FILES_MISSING, each.who, each.text
            )
        note_older_files(self._session, belonging.journal, accepted=True)
        if belonging.is_new():
            self._session.note(NoteKind.FILES_KNOWN, text=belonging.note())
        self._list_here(belonging.people, accepts=any(each.is_of(belonging.people.path) for each in gone))
        if self._people is not None:
            self._people.follow(self._list_changed)

    def _list_here(self, people: PeopleFile, *, accepts: bool) -> None:
        """Have the journal note the list at this start: changed by nobody known, or continued."""
        noted = KnownList.of(self.list_mark)
        known = mark_in(noted.mark)
        if accepts:
            people.accept_changed()
        if alike := people.alike:
            log.warning("ids that differ in dashes alone are not one person: %s", ", ".join(alike))
        mark = people.mark
        if mark is None:
            return
        told = self._session.table.console.people_change
        if known is None or noted.identity != people.identity or accepts:
            rose = 0
        else:
            rose = people.unaccounted_since(known, told)
        if rose:
            self._session.note(NoteKind.LIST_ROSE, text=str(rose))
        listed = KnownList(people.identity or "", mark.text).text
        self._noted_mark = (mark.number, mark.digest)
        if listed != self.list_mark:
            self._session.note(NoteKind.LIST_KNOWN, text=listed)

    def _list_changed(self, mark: ListMark) -> None:
        """Take the list's new mark, in the thread that read it. Wrong tries go only into the table's record,
        since the journal has each one.
        """
        assert self._people is not None, "a list that is followed is kept in a file"
        if self._noted_mark != (mark.number, mark.digest):
            self._noted_mark = (mark.number, mark.digest)
            listed = KnownList(self._people.identity or "", mark.text)
            self._station.note(NoteKind.LIST_KNOWN, text=listed.text)
        self.keep()

    def keep(self) -> None:
        """Keep the list of the table's files, once the table is at work; nobody waits for it."""
        if self._belonging is not None:
            keeping = Thread(target=kept_files, args=(self._belonging,), name="table files", daemon=True)
            keeping.start()
            self._stack.callback(keeping.join)


class Console:
    """A table at work with its window; ``stack`` takes it down again in the right order."""

    def __init__(
        self,
        config: TableConfig,
        rulebook: Rulebook,
        clock: Clock,
        stack: ExitStack,
        *,
        simulate: Callable[[bytes], SimulatedDevice | SimulatedWheel] | None = None,
        players: Players | None = None,
        first: Person | None = None,
        may_lose: bool = True,
    ) -> None:
        """Open the journal and join window and devices to its table. Raises JournalError, PeopleError,
        LinkError; LosesEntries, if that would lose entries, unless it ``may_lose`` them.

        ``simulate`` makes a simulated table's shoe or reader from the cards that have left it, or its wheel;
        ``players`` sit at it, if the game server is the simulated table's own; ``first`` is the person who
        was just made the first supervisor.
        """
        self.config = config
        self._players = players
        self._rulebook = rulebook
        self.bridge = Bridge()
        self.stack = stack
        self.floor: Any = None
        """The line to the table's floor, once the window has been painted."""
        self.installed: Equipment | None = None
        self.last_shown: ShownTable | None = None
        self._parts: list[PartAtTable] = []
        """The work of other parts of the console at this table, once it is opened."""
        self.mark = StartMark(config.journal)
        # It may be refused, so it comes before the journal.
        server = self._game_server(config.link) if config.link else None
        opened, recovered = opened_table(config, rulebook, clock, stack, may_lose=may_lose)
        session = self.session = opened.session
        is_unanswered = config.mode is Mode.LIVE and GAMES[config.game].is_answered and not config.link
        if is_unanswered and not session.table.open_round:  # an open round is ended first
            missing = "it is a [link] section with url, over which the players answer"
            raise ConfigError(f"{config.name}: link: missing; {missing}")
        self.link = self._link_to(server) if server else None  # Its hello has the journal's id.
        self.clock = clock
        self._seals = shift_seals(config, opened, clock, self._not_sealed)
        self.began = opened.stopped or clock.utc()
        pause = None if config.link else inf if is_unanswered else config.betting_pause
        self.journal = opened.journal
        self.harm_watch = HarmWatch(opened.journal, clock, self._leave_harmed_file)
        # The stack goes in reverse: the watch's thread has ended before the journal is closed.
        self.stack.callback(self.harm_watch.wait)
        self.station = Station(
            session,
            clock,
            self.bridge.table_shown.emit,
            self.bridge.fail,
            pause=pause,
            notes_clock=True,
            afterwards=self._pass_on,
            gives_sign=self._give_sign,
        )
        self._life = LifeSign(config.journal)
        stack.callback(self._life.end)
        self.software = SoftwareAtTable(config, self.station, self.bridge, on_software=self._show_software)
        self._receivers: tuple[Receive, ...] = (
            self._show_to_server,
            self._show_to_parts,
            self._show_to_simulated_device,
            self._look_for_harm,
            self.software.leave_changed,
            self._look_at_seals,
            self._look_at_licences,
        )
        """Those that each view is passed on to, in this order: what leaves the house first, watches last."""
        self.line = TableLine(self.station)
        people, self.persons = people_of(config)
        self._people = people if isinstance(people, PeopleFile) else None
        self.files = FilesAtTable(session, self.station, self._people, stack)
        slots = parts.slots()
        self._dealing = None
        if self._people is not None and config.mode is Mode.LIVE:
            passed = slots.get("passed_rehearsals", lambda *_: frozenset())
            station = self.station
            self._dealing = DealingAtTable(self._people, config.game, clock, station, passed=passed)
        options = TableOptions(
            self._given(slots.get("review_page")),
            keeps=self._people,
            commissioning=self._given(slots.get("commissioning_page")) if config.mode is Mode.LIVE else None,
            guide_check=slots.get("guide_check"),
            printer=self._given(slots.get("row_printer")),
            rehearsals=slots.get("rehearsal_names", frozenset),
            first_supervisor=first,
        )
        if self._people is not None:
            options = replace(options, changes=TerminalChanges(self._people))
        if self._dealing is not None:
            options = replace(options, bar=self._dealing.bar)
        setup = TableSetup(config, rulebook, clock, people, self.persons, recovered)
        self.window = TableWindow(self.bridge, self.line, setup, options)
        if self._dealing is not None:
            self.window.surroundings.licence = self._dealing.licence_end
        self.bridge.device_changed.connect(self.window.overlays.port_changed)
        self.simulated = simulate(session.table.shoe.seen) if simulate is not None else None
        if self.simulated is not None and self.simulated.name is not DeviceRole.WHEEL:
            self.simulated.on_cut_card = lambda: self.station.submit(CUT_CARD)
        self.panel = self._panel(self.simulated) if self.simulated is not None else None

    def open(self, *, full_screen: bool) -> FirstPaint:
        """Show the table in its window; table and devices begin once the prompt has been painted. Returns the
        first paint, for which all else can wait.
        """
        self.filled = parts.filler
        self._parts = [begin(self) for begin in parts.fillers("at_table")]
        self._receivers = (*self._receivers, *(each for part in self._parts for each in part.watches))
        self.stack.enter_context(report_uncaught(self.bridge.fail))
        first_paint = self.window.dealer.paint_prompt_first()
        self.stack.callback(first_paint.end)
        first_paint.then(partial(self.software.start, self.stack))
        self.station.show()
        self.stack.callback(self.station.stop)
        self.stack.callback(self.station.take_up)  # These entries were given to a window that closed at once.
        first_paint.then(self.station.take_up)
        show_screen(self.window, full_screen=full_screen)
        first_paint.then(self._start_devices)
        first_paint.then(self._attach_loop)
        if self.config.mode is Mode.LIVE:
            first_paint.then(partial(self.software.watch, self.stack))
        for part in self._parts:
            for begin_work in part.after_paint:
                first_paint.then(begin_work)
        return first_paint

    def _attach_loop(self) -> None:
        """Run the window's waiting work on Qt's loop; the start has waited for none of it."""
        from console.table.ui.kit import work

        work.loop()
        self.stack.callback(work.end)

    def first_text(self) -> str:
        """The window's first texts, in its language: the prompt, then what lies on the felt."""
        view, words = self.session.view(), self.window.words
        situation = Situation(
            mode=self.config.mode,
            name=self.config.name,
            game=self.config.game,
            rulebook=self._rulebook,
            persons={},
            banker_left=not self.config.is_mirrored,
        )
        shown = dealer_view(view, self.session.table, situation)
        lies = on_screen(self.config.game).frozen.spoken(shown, words) if view.round else []
        return "\n".join((speech.prompt_text(words, view, for_dealer=True), *map(sentence, lies)))

    def _start_devices(self) -> None:
        if self._seals is not None:
            maker = Thread(target=make_key, args=(self._not_sealed,), name="seal key", daemon=True)
            maker.start()
            self.stack.callback(maker.join, _KEY_MADE)  # No console makes a key after it has ended.
            timer = QTimer()
            timer.timeout.connect(self._seal_by_clock)
            timer.start(_LOOKS_EVERY)
            self.stack.callback(timer.stop)
        if self._dealing is not None:
            looking = QTimer()
            looking.timeout.connect(self._look_at_licences_by_clock)
            looking.start(_LOOKS_EVERY)
            self.stack.callback(looking.stop)
        for link in self._links():
            link.start()
            self.stack.callback(link.stop)
        if self.link is not None:
            self.link.start()
            self.stack.callback(self.link.stop)
        if self.simulated is not None and self.panel is not None:
            self.simulated.start()
            self.stack.callback(self.simulated.stop)
            self.panel.come()

    def _pass_on(self, shown_table: ShownTable) -> None:
        """Pass a view on after the window has it, in the table's thread once it runs."""
        for receive in self._receivers:
            receive(shown_table)

    def _show_to_server(self, shown_table: ShownTable) -> None:
        if self.link is not None:
            self.link.show(shown_table)

    def _show_to_parts(self, shown_table: ShownTable) -> None:
        self.last_shown = shown_table
        for part in self._parts:
            for show in part.shows:
                show(shown_table)

    def _show_software(self, software: Software) -> None:
        for part in self._parts:
            for take in part.take_software:
                take(software)

    def show_equipment(self, installed: Equipment) -> None:
        """Show what works at a LIVE table to those who judge its certificate by it."""
        self.installed = installed
        self.bridge.equipment_known.emit(installed)
        for part in self._parts:
            for take in part.take_equipment:
                take(installed)

    def _show_to_simulated_device(self, shown_table: ShownTable) -> None:
        if self.simulated is not None:
            self.simulated.show(shown_table.view)

    def _look_for_harm(self, shown_table: ShownTable) -> None:
        if shown_table.job is not None and not shown_table.table.open_round:
            self.harm_watch.look()

    def _look_at_seals(self, shown_table: ShownTable) -> None:
        if self._seals is not None and shown_table.job is not None:
            self._seals.look(signed=isinstance(shown_table.job, SessionJob))

    def _look_at_licences(self, shown_table: ShownTable) -> None:
        if self._dealing is not None:
            self._dealing.look(shown_table)

    def _look_at_licences_by_clock(self) -> None:
        """Look at a table where nothing happens: a licence ends at midnight."""
        shown = self.last_shown
        if self._dealing is not None and shown is not None and self._dealing.is_due(shown):
            self.station.look(partial(self._look_at_licences, shown))

    def _seal_by_clock(self) -> None:
        """Seal the finished shift at a table where nothing happens; a closed one gets no second seal."""
        seals = self._seals

        def look() -> None:
            if seals is not None and seals.look() is not None and self.last_shown is not None:
                self._show_to_parts(self.last_shown)

        if seals is not None and seals.is_due:
            self.station.look(look)

    def _leave_harmed_file(self, harm: Harm) -> None:
        """Leave a harmed journal between rounds, once: a second request may come after it was done."""

        def left(session: Session) -> View:
            if self.journal.heading == harm.of:
                return session.continue_in_new_file(harm.finding)
            return session.view()

        self.station.ask(left)

    def _give_sign(self) -> None:
        """Give the table's sign of life, in its own thread; it is as old as that of the window's loop."""
        self._life.give(self.window.unanswered)

    @property
    def unanswered(self) -> float:
        """Seconds since the table's own thread or its window's loop last answered; from any thread."""
        return max(self.station.unanswered, self.window.unanswered)

    def note(self, kind: NoteKind, text: str) -> None:
        self.station.note(kind, text=text)

    @property
    def seal(self) -> Callable[[str], Exception | None] | None:
        """Seals the journal in the name of a person's id; None if the journal proves nothing."""
        return None if self._seals is None else self._seals.seal_now

    @property
    def lacks_seal(self) -> bool:
        """Whether a finished shift could not be sealed."""
        return self._seals is not None and self._seals.lacks_seal

    def _given(self, function: Callable[..., Any] | None) -> Callable[..., Any] | None:
        """The function of a part, if any, with this table as its first value."""
        return None if function is None else partial(function, self)

    def _not_sealed(self, reason: str) -> None:
        self.station.note(NoteKind.JOURNAL_NOT_SEALED, text=reason)

    def _links(self) -> list[SerialLink]:
        devices = self.config.devices
        if self.simulated is not None:
            devices = (DeviceConfig.usual(self.simulated.name, self.simulated.url),)
        return [self._link(device) for device in devices]

    def _link(self, device: DeviceConfig) -> SerialLink:
        return serial_link(device, self.station, self.bridge)

    def _game_server(self, link: LinkConfig) -> Server:
        """The game server, a simulated table's own too. Raises LinkError if its settings are not allowed."""
        if link.url == STAND_IN and self.config.mode.is_simulated:
            link = replace(link, url=stand_in(self._players, self.stack))
        return game_server(link, self.config)

    def _link_to(self, server: Server) -> GameServerLink:
        """The link to the game server, not yet begun."""

        def healthy(health: Health) -> None:
            self.station.note(of_health(About.LINK, health), reason=link.reason)
            self.bridge.device_changed.emit("link", health, link.reason)

        def offer(line: bytes) -> bool:
            return self.station.offer(line)

        link = server_link(
            server,
            self.config,
            self._rulebook,
            journal=self.session.journal_id,
            offer=offer,
            healthy=healthy,
            fail=self.bridge.fail,
            unanswered=lambda: self.station.unanswered,
        )
        return link

    def _panel(self, simulated: SimulatedDevice | SimulatedWheel) -> PracticeStrip:
        from console.table.ui.window import PracticeStrip, with_cards, with_wheel

        practice = with_wheel(simulated) if simulated.name is DeviceRole.WHEEL else with_cards(simulated)
        strip = PracticeStrip(practice, self.window.words, simulated.pace, self.window)
        self.window.language_changed.connect(strip.set_words)
        self.window.take_strip(strip)
        return strip


def closing_of(config: TableConfig) -> archives.Closing | None:
    """When the journal's file is closed and a new one begun; None: never automatically."""
    if not config.journal_monthly and config.journal_mib is None:
        return None
    from console.table.journal import archives

    return archives.Closing(config.journal_monthly, config.journal_mib)


def opened_table(
    config: TableConfig, rulebook: Rulebook, clock: Clock, stack: ExitStack, *, may_lose: bool = True
) -> tuple[OpenedSession, ConsoleRestart | None]:
    """The table where its journal ended, and the time without entries if it had begun. Raises LosesEntries if
    entries of a damaged journal would be lost, unless it ``may_lose`` them.
    """
    make_folder(config.journal)
    try:
        opened = open_session(
            config.journal,
            Identity(config.name, config.game, config.rules),
            rulebook,
            clock,
            stack,
            shift=lambda at: shift_at(at.astimezone(), config.shifts),
            closing=closing_of(config),
            may_lose=may_lose,
            is_named=config.mode is Mode.LIVE,
            origin=None if config.mode is Mode.LIVE else JournalOrigin.SIMULATED,
        )
    except OtherTable:
        refuse_terminals(config.journal)  # drive's journals have a name of their own.
        raise
    if config.mode is Mode.LIVE and not opened.session.table.console.live:
        refuse_terminals(config.journal)
        opened.session.note(NoteKind.LIVE_TABLE)
    if config.mode is Mode.LIVE and opened.session.table.console.casino != (config.casino or ""):
        opened.session.note(NoteKind.CASINO, text=config.casino or "")
    opened.session.set_procedures(config.procedures_off)
    opened.session.set_limits(config.limits)
    opened.session.set_decision_time(config.decision_time)
    for device in config.devices:
        opened.session.attach(device.attached_device)
    if opened.stopped is None:
        return opened, None
    opened.session.note(NoteKind.RESTARTED, text=opened.stopped.isoformat())
    for person in opened.session.table.people:
        if person.role is not Role.DEALER:  # No screen lets another person continue where the last one ended.
            opened.session.take(msgspec.json.encode(lines.SignOut(person.who)), by_clock=True)
    if config.floor is None:
        opened.session.bar_sets({})  # The floor no longer reports which of them were released.
    if config.probe is None and opened.session.table.console.video_missing:
        opened.session.note(NoteKind.VIDEO_UNASKED)
    return opened, ConsoleRestart(opened.stopped, clock.utc(), damaged=opened.salvage is not None)


def shift_seals(
    config: TableConfig, opened: OpenedSession, clock: Clock, failed: Callable[[str], None]
) -> ShiftSeals | None:
    """Seals the journal at a shift's end; None at a simulated table, which proves nothing."""
    if config.mode is not Mode.LIVE:
        return None
    begun = opened.stopped or clock.utc()
    return ShiftSeals(opened.journal, clock, shift_of(config), begun, failed=failed)


def shift_of(config: TableConfig) -> Callable[[datetime], str]:
    """The function that names the shift of a moment at a table."""
    return lambda at: shift_at(at.astimezone(), config.shifts)


class TerminalChanges:
    """The changes made to a list of people at a terminal; the list is read again once written."""

    def __init__(self, people: PeopleFile) -> None:
        self._people = people
        self._read: object = None
        """The list as it was last read, and after which change."""

    def __call__(self, after: int) -> tuple[AccountChange, ...]:
        """The changes after this number; none if unreadable, which the next sign-in reports."""
        asked = self._people.stamp, after
        if asked == self._read:
            return ()
        self._read = asked
        try:
            return self._people.changes_after(after)
        except PeopleError as error:
            log.warning("what was done to the people at a terminal can't be read: %s", error)
            return ()


def people_of(config: TableConfig) -> tuple[People, dict[str, Person]]:
    """The people who may sign in at this table, and all persons whose ids the console knows."""
    if config.people is None:
        from console.table.people import people

        given = people(config.language)
        return given, {each.person.id: each.person for each in given.practice_people}
    file = people_file(config, config.people)
    return file, {record.id: record.person for record in file.people}
