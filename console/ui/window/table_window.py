"""The table's window: the dealer's screen, the sign-in and the menu over it, and what each press becomes.

It shows values and says lines; what is due, and whether a press counts, is decided at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from console.config import TableConfig
from console.game.blackjack.hands import Choice
from console.game.rulebook import Rulebook
from console.people.answers import Change, Keeps, People
from console.table.judging.transition import ARRIVED, SCREEN
from console.table.protocol import lines
from console.table.running.bet_timer import SECOND
from console.table.running.clock import Clock
from console.table.running.station import Shown
from console.table.showing.dealer_view import dealer_view
from console.table.showing.screen_values import DealerView, Person, Recovered
from console.table.state.actions import Action
from console.table.state.phases import Phase
from console.table.state.roles import Actor, Role
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.felt.condition import cards_out
from console.ui.hands.given import Presses
from console.ui.hands.guard import Drop
from console.ui.hands.later import later
from console.ui.incident.authority import Decider, is_amber, is_own_report, standing_of
from console.ui.kit.buttons import is_meant, is_press
from console.ui.kit.menu import Menu, Row
from console.ui.kit.surface import Surface
from console.ui.pit.incident_lines import IncidentLines
from console.ui.pit.overlay import Overlook
from console.ui.pit.sight import Sight
from console.ui.sign_in.badge_reader import BadgeReader
from console.ui.signs import places, states
from console.ui.signs.nib import Sign
from console.ui.window.bridge import Bridge, TableLine
from console.ui.window.choices import language_rows, person_rows, who
from console.ui.window.surroundings import Lamps, Surroundings
from console.words import LANGUAGES, Words

if TYPE_CHECKING:
    from console.review.sources import Reviewing
    from console.ui.dealer.live_strip import TablePresses
    from console.ui.people.people_desk import PeopleDesk
    from console.ui.pit.pit_window import PitDesk
    from console.ui.review.review_desk import ReviewAtTable
    from console.ui.sign_in.sign_in_screen import Purpose, SignInScreen
    from console.ui.window.practice import PracticeStrip

DARK: Final = 300
"""Seconds that a console may have been down and come back unlocked (GLI-19: five minutes)."""
TICK: Final = 100
"""Milliseconds between looks at the clock."""


class Furnished(NamedTuple):
    """What a table's window has beside its table, by the table's files and by how it was started."""

    reviewing: Reviewing | None = None
    """What reads this table's journals for a review; None where there is none to be read."""
    keeps: Keeps | None = None
    """Where the people are kept; None where they are given."""
    changes: Callable[[int], tuple[Change, ...]] = lambda _: ()
    """What was done to the people at a terminal after the change of a number."""
    first_supervisor: Person | None = None
    """Who was made the first supervisor just now, and goes on to the other people."""
    count_due: bool = False
    """Whether a restart fell into a hand whose cards are to be counted before another one is taken."""


BARE: Final = Furnished()
"""The table alone."""


