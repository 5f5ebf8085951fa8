"""``dealer-console rulebook dossier MARKET``: each clause with what carries it out and what proves it. It
plays all scenes and rows of the market's games, which takes some seconds. Returns 0 if no clause failed, 1 if
one did, 2 if nothing could be judged.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from console import __version__
from console.base.command_line import PROGRAM, Arg, Lang, path_text, print_refusal
from console.base.words import Words
from console.commissioning.dossier.clause_evidence import evidence_of, games_of, shared_first
from console.commissioning.dossier.dossier import Dossier, dossier_json
from console.commissioning.dossier.dossier_paper import dossier_paper
from console.supervisor.commands import UnusableRulebook, games_shown, named_source
from console.supervisor.records import ExportError, Paged, Verdict, check_target, lines_of, write_export
from console.table.game import GAMES, digest_of_source, rulebook_of_source
from console.table.scenes import SceneError, scenes_of

if TYPE_CHECKING:
    from console.supervisor.records import Paged

_COMMAND: Final = f"{PROGRAM} rulebook dossier"
FAILED: Final = 1


def main(
    rules: Annotated[str, Arg("option.rulebook", "MARKET")],
    *,
    rulebook: Annotated[str | None, Arg("option.house_rulebook", "FILE", path_text)] = None,
    game: Annotated[str | None, Arg("option.game_shown", choices=GAMES)] = None,
    pdf: Annotated[Path | None, Arg("option.pdf", "FILE")] = None,
    json: Annotated[Path | None, Arg("option.json_file", "FILE")] = None,
    lang: Lang,
    draw: Paged,
) -> int:
    """Print the dossier, or write it. Returns the exit status; 2 with a line on standard error."""
    words = Words(lang)
    targets = [each for each in (pdf, json) if each is not None]
    try:
        source = named_source(rules if rulebook is None else rulebook, words)
        judged, file = rulebook_of_source(source), source.file
        if game is None or not GAMES[game].is_example:
            games_shown(judged, file.name, game, words)
        if (
            rulebook is not None
            and (due := rulebook_of_source(named_source(rules, words)).document) != judged.document
        ):
            slots = {"file": file.name, "document": judged.document, "market": due}
            raise UnusableRulebook(words.text("dossier.other_document", **slots))
        for target in targets:
            check_target(target)  # All targets are checked before anything is played.
        games = (game,) if game else games_of(judged)
        dossier = Dossier(
            rulebook=judged,
            digest=digest_of_source(source, judged),
            version=__version__,
            made=datetime.now(UTC),
            games=shared_first(
                [evidence_of(judged, each, scenes_of(judged, each, file.parent)) for each in games]
            ),
        )
        if json is not None:
            write_export(json, dossier_json(dossier, words))
        if pdf is not None:
            write_export(pdf, draw(dossier_paper(dossier, words)))
    except UnusableRulebook as error:
        return error.said()
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    except (SceneError, OSError) as error:
        return print_refusal(_COMMAND, words.text("commissioning.no_scenes", reason=error))
    if not targets:
        print(*lines_of(dossier_paper(dossier, words)), sep="\n")
    for target in targets:
        print(words.text("record.written", file=target))
    failed = any(each.proof.verdict is Verdict.FAILED for of in dossier.games for each in of.clauses)
    return FAILED if failed else 0
