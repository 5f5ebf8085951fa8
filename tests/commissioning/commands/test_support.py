"""The archive for technical service: everything that is needed, and nothing that is secret."""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from console.base.errors.error_log import FILE
from console.base.words import Words
from console.cli import main
from console.commissioning.commands.support import SupportRequest, bundle
from console.supervisor.review import JournalReads
from console.supervisor.ui.review.replay.chronicle import rows_of
from console.table.commands.drive import drive
from console.table.core import Person, Role, SetClock
from console.table.core.running.table_journal import CHECKPOINT_EVERY
from console.table.journal import Filter, seal_key
from console.table.people import PeopleFile
from tests.supervisor.review.test_unseen import HIDES, blackjack, log_of, names
from tests.table.core.tables import Seen, card_frame, device, words
from tests.table.journal.file.test_public_views import DEALT, REFUSED, STAND
from tests.table.people.kept import stands_in
from tests.table.played import DONE_D, card, say, session_at, written

PIN, TOKEN, OTHER = "27182846", "a-token-that-nobody-else-may-have", "the-floors-own-which-is-another"
PARTS = {
    *("versions.txt", "configuration.json", "files.txt", "entries.jsonl", "device-bytes.txt"),
    *("verdict.txt", "errors.log"),
}


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A table with people, a link, a key, a journal in which somebody wrote secrets, and a log with one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    people = PeopleFile(tmp_path / "people.json")
    people.add(Person("S-1", "Anna Ö.", Role.SUPERVISOR, "sv"), PIN)
    key = seal_key(tmp_path / "seal")
    assert key.public
    (tmp_path / "token").write_text(TOKEN, "utf-8")
    (tmp_path / "floor").write_text(OTHER, "utf-8")
    (tmp_path / "token").chmod(0o600)
    (tmp_path / "table7.toml").write_text(
        'name = "Table 7"\ngame = "baccarat"\nrules = "lt"\nlanguage = "lt"\njournal = "journal.db"\n'
        'people = "people.json"\n[[device]]\nname = "shoe"\nurl = "socket://anna:sesame@192.0.2.7:4001"\n'
        '[link]\nurl = "tls://game.example:7700"\nca = "ca.pem"\ntoken_file = "token"\n'
        '[floor]\naddress = "/run/floor"\npassword_file = "floor"\n',
        "utf-8",
    )
    log = tmp_path / "data" / "dealer-console" / "log"
    log.mkdir(parents=True)
    (log / FILE).write_text(f"CRITICAL unforeseen: {TOKEN}\nTraceback (most recent call last):\n", "utf-8")
    play(tmp_path, secrets_of(tmp_path))
    yield tmp_path


def secrets_of(folder: Path) -> list[str]:
    """Everything that may stand nowhere."""
    kept = json.loads((folder / "people.json").read_text("utf-8"))
    hashes = [record["pin"] for record in kept["people"]]
    private = (folder / "seal").glob("*")
    return [*hashes, TOKEN, OTHER, *(path.read_text("utf-8").strip() for path in private if path.is_file())]


def play(folder: Path, secrets: list[str]) -> None:

    lines: list[Seen] = [
        {"do": "bets", "state": "open"},
        {"do": "bets", "state": "closed"},
        device(card_frame("1", "player", 1, "8S")),
        device(card_frame("2", "banker", 1, "2S")),
        device(card_frame("3", "player", 2, "KD")),
        device(card_frame("4", "banker", 2, "4C")),
        {"do": "done", "by": "D1"},
        {"do": "done", "by": "D1"},
        *({"do": "say", "by": "D1", "text": f"it says {secret} there"} for secret in secrets),
        {"v": 1, "hello": "dealer-console", "token": TOKEN},
    ]
    with session_at(folder / "journal.db", SetClock(), table="Table 7") as session:
        into = io.BytesIO(b"\n".join(map(msgspec.json.encode, lines)))
        drive(session, words("en"), words("lt"), into, io.BytesIO())


