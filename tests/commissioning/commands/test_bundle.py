"""A bundle has a folder of its own, or is not made; ``python3 -m tests build`` shows that it is enough."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest

from console import cli
from console.base.setup import debian
from console.base.words import Words
from tests.command_lines import run

main = partial(run, "bundle")

ROOT = Path(__file__).parents[3]


def test_a_folder_in_use_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"sun")
    assert cli.main(["bundle", str(tmp_path), "--lang", "lt"]) == 2
    assert Words("lt").text("bundle.in_use", folder=tmp_path) in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["holiday.jpg"]


def test_a_bundle_folder_that_cannot_be_made_is_refused_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main([str(tmp_path / "file" / "bundle"), "--lang", "en"], root=ROOT) == 2
    assert "can’t be written" in capsys.readouterr().err


def test_an_installed_console_has_no_lock_and_makes_no_bundle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "new"), "--lang", "en"], root=tmp_path) == 2
    assert Words("en").text("bundle.no_checkout") in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.sweep
def test_a_part_that_cannot_be_had_is_named_with_what_pip_says_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    (tmp_path / "requirements.lock").write_text(f"# for: console\nnot-there==1 --hash=sha256:{'0' * 64}\n")
    assert main([str(tmp_path / "new"), "--lang", "en"], root=tmp_path) == 2
    assert "not-there" in capsys.readouterr().err
    named = (tmp_path / "new" / "system-packages.txt").read_text("utf-8").splitlines()
    assert {*debian.LIBRARIES.values(), *debian.FONTS.values()} < set(named)


@pytest.mark.sweep
def test_without_a_network_or_with_a_cut_wheel_the_cause_and_the_way_out_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    part = f"# for: console\nnot-there==1 --hash=sha256:{'0' * 64}\n"
    (tmp_path / "requirements.lock").write_text(part)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # nobody listens at the port 'discard'
    monkeypatch.setenv("PIP_RETRIES", "1")
    assert main([str(tmp_path / "one"), "--lang", "en"], root=tmp_path) == 2
    assert Words("en").text("bundle.no_network") in capsys.readouterr().err
    cut = tmp_path / "cut" / "not_there-1-py3-none-any.whl"
    cut.parent.mkdir()
    cut.write_bytes(b"PK\3\4")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(cut.parent))
    assert main([str(tmp_path / "two"), "--lang", "en"], root=tmp_path) == 2
    assert Words("en").text("bundle.damaged", file=cut) in capsys.readouterr().err


@pytest.mark.sweep
def test_a_bundle_can_be_read_by_the_user_who_installs_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The console's own files are private; a bundle is carried from one user to another."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    (tmp_path / "requirements.lock").write_text(f"# for: console\nnot-there==1 --hash=sha256:{'0' * 64}\n")
    before = os.umask(0o077)
    try:
        assert main([str(tmp_path / "new"), "--lang", "en"], root=tmp_path) == 2
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "new" / "system-packages.txt").stat().st_mode & 0o777 == 0o644
