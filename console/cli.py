"""The command line: which part of the console a command starts, and with which arguments.

Knows the options and their values. Every part is imported where it is started, so that `drive` never
meets Qt and `--version` meets nothing. Where nobody reads on, as behind ``head``, it ends without a word.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from console import __version__
from console.app.pdfs import drawn, hung, paged
from console.arguments import (
    BAD_ARGUMENTS,
    PROGRAM,
    STAND_IN,
    OneLine,
    WindowOptions,
    of_file,
    rulebook_id,
    seconds,
    speak,
    spoken,
    system_language,
    usual_rules,
)
from console.game.games import GAMES
from console.words.locales import FIRST, LANGUAGES

if TYPE_CHECKING:
    from console.floor.wall import Opener
    from console.floor.witness.heads import PostgresHeads
    from console.records.documents.verdict import Whose
    from console.review.floor_tables import FloorTables
    from console.review.sources import Reviewing
    from console.studio.floor_start import Running
    from console.ui.floor.floor_window import Memory as WallMemory

NOT_INSTALLED: Final = 2
"""The exit status where a part of the console is not there that a command needs."""
NOBODY_READS: Final = 141
"""The exit status then: what a shell makes of SIGPIPE."""


def while_read(command: Callable[[], int]) -> int:
    """Run a command to its end, or until nobody reads its output any more; its exit status."""
    try:
        status = command()
        sys.stdout.flush()
    except BrokenPipeError:  # what is still to be written at the exit goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NOBODY_READS
    return status


NO_DISPLAY = 4
OTHERS = 0o077
"""The permissions that are taken from everybody else on any file or folder that the console makes: all."""
VERIFIED = "a journal, the JSON of a round's file, or the files of journals that go on, or their folder"
KEYS_OF_SEALS = "a public key: every seal must be by one that is named"
WHOSE = "the table's name, or its TOML, which says the casino: another table's file, sealed here too, is bad"
WITNESS = "a witness's public key: --head is a note that it signed"
FLOOR = "compare with the floor of this file, a table's or its own; left out (after FILE), this machine's"
OF_FLOOR = "of --floor: how it is reached; left out, this machine's own while it runs"
HERE = Path()
MOST_TABLES = 250
"""Of a simulated studio: each has a connection of its own."""
STOPPED = 2
WHOLE = "with the round that is open, and cards that nobody has been shown; left out, it ends before"
KEEPING = {
    "backup": ("copy a journal, also while its table plays, and verify the copy", "FILE", "COPY"),
    "restore": ("put a journal back from its copy, where none is", "COPY", "FILE"),
    "archive": ("close the file of a journal that no console has open, and go on in a new one", "FILE"),
}
COMMANDS = {
    "drive": "a table by standard input and output, without a window",
    "journal verify": "check a journal and name its first bad entry",
    "journal seal": "sign all that is in a closed journal",
    "journal backup": "copy a journal, also while its table plays",
    "journal restore": "put a journal back from its copy",
    "journal archive": "close a journal's file and go on in a new one",
    "journal head": "the newest seal as a file, to be kept elsewhere",
    "key": "the key that signs: its public half",
    "people": "who may sign in",
    "accept": "let a table start without a file that it had",
    "wheel": "a wheel's numbers, how far chance explains them, its reader's faults",
    "incident": "what went wrong: a list, or one record as text, JSON and PDF",
    "review": "the supervisor's screens on journals or copies of them: log, replay, report, seal",
    "round": "everything on one round or incident, with its proof: as text, JSON and PDF",
    "report": "a shift's figures, and what is open at its end: as text, JSON, CSV, XLSX and PDF",
    "support": "versions, settings, last entries and errors for technical service, without secrets",
    "listen": "what an unknown device sends, into a file; what a table's file makes of it",
    "status": "how tables are doing, for a house's own monitoring: in a line, as JSON, for Prometheus",
    "kiosk": "a machine that starts a table's console by itself and shows nothing else",
    "upgrade": "the next version beside this one, tried and then put in its place; and back",
    "software": "which software this is",
    "software verify": "whether every file is as it was released, and by whose signature",
    "licences": "under which licence the console and each of its parts come; its bill of materials",
    "bundle": "all that a machine without a network is set up from, in a folder",
    "floor": "all tables of a studio on one wall, on a floor of this machine with a simulated studio",
    "floor schema": "make the floor's database, or bring it to this version",
    "floor add-studio": "make a studio known to the floor",
    "floor add-table": "make a table known to the floor; its account's token is shown once",
    "floor move-table": "have a table in another studio, with all that it sent",
    "floor rename-table": "call a table otherwise",
    "floor retire-table": "end a table: what it sent stays",
    "floor tables": "every table: last heard, entries, version, token's age",
    "floor add-window": "make an account for a window of the floor, or for a witness",
    "floor remove-window": "end a window's account",
    "floor windows": "every window: studios, role, last heard, version, token's age",
    "floor accounts": "every account of the floor: whose, sessions now, token's age",
    "floor new-token": "give a table's or a window's account a new token",
    "floor diary": "what was done to the floor's lists and at its windows, as it was chained",
    "floor install": "make a Debian machine the floor's server; --dry-run says each step first",
    "floor doctor": "what of the floor's server is not as it should be, and what to do about it",
    "floor backup": "copy the floor's server while it works, verify the copy, remove old ones",
    "floor restore": "make a server's data folder of its newest backup and its archived log",
    "floor close-days": "pack the floor's days that are over into blocks, each once it is proven",
    "floor index": "make what the entries of all tables are found by; it goes on where it ended",
    "floor verify": "compute the chain of every journal anew from what the floor holds",
    "floor witness": "sign, on a third machine, what it saw of every journal's head",
    "rehearsal": "what goes wrong once a year, practised at a simulated table of its own",
    "rehearsal play": "one rehearsal, by its file",
    "rulebook check": "what is wrong with a rulebook, and which incident rows are ever the answer",
    "rulebook show": "a rulebook's decision table and its figures, in the terminal or as PDF",
    "rulebook try": "kept journals under a changed rulebook: what would have been otherwise, and where",
    "rehearsal list": "the rehearsals that there are",
    "rehearsal check": "what is wrong with a rehearsal's file, and under which rulebooks it plays",
    "rehearsal records": "everything that people have rehearsed, the newest first",
    "rehearsal due": "what somebody should rehearse today",
    "rehearsal matrix": "who has rehearsed what, and what the house gets wrong most: CSV and PDF",
    "rehearsal certificate": "a page of what somebody has passed, in the person's language",
    "rehearsal forget": "take somebody who leaves out of the records of rehearsals",
    "rehearsal from": "a rehearsal made of what happened at a table, without names",
    "handbook": "how it is set up, what it writes and what it speaks: a topic, or their list",
}
"""What each command does, in a line."""


def main(argv: Sequence[str] | None = None) -> int:
    """Start what the arguments ask for; its exit status, 2 for bad arguments."""
    os.umask(OTHERS)
    given = list(sys.argv[1:] if argv is None else argv)
    speak(given)
    return while_read(lambda: _started(given))


def _started(argv: list[str]) -> int:
    first, *rest = argv or [""]
    if first.startswith("-") or not first:
        return window(argv)
    start = _STARTS.get(first)
    if start is None:
        window_parser().refuse("command", first, _STARTS, COMMANDS)
    return start(rest)


def drive(argv: Sequence[str]) -> int:
    """A table by standard input and output."""
    parser = OneLine(f"{PROGRAM} drive", allow_abbrev=False)
    parser.add_argument("--game", choices=GAMES, required=True)
    parser.add_argument(
        "--rules", type=rulebook_id, required=True, metavar="RULES", help="the market's rulebook, as sv or lt"
    )
    parser.add_argument("--journal", type=Path, metavar="FILE", help="gone on with where it ended")
    parser.add_argument("--ready", action="store_true", help="start signed in, before the first bets")
    parser.add_argument("--lang", choices=LANGUAGES, default=FIRST, help="of the prompts")
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
    verify.add_argument("--witness", type=Path, action="append", default=[], metavar="PEM", help=WITNESS)
    verify.add_argument("--floor", nargs="?", const=HERE, type=Path, metavar="TOML", help=FLOOR)
    _add_sealing(commands.add_parser)
    _add_keeping(commands.add_parser)
    given = parser.parse_args(argv)
    if given.command in KEEPING:
        from console.commands.journal_copies import main as keep

        return keep(given.command, given.file, given.lang, given.to, given.whole)
    if given.command == "head":
        from console.commands.journal_seals import copy_head

        return copy_head(given.file, given.out, given.lang)
    if given.command == "seal":
        from console.commands.journal_seals import SealOptions, seal_by_hand

        apart = (given.people, given.pepper, given.pin_stdin)
        return seal_by_hand(SealOptions(given.file, given.by, given.head, given.keys, given.lang, *apart))
    from console.records.documents.verdict import main as verify_journal

    whose = None if given.table is None else _whose(verify, given.table)
    status = verify_journal(given.file, given.lang, given.key, given.head, whose, given.witness)
    if given.floor is None or status == STOPPED:
        return status
    from console.commands.floor_verdict import main as verify_beside

    return max(status, verify_beside(given.file, given.lang, None if given.floor == HERE else given.floor))


def _whose(parser: argparse.ArgumentParser, named: str) -> Whose:
    """The table that a verdict is asked for; its own file says the casino, the game and the rules as well."""
    from console.records.documents.verdict import Whose

    if not named.casefold().endswith(".toml"):
        return Whose(named)
    from console.config import ConfigError, load_config

    try:
        table = load_config(Path(named))
    except ConfigError as error:
        parser.error(of_file(spoken(), error))
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
        parser.set_defaults(to=None, whole=False)
        if name == "backup":
            parser.add_argument("--whole", action="store_true", help=WHOLE)


def key(argv: Sequence[str]) -> int:
    """The key that seals journals."""
    parser = OneLine(f"{PROGRAM} key", allow_abbrev=False)
    parser.add_argument("--export", type=Path, metavar="FILE", help="write the public key here, as PEM")
    parser.add_argument("--keys", type=Path, metavar="FOLDER", help="where it is; left out, the user's own")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the answer")
    given = parser.parse_args(argv)
    from console.commands.journal_seals import show_key

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
    from console.commands.documents.report_arguments import incident_main

    return incident_main(argv, drawn)


def review(argv: Sequence[str]) -> int:
    """The review's window: it only reads, and needs no table."""
    from console.commands.documents.floor_documents import add_floor

    parser = OneLine(f"{PROGRAM} review", allow_abbrev=False)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="journals, copies, archives")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the screens")
    parser.add_argument("--people", type=Path, metavar="FILE", help="where the names of the ids are")
    parser.add_argument("--table", type=Path, metavar="TOML", help="whose people and video it has")
    add_floor(parser)
    given = parser.parse_args(argv)
    if given.floor != (not given.files) or (given.config is not None and not given.floor):
        parser.wrong("sources")
    if given.table if given.floor else given.tables or given.rooms:
        parser.wrong("floor_only")
    if given.floor:
        return floor_review(given)
    from console.commands.documents.report_arguments import told_by_table

    lead_in, people, video = told_by_table(parser, given)
    if not has_display():
        return no_display(given.lang)
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.journal_review import ReviewOptions
    from console.commands.journal_review import main as look_at
    from console.ui.review.review_window import reviewed

    return look_at(
        ReviewOptions(tuple(given.files), given.lang, people, round(lead_in), video), reviewed, paged
    )


