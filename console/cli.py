"""The command line: arguments, and which part of the console they start.

Knows the options and their values. Every part is imported where it is started, so that `drive` never
meets Qt and `--version` meets nothing.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from console import __version__
from console.commands.while_read import while_read

if TYPE_CHECKING:
    from console.commands.verdict import Whose
    from console.records.sheet import Sheet
    from console.words import Words

PROGRAM = "dealer-console"
GAMES = ("baccarat", "blackjack", "roulette")
RULES = ("sv", "ja", "lt", "is", "de")
LANGUAGES = ("en", "sv", "ja", "lt", "is", "de")
BAD_ARGUMENTS = 2
NO_DISPLAY = 4
OTHERS = 0o077
"""What whoever is not this user may do with any file or folder that the console makes: nothing."""
STAND_IN = "stand-in"
VERIFIED = "a journal, the JSON of a round's file, or the files of journals that go on, or their folder"
KEYS_OF_SEALS = "a public key: every seal must be by one that is named"
WHOSE = "the table's name, or its TOML, which says the casino: another table's file, sealed here too, is bad"
KEEPING = {
    "backup": ("copy a journal, also while its table plays, and verify the copy", "FILE", "COPY"),
    "restore": ("put a journal back from its copy, where none is", "COPY", "FILE"),
    "archive": ("close the file of a journal that no console has open, and go on in a new one", "FILE"),
}
COMMANDS = """\
commands:
  drive           a table by standard input and output, without a window
  journal verify  check a journal and name its first bad entry
  journal seal    sign all that is in a closed journal
  journal backup  copy a journal, also while its table plays
  journal restore put a journal back from its copy
  journal archive close a journal's file and go on in a new one
  journal head    the newest seal as a file, to be kept elsewhere
  key             the key that signs: its public half
  people          who may sign in
  accept          let a table start without a file that it had
  wheel           a wheel's numbers, how far chance explains them, its reader's faults
  incident        what went wrong: a list, or one record as text, JSON and PDF
  review          the supervisor's screens on journals or copies of them: log, replay, report, seal
  round           everything on one round or incident, with its proof: as text, JSON and PDF
  report          a shift's figures, and what is open at its end: as text, JSON, CSV, XLSX and PDF
  support         versions, settings, last entries and errors for technical service, without secrets
