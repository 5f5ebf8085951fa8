"""The files of a journal follow on from one another without a gap, or it is said why not."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.table.core import SetClock, Table, encode_table
from console.table.custody.verdict import findings
from console.table.journal import Heading, NotAJournal, SqliteJournal, Unreachable
from console.table.journal.archives import ClosedFile, seal_and_go_on
from console.table.journal.file.heading import Predecessor
from console.table.journal.proof.flaws import Flaw
from console.table.journal.proof.keys import SealKey
from console.table.journal.proof.seals import last_seal, seal
from console.table.journal.proof.succession import (
    Break,
    FileSequence,
    _File,
    _ordered,
    journals_in,
    verify_all,
)
from console.table.journal.proof.walk import WorkStopped
from tests.table.journal.entries import by_another_program, counting, drawn, opened, written
from tests.table.journal.sealing import key_in, rechained

MAY = datetime(2026, 5, 1, 6, tzinfo=UTC)
FIVE, THREE, TWO = 6, 4, 2
"""The number of entries in each file, with that of its seal where there is one."""


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    return tmp_path / "keys"


@pytest.fixture
def key(keys: Path) -> SealKey:
    return key_in(keys)


@pytest.fixture
def files(tmp_path: Path, keys: Path) -> list[Path]:
    return three_files(tmp_path / "table" / "J.db", keys, FIVE, FIVE + THREE)


def three_files(path: Path, keys: Path, *counted: int) -> list[Path]:
    """Three files of one journal, the oldest first; the second and third count so many entries before them.
    The last one is not sealed yet.
    """
    path.parent.mkdir()
    clock, closed = SetClock(MAY), list[Path]()
    with opened(path) as journal:
        for entries, earlier in zip((5, 3), counted, strict=True):
            done = play_and_close(journal, entries, clock, keys, earlier)
            assert done.unsealed is None
            closed.append(done.file)
            clock.advance(31 * 24 * 3600)
        play(journal, 2)
    return [*closed, path]


def play(journal: SqliteJournal, entries: int) -> None:
    journal.append([drawn(number) for number in range(1, entries + 1)])


def play_and_close(
    journal: SqliteJournal, entries: int, clock: SetClock, keys: Path, earlier: int
) -> ClosedFile:
    play(journal, entries)
    return seal_and_go_on(journal, lambda _: counting(earlier), clock, clock.utc(), keys)


def play_on(closed: Path, entries: int) -> None:
    """Write to a closed file, in another folder: beside the file that goes on from it that is refused."""
    elsewhere = closed.rename(closed.parent.with_name(closed.name))
    with opened(elsewhere) as journal:
        journal.append([drawn(entries)])
    elsewhere.rename(closed)


def of_one(paths: list[Path]) -> FileSequence:
    (found,) = verify_all(paths)
    return found


def test_files_follow_on_in_whatever_order_they_are_named(files: list[Path], key: SealKey) -> None:
    for order in (files, files[::-1], [files[1], files[2], files[0]]):
        found = of_one(order)
        assert [each.path for each in found.members] == files
        assert (found.good, found.broken, found.entries) == (True, None, FIVE + THREE + TWO)
        assert (found.sealing.seals, found.tail, found.sealing.keys) == (2, TWO, (key.public,))
    assert journals_in(files[0].parent) == sorted(files)
    for ending in (".new", ".part", ".rescued", ".wreck"):  # a console was killed while it made it
        files[0].with_name(files[0].name + ending).write_bytes(files[0].read_bytes())
    assert journals_in(files[0].parent) == sorted(files)


def test_the_first_may_go_on_from_a_file_that_is_elsewhere(files: list[Path]) -> None:
    found = of_one(files[1:])
    assert found.good and found.members[0].before == files[0].name


def test_a_file_that_is_left_out_is_a_gap(files: list[Path]) -> None:
    found = of_one([files[0], files[2]])
    assert (found.good, found.broken, found.at) == (False, Break.GAP, files[2])


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("counted", "at"),
    [
        ((FIVE + 1, FIVE + THREE + 1), 1),
        ((FIVE - 1, FIVE + THREE), 1),
        ((0, 0), 1),
        ((FIVE, FIVE + THREE + 1), 2),
        ((FIVE, THREE), 2),
        ((FIVE, 0), 2),
    ],
)
def test_a_file_that_counts_other_entries_before_it_is_named(
    tmp_path: Path, keys: Path, counted: tuple[int, int], at: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The ids of its halts and corrections would stand for two, or for none that could be looked for."""
    files = three_files(tmp_path / "table" / "J.db", keys, *counted)
    found = of_one(files)
    assert (found.good, found.broken, found.at) == (False, Break.COUNTED, files[at])
    assert run_command("journal", "verify", *files, "--lang", "en") == 1
    slots = {"file": str(files[at]), "before": files[at - 1].name}
    assert Words("en").text("journal.follow.counted", **slots) in capsys.readouterr().out


