"""The packages beside an installed console: parts that were changed, and modules that nobody installed."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from console.base.software import ConsoleFolder
from console.commissioning.software.integrity import FileFinding, FileFlaw
from console.commissioning.software.parts import bill_file
from console.commissioning.software.site_packages import differing, differing_around, is_site, verify_all
from console.table.journal import SealKey
from tests.commissioning.software.releases import compiled, environment_at, installed, key_at, script_at, sign

PART = {
    "part/__init__.py": "from part.sums import add\n",
    "part/sums.py": "def add(a: int, b: int) -> int:\n    return a + b\n",
    "part-1.dist-info/METADATA": "Name: part\n",
}
OF_PIP = ("INSTALLER", "REQUESTED", "direct_url.json")
"""The files besides RECORD that pip adds to a wheel's metadata (Recording Installed Projects)."""


def record(files: Mapping[str, str]) -> str:
    rows = []
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(sha256(text.encode()).digest()).decode().rstrip("=")
        rows.append(f"{name},sha256={digest},{len(text)}\n")
    return "".join((*rows, *(f"part-1.dist-info/{name},,\n" for name in (*OF_PIP, "RECORD"))))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """An environment with the console and one part in it."""
    return with_a_part(tmp_path)


def with_a_part(tmp_path: Path) -> Path:
    """The packages' folder of an environment with the console and one part."""
    folder = installed(environment_at(tmp_path))
    script_at(tmp_path)
    for name, text in {**PART, "part-1.dist-info/RECORD": record(PART)}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    for name in OF_PIP:
        (folder / "part-1.dist-info" / name).write_text("pip")
    compiled(folder / "part/sums.py")
    return folder


def test_installed_packages_are_good(site: Path) -> None:
    assert list(differing(site)) == []
    assert verify_all(site).good and is_site(site)
    assert not is_site(site.parents[2])


@pytest.mark.parametrize(
    "name", ["sitecustomize.py", "evil.pth", "part/evil.py", "msgspec.pyc", "part/sums.abi3.so", "evil"]
)
def test_a_file_that_no_package_installed_is_named(site: Path, name: str) -> None:
    if name == "evil":
        (site / name).mkdir()
        (site / name / "__init__.py").touch()
    else:
        (site / name).write_text("import os")
    assert list(differing(site)) == [FileFinding(FileFlaw.MORE, name)]
    assert not verify_all(site).good


def test_a_changed_part_and_a_missing_file_are_named(site: Path) -> None:
    (site / "part/sums.py").write_text("def add(a, b): return a - b\n")
    (site / "part/__init__.py").unlink()
    assert sorted(differing(site)) == [
        FileFinding(FileFlaw.CHANGED, "part/sums.py"),
        FileFinding(FileFlaw.MISSING, "part/__init__.py"),
    ]


def test_a_compiled_part_is_held_to_its_source(site: Path) -> None:
    source = site / "part/sums.py"
    source.write_text(PART["part/sums.py"].replace("+", "-"))
    body = compiled(source).read_bytes()[16:]
    source.write_text(PART["part/sums.py"])
    made = compiled(source)
    made.write_bytes(made.read_bytes()[:16] + body)
    assert list(differing(site)) == [FileFinding(FileFlaw.COMPILED, made.relative_to(site).as_posix())]


def test_a_package_changed_together_with_its_record_is_found_by_the_bundle(
    site: Path, tmp_path: Path
) -> None:
    changed = {**PART, "part/sums.py": "def add(a, b): return a - b\n", "part/evil.py": "import os\n"}
    for name, text in {**changed, "part-1.dist-info/RECORD": record(changed)}.items():
        (site / name).write_text(text)
    assert list(differing(site)) == []
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    with ZipFile(bundle / "part-1-py3-none-any.whl", "w") as wheel:
        for name, text in {**PART, "part-1.dist-info/RECORD": record(PART)}.items():
            wheel.writestr(name, text)
    assert sorted(differing(site, bundle)) == [
        FileFinding(FileFlaw.CHANGED, "part/sums.py"),
        FileFinding(FileFlaw.MORE, "part/evil.py"),
    ]


def bundle_with_part(folder: Path) -> Path:
    folder.mkdir()
    with ZipFile(folder / "part-1-py3-none-any.whl", "w") as wheel:
        for name, text in {**PART, "part-1.dist-info/RECORD": record(PART)}.items():
            wheel.writestr(name, text)
    return folder


def test_a_record_that_no_wheel_of_the_bundle_has_vouches_for_nothing(site: Path, tmp_path: Path) -> None:
    bundle = bundle_with_part(tmp_path / "bundle")
    (site / "run.pth").write_text("import os")
    (site / "mine-1.dist-info").mkdir()
    rows = record({"run.pth": "import os"}).replace("part-1", "mine-1")
    (site / "mine-1.dist-info/RECORD").write_text(rows)
    (site / "mine-1.dist-info/INSTALLER").write_text("pip")
    assert list(differing(site)) == [], "of a console without a signed list of its parts nothing is known"
    assert sorted(differing(site, bundle)) == [
        FileFinding(FileFlaw.MORE, "mine-1.dist-info"),
        FileFinding(FileFlaw.MORE, "run.pth"),
    ]


