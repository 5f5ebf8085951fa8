"""The commands of this checkout, run and read as the command line does."""

from __future__ import annotations

from functools import partial
from typing import Final

from console.app.parts import commands
from console.base.command_line import declaration

COMMANDS: Final = commands()
run: Final = partial(declaration.run, COMMANDS)
parser_of: Final = partial(declaration.parser_of, COMMANDS)
