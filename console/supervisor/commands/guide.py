"""``dealer-console guide``: the house's procedures on paper, and whether a printed edition is in force."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

from msgspec.structs import replace

from console import __version__
from console.base.command_line import PROGRAM, Arg, Lang, path_text, print_refusal
from console.base.plain_text import visible
from console.base.words import Words
from console.supervisor.commands.rulebook_look import UnusableRulebook, games_shown, named_source
from console.supervisor.guide.dealer_paper import Shown
from console.supervisor.guide.edition import (
    EditionWords,
    House,
    NotAnEdition,
    check_edition,
    printed,
    with_changes,
    words_of_file,
)
from console.supervisor.records.documents.edition_check import READERS
from console.supervisor.records.documents.export import ExportError, check_target, lines_of, write_export
from console.supervisor.records.documents.html_page import html_of
from console.supervisor.records.documents.paper import Paged, PaperForm
from console.table.core import Role
from console.table.game import GAMES, digest_of_source, rulebook_of_source

_COMMAND: Final = f"{PROGRAM} guide"
_ROLES: Final = tuple(map(str, READERS))
_HTML: Final = (".html", ".htm")
OUTDATED: Final = 1
"""The exit status if a printed edition is not in force, or the rulebook must be corrected."""


def main(
    *,
    rules: Annotated[str, Arg("option.rulebook", "RULES", path_text)],
    role: Annotated[str, Arg("option.guide_role", choices=_ROLES)] = str(Role.PIT_BOSS),
    game: Annotated[str | None, Arg("option.game_shown", choices=GAMES)] = None,
    out: Annotated[Path | None, Arg("option.guide_out", "FILE")] = None,
    since: Annotated[Path | None, Arg("option.guide_since", "FILE")] = None,
    two_up: Annotated[bool, Arg("option.guide_two_up")] = False,
    check: Annotated[str | None, Arg("option.guide_check", "EDITION")] = None,
    lang: Lang,
    draw: Paged,
    shown: Shown | None = None,
    now: Callable[[], datetime] = datetime.now,
) -> int:
    """Print an edition, write it, or check one. Returns 1 if the checked edition is not in force; 2,
    with a line on standard error, on failure. ``draw`` makes a PDF of a document, ``shown`` the picture of a
    screen.
    """
    words = Words(lang)
    try:
        source = named_source(rules, words)
        rulebook = rulebook_of_source(source)
        games_shown(rulebook, source.file.name, game, words)
        house = House(rulebook, digest_of_source(source, rulebook), shown)
        if check is not None:
            found = check_edition(house, check)
            print(found.text(words))
            return 0 if found.is_in_force else OUTDATED
        if out is not None:
            check_target(out)
        edition = house.edition(Role(role), lang, game, drawn=out is not None)
        if since is not None:
            before = words_of_file(since)
            if (before.role, before.language) != (role, lang):
                return print_refusal(_COMMAND, _other(words, since, before))
            edition = with_changes(edition, before)
        paper = printed(edition, house, f"{PROGRAM} {__version__}", now())
        if two_up:
            paper = replace(paper, form=PaperForm.TWO_UP)
        if out is None:
            print(*lines_of(paper), sep="\n")
            return 0
        write_export(out, html_of(paper) if out.suffix.lower() in _HTML else draw(paper))
    except UnusableRulebook as error:
        return error.said(_COMMAND)
    except NotAnEdition as error:
        return print_refusal(_COMMAND, words.text("guide.no_edition", file=visible(str(error))))
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    print(words.text("record.written", file=out))
    return 0


def _other(words: Words, file: Path, before: EditionWords) -> str:
    of = {"role": words.text(f"role.{before.role}"), "language": Words(before.language).locale.name}
    return words.text("guide.other_edition", file=visible(str(file)), **of)
