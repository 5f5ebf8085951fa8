"""A dealer's screen on a table that lines are sent to: what a program says, what the dealer then reads."""

from __future__ import annotations

from typing import Any

from pytestqt.qtbot import QtBot

from console.table.core import DealerView, Lamp, Mode, Situation, dealer_view, view_of
from console.table.ui.dealer import DealerScreen
from tests.base.words.catalogues import words
from tests.table.core.tables import Driven, Seen, book
from tests.table.ui.harness.incident_calls import IncidentCalls
from tests.table.ui.samples.tables import changed, clock


class Dealt:
    """A ready table with its dealer's screen; every line that is taken shows on it."""

    def __init__(self, bot: QtBot, code: str, game: str = "baccarat", *, is_ready: bool = True) -> None:
        self.table = Driven(code, game=game, is_ready=is_ready)
        self.code, self.time = code, clock()
        self.lamps: tuple[Lamp, ...] = ()
        self.seconds_left: int | None = None
        self.screen = screen = DealerScreen(words("en"), words(code), self.time, IncidentCalls())
        bot.addWidget(screen, before_close_func=lambda _: screen.hide())  # kept until the test is over
        self.screen.resize(1280, 800)
        self.screen.show()
        self.show()

    def take(self, line: Seen) -> Seen:
        """Send a line; its view is on the screen."""
        seen = self.table.take(line)
        self.show()
        return seen

    def bets(self, state: str, seats: tuple[int, ...] = (1,)) -> None:
        """Open or close the bets; at blackjack somebody has bet."""
        self.take({"do": "bets", "state": state})
        if state == "open" and self.table.game.name == "blackjack":
            self.take({"do": "seats", "seats": list(seats)})

    def show(self, **more: Any) -> DealerView:
        """Show the table as it is; ``more`` of its situation."""
        known = {"seconds_left": self.seconds_left, "lamps": self.lamps, **more}
        situation = Situation(
            mode=Mode.LIVE, name="7", game=self.table.game.name, rulebook=book(self.code), persons={}
        )
        table = self.table.table
        view = dealer_view(view_of(self.table.game, table, 1), table, changed(situation, **known))
        self.screen.show_view(view)
        return view

    @property
    def prompt(self) -> Any:
        """The text of the prompt."""
        return self.screen.prompt.text
