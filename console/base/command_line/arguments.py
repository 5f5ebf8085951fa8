"""The common parts of the command lines: how arguments are written, refused and read. Each command has its
own parser, made of these parts.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from console.base.command_line.table import sentence
from console.base.plain_text.nearest_name import nearest
from console.base.plain_text.visible_text import IN_A_LINE, visible
from console.base.words.line_breaks import wrap
from console.base.words.locales import FIRST, LANGUAGES, named_like

if TYPE_CHECKING:
    from console.base.part import Command
    from console.base.words import Words

PROGRAM = "dealer-console"
BAD_ARGUMENTS: Final = 2
"""The exit status of a command whose arguments are wrong, or that could do nothing at all."""
INTERRUPTED: Final = 130
"""The exit status of a command stopped by Ctrl+C, as a shell has it: 128 and the signal's number."""
LONGEST_NAME: Final = 200
"""The most bytes of a file's name: of the 255 that a disk allows, the console's own endings need some."""
_LONGEST_PATH: Final = 3_800
"""The most bytes of a path: of the 4,096 that a system allows, again less the endings."""


_ARGPARSE: Final = {
    r"argument (?P<name>.+?): (?P<message>.+)": "arguments.of",
    r"the following arguments are required: (?P<names>.+)": "arguments.required",
    r"one of the arguments (?P<names>.+) is required": "arguments.one_required",
    r"unrecognized arguments: (?P<names>.+)": "arguments.unrecognized",
    r"ambiguous option: (?P<option>.+) could match (?P<names>.+)": "arguments.ambiguous",
    r"expected one argument": "arguments.one_value",
    r"expected at most one argument": "arguments.at_most_one",
    r"expected at least one argument": "arguments.at_least_one",
    r"expected (?P<count>\d+) arguments?": "arguments.values",
    r"ignored explicit argument (?P<value>.+)": "arguments.no_value",
    r"unexpected option string: (?P<names>.+)": "arguments.unrecognized",
    r"invalid \w+ value: (?P<value>.+)": "arguments.value",
    r"not allowed with argument (?P<name>.+)": "arguments.not_with",
}
"""The texts of argparse itself about a line, each with our phrase; a given value is in Python's quotation
marks there, and in the language's here.
"""
_OWN: Final = {
    "positional arguments": "arguments.positional",
    "options": "arguments.options",
    "show this help message and exit": "arguments.help",
    "show program's version number and exit": "arguments.version",
}
"""The texts that argparse puts into its parsers when they are made, long before anybody asks for help."""
_DAY: Final = 86_400.0
HIDDEN: Final = argparse.SUPPRESS
"""Instead of a key of a help: the argument is not listed."""
WIDTH_OF_COMMANDS: Final = 24
"""The width of a command's name, where commands are listed."""


def _translated(message: str) -> str:
    """Our phrase for a text of argparse; any other text stays as it is."""
    words = words_of()
    for text, key in _ARGPARSE.items():
        found = re.fullmatch(text, message, re.DOTALL)
        if found is None:
            continue
        slots: dict[str, object] = dict(found.groupdict())
        if "count" in slots:
            return words.count(key, int(found["count"]))
        if "value" in slots:
            slots["value"] = words.quote(ast.literal_eval(found["value"]))
        if "message" in slots:
            slots["message"] = _translated(found["message"])
        return words.text(key, **slots)
    return message


def speak(argv: Sequence[str]) -> None:
    """Set the language of refusals and help: the one that the arguments ask for, else the system's."""
    global _language
    options = (
        ("--lang",) if "people" in argv[:3] else ("--lang", "--language")
    )  # In `people` the language is a person's.
    asked = [
        value
        for at, word in enumerate(argv)
        for name, equals, given in (word.partition("="),)
        if name in options
        for value in ([given] if equals else argv[at + 1 : at + 2])
        if value in LANGUAGES
    ]
    _language = asked[-1] if asked else None


_language: str | None = None
"""The language that the command line asks for; None if it names no language of the console."""


def words_of() -> Words:
    """The words in which arguments are refused; they are loaded only when something is printed."""
    from console.base.words import Words

    return Words(_language or system_language())