def floor_review(given: argparse.Namespace) -> int:
    """The review's window over all tables of a studio."""
    from importlib.util import find_spec

    if not has_display():
        return no_display(given.lang)
    if find_spec("psycopg") is None:
        from console.words import Words

        print(f"{PROGRAM}: {Words(given.lang).text('floor.server.missing')}", file=sys.stderr)
        return NOT_INSTALLED
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.journal_review import FloorReviewOptions, over_floor
    from console.ui.review.review_window import reviewed

    options = (given.config, given.lang, given.tables, given.rooms, given.people)
    return over_floor(FloorReviewOptions(*options), reviewed, paged)


def no_display(lang: str) -> int:
    """Say that no window can be shown."""
    from console.words import Words

    print(f"{PROGRAM}: {Words(lang).text('display.none')}", file=sys.stderr)
    return NO_DISPLAY


def wheel(argv: Sequence[str]) -> int:
    """What wheels did, from the journals of the tables where they stood."""
    from console.commands.documents.report_arguments import wheel_main

    return wheel_main(argv)


def listen(argv: Sequence[str]) -> int:
    """What an unknown device sends, into a file."""
    from console.commands.listen import main as record

    return record(argv)


def status(argv: Sequence[str]) -> int:
    """How tables are doing."""
    from console.commands.machine.status import main as look

    return look(argv)


