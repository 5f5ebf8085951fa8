"""What a table's window is given for its review, before anything of the review itself is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from console.ui.review.filmed import NOT_FILMED, Filmed

if TYPE_CHECKING:
    from console.ui.review.reading import Reading
    from console.ui.review.work import Makes


class Reviewing(NamedTuple):
    """What reads a table's journal, and what makes documents of it; each is made when it is first wanted."""

    reading: Callable[[], Reading]
    makes: Callable[[], Makes]
    seal: Callable[[str], Exception | None] | None = None
    """Seals the journal for a person's id, in the table's thread, and says why it could not.

    None where a journal proves nothing.
    """
    filmed: Filmed = NOT_FILMED
