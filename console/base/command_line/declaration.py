"""A command is a function: its parameters are the arguments of its command line, each with its help.

::

    def accept(*, table: Annotated[Path, Arg("option.table", "FILE")], lang: Lang) -> int: ...

A parameter after the ``*`` is an option, one before it is given by its place. One without a default is
required. Its type reads the word: a ``bool`` is an option without a value, a ``tuple`` takes several words. A
parameter without an :class:`Arg` is no argument: whatever starts the command gives it, if it has it.
"""

from __future__ import annotations

from argparse import SUPPRESS
from collections.abc import Callable, Collection, Iterator, Sequence
from inspect import Parameter, signature
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from console.base.command_line.arguments import PROGRAM, BadArgument, OneLine, system_language
from console.base.command_line.table import Commands, sentence
from console.base.part import Command
from console.base.words.locales import LANGUAGES


class Arg(NamedTuple):
    """The part of an argument's declaration that is not in its name, type or default."""

    help: str
    metavar: str | tuple[str, ...] | None = None
    read: Callable[[str], object] | None = None
    """Reads the word if the type alone can't; raises ValueError or ArgumentTypeError."""
    choices: Collection[str] | None = None
    default: Callable[[], object] | None = None
    """Gives the default if it depends on the machine."""
    flags: tuple[str, ...] = ()
    """The option's names if the parameter's name is not the only one."""
    alone: str = ""
    """Arguments with the same word here exclude each other."""
    one_needed: bool = False
    """Whether one of those must be given."""
    const: object = None
    """The value of an option that is given without one."""
    nargs: str | None = None
    """How many values follow the option itself, in argparse's notation."""
    only: str = ""
    """The option without which this argument does not exist."""
    unless: str = ""
    """The option with which this argument does not exist."""


Lang = Annotated[str, Arg("option.lang", choices=LANGUAGES, default=system_language)]
"""The language of a command's output."""
NamedLang = Annotated[str, Arg("option.lang", choices=LANGUAGES)]
"""The named language of a command's output; empty if none was: a file's own may count."""


class Framed(NamedTuple):
    """A command inside a frame: a function with options for all its commands, called with the command first,
    which it calls with what they share.
    """

    frame: Callable[..., int]
    function: Callable[..., Any]


def within(frame: Callable[..., int]) -> Callable[[Callable[..., Any]], Framed]:
    """Declare that a frame calls a command, which declares an argument that both have."""
    return lambda function: Framed(frame, function)


class _Argument(NamedTuple):
    name: str
    arg: Arg
    type: Any
    default: object
    """``Parameter.empty`` if it is required."""
    is_option: bool

    def add_to(self, parser: Any) -> None:
        arg, one, count = self.arg, *_element(self.type)
        kept: dict[str, Any] = {"help": arg.help}
        needed = self.default is Parameter.empty and arg.default is None
        default = None if self.default is Parameter.empty else self.default
        if arg.default is not None:
            default = arg.default()
        if self.is_option:
            kept["dest"] = self.name
            names: tuple[str, ...] = arg.flags or (f"--{self.name.replace('_', '-')}",)
            kept |= {"required": True} if needed else {}
        else:
            names = (self.name,)
            kept |= {} if needed or count else {"nargs": "?"}
        if one is bool:
            parser.add_argument(*names, action="store_true", **kept)
            return
        read = arg.read or (None if one is str else one)
        kept |= {"type": read, "choices": arg.choices, "metavar": arg.metavar}
        match arg.nargs or ("?" if arg.const is not None else count):
            case "several" if self.is_option:
                kept["action"] = "append"
            case "several":
                kept["nargs"] = "+" if needed else "*"
            case None:
                kept["default"] = None if default == "" else default  # argparse reads a default that is text.
            case nargs:
                kept |= {"nargs": nargs, "const": arg.const} if arg.const is not None else {"nargs": nargs}
        parser.add_argument(*names, **kept)

    def value(self, given: Any) -> object:
        if given is None:
            return None if self.default is Parameter.empty else self.default
        return tuple(given) if _element(self.type)[1] else given


