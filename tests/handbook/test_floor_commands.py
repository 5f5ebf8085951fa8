"""Each command of the floor's two pages is run: from its block, or it stands here with the reason why not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tests.command_lines import COMMANDS
from tests.handbook import pages, runs
from tests.handbook.test_pages import NAMES

PAGES: Final = ("floor.md", "floor-operations.md")

NOT_RUN: Final = {
    # as root, or as the server's superuser
    "elsewhere$ python3 -m console bundle --floor /media/stick/console": "loads 126 MB from a registry",
    "systemctl start dealer-console-floor-backup": "needs root and systemd",
    "createdb --encoding=UTF8 --locale=C --template=template0 floor": "the tests' server begins with it",
    "floor install": "changes the computer's PostgreSQL as root; its block runs it with --dry-run",
    "install -d -m 0700 /var/lib/dealer-console": "makes a folder of the system as root",
    "cp -r notary /var/lib/dealer-console/witness": "writes into the system's folders as root",
    "mv /var/lib/dealer-console/witness/dealer-console-floor-witness.* /etc/systemd/system": "as root",
    "systemctl enable --now dealer-console-floor-witness.timer": "needs root and systemd",
    "systemctl start dealer-console-floor-witness": "needs root and systemd",
    "cp -r search /var/lib/dealer-console/indexer": "writes into the system's folders as root",
    "mv /var/lib/dealer-console/indexer/dealer-console-floor-index.service /etc/systemd/system": "as root",
    "systemctl enable --now dealer-console-floor-index": "needs root and systemd",
    "install -d -m 0700 -o postgres -g postgres /var/backups/floor /var/backups/floor/base"
    " /var/backups/floor/wal": "makes folders of the system as root",
    "systemctl --failed": "needs systemd",
    # what stays until somebody ends it
    "python3 -m console floor": "it stays until it is closed; tests/floor/studio starts it as a process",
    "floor index --stay": "never ends; its block runs it without --stay, tests/floor with an end",
    # on another computer, by means that are not ours
    "pg_basebackup -R": "makes a standby on a second computer",
    "pg_ctl promote": "on the second computer",
    "pg_upgrade": "needs a second version's server; tests/floor/test_schema.py dumps what it restores",
    "pg_rewind": "on the first computer, once the second took over",
}
"""The pages' commands that their blocks can't run in the suite, and why."""

_FIGURE: Final = re.compile(r"#|[\w.]+ = |(?:local|host\w*|tcp dport) ")
"""The beginning of a line that is no command: a comment, a server's setting, who may connect, a firewall."""
_PROGRAM: Final = re.compile(r"(?:floor|dealer-console|python3|systemctl|createdb|pg_[a-z]+) ?.*")
_FILE: Final = re.compile(r"\w+\.conf[\w.]*")


def text() -> str:
    return "\n".join(pages.pages()[page] for page in PAGES)


def run_by_its_blocks() -> set[str]:
    """The commands of the blocks that the suite runs, up to their first argument or option."""
    found = pages.blocks(PAGES[0], text(), "console")
    told = (command for block in found for command in runs.commands(block))
    return {" ".join(command.argv[:2]) for command in told if "--dry-run" not in command.argv}


def named(text: str) -> Iterator[str]:
    """The commands that stand elsewhere on the pages: as a line of a text, or inside a sentence."""
    for block in pages.blocks(PAGES[0], text):
        if block.language not in ("console", "toml", "json"):
            yield from (line for line in block.text.splitlines() if line and not _FIGURE.match(line))
    for span in re.findall(r"`([^`]+)`", pages.prose(text)):
        command = " ".join(span.split())
        is_command = _PROGRAM.fullmatch(command) and (" " in command or command.startswith("pg_"))
        if is_command and not _FILE.fullmatch(command):
            yield command


def neither(text: str) -> list[str]:
    """The commands that are neither run nor excused."""
    run = run_by_its_blocks()
    return [each for each in named(text) if each not in run and each not in NOT_RUN]


def test_each_command_of_the_pages_is_run_or_says_why_not() -> None:
    assert neither(text()) == []


def test_a_new_command_that_no_test_runs_is_found() -> None:
    """In a sentence, and as a line of a text."""
    more = "\nSo `floor add-nothing` does it, or\n\n```text\nrm -r notary\n```\n"
    assert neither(text() + more) == ["rm -r notary", "floor add-nothing"]


def test_nothing_is_excused_that_is_run_or_stands_there_no_more() -> None:
    assert sorted(set(NOT_RUN) - set(named(text()))) == []
    assert sorted(set(NOT_RUN) & run_by_its_blocks()) == []


def test_each_command_of_a_floor_is_on_the_pages() -> None:
    floors = {command for command in COMMANDS.listed if command.startswith("floor ")}
    assert floors - run_by_its_blocks() == {"floor install"}


def test_the_blocks_of_the_pages_are_run_with_all_others() -> None:
    for page in PAGES:
        assert page in NAMES and "dealer-console floor " in pages.pages()[page]
    assert len(run_by_its_blocks()) >= 20