Each explains itself with --help.
"""


class WindowOptions(NamedTuple):
    """What the command line asks of the window.

    ``table`` is a LIVE table's configuration, or None for a simulated one of ``game`` and ``rules``;
    ``pace`` is the simulated table's seconds from card to card, None for a human one. ``link`` is the game
    server's url, or ``stand-in`` for one that is part of the simulated table; ``ca`` and ``token`` are the
    files that it needs. ``answers`` is the seconds that the simulated table's slowest player takes, None for
    people. ``allow`` names the ways to devices that may write files.
    """

    table: Path | None
    lang: str
    game: str
    rules: str
    pace: float | None
    full_screen: bool
    link: str | None = None
    ca: Path | None = None
    token: Path | None = None
    answers: float | None = None
    allow: tuple[str, ...] = ()


class OneLine(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where the right arguments are listed; exit status 2."""
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for; its exit status, 2 for bad arguments."""
    os.umask(OTHERS)
    return while_read(lambda: _started(list(sys.argv[1:] if argv is None else argv)))


def _started(argv: list[str]) -> int:
    match argv:
        case ["drive", *rest]:
            return drive(rest)
        case ["journal", *rest]:
            return journal(rest)
        case ["key", *rest]:
            return key(rest)
        case ["people", *rest]:
            return people(rest)
        case ["accept", *rest]:
            return accept(rest)
        case ["incident", *rest]:
            return incident(rest)
        case ["wheel", *rest]:
            return wheel(rest)
        case ["round", *rest]:
            return round_file(rest)
        case ["report", *rest]:
            return report(rest)
        case ["support", *rest]:
            return support(rest)
        case ["review", *rest]:
            return review(rest)
        case rest:
            return window(rest)


def drive(argv: Sequence[str]) -> int:
    """A table by standard input and output."""
    parser = OneLine(f"{PROGRAM} drive", allow_abbrev=False)
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument("--rules", choices=RULES, required=True, help="the market's rulebook")
    parser.add_argument("--journal", type=Path, metavar="FILE", help="gone on with where it ended")
    parser.add_argument("--ready", action="store_true", help="start signed in, before the first bets")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="of the prompts")
    given = parser.parse_args(argv)
    from console.drive import DriveOptions
    from console.drive import main as drive_table

    return drive_table(DriveOptions(given.game, given.rules, given.journal, given.ready, given.lang))


def journal(argv: Sequence[str]) -> int:
    """Check a journal, seal it, copy it, put it back, close its file."""
    parser = OneLine(f"{PROGRAM} journal", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    verify = commands.add_parser("verify", help="check chain, seals or proof; name the first bad entry")
    verify.add_argument("file", type=Path, nargs="+", metavar="FILE", help=VERIFIED)
    verify.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the verdict")
    verify.add_argument("--key", type=Path, action="append", default=[], metavar="PEM", help=KEYS_OF_SEALS)
    verify.add_argument(
        "--head", type=Path, metavar="SEAL", help="a seal that was kept: it must go on from it"
    )
    verify.add_argument("--table", metavar="NAME|TOML", help=WHOSE)
    _add_sealing(commands.add_parser)
    _add_keeping(commands.add_parser)
    given = parser.parse_args(argv)
    if given.command in KEEPING:
        from console.commands.keeping import main as keep

        return keep(given.command, given.file, given.lang, given.to)
    if given.command == "head":
        from console.commands.sealing import copy_head

        return copy_head(given.file, given.out, given.lang)
    if given.command == "seal":
        from console.commands.sealing import SealOptions, seal_by_hand

        apart = (given.people, given.pepper, given.pin_stdin)
        return seal_by_hand(SealOptions(given.file, given.by, given.head, given.keys, given.lang, *apart))
    from console.commands.verdict import main as verify_journal

    whose = None if given.table is None else _whose(verify, given.table)
    return verify_journal(given.file, given.lang, given.key, given.head, whose)


def _whose(parser: argparse.ArgumentParser, named: str) -> Whose:
    """The table that a verdict is asked for; its own file says the casino, the game and the rules as well."""
    from console.commands.verdict import Whose

    if not named.casefold().endswith(".toml"):
        return Whose(named)
    from console.config import ConfigError, load_config

    try:
        table = load_config(Path(named))
    except ConfigError as error:
        parser.error(str(error))
    return Whose(table.name, table.game, table.rules, table.casino)


def _add_sealing(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Sealing a journal, and its newest seal as a file."""
    seal = add("seal", help="sign all that is in it up to now")
    seal.add_argument("file", type=Path, metavar="FILE", help="of a table that is closed")
    seal.add_argument("--by", metavar="ID", help="of the supervisor who seals it; asks for the PIN")
    seal.add_argument("--people", type=Path, metavar="FILE", help="their file; left out, the user's own")
    seal.add_argument("--pepper", type=Path, metavar="FILE", help="the PINs' secret; likewise")
    seal.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input")
    seal.add_argument("--head", type=Path, metavar="OUT", help="write the seal here, to be kept elsewhere")
    seal.add_argument("--keys", type=Path, metavar="FOLDER", help="of the key; left out, the user's own")
    head = add("head", help="write its newest seal to a file, to be kept elsewhere")
    head.add_argument("file", type=Path, metavar="FILE", help="it may be in use")
    head.add_argument("out", type=Path, metavar="OUT")
    for command in (seal, head):
        command.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answers")


def _add_keeping(add: Callable[..., argparse.ArgumentParser]) -> None:
    for name, (what, *files) in KEEPING.items():
        parser = add(name, help=what)
        for number, file in enumerate(files):
            parser.add_argument(("file", "to")[number], type=Path, metavar=file)
        parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of what is said")
        parser.set_defaults(to=None)