def kiosk(argv: Sequence[str]) -> int:
    """A machine that shows a table's console and nothing else."""
    from console.commands.machine.kiosk import main as make

    return make(argv)


def bundle(argv: Sequence[str]) -> int:
    """All that a machine without a network is set up from."""
    from console.commands.machine.bundle import main as make

    return make(argv)


def upgrade(argv: Sequence[str]) -> int:
    """The next version put in the place of this one."""
    from console.commands.machine.upgrade import main as upgrade_here

    return upgrade_here(argv)


def software(argv: Sequence[str]) -> int:
    """Which software this is, and whether it is what was released."""
    from console.commands.machine.software import main as look

    return look(argv)


def licences(argv: Sequence[str]) -> int:
    """Under which licence the console and each of its parts come."""
    from console.commands.machine.licences import main as tell

    return tell(argv)


def round_file(argv: Sequence[str]) -> int:
    """Everything on one round or incident."""
    from console.commands.documents.report_arguments import round_main

    return round_main(argv, paged)


def report(argv: Sequence[str]) -> int:
    """The figures of a shift, of a day, or of another interval."""
    from console.commands.documents.report_arguments import main as tell

    return tell(argv, paged)


def support(argv: Sequence[str]) -> int:
    """What technical service needs, in one archive."""
    from console.commands.machine.support import main as gather

    return gather(argv)


