"""The rows of the menu: the choices of the person at this screen beside the prompt's action. The module knows
each person's rows; the window knows their effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from PySide6.QtCore import QObject, Signal

from console.base.words import Words
from console.table.core.play.course import takes_close_orders, takes_shuffle_orders
from console.table.core.protocol import lines
from console.table.core.state.phases import OrderedShuffle
from console.table.core.state.roles import Role
from console.table.core.state.table import Table
from console.table.ui.kit.menu import MenuRow, language_rows
from console.table.ui.sign_in.purpose import Purpose
from console.table.ui.signs.sign import Sign
from console.table.ui.window.at_table.arrivals import Arrivals
from console.table.ui.window.at_table.felt_question import FeltQuestion
from console.table.ui.window.at_table.overlays import TableOverlays
from console.table.ui.window.at_table.quit_question import QuitQuestion
from console.table.ui.window.at_table.table_sign_in import TableSignIn
from console.table.ui.window.at_table.workplace import Workplace


class MenuActs(msgspec.Struct, frozen=True):
    """The window's act for each row, and the parts without which a row is not offered."""

    ask: Callable[[Purpose], object]
    """Asks somebody to sign in."""
    send_line: Callable[[lines.AnyLine], object]
    ask_beside: Callable[[], object]
    """Asks for another dealer beside the trainee who deals here."""
    beside_leaves: Callable[[], object]
    """The dealer beside the trainee leaves."""
    lock: Callable[[], object]
    show_page: Callable[[], object]
    """Shows the pit boss's screen of this table."""
    end_authority: Callable[[], object]
    """Ends the authority of the pit boss at this screen."""
    open_languages: Callable[[], object]
    call_off: Callable[[], object]
    """Asks whether the call of the pit boss is to be withdrawn."""
    quit: Callable[[], object]
    """Closes the console."""
    reviews: bool = False
    """Whether a journal can be reviewed here."""
    keeps_review: bool = False
    """Whether a review lies under the table as its reader left it."""
    keeps_people: bool = False
    """Whether the people can be changed here."""
    commissions: bool = False
    """Whether the table can be commissioned here: a LIVE one."""
    practice: Callable[[], object] | None = None
    """Shows or hides the practice panel; None at a LIVE table."""
    change_felt: Callable[[], object] | None = None
    """Takes note that the table has another felt; None if nothing is asked of it."""
    check_guide: Callable[[], object] | None = None
    """Asks for the edition of a printed guide."""


def person_rows(words: Words, table: Table, acts: MenuActs, *, pit_boss_here: bool) -> tuple[MenuRow, ...]:
    """Language, relief, lock, sign-out; before them the table's orders for a pit boss with authority here."""
    text = words.text
    dealer = _who(table, Role.DEALER)
    pit_boss = _who(table, Role.PIT_BOSS) if pit_boss_here else None
    rows: list[MenuRow] = _orders(words, table, pit_boss, acts) if pit_boss else []
    rows.append(MenuRow(text("menu.language"), Sign("places.globe"), acts.open_languages))
    if dealer:
        rows.append(MenuRow(text("menu.relief"), Sign("places.sign_in"), lambda: acts.ask(Purpose.RELIEF)))
        rows += _beside_rows(words, table, acts)
        rows.append(MenuRow(text("menu.lock"), Sign("states.lock"), acts.lock))
    else:
        rows.append(MenuRow(text("button.sign_in"), Sign("places.sign_in"), lambda: acts.ask(Purpose.DEALER)))
    if dealer and not pit_boss and table.called is not None:
        rows.append(MenuRow(text("menu.call_off"), Sign("states.withdraw"), acts.call_off))
    if not pit_boss:
        rows.append(
            MenuRow(text("menu.pit_boss"), Sign("places.pit_boss"), lambda: acts.ask(Purpose.PIT_BOSS))
        )
    if dealer and not table.open_round:
        rows.append(
            MenuRow(
                text("menu.sign_out"), Sign("places.leave"), lambda: acts.send_line(lines.SignOut(dealer))
            )
        )
    if acts.reviews and not table.halted and table.called is None:
        label = text("menu.review.again" if acts.keeps_review else "menu.review")
        rows.append(MenuRow(label, Sign("outcomes.book"), lambda: acts.ask(Purpose.REVIEW)))
    if acts.keeps_people and not table.halted and table.called is None:
        rows.append(MenuRow(text("menu.people"), Sign("places.person"), lambda: acts.ask(Purpose.PEOPLE)))
    if acts.commissions and table.between_rounds and table.called is None:
        rows.append(
            MenuRow(text("menu.commission"), Sign("states.tick"), lambda: acts.ask(Purpose.COMMISSION))
        )
    if acts.check_guide is not None and not table.halted and table.called is None:
        rows.append(MenuRow(text("guide.check"), Sign("outcomes.book"), acts.check_guide))
    if acts.practice is not None:
        rows.append(MenuRow(text("practice.show"), Sign("shoe.shoe"), acts.practice))
    if not dealer:
        rows.append(MenuRow(text("menu.quit"), Sign("places.leave"), acts.quit))
    return tuple(rows)


