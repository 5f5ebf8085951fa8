"""No file that a command reads commands the terminal, or writes a line of its own there."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from console import cli
from console.rehearsals.proficiency.record_file import RehearsalRecords, place_beside
from console.table.core import SetClock
from console.table.journal.proof.keys import FILE as KEY_FILE
from console.table.people import PeopleFile
from tests.command_lines import COMMANDS
from tests.rehearsals.proficiency.rehearsal_lines import rehearsed
from tests.sweep import sampled
from tests.table.people.kept import ANNA
from tests.table.played import FELL, ROUND, session_at, written

FORGED: Final = "FORGED: all is well"
HOSTILE: Final = f"T\x1b[2K\rOK\x1b[8m\x9b8m\u202e\n{FORGED}"
"""A text that clears the terminal's line, hides what comes, turns it round, and begins a line of its own."""
OBEYED: Final = frozenset("\x1b\r\x9b\u202e\u2028")
CERTIFICATE: Final = Path("tests/commissioning/older_certificate.json")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal whose table has such a name, and in which such a text was said."""
    path, clock = tmp_path_factory.mktemp("hostile") / "T.db", SetClock()
    with session_at(path, clock, table=HOSTILE) as session:
        for line in ({"do": "say", "by": "D1", "text": HOSTILE}, *FELL, *ROUND):
            clock.advance(1)
            session.take(msgspec.json.encode(line))
    return path


def printed(capsys: pytest.CaptureFixture[str], *command: object) -> str:
    """All that a command prints, which no terminal obeys and in which no line is another's."""
    try:
        cli.main([*map(str, command)])
    except SystemExit as end:
        assert end.code in (0, 1, 2)
    output = capsys.readouterr()
    shown = output.out + output.err
    assert OBEYED.isdisjoint(shown), (command, shown)
    assert not [line for line in shown.splitlines() if line.startswith(FORGED)], (command, shown)
    return shown


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("status", "--json"),
        ("report",),
        ("report", "--shifts"),
        ("report", "--json"),
        ("incident",),
        ("wheel",),
        ("journal", "verify"),
        ("rulebook", "try", "lt"),
    ],
    ids=" ".join,
)
def test_a_journal_writes_no_line_of_its_own(
    journal: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert printed(capsys, *command, journal)


def test_a_journal_writes_no_line_of_its_own_where_it_is_copied_sealed_and_closed(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    copy, restored = tmp_path / "copy.db", tmp_path / "again.db"
    assert printed(capsys, "journal", "backup", journal, copy)
    assert printed(capsys, "status", copy)
    assert printed(capsys, "journal", "verify", copy)
    assert printed(capsys, "journal", "restore", copy, restored)
    assert printed(capsys, "journal", "seal", restored)
    assert printed(capsys, "journal", "head", restored, tmp_path / "head.json")
    assert printed(capsys, "journal", "archive", restored)


def texts(value: Any, *place: str | int) -> Iterator[tuple[str | int, ...]]:
    """The places of all texts in an object."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict | list):
        for key, member in value.items() if isinstance(value, dict) else enumerate(value):
            yield from texts(member, *place, key)


def hostile_at(value: Any, place: tuple[str | int, ...]) -> Any:
    """The object with the hostile text in this place."""
    changed = json.loads(json.dumps(value))
    holder = changed
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = HOSTILE
    return changed


def test_a_certificate_writes_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, file = json.loads(CERTIFICATE.read_text("utf-8")), tmp_path / "certificate.json"
    every = [*texts(whole)]
    for place in sampled(every, every[::5]):
        file.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        assert printed(capsys, "commissioning", "verify", file), place


def test_a_rounds_file_writes_no_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, made, file = written(tmp_path / "T7.db", *FELL, *ROUND), tmp_path / "made.json", tmp_path / "r.json"
    incident = printed(capsys, "incident", path).split("\t")[0]
    assert printed(capsys, "round", path, incident, "--json", made)
    whole = json.loads(made.read_text("utf-8"))
    every = [*texts(whole)]
    for place in sampled(every, every[::29]):
        file.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        assert printed(capsys, "journal", "verify", file), place


def test_a_list_of_people_writes_no_line_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "people.json"
    PeopleFile(path, pepper=tmp_path / "pepper").add(ANNA, "284619")
    whole = json.loads(path.read_text("utf-8"))
    for place in texts(whole):
        path.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
        path.chmod(0o600)
        assert printed(capsys, "people", "list", "--file", path), place
        assert printed(capsys, "people", "disable", "S-1", "--file", path), place


HOSTILE_TOML: Final = HOSTILE.translate({ord(each): f"\\u{ord(each):04x}" for each in "\x1b\r\x9b\u202e\n"})
"""The text as a TOML file has it."""
FILES: Final = {
    "{table}": f'name = "{HOSTILE_TOML}"\ngame = "{HOSTILE_TOML}"\nrules = "lt"\n"{HOSTILE_TOML}" = 1\n',
    "{rulebook}": f'id = "{HOSTILE_TOML}"\n["{HOSTILE_TOML}"]\nname = "{HOSTILE_TOML}"\n',
    "{rehearsal}": f'kind = "{HOSTILE_TOML}"\ngame = "{HOSTILE_TOML}"\n"{HOSTILE_TOML}" = 1\n',
    "{floor}": f'studio = "{HOSTILE_TOML}"\n[floor]\naddress = "{HOSTILE_TOML}"\n"{HOSTILE_TOML}" = 1\n',
    "{pem}": f"-----BEGIN PUBLIC KEY-----\n{HOSTILE}\n-----END PUBLIC KEY-----\n",
    "{seal}": json.dumps({"statement": HOSTILE, "signature": HOSTILE, "public_key": HOSTILE}),
    "{certificate}": json.dumps({"form": HOSTILE, "table": HOSTILE}),
    "{bytes}": f"# {HOSTILE}\n0.0 {HOSTILE}\n",
}
"""Files in which each text is hostile."""
CONFIG: Final = ("--config", "{floor}")
PEOPLE: Final = ("--people", "{people}")
FED: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "drive": (("--journal", "{named}"), ("--rules", "{text}")),
    "people": (
        ("list", "--file", "{people}"),
        ("list", "--table", "{table}"),
        ("add", "{text}", "--name", "{text}", "--role", "dealer", "--pin-stdin", "--file", "{people}"),
        ("reset", "{text}", "--pin-stdin", "--file", "{people}"),
        ("disable", "{text}", "--file", "{people}"),
    ),
    "accept": (("--table", "{table}", "--reason", "{text}"),),
    "journal": (("{text}",),),
    "journal verify": (
        ("{journal}", "--head", "{seal}", "--key", "{pem}"),
        ("{journal}", "--floor", "{floor}"),
        ("{named}",),
    ),
    "journal seal": (("{named}",), ("{journal}", "--keys", "{keys}")),
    "journal backup": (("{journal}", "{new}"), ("{named}", "{new}")),
    "journal restore": (("{journal}", "{new}"), ("{named}", "{new}")),
    "journal archive": (("{named}",),),
    "journal head": (("{journal}", "{new}"), ("{named}", "{new}")),
    "journal facts": (("{journal}", "--to", "{new}"), ("{named}", "--to", "{new}")),
    "key": (("--keys", "{keys}"), ("--export", "{named}")),
    "review": (("{named}",), ("--floor", *CONFIG), ("{text}",)),
    "report": (("{journal}",), ("--floor", *CONFIG), ("--table", "{table}")),
    "incident": (("{journal}", "{text}"), ("--floor", *CONFIG)),
    "round": (("{journal}", "{text}"), ("{journal}", "T1-1")),
    "card-sets": (("{journal}",), ("{named}",)),
    "shoe": (("{journal}",), ("--floor", *CONFIG)),
    "wheel": (("{journal}",), ("--floor", *CONFIG)),
    "rehearsal": (("--table", "{table}"), ("--rules", "{text}")),
    "rehearsal play": (("{rehearsal}",), ("{named}",)),
    "rehearsal list": (("{text}",), ()),
    "rehearsal check": (("{rehearsal}",), ("{named}",)),
    "rehearsal records": ((*PEOPLE,), ("--people", "{named}")),
    "rehearsal due": (("S-1", *PEOPLE), ("{text}", *PEOPLE)),
    "rehearsal matrix": ((*PEOPLE,),),
    "rehearsal certificate": (("S-1", *PEOPLE, "--pdf", "{new}"), ("{text}", *PEOPLE, "--pdf", "{new}")),
    "rehearsal forget": (("S-1", *PEOPLE), ("{text}", "--yes", *PEOPLE)),
    "rehearsal from": (("{journal}", "{text}", "--out", "{new}"),),
    "rulebook": (("{text}",),),
    "rulebook check": (("{rulebook}",), ("{named}",)),
    "rulebook show": (("{rulebook}",), ("{text}",)),
    "rulebook try": (("{rulebook}", "{journal}"), ("lt", "{journal}")),
    "rulebook dossier": (("lt", "--rulebook", "{rulebook}"), ("{text}",)),
    "guide": (("--rules", "{rulebook}"), ("--rules", "{text}"), ("--rules", "lt", "--check", "{text}")),
    "commissioning": (("--table", "{table}"),),
    "commissioning verify": (
        ("{certificate}",),
        ("{certificate}", "--journal", "{journal}", "--table", "{table}"),
    ),
    "commissioning sign": (("{certificate}", "--table", "{table}", "--by", "{text}", "S1"),),
    "floor": ((*CONFIG,), ("{text}",)),
    "floor schema": ((*CONFIG,),),
    "floor add-studio": (("{text}", *CONFIG),),
    "floor add-table": (("{text}", "--studio", "{text}", "--game", "baccarat", "--rules", "lt", *CONFIG),),
    "floor move-table": (("{text}", "--to", "{text}", *CONFIG),),
    "floor rename-table": (("{text}", "{text}", *CONFIG),),
    "floor retire-table": (("{text}", *CONFIG),),
    "floor tables": ((*CONFIG,),),
    "floor add-window": (("{text}", "--studio", "{text}", *CONFIG),),
    "floor remove-window": (("{text}", *CONFIG),),
    "floor windows": ((*CONFIG,),),
    "floor accounts": ((*CONFIG,),),
    "floor new-token": (("{text}", *CONFIG),),
    "floor diary": ((*CONFIG,),),
    "floor install": (("--studio", "{text}", "--tables", "3", "--network", "{text}", "--dry-run"),),
    "floor doctor": ((*CONFIG,),),
    "floor backup": (("--to", "{named}", *CONFIG),),
    "floor restore": (("{named}", "--to", "{new}"),),
    "floor close-days": ((*CONFIG,),),
    "floor index": ((*CONFIG,),),
    "floor verify": (("{text}", *CONFIG),),
    "floor witness": ((*CONFIG, "--key", "{pem}"),),
    "status": (("{journal}",), ("{named}",), ("{journal}", "--json")),
    "kiosk": (("install", "--table", "{table}", "--dry-run"),),
    "upgrade": (("{named}",), ("{named}", "--table", "{table}")),
    "software": ((),),
    "software verify": (("{named}",), ("{named}", "--key", "{pem}")),
    "bundle": (("{named}",),),
    "listen": (("--replay", "{bytes}", "--table", "{table}"), ("--replay", "{bytes}"), ("{text}",)),
    "support": (("--journal", "{named}", "--out", "{new}"), ("--table", "{table}", "--out", "{new}")),
    "licences": (("{text}",),),
    "handbook": (("{text}",),),
    "protocol": (("{text}",),),
    "protocol schema": (("{text}",), ()),
    "protocol server": (("{text}",),),
    "protocol conform": (("{text}", "--game", "baccarat", "--rules", "lt"),),
    "protocol replay": (("{text}", "tcp://127.0.0.1:1"), ("{journal}", "{text}")),
}
"""Each command with hostile arguments: files in which each text is so, a file with such a name, a text."""


def test_every_command_is_fed() -> None:
    assert FED.keys() == COMMANDS.listed.keys()


@pytest.fixture
def given(journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The hostile files, by their placeholders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "own"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    given = {"{text}": HOSTILE, "{journal}": str(journal), "{new}": str(tmp_path / f"new {HOSTILE}")}
    for name, content in FILES.items():
        file = tmp_path / name.strip("{}")
        file.write_text(content, "utf-8")
        given[name] = str(file)
    named = tmp_path / HOSTILE
    named.write_text(HOSTILE, "utf-8")
    keys = tmp_path / "keys"
    keys.mkdir(mode=0o700)
    (keys / KEY_FILE).write_text(FILES["{pem}"], "utf-8")
    (keys / KEY_FILE).chmod(0o600)
    people = tmp_path / "people.json"
    PeopleFile(people, pepper=tmp_path / "pepper").add(ANNA, "284619")
    whole = json.loads(people.read_text("utf-8"))
    (place,) = (at for at in texts(whole) if at[-1] == "name")
    people.write_text(json.dumps(hostile_at(whole, place)), "utf-8")
    people.chmod(0o600)
    records = RehearsalRecords(place_beside(people))
    records.keep(replace(rehearsed("S-1", mistaken=HOSTILE), rehearsal=HOSTILE, kind=HOSTILE))
    records.keep(rehearsed(HOSTILE))
    return {**given, "{named}": str(named), "{keys}": str(keys), "{people}": str(people)}


@pytest.mark.sweep(25)
@pytest.mark.parametrize(("name", "words"), [(name, each) for name, every in FED.items() for each in every])
def test_no_command_writes_what_a_terminal_obeys(
    name: str, words: tuple[str, ...], given: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    printed(capsys, *name.split(), *(given.get(word, word) for word in words))