class _Help(argparse.HelpFormatter):
    """Help in the person's language: a parser has the keys of its phrases, which are looked up here."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take the arguments of any help; remember its headings."""
        super().__init__(*given, **named)
        self._headings: list[str] = []

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        if prefix is None:
            words = words_of()
            prefix = f"{words.text('arguments.usage')}{words.locale.colon}"
        super().add_usage(usage, actions, groups, prefix)

    def start_section(self, heading: str | None) -> None:
        title = _phrase(heading)
        super().start_section(title)
        self._headings += [] if title is None else [title]

    def add_text(self, text: str | None) -> None:
        super().add_text(_phrase(text))

    def format_help(self) -> str:
        """The whole help; a heading has the colon of its language."""
        text = super().format_help()
        for heading in self._headings:
            colon = words_of().locale.colon.rstrip()
            text = text.replace(f"\n{heading}:\n", f"\n{heading}{colon}\n")
        return text

    def _get_help_string(self, action: argparse.Action) -> str | None:
        return _phrase(action.help)

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrap(text, width - len(indent)))


def _phrase(key: str | None) -> str | None:
    if key is None or key == argparse.SUPPRESS:
        return key
    own = _OWN.get(key, key)
    return own if " " in own else words_of().text(own)  # A version is printed as it is: it is no key.


def commands_text(listed: Mapping[str, Command]) -> str:
    """The commands and what each does, in the person's language, as wide as the terminal is: those that most
    people look for, then the others. What a command's second word can be is in its own help.
    """
    import shutil

    words, lines = words_of(), []
    width = shutil.get_terminal_size().columns - WIDTH_OF_COMMANDS - 2
    for head, is_first in (("arguments.commands.first", True), ("arguments.commands.other", False)):
        lines.append(f"{words.text(head)}{words.locale.colon}".rstrip())
        for name in (name for name, row in listed.items() if row.first is is_first and " " not in name):
            first, *rest = wrap(words.text(sentence(name)), max(width, WIDTH_OF_COMMANDS))
            lines.append(f"  {name:<{WIDTH_OF_COMMANDS - 2}}{first}")
            lines += [" " * WIDTH_OF_COMMANDS + each for each in rest]
        lines.append("")
    return "\n".join((*lines, words.text("arguments.each_helps"), ""))


class BadArgument(Exception):
    """Arguments that a command can't carry out: the reason in the person's words."""


def wrong(key: str, **slots: object) -> BadArgument:
    """The refusal with the phrase of ``arguments.`` and the key."""
    return BadArgument(words_of().text(f"arguments.{key}", **slots))


def not_installed(part: str) -> BadArgument:
    """The refusal of an act whose part of the console is not installed."""
    return BadArgument(words_of().text("parts.missing", part=part))


class OneLine(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line, and names what was likely meant.

    Its own texts and those of its arguments are keys of phrases: ``help="option.lang"``. The command's phrase
    is added by itself.
    """

    def __init__(
        self,
        prog: str | None = None,
        *,
        epilog: str | None = None,
        listed: Mapping[str, Command] = MappingProxyType({}),
        **others: Any,
    ) -> None:
        """Make the parser of a command; ``listed`` are the commands that its help ends with."""
        super().__init__(prog, epilog=epilog, formatter_class=_Help, **others)
        self.register("type", Path, _path)
        self._listed = listed
        self._commands: Any = None
        self._needs_command = False
        self._is_name_alone = False
        """Whether this only stands for a command, whose own parser is used if it is named first."""

    def error(self, message: str) -> NoReturn:
        """Refuse with a text of argparse, in the person's language."""
        self.refuse(_translated(message))

    def refuse(self, reason: str) -> NoReturn:
        """Print the mistake and where the right arguments are listed; exit status 2."""
        text = words_of().text("arguments.see", message=visible(reason, IN_A_LINE), command=self.prog)
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {text}\n")

    def format_help(self) -> str:
        does = sentence(self.prog.removeprefix(PROGRAM).strip() or "window")
        self.description = does if words_of().has(does) else None
        text = super().format_help()
        return f"{text}\n{commands_text(self._listed)}" if self._listed else text

    def has_option(self, name: str) -> bool:
        return name in self._option_string_actions

    def add_commands(self, helps: Mapping[str, str], *, is_needed: bool) -> None:
        """Add commands that come as words after this parser's own, with the key of each one's sentence;
        ``is_needed``: one of them must be named.
        """
        self._commands = self.add_subparsers(dest="command", metavar="COMMAND")
        self._needs_command = is_needed
        for name, key in helps.items():
            self._commands.add_parser(name, help=key)._is_name_alone = True

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments as values; an unknown option is refused before a missing one."""
        if self._is_name_alone:
            return argparse.Namespace(), []  # The rest are the command's own options, unknown here.
        written = list(sys.argv[1:] if args is None else args)
        parts = () if self._commands is None else self._commands.choices
        own = list(takewhile(lambda word: word != "--" and word not in parts, written))
        if parts and own and not own[0].startswith("-"):
            own = []  # It is a word that is no command: the error names it.
        options = [option for option in self._option_string_actions if option.startswith("--")]
        for name in (word.partition("=")[0] for word in own):
            if name.startswith("--") and name not in options:
                if parts and own == written:  # No command follows it, unless it is mistyped.
                    self._refuse_near(own, parts)
                self.refuse(none_such("option", name, options))
        values, left = super().parse_known_args(written, namespace)
        if self._commands is not None:
            words = words_of()
            if values.command is not None:  # The command follows an option.
                self.refuse(words.text("arguments.unrecognized", names=values.command))
            if self._needs_command:
                missing = words.text("arguments.required", names=self._commands.metavar)
                self.refuse(words.text("arguments.there", wrong=missing, names=words.list_of(list(parts))))
        return values, left

    def _refuse_near(self, written: Sequence[str], parts: Iterable[str]) -> None:
        """Refuse a word that is near a command; an option's value before it may be any word."""
        for word in written:
            if not word.startswith("-") and nearest(word, parts) is not None:
                message = none_such("value", word, parts)
                name = self._commands.metavar
                self.refuse(words_of().text("arguments.of", name=name, message=message))

    def _get_value(self, action: argparse.Action, written: str) -> Any:
        """An argument's value. Its reader may raise BadArgument, as a command does."""
        try:
            return super()._get_value(action, written)
        except BadArgument as error:
            raise argparse.ArgumentError(action, str(error)) from error

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, none_such("value", str(value), action.choices))


