"""The command line: which part of the console a command starts; the window's own options.

Every part is imported where it is started, so that `drive` never loads Qt and `--version` loads nothing.
If nobody reads the output any more, as behind ``head``, it ends without a word; if it can't be written,
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
from console.app.parts import commands, part_that_lacks, slots
from console.app.window_options import WindowOptions
from console.base.command_line import (
    INTERRUPTED,
    PROGRAM,
    OneLine,
    add_arguments,
    carry_out,
    has_display,
    lang_last,
    no_display,
    none_such,
    not_installed,
    print_refusal,
    run,
    speak,
    words_of,
)
from console.base.words import WordsNotBuilt

NOBODY_READS: Final = 141
"""The exit status then, as a shell has it for SIGPIPE."""
SYSTEM_NEEDED: Final = 3
"""The exit status without the system's libraries for a window, as of the set-up of a checkout."""
BUG: Final = 1
"""The exit status of a command that ends in an error of the program."""


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
    except OSError as error:  # a full disk, for example
        if _takes_output():
            raise
        _write_nowhere()
        reason = error.strerror or str(error)
        return print_refusal(PROGRAM, words_of().text("record.unwritable", file="/dev/stdout", reason=reason))


def _takes_output() -> bool:
    """Whether one line end more can be written. An error does not say by itself that the output caused it."""
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
    file or another program gets UTF-8, whatever the terminal has. If there is no output it goes nowhere, and
    without an input nothing is read.
    """
    if sys.__stdin__ is None:  # it was closed before the start
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - until the exit
    if sys.__stdout__ is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the exit
    out = sys.stdout
    if isinstance(out, io.TextIOWrapper) and lookup(out.encoding).name != "utf-8":
        out.reconfigure(errors="backslashreplace") if out.isatty() else out.reconfigure(encoding="utf-8")


def give_a_home() -> None:
    """Give a user without a home the root as one, as containers do: an error can name the place."""
    if not os.path.isabs(os.path.expanduser("~")):  # neither HOME nor the list of users names a home folder
        os.environ["HOME"] = "/"


OTHERS = 0o077
"""The permissions that are taken from everybody else on any file or folder that the console makes: all."""


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for; returns its exit status, 2 for bad arguments."""
    os.umask(OTHERS)
    give_a_home()
    given = list(sys.argv[1:] if argv is None else argv)
    speak(given)
    write_every_letter()
    try:
        return run_while_read(lambda: _start_command(given))
    except WordsNotBuilt:  # the set-up reports that itself
        raise
    except KeyboardInterrupt:  # the person ended it and needs no message
        return INTERRUPTED
    except Exception as error:
        return _report_bug(error)


def _report_bug(error: Exception) -> int:
    """Log an error that nobody foresaw, and print that there was one; returns the exit status."""
    from console.base.errors import log_bug
    from console.base.words import why

    if isinstance(error, ImportError):
        from console.base.setup import debian

        if missing := debian.missing_libraries():  # Qt's, which a package of Python can't bring
            packages = " ".join(debian.LIBRARIES[each] for each in missing)
            way = f"run this line as root: {debian.line_to_run(packages.split())}"
            print_refusal(PROGRAM, way if debian.has_apt() else f"install what Debian calls {packages}")
            return SYSTEM_NEEDED
    log_bug(error)
    print_refusal(PROGRAM, f"{why(error, words_of())} ({type(error).__name__}: {error})")
    return BUG


def _start_command(argv: list[str]) -> int:
    behind, listed = lang_last(argv), commands().listed
    if (part := part_that_lacks(behind)) is not None:
        return print_refusal(PROGRAM, str(not_installed(part)))
    first, *rest = behind if behind and behind[0] in listed else argv or [""]
    if first.startswith("-") or not first:
        return window(argv)
    if first not in listed:
        firsts = [name for name in listed if " " not in name]
        window_parser().refuse(none_such("command", first, firsts, listed))
    return run(commands(), first, rest, **slots())


def window(argv: Sequence[str]) -> int:
    """The dealer's screen, on a configured table or, if none is named, a simulated one."""
    looks_for_garbage = gc.isenabled()
    gc.disable()  # a start's objects are kept, and a search for garbage in them takes 6 ms
    try:
        options = window_options(argv)
        if not has_display():
            return no_display(options.language)
        # PySide6 reads the source of each module that is imported after it.
        import console.app.dealing_at_table
        import console.table.custody.table_opening  # noqa: F401
        from console.app.start import main as open_window

        return open_window(options)
    finally:
        if looks_for_garbage:
            gc.enable()


def window_options(argv: Sequence[str]) -> WindowOptions:
    """The window's options; bad ones are refused."""
    options: WindowOptions = carry_out(window_parser(), _completed, argv)
    return options


def _completed(*, given: WindowOptions) -> WindowOptions:
    return given.complete()


def window_parser() -> OneLine:
    parser = OneLine(PROGRAM, listed=commands().listed, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    add_arguments(parser, _completed)
    return parser
