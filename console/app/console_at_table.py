"""A table at work: its journal, its thread, its devices, its links and its window, put together."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec.structs import replace

from console.app.pdf_documents import pdf_beside_window
from console.app.people_files import changes, people_of
from console.app.troubles import show_screen
from console.config import STAND_IN, DeviceConfig, LinkConfig, TableConfig
from console.custody.belongings import Allowance, Belonging, kept_files
from console.custody.harm_watch import Harm, HarmWatch
from console.custody.shift_seals import ShiftSeals, make_key
from console.custody.software_watch import SoftwareCheck, SoftwareWatch
from console.custody.start_mark import StartMark
from console.custody.table_opening import (
    OpenedSession,
    make_folder,
    note_older_files,
    open_session,
    refuse_terminals,
)
from console.devices.health import Health
from console.devices.model import DeviceRole
from console.errors.bugs import report_uncaught
from console.game.games import GAMES
from console.game.rulebook import Rulebook, RulebookError
from console.journal import Identity
from console.people.file import PeopleFile
from console.people.marks import ListMark
from console.reports.drift.drift_watch import FIRST_ROUNDS, FIRST_SPINS, DriftWatch
from console.review.live_table import reviewing
from console.table.play.shifts import shift_at
from console.table.running.clock import Clock
from console.table.running.session import Session
from console.table.running.station import SessionJob, ShownTable, Station
from console.table.showing.dealer_view import Situation, dealer_view
from console.table.showing.screen_values import ConsoleRestart, Mode, Person
from console.table.state.note_kinds import About, KnownList, NoteKind, kind_of_name, of_health
from console.table.state.views import View
from console.ui.felt.games import on_screen
from console.ui.window.bridge import Bridge, TableLine
from console.ui.window.table_setup import TableOptions, TableSetup
from console.ui.window.table_window import TableWindow
from console.words import Words
from console.words.names import sentence
from console.words.speech import prompt_text

if TYPE_CHECKING:
    from console.commissioning.programme_at_table import TableCommissioning
    from console.devices.port import SerialLink
    from console.devices.simulation.card_devices import SimulatedDevice
    from console.devices.simulation.wheel_sensor import SimulatedWheel
    from console.floor.table_side.line import FloorLine
    from console.floor.table_side.own_report import ShiftDuties
    from console.journal.archives import Closing
    from console.link.client import GameServerLink
    from console.link.players import Players
    from console.software.identity import Software
    from console.table.state.commissioning_state import Equipment
    from console.ui.dealer.first_paint import FirstPaint
    from console.ui.window.practice import PracticeStrip

log = logging.getLogger(__name__)

CUT_CARD = b'{"do":"cut_card"}'
_KEY_MADE = 5.0
"""Seconds for which the end of a console waits for the thread that makes the key."""


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
        ``players`` sit at it, where the game server is the simulated table's own; ``first`` is the person who
        was just made the first supervisor.
        """
        self.config = config
        self._players = players
        self._rulebook = rulebook
        self.bridge = Bridge()
        self._stack = stack
        self.floor: FloorLine | None = None
        """The line to the floor that the table belongs to, once the window has been painted."""
        self._last_shown: ShownTable | None = None
        self._duties: ShiftDuties | None = None
        self.mark = StartMark(config.journal)
        self._belonging: Belonging | None = None
        self._software: SoftwareCheck | None = None
        self._installed: Equipment | None = None
        """The programs and rules at work at a LIVE table, once they are known."""
        self.refused = False
        """Whether the window was left because the software was changed while it played."""
        self.link = self._game_server(config.link) if config.link else None
        opened, recovered = opened_table(config, rulebook, clock, stack, may_lose=may_lose)
        session = self._session = opened.session
        self._clock = clock
        self._seals = shift_seals(config, opened, clock, self._not_sealed)
        self._began = opened.stopped or clock.utc()
        """The time when something happened last before this start."""
        pause = None if config.link else config.betting_pause
        self.journal = opened.journal
        self._watch = HarmWatch(opened.journal, clock, self._leave_harmed_file)
        self._stack.callback(self._watch.wait)
        self._receivers = (
            self._show_to_server,
            self._show_to_floor,
            self._show_to_simulated_device,
            self._look_for_harm,
            self._leave_changed,
            self._observe_drift,
            self._look_at_seals,
        )
        """Those that each view is passed on to, in this order: what leaves the house first, watches last."""
        reads_due = FIRST_ROUNDS if session.game.wheel is None else FIRST_SPINS
        self._drift = DriftWatch(config.journal, clock, self._note, reads_due)
        self._stack.callback(self._drift.wait)
        self.station = Station(
            session,
            clock,
            self.bridge.show,
            self.bridge.fail,
            pause=pause,
            tells_clock=True,
            afterwards=self._pass_on,
        )
        self.line = TableLine(self.station)
        people, persons = people_of(config)
        self._people = people if isinstance(people, PeopleFile) else None
        count_due = recovered is not None and GAMES[config.game].is_answered and session.table.open_round
        self._counted = Event()
        """Set unless a restart fell into a hand: what is read waits until its cards have been counted."""
        if not count_due:
            self._counted.set()
        options = TableOptions(
            replace(
                reviewing(config, persons, clock, pdf_beside_window),
                seal=self._seals.seal_now if self._seals else None,
            ),
            keeps=self._people,
            commissioning=self._commissioning if config.mode is Mode.LIVE else None,
            first_supervisor=first,
            count_due=count_due,
        )
        if self._people is not None:
            options = replace(options, changes=partial(changes, self._people))
        setup = TableSetup(config, rulebook, clock, people, persons, recovered)
        self.window = TableWindow(self.bridge, self.line, setup, options)
        self.window.card_count.answered.connect(self._counted.set)
        self.bridge.device_changed.connect(self.window.overlays.port_changed)
        self.simulated = simulate(session.table.shoe.seen) if simulate is not None else None
        if self.simulated is not None and self.simulated.name is not DeviceRole.WHEEL:
            self.simulated.on_cut_card = lambda: self.station.submit(CUT_CARD)
        self.panel = self._panel(self.simulated) if self.simulated is not None else None

    def open(self, *, full_screen: bool) -> FirstPaint:
        """Show the table in its window; table and devices begin to work once the prompt has been painted.

        Returns the first paint, for which all else can wait.
        """
        self._stack.enter_context(report_uncaught(self.bridge.fail))
        first_paint = self.window.dealer.paint_prompt_first()
        self._stack.callback(first_paint.end)
        first_paint.then(self._note_software)
        self.station.show()
        self._stack.callback(self.station.stop)
        self._stack.callback(self.station.take_up)  # what was given to a window that closed at once
        first_paint.then(self.station.take_up)
        show_screen(self.window, full_screen=full_screen)
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
        """Have the journal note the software that runs here.

        An installed console does so before the table takes anything. A checkout makes its manifest in a
        thread, and notes it then.
        """
        from console.software.manifest import running_console

        if not running_console().is_checkout:
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
        except OSError as error:  # a file was removed meanwhile: the note names what is known
            log.warning("the software's digests can't be told: %s", error)
            software = Software(__version__, configuration=self.config.digest)
        self.station.note(NoteKind.SOFTWARE, text=software.text)
        if self.config.mode is Mode.LIVE:
            self._judge_certificate(software)

    def _judge_certificate(self, software: Software) -> None:
        """Have the journal note what is newer than the table's certificate, and tell the floor."""
        from console.commissioning.table_as_it_stands import equipment_of

        try:
            self._installed = found = equipment_of(self.config, software)
        except (OSError, RulebookError) as error:
            log.warning("what the certificate is to speak of can't be told: %s", error)
            return
        table = self._session.table
        if table.commissioned is not None:
            for each in table.commissioned.older_than(found.with_wheel(table.wheel.serial)):
                if not each.is_noted_when_found:
                    self.station.note(kind_of_name(f"certificate_{each}"))
            self._drift.look(table)
        if self.floor is not None:
            self.floor.set_equipment(found)

    def _commissioning(self) -> TableCommissioning:
        """The commissioning of this table; its modules are imported now."""
        from console.commissioning.programme_at_table import TableCommissioning

        return TableCommissioning(self.config, self._clock, pdf_beside_window, lambda: self.floor, self.link)

    def _watch_software(self) -> None:
        """Begin to check whether the software is as it was released."""
        watch = SoftwareWatch(self.config.release_key, self._looked_at)
        watch.start()
        self._stack.callback(watch.stop)

    def _looked_at(self, check: SoftwareCheck) -> None:
        """Take a result that differs from the one before, in the watch's thread."""
        self._software = check
        self.bridge.tell_software(0 if check.good else max(1, len(check.findings)))
        self.station.note(
            NoteKind.SOFTWARE_SOUND if check.good else NoteKind.SOFTWARE_CHANGED, text=check.text
        )

    def _leave_changed(self, shown_table: ShownTable) -> None:
        """Leave the table if its software may not go on, and no round is open."""
        changed = self._software is not None and not self._software.good
        if changed and self.config.refuses_changed and not shown_table.table.open_round and not self.refused:
            self.refused = True
            self.bridge.refuse()

    def _join_floor(self) -> None:
        """Join the floor; its modules are imported now."""
        from console.app.floor_join import floor_line, join_obstacle
        from console.floor.table_side.own_report import ShiftDuties

        why = join_obstacle(self.config)
        if why is not None:  # the table plays on, and its journal says why nothing is sent
            self.station.note(*why)
            self.window.surroundings.lamps.floor_not_joined()
            return
        line = floor_line(
            self.config,
            self._session.game,
            self._clock,
            station=self.station,
            window=self.window,
            bridge=self.bridge,
        )
        self._stack.callback(line.stop)
        self._duties = ShiftDuties(shift_of(self.config), self._began)
        if self._last_shown is not None:
            line.show(self._last_shown)
        self.floor = line
        if self._installed is not None:
            line.set_equipment(self._installed)
        if self._last_shown is not None:
            line.show(self._last_shown)  # what came between the two; what is older is passed over
        line.start()

    def _tell_monitoring(self) -> None:
        """Begin to write the table's health; its modules are imported now."""
        from console.monitoring.own_health import OwnHealth

        monitoring = self.config.monitoring
        assert monitoring is not None, "asked before"
        health = OwnHealth(self.config.journal, monitoring.textfile, monitoring.every)
        health.start()
        self._stack.callback(health.stop)

    def _attach_loop(self) -> None:
        """Run the window's waiting work on Qt's loop; the start has waited for none of it."""
        from console.ui.kit import work

        work.loop()
        self._stack.callback(work.end)

    def first_text(self) -> str:
        """The window's first texts, in its language: the prompt, then what lies on the felt."""
        view, words = self._session.view(), self.window.words
        situation = Situation(
            mode=self.config.mode,
            name=self.config.name,
            game=self.config.game,
            rulebook=self._rulebook,
            persons={},
            banker_left=not self.config.is_mirrored,
        )
        shown = dealer_view(view, self._session.table, situation)
        lies = on_screen(self.config.game).frozen.spoken(shown, words) if view.round else []
        return "\n".join((prompt_text(words, view, for_dealer=True), *map(sentence, lies)))

    def _start_devices(self) -> None:
        if self._seals is not None:
            maker = Thread(target=make_key, args=(self._not_sealed,), name="seal key", daemon=True)
            maker.start()
            self._stack.callback(maker.join, _KEY_MADE)  # no console makes a key after it has ended
        for link in self._links():
            link.start()
            self._stack.callback(link.stop)
        self._stack.callback(self._counted.set)  # or a thread that holds a reading back would not end
        if self.link is not None:
            self.link.start()
            self._stack.callback(self.link.stop)
        if self.simulated is not None and self.panel is not None:
            self.simulated.start()
            self._stack.callback(self.simulated.stop)
            self.panel.come()

    def _pass_on(self, shown_table: ShownTable) -> None:
        """Pass a view on after the window has it, in the table's thread once it runs."""
        for receive in self._receivers:
            receive(shown_table)

    def _show_to_server(self, shown_table: ShownTable) -> None:
        if self.link is not None:
            self.link.show(shown_table)

    def _show_to_floor(self, shown_table: ShownTable) -> None:
        self._last_shown = shown_table
        if self.floor is not None and self._duties is not None:
            unsigned = self._duties.is_unsigned(shown_table.table.handover, self._clock.utc())
            unsealed = self._seals is not None and self._seals.owes
            self.floor.set_shift_duties(unsigned=unsigned, unsealed=unsealed)
            self.floor.show(shown_table)

    def _show_to_simulated_device(self, shown_table: ShownTable) -> None:
        if self.simulated is not None:
            self.simulated.show(shown_table.view)

    def _look_for_harm(self, shown_table: ShownTable) -> None:
        if shown_table.job is not None and not shown_table.table.open_round:
            self._watch.look()

    def _observe_drift(self, shown_table: ShownTable) -> None:
        if shown_table.table.console.live:
            self._drift.observe(shown_table.table, shown_table.moment)

    def _look_at_seals(self, shown_table: ShownTable) -> None:
        if self._seals is not None and shown_table.job is not None:
            self._seals.look(signed=isinstance(shown_table.job, SessionJob))

    @property
    def list_mark(self) -> str:
        """The journal's mark of the list of people."""
        return self._session.table.console.people_list

    def belongs(self, belonging: Belonging, gone: tuple[Allowance, ...]) -> None:
        """Have the journal note the missing files and the present ones, before the table is at work.

        From then on the people's list must go on from its present state, or nobody signs in.
        """
        self._belonging = belonging
        for each in gone:
            self._session.note(
                NoteKind.JOURNAL_SET_ASIDE if each.aside else NoteKind.FILES_MISSING, each.who, each.text
            )
        note_older_files(self._session, belonging.journal)
        if belonging.is_new():
            self._session.note(NoteKind.FILES_KNOWN, text=belonging.note())
        if any(each.is_of(belonging.people.path) for each in gone):
            belonging.people.accept_changed()
        listed = belonging.list_note()
        if listed and listed != self.list_mark:
            self._session.note(NoteKind.LIST_KNOWN, text=listed)
        if self._people is not None:
            self._people.follow(self._list_changed)

    def _list_changed(self, mark: ListMark) -> None:
        """Take the list's new mark, in the thread that read it."""
        assert self._people is not None, "a list that is followed is kept in a file"
        self.station.note(NoteKind.LIST_KNOWN, text=KnownList(self._people.identity or "", mark.text).text)
        self.keep_files()

    def keep_files(self) -> None:
        """Keep the list of the table's files, once the table is at work; nobody waits for it."""
        if self._belonging is not None:
            keeping = Thread(target=kept_files, args=(self._belonging,), name="table files", daemon=True)
            keeping.start()
            self._stack.callback(keeping.join)

    def _leave_harmed_file(self, harm: Harm) -> None:
        """Leave a harmed journal between rounds, once: a second request may come after it was done."""

        def left(session: Session) -> View:
            return (
                session.continue_in_new_file(harm.finding)
                if self.journal.heading == harm.of
                else session.view()
            )

        self.station.ask(left)

    def _note(self, kind: NoteKind, text: str) -> None:
        self.station.note(kind, text=text)

    def _not_sealed(self, reason: str) -> None:
        self.station.note(NoteKind.JOURNAL_NOT_SEALED, text=reason)

    def _links(self) -> list[SerialLink]:
        devices = self.config.devices
        if self.simulated is not None:
            devices = (DeviceConfig.usual(self.simulated.name, self.simulated.url),)
        return [self._link(device) for device in devices]

    def _link(self, device: DeviceConfig) -> SerialLink:
        return serial_link(device, self.station, self.bridge, self._counted)

    def _game_server(self, link: LinkConfig) -> GameServerLink:
        """The link to the game server, not yet begun. Raises LinkError if its settings are not allowed."""
        if link.url == STAND_IN and self.config.mode.is_simulated:
            link = replace(link, url=stand_in(self._players, self._stack))

        def healthy(health: Health) -> None:
            self.station.note(of_health(About.LINK, health))
            self.bridge.tell_health("link", health)

        def offer(line: bytes) -> bool:
            return self.station.offer(line)

        fail = self.bridge.fail
        return server_link(link, self.config, self._rulebook, offer=offer, healthy=healthy, fail=fail)

    def _panel(self, simulated: SimulatedDevice | SimulatedWheel) -> PracticeStrip:
        from console.ui.window.practice import PracticeStrip, with_cards, with_wheel

        practice = with_wheel(simulated) if simulated.name is DeviceRole.WHEEL else with_cards(simulated)
        strip = PracticeStrip(practice, self.window.words, simulated.pace, self.window)
        self.window.language_changed.connect(strip.set_words)
        self.window.take_strip(strip)
        return strip