def handbook(argv: Sequence[str]) -> int:
    """What the console knows, written down."""
    from console.commands.handbook import main as show_page

    return show_page(argv)


def rulebook(argv: Sequence[str]) -> int:
    """Whether a rulebook can be used, and its sheet."""
    from console.commands.rulebook_look import main as look

    return look(argv, hung)


def rehearsal(argv: Sequence[str]) -> int:
    """What goes wrong once a year, practised, and who has; of a table's file no journal is opened."""
    first = next(iter(argv), "")
    if first in ("list", "check") or (first == "play" and "--headless" in argv):
        from console.commands.rehearsal_files import main as files

        return files(argv)
    if first and first != "play" and not first.startswith("-"):
        from console.commands.documents.rehearsal_records import main as tell

        return tell(argv, paged)
    play = first == "play"
    parser = OneLine(f"{PROGRAM} rehearsal" + (" play" if play else ""), allow_abbrev=False)
    if play:
        parser.add_argument("file", type=Path, metavar="FILE", help="a rehearsal's TOML file")
    parser.add_argument("--rules", type=rulebook_id, metavar="RULES", help="the rulebook, as sv or lt")
    parser.add_argument(
        "--way", choices=("guided", "alone", "time"), default="guided", help="how it is played"
    )
    parser.add_argument("--as", dest="part", choices=("dealer", "pit_boss", "both"), help="whom you play")
    parser.add_argument(
        "--lang", "--language", choices=LANGUAGES, default=system_language(), help="until you sign in"
    )
    parser.add_argument(
        "--people", type=Path, metavar="FILE", help="who may sign in; left out, the user's own"
    )
    parser.add_argument(
        "--table",
        type=Path,
        metavar="TOML",
        help="a table's file: its rulebook, people, procedures and limits",
    )
    parser.add_argument("--pace", type=seconds, metavar="SECONDS", help="of whoever the console plays")
    parser.add_argument("--full-screen", action="store_true", help="nothing else on the screen")
    given = parser.parse_args(argv[1:] if play else argv)
    if not has_display():
        return no_display(given.lang)
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.rehearsals import RehearsalOptions
    from console.commands.rehearsals import main as rehearse
    from console.config import ConfigError, load_config
    from console.rehearsal.result import Way
    from console.ui.rehearsal.rehearsed import rehearsed

    way = Way.UNDER_TIME if given.way == "time" else Way(given.way)
    file = given.file if play else None
    table = None
    if given.table is not None:
        try:
            table = load_config(given.table)
        except ConfigError as error:
            parser.error(of_file(spoken(), error))
    own_rules = table.rules if table is not None else usual_rules()
    people = given.people or (table.people if table is not None else None)
    options = RehearsalOptions(given.rules or own_rules, given.lang, file, way, given.part, people)
    if table is not None:
        options = options._replace(off=table.procedures_off)
        if table.limits is not None and options.rules == table.rules:
            options = options._replace(limits=(table.game, table.limits))
    if given.pace is not None:
        options = options._replace(pace=given.pace)
    return rehearse(options._replace(full_screen=given.full_screen), rehearsed, paged)


