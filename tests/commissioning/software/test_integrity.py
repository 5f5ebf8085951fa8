"""Every kind of tampering is named, with the file that it was done to."""

from __future__ import annotations

import errno
import importlib.util
import json
import marshal
import os
import shutil
import subprocess
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import CodeType
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from console.base.software import KEY, LOCK, SIGNATURE, ConsoleFolder, NoManifest, of, read_manifest
from console.base.software.manifest import MANIFEST
from console.commissioning.software import bytecode
from console.commissioning.software.bytecode import is_true
from console.commissioning.software.integrity import FileFinding, FileFlaw, unpack, verify
from console.commissioning.software.parts import NAME as BILL
from console.commissioning.software.signature import VerifiedSignature, sign_manifest
from console.table.journal import SealKey
from tests.commissioning.software.releases import FILES, compiled, installed, key_at, sign, wheel_of

PAYOUT = "console/table/game/payout.py"


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> SealKey:
    return key_at(tmp_path_factory.mktemp("usb"))


@pytest.fixture
def other(tmp_path: Path) -> SealKey:
    return key_at(tmp_path / "mallory")


@pytest.fixture
def place(tmp_path: Path, key: SealKey) -> Path:
    return installed(tmp_path / "site", key)


def findings_at(place: Path) -> tuple[FileFinding, ...]:
    return verify(place).findings


def test_a_released_console_is_good_with_the_key_and_without(place: Path, key: SealKey) -> None:
    with_key, without = verify(place, key.public), verify(place)
    assert (with_key.good, with_key.signature, with_key.findings) == (True, VerifiedSignature.BY_KEY, ())
    assert (without.good, without.signature, without.key) == (True, VerifiedSignature.BY_OWN_KEY, key.public)
    assert with_key.manifest.files.keys() == FILES.keys()
    assert with_key.manifest.digest == read_manifest(place).digest


def test_a_changed_byte_is_named(place: Path) -> None:
    (place / PAYOUT).write_text(FILES[PAYOUT].replace("35", "36"))
    assert findings_at(place) == (FileFinding(FileFlaw.CHANGED, PAYOUT),)


def test_a_missing_file_is_named(place: Path) -> None:
    (place / "console/resources/rulebooks/lt.toml").unlink()
    assert findings_at(place) == (FileFinding(FileFlaw.MISSING, "console/resources/rulebooks/lt.toml"),)


@pytest.mark.parametrize(
    "name",
    [
        "console/evil.py",
        "console/table/game/evil.pyc",
        "console/table/game/payout.cpython-311-x86_64-linux-gnu.so",
        "console/__pycache__/evil.cpython-311.pyc",
        "console/resources/rulebooks/mine.toml",
        "resources/rulebooks/lt.toml",
    ],
)
def test_an_additional_file_is_named(place: Path, name: str) -> None:
    """The last would be taken before the console's own, as a checkout's are."""
    (place / name).parent.mkdir(parents=True, exist_ok=True)
    (place / name).write_text("more")
    assert findings_at(place) == (FileFinding(FileFlaw.MORE, name),)


