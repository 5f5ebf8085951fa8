"""``dealer-console rehearsal``: the window of the rehearsals that are due, and one rehearsal by its file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from console.base.command_line import (
    Arg,
    BadArgument,
    has_display,
    no_display,
    of_file,
    path_text,
    seconds,
    system_language,
    words_of,
    wrong,
)
from console.base.words import LANGUAGES
from console.rehearsals.result import Way
from console.supervisor.ui.paper import pdf_beside_window
from console.table.commands import Rules, usual_rules

_WAYS = tuple(way.value for way in Way)
_PARTS = ("dealer", "pit_boss", "both")


class WindowOptions(NamedTuple):
    rules: Rules = ""
    way: Annotated[str, Arg("option.way", choices=_WAYS)] = Way.GUIDED.value
    part: Annotated[str | None, Arg("option.part", choices=_PARTS, flags=("--as",))] = None
    lang: Annotated[str, Arg("option.lang_until", choices=LANGUAGES, flags=("--lang", "--language"))] = ""
    people: Annotated[Path | None, Arg("option.people", "FILE")] = None
    table: Annotated[Path | None, Arg("option.table_rehearsal", "TOML")] = None
    pace: Annotated[float | None, Arg("option.pace_rehearsal", "SECONDS", seconds)] = None
    full_screen: Annotated[bool, Arg("option.full_screen_plain")] = False


def rehearsal(*, options: WindowOptions) -> int:
    """Open the window with the due rehearsals: yearly events, practised. It opens no table's journal."""
    return _window(options, None)


def play(
    file: Annotated[str, Arg("option.rehearsal_named", "FILE", path_text)],
    *,
    headless: Annotated[bool, Arg("option.headless")] = False,
    options: WindowOptions,
) -> int:
    """Play one rehearsal: in the window, or by standard input and output."""
    from console.rehearsals.commands.rehearsal_files import file_of, play_headless

    if not headless:
        return _window(options, file_of(file))
    of_window = {"--people": options.people, "--table": options.table, "--pace": options.pace}
    for name, value in {**of_window, "--full-screen": options.full_screen or None}.items():
        if value is not None:
            raise wrong("of", name=name, message=words_of().text("arguments.not_with", name="--headless"))
    language = options.lang or system_language()
    return play_headless(file, options.rules, Way(options.way), options.part or "pit_boss", language)


def _window(options: WindowOptions, file: Path | None) -> int:
    if not has_display():
        return no_display(options.lang or system_language())
    import console.table.ui  # noqa: F401 (before whatever else meets Qt: see there)
    from console.rehearsals.at_play.run import PACE
    from console.rehearsals.commands.rehearsals import RehearsalOptions
    from console.rehearsals.commands.rehearsals import main as rehearse
    from console.rehearsals.ui.rehearsal_session import run_rehearsals
    from console.table.config import ConfigError, load_config

    try:
        table = None if options.table is None else load_config(options.table)
    except ConfigError as error:
        raise BadArgument(of_file(words_of(), error)) from error
    rules = options.rules or (usual_rules() if table is None else table.rules)
    limits = None
    if table is not None and table.limits is not None and rules == table.rules:
        limits = (table.game, table.limits)
    shown = RehearsalOptions(
        rules,
        options.lang or (system_language() if table is None else table.language),
        file,
        Way(options.way),
        options.part,
        options.people,
        options.full_screen,
        PACE if options.pace is None else options.pace,
        () if table is None else table.procedures_off,
        limits,
        table,
    )
    return rehearse(shown, run_rehearsals, pdf_beside_window)
