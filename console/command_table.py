"""The commands, a row each: name, what it does in a sentence, what it starts, whether it opens a window.

It imports nothing of ours: a part of the console is loaded when its command is given. The help, each
command's own parser, what is refused and the handbook read this table.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, NamedTuple


class Command(NamedTuple):
    """A command of the console's command line."""

    name: str
    """Its words: ``drive``, ``journal verify``."""
    sentence: str
    """What it does; its first word stands small."""
    starts: str = ""
    """What takes its arguments and gives the exit status, as an entry point names it; of a command of two
    words nothing where the first word's takes it.
    """
    window: bool = False
    """Whether it opens a window."""

    def start(self) -> Any:
        """What the command starts; its module is imported now."""
        module, _, name = self.starts.partition(":")
        return getattr(import_module(module), name)


_ROWS: Final = (
    Command("drive", "a table by standard input and output, without a window", "console.drive:run"),
    Command(
        "journal",
        "check, sign, copy and close what a table recorded",
        "console.commands.journal_arguments:journal",
    ),
    Command("journal verify", "check a journal and name its first bad entry"),
    Command("journal seal", "sign all that is in a closed journal"),
    Command("journal backup", "copy a journal, also while its table plays"),
    Command("journal restore", "put a journal back from its copy"),
    Command("journal archive", "close a journal's file and go on in a new one"),
    Command("journal head", "the newest seal as a file, to be kept elsewhere"),
    Command("key", "the key that signs: its public half", "console.commands.journal_arguments:key"),
    Command("people", "who may sign in", "console.commands.people:run"),
    Command("accept", "let a table start without a file that it had", "console.commands.accept:main"),
    Command(
        "wheel",
        "a wheel's numbers, how far chance explains them, its reader's faults",
        "console.commands.documents.report_arguments:wheel_main",
    ),
    Command(
        "incident",
        "what went wrong: a list, or one record as text, JSON and PDF",
        "console.app.printed:incident",
    ),
    Command(
        "review",
        "the supervisor's screens on journals or copies of them: log, replay, report, seal",
        "console.app.review_start:review",
        window=True,
    ),
    Command(
        "round",
        "everything on one round or incident, with its proof: as text, JSON and PDF",
        "console.app.printed:round_file",
    ),
    Command(
        "report",
        "a shift's figures, and what is open at its end: as text, JSON, CSV, XLSX and PDF",
        "console.app.printed:report",
    ),
    Command(
        "support",
        "versions, settings, last entries and errors for technical service, without secrets",
        "console.commands.machine.support:main",
    ),
    Command(
        "listen",
        "what an unknown device sends, into a file; what a table's file makes of it",
        "console.commands.listen:main",
    ),
    Command(
        "status",
        "how tables are doing, for a house's own monitoring: in a line, as JSON, for Prometheus",
        "console.commands.machine.status:main",
    ),
    Command(
        "kiosk",
        "a machine that starts a table's console by itself and shows nothing else",
        "console.commands.machine.kiosk:main",
    ),
    Command(
        "upgrade",
        "the next version beside this one, tried and then put in its place; and back",
        "console.commands.machine.upgrade:main",
    ),
    Command("software", "which software this is", "console.commands.machine.software:main"),
    Command("software verify", "whether every file is as it was released, and by whose signature"),
    Command(
        "licences",
        "under which licence the console and each of its parts come; its bill of materials",
        "console.commands.machine.licences:main",
    ),
    Command(
        "bundle",
        "all that a machine without a network is set up from, in a folder",
        "console.commands.machine.bundle:main",
    ),
    Command(
        "floor",
        "all tables of a studio on one wall, on a floor of this machine with a simulated studio",
        "console.app.overview_start:floor",
        window=True,
    ),
    Command("floor schema", "make the floor's database, or bring it to this version"),
    Command("floor add-studio", "make a studio known to the floor"),
    Command("floor add-table", "make a table known to the floor; its account's token is shown once"),
    Command("floor move-table", "have a table in another studio, with all that it sent"),
    Command("floor rename-table", "call a table otherwise"),
    Command("floor retire-table", "end a table: what it sent stays"),
    Command("floor tables", "every table: last heard, entries, version, token's age"),
    Command("floor add-window", "make an account for a window of the floor, or for a witness"),
    Command("floor remove-window", "end a window's account"),
    Command("floor windows", "every window: studios, role, last heard, version, token's age"),
    Command("floor accounts", "every account of the floor: whose, sessions now, token's age"),
    Command("floor new-token", "give a table's or a window's account a new token"),
    Command("floor diary", "what was done to the floor's lists and at its windows, as it was chained"),
    Command("floor install", "make a Debian machine the floor's server; --dry-run says each step first"),
    Command("floor doctor", "what of the floor's server is not as it should be, and what to do about it"),
    Command("floor backup", "copy the floor's server while it works, verify the copy, remove old ones"),
    Command("floor restore", "make a server's data folder of its newest backup and its archived log"),
    Command("floor close-days", "pack the floor's days that are over into blocks, each once it is proven"),
    Command("floor index", "make what the entries of all tables are found by; it goes on where it ended"),
    Command("floor verify", "compute the chain of every journal anew from what the floor holds"),
    Command("floor witness", "sign, on a third machine, what it saw of every journal's head"),
    Command(
        "rehearsal",
        "what goes wrong once a year, practised at a simulated table of its own",
        "console.app.rehearsal_start:rehearsal",
        window=True,
    ),
    Command("rehearsal play", "one rehearsal, by its file"),
    Command(
        "rulebook", "a market's rules: checked, shown, tried on kept journals", "console.app.printed:rulebook"
    ),
    Command("rulebook check", "what is wrong with a rulebook, and which incident rows are ever the answer"),
    Command("rulebook show", "a rulebook's decision table and its figures, in the terminal or as PDF"),
    Command(
        "rulebook try", "kept journals under a changed rulebook: what would have been otherwise, and where"
    ),
    Command("rehearsal list", "the rehearsals that there are"),
    Command("rehearsal check", "what is wrong with a rehearsal's file, and under which rulebooks it plays"),
    Command("rehearsal records", "everything that people have rehearsed, the newest first"),
    Command("rehearsal due", "what somebody should rehearse today"),
    Command("rehearsal matrix", "who has rehearsed what, and what the house gets wrong most: CSV and PDF"),
    Command("rehearsal certificate", "a page of what somebody has passed, in the person's language"),
    Command("rehearsal forget", "take somebody who leaves out of the records of rehearsals"),
    Command("rehearsal from", "a rehearsal made of what happened at a table, without names"),
    Command(
        "handbook",
        "how it is set up, what it writes and what it speaks: a topic, or their list",
        "console.commands.handbook:main",
    ),
)

COMMANDS: Final = {row.name: row for row in _ROWS}
"""By their names, in the order in which they are listed."""


def sentence(name: str) -> str:
    """What a command does."""
    return COMMANDS[name].sentence
