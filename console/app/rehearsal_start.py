"""``dealer-console rehearsal``: the rehearsals that are due, one rehearsal by its file, and
the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from console.app.display import has_display, no_display
from console.app.pdf_documents import document_pdf, pdf_beside_window
from console.arguments import (
    PROGRAM,
    OneLine,
    of_file,
    path_text,
    rulebook_id,
    seconds,
    system_language,
    usual_rules,
    words_of,
)
from console.rehearsal.result import Way
from console.words.locales import LANGUAGES


def rehearsal(argv: Sequence[str]) -> int:
    """The command for rehearsals: what happens once a year, practised, and by whom. It opens no table's
    journal.
    """
    first = next(iter(argv), "")
    if first in ("list", "check") or (first == "play" and "--headless" in argv):
        from console.commands.rehearsal_files import main as files

        return files(argv)
    if first and first != "play" and not first.startswith("-"):
        from console.commands.documents.rehearsal_records import main as tell

        return tell(argv, document_pdf)
    play = first == "play"
    parser = OneLine(f"{PROGRAM} rehearsal" + (" play" if play else ""), allow_abbrev=False)
    if play:
        parser.add_argument("file", type=path_text, metavar="FILE", help="option.rehearsal_named")
        parser.add_argument("--headless", action="store_true", help="option.headless")
    parser.add_argument("--rules", type=rulebook_id, metavar="RULES", help="option.rules")
    parser.add_argument(
        "--way", type=_way, choices=[way.value for way in Way], default=Way.GUIDED.value, help="option.way"
    )
    parser.add_argument("--as", dest="part", choices=("dealer", "pit_boss", "both"), help="option.part")
    parser.add_argument(
        "--lang", "--language", choices=LANGUAGES, default=system_language(), help="option.lang_until"
    )
    parser.add_argument("--people", type=Path, metavar="FILE", help="option.people")
    parser.add_argument(
        "--table",
        type=Path,
        metavar="TOML",
        help="option.table_rehearsal",
    )
    parser.add_argument("--pace", type=seconds, metavar="SECONDS", help="option.pace_rehearsal")
    parser.add_argument("--full-screen", action="store_true", help="option.full_screen_plain")
    arguments = parser.parse_args(argv[1:] if play else argv)
    if not has_display():
        return no_display(arguments.lang)
    import console.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.commands.rehearsal_files import file_of
    from console.commands.rehearsals import RehearsalOptions
    from console.commands.rehearsals import main as rehearse
    from console.config import ConfigError, load_config
    from console.ui.rehearsal.rehearsal_session import run_rehearsals

    file = file_of(arguments.file) if play else None
    table = None
    if arguments.table is not None:
        try:
            table = load_config(arguments.table)
        except ConfigError as error:
            parser.error(of_file(words_of(), error))
    own_rules = table.rules if table is not None else usual_rules()
    people = arguments.people or (table.people if table is not None else None)
    options = RehearsalOptions(
        arguments.rules or own_rules, arguments.lang, file, Way(arguments.way), arguments.part, people
    )
    if table is not None:
        options = options._replace(off=table.procedures_off)
        if table.limits is not None and options.rules == table.rules:
            options = options._replace(limits=(table.game, table.limits))
    if arguments.pace is not None:
        options = options._replace(pace=arguments.pace)
    return rehearse(options._replace(full_screen=arguments.full_screen), run_rehearsals, pdf_beside_window)


def _way(name: str) -> str:
    """A way's name; up to version 0.3 a window's command called ``under_time`` just ``time``."""
    return Way.UNDER_TIME.value if name == "time" else name
