"""Who was at the table, and who tried to be: the staffing log, counted as moments come."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from console.records.moments import Moment, dealer_of
from console.reports.figures import FailedSignIn, Staffing
from console.reports.listed import Listed
from console.table import events
from console.table.state import Table


class StaffCounted:
    """Lists sign-ins and sign-outs, and counts the changes of dealer."""

    def __init__(self) -> None:
        self.staffing: Listed[Staffing] = Listed()
        self.failed: Listed[FailedSignIn] = Listed()
        self.sign_ins = self.dealer_changes = 0
        self._dealer: str | None = None

    def begin(self, table: Table, at: datetime) -> None:
        """The interval begins with these people at the table."""
        self._dealer = dealer_of(table)
        for person in table.people:
            self.staffing.add(Staffing(at, person.who, person.role, "there"))

    def take(self, moment: Moment) -> None:
        """Go on by a moment of the interval."""
        event, at = moment.event, moment.row.at
        if isinstance(event, events.Noted) and event.what == "sign_in_failed":
            self.failed.add(FailedSignIn(at, event.who or ""))
        if moment.before.people == moment.after.people:
            return
        self._gone(moment)
        for person in moment.after.people:
            if person not in moment.before.people:
                self.sign_ins += 1
                self.staffing.add(Staffing(at, person.who, person.role, "came"))
        dealer = dealer_of(moment.after)
        if dealer is not None and dealer != self._dealer:
            self.dealer_changes += self._dealer is not None
            self._dealer = dealer

    def _gone(self, moment: Moment) -> None:
        went = isinstance(moment.event, events.SignedOut)
        change: Literal["left", "relieved"] = "left" if went else "relieved"
        for person in moment.before.people:
            if person not in moment.after.people:
                self.staffing.add(Staffing(moment.row.at, person.who, person.role, change))
