"""A PIN stands nowhere: in no journal, no log, no trace, no error, no file, no archive for service."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from console.base.words import LANGUAGES, Words
from console.table.core import Person, Role
from console.table.people.errors import PeopleError, SecretExposed
from console.table.people.pins import existing_or_new_pepper, needed_pepper
from tests.command_lines import run
from tests.table.people.kept import people_in, stands_in, studio

PIN, WRONG, AS_ID = "83920571", "60418273", "57392064"
PLANTED = (PIN, WRONG, AS_ID)


def written(folder: Path) -> bytes:
    """Everything that lies in a folder, and what an archive in it holds."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    content = [path.read_bytes() for path in files]
    for path in files:
        if path.suffix == ".zip":
            with ZipFile(path) as archive:
                content += [archive.read(name) for name in archive.namelist()]
    return b"\n".join(content)


@pytest.mark.parametrize("pin", [WRONG, "1234", "9" * 500, "", "\x00", "é", "12ab", PIN + "0"])
def test_no_refusal_and_no_trace_holds_what_was_typed_as_a_pin(tmp_path: Path, pin: str) -> None:
    people = studio(tmp_path)
    messages = list[str]()
    ona = Person("D-9", "Ona", Role.DEALER, "lt")
    acts: list[Callable[[], object]] = [lambda: people.add(ona, pin), lambda: people.reset("S-1", pin)]
    for act in acts:
        try:
            act()
        except PeopleError as error:
            messages.append("".join(traceback.format_exception(error)) + repr(error.slots))
    messages.append(repr(people.verify("S-1", pin)))
    if len(pin) > 3:
        assert not stands_in("\n".join(messages).replace(str(tmp_path), ""), pin)
        assert not stands_in(written(tmp_path), pin)


def test_the_command_line_repeats_no_pin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add = ["add", "S-1", "--name", "Anna", "--role", "supervisor", "--language", "sv"]
    file = ["--file", str(tmp_path / "people.json")]
    for pins in ([PIN, PIN], [PIN, WRONG], ["1234", "1234"]):
        answers = iter(pins)

        def ask(question: str, answers: Iterator[str] = answers) -> str:
            return next(answers)

        run("people", [*add, *file], ask_pin=ask, people=people_in)
    everything = "".join(capsys.readouterr()).encode() + written(tmp_path)
    assert not any(stands_in(everything, pin) for pin in (*PLANTED, "1234"))


@pytest.mark.parametrize("mode", [0o640, 0o602, 0o604])
def test_a_secret_that_others_can_read_or_change_is_called_that(tmp_path: Path, mode: int) -> None:
    """The words for a list that others can write would be untrue of a secret that they only read."""
    path = tmp_path / "pepper"
    existing_or_new_pepper(path)
    path.chmod(mode)
    for language in LANGUAGES:
        with pytest.raises(SecretExposed) as refused:
            needed_pepper(path)
        message = Words(language).text(refused.value.key, **refused.value.slots)
        assert str(path) in message and "PIN" in message