class TableWindow(QWidget):
    """One table on one screen."""

    language_changed = Signal(object)
    """The :class:`Words` that the screen now speaks."""

    lamps_changed = Signal(tuple)
    """The lamps, where one of them shows something else than before."""
    counted = Signal()
    """Somebody said after a restart whether the cards on the table are those on the screen."""

    def __init__(
        self,
        bridge: Bridge,
        line: TableLine,
        clock: Clock,
        config: TableConfig,
        rulebook: Rulebook,
        people: People,
        persons: dict[str, Person],
        recovered: Recovered | None = None,
        furnished: Furnished = BARE,
    ) -> None:
        """``persons`` are those that the console knows, by id; ``recovered`` says that it was restarted."""
        super().__init__()
        self._bridge, self._line, self._clock = bridge, line, clock
        self._config, self._people = config, people
        self.shown: Shown | None = None
        """What the table came to last; None before it has shown anything."""
        self.view: DealerView | None = None
        """What the dealer's screen shows of it."""
        self.practice: Callable[[], None] | None = None
        self._strip: PracticeStrip | None = None
        self.reviewing, self.keeps = furnished.reviewing, furnished.keeps
        self._changes = furnished.changes
        self._told_of_people = 0
        self._first_supervisor = furnished.first_supervisor
        self._persons = persons
        self._purpose: Purpose = "dealer"
        self._comes = False
        """Whether a pit boss whose PIN was right is to be shown the overview."""
        self._count_due = furnished.count_due
        self._leaving = False
        """Whether the window system asked to close it, and a pit boss is asked whether that is meant."""
        lamps = Lamps(config.watched, config.silence)
        self._around = Surroundings(config, rulebook, clock, persons, lamps, recovered)
        self.words, self._market = Words(config.language), Words(rulebook.market)
        self.dealer = DealerScreen(self.words, self._market, clock, IncidentLines(self), self)
        guard = self.dealer.guard
        self.overview = Overlook(self, self, clock, guard)
        self.menu = Menu(guard, self, lambda: self.words)
        self.presses = Presses()
        self.sight = Sight(self, lambda: clock.monotonic() / SECOND, guard.time_of)
        self.presses.guard(guard)
        self.badges = BadgeReader(self, guard, self._asked_by_badge, self._is_no_persons_field)
        self.typed = self.badges.typed
        self.typed.dropped.connect(lambda: self.dealer.say_dropped(Drop.SIGNS))
        self._signed_for = Decider()
        self._talks = [self.dealer.incident.talk]
        self.desk: PitDesk | None = None
        """The pit boss's own window, where there is another monitor."""
        self.setWindowTitle(config.name)
        self._connect()
        self._timer = QTimer(self, interval=TICK, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.tick)
        self._timer.start()
        application = QApplication.instance()
        assert application is not None, "a window is made by an application"
        # From the loop's first turn on, before which nothing is pressed: while a window is made and shown, Qt
        # asks of more events than a dealer makes in an hour.
        later(self, partial(application.installEventFilter, self))

    def _connect(self) -> None:
        self._bridge.shown.connect(self.show_table)
        self._bridge.device_changed.connect(self._around.lamps.link_changed)
        self._bridge.device_heard.connect(self._around.heard)
        self._bridge.failed.connect(self._show_bug)
        self._bridge.software_looked_at.connect(self._around.software_was_looked_at)
        self._bridge.refused.connect(self.close)
        screen, overview = self.dealer, self.overview
        screen.primary_pressed.connect(self.press)
        screen.call_pressed.connect(self.call)
        screen.pit_boss_here_pressed.connect(self.pit_boss_pressed)
        screen.withdraw_pressed.connect(self.withdraw)
        screen.void_pressed.connect(self.void)
        screen.unanswered_pressed.connect(self.go_on_unanswered)
        screen.cut_card_pressed.connect(self.cut_card_came)
        screen.number_entered.connect(self.enter_number)
        screen.person_menu_requested.connect(self.open_menu)
        screen.language_requested.connect(self._next_language)
        screen.lock_requested.connect(self.lock)
        screen.incident.moved.connect(self.refresh)
        screen.end_pressed.connect(self.end_authority)
        self.menu.closed.connect(self._stays)
        overview.left.connect(screen.setFocus)
        overview.left.connect(self.refresh)
        overview.end_pressed.connect(self.end_authority)
        overview.correct_pressed.connect(self.correct)
        overview.wrong_pressed.connect(self.report_own)
        overview.language_requested.connect(self._next_language)

    @cached_property
    def sign_in(self) -> SignInScreen:
        """The sign-in, made when somebody is first asked: no start waits for what it does not show."""
        from console.ui.sign_in.sign_in_screen import SignInScreen

        screen = SignInScreen(
            self._people,
            self.words,
            self,
            now=self._around.now,
            badge_suffices=self._config.badge_suffices,
        )
        screen.verified.connect(self._verified)
        screen.cancelled.connect(self._back_to_table)
        screen.taken.connect(self.dealer.leave_foot)
        screen.taken.connect(self.overview.leave_foot)
        screen.language_chosen.connect(self.speak)
        screen.refused.connect(self._sign_in_failed)
        screen.recognised.connect(self._recognised)
        self.language_changed.connect(screen.set_words)
        screen.setGeometry(self.room)
        return screen

    @cached_property
    def review(self) -> ReviewAtTable:
        """The review over this screen, made when somebody first asks for it."""
        from console.ui.review.review_desk import ReviewAtTable
        from console.ui.review.table_acts import TableActs

        assert self.reviewing is not None, "only what can be read is reviewed"
        badge = self._config.badge_suffices
        acts = TableActs(self._line, self._people, self, self.reviewing.seal, badge_suffices=badge)
        review = ReviewAtTable(self, self.reviewing, self._clock, acts, self.dealer.guard, self._presses())
        review.left.connect(self.dealer.setFocus)
        return review

    @cached_property
    def people_desk(self) -> PeopleDesk:
        """The people's screen over this one, made when a supervisor first asks for it."""
        from console.ui.people.people_desk import PeopleDesk

        assert self.keeps is not None, "only people who are kept are changed"
        told = (self.keeps, self.words, self._clock, self.dealer.guard, self._presses())
        desk = PeopleDesk(self, *told, speak=self.speak, quit=self.quit)
        desk.left.connect(self._back_from_people)
        desk.changed.connect(self._people_changed)
        self.language_changed.connect(desk.set_words)
        return desk

    def _presses(self) -> TablePresses:
        """What is pressed on the strip over the review or the people."""
        from console.ui.dealer.live_strip import TablePresses

        return TablePresses(self.press, self.dealer.incident.talk.begin, self.call)

    # --- what comes in -----------------------------------------------------------------------

    def show_table(self, shown: Shown) -> None:
        """Show what the table came to."""
        self._around.see(shown)
        sights = [self.sight] if self.desk is None else [self.sight, self.desk.sight]
        for sight in sights:
            sight.see(shown)
        first, self.shown = self.shown is None, shown
        if first:
            self._tell_changes()
            self._speak_as_the_dealer()
        self.refresh()
        self.presses.see(shown)
        if first and self._comes_back_locked(shown):
            self._lock(noted=not shown.table.locked)
        if first and not shown.table.people:
            self.ask("pit_boss" if shown.view.prompt.actor is Actor.PIT_BOSS else "dealer")
        if first and self._first_supervisor is not None:
            self._people_changed("added", self._first_supervisor, self._first_supervisor)
            self.keep_people(self._first_supervisor)

    def _comes_back_locked(self, shown: Shown) -> bool:
        """Whether a restarted screen is locked: it was, or has stood dark for longer than it would lock."""
        back = self._around.recovered
        if back is None or not shown.table.people:
            return False
        dark = (back.back - back.stopped).total_seconds()
        return shown.table.locked or dark > min(self._config.lock_after * 60, DARK)

    def refresh(self) -> None:
        """Show the table in its present situation, if anything of it has changed."""
        if self.shown is None:
            return
        asked = self.shown.view.prompt.fact == "kind" or any(talk.here.wants_kinds for talk in self._talks)
        situation = self._around.situation(self.shown, self._line.busy_since, reporting=asked)
        view = self.as_shown(dealer_view(self.shown.view, self.shown.table, situation))
        if self.desk is not None:
            self.desk.show_view(view, self.shown.table.people)
        if not self._authority_holds(view):
            self.end_authority()  # which shows what is the dealer's now
            return
        here = self.pit_boss_here()
        view = replace(
            view,
            not_taken=self.sight.not_taken,
            pit_boss=self._around.authority.person if here is not None else None,
            decider=self._signed_for.of(view),
            step_up_left=view.step_up_left if here is not None else None,
        )
        if view != self.view:
            if self.view is None or view.lamps != self.view.lamps:
                self.lamps_changed.emit(view.lamps)
            self.view = view
            self.dealer.show_view(view)
            self.overview.see(view)
            self.sight.hand_over(view.view)
            if self.reviewing is not None and "review" in vars(self):
                self._tell_review()
            if "people_desk" in vars(self):
                self.people_desk.see(view, self.words, self._market)
        if here is not None and self._comes:
            self._comes = False
            self.show_overview()

    def floor_not_joined(self) -> None:
        """The table's floor can't be told anything: the lamps say so from now on."""
        self._around.lamps.unjoined = True
        self.refresh()

    def floor_has_twins(self, twins: bool) -> None:
        """Another console is at work as this table, or is no more: the lamps say so."""
        self._around.lamps.twins = twins
        self.refresh()

    def floor_refuses(self, names: str) -> None:
        """The floor refuses this table by these names, or takes it where there is none: the lamps say so."""
        self._around.lamps.refused = names
        self.refresh()

    def as_shown(self, view: DealerView) -> DealerView:
        """What of the table this window's screens show: all of it."""
        return view

    def name_of(self, who: str) -> str:
        """What somebody is called, by the id; from any thread."""
        person = self._around.persons.get(who)
        return who if person is None else person.name

    def learn_name(self, who: str, name: str) -> None:
        """What somebody is called whom the table's people may not name; from any thread."""
        self._around.persons.setdefault(who, Person(who, name, Role.PIT_BOSS, ""))

    def _tell_review(self) -> None:
        if self.view is not None:
            self.review.see(self.view, self.words, self._market)

    @property
    def people(self) -> People:
        """Who may sign in here."""
        return self._people

    @property
    def keeps_review(self) -> bool:
        """Whether a review lies under the table as somebody left it."""
        return self.reviewing is not None and "review" in vars(self) and self.review.is_kept

    def _authority_holds(self, view: DealerView) -> bool:
        """Whether what a pit boss's authority was given for goes on; with nobody's nothing can end."""
        authority = self._around.authority
        if authority.person is None or self.pit_boss_here() is None:
            return True  # nobody's, or the table has still to take the sign-in
        own = self._comes or self._leaving or self.overview.is_there
        here = self.dealer.incident.talk.here
        own = own or here.correcting or here.own
        return authority.holds(standing_of(view, own=own))

    def tick(self) -> None:
        """Look at the clock: the countdown, silence, the step-up's end, the lock."""
        now = self._around.now()
        if self._around.authority.is_over(now):
            self.end_authority()
        if self._around.presence.lock_due(now):
            if "people_desk" in vars(self):
                self.people_desk.close()
            self.lock()
        self.refresh()
        self._have_counted()
        self.overview.tick()
        if self.desk is not None:
            self.desk.tick()

    def _have_counted(self) -> None:
        """Ask whether the hand lies as shown, until it is answered: a card may have been dealt meanwhile."""
        asked = "sign_in" in vars(self) and self.sign_in.isVisible()
        if not self._count_due or self.view is None or self.shown is None or asked or self.menu.isVisible():
            return
        out = cards_out(self.view) if self.shown.table.open_round else None
        if not out:
            self._count_said()
            return
        text = self.words.text
        yes = Row(
            text("confirm.count.yes"),
            states.tick,
            lambda: self._count_said("count_confirmed"),
            moves_play=True,
        )
        no = Row(
            text("confirm.count.no"), places.bell, lambda: self._count_said("count_differs"), moves_play=True
        )
        self.menu.open(text("confirm.count", count=out), (yes, no))

    def _count_said(self, what: str | None = None) -> None:
        """What was said of the count; from now on cards are taken, and a wrong one is the pit boss's."""
        self._count_due = False
        if what is not None:
            self._line.note(what, who=self.who_answers())
        if what == "count_differs" and self.pit_boss_here() is None:
            self.call()
        self.counted.emit()

    def _show_bug(self, error: Exception) -> None:
        """Say that something unforeseen happened; the hand is safe, and play goes on."""
        self.presses.lose()
        trace = self._around.foresaw_not(error)
        if trace is not None:
            self._line.note("bug", text=trace)
            self.refresh()

    # --- what goes out -----------------------------------------------------------------------

    def say(self, line: lines.AnyLine) -> None:
        """Give the table a line, with what stood before whoever says it here."""
        self._give(self.sight.said(line))

    def _give(self, line: lines.AnyLine) -> None:
        """Give the table a line of this window or of the pit boss's own."""
        self.presses.give(line)
        self._line.say(line)

    def press(self) -> None:
        """The primary press: what the prompt asks for, by the one it asks."""
        if self.shown is None:
            return
        prompt = self.shown.view.prompt
        if self._around.presence.locked:
            self.ask("unlock")
        elif prompt.action == Action.SIGN_IN:
            self.ask("pit_boss" if prompt.actor is Actor.PIT_BOSS else "dealer")
        elif prompt.actor is not Actor.SYSTEM and (by := self._acts(prompt.actor)):
            self._press_as(by, prompt.action)

    def _acts(self, actor: Actor) -> str | None:
        """The one at this screen whom a prompt asks."""
        return self.pit_boss_here() if actor is Actor.PIT_BOSS else self._who(Role.DEALER)

    def _press_as(self, by: str, action: str) -> None:
        match action:
            case Action.OPEN_TABLE:
                self.say(lines.Open(by))
            case Action.SPIN:
                wheel = self.view.wheel if self.view is not None else None
                self.say(lines.Spin(wheel.turns_asked if wheel else 3, "against", by))
            case _:
                self.say(lines.Done(by, note=self.dealer.note))

    def enter_number(self, number: int) -> None:
        """The dealer says in which pocket the ball lies; the same again makes it the number."""
        if by := self._who(Role.DEALER):
            self.say(lines.Number(number, "dealer", by))

    def call(self) -> None:
        """Call the pit boss; where one was called and is at this screen, say that the pit boss has come."""
        if self.presses.is_calling:
            return
        pit_boss = self.pit_boss_here()
        comes = pit_boss is not None and self.shown is not None and self.shown.view.call
        if by := pit_boss if comes else self.who_reports() or pit_boss:
            self.say(lines.Call(by, on=not comes))

    def withdraw(self, reason: str | None) -> None:
        """Take back what halted the table."""
        if by := self.pit_boss_here():
            self.say(lines.Withdraw(by, reason))

    def cut_card_came(self, halts: bool) -> None:
        """The cut card has come; where it is what ``halts`` the table, no card was drawn by that."""
        self.say(lines.CutCard())
        if halts:
            self.withdraw(None)

    def go_on_unanswered(self, reason: str) -> None:
        """Go on without the answers that the game server owes, by the rule that such a hand stands."""
        by = self.pit_boss_here()
        if by is None or self.shown is None:
            return
        prompt = self.shown.view.prompt
        hand = prompt.hand if isinstance(prompt.hand, int) else 1
        for seat in prompt.seats or ((prompt.seat,) if prompt.seat is not None else ()):
            self.say(lines.Decision(seat, hand, Choice.TIMEOUT, by, reason))

    def void(self) -> None:
        """Void the round of a halted table."""
        if by := self.pit_boss_here():
            self.say(lines.Void(by))

    def correct(self) -> None:
        """Put a misread card right."""
        self.dealer.incident.talk.correct()
        self.overview.hide()

    def report_own(self) -> None:
        """Something went wrong, in the name of the pit boss at this screen."""
        self.dealer.incident.talk.begin_own()
        self.overview.hide()

    def _confirm(self, question: str, key: str, sign: Sign, meant: Callable[[], object]) -> None:
        """Ask before what can't be undone."""
        text = self.words.text
        back = Row(text("button.cancel"), places.leave, lambda: None)
        self.menu.open(text(question), (back, Row(text(key), sign, meant, pit_boss=True)))

    # --- people ------------------------------------------------------------------------------

    def ask(self, purpose: Purpose, person: Person | None = None) -> None:
        """Ask somebody to sign in; the running table's prompt stays in view.

        ``person`` is who is expected: within one incident the pit boss who signed in for it before.
        """
        self.menu.close_menu()
        self._leaving = False
        self._purpose = purpose
        table = self.shown.table if self.shown else None
        if purpose == "unlock":
            person = self._around.persons.get(self._who(Role.DEALER) or "")
        decider = self.decider if purpose == "pit_boss" else None
        again = decider is not None and person in (None, decider)
        overlay = bool(table and table.people)
        self.sign_in.ask(purpose, overlay=overlay, person=decider if again else person, again=again)

    @property
    def decider(self) -> Person | None:
        """The pit boss who signed in for the open incident, at whatever step of it; None before one has."""
        view = self.view
        return None if view is None or is_own_report(view) else self._signed_for.of(view)

    def _asked_by_badge(self) -> SignInScreen:
        """The sign-in, opened by a badge where nobody is asked; a review gives way to the table first."""
        if "review" in vars(self):
            self.review.give_way()
        if not ("sign_in" in vars(self) and self.sign_in.isVisible()):
            action = self.shown.view.prompt.action if self.shown is not None else ""
            if action == Action.SIGN_IN:
                self.press()
            else:
                self.ask("badge")
        return self.sign_in

    def _is_no_persons_field(self, field: QWidget) -> bool:
        """Whether a badge in a field opens the sign-in: among the people it is given to somebody."""
        return "people_desk" not in vars(self) or not self.people_desk.desk.isAncestorOf(field)

    def _recognised(self, person: Person) -> None:
        """A badge was read while nobody was asked: ask for what this person may do here, by the PIN."""
        table = self.shown.table if self.shown is not None else None
        if table is None or (person.role is Role.DEALER and table.role_of(person.id) is Role.DEALER):
            self.sign_in.cancel()  # who deals here is here
        elif person.role is Role.DEALER:
            self.ask("relief" if self._who(Role.DEALER) else "dealer", person)
        elif person.role is Role.PIT_BOSS:
            self.ask("pit_boss", person)
        elif self.reviewing is not None:
            self.ask("review", person)
        else:
            self.sign_in.cancel()

    def _verified(self, person: Person) -> None:
        """A PIN was right: the person takes the role, or the locked table goes on."""
        self._tell_changes()
        self.sign_in.hide()
        self._back_to_table()
        self._around.persons[person.id] = self._persons[person.id] = person
        table = self.shown.table if self.shown else None
        if self._purpose == "review":
            known = table is not None and table.role_of(person.id) is not None
            words = Words(person.language) if person.language in LANGUAGES else self.words
            self.review.open(person, words, lambda _: (self._config.name,), known=known)
            self._tell_review()
            return
        if self._purpose == "people":
            self.keep_people(person)
            return
        if self._around.presence.locked:
            self._around.presence.locked = False
            self._line.note("unlocked", who=person.id)
        if table is None or table.role_of(person.id) is None:
            self.say(lines.SignIn(person.id, person.role))
        elif person.role is Role.PIT_BOSS and table.coming is not None:
            self._line.note(ARRIVED, who=person.id)
        if person.role is Role.PIT_BOSS:
            self._give_authority(person)
            if table is not None and table.called is not None:
                self.say(lines.Call(person.id, on=False))
        self.speak(person.language)
        self.refresh()
        if self._leaving and person.role is Role.PIT_BOSS:
            self._comes = False
            self.quit()

    def _sign_in_failed(self, who: str | None) -> None:
        """Have a failed sign-in recorded, at whichever screen it was."""
        self._tell_changes()
        self._line.note("sign_in_failed", who=who)

    def _tell_changes(self) -> None:
        """Have recorded what was done to the people at a terminal since the last look (GLI-19 2.8)."""
        known = self.shown.table.told_of_people if self.shown is not None else 0
        for each in self._changes(max(known, self._told_of_people)):
            self._told_of_people = each.number
            said = f"{each.id} {each.role} {each.number} {each.at}"
            self._line.note(f"people_{each.what}", text=said, terminal=each.user)

    def _back_to_table(self) -> None:
        """Keys go to the table; of a window that no manager has made active Qt moves no focus by itself."""
        self.dealer.setFocus(Qt.FocusReason.OtherFocusReason)

    def keep_people(self, supervisor: Person) -> None:
        """Show everybody who may sign in to a supervisor whose PIN was right."""
        self.speak(supervisor.language)
        self.people_desk.open(supervisor, self._config.name)
        if self.view is not None:
            self.people_desk.see(self.view, self.words, self._market)

    def _back_from_people(self) -> None:
        """Keys go to who is asked to sign in, else to the table."""
        asked = "sign_in" in vars(self) and self.sign_in.isVisible()
        (self.sign_in if asked else self.dealer).setFocus(Qt.FocusReason.OtherFocusReason)
        self.refresh()

    def _people_changed(self, what: str, person: Person, by: Person) -> None:
        """Have it recorded, with who did it; the person's name is known from now on."""
        self._around.persons[person.id] = self._persons[person.id] = person
        self._line.note(f"people_{what}", who=by.id, text=f"{person.id} {person.role}")

    def _give_authority(self, person: Person) -> None:
        """A pit boss's PIN was right: for what stands here now, or to overlook the table."""
        authority = self._around.authority
        if (before := authority.person) is not None and before.id != person.id:
            self.end_authority()
        if self.view is None:
            return
        standing = standing_of(self.view, own=False)
        self._signed_for.signs_in(person, standing)
        authority.give(person, self._around.now(), standing)
        self._comes = not (standing.amber or standing.halted)

    def end_authority(self) -> None:
        """The pit boss decides nothing more at this screen: what comes is the dealer's."""
        person = self._around.authority.end()
        self._comes = False
        self.menu.close_menu()  # its orders were the pit boss's
        self.overview.hide()
        if person is None:
            return
        if self.desk is None or self.desk.manned_by != person.id:
            self.say(lines.SignOut(person.id))
        self._speak_as_the_dealer()
        self.refresh()

    def _speak_as_the_dealer(self) -> None:
        """The screen is the dealer's: after a restart too, which signs nobody out."""
        if dealer := self._around.persons.get(self._who(Role.DEALER) or ""):
            self.speak(dealer.language)

    def lock(self) -> None:
        """Lock the session; table and prompt stay in view, and cards that are due are still taken."""
        if self.shown is None or not self.shown.table.people or self._around.presence.locked:
            return
        self.end_authority()
        self._lock()

    def _lock(self, *, noted: bool = True) -> None:
        """Have the screen locked; ``noted``: that it is has still to be recorded."""
        self._around.presence.locked = True
        if noted:
            self._line.note("locked", who=self._who(Role.DEALER), text=SCREEN)
        self.refresh()
        self.ask("unlock")

    def pit_boss_here(self) -> str | None:
        """The pit boss at this screen: who is signed in, and whose authority here has not ended."""
        authority, table = self._around.authority, self.shown.table if self.shown is not None else None
        if table is None or authority.person is None or not authority.left(self._around.now()):
            return None
        who = authority.person.id
        return who if table.role_of(who) is Role.PIT_BOSS else None

    def who_answers(self) -> str | None:
        """The pit boss at this screen, else the dealer."""
        return self.pit_boss_here() or self._who(Role.DEALER)

    def who_reports(self) -> str | None:
        """Whose report it is: the dealer's wherever the prompt is the dealer's, whoever is signed in.

        But what a pit boss begins on the own page is reported in the own name.
        """
        if self.dealer.incident.talk.here.own:
            return self.pit_boss_here()
        amber = self.view is not None and is_amber(self.view)
        return self.who_answers() if amber else self._who(Role.DEALER)

    def pit_boss_pressed(self) -> None:
        """The pit boss comes to this screen; who is here already overlooks the table."""
        if self.pit_boss_here() is None or (self.view is not None and is_own_report(self.view)):
            self.ask("pit_boss")
        elif self.shown is not None and self.shown.view.phase != Phase.HALTED:
            self.show_overview()

    def show_overview(self) -> None:
        """Show what is open, and what only the pit boss may order."""
        self.menu.close_menu()
        if self.view is not None:
            self.overview.show(self.view, self.words)

    def _who(self, role: Role) -> str | None:
        return who(self.shown.table, role) if self.shown else None

    # --- the menu and the language -----------------------------------------------------------

    def open_menu(self) -> None:
        """Show what may be chosen beside the prompt."""
        if self.shown is None or self._around.presence.locked:
            return
        named = self._around.persons.get(self.who_answers() or "")
        heading = self.words.text("menu.title", name=named.name) if named else ""
        here = self.pit_boss_here() is not None
        self.menu.open(heading, person_rows(self.words, self.shown.table, self, pit_boss_here=here))

    def open_languages(self) -> None:
        """Show the languages."""
        self.menu.open(self.words.text("menu.language"), language_rows(self))

    def speak(self, language: str) -> None:
        """Say everything in another language; the market's words stay."""
        if language == self.words.language:
            return
        self.words = Words(language)
        self.dealer.set_words(self.words, self._market)
        self.overview.set_words(self.words)
        self.language_changed.emit(self.words)

    def _next_language(self) -> None:
        self.speak(LANGUAGES[(LANGUAGES.index(self.words.language) + 1) % len(LANGUAGES)])

    def quit(self) -> None:
        """Close the console, if it is meant; the hand is kept as it lies."""
        self._confirm("confirm.quit", "menu.quit", places.leave, self._leave)

    def _leave(self) -> None:
        """Close it for whoever said that it is meant."""
        self._line.note("console_closed", who=self.who_answers())
        self.close()

    def _asked_to_close(self) -> None:
        """The window system would close a table with somebody at it: a pit boss says whether it is meant."""
        if self._around.presence.locked:
            return  # what unlocks it is on the screen
        if self.pit_boss_here() is None:
            self.ask("pit_boss")
        else:
            self.quit()
        self._leaving = True

    def _stays(self) -> None:
        self._leaving = False

    # --- Qt ----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The alarm's keys, where a menu or a sign-in lies over the table: F2 and F3; and the table's F1."""
        if event.key() == Qt.Key.Key_F1 and not self.menu.isVisible():
            self.dealer.show_keys()
            return
        if event.key() not in (Qt.Key.Key_F2, Qt.Key.Key_F3) or event.isAutoRepeat():
            super().keyPressEvent(event)
            return
        self.menu.close_menu()
        if "sign_in" in vars(self):
            self.sign_in.cancel()
        if event.key() == Qt.Key.Key_F3:
            self.call()
        elif not self.dealer.bar.wrong.isHidden():
            self.dealer.bar.wrong.click()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Every press and key keeps the session unlocked; one on an amber prompt prolongs the authority."""
        self.sight.watch(watched, event)
        if is_press(event):
            if isinstance(watched, QWidget) and watched.window() is self and self._holds(watched, event):
                return True
            self._around.presence.touched(self._around.now())
            here = isinstance(watched, QWidget) and watched.window() is self
            if here and self._is_for_pit_boss(watched, event):
                self._around.authority.prolong(self._around.now())
        return super().eventFilter(watched, event)

    def _holds(self, pressed: QWidget, event: QEvent) -> bool:
        """Whether a sign waits for what follows it, or is a badge's: wherever the focus is in this window."""
        return self.badges.holds(pressed, event)

    def _is_for_pit_boss(self, pressed: QObject, event: QEvent) -> bool:
        """Whether a press is made on what waits for the pit boss: no empty place, no dealer's prompt."""
        if self.view is None or self.pit_boss_here() is None:
            return False
        if not (is_amber(self.view) or self.overview.is_there):
            return False
        return is_meant(pressed, event)

    def take_strip(self, strip: PracticeStrip) -> None:
        """Have the strip of practice in this window."""
        self._strip, self.practice = strip, strip.turn
        strip.moved.connect(self._fill_room)

    @property
    def room(self) -> QRect:
        """What of the window is the table's: all of it, but for a strip of practice beside it."""
        return self.rect() if self._strip is None else self._strip.room

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Screen, menu and sign-in fill the table's room."""
        if self._strip is not None:
            self._strip.place()
        self._fill_room()

    def _fill_room(self) -> None:
        for part in self.children():
            if isinstance(part, Surface) and not part.keeps_place:
                part.setGeometry(self.room)

    def showEvent(self, event: QShowEvent) -> None:
        """Open the pit boss's window beside this one, where there is another monitor."""
        super().showEvent(event)
        later(self, self._open_desk)

    def _open_desk(self) -> None:
        if self.desk is None and len(QApplication.screens()) > 1:
            from console.ui.pit.pit_window import PitDesk

            said = (self.words, self._market)
            self.desk = PitDesk(
                self._people, *said, self._clock, self._give,
                step_up=self._config.step_up, manned=self.pit_boss_here,
                badge_suffices=self._config.badge_suffices, signed_for=self._signed_for,
            )  # fmt: skip
            self.desk.sign_in.refused.connect(self._sign_in_failed)
            self._talks.append(self.desk.table.incident.talk)
            self.presses.guard(self.desk.table.guard)
            self.desk.open_beside(self)
            self.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop looking at the clock; the table itself is taken down by who made it.

        What the window system asks for is asked of a pit boss where somebody is at the table.
        """
        table = self.shown.table if self.shown is not None else None
        if event.spontaneous() and table is not None:
            if table.people or table.open_round:
                event.ignore()
                self._asked_to_close()
                return
            self._line.note("console_closed")
        self.put_down()
        QApplication.quit()

    def put_down(self) -> None:
        """Look at the clock no more, hear no presses, and let go of what lies over the table."""
        self._timer.stop()
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        if "review" in vars(self):
            self.review.let_go()
        if self.desk is not None:
            self.desk.close()
            self.desk.deleteLater()
