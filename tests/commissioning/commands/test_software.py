"""The command names what differs, in words and as JSON, and its exit status is that of the other verdicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from console import cli
from console.base.software import ConsoleFolder, manifest, of, running_console
from console.base.words import LANGUAGES, Words
from console.table.custody.software_watch import File, check_in_process
from tests.commissioning.software.releases import FILES, installed, key_at, pem


def test_a_good_one_and_a_bad_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = key_at(tmp_path / "usb")
    place, named = installed(tmp_path / "site", key), pem(tmp_path, key.public)
    verify = ["software", "verify", str(place), "--lang", "de"]
    assert cli.main([*verify, "--key", str(named)]) == 0
    words = Words("de")
    output = capsys.readouterr().out
    assert words.count("software.good", len(FILES), place=place) in output
    assert words.text("software.signed.by_key", key=key.public.fingerprint) in output
    (place / "console/evil\n.py").write_text("more")
    assert cli.main(verify) == 1
    assert words.text("software.more", name=r"'console/evil\n.py'") in capsys.readouterr().out.splitlines()
    assert cli.main([*verify, "--json"]) == 1
    printed = json.loads(capsys.readouterr().out)
    assert printed["findings"] == [{"kind": "more", "file": "console/evil\n.py"}]
    assert (printed["good"], printed["signed"], printed["key"]) == (False, "by_own_key", key.public.id)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_line_says_that_no_software_can_be_verified(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["software", "verify", str(tmp_path), "--lang", lang]) == 2
    assert Words(lang).text("software.no_manifest", place=tmp_path) in capsys.readouterr().err
    assert cli.main(["software", "verify", "--against", str(tmp_path), "--lang", lang]) == 2
    said = capsys.readouterr().err
    assert Words(lang).text("software.no_release", place=tmp_path) in said and "--against" not in said
    assert cli.main(["software", "verify", "--key", str(tmp_path / "none.pem"), "--lang", lang]) == 2
    assert str(tmp_path / "none.pem") in capsys.readouterr().err


def test_the_software_command_says_which_software_runs_here(capsys: pytest.CaptureFixture[str]) -> None:
    from console import __version__

    assert cli.main(["software", "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    manifest = of(running_console(), __version__)
    assert manifest.digest in printed and __version__ in printed
    assert {"console/cli.py", "console/resources/rulebooks/lt.toml", "console/translations/ja.mo"} <= (
        manifest.files.keys()
    )
    assert cli.main(["software", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["manifest"] == manifest.digest


def test_another_process_verifies_what_runs_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here it is a small release, whose console is a stand-in that verifies itself by ours."""
    key = key_at(tmp_path / "usb")
    place = installed(tmp_path / "site", key)
    ours = Path(__file__).parents[3]
    main = place / "console/__main__.py"
    main.write_text(
        f"import sys; sys.path[:] = [p for p in sys.path if p != {str(place)!r}] + [{str(ours)!r}]\n"
        "sys.modules.pop('console')\n"
        "from pathlib import Path\n"
        "from console.commissioning.commands import software\n"
        "from console.base.software.manifest import ConsoleFolder\n"
        f"software.running_console = lambda: ConsoleFolder(Path({str(place)!r}))\n"
        "from console.app.parts import commands\n"
        "from console.base.command_line.declaration import run\n"
        "sys.exit(run(commands(), 'software', sys.argv[2:]))\n"
    )
    monkeypatch.setattr(manifest, "running_console", lambda: ConsoleFolder(place))
    found = check_in_process(pem(tmp_path, key.public))
    assert found is not None
    assert (found.good, found.signed) == (False, "by_key")
    assert found.findings == (File("more", "console/__main__.py"),)
