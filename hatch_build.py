"""Builds the words, the table of the tests that name a clause, and the manifest of a whole wheel.

Every ``translations/*.po`` becomes a ``.mo`` beside it, and goes into the wheel. Run as a script it does that
much, which is how the set-up of a checkout gets its words. The manifest is signed where the release key is
named; else the build says that it is not. A phrase that nobody has read a second time is marked fuzzy: it is
shown in a checkout, and no signed build is made with one.
"""

from __future__ import annotations

import os
import sys
import tempfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
NAME, WINDOW = "dealer-console", "command.window"
"""The program's name, and the key of what it does without a command."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""Stands in every catalogue: what is built twice is the same to the byte (``python3 -m tests build``)."""


def build_words(translations: Path) -> list[Path]:
    """Compile every ``.po`` of the folder; the compiled files, each whole at any moment."""
    return [build_language(source) for source in sorted(translations.glob("*.po"))]


def build_language(source: Path) -> Path:
    """Compile one ``.po``, named by its language, to the ``.mo`` beside it."""
    with source.open("rb") as written:
        catalogue = read_po(written, locale=source.stem, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = EPOCH  # or Babel writes the time of this build
    target = source.with_suffix(".mo")
    half = target.with_suffix(f".{os.getpid()}.mo")
    with half.open("wb") as compiled:
        write_mo(compiled, catalogue, use_fuzzy=True)
    half.replace(target)
    return target


def unread(translations: Path) -> dict[str, list[str]]:
    """The phrases that are marked fuzzy, by language: a second reader has not read them yet."""
    found = {}
    for source in sorted(translations.glob("*.po")):
        with source.open("rb") as written:
            catalogue = read_po(written, locale=source.stem, abort_invalid=True)
        ids = (message.id for message in catalogue if message.fuzzy and message.id)
        found[source.stem] = [each if isinstance(each, str) else each[0] for each in ids]
    return found


def build_tests(root: Path, folder: Path) -> Path:
    """Write the table of the tests that name a clause into the folder; the suite itself is in no wheel."""
    sys.path.insert(0, str(root))
    from console.commissioning.dossier import clause_tests

    made = folder / clause_tests.FILE
    clauses = clause_tests.clause_ids(root / "resources" / "scenes")
    made.write_text(clause_tests.table_of(root / "tests", clauses), encoding="utf-8")
    return made


def build_desktop(root: Path, folder: Path) -> list[Path]:
    """Write what a desktop shows of the program, its manual page, and what bash completes of its commands."""
    sys.path.insert(0, str(root))
    from console.app.parts import commands
    from console.base.command_line.table import sentence

    phrases = {source.stem: _phrases(source) for source in sorted((root / "translations").glob("*.po"))}
    english, listed = phrases["en"], list(commands().listed)
    does = {name: english[sentence(name)] for name in listed}
    firsts = sorted({name.partition(" ")[0] for name in listed})
    seconds = {
        first: [name.partition(" ")[2] for name in listed if name.startswith(f"{first} ")] for first in firsts
    }
    texts = {
        f"{NAME}.desktop": [
            *("[Desktop Entry]", "Type=Application", "Name=Dealer’s console", f"Exec={NAME}", f"Icon={NAME}"),
            *("Terminal=false", "Categories=Office;", f"StartupWMClass={NAME}", f"Comment={english[WINDOW]}"),
            *(f"Comment[{language}]={of[WINDOW]}" for language, of in phrases.items() if language != "en"),
        ],
        f"{NAME}.1": [
            *(f".TH {NAME.upper()} 1", ".SH NAME", f"{NAME} \\- {_roff(english[WINDOW])}"),
            *(".SH SYNOPSIS", f".B {NAME}", "[OPTION]...", ".br", f".B {NAME}", "COMMAND [OPTION]..."),
            *(".SH COMMANDS", "Each explains itself with", ".BR \\-\\-help ."),
            *(line for name in listed for line in (".TP", f".B {_roff(name)}", _roff(does[name]))),
        ],
        f"{NAME}.bash": [
            "_dealer_console() {",
            '    local word="${COMP_WORDS[COMP_CWORD]}" words=""',
            '    if [ "$COMP_CWORD" -eq 1 ]; then',
            f'        words="{" ".join(firsts)}"',
            '    elif [ "$COMP_CWORD" -eq 2 ]; then',
            '        case "${COMP_WORDS[1]}" in',
            *(f'            {first}) words="{" ".join(of)}" ;;' for first, of in seconds.items() if of),
            "        esac",
            "    fi",
            '    COMPREPLY=($(compgen -W "$words --help --lang" -- "$word"))',
            "}",
            f"complete -o default -F _dealer_console {NAME}",
        ],
    }
    for name, lines in texts.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [folder / name for name in texts]


def _phrases(source: Path) -> dict[Any, str]:
    with source.open("rb") as written:
        catalogue = read_po(written, locale=source.stem, abort_invalid=True)
    return {message.id: message.string for message in catalogue if isinstance(message.string, str)}


def _roff(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-").replace("’", "\\(cq")


class ReleaseHook(BuildHookInterface[Any]):
    """Hatchling's hook: words lie at ``console/translations`` in the wheel, the manifest beside them."""

    made: tempfile.TemporaryDirectory[str] | None = None
    """Where what is made lies until the wheel is packed; a build that fails leaves none either."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the words, and name the digest of each file that is packed."""
        for compiled in build_words(Path(self.root) / "translations"):
            build_data["force_include"][str(compiled)] = f"console/translations/{compiled.name}"
        if version == "standard":  # what is edited in place is no release
            self._check_words(unread(Path(self.root) / "translations"))
            self.made = tempfile.TemporaryDirectory(prefix="release-")
            for made in build_desktop(Path(self.root), Path(self.made.name)):
                build_data["force_include"][str(made)] = f"console/resources/desktop/{made.name}"
            tests = build_tests(Path(self.root), Path(self.made.name))
            build_data["force_include"][str(tests)] = f"console/resources/scenes/{tests.name}"
            for made, name in self._released(build_data):
                build_data["force_include"][str(made)] = name

    def _check_words(self, left: dict[str, list[str]]) -> None:
        """Raises ValueError where a signed build has phrases that nobody has read a second time."""
        told = ", ".join(f"{language} {len(keys)} ({keys[0]})" for language, keys in left.items() if keys)
        if told and os.environ.get("DEALER_CONSOLE_RELEASE_KEY"):
            raise ValueError(f"Phrases that nobody has read a second time: {told}. Have them read first.")
        if told:
            self.app.display_warning(f"Phrases that nobody has read a second time: {told}.")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind."""
        if self.made is not None:
            self.made.cleanup()

    def _released(self, build_data: dict[str, Any]) -> list[tuple[Path, str]]:
        """The files of a release, and what they are called in the wheel."""
        sys.path.insert(0, self.root)
        from console.base.software import manifest

        assert self.made is not None, "made first"
        packed = {
            each.distribution_path: Path(each.path)
            for each in self.build_config.builder.recurse_included_files()
        }
        packed |= {name: Path(path) for path, name in build_data["force_include"].items()}
        files = {name: sha256(path.read_bytes()).hexdigest() for name, path in packed.items()}
        text = manifest.Manifest(self.metadata.version, files).text.encode()
        parts = {manifest.MANIFEST: text}
        if key := os.environ.get("DEALER_CONSOLE_RELEASE_KEY"):
            from console.commissioning.software.signature import sign_manifest

            parts[manifest.SIGNATURE], parts[manifest.KEY] = sign_manifest(text, Path(key))
        else:
            self.app.display_warning("The manifest is not signed: DEALER_CONSOLE_RELEASE_KEY names no key.")
        made = [(Path(self.made.name, Path(name).name), name) for name in parts]
        for path, name in made:
            path.write_bytes(parts[name])
        return made


if __name__ == "__main__":
    build_words(ROOT / "translations")
