"""Commands: how one is declared, the table of all, and their arguments."""

# mypy: implicit-reexport

from typing import TYPE_CHECKING

from console.base.door import door

if TYPE_CHECKING:
    from console.base.command_line.arguments import (
        BAD_ARGUMENTS, HIDDEN, INTERRUPTED, PROGRAM, BadArgument, OneLine, none_such, not_a, not_installed,
        of_file, path_text, print_refusal, quoted, seconds, speak, system_language, whole_number, words_of,
        wrong,
    )
    from console.base.command_line.declaration import (
        Arg, Lang, NamedLang, add_arguments, carry_out, lang_last, run, within,
    )
    from console.base.command_line.display import has_display, no_display
    from console.base.command_line.table import Commands

__getattr__ = door(__name__)