BILL = {
    "metadata": {"component": {"name": "dealer-console", "version": "7.1"}},
    "components": [{"name": "Part", "version": "1"}],
}


def with_bill(site: Path, key: SealKey | None = None) -> Path:
    """The release with the signed list of its parts."""
    bill_file(ConsoleFolder(site)).write_bytes(msgspec.json.encode(BILL))
    sign(site, key)
    return site


def foreign(site: Path, part: str, *names: str) -> None:
    """A part with a RECORD of its own that vouches for all its files."""
    files = {**dict.fromkeys(names, "import os"), f"{part}.dist-info/METADATA": "Name: mine\n"}
    rows = record(files).replace("part-1.dist-info", f"{part}.dist-info")
    for name, text in {**files, f"{part}.dist-info/RECORD": rows}.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text)
    (site / f"{part}.dist-info/INSTALLER").write_text("pip")


@pytest.mark.parametrize("part", ["mine-1", "part-2", "PART-1", "part-1.0"])
def test_a_part_that_the_signed_list_does_not_name_is_named_without_a_bundle(
    site: Path, tmp_path: Path, part: str
) -> None:
    key = key_at(tmp_path / "usb")
    with_bill(site, key)
    assert verify_all(site, key.public).good, "all that is there is listed"
    foreign(site, part, "evil.pth", "mine/__init__.py")
    found = verify_all(site, key.public)
    named = {FileFinding(FileFlaw.MORE, name) for name in ("evil.pth", "mine", f"{part}.dist-info")}
    assert not found.good and {*found.findings} >= named


@pytest.mark.parametrize("name", ["evil.pth", "sitecustomize.py", "usercustomize.py"])
def test_no_part_brings_what_python_runs_at_every_start(site: Path, name: str) -> None:
    """Nobody signs a RECORD: a line more in that of a part vouches for what it likes."""
    with_bill(site)
    (site / name).write_text("import os")
    (site / "part-1.dist-info/RECORD").write_text(record({**PART, name: "import os"}))
    assert verify_all(site).findings == (FileFinding(FileFlaw.MORE, name),)


def test_a_list_of_parts_that_cannot_be_read_names_none(site: Path) -> None:
    with_bill(site)
    bill_file(ConsoleFolder(site)).write_text("{")
    assert FileFinding(FileFlaw.MORE, "part-1.dist-info") in verify_all(site).findings


def test_a_row_without_a_digest_says_nothing(site: Path) -> None:
    (site / "run.pth").write_text("import os")
    with (site / "part-1.dist-info/RECORD").open("a") as rows:
        rows.write("run.pth,,\n")
    assert list(differing(site)) == [FileFinding(FileFlaw.MORE, "run.pth")]


@pytest.mark.parametrize(
    "settings",
    [
        "home = {home}\ninclude-system-site-packages = true\n",
        "home = {home}\n",
        "home = /nowhere\ninclude-system-site-packages = false\n",
        "",
    ],
)
def test_an_environment_that_leads_elsewhere_is_named(site: Path, settings: str, tmp_path: Path) -> None:
    assert list(differing_around(site)) == []
    home = (tmp_path / "bin/python").resolve().parent
    (tmp_path / "pyvenv.cfg").write_text(settings.format(home=home))
    assert list(differing_around(site)) == [FileFinding(FileFlaw.CHANGED, "pyvenv.cfg")]
    assert not verify_all(site).good


def test_another_python_in_the_environment_is_named(site: Path, tmp_path: Path) -> None:
    (tmp_path / "bin/python3").symlink_to("python")
    assert list(differing_around(site)) == []
    (tmp_path / "bin/python").unlink()
    (tmp_path / "bin/python").write_text("#!/bin/sh\n")
    found = [FileFinding(FileFlaw.CHANGED, "bin/python"), FileFinding(FileFlaw.CHANGED, "bin/python3")]
    assert list(differing_around(site)) == found


def test_an_environment_without_programs_has_nothing_beside_them(site: Path, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "bin")
    assert list(differing_around(site)) == []


@pytest.mark.parametrize(
    "text",
    [
        "#!{python}\nimport sys\nsys.path[:0] = ['/evil']\nfrom console.cli import main\nsys.exit(main())\n",
        "#!{python}\nimport sys, evil\nfrom console.cli import main\nsys.exit(main())\n",
        "#!{python}\nimport sys\nfrom console.cli import main\nsys.exit((evil := main)())\n",
        "#!{python}\nimport sys\nfrom console.cli import main\n__import__('evil')\nsys.exit(main())\n",
        "#!/tmp/python\nimport sys\nfrom console.cli import main\nsys.exit(main())\n",
        "#!{python}\nimport sys\n",
        "#!/bin/sh\nexec evil\n",
    ],
)
def test_a_program_that_does_more_than_start_the_console_is_named(
    site: Path, text: str, tmp_path: Path
) -> None:
    program = tmp_path / "bin/dealer-console"
    program.write_text(text.format(python=tmp_path / "bin/python"))
    assert list(differing_around(site)) == [FileFinding(FileFlaw.CHANGED, "bin/dealer-console")]
