"""Rules for a table of any game, whatever lines it gets: its state can be replayed, and play can go on."""

from __future__ import annotations

from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from console.table.core import Table, advance
from console.table.core.state import events
from tests.table.core.tables import Driven, Seen, as_restarted


class AnyTable(RuleBasedStateMachine):
    """A table that a game's own machine begins and speaks to; each table there was is kept with its entry."""

    driven: Driven
    seen: Seen
    tables: list[tuple[int, Table]]

    @rule()
    def dies_and_begins_again(self) -> None:
        before, view = self.driven.table, self.driven.view()
        self.driven.restart()
        assert self.driven.table == before
        assert self.driven.view() == view
        self.seen = view

    @invariant()
    def the_state_is_the_same_from_a_checkpoint(self) -> None:
        assert as_restarted(self.driven.table) == self.driven.table

    def teardown(self) -> None:
        """Every prefix of the journal is the state that there was, and play can always go on."""
        if not hasattr(self, "driven"):
            return
        self.play_goes_on()
        table, at = self.driven.first, 0
        for entry, was in self.tables:
            for row in self.driven.kept.entries[at:entry]:
                event = events.DECODER.decode(row.event)
                table = advance(self.driven.game, table, event, row.refused, row.at)
            at = entry
            assert table == was

    def play_goes_on(self) -> None:
        """Do what is asked for until bets can open; AssertionError if they never can."""
        raise NotImplementedError