def test_a_folder_that_is_a_link_is_more(place: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (place / "console/evil").symlink_to(tmp_path / "elsewhere")
    assert findings_at(place) == (FileFinding(FileFlaw.MORE, "console/evil"),)


def test_an_unreadable_file_is_named(place: Path) -> None:
    (place / PAYOUT).unlink()
    (place / PAYOUT).mkdir()
    assert findings_at(place) == (FileFinding(FileFlaw.UNREADABLE, PAYOUT),)


def test_files_that_python_compiled_itself_do_not_count_as_additional(place: Path) -> None:
    made = compiled(place / PAYOUT)
    assert made.exists() and is_true(made)
    assert findings_at(place) == ()


def test_a_file_compiled_from_another_source_is_named(place: Path) -> None:
    """It has the time and the size of the source, and so Python takes it."""
    source = place / PAYOUT
    was = source.stat()
    source.write_text(FILES[PAYOUT].replace("35", "36"))
    os.utime(source, ns=(was.st_atime_ns, was.st_mtime_ns))
    made = compiled(source)
    source.write_text(FILES[PAYOUT])
    os.utime(source, ns=(was.st_atime_ns, was.st_mtime_ns))
    name = made.relative_to(place).as_posix()
    assert findings_at(place) == (FileFinding(FileFlaw.COMPILED, name),)
    os.utime(source, ns=(was.st_atime_ns, was.st_mtime_ns + 10**10))
    assert findings_at(place) == ()  # now it is of an older source, and Python makes a new one


def test_another_table_of_lines_is_no_other_code(place: Path) -> None:
    """Patch releases of one Python write it differently; what runs is the same."""
    made = compiled(place / PAYOUT)
    written = made.read_bytes()
    code = marshal.loads(written[16:])
    (inner,) = (each for each in code.co_consts if isinstance(each, CodeType))
    consts = tuple(each.replace(co_linetable=b"") if each is inner else each for each in code.co_consts)
    other = code.replace(co_linetable=b"", co_consts=consts)
    made.write_bytes(written[:16] + marshal.dumps(other))
    assert made.read_bytes() != written and is_true(made) and findings_at(place) == ()


def test_slices_are_constants_as_any() -> None:
    """Python 3.14 compiles ``hands[1:3]`` to one, which no older Python writes or reads."""
    code = compile("", "hands.py", "exec")
    every = (
        slice(1, 3),
        slice(1, 3, 2),
        (1, 3, None),
        ("slice", 1, 3, None),
        (slice(1, 3),),
        ((1, 3, None),),
    )
    ran = {bytecode._run(code.replace(co_consts=(each, None))) for each in every}
    assert len(ran) == len(every)
    assert bytecode._run(code.replace(co_consts=(slice(1, 3), None))) in ran


def test_a_compiled_file_without_a_time_is_compared_with_its_source_as_well(place: Path) -> None:
    """Python never looks at the source of an unchecked one."""
    made, source = compiled(place / PAYOUT), place / PAYOUT
    body = made.read_bytes()[16:]
    unchecked = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
    made.write_bytes(unchecked + body)
    assert findings_at(place) == ()
    source.write_text(FILES[PAYOUT].replace("35", "36"))
    name = made.relative_to(place).as_posix()
    assert findings_at(place) == (FileFinding(FileFlaw.CHANGED, PAYOUT), FileFinding(FileFlaw.COMPILED, name))
    made.write_bytes(unchecked + b"not marshalled")
    source.write_text(FILES[PAYOUT])
    assert findings_at(place) == (FileFinding(FileFlaw.COMPILED, name),)


def test_a_changed_manifest_has_no_good_signature(place: Path, key: SealKey) -> None:
    (place / PAYOUT).write_text(FILES[PAYOUT].replace("35", "36"))
    (place / MANIFEST).write_text(of(ConsoleFolder(place), "7.1").text)
    for named in (None, key.public):
        verdict = verify(place, named)
        assert (verdict.findings, verdict.signature, verdict.good) == ((), VerifiedSignature.BAD, False)


def test_a_changed_signature_is_bad(place: Path, key: SealKey) -> None:
    (place / SIGNATURE).write_bytes(bytes(64))
    assert verify(place, key.public).signature is VerifiedSignature.BAD
    (place / SIGNATURE).unlink()
    assert verify(place, key.public).signature is VerifiedSignature.BAD
    assert not verify(place).good  # its key is there still
    (place / KEY).write_bytes(b"no key")
    assert verify(place, key.public).signature is VerifiedSignature.BAD
    (place / KEY).unlink()
    assert verify(place).signature is VerifiedSignature.UNSIGNED
    assert not verify(place, key.public).good


def test_a_signature_by_another_key_is_found_with_the_named_key(
    place: Path, key: SealKey, other: SealKey
) -> None:
    (place / PAYOUT).write_text(FILES[PAYOUT].replace("35", "36"))
    sign(place, other)
    verdict = verify(place, key.public)
    assert (verdict.good, verdict.signature, verdict.key) == (
        False,
        VerifiedSignature.OTHER_KEY,
        other.public,
    )
    assert verify(place).key == other.public  # without a key it is said whose it is, and no more


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"# dealer-console 7.1: software manifest 1",
        b"# dealer-console 7.1: software manifest 2\n",
        b"# dealer-console 7.1: software manifest 1\n" + b"0" * 64 + b"  ../../etc/passwd\n",
        b"# dealer-console 7.1: software manifest 1\n" + b"0" * 64 + b"  /etc/passwd\n",
        b"# dealer-console 7.1: software manifest 1\n" + b"0" * 64 + b"  a\n" + b"1" * 64 + b"  a\n",
        b"# dealer-console 7.1: software manifest 1\nnothing of the kind\n",
        b"\xff\xfe",
    ],
)
def test_a_malformed_manifest_is_not_believed(place: Path, data: bytes) -> None:
    (place / MANIFEST).write_bytes(data)
    with pytest.raises(NoManifest) as refused:
        verify(place)
    assert refused.value.key == "software.not_a_manifest"