def _beside_rows(words: Words, table: Table, acts: MenuActs) -> Iterator[MenuRow]:
    """At a table where a trainee deals: the dealer beside leaves, or another one comes."""
    trainee = next((each for each in table.people if each.beside is not None), None)
    if trainee is None:
        return
    yield MenuRow(words.text("menu.beside"), Sign("places.person"), acts.ask_beside)
    if not trainee.left:
        yield MenuRow(words.text("menu.beside.leaves"), Sign("places.leave"), acts.beside_leaves)


def _orders(words: Words, table: Table, by: str, acts: MenuActs) -> list[MenuRow]:
    """The orders that only the pit boss may give at this moment (BAC-3.2.3)."""

    def order(key: str, sign: Sign, line: lines.AnyLine) -> MenuRow:
        return MenuRow(words.text(key), sign, lambda: acts.send_line(line), pit_boss=True)

    rows: list[MenuRow] = [
        MenuRow(words.text("pit.screen"), Sign("states.eye"), acts.show_page, pit_boss=True)
    ]
    shuffles = takes_shuffle_orders(table) and table.shoe_in_play.number > 0
    if shuffles and table.shoe_in_play.reshuffle:
        new = table.shoe_in_play.reshuffle is OrderedShuffle.NEW_DECKS
        ordered = "button.new_decks_off" if new else "button.reshuffle_off"
        sign = Sign("shoe.decks" if new else "shoe.shuffle")
        rows.append(order(ordered, sign, lines.Reshuffle(by, on=False)))
    elif shuffles:
        rows.append(order("button.reshuffle", Sign("shoe.shuffle"), lines.Reshuffle(by)))
        rows.append(order("button.new_decks", Sign("shoe.decks"), lines.Reshuffle(by, new=True)))
    closes = takes_close_orders(table)
    if closes and table.close_ordered:
        rows.append(order("button.close_table_off", Sign("places.table"), lines.Close(by, on=False)))
    elif closes:
        rows.append(order("button.close_table", Sign("places.table"), lines.Close(by)))
    if acts.change_felt is not None and table.between_rounds and not table.console.felt_unread:
        rows.append(MenuRow(words.text("felt.change"), Sign("places.table"), acts.change_felt, pit_boss=True))
    leave = MenuRow(words.text("authority.end"), Sign("places.leave"), acts.end_authority, pit_boss=True)
    return [*rows, leave]


def _who(table: Table, role: Role) -> str | None:
    return next((person.who for person in table.people if person.role is role), None)


class TableMenu(QObject):
    language_chosen = Signal(str)

    def __init__(
        self,
        workplace: Workplace,
        sign_in: TableSignIn,
        arrivals: Arrivals,
        *,
        overlays: TableOverlays,
        way_out: QuitQuestion,
        felt_question: FeltQuestion,
    ) -> None:
        super().__init__(workplace.menu)
        self._felt_question = felt_question
        self._workplace, self._people_here, self._words = workplace, workplace.people_here, workplace.words
        self._sign_in, self._arrivals = sign_in, arrivals
        self._overlays, self._way_out = overlays, way_out
        self.practice: Callable[[], object] | None = None
        """Shows or hides the practice panel; None at a LIVE table."""

    @property
    def heading(self) -> str:
        named = self._workplace.surroundings.persons.get(self._people_here.who_answers() or "")
        return self._words().text("menu.title", name=named.name) if named else ""

    def rows(self, table: Table) -> tuple[MenuRow, ...]:
        people, overlays = self._people_here, self._overlays
        acts = MenuActs(
            ask=self._sign_in.ask,
            send_line=people.send_line,
            ask_beside=self._sign_in.ask_beside,
            beside_leaves=self._arrivals.beside_leaves,
            lock=self._arrivals.lock,
            show_page=self._arrivals.show_page,
            end_authority=self._arrivals.end_authority,
            open_languages=self._open_languages,
            call_off=self._call_off,
            quit=self._way_out.ask,
            reviews=overlays.makes_review is not None,
            keeps_review=overlays.keeps_review,
            keeps_people=overlays.keeps is not None,
            commissions=overlays.makes_commissioning is not None,
            practice=self.practice,
            change_felt=self._felt_question.change if self._felt_question.printed else None,
            check_guide=None if overlays.makes_guide_check is None else overlays.open_guide_check,
        )
        return person_rows(self._words(), table, acts, pit_boss_here=people.pit_boss_here() is not None)

    def open(self) -> None:
        """Show the menu; before the table's first view it has no choices."""
        if self._people_here.table is not None:
            self._workplace.menu.open(self.heading, self.rows(self._people_here.table))

    def _call_off(self) -> None:
        """Let the dealer confirm that the pit boss need not come."""
        words, dealer = self._words(), self._people_here.who(Role.DEALER)
        if dealer is None:
            return

        def withdraw() -> None:
            self._people_here.send_line(lines.Call(dealer, on=False))

        row = MenuRow(words.text("menu.call_off"), Sign("states.withdraw"), withdraw)
        self._workplace.menu.ask(words.text("button.called"), row, back="button.change_nothing")

    def _open_languages(self) -> None:
        words = self._words()
        self._workplace.menu.open(
            words.text("menu.language"), language_rows(words.language, self.language_chosen.emit)
        )
