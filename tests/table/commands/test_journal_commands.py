"""`journal seal`, `journal verify` and `key`, as they are typed."""

import io
import os
from pathlib import Path
from pwd import getpwuid
from typing import Any

import msgspec
import pytest

from console import cli
from console.base.command_line import BAD_ARGUMENTS
from console.base.words import LANGUAGES, Words
from console.table.commands.journal_seals import seal_by_hand
from console.table.core import NoteKind, SetClock, events
from console.table.custody.verdict import Meter
from console.table.journal import BLOCK, Identity, open_journal, public_key, review, seal_key
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.inclusion import Doubt, inclusion
from console.table.journal.proof.seals import last_seal
from console.table.journal.proof.statement import seal_file
from console.table.words import inside
from tests.table.journal.entries import drawn, opened, written
from tests.table.journal.sealing import rechained, sealed
from tests.table.people.kept import ANNA, JONAS, OTHER, PIN, people_in
from tests.table.played import session_at


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "table.journal", 3)


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "keys"


def run_command(*words: object) -> int:
    return cli.main([str(each) for each in words])


def by_hand(path: Path, keys: Path, pin: str, *, lang: str = "en", **more: Any) -> int:
    """Seal it by hand in the supervisor's name, with this PIN."""
    people = people_in(path.parent / "people.json")
    if not people.people:
        for person in (ANNA, JONAS):
            people.add(person, PIN)
    given = {"head": None, "by": "s-1", "people": path.parent / "people.json", **more}
    return seal_by_hand(path, keys=keys, lang=lang, clock=SetClock(), ask_pin=lambda _: pin, **given)


