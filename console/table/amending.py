"""A correction after the fact, as the standards ask for it: what, before, after, who, who authorised it, why.

It is an entry of its own that names another; that one stays in view. It never changes the table.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from console.table import events
from console.table.permissions import is_own


class Amendment(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody asks to have corrected; the fields are those of :class:`events.EntryCorrected`."""

    entry: int
    what: str
    before: str
    after: str
    by: str
    authorised_by: str
    why: str
    file: str | None = None

    @property
    def refused(self) -> str | None:
        """Why it can't be: nobody authorises their own, and it says what changes and why."""
        if is_own(self.by, self.authorised_by):
            return "not_authorised"
        said = all(text.strip() for text in (self.what, self.by, self.authorised_by, self.why))
        return None if said and self.entry > 0 and self.before != self.after else "bad_input"

    def event(self, table: str, at: datetime) -> events.EntryCorrected:
        """The event, with an id that no other has: the table, and when it was made to the microsecond."""
        number = f"{table}-k{at:%Y%m%d%H%M%S%f}"
        about = (self.entry, self.what, self.before, self.after, self.by, self.authorised_by, self.why)
        return events.EntryCorrected(number, *about, self.file)