def gathered(folder: Path, *argv: str) -> dict[str, str]:
    out = folder / "support.zip"
    assert main(["support", *argv, "--out", str(out), "--lang", "en"]) == 0
    with ZipFile(out) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_the_support_archive_holds_what_is_needed(studio: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = gathered(studio, "--table", str(studio / "table7.toml"))
    assert set(parts) == PARTS
    assert "dealer-console " in parts["versions.txt"] and "msgspec " in parts["versions.txt"]
    assert json.loads(parts["configuration.json"])["name"] == "Table 7"
    entries = [json.loads(line) for line in parts["entries.jsonl"].splitlines()]
    assert [entry["number"] for entry in entries] == sorted(entry["number"] for entry in entries)
    assert entries[0]["kind"] == "bets_opened"
    assert "shoe 05 31 44" in parts["device-bytes.txt"], "a device's bytes as they came"
    assert "journal.db" in parts["verdict.txt"] and "not as it was" not in parts["verdict.txt"]
    assert "Traceback" in parts["errors.log"]
    assert "mode 600" in parts["files.txt"] and "bytes" in parts["files.txt"]
    assert "support.zip is written" in capsys.readouterr().out


@pytest.mark.sweep
def test_right_after_an_archive_it_has_the_entries_of_the_closed_file(studio: Path) -> None:
    before = gathered(studio, "--table", str(studio / "table7.toml"))
    (studio / "support.zip").unlink()
    assert main(["journal", "archive", str(studio / "journal.db"), "--lang", "en"]) == 0
    after = gathered(studio, "--table", str(studio / "table7.toml"))
    assert set(before["entries.jsonl"].splitlines()) <= set(after["entries.jsonl"].splitlines())
    assert before["device-bytes.txt"] == after["device-bytes.txt"]


def test_nothing_in_it_is_secret(studio: Path) -> None:
    parts = gathered(studio, "--table", str(studio / "table7.toml"))
    everything = "\n".join(parts.values())
    for secret in secrets_of(studio):
        assert secret not in everything
        assert msgspec.json.encode(secret).decode()[1:-1] not in everything
        for line in secret.splitlines()[1:-1]:
            assert line not in everything, "nor a line of a key"
    assert "sesame" not in everything and not stands_in(everything, PIN)
    assert "$argon2" not in everything and "PRIVATE" not in everything


def test_the_support_archive_keeps_only_the_slots_of_the_videos_address(studio: Path) -> None:
    table = studio / "table7.toml"
    address = "https://nvr.example/{camera}?t={time}&token=sesame&bare#key=open-{time}"
    text = table.read_text("utf-8")
    table.write_text(f'{text}[table]\ncamera = "c1"\n[studio]\nvideo = "{address}"\n', "utf-8")
    written = json.loads(gathered(studio, "--table", str(table))["configuration.json"])
    kept = "https://nvr.example/{camera}?t={time}&token=[left out]&[left out]#key=[left out]"
    assert written["video"]["address"] == kept


def test_the_support_archive_is_the_users_alone_and_is_never_written_over_anything(
    studio: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gathered(studio, "--journal", str(studio / "journal.db"))
    assert stat.S_IMODE((studio / "support.zip").stat().st_mode) == 0o600
    os.symlink(studio / "journal.db", studio / "linked.zip")
    os.link(studio / "journal.db", studio / "hard.zip")
    before = (studio / "journal.db").read_bytes()
    for name in ("support.zip", "journal.db", "journal.db-wal", "linked.zip", "hard.zip"):
        assert main(["support", "--journal", str(studio / "journal.db"), "--out", str(studio / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert (studio / "journal.db").read_bytes() == before


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("name", "key"),
    [("journal.db", None), ("minutes.txt", "journal.not_a_journal"), ("typo.db", "journal.not_there")],
)
def test_an_archive_without_a_journal_is_reported_as_such(
    studio: Path, name: str, key: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    (studio / "minutes.txt").write_text("minutes of a meeting")
    parts = gathered(studio, "--journal", str(studio / name))
    told = capsys.readouterr().err
    assert parts["files.txt"].startswith(f"journal {studio / name}\n")
    if key is None:
        assert told == ""
        return
    said = words("en").text(key, file=studio / name)
    whole = words("en").text("support.no_journal", file=studio / "support.zip", said=said)
    assert told == f"dealer-console support: {whole}\n"
    assert "not to be had" in parts["entries.jsonl"] and "not to be had" in parts["verdict.txt"]


@pytest.mark.parametrize("harm", ["damaged", "missing", "another file"])
def test_the_support_archive_is_made_of_a_journal_that_cannot_be_read_too(studio: Path, harm: str) -> None:
    journal = studio / "journal.db"
    match harm:
        case "damaged":
            content = bytearray(journal.read_bytes())
            content[3_000:9_000] = b"\xee" * 6_000
            journal.write_bytes(content)
        case "missing":
            journal.unlink()
        case _:
            journal.write_bytes(b"minutes of a meeting")
    parts = gathered(studio, "--journal", str(journal))
    assert set(parts) == PARTS
    assert "not to be had" in parts["entries.jsonl"] or "not as it was" in parts["verdict.txt"]
    assert "Traceback" in parts["errors.log"], "what can be had is there"


def test_a_malformed_configuration_is_reported_in_one_line(
    studio: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (studio / "table7.toml").write_text("name = ", "utf-8")
    assert main(["support", "--table", str(studio / "table7.toml"), "--out", str(studio / "s.zip")]) == 2
    assert "table7.toml: not TOML" in capsys.readouterr().err


def test_the_support_bundle_covers_a_hole_card_until_it_is_turned(tmp_path: Path) -> None:
    for name, more, shown in (("down.db", (), False), ("up.db", (STAND, DONE_D), True)):
        asked = SupportRequest(blackjack(tmp_path / name, *more), None, tmp_path / "logs")
        with ZipFile(BytesIO(bundle(asked))) as archive:
            parts = {part: archive.read(part).decode() for part in archive.namelist()}
        assert '\\"9D\\"' in parts["entries.jsonl"], "what lies open is in it"
        assert any("5C" in part for part in parts.values()) is shown


def test_technical_service_gets_no_hole_card_however_long_its_round_lasts(
    tmp_path: Path,
) -> None:
    reader = [
        {"do": "device", "name": "reader", "hex": f"{face}\r\n".encode().hex()} for face in ("9D", "5C")
    ]
    lines = (*DEALT[:-2], *reader, *[say("still here")] * (CHECKPOINT_EVERY + 300))
    path = written(tmp_path / "long.db", *lines, code="sv", game="blackjack")
    with ZipFile(BytesIO(bundle(SupportRequest(path, None, tmp_path / "logs")))) as archive:
        sent = archive.read("device-bytes.txt").decode()
    assert b"9D".hex(" ") in sent
    assert b"5C".hex(" ") not in sent


@pytest.mark.parametrize(
    "untaken",
    [
        card("5C"),
        {**card("5C"), "source": "dealer", "by": "D1"},
        {"do": "device", "name": "reader", "hex": b"5C\r\n".hex()},
    ],
    ids=["reader's line", "refused", "reader's bytes"],
)
def test_a_hole_card_that_was_read_or_typed_in_vain_is_covered_with_it(tmp_path: Path, untaken: Seen) -> None:
    """In manual mode the pit boss enters it; what came before names the same card."""
    manual: Seen = {"do": "manual", "on": True, "by": "P1"}
    entered: Seen = {**card("5C"), "source": "dealer", "by": "P1"}
    before = (*DEALT[:-1], manual, untaken)
    refused = ("not_authorised",)
    due, down, up = (
        written(tmp_path / f"{name}.db", *before, *after, code="sv", game="blackjack", refused=refused)
        for name, after in (("due", ()), ("down", (entered,)), ("up", (entered, STAND, DONE_D)))
    )
    assert not names(log_of(due), "5C")
    assert not names(log_of(down), "5C")
    assert names(log_of(up), "5C")
    for place in (due, down, up):
        with ZipFile(BytesIO(bundle(SupportRequest(place, None, tmp_path / "logs")))) as archive:
            told = archive.read("entries.jsonl").decode()
        assert ("5C" in told) is (place == up)


@pytest.mark.parametrize("how", HIDES)
def test_no_face_is_shown_before_a_player_can_act_on_it(how: str, tmp_path: Path) -> None:
    """Two tables that differ in this face alone look the same in the log, a replay and the support bundle."""
    found = []
    for face in ("5C", "5D"):
        path = tmp_path / face / "T7.db"
        path.parent.mkdir()
        lines = msgspec.json.decode(
            msgspec.json.encode(HIDES[how])
            .replace(b"5C", face.encode())
            .replace(b"3543", face.encode().hex().encode())
        )
        refused = (*REFUSED, "not_authorised", "no_such_hand")
        written(path, *lines, code="sv", game="blackjack", refused=refused)
        with closing(JournalReads((path,))) as reads:
            reads.look_for(Filter(bytes=True))
            reads.count()
            rows = reads.rows(0, 50)
            story = reads.story(rows[-1].place)
        assert story is not None
        told = rows_of(story.game, story.moments, Words("en"), str, covered=story.covered)
        with ZipFile(BytesIO(bundle(SupportRequest(path, None, tmp_path / "logs")))) as archive:
            entries = [msgspec.json.decode(each) for each in archive.read("entries.jsonl").splitlines()]
            sent = archive.read("device-bytes.txt")
        shown = [(each["event"], each["line"], each["raw"]) for each in entries]
        found.append(([row.event for row in rows], told, shown, sent))
    assert found[0] == found[1]
