"""The rows of the menu: what the one at this screen may choose beside the prompt.

It knows which rows there are for whom; the window knows what they do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from console.table.protocol import lines
from console.table.state.phases import Phase
from console.table.state.roles import Role
from console.table.state.table import Table
from console.ui.kit.menu import Row
from console.ui.signs import outcomes, places, shoe, states
from console.ui.signs.nib import Sign
from console.words import LANGUAGES, Words
from console.words.locales import LOCALES

if TYPE_CHECKING:
    from console.ui.sign_in.sign_in_screen import Purpose


class Chooses(Protocol):
    """What the window does for a row."""

    def ask(self, purpose: Purpose) -> None:
        """Ask somebody to sign in."""

    def say(self, line: lines.AnyLine) -> None:
        """Give the table a line."""

    def lock(self) -> None:
        """Lock the session."""

    def show_overview(self) -> None:
        """Show the pit boss's screen of this table."""

    def end_authority(self) -> None:
        """End the authority of the pit boss at this screen."""

    def open_languages(self) -> None:
        """Show the languages."""

    def speak(self, language: str) -> None:
        """Speak another language."""

    def quit(self) -> None:
        """Close the console."""

    @property
    def reviewing(self) -> object | None:
        """What reads the table's journals for a review; None where there is none."""

    @property
    def keeps_review(self) -> bool:
        """Whether a review lies under the table as somebody left it."""

    @property
    def keeps(self) -> object | None:
        """Where the people are kept; None where they are given."""

    @property
    def practice(self) -> Callable[[], None] | None:
        """Show or hide the practice panel; None at a LIVE table."""


def person_rows(words: Words, table: Table, window: Chooses, *, pit_boss_here: bool) -> tuple[Row, ...]:
    """Language, relief, lock, sign-out; a pit boss who stepped up has the table's orders first."""
    text = words.text
    dealer = who(table, Role.DEALER)
    pit_boss = who(table, Role.PIT_BOSS) if pit_boss_here else None
    rows: list[Row] = _orders(words, table, pit_boss, window) if pit_boss else []
    rows.append(Row(text("menu.language"), places.globe, window.open_languages))
    if dealer:
        rows.append(Row(text("menu.relief"), places.sign_in, lambda: window.ask("relief")))
        rows.append(Row(text("menu.lock"), states.lock, window.lock))
    else:
        rows.append(Row(text("button.sign_in"), places.sign_in, lambda: window.ask("dealer")))
    if not pit_boss:
        rows.append(Row(text("menu.pit_boss"), places.pit_boss, lambda: window.ask("pit_boss")))
    if dealer and not table.open_round:
        rows.append(Row(text("menu.sign_out"), places.leave, lambda: window.say(lines.SignOut(dealer))))
    if window.reviewing is not None and not table.halted and table.called is None:
        label = text("menu.review.again" if window.keeps_review else "menu.review")
        rows.append(Row(label, outcomes.book, lambda: window.ask("review")))
    if window.keeps is not None and not table.halted and table.called is None:
        rows.append(Row(text("menu.people"), places.person, lambda: window.ask("people")))
    if window.practice is not None:
        rows.append(Row(text("practice.show"), shoe.shoe, window.practice))
    if not dealer:
        rows.append(Row(text("menu.quit"), places.leave, window.quit))
    return tuple(rows)


def language_rows(window: Chooses) -> tuple[Row, ...]:
    """The languages, each in its own words."""

    def chosen(language: str) -> Callable[[], None]:
        return lambda: window.speak(language)

    return tuple(Row(LOCALES[language].name, places.globe, chosen(language)) for language in LANGUAGES)


def who(table: Table, role: Role) -> str | None:
    """The id of the one signed in as this."""
    return next((person.who for person in table.people if person.role is role), None)


def _orders(words: Words, table: Table, by: str, window: Chooses) -> list[Row]:
    """What only the pit boss may order at this moment (BAC-3.2.3)."""

    def order(key: str, sign: Sign, line: lines.AnyLine) -> Row:
        return Row(words.text(key), sign, lambda: window.say(line), pit_boss=True)

    preparing = table.preparation is not None
    rows: list[Row] = [Row(words.text("pit.screen"), states.eye, window.show_overview, pit_boss=True)]
    if table.reshuffle:
        rows.append(order("button.reshuffle_off", shoe.shuffle, lines.Reshuffle(by, on=False)))
    elif not preparing and table.shoe_number:
        rows.append(order("button.reshuffle", shoe.shuffle, lines.Reshuffle(by)))
        rows.append(order("button.new_decks", shoe.decks, lines.Reshuffle(by, new=True)))
    if table.close:
        rows.append(order("button.close_table_off", places.table, lines.Close(by, on=False)))
    elif table.phase != Phase.CLOSED and not (table.preparation and table.preparation.closing):
        rows.append(order("button.close_table", places.table, lines.Close(by)))
    leave = Row(words.text("authority.end"), places.leave, window.end_authority, pit_boss=True)
    return [*rows, leave]
