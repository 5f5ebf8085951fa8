"""``dealer-console rulebook dossier MARKET``: each clause with what carries it out and what proves it.

All scenes and rows of the market's games are played for it, which takes some seconds. The exit status is that
of the other verdicts: 0 no clause failed, 1 one did, 2 nothing could be judged.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from console import __version__
from console.arguments import PROGRAM, print_refusal
from console.commissioning.dossier.clause_evidence import evidence_of, games_of, shared_first
from console.commissioning.dossier.dossier import Dossier, dossier_json
from console.commissioning.dossier.dossier_paper import dossier_paper
from console.commissioning.proof import Verdict
from console.game.rulebook import Rulebook
from console.records.documents.export import ExportError, check_target, lines_of, write_export
from console.scenes.scene_file import SceneError, scenes_of
from console.words import Words

if TYPE_CHECKING:
    from console.records.documents.paper import Paged

_COMMAND: Final = f"{PROGRAM} rulebook dossier"
FAILED: Final = 1


class DossierOptions(NamedTuple):
    """The options of the command line: the rulebook with its digest and its folder of own scenes; one game or
    all; the files to write.
    """

    rulebook: Rulebook
    digest: str
    folder: Path
    game: str | None
    pdf: Path | None
    json: Path | None


def main(options: DossierOptions, words: Words, draw: Paged) -> int:
    """Print the dossier, or write it; the exit status, 2 with one line on standard error."""
    try:
        targets = [each for each in (options.pdf, options.json) if each is not None]
        for target in targets:
            check_target(target)  # all, before anything is played
        rulebook = options.rulebook
        games = (options.game,) if options.game else games_of(rulebook)
        dossier = Dossier(
            rulebook=rulebook,
            digest=options.digest,
            version=__version__,
            made=datetime.now(UTC),
            games=shared_first(
                [evidence_of(rulebook, each, scenes_of(rulebook, each, options.folder)) for each in games]
            ),
        )
        if options.json is not None:
            write_export(options.json, dossier_json(dossier, words))
        if options.pdf is not None:
            write_export(options.pdf, draw(dossier_paper(dossier, words)))
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
