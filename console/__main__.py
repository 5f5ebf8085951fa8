"""``python3 -m console``: in a checkout the set-up comes first, then the command line.

Until the environment stands, this module uses the standard library alone; a Python that is too old must be
able to read it, so that it can say so to the person.
"""

import os
import sys

OLDEST = (3, 11)
"""StrEnum and assert_never are in the standard library from this version on."""
HELP = ("--help", "-h")
NEEDS_NOTHING = ("--version", *HELP)
NOT_SET_UP = """usage: python3 -m console [command] [options]

This checkout is not set up yet. `python3 -m console` makes a virtual environment with all packages, which
takes some minutes, and opens a simulated table. Then `python3 -m console --help` lists the commands."""
"""The text for a person who asks for help before the set-up: the help's words are made by the set-up."""


def extras_of(argv: "list[str]") -> "list[str]":
    """The extras that a command needs beside the usual packages."""
    if argv[:1] == ["status"] and "--textfile" in argv:
        return ["monitoring"]
    if argv[:1] == ["floor"] or "--floor" in argv:
        return ["floor"]
    return asked_by(argv[argv.index("--table") + 1]) if "--table" in argv[:-1] else []


def asked_by(table: str) -> "list[str]":
    """The extras for the sections of a table's file, which are looked for and not parsed.

    Nothing is installed yet that could show in a window what is wrong with the file: its reader does that
    later.
    """
    import re

    try:
        if not os.path.isfile(table):  # opening a pipe would block
            return []
        with open(table, "rb") as file:
            written = file.read(1 << 16)
    except (OSError, ValueError):
        return []
    section = rb"""^[ \t]*\[?[ \t]*["']?%b["']?[ \t]*[\].=]"""
    return [each for each in ("floor", "monitoring") if re.search(section % each.encode(), written, re.M)]


def shows_pages(argv: "list[str]") -> bool:
    """Whether a command line opens a window or may draw pages, for which the system needs more packages."""
    from console.app.parts import commands

    row = commands().row_of(argv)
    return row is None or row.window or row.pages


def main(argv: "list[str]") -> int:
    """Set the checkout up if that is still to be done, and run the command; returns its exit status."""
    if sys.version_info < OLDEST:
        print("dealer-console needs Python 3.11 or newer; this is " + sys.version.split()[0], file=sys.stderr)
        return 3
    if sys.platform != "linux":
        print("dealer-console runs on Linux alone; this is " + sys.platform, file=sys.stderr)
        return 3
    wheels, argv = wheels_of(argv)
    first = argv[0] if argv else ""
    asks_help = any(each in HELP for each in argv)
    if first not in NEEDS_NOTHING and not (asks_help and is_not_set_up()):
        from pathlib import Path

        from console.base.setup import enter

        enter(window=shows_pages(argv), extras=extras_of(argv), wheels=Path(wheels) if wheels else None)
    elif first not in NEEDS_NOTHING:
        print(NOT_SET_UP)  # a command's own help needs packages
        return 0
    from console.base.words import WordsNotBuilt
    from console.cli import main as start

    try:
        return start(argv)
    except WordsNotBuilt:
        if not asks_help:
            raise
        print(NOT_SET_UP)
        return 0


def is_not_set_up() -> bool:
    """Whether this is a checkout that was never set up: a question about a command must install nothing."""
    from console.base.setup import ROOT

    return (ROOT / "pyproject.toml").exists() and not (ROOT / ".venv").exists()


def wheels_of(argv: "list[str]") -> "tuple[str, list[str]]":
    """The folder after ``--offline``, from which the set-up installs, and the arguments without it."""
    if argv[:1] == ["--offline"] and len(argv) > 1:
        return argv[1], argv[2:]
    return "", argv


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:  # while modules are still loaded
        sys.exit(130)