def _element(hint: Any) -> tuple[Any, int | str | None]:
    """The type of one word of an argument; and ``several``, or how many words it takes, None for one."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is not tuple:
        return hint, None
    first, *others = get_args(hint)
    return first, "several" if others == [...] else 1 + len(others)


def _parameters(function: Callable[..., object], *, in_tuple: bool = False) -> Iterator[tuple[str, Any]]:
    """A function's parameters: each with its argument, the named tuple of arguments, or None."""
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in signature(function).parameters.items():
        hint = hints.get(name)
        arg = next((each for each in getattr(hint, "__metadata__", ()) if isinstance(each, Arg)), None)
        if arg is not None:
            is_option = in_tuple or parameter.kind is Parameter.KEYWORD_ONLY
            yield name, _Argument(name, arg, get_args(hint)[0], parameter.default, is_option)
        else:
            fields = isinstance(hint, type) and hasattr(hint, "_fields")
            yield name, hint if fields and hint is not None and any(_arguments(hint)) else None


def _arguments(function: Callable[..., object]) -> Iterator[_Argument]:
    in_tuple = hasattr(function, "_fields")
    for _, found in _parameters(function, in_tuple=in_tuple):
        if isinstance(found, _Argument):
            yield found
        elif found is not None:
            yield from _arguments(found)


def add_arguments(parser: OneLine, command: Callable[..., Any] | Framed, words: Sequence[str] = ()) -> None:
    """Add a command's arguments to a parser for ``words``."""
    options = words[: list(words).index("--")] if "--" in words else words
    groups = dict[str, Any]()
    every = list(_arguments(command.function if isinstance(command, Framed) else command))
    if isinstance(command, Framed):
        own = {argument.name for argument in every}
        every += [argument for argument in _arguments(command.frame) if argument.name not in own]
    for argument in every:
        arg = argument.arg
        if (arg.only and arg.only not in options) or (arg.unless and arg.unless in options):
            continue
        if arg.alone and arg.alone not in groups:
            groups[arg.alone] = parser.add_mutually_exclusive_group(required=arg.one_needed)
        argument.add_to(groups.get(arg.alone, parser))


def _taken(function: Callable[..., object], values: Any, given: dict[str, object]) -> dict[str, object]:
    taken = dict[str, object]()
    for name, found in _parameters(function, in_tuple=hasattr(function, "_fields")):
        if isinstance(found, _Argument):
            taken[name] = found.value(getattr(values, name, None))
        elif found is not None:
            taken[name] = found(**_taken(found, values, given))
        elif name in given:
            taken[name] = given[name]
    return taken


def carry_out(
    parser: OneLine, command: Callable[..., Any] | Framed, argv: Sequence[str], **given: object
) -> Any:
    """Read the words, and call the command with the ``given`` parameters it has; returns its result."""
    values = parser.parse_args(argv)
    try:
        if not isinstance(command, Framed):
            return command(**_taken(command, values, given))
        function, own = command.function, _taken(command.function, values, given)
        return command.frame(lambda *shared: function(*shared, **own), **_taken(command.frame, values, given))
    except BadArgument as error:
        parser.refuse(str(error))


def parser_of(commands: Commands, row: Command, words: Sequence[str] = ()) -> OneLine:
    """The parser of one of the commands, or of a word with which commands begin."""
    parser = OneLine(f"{PROGRAM} {row.name}".strip(), epilog=row.note or None, allow_abbrev=False)
    if row.starts:
        add_arguments(parser, row.start(), words)
    if not parser.has_option("--lang"):  # A group's parser has none: its help needs a language too.
        parser.add_argument("--lang", choices=LANGUAGES, help="option.lang", default=SUPPRESS)
    if parts := commands.beneath(row):
        parser.add_commands(
            {part.name.rpartition(" ")[2]: sentence(part.name) for part in parts}, is_needed=not row.starts
        )
    return parser


def lang_last(words: Sequence[str]) -> list[str]:
    """The words, with a language from before a command moved behind it."""
    first = words[0].partition("=") if words else ("", "", "")
    lead = 0 if first[0] != "--lang" else 1 if first[1] else 2
    return [*words[lead:], *words[:lead]]


def run(commands: Commands, name: str, argv: Sequence[str], **given: object) -> int:
    """Run a command with the words after its name; ``given`` are things that no line can name."""
    row = commands.every[name]
    has_parts = bool(commands.beneath(row))
    words = lang_last(argv) if has_parts else list(argv)
    first = words[0] if words else ""
    part = commands.every.get(f"{name} {first}")
    if part is not None:
        return run(commands, part.name, words[1:], **given)
    names_no_part = has_parts and first != "" and not first.startswith("-")
    if not row.starts or names_no_part:
        parser_of(commands, row).parse_args(words)
        raise AssertionError("a parser that needs a command refuses a line without one")
    status: int = carry_out(parser_of(commands, row, words), row.start(), words, **given)
    return status