def key(argv: Sequence[str]) -> int:
    """The key that seals journals."""
    parser = OneLine(f"{PROGRAM} key", allow_abbrev=False)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the public key here, as PEM")
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="where it is; left out, the user's own")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answer")
    given = parser.parse_args(argv)
    from console.commands.sealing import show_key

    return show_key(given.keys, given.export, given.lang)


def people(argv: Sequence[str]) -> int:
    """Who may sign in."""
    from console.commands.people import run as keep_people

    return keep_people(argv)


def accept(argv: Sequence[str]) -> int:
    """Technical service lets a table start without files that it had."""
    from console.commands.accept import main as let_start

    return let_start(argv)


def incident(argv: Sequence[str]) -> int:
    """What went wrong at a table, from its journal."""
    parser = OneLine(f"{PROGRAM} incident", allow_abbrev=False)
    parser.add_argument("file", type=Path, metavar="FILE", help="the table's journal; it may be in use")
    parser.add_argument("id", nargs="?", metavar="ID", help="of the record; left out, all are listed")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the record here, as JSON")
    parser.add_argument("--pdf", type=Path, metavar="OUT", help="write the record here, as a page to print")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the record")
    parser.add_argument("--lead-in", type=seconds, metavar="SECONDS", help="of video; the table's, else 30")
    parser.add_argument("--people", type=Path, metavar="FILE", help="where the names of the ids are")
    parser.add_argument("--table", type=Path, metavar="TOML", help="whose people and video it has")
    given = parser.parse_args(argv)
    if given.id is None and (given.json or given.pdf):
        parser.error("--json and --pdf need the ID of a record")
    from console.commands.incident import RecordOptions
    from console.commands.incident import main as tell
    from console.commands.reports import told_by_table

    options = (given.file, given.id, given.json, given.pdf, given.lang, *told_by_table(parser, given))
    return tell(RecordOptions(*options), drawn)


def review(argv: Sequence[str]) -> int:
    """The review's window: it only reads, and needs no table."""
    parser = OneLine(f"{PROGRAM} review", allow_abbrev=False)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="journals, copies, archives")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the screens")
    parser.add_argument("--people", type=Path, metavar="FILE", help="where the names of the ids are")
    parser.add_argument("--table", type=Path, metavar="TOML", help="whose people and video it has")
    given = parser.parse_args(argv)
    from console.commands.reports import told_by_table

    lead_in, people, video = told_by_table(parser, given)
    if not has_display():
        return no_display(given.lang)
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.review.reviewing import ReviewOptions
    from console.review.reviewing import main as open_review

    return open_review(ReviewOptions(tuple(given.files), given.lang, people, round(lead_in), video))


def no_display(lang: str) -> int:
    """Say that no window can be shown."""
    from console.words import Words

    print(f"{PROGRAM}: {Words(lang).text('display.none')}", file=sys.stderr)
    return NO_DISPLAY


def wheel(argv: Sequence[str]) -> int:
    """What wheels did, from the journals of the tables where they stood."""
    parser = OneLine(f"{PROGRAM} wheel", allow_abbrev=False)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="roulette journals, also in use")
    parser.add_argument("--serial", metavar="NUMBER", help="of the wheel where nobody noted its number")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the figures here, as JSON")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the text")
    given = parser.parse_args(argv)
    from console.commands.wheel import WheelOptions
    from console.commands.wheel import main as tell

    return tell(WheelOptions(tuple(given.files), given.serial, given.json, given.lang))


def drawn(sheet: Sheet, words: Words) -> bytes:
    """A record's page as a PDF; only here does the command meet Qt."""
    from console.ui.record_page import pdf_of

    return pdf_of(sheet, words)


def round_file(argv: Sequence[str]) -> int:
    """Everything on one round or incident."""
    from console.commands.reports import round_main

    return round_main(argv)