def floor(argv: Sequence[str]) -> int:
    """All tables of a studio on one wall; here with a server and a simulated studio of its own."""
    first = next(iter(argv), "")
    if first == "witness":
        from console.commands.cosignature import main as cosign

        return cosign(argv[1:])
    if first not in ("", "studio") and not first.startswith("-"):
        from console.commands.floor.upkeep import main as keep_floor

        return keep_floor(argv)
    parser = OneLine(f"{PROGRAM} floor" + (" studio" if first == "studio" else ""), allow_abbrev=False)
    from console.studio.plan import PACE, USUAL

    parser.add_argument("--tables", type=int, default=USUAL, metavar="N", help="of the simulated studio")
    parser.add_argument(
        "--pace", type=seconds, default=PACE, metavar="SECONDS", help="from line to line there"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of its chance")
    parser.add_argument(
        "--folder", type=Path, metavar="FOLDER", help="of the server; left out, the user's own"
    )
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="of the wall")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a house's own floor: its TOML file")
    parser.add_argument("--no-window", action="store_true", help="server and studio alone, until Ctrl-C")
    given = parser.parse_args(argv[1:] if first == "studio" else argv)
    if not 1 <= given.tables <= MOST_TABLES:
        parser.wrong("tables", most=MOST_TABLES)
    from console.config import ConfigError
    from console.floor.errors import FloorError
    from console.people.errors import PeopleError
    from console.studio.floor_start import StartOptions, main, play
    from console.words import Words

    options = StartOptions(given.folder, given.tables, given.pace, given.seed, given.lang, given.config)
    try:
        if first == "studio":
            return play(options)
        if not given.no_window and not has_display():
            return no_display(given.lang)
        if given.no_window:
            return main(options, _no_wall)
        return main(options, _wall, _wall_loaded)
    except (FloorError, PeopleError) as error:
        print(f"{PROGRAM}: {Words(given.lang).text(error.key, **error.slots)}", file=sys.stderr)
    except ConfigError as error:
        print(f"{PROGRAM}: {of_file(Words(given.lang), error)}", file=sys.stderr)
    return BAD_ARGUMENTS