def none_such(what: str, value: str, choices: Iterable[str], longer: Iterable[str] = ()) -> str:
    """The refusal of an unknown name, with the nearest one (of ``longer`` names too), or with all names."""
    names, words = list(map(str, choices)), words_of()
    wrong = words.text(f"arguments.none.{what}", given=quoted(value, words))
    near = nearest(value, (*names, *longer))
    if near is not None:
        return words.text("arguments.near", wrong=wrong, near=near)
    return words.text("arguments.there", wrong=wrong, names=words.list_of(names))


def quoted(given: str, words: Words) -> str:
    """The beginning of a value as it was given, in the language's quotation marks."""
    return words.quote(visible(given if len(given) <= 40 else f"{given[:40]}…"))


def not_a(key: str, value: str, right: str) -> argparse.ArgumentTypeError:
    """The refusal of a value in a wrong form, with a right one: the phrase of ``arguments.``."""
    words = words_of()
    return argparse.ArgumentTypeError(words.text(f"arguments.{key}", given=quoted(value, words), right=right))


def print_refusal(program: str, reason: str) -> int:
    """Print on standard error, in one line, why a command does nothing; returns its exit status. A
    BrokenPipeError being handled is raised again: nobody reads the output any more, and that is no reason.
    """
    if isinstance(error := sys.exception(), BrokenPipeError):
        raise error
    print(f"{program}: {visible(reason, IN_A_LINE)}", file=sys.stderr)
    return BAD_ARGUMENTS


def of_file(words: Words, error: Exception) -> str:
    """The message of the reader of a table's file, in its own English, which technical service gets with the
    names of the file. For a reader of another language, words in that language precede it.
    """
    if words.language == FIRST:
        return str(error)
    return f"{words.text('trouble.reader')}{words.locale.gap}{error}"


def _path(text: str) -> Path:
    return Path(path_text(text))


def path_text(text: str) -> str:
    """A named path, as text, whether it exists or not. Refuses an empty name (a script's unset variable: it
    would mean the present folder), one too long for the console's files beside it, and one with letters that
    no file's name can have.
    """
    try:
        written = os.fsencode(text)
    except UnicodeEncodeError:
        written = b""
    longest = max(map(len, written.split(b"/")))
    if not written or longest > LONGEST_NAME or len(written) > _LONGEST_PATH:
        words = words_of()
        raise argparse.ArgumentTypeError(words.text("arguments.path", given=quoted(text, words)))
    return text


def seconds(text: str) -> float:
    """A length of time, from none to a day."""
    value = float(text)
    if not 0 <= value <= _DAY:
        raise ValueError(text)
    return value


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """The reader of a whole number from ``least`` to ``most``; it raises ValueError for any other."""

    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return read


def system_language() -> str:
    """The system's language, English if the console does not speak it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return named_like(named)