def test_a_wheel_and_a_bundle_are_verified_as_they_would_be_installed(place: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    wheel = wheel_of(place, bundle, ("dealer_console-7.1.dist-info/METADATA", "Name: dealer-console\n"))
    assert verify(wheel).good and verify(bundle).good
    wheel_of(place, bundle, ("evil.pth", "import os"), ("dealer_console-7.1.data/scripts/ls", "rm"))
    more = ("dealer_console-7.1.data/scripts/ls", "evil.pth")
    assert findings_at(bundle) == tuple(FileFinding(FileFlaw.MORE, name) for name in more)
    shutil.copy(wheel, bundle / "dealer_console-7.2-py3-none-any.whl")
    with pytest.raises(NoManifest):
        verify(bundle)


INFO = "dealer_console-7.1.dist-info"
STARTS = "[console_scripts]\ndealer-console = console.cli:main\n"


def test_a_wheels_metadata_is_compared_with_the_signed_files(tmp_path: Path, key: SealKey) -> None:
    """No manifest names it, and an installer goes by it: programs, parts to fetch, the bill for tools."""
    place = installed(tmp_path / "site")
    (place / LOCK).write_text("# for: console\nmsg_spec==1.0 \\\n    --hash=sha256:00\n")
    (place / BILL).write_text("{}")
    sign(place, key)
    about = "Name: dealer-console\nRequires-Dist: Msg-Spec<2,>=1\n\nRequires-Dist: is a line of the text\n"
    sound = {"METADATA": about, "entry_points.txt": STARTS, "sboms/parts.cdx.json": "{}"}

    def found(**other: str) -> set[str]:
        texts = {f"{INFO}/{name}": text for name, text in (sound | other).items()}
        return {each.name for each in verify(wheel_of(place, tmp_path, *texts.items())).findings}

    assert found() == set()
    assert found(WHEEL="Wheel-Version: 1.0\n", RECORD="", **{"licenses/LICENSE": "MIT"}) == set()
    assert found(INSTALLER="pip\n") == {f"{INFO}/INSTALLER"}
    for name, text in (
        ("entry_points.txt", STARTS.replace("console.cli:main", "os:abort")),
        ("entry_points.txt", f"{STARTS}python = console.cli:main\n"),
        ("METADATA", about.replace("Msg-Spec<2,>=1", "msgspecs")),
        ("METADATA", about.replace("Msg-Spec<2,>=1", "msg-spec @ https://mallory.example/m.whl")),
        ("METADATA", about.replace("Requires-Dist: Msg-Spec<2,>=1", "REQUIRES-DIST : mallory")),
        ("sboms/parts.cdx.json", "{ }"),
    ):
        assert found(**{name: text}) == {f"{INFO}/{name}"}, text


@pytest.mark.parametrize(
    "twin", [f"./{PAYOUT}", f"/{PAYOUT}", f"console/../{PAYOUT}", f"console//{PAYOUT[8:]}"]
)
def test_a_second_name_for_a_file_of_a_wheel_is_refused(place: Path, tmp_path: Path, twin: str) -> None:
    """The last of two would be verified, and an installer could take the first."""
    wheel = wheel_of(place, tmp_path)
    with ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    with ZipFile(wheel, "w") as archive:
        for name, content in (packed | {PAYOUT: b"evil", twin: packed[PAYOUT]}).items():
            archive.writestr(name, content)
    with pytest.raises(NoManifest) as refused:
        verify(wheel)
    assert refused.value.key == "software.not_a_wheel"


def test_a_bundles_other_wheels_are_those_of_its_bill(tmp_path: Path, key: SealKey) -> None:
    digest = sha256(b"a wheel").hexdigest()
    reference = {"type": "distribution", "hashes": [{"alg": "SHA-256", "content": digest}]}
    part = {"name": "part", "version": "1", "externalReferences": [reference]}
    own = {"name": "dealer-console", "version": "7.1"}
    place = installed(tmp_path / "site")
    (place / BILL).write_text(json.dumps({"metadata": {"component": own}, "components": [part]}))
    sign(place, key)
    bundle = tmp_path / "bundle"
    bundle.mkdir()
    wheel_of(place, bundle)
    (bundle / "part-1-py3-none-any.whl").write_bytes(b"a wheel")
    assert verify(bundle, key.public).good
    (bundle / "part-1-py3-none-any.whl").write_bytes(b"another")
    assert findings_at(bundle) == (FileFinding(FileFlaw.CHANGED, "part-1-py3-none-any.whl"),)


@pytest.mark.parametrize("content", [b"PK", None])
def test_a_damaged_or_missing_wheel_is_refused(tmp_path: Path, content: bytes | None) -> None:
    wheel = tmp_path / "dealer_console-7.1-py3-none-any.whl"
    if content is not None:
        wheel.write_bytes(content)
    with pytest.raises(NoManifest) as refused:
        verify(wheel)
    assert refused.value.key == "software.not_a_wheel"


def test_a_wheel_with_a_changed_byte_is_never_an_unforeseen_error(place: Path, tmp_path: Path) -> None:
    """A byte of what is packed, of the sizes and methods, or of the list at the end."""
    wheel = tmp_path / "dealer_console-7.1-py3-none-any.whl"
    with ZipFile(wheel, "w", ZIP_DEFLATED) as archive:
        for name in FILES:
            archive.write(place / name, name)
    whole, refused = wheel.read_bytes(), 0
    for at in range(0, len(whole), 7):
        wheel.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(NoManifest), unpack(wheel):
            refused -= 1
        refused += 1
    assert refused > 50


def test_a_checkout_is_held_to_a_release(place: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for name, text in FILES.items():
        moved = name.removeprefix("console/") if "game" not in name and name.count("/") > 1 else name
        path = checkout / moved
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (checkout / "translations/lt.po").write_text("decides nothing")
    with pytest.raises(NoManifest):
        verify(checkout)
    assert verify(checkout, against=place).good
    assert of(ConsoleFolder(checkout), "7.1") == read_manifest(place)
    (checkout / "resources/rulebooks/lt.toml").write_text("name = 'sv'\n")
    assert verify(checkout, against=place).findings == (
        FileFinding(FileFlaw.CHANGED, "console/resources/rulebooks/lt.toml"),
    )


def test_sha256sum_reads_the_manifest_and_openssl_the_signature(place: Path) -> None:
    """A laboratory needs nothing of ours."""
    if shutil.which("sha256sum") is None or shutil.which("openssl") is None:
        pytest.skip("the system's own programs are not here")

    def ended(*line: str) -> int:
        return subprocess.run(line, cwd=place, check=False, capture_output=True).returncode

    signs = ("openssl", "pkeyutl", "-verify", "-pubin", "-inkey", KEY, "-rawin")
    assert ended("sha256sum", "--check", "--strict", MANIFEST) == 0
    assert ended(*signs, "-in", MANIFEST, "-sigfile", SIGNATURE) == 0
    (place / PAYOUT).write_text("changed")
    assert ended("sha256sum", "--check", MANIFEST) == 1


def test_a_build_signs_only_with_an_existing_key(tmp_path: Path, key: SealKey) -> None:
    from console.table.journal import NoKey

    with pytest.raises(NoKey):
        sign_manifest(b"manifest", tmp_path / "new.pem")
    assert not (tmp_path / "new.pem").exists()


def test_a_full_disk_of_temporary_files_is_not_blamed_on_the_wheel(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = wheel_of(place, tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/tmp")

    monkeypatch.setattr(ZipFile, "extractall", full)
    with pytest.raises(OSError, match="No space left on device"):
        verify(wheel)
