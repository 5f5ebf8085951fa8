"""The options of the table's window, which is what the program opens without a command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from console.base.command_line import Arg, seconds, system_language, wrong
from console.base.words import LANGUAGES
from console.table.commands import SimulatedRules, usual_rules
from console.table.game import GAMES, USUAL_GAME


class WindowOptions(NamedTuple):
    """The window's options; ``game`` and ``rules`` are empty if none is given."""

    lang: Annotated[str, Arg("option.lang_until", choices=LANGUAGES)] = ""
    """The named language, or empty."""
    table: Annotated[Path | None, Arg("option.table_live", "FILE")] = None
    """A LIVE table's configuration, or None for a simulated one of ``game`` and ``rules``."""
    game: Annotated[str, Arg("option.game_simulated", choices=GAMES)] = ""
    rules: SimulatedRules = ""
    pace: Annotated[float | None, Arg("option.pace_simulated", "SECONDS", seconds)] = None
    """The simulated table's seconds from card to card, None for a human pace."""
    answers: Annotated[float | None, Arg("option.answers", "SECONDS", seconds)] = None
    """The seconds that the simulated table's slowest player takes, None for people."""
    link: Annotated[str | None, Arg("option.link", "URL")] = None
    ca: Annotated[Path | None, Arg("option.ca", "FILE")] = None
    token: Annotated[Path | None, Arg("option.token", "FILE")] = None
    allow: Annotated[tuple[str, ...], Arg("option.allow", "SCHEME")] = ()
    """The ways to devices that may write files."""
    full_screen: Annotated[bool, Arg("option.full_screen", alone="screen")] = False
    window: Annotated[bool, Arg("option.window", alone="screen")] = False

    @property
    def language(self) -> str:
        """The named language, else the system's."""
        return self.lang or system_language()

    def complete(self) -> WindowOptions:
        """With the usual game and rules, and a LIVE table on the full screen. Raises BadArgument if ``table``
        meets options of the simulated table.
        """
        of_simulated = self.pace is not None or self.answers is not None
        if self.table and (self.game or self.rules or of_simulated):
            raise wrong("simulated_only")
        if (self.ca or self.token) and not self.link:
            raise wrong("link_only")
        from console.table.config import STAND_IN  # A checkout without its environment shows its help.

        if self.table and self.link == STAND_IN:
            raise wrong("stand_in")
        return self._replace(
            game=self.game or USUAL_GAME,
            rules=self.rules or usual_rules(),
            full_screen=self.full_screen or (self.table is not None and not self.window),
        )