def report(argv: Sequence[str]) -> int:
    """The figures of a shift, of a day, or of another interval."""
    from console.commands.reports import main as tell

    return tell(argv)


def support(argv: Sequence[str]) -> int:
    """What technical service needs, in one archive."""
    from console.commands.support import main as gather

    return gather(argv)


def window(argv: Sequence[str]) -> int:
    """The dealer's screen, on a table that is configured or, left out, a simulated one."""
    options = window_options(argv)
    if not has_display():
        return no_display(options.lang)
    gc.disable()  # what a start makes is kept: to look for garbage in it takes 6 ms
    try:
        import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
        from console.app import main as open_window

        return open_window(options)
    finally:
        gc.enable()


def window_options(argv: Sequence[str]) -> WindowOptions:
    """The window's options; those of the simulated table and ``--table`` shut each other out."""
    parser = window_parser()
    given = parser.parse_args(argv)
    if given.table and (given.game or given.rules or given.pace is not None or given.answers is not None):
        parser.error("--game, --rules, --pace and --answers are a simulated table's; not with --table FILE")
    if (given.ca or given.token) and not given.link:
        parser.error("--ca and --token are the link's; --link names its server")
    if given.table and given.link == STAND_IN:
        parser.error("--link stand-in is a simulated table's; a LIVE one has a game server")
    return WindowOptions(
        table=given.table,
        lang=given.lang,
        game=given.game or GAMES[0],
        rules=given.rules or RULES[0],
        pace=given.pace,
        full_screen=given.full_screen or (given.table is not None and not given.window),
        link=given.link,
        ca=given.ca,
        token=given.token,
        answers=given.answers,
        allow=tuple(given.allow),
    )


def window_parser() -> argparse.ArgumentParser:
    """How the window's command line is written."""
    parser = OneLine(
        PROGRAM,
        description="The dealer's screen of a live-casino table.",
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument("--table", type=Path, metavar="FILE", help="a LIVE table's TOML; none: simulated")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="until a sign-in")
    parser.add_argument("--game", choices=GAMES, help="of the simulated table")
    parser.add_argument("--rules", choices=RULES, help="of the simulated table")
    parser.add_argument("--pace", type=seconds, metavar="SECONDS", help="from card to card when simulated")
    parser.add_argument("--answers", type=seconds, metavar="SECONDS", help="of the slowest simulated player")
    parser.add_argument("--link", metavar="URL", help="of the game server, or stand-in: a simulated one")
    parser.add_argument("--ca", type=Path, metavar="FILE", help="the CA of the server's certificate, PEM")
    parser.add_argument("--token", type=Path, metavar="FILE", help="by which the server knows the table")
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="SCHEME",
        help="spy or alt: urls that can write",
    )
    screen = parser.add_mutually_exclusive_group()
    screen.add_argument("--full-screen", action="store_true", help="as at a table (a LIVE one's default)")
    screen.add_argument("--window", action="store_true", help="as on a desk (a simulated one's default)")
    return parser


def seconds(text: str) -> float:
    """A length of time that is no less than nothing."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value


def has_display() -> bool:
    """Whether a window can be shown, or Qt was told by its own variable how to do without a display."""
    if sys.platform != "linux" or any(map(os.environ.get, ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"))):
        return True
    return answers(os.environ.get("DISPLAY", ""))


def answers(display: str) -> bool:
    """Whether somebody listens at this machine's X display; one elsewhere is believed."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return True
    path = "/tmp/.X11-unix/X" + number.partition(".")[0]
    return bool(number) and any(map(_connects, (path, "\0" + path)))  # a file, or Linux's own namespace


def _connects(path: str) -> bool:
    from socket import AF_UNIX, socket

    with socket(AF_UNIX) as there:
        return there.connect_ex(path) == 0


def system_language() -> str:
    """The language that the system is set to, English where the console does not speak it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return named[:2] if named[:2] in LANGUAGES else "en"