def closing_of(config: TableConfig) -> Closing | None:
    """The time when the journal's file is closed and a new one begun; None: never by itself."""
    if not config.journal_monthly and config.journal_mib is None:
        return None
    from console.journal.archives import Closing

    return Closing(config.journal_monthly, config.journal_mib)


def opened_table(
    config: TableConfig, rulebook: Rulebook, clock: Clock, stack: ExitStack, *, may_lose: bool = True
) -> tuple[OpenedSession, ConsoleRestart | None]:
    """The table where its journal ended, and how long it stood still if it had begun. Raises LosesEntries, if
    entries of a damaged journal would be lost, unless it ``may_lose`` them.
    """
    make_folder(config.journal)
    opened = open_session(
        config.journal,
        Identity(config.name, config.game, config.rules),
        rulebook,
        clock,
        stack,
        shift=lambda at: shift_at(at.astimezone(), config.shifts),
        closing=closing_of(config),
        may_lose=may_lose,
    )
    if config.mode is Mode.LIVE and not opened.session.table.console.live:
        refuse_terminals(config.journal)
        opened.session.note(NoteKind.LIVE_TABLE)
    if config.mode is Mode.LIVE and opened.session.table.console.casino != (config.casino or ""):
        opened.session.note(NoteKind.CASINO, text=config.casino or "")
    opened.session.set_procedures(config.procedures_off)
    opened.session.set_limits(config.limits)
    for device in config.devices:
        opened.session.attach(device.attached_device)
    if opened.stopped is None:
        return opened, None
    opened.session.note(NoteKind.RESTARTED, text=opened.stopped.isoformat())
    return opened, ConsoleRestart(opened.stopped, clock.utc(), damaged=opened.salvage is not None)


