"""The command line: which part of the console a command starts; the window's own options.

Every part is imported where it is started, so that `drive` never loads Qt and `--version` loads nothing.
Where nobody reads the output any more, as behind ``head``, it ends without a word; where it can't be written,
as on a full disk, it says so.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from codecs import lookup
from collections.abc import Callable, Sequence
from typing import Final

from console import __version__
from console.app.display import has_display, no_display
from console.arguments import (
    PROGRAM,
    STAND_IN,
    OneLine,
    WindowOptions,
    listed_commands,
    print_refusal,
    rulebook_id,
    seconds,
    speak,
    system_language,
    usual_rules,
    words_of,
)
from console.command_table import COMMANDS
from console.game.games import GAMES, USUAL_GAME
from console.words.locales import LANGUAGES

NOBODY_READS: Final = 141
"""The exit status then, as a shell has it for SIGPIPE."""


def run_while_read(command: Callable[[], int]) -> int:
    """Run a command to its end, or until its output can't be written any more; returns its exit status."""
    try:
        try:
            return command()
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_nowhere()
        return NOBODY_READS
    except OSError as error:  # such as a full disk
        if _takes_output():
            raise
        _write_nowhere()
        reason = error.strerror or str(error)
        return print_refusal(PROGRAM, words_of().text("record.unwritable", file="/dev/stdout", reason=reason))


def _takes_output() -> bool:
    """Whether one line end more can be written: where an error comes from it does not say itself."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _write_nowhere() -> None:
    """Let what is still to be written at the exit go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_every_letter() -> None:
    """Write a letter that the terminal's encoding lacks by its number, as Python does on standard error; a
    file or another program gets UTF-8, whatever the terminal has. Where there is no output it goes nowhere.
    """
    if sys.__stdout__ is None:  # it was closed before the start
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the exit
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and lookup(out.encoding).name != "utf-8":
        out.reconfigure(errors="backslashreplace") if out.isatty() else out.reconfigure(encoding="utf-8")


OTHERS = 0o077
"""The permissions that are taken from everybody else on any file or folder that the console makes: all."""


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for; returns its exit status, 2 for bad arguments."""
    os.umask(OTHERS)
    given = list(sys.argv[1:] if argv is None else argv)
    speak(given)
    write_every_letter()
    return run_while_read(lambda: _start_command(given))


def _start_command(argv: list[str]) -> int:
    first, *rest = argv or [""]
    if first.startswith("-") or not first:
        return window(argv)
    command = COMMANDS.get(first)
    if command is None:
        firsts = [name for name, row in COMMANDS.items() if row.starts]
        window_parser().refuse("command", first, firsts, COMMANDS)
    status: int = command.start()(rest)
    return status


def window(argv: Sequence[str]) -> int:
    """The dealer's screen, on a configured table or, where none is named, a simulated one."""
    looks_for_garbage = gc.isenabled()
    gc.disable()  # what a start makes is kept: to look for garbage in it takes 6 ms
    try:
        options = window_options(argv)
        if not has_display():
            return no_display(options.lang)
        from console.app.start import main as open_window

        return open_window(options)
    finally:
        if looks_for_garbage:
            gc.enable()


def window_options(argv: Sequence[str]) -> WindowOptions:
    """The window's options; those of the simulated table and ``--table`` exclude each other."""
    parser = window_parser()
    arguments = parser.parse_args(argv)
    if arguments.table and (
        arguments.game or arguments.rules or arguments.pace is not None or arguments.answers is not None
    ):
        parser.wrong("simulated_only")
    if (arguments.ca or arguments.token) and not arguments.link:
        parser.wrong("link_only")
    if arguments.table and arguments.link == STAND_IN:
        parser.wrong("stand_in")
    return WindowOptions(
        table=arguments.table,
        lang=arguments.lang,
        game=arguments.game or USUAL_GAME,
        rules=arguments.rules or usual_rules(),
        pace=arguments.pace,
        full_screen=arguments.full_screen or (arguments.table is not None and not arguments.window),
        link=arguments.link,
        ca=arguments.ca,
        token=arguments.token,
        answers=arguments.answers,
        allow=tuple(arguments.allow),
    )


def window_parser() -> OneLine:
    """The parser of the window's command line."""
    from pathlib import Path

    parser = _OfWindow(PROGRAM, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument("--table", type=Path, metavar="FILE", help="option.table_live")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang_until")
    parser.add_argument("--game", choices=GAMES, help="option.game_simulated")
    parser.add_argument("--rules", type=rulebook_id, metavar="RULES", help="option.rules_simulated")
    parser.add_argument("--pace", type=seconds, metavar="SECONDS", help="option.pace_simulated")
    parser.add_argument("--answers", type=seconds, metavar="SECONDS", help="option.answers")
    parser.add_argument("--link", metavar="URL", help="option.link")
    parser.add_argument("--ca", type=Path, metavar="FILE", help="option.ca")
    parser.add_argument("--token", type=Path, metavar="FILE", help="option.token")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="SCHEME",
        help="option.allow",
    )
    screen = parser.add_mutually_exclusive_group()
    screen.add_argument("--full-screen", action="store_true", help="option.full_screen")
    screen.add_argument("--window", action="store_true", help="option.window")
    return parser


class _OfWindow(OneLine):
    """The window's own parser, whose help names the commands too."""

    def format_help(self) -> str:
        """The help, and below it every command."""
        return f"{super().format_help()}\n{listed_commands()}"
