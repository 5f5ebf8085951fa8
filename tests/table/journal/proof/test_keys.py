"""The key that seals is made once, is this user's alone, and shows its public half only."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from console.base.words import LANGUAGES, Words
from console.cli import main
from console.table.journal.proof.keys import (
    FILE,
    NoKey,
    NotPrivate,
    PublicKey,
    default_folder,
    public_key,
    seal_key,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "people" / "seal"


def test_the_sealing_key_is_made_at_first_use_and_stays(folder: Path) -> None:
    first = seal_key(folder)
    assert seal_key(folder).public == first.public
    assert [each.name for each in folder.iterdir()] == [FILE], "something half made was left"


def test_a_table_at_play_has_a_key_without_the_library_that_signs(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from console.table.journal.proof.keys import seal_key;"
        f"folder = Path({str(folder)!r}); seal_key(folder); seal_key(folder);"
        "assert 'cryptography' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    written, public = (folder / FILE).read_bytes(), seal_key(folder).public
    library = load_pem_private_key(written, password=None)
    assert isinstance(library, Ed25519PrivateKey)
    assert library.public_key().public_bytes_raw() == public.raw
    assert library.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) == written
    assert public.verifies(seal_key(folder).sign(b"a seal"), b"a seal")
    (folder / FILE).write_bytes(b"Bag Attributes\n" + written)  # Openssl writes this line over some.
    assert seal_key(folder).public == public


def test_file_and_folder_are_this_users_alone(folder: Path) -> None:
    seal_key(folder)
    assert (folder / FILE).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601])
def test_a_key_that_others_could_read_or_change_is_refused(folder: Path, mode: int) -> None:
    seal_key(folder)
    (folder / FILE).chmod(mode)
    with pytest.raises(NotPrivate, match="others"):
        seal_key(folder)


@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_no_key_is_made_where_others_may_put_another_in_its_place(folder: Path, mode: int) -> None:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    with pytest.raises(NotPrivate):
        seal_key(folder)
    assert not list(folder.iterdir())


@pytest.mark.parametrize(
    "content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n"]
)
def test_a_broken_key_is_named_and_left_as_it_is(folder: Path, content: bytes) -> None:
    seal_key(folder)
    (folder / FILE).write_bytes(content)
    with pytest.raises(NoKey, match=FILE):
        seal_key(folder)
    assert (folder / FILE).read_bytes() == content


def test_a_key_whose_kind_was_changed_by_a_bit_is_named(folder: Path) -> None:
    public, private = seal_key(folder).public.pem(), (folder / FILE).read_bytes()
    other = folder / "public.pem"
    for at in range(len(private)):
        (folder / FILE).write_bytes(bytes([*private[:at], private[at] ^ 0x11, *private[at + 1 :]]))
        with suppress(NoKey):
            seal_key(folder)
    for at in range(len(public)):
        other.write_bytes(bytes([*public[:at], public[at] ^ 0x11, *public[at + 1 :]]))
        with suppress(NoKey):
            public_key(other)


def test_a_folder_that_can_not_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoKey):
        seal_key(tmp_path / "file" / "seal")


def test_the_public_half_is_exported_and_read_again(folder: Path, tmp_path: Path) -> None:
    public = seal_key(folder).public
    file = tmp_path / "public.pem"
    file.write_bytes(public.pem())
    assert public_key(file) == public
    assert file.read_bytes().startswith(b"-----BEGIN PUBLIC KEY-----\n")


def test_the_private_key_is_not_taken_for_a_public_one(folder: Path) -> None:
    seal_key(folder)
    with pytest.raises(NoKey, match="public key"):
        public_key(folder / FILE)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    other = generate_private_key(SECP256R1()).public_key()
    (tmp_path / "other.pem").write_bytes(other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(NoKey, match="Ed25519"):
        public_key(tmp_path / "other.pem")
    with pytest.raises(NoKey):
        public_key(tmp_path / "nothing.pem")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_without_a_public_key_is_named_so(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk.pem").write_text("junk")
    for name in ("junk.pem", "nothing.pem"):
        key = tmp_path / name
        assert main(["journal", "verify", "t.db", "--key", str(key), "--lang", language]) == 2
        said = Words(language).text("seal.key.not_public", file=key)
        assert capsys.readouterr().err == f"{said}\n"


def test_the_sealing_key_signs_as_rfc_8032_has_it() -> None:
    # Section 7.1, test 2: one byte, 72, under this public key.
    public = PublicKey(bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert public.verifies(signature, b"\x72")
    assert not public.verifies(signature, b"\x73")
    assert not PublicKey(b"short").verifies(signature, b"\x72")


def test_a_fingerprint_is_read_out_in_groups_of_four() -> None:
    key = PublicKey(bytes(32))
    assert len(key.fingerprint.split()) == 16
    assert {len(group) for group in key.fingerprint.split()} == {4}
    assert key.fingerprint.replace(" ", "") == key.id


def test_the_sealing_key_lies_in_the_users_own_folder_apart_from_the_journal() -> None:
    assert default_folder().parts[-2:] == ("dealer-console", "seal")


@pytest.mark.sweep
def test_two_consoles_that_begin_at_once_have_one_key(folder: Path) -> None:
    program = (
        "from pathlib import Path; from console.table.journal.proof.keys import seal_key; "
        f"print(seal_key(Path({str(folder)!r})).public.id)"
    )
    begun = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(4)
    ]
    printed = {each.communicate(timeout=180)[0] for each in begun}
    assert printed == {seal_key(folder).public.id + "\n"}


def test_opening_a_journal_loads_no_cryptography() -> None:
    program = "import sys, console.table.journal; assert 'cryptography' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