def shift_seals(
    config: TableConfig, opened: OpenedSession, clock: Clock, failed: Callable[[str], None]
) -> ShiftSeals | None:
    """The part that seals the journal at a shift's end; None at a simulated table, whose journal proves
    nothing.
    """
    if config.mode is not Mode.LIVE:
        return None
    begun = opened.stopped or clock.utc()
    return ShiftSeals(opened.journal, clock, shift_of(config), begun, failed=failed)


def shift_of(config: TableConfig) -> Callable[[datetime], str]:
    """The function that names the shift of a moment at a table."""
    return lambda at: shift_at(at.astimezone(), config.shifts)


def serial_link(device: DeviceConfig, station: Station, bridge: Bridge, counted: Event) -> SerialLink:
    """A device's port, not yet open. Its bytes wait until ``counted`` is set."""
    from console.devices.port import SerialLink

    role, quiet = device.role, device.silent_after

    def healthy(health: Health) -> None:
        station.note(of_health(About.DEVICE, health), text=role)
        bridge.tell_health(role, health)

    def on_data(received: bytes) -> None:
        if not counted.is_set():  # to wait for what is so already takes locks
            counted.wait()
        station.receive(role, received)
        if quiet is not None:
            bridge.tell_bytes_came(role)

    return SerialLink(device.url, on_data, healthy, bridge.fail, baud=device.baud, silent_after=quiet)


def server_link(
    link: LinkConfig,
    config: TableConfig,
    rulebook: Rulebook,
    *,
    offer: Callable[[bytes], bool],
    healthy: Callable[[Health], None],
    fail: Callable[[Exception], None],
) -> GameServerLink:
    """The game server's link, not yet begun. Raises LinkError if its settings are not allowed.

    It passes the server's lines to ``offer``, and its own health to ``healthy``.
    """
    from console.link.client import GameServerLink
    from console.link.server import server_at
    from console.words.output_line import encode

    person, market = Words(config.language), Words(rulebook.market)
    server = server_at(
        link.url,
        table=link.table or config.name,
        ca=link.ca,
        token_file=link.token_file,
        plain_ok=link.plain_ok,
    )
    return GameServerLink(server, offer, lambda view: encode(view, person, market), healthy, fail)


def stand_in(players: Players | None, stack: ExitStack) -> str:
    """The address of a simulated table's own game server, on the loopback alone; ``stack`` ends it."""
    from console.link.stand_in import StandIn

    server = StandIn(players=players.due) if players is not None else StandIn()
    server.start()
    stack.callback(server.stop)
    return server.url