def test_only_a_supervisor_with_the_right_pin_seals_a_journal_by_name(
    path: Path, keys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, words = path.read_bytes(), Words("en")
    tries = (
        (OTHER, "S-1", "sign_in.wrong"),
        (PIN, "X-9", "sign_in.wrong"),
        ("", "S-1", "sign_in.wrong"),
        (PIN, "P-20", "sign_in.needs.supervisor_alone"),
    )
    for pin, by, key in tries:
        assert by_hand(path, keys, pin, by=by) == 2
        assert capsys.readouterr().err == f"dealer-console: {words.text(key)}\n"
    assert path.read_bytes() == before and last_seal(path) is None
    assert [one.wrong for one in people_in(path.parent / "people.json").people] == [2, 0]


def test_a_seal_from_a_terminal_is_entered_as_such_with_the_name_of_the_systems_user(
    path: Path, keys: Path
) -> None:
    assert run_command("journal", "seal", path, "--keys", keys) == 0
    made = last_seal(path)
    assert made is not None and made.content is not None and made.content.by is None
    with review(path) as found:
        (entry,) = found.of_a_kind("noted", NoteKind.JOURNAL_SEALED)
    noted = msgspec.json.decode(entry.event, type=events.Noted)
    assert (noted.who, noted.terminal) == (None, getpwuid(os.getuid()).pw_name)
    assert entry.person is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_journal_is_sealed_and_verified_with_key_and_seal_kept_elsewhere(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    head, pem, lang = tmp_path / "head.json", tmp_path / "public.pem", ("--lang", language)
    assert by_hand(path, keys, PIN, lang=language, head=head) == 0
    assert run_command("key", "--export", pem, "--keys", keys, *lang) == 0
    fingerprint = seal_key(keys).public.fingerprint
    printed = capsys.readouterr().out
    assert printed.count(fingerprint) == 2
    assert public_key(pem) == seal_key(keys).public
    made = seal_file(head).content
    assert made is not None
    assert (made.entries, made.by) == (4, "S-1")
    assert run_command("journal", "verify", path, "--key", pem, "--head", head, *lang) == 0
    words, out = Words(language), capsys.readouterr().out
    assert words.text("journal.verify.keyed") in out
    assert words.text("journal.verify.continued", entry=4) in out
    assert fingerprint in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_verify_says_once_that_a_journal_has_no_entries(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "empty.journal", 0)
    assert run_command("journal", "verify", path, "--lang", language) == 0
    words = Words(language)
    rules, game = (inside(words, words.text(each)) for each in ("rules.sv", "game.baccarat"))
    slots = {"file": path, "table": "Baccarat 1", "game": game, "rules": rules}
    first = capsys.readouterr().out.splitlines()[0]
    assert first == words.text("journal.verify.whose.empty", **slots)


def test_verify_says_which_entries_and_keys_are_not_proven(
    path: Path, keys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = Words("en")
    run_command("journal", "verify", path, "--lang", "en")
    assert words.text("journal.verify.unsealed") in capsys.readouterr().out
    run_command("journal", "seal", path, "--keys", keys, "--lang", "en")
    assert words.text("seal.keep") in capsys.readouterr().out
    with opened(path) as journal:
        journal.append([drawn(5), drawn(6)])
    assert run_command("journal", "verify", path, "--lang", "en") == 0
    out = capsys.readouterr().out
    assert words.count("journal.verify.tail", 2) in out
    assert words.text("journal.verify.any_key", command="dealer-console key") in out
    assert words.text("journal.verify.no_head") in out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_flaw_and_doubt_has_its_words(language: str) -> None:
    words = Words(language)
    for flaw in Flaw:
        assert "F" in words.text(f"journal.verify.{flaw}", file="F", entry=7, sealed=3, name="N")
    for doubt in Doubt:
        assert "F" in words.text(f"journal.proof.{doubt}", file="F", entry=7)


@pytest.mark.parametrize(("gone", "lines"), [("journal", 1), ("older_journal", 0)])
def test_a_lost_journal_is_named_behind_a_lost_list_too(
    gone: str, lines: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, text = tmp_path / "T7.db", f"people /t/people.json; {gone} /t/T7.db; the disk is new"
    with session_at(path, SetClock(), is_ready=False) as session:
        session.note(NoteKind.FILES_MISSING, text=text)
    assert run_command("journal", "verify", path, "--lang", "en") == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed.count(f"{path}: {Words('en').text('log.noted.files_missing')}") == lines


def test_a_rechained_change_is_named(path: Path, keys: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_command("journal", "seal", path, "--keys", keys)
    rechained(path, 2, person="P9")
    capsys.readouterr()
    assert run_command("journal", "verify", path, "--lang", "en") == 1
    out = capsys.readouterr().out
    whose, verdict = out.splitlines()
    assert whose.startswith(f"{path}: Baccarat 1, baccarat, Swedish rules, 01/03/2026 05:59:30 UTC to ")
    assert verdict == Words("en").text("journal.verify.sealed", file=path, entry=4, sealed=0)


@pytest.fixture
def others(tmp_path: Path, keys: Path) -> Path:
    """The journal of the table beside it, played as long and sealed by the same console."""
    path = tmp_path / "others.journal"
    with open_journal(path, Identity("Baccarat 2", "baccarat", "sv")) as journal:
        journal.append([drawn(each) for each in range(1, 4)])
    run_command("journal", "seal", path, "--keys", keys)
    return path


def table_file(folder: Path, name: str, rules: str = "sv") -> Path:
    """A table as it is set up, of a casino that is named."""
    file = folder / f"{name}-{rules}.toml"
    file.write_text(
        f'name = "{name}"\ngame = "baccarat"\nrules = "{rules}"\nlanguage = "en"\n'
        '[[device]]\nname = "shoe"\nurl = "loop://"\n[studio]\ncasino = "Casino Nord"\n'
    )
    file.chmod(0o600)
    return file


def test_a_seal_that_was_kept_says_nothing_of_another_tables_end(
    path: Path, others: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the table whose seal was kept is said to go on from it; of the other one, it shows no cut."""
    head, words = tmp_path / "head.json", Words("en")
    run_command("journal", "seal", path, "--keys", keys, "--head", head)
    goes_on = words.text("journal.verify.continued", entry=4)
    for files in ((path, others), (others, path)):
        capsys.readouterr()
        assert run_command("journal", "verify", *files, "--head", head, "--lang", "en") == 0
        out = capsys.readouterr().out
        assert out.count(goes_on) == 1 and out.count(words.text("journal.verify.no_head")) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_another_tables_file_sealed_by_the_same_console_is_not_this_tables(
    path: Path, others: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    pem, head, lang = tmp_path / "public.pem", tmp_path / "head.json", ("--lang", language)
    run_command("journal", "seal", path, "--keys", keys, "--head", head)
    run_command("key", "--export", pem, "--keys", keys)
    mine = table_file(tmp_path, "Baccarat 1")
    named = (("--table", "Baccarat 1"), ("--table", mine), ("--head", head))
    capsys.readouterr()
    assert run_command("journal", "verify", others, "--key", pem, *lang) == 0, (
        "the key alone does not show it"
    )
    assert "Baccarat 2" in capsys.readouterr().out.splitlines()[0]
    wrong = Words(language).text("journal.verify.table", file=others, table="Baccarat 1", found="Baccarat 2")
    for asked in named:
        assert run_command("journal", "verify", path, "--key", pem, *asked, *lang) == 0
        assert "Baccarat 1" in capsys.readouterr().out.splitlines()[0]
        assert run_command("journal", "verify", others, "--key", pem, *asked, *lang) == 1
        assert wrong in capsys.readouterr().out.splitlines()


def test_verify_names_the_casino_only_for_the_tables_own_journal(
    path: Path, others: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = table_file(tmp_path, "Baccarat 1")
    for file, whose in ((path, f"{path}: Casino Nord, Baccarat 1, "), (others, f"{others}: Baccarat 2, ")):
        run_command("journal", "verify", file, "--table", mine, "--lang", "en")
        assert capsys.readouterr().out.startswith(whose)
    other_rules = table_file(tmp_path, "Baccarat 1", "lt")
    assert run_command("journal", "verify", path, "--table", other_rules, "--lang", "en") == 1
    asked, found = "Baccarat 1 (Baccarat, lt)", "Baccarat 1 (Baccarat, sv)"
    text = Words("en").text("journal.verify.table", file=path, table=asked, found=found)
    assert text in capsys.readouterr().out


def test_a_journal_names_its_casino_so_that_another_ones_table_7_is_not_this_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two houses have a Table 7 each; a studio's console seals both. Also once the file was closed."""
    files = {}
    for casino in ("Casino Nord", "Casino Süd"):
        folder = tmp_path / casino
        folder.mkdir()
        files[casino] = file = folder / "t.journal"
        with session_at(file, SetClock(), rules="sv", table="Table 7", is_ready=False) as session:
            session.note(NoteKind.CASINO, text="Casino West")
            session.note(NoteKind.CASINO, text=casino)
            session.note(NoteKind.RESTARTED)
    mine = table_file(tmp_path, "Table 7")
    run_command("journal", "archive", files["Casino Nord"])
    for each in (*(tmp_path / "Casino Nord").glob("t*.journal"), files["Casino Süd"]):
        capsys.readouterr()
        seen = "Süd" not in str(each.parent)
        assert run_command("journal", "verify", each, "--lang", "en") == 0
        assert capsys.readouterr().out.startswith(f"{each}: {each.parent.name}, Table 7, baccarat")
        assert run_command("journal", "verify", each, "--table", mine, "--lang", "en") == (0 if seen else 1)
        asked, found = "Casino Nord, Table 7", "Casino Süd, Table 7"
        strange = Words("en").text("journal.verify.table", file=each, table=asked, found=found)
        assert (strange in capsys.readouterr().out.splitlines()) is not seen


def test_a_journal_that_was_begun_at_a_terminal_is_no_live_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are called T1: who is at the table in one of them has entered no PIN."""
    mine, verified = table_file(tmp_path, "T1"), {}
    for name, begun in (("live", NoteKind.LIVE_TABLE), ("terminal", NoteKind.RESTARTED)):
        file = tmp_path / f"{name}.journal"
        with session_at(file, SetClock(), rules="sv", table="T1", is_ready=False) as session:
            session.note(begun)
        assert run_command("journal", "verify", file, "--table", "T1", "--lang", "en") == 0
        capsys.readouterr()
        verified[name] = run_command("journal", "verify", file, "--table", mine, "--lang", "en")
        refused = Words("en").text("journal.terminals", file=file)
        assert (refused in capsys.readouterr().out.splitlines()) is (name == "terminal")
    assert verified == {"live": 0, "terminal": 1}


@pytest.mark.parametrize("left", [None, b"", b"no journal any more"])
def test_a_journal_that_is_lost_though_its_mark_counts_entries_is_named(
    path: Path, left: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path.unlink()
    if left is not None:
        path.write_bytes(left)
    assert run_command("journal", "verify", path, "--lang", "en") == 1
    assert f"{path} does not go on from {path.name}.lock" in capsys.readouterr().out


def test_a_journal_whose_header_was_changed_gets_a_verdict_beside_its_mark(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is there, and not lost: byte 18 is the file's version."""
    whole = path.read_bytes()
    path.write_bytes(whole[:18] + b"\x07" + whole[19:])
    other = written(path.with_name("other.journal"), 3)
    for named in ([path], [path, other], [path.parent]):
        assert run_command("journal", "verify", *named, "--lang", "en") == 1
        assert "can’t be read from entry 1 on" in capsys.readouterr().out


def test_a_folder_with_nothing_but_a_lost_journals_mark_names_that_journal(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.unlink()
    assert run_command("journal", "verify", path.parent, "--lang", "en") == 1
    assert f"There is no file {path}" in capsys.readouterr().out


def test_the_seal_of_a_copy_accuses_no_journal_in_its_place(
    path: Path, tmp_path: Path, keys: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "copy.journal"
    assert run_command("journal", "backup", path, copy, "--whole", "--lang", "en") == 0
    for each in (copy, path, path):
        assert run_command("journal", "seal", each, "--keys", keys, "--lang", "en") == 0, each
    capsys.readouterr()


def test_another_tables_name_hides_no_change_in_the_journal(
    others: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rechained(others, 2, person="P9")
    capsys.readouterr()
    assert run_command("journal", "verify", others, "--table", "Baccarat 1", "--lang", "en") == 1
    _, other, changed = capsys.readouterr().out.splitlines()
    assert other == Words("en").text(
        "journal.verify.table", file=others, table="Baccarat 1", found="Baccarat 2"
    )
    assert changed == Words("en").text("journal.verify.sealed", file=others, entry=4, sealed=0)


def test_sealing_again_writes_the_same_seal(path: Path, keys: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        assert run_command("journal", "seal", path, "--keys", keys, "--head", tmp_path / name) == 0
    assert seal_file(tmp_path / "one") == seal_file(tmp_path / "two")


def test_nothing_is_overwritten_and_then_nothing_is_sealed(path: Path, keys: Path, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("minutes of a meeting")
    assert run_command("journal", "seal", path, "--keys", keys, "--head", there) == 2
    assert run_command("key", "--keys", keys, "--export", there) == 2
    assert there.read_text() == "minutes of a meeting"
    with opened(path) as journal:
        assert journal.last == 3
    assert not keys.exists()


@pytest.mark.parametrize("folder", ["missing", "a file"])
def test_if_the_seals_file_cannot_be_written_no_seal_and_no_key_are_made(
    path: Path, keys: Path, tmp_path: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a file").touch()
    target = tmp_path / folder / "seal.json"
    assert run_command("journal", "seal", path, "--keys", keys, "--head", target) == 2
    assert run_command("key", "--keys", keys, "--export", target) == 2
    assert all(str(target) in line for line in capsys.readouterr().err.splitlines())
    with opened(path) as journal:
        assert journal.last == 3
    assert not keys.exists()


def test_a_journal_that_a_console_has_open_is_not_sealed_and_no_key_is_made(path: Path, keys: Path) -> None:
    with review(path) as found:
        identity = found.identity
    with open_journal(path, identity):
        assert run_command("journal", "seal", path, "--keys", keys) != 0
    assert not keys.exists() and last_seal(path) is None


@pytest.mark.parametrize("command", ["key", "seal"])
def test_a_new_key_is_reported_once_with_its_folder(
    path: Path, keys: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ("key",) if command == "key" else ("journal", "seal", path)
    made = Words("en").text("seal.key.made", folder=keys)
    assert run_command(*given, "--keys", keys, "--lang", "en") == 0
    assert capsys.readouterr().out.splitlines()[0] == made
    assert run_command(*given, "--keys", keys, "--lang", "en") == 0
    assert made not in capsys.readouterr().out


def test_the_newest_seal_is_taken_away_while_the_table_plays(path: Path, keys: Path, tmp_path: Path) -> None:
    run_command("journal", "seal", path, "--keys", keys)
    with opened(path) as journal:
        journal.append([drawn(5)])
        assert run_command("journal", "head", path, tmp_path / "head.json") == 0
    assert seal_file(tmp_path / "head.json") == last_seal(path)
    assert run_command("journal", "verify", path, "--head", tmp_path / "head.json") == 0


@pytest.mark.parametrize("command", ["seal", "head", "key"])
def test_a_file_to_be_kept_elsewhere_is_whole_or_not_there(
    path: Path, keys: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    run_command("journal", "seal", path, "--keys", keys)
    target = tmp_path / "elsewhere" / "out"
    target.parent.mkdir()
    commands = {
        "seal": ("journal", "seal", path, "--keys", keys, "--head", target),
        "head": ("journal", "head", path, target),
        "key": ("key", "--keys", keys, "--export", target),
    }
    killed_with, sync = list[bool](), os.fsync

    def killed(descriptor: int) -> None:
        sync(descriptor)
        if target.parent.samefile(os.path.dirname(os.readlink(f"/proc/self/fd/{descriptor}"))):
            killed_with.append(target.exists())
            raise InterruptedError("killed")

    monkeypatch.setattr(os, "fsync", killed)
    assert run_command(*commands[command]) == BAD_ARGUMENTS
    assert killed_with == [False]
    assert os.listdir(target.parent) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_file_is_refused_as_no_seal(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    head = tmp_path / "head.json"
    head.touch()
    assert run_command("journal", "verify", path, "--head", head, "--lang", language) == 2
    assert capsys.readouterr().err.strip() == Words(language).text("seal.not_a_seal", file=head)


def test_a_kept_seal_or_note_that_is_missing_is_not_called_changed(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, public = tmp_path / "nowhere.json", tmp_path / "public.pem"
    assert run_command("key", "--keys", keys, "--export", public) == 0
    capsys.readouterr()
    for more in ((), ("--witness", public)):
        command = ("journal", "verify", path, "--head", head, *more, "--lang", "en")
        assert run_command(*command) == 2
        assert capsys.readouterr().err.strip() == Words("en").text("journal.not_there", file=head)


@pytest.mark.parametrize("option", [("--head", "head.json"), ("--floor", "floor.toml"), ("--witness", "key")])
def test_an_option_that_the_verdict_would_not_compare_is_refused(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], option: tuple[str, str]
) -> None:
    """A round's file has no head to compare, and a witness's key alone compares nothing."""
    run_command("journal", "seal", path, "--keys", keys)
    file = tmp_path / "round.json"
    file.write_bytes(msgspec.json.encode(inclusion(path, [1])))
    verified = path if option[0] == "--witness" else file
    capsys.readouterr()
    with pytest.raises(SystemExit) as stopped:
        run_command("journal", "verify", verified, *option, "--lang", "en")
    assert stopped.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    both = Words("en").text("arguments.not_with", name=file)
    assert ("--head" if option[0] == "--witness" else f"argument {option[0]}: {both}") in line


def test_an_interrupted_verification_proves_nothing(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    with opened(path) as journal:
        journal.append([drawn(each) for each in range(BLOCK)])
    monkeypatch.setattr(Meter, "__call__", interrupted)
    assert run_command("journal", "verify", path, "--lang", "en") == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", Words("en").text("journal.verify.stopped") + "\n")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_copys_progress_is_a_bar_on_a_terminal_that_is_gone_at_the_end(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(path) as journal:
        journal.append([drawn(each) for each in range(BLOCK)])
    monkeypatch.setattr("console.table.custody.verdict._EVERY", 0.0)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    assert run_command("journal", "backup", path, tmp_path / "copy.db", "--lang", "en") == 0
    before, *bars, after = terminal.getvalue().split("\r\x1b[K")
    assert bars == [f"[{'#' * each.count('#'):30}]" for each in bars]
    assert bars[-1].count("#") > bars[0].count("#")
    assert (before, after) == ("", "")


def test_the_private_key_is_in_its_own_file_alone(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed(tmp_path / "other.journal", seal_key(keys), 2)
    run_command("journal", "seal", path, "--keys", keys, "--head", tmp_path / "head.json")
    run_command("key", "--keys", keys, "--export", tmp_path / "public.pem")
    printed = capsys.readouterr().out.encode()
    secret = seal_key(keys)._key
    written_down = [printed, *(each.read_bytes() for each in tmp_path.iterdir() if each.is_file())]
    for form in (secret, secret.hex().encode(), b"PRIVATE"):
        assert not any(form in each for each in written_down)


def test_a_journal_whose_rulebook_is_not_here_is_not_silently_good(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "strange.db"
    with open_journal(path, Identity("T1", "baccarat", "nowhere")):
        pass
    for files in ((path,), (path.parent,)):
        assert run_command("journal", "verify", *files, "--lang", "en") == 1
        printed = capsys.readouterr().out.splitlines()
        assert printed[0] == Words("en").text("journal.verify.doubt.untold", file=path, rules="nowhere")
