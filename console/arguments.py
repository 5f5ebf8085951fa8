"""The common parts of the command lines: how arguments are written, refused and read.

Knows no command: each has its own parser, made of these parts.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from console.command_table import COMMANDS, sentence
from console.nearest import nearest
from console.visible import IN_A_LINE, visible
from console.words.line_breaks import wrap
from console.words.locales import FIRST, LANGUAGES, named_like

if TYPE_CHECKING:
    from console.words import Words

PROGRAM = "dealer-console"
USUAL_RULES = "sv"
"""The rulebook of a simulated table where no other is named, if the studio has it."""
BAD_ARGUMENTS: Final = 2
"""The exit status of a command whose arguments are wrong, or that could do nothing at all."""
INTERRUPTED: Final = 130
"""The exit status of a command that somebody stopped by Ctrl+C, as a shell has it: 128 and the signal's
number.
"""
STAND_IN = "stand-in"
LONGEST_NAME: Final = 200
"""Bytes of a file's name at most: of the 255 that a disk allows, the console's own endings need some."""
_LONGEST_PATH: Final = 3_800
"""Bytes of a path at most: of the 4,096 that a system allows, again less the endings."""


class WindowOptions(NamedTuple):
    """The window's options.

    ``table`` is a LIVE table's configuration, or None for a simulated one of ``game`` and ``rules``; ``pace``
    is the simulated table's seconds from card to card, None for a human one. ``link`` is the game server's
    url, or ``stand-in`` for one that is part of the simulated table; ``ca`` and ``token`` are the files that
    it needs. ``answers`` is the seconds that the simulated table's slowest player takes, None for people.
    ``allow`` names the ways to devices that may write files.
    """

    table: Path | None
    lang: str
    game: str
    rules: str
    pace: float | None
    full_screen: bool
    link: str | None = None
    ca: Path | None = None
    token: Path | None = None
    answers: float | None = None
    allow: tuple[str, ...] = ()


_ARGPARSE: Final = {
    "argument %(argument_name)s: %(message)s": (
        "arguments.of", {"name": "%(argument_name)s", "message": "%(message)s"},
    ),
    "the following arguments are required: %s": ("arguments.required", {"names": "%s"}),
    "one of the arguments %s is required": ("arguments.one_required", {"names": "%s"}),
    "unrecognized arguments: %s": ("arguments.unrecognized", {"names": "%s"}),
    "ambiguous option: %(option)s could match %(matches)s": (
        "arguments.ambiguous", {"option": "%(option)s", "names": "%(matches)s"},
    ),
    "expected one argument": ("arguments.one_value", {}),
    "expected at most one argument": ("arguments.at_most_one", {}),
    "expected at least one argument": ("arguments.at_least_one", {}),
    "expected %s argument": ("arguments.values", {"count": "%s"}),
    "ignored explicit argument %r": ("arguments.no_value", {"value": "%s"}),
    "unexpected option string: %s": ("arguments.unrecognized", {"names": "%s"}),
    "invalid %(type)s value: %(value)r": ("arguments.value", {"value": "%(value)s"}),
    "not allowed with argument %s": ("arguments.not_with", {"name": "%s"}),
}  # fmt: skip
"""The texts of argparse itself, each with our phrase and with the values of its slots until argparse fills
them; a value as it was given stands in quotation marks.
"""
_USAGE: Final = "usage: "
_OWN: Final = {
    "positional arguments": "arguments.positional",
    "options": "arguments.options",
    "show this help message and exit": "arguments.help",
    "show program's version number and exit": "arguments.version",
}
"""The texts that argparse writes into its parsers when they are made, long before anybody
asks for help.
"""
WIDTH_OF_COMMANDS: Final = 24
"""The width of a command's name, where commands are listed."""


def _translated(message: str) -> str:
    """Our phrase for a text of argparse; a text for programmers stays as it is."""
    if message == _USAGE:
        words = words_of()
        return f"{words.text('arguments.usage')}{words.locale.colon}"
    if message not in _ARGPARSE:
        return message
    key, slots = _ARGPARSE[message]
    words = words_of()
    return words.text(
        key, **{name: words.quote(slot) if name == "value" else slot for name, slot in slots.items()}
    )


def _counted(one: str, several: str, n: int) -> str:
    key, slots = _ARGPARSE.get(one, ("", {}))
    return words_of().count(key, n, **slots) if key else (one if n == 1 else several)


# argparse looks its own texts up with gettext, by English text, in files laid out as the system's are. Ours
# are found by key: these two names are where it asks.
vars(argparse).update(_=_translated, ngettext=_counted)


def speak(argv: Sequence[str]) -> None:
    """Set the language in which arguments are refused and explained: the language that they ask for, else the
    system's.
    """
    global _language
    asked = [
        value
        for at, word in enumerate(argv)
        for name, equals, given in (word.partition("="),)
        if name in ("--lang", "--language")
        for value in ([given] if equals else argv[at + 1 : at + 2])
        if value in LANGUAGES
    ]
    _language = asked[-1] if asked else None


_language: str | None = None
"""The language that the command line asks for; None where it names no language of the console."""


def words_of() -> Words:
    """The words in which arguments are refused; they are loaded only when something is printed."""
    from console.words import Words

    return Words(_language or system_language())


class _Help(argparse.HelpFormatter):
    """Help in the person's language: a parser holds the keys of its phrases, which are looked up here."""

    def __init__(self, *given: Any, **named: Any) -> None:
        """Take the arguments of any help; remember its headings."""
        super().__init__(*given, **named)
        self._headings: list[str] = []

    def start_section(self, heading: str | None) -> None:
        """Begin a list of arguments under its heading."""
        title = _phrase(heading)
        super().start_section(title)
        self._headings += [] if title is None else [title]

    def add_text(self, text: str | None) -> None:
        """Add what is said above and below the lists."""
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
    return own if " " in own else words_of().text(own)  # a version is no key, and is said as it is