@pytest.mark.sweep(1)
@pytest.mark.parametrize("change", ["cut", "rechained"])
def test_a_file_that_is_no_more_as_it_was_closed_is_followed_by_nothing(
    files: list[Path], change: str
) -> None:
    if change == "cut":
        by_another_program(files[0], f"DELETE FROM entry WHERE number = {FIVE}")
    else:
        rechained(files[0], 2, person="D9")
    found = of_one(files)
    assert found.broken is Break.GAP and found.at == files[1] and not found.good


def test_a_changed_entry_is_named_where_it_is_and_is_no_gap(files: list[Path]) -> None:
    by_another_program(files[1], "UPDATE entry SET person = 'D9' WHERE number = 2")
    found = of_one(files)
    assert [each.verdict.flaw for each in found.members] == [None, Flaw.ALTERED, None]
    assert found.broken is None and not found.good


def test_a_closed_file_whose_pages_point_elsewhere_is_named(files: list[Path], key: SealKey) -> None:
    """SQLite reads such a heading without an error, and its digest is NULL."""
    closed = files[0]
    whole = closed.read_bytes()
    for page in range(1, len(whole) // 4096):
        closed.write_bytes(whole)
        with closed.open("r+b") as file:
            file.seek(page * 4096 + 5)
            file.write(bytes((5, 42, 79, 116)))
        assert not all(each.good for each in verify_all(files, [key.public])), page + 1


@pytest.mark.sweep(1)
@pytest.mark.parametrize("at", [0, 1, 2])
def test_a_copy_among_the_files_is_reported_and_is_no_break(
    files: list[Path], at: int, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = files[at].with_name("copy.db")
    shutil.copy(files[at], copy)
    with opened(files[2]) as journal:
        journal.append([drawn(TWO + 1)])
    found = of_one([copy, *files] if at == 2 else [*files, copy])
    assert found.good and [each.path for each in found.members] == files
    assert [(each.path, each.copy_of) for each in found.copies] == [(copy, files[at])]
    assert found.entries == FIVE + THREE + TWO + 1, "each entry counts once"
    assert run_command("journal", "verify", *files, copy, "--lang", "en") == 0
    slots = {"file": str(copy), "before": str(files[at]), "entry": found.copies[0].verdict.entries}
    assert Words("en").text("journal.follow.copy", **slots) in capsys.readouterr().out


def test_a_copy_is_no_witness_of_what_its_file_lost(files: list[Path]) -> None:
    """The seal that was kept is compared with the file, which is older than its copy's name says."""
    copy = files[1].with_name("copy.db")
    shutil.copy(files[1], copy)
    head = last_seal(files[1])
    (found,) = verify_all([*files, copy], head=head)
    assert found.good
    by_another_program(copy, "UPDATE entry SET person = 'D9' WHERE number = 2")
    assert not of_one([*files, copy]).good


@pytest.mark.sweep(1)
@pytest.mark.parametrize("at", [0, 1])
def test_a_copy_that_was_played_on_is_a_fork(files: list[Path], at: int) -> None:
    copy = files[at].with_name("copy.db")
    shutil.copy(files[at], copy)
    for path, entries in ((files[at], 1), (copy, 2)):
        play_on(path, entries)
    found = of_one([*files, copy])
    assert found.broken in (Break.FORKED, Break.TWICE, Break.GAP, Break.PAST) and not found.good
    if at == 0:
        assert of_one([files[0], copy]).broken is Break.FORKED
    assert found.copies == ()


@pytest.mark.sweep(1)
@pytest.mark.parametrize("is_copied", [False, True])
def test_a_closed_file_that_was_written_to_is_named_and_is_no_gap(files: list[Path], is_copied: bool) -> None:
    whole = [*files, files[0].with_name("copy.db")] if is_copied else files
    if is_copied:
        shutil.copy(files[0], whole[-1])
    play_on(files[0], 1)
    found = of_one(whole)
    assert (found.good, found.broken, found.at) == (False, Break.PAST, files[1])
    told = [*findings(found, Words("en"))]
    assert Words("en").text("journal.follow.past", file=files[1], before=files[0].name) in told


def test_a_journal_that_another_replaced_is_reported(files: list[Path], tmp_path: Path) -> None:
    other = written(tmp_path / "new.db", 2)
    found = of_one([files[0], other])
    assert found.broken is Break.APART


def test_verification_groups_the_files_of_each_table(files: list[Path], tmp_path: Path) -> None:
    from console.table.journal import Identity, open_journal

    with open_journal(tmp_path / "other.db", Identity("Baccarat 2", "baccarat", "sv")) as journal:
        play(journal, 1)
    one, other = verify_all([files[0], tmp_path / "other.db", *files[1:]])
    assert one.good and other.good and other.entries == 1


def test_a_named_key_must_have_signed_and_only_the_tail_may_lack_a_seal(
    files: list[Path], key: SealKey, tmp_path: Path
) -> None:
    assert all(each.good for each in verify_all(files, [key.public]))
    strange = key_in(tmp_path / "strange").public
    (found,) = verify_all(files, [strange])
    assert [each.verdict.flaw for each in found.members] == [Flaw.KEY, Flaw.KEY, Flaw.BARE]
    (bare,) = verify_all([files[2]], [key.public])
    assert bare.members[0].verdict.flaw is Flaw.BARE


def test_a_seal_that_was_kept_is_that_of_any_of_the_files(files: list[Path], tmp_path: Path) -> None:
    for file in files[:2]:
        assert of_one_with(files, file).good
    other = key_in(tmp_path / "other")
    apart = written(tmp_path / "apart.db", 1)
    with opened(apart) as journal:
        head = seal(journal, other, SetClock(MAY))
    (found,) = verify_all(files, head=head)
    assert [each.verdict.flaw for each in found.members] == [None, None, Flaw.OTHER]


def of_one_with(files: list[Path], sealed: Path) -> FileSequence:
    (found,) = verify_all(files, head=last_seal(sealed))
    return found


@pytest.mark.sweep
def test_the_verifications_progress_is_that_of_all_files_and_can_be_stopped(files: list[Path]) -> None:
    from tests.table.journal.entries import drawn as entry

    with opened(files[2]) as journal:
        journal.append([entry(number) for number in range(3, 5_000)])
    progress: list[tuple[int, int]] = []
    verify_all(files, progress=lambda done, of: progress.append((done, of)) or True)  # type: ignore[func-returns-value]
    assert progress == sorted(progress) and {of for _, of in progress} == {FIVE + THREE + 4_999}
    assert FIVE + THREE + 4_000 < progress[-1][0] <= progress[-1][1]
    with pytest.raises(WorkStopped):
        verify_all(files, progress=lambda *_: False)


def test_a_folder_without_a_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotAJournal):
        journals_in(tmp_path)
    with pytest.raises(Unreachable):
        journals_in(tmp_path / "nowhere")


def test_a_file_that_no_key_can_seal_is_closed_and_says_so(tmp_path: Path, keys: Path) -> None:
    keys.write_text("no folder")
    path = tmp_path / "J.db"
    with opened(path) as journal:
        play(journal, 5)
        done = seal_and_go_on(journal, counting, SetClock(MAY), MAY, keys)
        assert done.entries == 5 and done.unsealed is not None
    assert of_one([done.file, path]).good


def test_the_next_files_seal_holds_the_file_that_was_not_sealed(tmp_path: Path, key: SealKey) -> None:
    (tmp_path / "broken").write_text("no folder")
    path, clock = tmp_path / "J.db", SetClock(MAY)
    with opened(path) as journal:
        play(journal, 5)
        first = seal_and_go_on(journal, counting, clock, MAY, tmp_path / "broken").file
        play(journal, 2)
        seal(journal, key, clock)
    (found,) = verify_all([first, path], [key.public])
    assert found.good and found.tail == 0
    rechained(first, 3, person="D9")
    (found,) = verify_all([first, path], [key.public])
    assert found.broken is Break.GAP, "nothing but the next one's seal shows it"


# --- as it is typed ---------------------------------------------------------------------------------


def run_command(*words: object) -> int:
    return cli.main([str(each) for each in words])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_says_that_they_follow_on(
    files: list[Path], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, lang = Words(language), ("--lang", language)
    good = words.count("journal.follow.good", 3, entries=FIVE + THREE + TWO)
    assert run_command("journal", "verify", *files, *lang) == 0
    output = capsys.readouterr().out
    assert good in output and words.count("journal.verify.tail", TWO) in output
    assert run_command("journal", "verify", files[0].parent, *lang) == 0
    assert good in capsys.readouterr().out
    assert run_command("journal", "verify", files[0], files[2], *lang) == 1
    gap = words.text("journal.follow.gap", file=files[2], before=files[1].name)
    assert gap in capsys.readouterr().out
    assert run_command("journal", "verify", *files[1:], *lang) == 0
    begins = words.text("journal.follow.begins", file=files[1], before=files[0].name)
    assert begins in capsys.readouterr().out


def test_a_closed_file_under_another_name_is_told(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """A name of other days passed without a word, though the next file names the one it had."""
    other = files[0].rename(files[0].with_name("J-2026-06-01-to-2026-06-30.db"))
    assert run_command("journal", "verify", other.parent) == 0
    slots = {"file": str(other), "journal": str(files[1]), "before": files[0].name}
    assert Words("en").text("journal.follow.renamed", **slots) in capsys.readouterr().out


@pytest.mark.sweep(1)
@pytest.mark.parametrize("left", [1, 2])
def test_a_folder_without_its_oldest_files_has_a_gap_and_files_alone_say_so(
    files: list[Path], left: int, capsys: pytest.CaptureFixture[str]
) -> None:
    for gone in files[:-left]:
        gone.unlink()
    words, lang = Words("en"), ("--lang", "en")
    slots = {"file": str(files[-left]), "before": files[-left - 1].name}
    gap, begins = (words.text(f"journal.follow.{name}", **slots) for name in ("gap", "begins"))
    assert run_command("journal", "verify", files[0].parent, *lang) == 1
    output = capsys.readouterr().out
    assert gap in output and begins not in output
    assert run_command("journal", "verify", *files[-left:], *lang) == 0
    output = capsys.readouterr().out
    assert begins in output and gap not in output


def test_a_folder_and_the_medium_of_its_closed_files_are_whole_together(
    files: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "medium").mkdir()
    for closed in files[:2]:
        closed.rename(tmp_path / "medium" / closed.name)
    assert run_command("journal", "verify", files[2].parent) == 1
    assert run_command("journal", "verify", files[2].parent, tmp_path / "medium") == 0


@pytest.mark.sweep
def test_a_file_that_is_named_twice_is_verified_once(
    files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder, newest, lang = files[2].parent, files[2], ("--lang", "en")
    assert run_command("journal", "verify", folder, *lang) == 0
    whole = capsys.readouterr().out
    for named in ((newest, folder), (folder, newest), (folder, folder / ".." / folder.name / newest.name)):
        assert run_command("journal", "verify", *named, *lang) == 0
        assert sorted(capsys.readouterr().out.splitlines()) == sorted(whole.splitlines())
    assert run_command("journal", "verify", newest, *lang) == 0
    alone = capsys.readouterr().out
    assert run_command("journal", "verify", newest, newest, *lang) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.sweep(1)
@pytest.mark.parametrize("content", [b"junk", b"", b"XXXX", None])
def test_a_folder_names_a_journal_that_was_destroyed_or_deleted(
    files: list[Path], content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, gone, lang = files[2].parent, files[2], ("--lang", "en")
    (folder / "J-damaged-20260501T060000Z.db").write_text("set aside, as the journal says")
    assert run_command("journal", "verify", folder, *lang) == 0
    capsys.readouterr()
    match content:
        case None:
            gone.unlink()
        case b"XXXX":
            gone.write_bytes(content + gone.read_bytes()[4:])
        case _:
            gone.write_bytes(content)
    assert run_command("journal", "verify", folder, *lang) == 1
    key = "journal.not_there" if content is None else "journal.not_a_journal"
    assert Words("en").text(key, file=gone) in capsys.readouterr().out


@pytest.mark.parametrize("language", LANGUAGES)
def test_archiving_seals_and_says_so_if_it_can_not(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("console.table.custody.table_opening.table_after", lambda *_: Table())
    closed = encode_table(Table())
    monkeypatch.setattr("console.table.commands.journal_copies.next_file", lambda *_: lambda _: closed)
    lang, path = ("--lang", language), written(tmp_path / "J.db", 5)
    assert run_command("journal", "archive", path, *lang) == 0
    assert capsys.readouterr().err == ""
    assert [each.verdict.sealing.seals for each in of_one(list(tmp_path.glob("J*.db"))).members] == [1, 0]
    monkeypatch.setenv("XDG_DATA_HOME", str(written(tmp_path / "K.db", 5)))
    assert run_command("journal", "archive", path, *lang) == 0
    assert Words(language).text("journal.archived.unsealed", why="").strip() in capsys.readouterr().err


def test_a_thousand_files_that_continue_one_another_are_put_in_order() -> None:
    """A table's token can make as many, and the check of all tables ended in an error."""
    before = [None, *(Predecessor("before.db", 1, f"{at:04x}") for at in range(999))]
    files = [
        _File(Path(str(at)), Heading("T2", "", "", "", "1.1.0", b"", each), (1, f"{at:04x}"))
        for at, each in enumerate(before)
    ]
    assert _ordered(files[::-1]) == files
