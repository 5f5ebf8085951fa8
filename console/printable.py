"""Names and texts from outside as they may stand in a sentence, a terminal's lines, a log.

A file's name, a table in somebody's database, a line of a server may hold what a terminal obeys: it moves,
hides and takes away what stands there, a verdict too.
"""

from __future__ import annotations

import re
from typing import Final

_COMMANDS: Final = re.compile("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\ud800-\\udfff]")


def without_commands(text: str) -> str:
    """The text with ``<U+001B>`` for each character that a terminal obeys; line ends and tabs stay."""
    return text if text.isprintable() else _COMMANDS.sub(lambda found: _said(found[0]), text)


def on_one_line(text: str) -> str:
    """A name, or where a file lies: on one line, with ``<U+000A>`` for whatever can't be seen."""
    return (
        text if text.isprintable() else "".join(each if each.isprintable() else _said(each) for each in text)
    )


def _said(letter: str) -> str:
    return f"<U+{ord(letter):04X}>"