def _no_wall(running: Running) -> int:
    """Say how the floor is reached, and wait until somebody ends it."""
    import signal

    print(running.dsn, flush=True)
    while True:
        signal.pause() if hasattr(signal, "pause") else sys.stdin.read()


def _wall_loaded() -> None:
    """Load what the wall needs at its first paint."""
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.floor import desk  # noqa: F401
    from console.floor.witness import heads, memory  # noqa: F401
    from console.ui.floor import floor_window  # noqa: F401


def _wall(running: Running) -> int:
    """The wall's window."""
    from hashlib import sha256

    from platformdirs import user_data_path

    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.floor.copies import own_folder
    from console.floor.desk import PostgresDesk
    from console.floor.witness.heads import PostgresHeads
    from console.table.showing.screen_values import Person
    from console.table.state.roles import Role
    from console.ui.floor import preferences
    from console.ui.floor.floor_window import watched
    from console.whole_file import put_whole
    from console.words import Words

    desk = PostgresDesk(running.dsn, running.password, supervisor=running.supervisor)
    name = sha256(running.dsn.encode()).hexdigest()[:16]
    folder = own_folder() / "wall" / name
    heads = PostgresHeads(running.dsn, running.password)
    kept = user_data_path(PROGRAM, appauthor=False) / "floor-windows"
    kept.mkdir(parents=True, exist_ok=True)
    chosen = kept / f"{name}.chosen.json"
    persons = running.persons

    def learn(who: str, name: str) -> None:
        persons.setdefault(who, Person(who, name, Role.DEALER, ""))

    try:
        return watched(
            *(desk, running.people, Words(running.lang), running.studio),
            opener=_wall_opener(running, folder),
            reviews=_wall_reviews(running, folder),
            memory=_wall_memory(kept / f"{name}.json", heads),
            preferences=preferences.decoded(chosen.read_bytes() if chosen.exists() else b""),
            keep=lambda each: put_whole(chosen, preferences.encoded(each)),
            learn=learn,
            lacks=running.lacks,
        )
    finally:
        heads.close()


def _wall_opener(running: Running, folder: Path) -> Opener:
    """What opens a table on the wall; it is loaded with the first that is opened."""
    from functools import cache

    @cache
    def tables() -> FloorTables:
        from console.floor.database import connected
        from console.journal.proof.keys import public_key
        from console.review.floor_tables import FloorTables, Notes

        notes = None
        if running.notes is not None and running.witness is not None:
            notes = Notes(running.notes, public_key(running.witness))
        return FloorTables(lambda: connected(running.dsn, running.password), folder, running.persons, notes)

    return lambda table: tables().open(table)


def _wall_memory(place: Path, heads: PostgresHeads) -> WallMemory:
    """The heads that the wall's window saw, in a file of its own."""
    from contextlib import suppress
    from threading import Lock

    import msgspec

    from console.floor.door import NoDoor
    from console.floor.witness.memory import Memory
    from console.ui.floor.floor_window import Memory as Looking
    from console.ui.floor.floor_window import TurnedBack

    memory, found, one = Memory(place), list[TurnedBack](), Lock()

    def looks() -> list[TurnedBack]:
        nonlocal found
        with one, suppress(NoDoor):  # the wall itself says that it hears nothing; what was found stays
            every = memory.look(heads)
            found = [TurnedBack(each.table, each.key, msgspec.structs.asdict(each)) for each in every]
        return found

    def forgets(table: str) -> None:
        with one:
            memory.forget(table)

    return Looking(looks, forgets)


def _wall_reviews(running: Running, folder: Path) -> Callable[[str | None], Reviewing]:
    """What the wall's review reads: a table, or all of its studio; it is loaded with the first."""

    def reviews(table: str | None) -> Reviewing:
        from console.floor.database import connected
        from console.review.floor_journals import FloorReads, FloorWork, Selection
        from console.review.paperwork import NightWork
        from console.review.sources import Reviewing
        from console.table.running.clock import SystemClock

        clock, names = SystemClock(), {who: person.name for who, person in running.persons.items()}

        def work(paths: Sequence[Path]) -> NightWork:
            return NightWork(paths, names, clock.utc, draw=paged)

        tables = None if table is None else (table,)
        selection = Selection(lambda: connected(running.dsn, running.password), folder / "review", tables)
        return Reviewing(lambda: FloorReads(selection, running.persons), lambda: FloorWork(selection, work))

    return reviews