def listed_commands() -> str:
    """Every command and what it does, in the person's language, as wide as the terminal is."""
    import shutil

    words, lines = words_of(), []
    width = shutil.get_terminal_size().columns - WIDTH_OF_COMMANDS - 2
    for name in COMMANDS:
        first, *rest = wrap(words.text(sentence(name)), max(width, WIDTH_OF_COMMANDS))
        lines.append(f"  {name:<{WIDTH_OF_COMMANDS - 2}}{first}")
        lines += [" " * WIDTH_OF_COMMANDS + each for each in rest]
    head = f"{words.text('arguments.commands')}{words.locale.colon}".rstrip()
    return "\n".join((head, *lines, words.text("arguments.each_helps"), ""))


class OneLine(argparse.ArgumentParser):
    """A parser that refuses bad arguments in one line, and names what was likely meant.

    Its own texts and those of its arguments are keys of phrases: ``help="option.lang"``. The command's phrase
    is added by itself.
    """

    def __init__(self, prog: str | None = None, *, epilog: str | None = None, **others: Any) -> None:
        """Make the parser of a command, by the words that start it."""
        super().__init__(prog, epilog=epilog, formatter_class=_Help, **others)
        self.register("type", Path, _path)
        self._commands: Any = None

    def error(self, message: str) -> NoReturn:
        """Print the mistake and where the right arguments are listed; exit status 2."""
        text = words_of().text("arguments.see", message=visible(message, IN_A_LINE), command=self.prog)
        self.exit(BAD_ARGUMENTS, f"{self.prog}: {text}\n")

    def format_help(self) -> str:
        """The help, in the person's language."""
        does = sentence(self.prog.removeprefix(PROGRAM).strip() or "window")
        self.description = does if words_of().has(does) else None
        return super().format_help()

    def wrong(self, key: str, **slots: object) -> NoReturn:
        """Refuse with the phrase of ``arguments.`` and the key."""
        self.error(words_of().text(f"arguments.{key}", **slots))

    def refuse(self, what: str, value: str, names: Iterable[str], longer: Iterable[str] = ()) -> NoReturn:
        """Refuse a name that does not exist, with the nearest one (of ``longer`` names too), or with all
        names.
        """
        self.error(_none_such(what, value, names, longer))

    def add_commands(self) -> Any:
        """The parsers of this command's own commands, which are added to it; one of them must be named."""
        self._commands = self.add_subparsers(dest="command", metavar="COMMAND")
        return self._commands

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """The arguments as values; an unknown option is refused before a missing one."""
        written = list(sys.argv[1:] if args is None else args)
        if self._subparsers is None:  # else the command's own parser knows which options there are
            options = [option for option in self._option_string_actions if option.startswith("--")]
            for word in written[: written.index("--")] if "--" in written else written:
                name = word.partition("=")[0]
                if name.startswith("--") and name not in options:
                    self.refuse("option", name, options)
        values, left = super().parse_known_args(written, namespace)
        if self._commands is not None and values.command is None:
            words = words_of()
            wrong = words.text("arguments.required", names=self._commands.metavar)
            names = words.list_of(list(self._commands.choices))
            self.error(words.text("arguments.there", wrong=wrong, names=names))
        return values, left

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not among an argument's choices."""
        if action.choices is not None and value not in action.choices:
            raise argparse.ArgumentError(action, _none_such("value", str(value), action.choices))


def _none_such(what: str, value: str, choices: Iterable[str], longer: Iterable[str] = ()) -> str:
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
    """The refusal of a value that is not in its form, with one that is: the phrase of ``arguments.``."""
    words = words_of()
    return argparse.ArgumentTypeError(words.text(f"arguments.{key}", given=quoted(value, words), right=right))


def print_refusal(program: str, reason: str) -> int:
    """Print on standard error, in one line, why a command does nothing; returns its exit status."""
    print(f"{program}: {visible(reason, IN_A_LINE)}", file=sys.stderr)
    return BAD_ARGUMENTS


def of_file(words: Words, error: Exception) -> str:
    """The message of the reader of a table's file, in its own English.

    Where the person reads another language, words in that language stand before it. The message itself stays
    as it is, with the names of the file, because technical service gets it.
    """
    if words.language == FIRST:
        return str(error)
    return f"{words.text('trouble.reader')}{words.locale.gap}{error}"


def rulebook_id(text: str) -> str:
    """The id of an existing rulebook: a studio adds its own to those that come with the console."""
    from console.game.rulebook import rulebook_ids  # not for --version, nor for a command without rules

    if text not in rulebook_ids():
        raise argparse.ArgumentTypeError(_none_such("rulebook", text, rulebook_ids()))
    return text


def usual_rules() -> str:
    """The rulebook of a simulated table where none is named; the first where the usual one is missing."""
    from console.game.rulebook import rulebook_ids

    there = rulebook_ids()
    return USUAL_RULES if USUAL_RULES in there else next(iter(there), USUAL_RULES)


def _path(text: str) -> Path:
    return Path(path_text(text))


def path_text(text: str) -> str:
    """A path that was named, as text; whether anything is there is not looked at.

    Refused is a name that is empty (as an unset variable of a script gives, it would be this folder), too
    long for the files that the console lays beside it, or of letters that no file's name can have.
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
    """A length of time that is not negative."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value


def system_language() -> str:
    """The language that the system is set to, English where the console does not speak it."""
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return named_like(named)
