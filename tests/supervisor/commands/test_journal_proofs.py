"""A proof of a round beside its journal, and what is not put on paper of a rewritten one."""

from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from console.base.words import LANGUAGES, Words
from console.table.core import NoteKind, SetClock
from console.table.custody import open_session
from console.table.journal import Identity, seal_key
from console.table.journal.proof.inclusion import inclusion
from console.table.journal.proof.keys import FILE
from console.table.journal.proof.seals import seal
from tests.table.commands.test_journal_commands import keys, others, path, run_command
from tests.table.core.tables import book
from tests.table.journal.entries import opened, written
from tests.table.journal.sealing import rechained

__all__ = ["keys", "others", "path"]


READS = (("incident",), ("report",), ("status",), ("journal", "backup"), ("journal", "seal"))


@pytest.mark.sweep(3)
@pytest.mark.parametrize("command", READS, ids=" ".join)
@pytest.mark.parametrize("shown_by", ["seal", "mark"])
def test_a_rewritten_history_is_not_put_on_paper(
    tmp_path: Path, keys: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], shown_by: str
) -> None:
    """Each entry agrees with its digest and the chain: only the seal or the mark names what there was."""
    file, copy = tmp_path / "t.journal", tmp_path / "copy.journal"
    with ExitStack() as stack:
        opened = open_session(file, Identity("T2", "baccarat", "sv"), book("sv"), SetClock(), stack)
        for name in ("before", "after"):
            opened.session.note(NoteKind.CASINO, text=name)
        if shown_by == "seal":
            seal(opened.journal, seal_key(keys), SetClock())
    targets: dict[str, list[object]] = {"backup": [copy], "seal": ["--keys", keys]}
    target = targets.get(command[-1], [])
    mark = file.with_name("t.journal.lock").read_bytes()
    rechained(file, 1, person="P9")
    if shown_by == "mark":
        file.with_name("t.journal.lock").write_bytes(mark)
    assert run_command(*command, file, *target, "--lang", "en") >= 2
    assert not copy.exists()
    assert str(file) in "".join(capsys.readouterr())


def test_a_folder_and_a_proof_are_asked_for_their_table_as_well(
    path: Path, others: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command("journal", "seal", path, "--keys", keys)
    proof = tmp_path / "round.json"
    proof.write_bytes(msgspec.json.encode(inclusion(others, [1])))
    capsys.readouterr()
    for files in ((path, others), (proof,)):
        assert run_command("journal", "verify", *files, "--table", "Baccarat 1", "--lang", "en") == 1
        strange = Words("en").text(
            "journal.verify.table", file=files[-1], table="Baccarat 1", found="Baccarat 2"
        )
        assert capsys.readouterr().out.splitlines().count(strange) == 1
    assert run_command("journal", "verify", proof, "--table", "Baccarat 2", "--lang", "en") == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_impossible_command_is_refused_in_one_line(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    lang = ("--lang", language)
    empty, text = written(tmp_path / "empty.journal", 0), tmp_path / "text.json"
    text.write_text('{"a": 1}')
    open_to_all = tmp_path / "open"
    seal_key(open_to_all)
    (open_to_all / FILE).chmod(0o644)
    with opened(path):
        tried = [
            run_command("journal", "seal", path, "--keys", keys, *lang),
            run_command("journal", "seal", empty, "--keys", keys, *lang),
            run_command("journal", "seal", tmp_path / "none", "--keys", keys, *lang),
            run_command("journal", "seal", empty, "--keys", open_to_all, *lang),
            run_command("key", "--keys", open_to_all, *lang),
            run_command("journal", "head", path, tmp_path / "head.json", *lang),
            run_command("journal", "head", tmp_path / "none", tmp_path / "head.json", *lang),
            run_command("key", "--keys", keys, "--export", tmp_path / "no folder" / "key.pem", *lang),
            run_command("journal", "verify", text, *lang),
            run_command("journal", "verify", path, "--key", text, *lang),
            run_command("journal", "verify", path, "--head", text, *lang),
        ]
    printed = capsys.readouterr()
    assert set(tried) == {2}
    assert len(printed.err.splitlines()) == len(tried)
    assert "PRIVATE" not in printed.err + printed.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("alone", [True, False])
def test_a_proof_is_verified_without_the_journal(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str, alone: bool
) -> None:
    lang, file, pem = ("--lang", language), tmp_path / "round.json", tmp_path / "public.pem"
    run_command("journal", "seal", path, "--keys", keys)
    run_command("key", "--keys", keys, "--export", pem)
    proof = inclusion(path, [1, 3])
    file.write_bytes(msgspec.json.encode(proof if alone else {"proof": proof}))
    path.unlink()
    capsys.readouterr()
    assert run_command("journal", "verify", file, "--key", pem, *lang) == 0
    words, out = Words(language), capsys.readouterr().out
    assert words.text("journal.proof.limits") in out
    assert words.text("journal.verify.keyed") in out
    file.write_bytes(file.read_bytes().replace(b'"number":3', b'"number":2'))
    assert run_command("journal", "verify", file, *lang) == 1
    assert capsys.readouterr().out == words.text("journal.proof.entry", file=file, entry=2) + "\n"


def test_text_beside_a_proof_is_named_as_not_proved(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The verdict would speak of the proof, and a reader of the words beside it."""
    run_command("journal", "seal", path, "--keys", keys)
    proof = msgspec.json.decode(msgspec.json.encode(inclusion(path, [1, 3])))
    alone = msgspec.json.encode(proof)
    for content, place in (
        (msgspec.json.encode({"winner": "player", "proof": proof}), "winner"),
        (msgspec.json.encode({"winner": "player", **proof}), "winner"),
        (alone.replace(b'"number":3', b'"said":"player","number":3'), "JSON"),
        (alone.replace(b'"number":3', b'"number":2,"number":3'), "JSON"),
    ):
        file = tmp_path / "round.json"
        file.write_bytes(content)
        capsys.readouterr()
        assert run_command("journal", "verify", file, "--lang", "en") == 1
        told = Words("en").text("journal.proof.told", file=file, place=place)
        assert capsys.readouterr().out == told + "\n"


def test_a_proof_by_a_strangers_key_is_named(
    path: Path, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_command("journal", "seal", path, "--keys", tmp_path / "strangers")
    run_command("key", "--keys", keys, "--export", tmp_path / "public.pem")
    file = tmp_path / "round.json"
    file.write_bytes(msgspec.json.encode(inclusion(path, [1])))
    assert run_command("journal", "verify", file) == 0
    capsys.readouterr()
    assert run_command("journal", "verify", file, "--key", tmp_path / "public.pem", "--lang", "en") == 1
    assert capsys.readouterr().out == Words("en").text("journal.proof.key", file=file) + "\n"