_STARTS: Final[dict[str, Callable[[Sequence[str]], int]]] = {
    "drive": drive,
    "journal": journal,
    "key": key,
    "people": people,
    "accept": accept,
    "incident": incident,
    "wheel": wheel,
    "round": round_file,
    "report": report,
    "support": support,
    "review": review,
    "listen": listen,
    "status": status,
    "kiosk": kiosk,
    "upgrade": upgrade,
    "software": software,
    "licences": licences,
    "bundle": bundle,
    "floor": floor,
    "rehearsal": rehearsal,
    "rulebook": rulebook,
    "handbook": handbook,
}
"""What each command starts, by its first word."""


def window(argv: Sequence[str]) -> int:
    """The dealer's screen, on a table that is configured or, left out, a simulated one."""
    options = window_options(argv)
    if not has_display():
        return no_display(options.lang)
    gc.disable()  # what a start makes is kept: to look for garbage in it takes 6 ms
    try:
        import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
        from console.app.start import main as open_window

        return open_window(options)
    finally:
        gc.enable()


def window_options(argv: Sequence[str]) -> WindowOptions:
    """The window's options; those of the simulated table and ``--table`` shut each other out."""
    parser = window_parser()
    given = parser.parse_args(argv)
    if given.table and (given.game or given.rules or given.pace is not None or given.answers is not None):
        parser.wrong("simulated_only")
    if (given.ca or given.token) and not given.link:
        parser.wrong("link_only")
    if given.table and given.link == STAND_IN:
        parser.wrong("stand_in")
    return WindowOptions(
        table=given.table,
        lang=given.lang,
        game=given.game or next(iter(GAMES)),
        rules=given.rules or usual_rules(),
        pace=given.pace,
        full_screen=given.full_screen or (given.table is not None and not given.window),
        link=given.link,
        ca=given.ca,
        token=given.token,
        answers=given.answers,
        allow=tuple(given.allow),
    )


def window_parser() -> OneLine:
    """How the window's command line is written."""
    parser = OneLine(
        PROGRAM,
        description="The dealer's screen of a live-casino table.",
        epilog=_listed(COMMANDS),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    parser.add_argument("--table", type=Path, metavar="FILE", help="a LIVE table's TOML; none: simulated")
    parser.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="until a sign-in")
    parser.add_argument("--game", choices=GAMES, help="of the simulated table")
    parser.add_argument(
        "--rules", type=rulebook_id, metavar="RULES", help="of the simulated table, as sv or lt"
    )
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


def _listed(commands: dict[str, str]) -> str:
    lines = (f"  {name:<15} {what}" for name, what in commands.items())
    return "\n".join(("commands:", *lines, "Each explains itself with --help.", ""))


def has_display() -> bool:
    """Whether a window can be shown, or Qt was told by its own variable how to do without a display."""
    if sys.platform != "linux" or any(map(os.environ.get, ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY"))):
        return True
    return answers(os.environ.get("DISPLAY", ""))


def answers(display: str) -> bool:
    """Whether an X server listens at this machine's display; a display elsewhere is taken on trust."""
    host, _, number = display.rpartition(":")
    if host not in ("", "unix"):
        return True
    path = "/tmp/.X11-unix/X" + number.partition(".")[0]
    return bool(number) and any(map(_connects, (path, "\0" + path)))  # a file, or Linux's own namespace


def _connects(path: str) -> bool:
    from socket import AF_UNIX, socket

    with socket(AF_UNIX) as there:
        return there.connect_ex(path) == 0
