"""Turns the presses on the dealer's screen during play into the protocol's lines."""

from __future__ import annotations

from collections.abc import Callable

from console.table.protocol import lines
from console.table.state.actions import Action
from console.table.state.roles import Actor
from console.table.state.views import Prompt
from console.ui.dealer.dealer_screen import DealerScreen
from console.ui.pit.incident_lines import HaltLines
from console.ui.window.at_table.at_screen import PeopleAtScreen


class PlayLines:
    """Sends the lines of play in the name of the person at the screen; none where nobody is there."""

    def __init__(
        self, people: PeopleAtScreen, sign_in: Callable[[], bool], note: Callable[[], str | None]
    ) -> None:
        """``sign_in`` asks for a sign-in that must come first, and returns whether one must; ``note`` gives
        the text that is noted with a step.
        """
        self._people_here, self._sign_in, self._note = people, sign_in, note
        self.halt = HaltLines(people, self._prompt)

    def follow(self, screen: DealerScreen) -> None:
        """Send a line at each press on this screen."""
        presses = screen.presses
        presses.primary_pressed.connect(self.press)
        presses.number_entered.connect(self.enter_number)
        self.halt.follow(presses)
        screen.call_pressed.connect(self.call)

    def _prompt(self) -> Prompt | None:
        shown = self._people_here.shown_table
        return None if shown is None else shown.view.prompt

    def press(self) -> None:
        """The primary press: the prompt's action, by the person whom it asks."""
        if self._people_here.shown_table is None or self._sign_in():
            return
        prompt = self._people_here.shown_table.view.prompt
        if by := self._people_here.whom_asks(prompt.actor):
            self._press_as(by, prompt.action)

    def _press_as(self, by: str, action: str) -> None:
        match action:
            case Action.OPEN_TABLE:
                self._people_here.send_line(lines.Open(by))
            case Action.SPIN:
                wheel = self._people_here.view.wheel if self._people_here.view is not None else None
                self._people_here.send_line(lines.Spin(wheel.turns_asked if wheel else 3, "against", by))
            case _:
                self._people_here.send_line(lines.Done(by, note=self._note()))

    def enter_number(self, number: int) -> None:
        """The dealer says in which pocket the ball lies; the same number a second time confirms it."""
        if by := self._people_here.whom_asks(Actor.DEALER):
            self._people_here.send_line(lines.Number(number, "dealer", by))

    def call(self) -> None:
        """Call the pit boss. Where one was called and is at this screen, tell the table that the pit boss
        came.
        """
        people = self._people_here
        if people.presses.is_calling:
            return
        pit_boss = people.pit_boss_here()
        comes = pit_boss is not None and people.shown_table is not None and people.shown_table.view.call
        if by := pit_boss if comes else people.who_reports() or pit_boss:
            people.send_line(lines.Call(by, on=not comes))
