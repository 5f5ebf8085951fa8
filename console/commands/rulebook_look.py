"""``dealer-console rulebook``: whether a rulebook can be used, its sheet, and what it would have changed.

Checks the form of its files, finds incident rows that are never the answer, checks the words of every
language, and prints the decision table. A row has the name that it has in its file; its outcome is the one
that the table itself would decide. The caller passes the function that draws the pages, so that nothing here
imports Qt.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from console.arguments import PROGRAM, OneLine, path_text, print_refusal, system_language
from console.command_table import sentence
from console.game.games import GAMES
from console.game.incident_cases import Case, FactText
from console.game.rulebook import Rulebook, load_procedures, rulebook_folder, rulebook_ids
from console.game.rulebook_faults import RulebookFault, Source, faults_of, load_rulebook, source_of
from console.incidents.coverage import CoveredCase, TooMany, coverage
from console.incidents.facts import CHOICE, Fact, span
from console.nearest import nearest
from console.records.documents.decision_sheet import decision_sheet
from console.records.documents.export import ExportError, check_target, lines_of, write_export
from console.records.documents.paper import Paged, Paper
from console.table.state.actions import Action
from console.visible import visible
from console.words import LANGUAGES, Words
from console.words.clauses import clause_text
from console.words.incident_phrases import outcome_key, question_key
from console.words.names import game_name

WRONG: Final = 1
"""The exit status where something must be corrected."""
WIDE: Final = 150
"""Columns of a line where the terminal's width is not known."""
_COMMAND: Final = f"{PROGRAM} rulebook"
_UNPRESSED: Final = (Action.ENTER_NUMBER, Action.SCAN_CARD, Action.SCAN_CUT_CARD)
"""Steps that end with a reading instead of a button."""


def main(argv: Sequence[str], page: Paged, now: Callable[[], datetime] = datetime.now) -> int:
    """Carry out the arguments. Returns the exit status: 0 good, 1 something must be corrected, 2 there is no
    rulebook to check.

    ``page`` makes a PDF of a document.
    """
    parser = OneLine(_COMMAND, allow_abbrev=False)
    commands = parser.add_commands()
    check = commands.add_parser("check", help=sentence("rulebook check"))
    check.add_argument("rules", type=path_text, metavar="FILE", help="option.rulebook")
    show = commands.add_parser("show", help=sentence("rulebook show"))
    show.add_argument("rules", type=path_text, metavar="RULES", help="option.rulebook")
    show.add_argument("--game", choices=GAMES, help="option.game_shown")
    show.add_argument("--pdf", type=Path, metavar="FILE", help="option.pdf_sheet")
    trial = commands.add_parser("try", help=sentence("rulebook try"))
    trial.add_argument("rules", type=path_text, metavar="NEW", help="option.rulebook")
    trial.add_argument("journals", type=Path, nargs="+", metavar="JOURNAL", help="option.tried")
    trial.add_argument("--json", type=Path, metavar="OUT", help="option.json_file")
    trial.add_argument("--csv", type=Path, metavar="OUT", help="option.csv")
    dossier = commands.add_parser("dossier", help=sentence("rulebook dossier"))
    dossier.add_argument("rules", metavar="MARKET", help="option.rulebook")
    dossier.add_argument("--rulebook", type=path_text, metavar="FILE", help="option.house_rulebook")
    dossier.add_argument("--game", choices=GAMES, help="option.game_shown")
    dossier.add_argument("--pdf", type=Path, metavar="FILE", help="option.pdf")
    dossier.add_argument("--json", type=Path, metavar="FILE", help="option.json_file")
    for each in (check, show, trial, dossier):
        each.add_argument("--lang", choices=LANGUAGES, default=system_language(), help="option.lang")
    arguments = parser.parse_args(argv)
    words = Words(arguments.lang)
    file = rulebook_file(arguments.rules)
    if not file.is_file():
        return print_refusal(_COMMAND, no_rules_text(words, arguments.rules))
    market = None
    if arguments.command == "dossier" and arguments.rulebook is not None:
        market, file = file, Path(arguments.rulebook)
        if not file.is_file():
            return print_refusal(_COMMAND, no_rules_text(words, arguments.rulebook))
    source = source_of(file)
    if faults := faults_of(source):
        for fault in faults:
            print(fault_text(words, fault))
        print(words.text("rulebook.check.bad", file=visible(file.name)))
        return WRONG
    rulebook = load_rulebook(source)
    if arguments.command == "check":
        return _print_check(words, source, rulebook)
    if arguments.command == "try":
        from console.commands.documents.rulebook_trial import TrialOptions
        from console.commands.documents.rulebook_trial import main as try_it

        of = (
            rulebook,
            file.name,
            digest(source, rulebook),
            tuple(arguments.journals),
            arguments.json,
            arguments.csv,
        )
        return try_it(TrialOptions(*of), words)
    games = (arguments.game,) if arguments.game else tuple(rulebook.games)
    is_example = (
        arguments.command == "dossier" and arguments.game is not None and GAMES[arguments.game].is_example
    )
    if arguments.game is not None and arguments.game not in rulebook.games and not is_example:
        wrong = words.text("rulebook.no_game", rules=file.name, game=arguments.game)
        there = words.list_of(list(rulebook.games))
        return print_refusal(_COMMAND, words.text("arguments.there", wrong=wrong, names=there))
    if arguments.command == "dossier":
        from console.commands.documents.rulebook_dossier import DossierOptions
        from console.commands.documents.rulebook_dossier import main as tell

        if market is not None and (due := load_rulebook(source_of(market)).document) != rulebook.document:
            slots = {"file": file.name, "document": rulebook.document, "market": due}
            return print_refusal(_COMMAND, words.text("dossier.other_document", **slots))
        asked = (
            rulebook,
            digest(source, rulebook),
            file.parent,
            arguments.game,
            arguments.pdf,
            arguments.json,
        )
        return tell(DossierOptions(*asked), words, page)
    sheet = decision_sheet(words, rulebook, games, digest(source, rulebook), now())
    return _print_or_draw(words, sheet, arguments.pdf, page)


def rulebook_file(name: str) -> Path:
    """The file of a rulebook, by its id or its path."""
    return rulebook_folder() / f"{name}.toml" if name in rulebook_ids() else Path(name)


def no_rules_text(words: Words, name: str) -> str:
    """The refusal of a name that is no rulebook's, with the nearest one or all of them."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in name[:60])
    if (near := nearest(name, rulebook_ids())) is not None:
        return words.text("rulebook.no_rules.near", rules=shown, near=near)
    return words.text("rulebook.no_rules", rules=shown, there=words.list_of(rulebook_ids()))


def digest(source: Source, rulebook: Rulebook) -> str:
    """The digest of the rulebook's file and of the two files from which it takes rows; it tells two versions
    apart.
    """
    summed = hashlib.sha256()
    named = (rulebook.incidents.own, rulebook.incidents.house)
    for file in (source.file, *(source.procedures[name] for name in named)):
        summed.update(hashlib.sha256(file.read_bytes()).digest())
    return summed.hexdigest()[:12]


def fault_text(words: Words, fault: RulebookFault) -> str:
    """A mistake in words, with the way out."""
    place = f"{fault.file}: {fault.place}" if fault.place else fault.file
    key = f"rulebook.fault.{fault.kind}"
    slots = {"place": visible(place), "given": visible(fault.given), "right": visible(fault.right)}
    if fault.near is not None:
        return words.text(f"{key}.near", near=fault.near, **slots)
    return words.text(key, **slots)


def _print_or_draw(words: Words, sheet: Paper, pdf: Path | None, page: Paged) -> int:
    if pdf is None:
        print(*lines_of(sheet, shutil.get_terminal_size((WIDE, 0)).columns), sep="\n")
        return 0
    try:
        check_target(pdf)
        write_export(pdf, page(sheet))
    except ExportError as error:
        return print_refusal(_COMMAND, words.text(error.key, **error.slots))
    print(words.text("record.written", file=pdf))
    return 0


# --- what is reachable, and said ----------------------------------------------------------------------


def _print_check(words: Words, source: Source, rulebook: Rulebook) -> int:
    wrong: list[str] = []
    for game in rulebook.games:
        lines, found = _covered(words, source, rulebook, game)
        print(*lines, sep="\n")
        wrong += found
    wrong += _without_words(words, rulebook)
    if wrong:
        print("", *wrong, "", sep="\n")
        print(words.text("rulebook.check.bad", file=source.file.name))
        return WRONG
    print(words.text("rulebook.check.good", file=source.file.name, digest=digest(source, rulebook)))
    return 0


def _covered(words: Words, source: Source, rulebook: Rulebook, game: str) -> tuple[list[str], list[str]]:
    """The lines about a game's rows, and those that must be corrected."""
    lines: list[str] = []
    wrong: list[str] = []
    kinds, named = rulebook.games[game].incidents.kinds, _row_names(source, rulebook, game)
    reached = 0
    for kind, rows in kinds.items():
        names = named[kind]
        try:
            covered = coverage(rows)
        except TooMany:
            wrong.append(words.text("rulebook.check.too_many", kind=f"{game}.{kind}"))
            continue
        for name, row, reach in zip(names, rows, covered.rows, strict=True):
            if reach.example is not None:
                reached += 1
                answer = f"{row.outcome} {row.clause or '–'}"
                lines.append(f"  {name}: {_situation(row, reach.example)} → {answer}")
            elif reach.shadows:
                others = words.list_of(names[number] for number in reach.shadows)
                wrong.append(words.text("rulebook.check.shadowed", row=name, others=others))
            else:
                wrong.append(words.text("rulebook.check.never", row=name))
        for meeting in covered.meetings:
            if covered.rows[meeting.loses].example is None:
                continue  # that it never wins is said
            wins, loses = names[meeting.wins], names[meeting.loses]
            at = _situation(rows[meeting.wins], meeting.example)
            wrong.append(words.text("rulebook.check.meet", wins=wins, loses=loses, facts=at))
        for gap in covered.gaps:
            lines.append(f"  {words.text('rulebook.check.gap', kind=f'{game}.{kind}', facts=_facts(gap))}")
    count = sum(map(len, kinds.values()))
    of = {"game": game_name(words, game), "kinds": len(kinds), "rows": count, "reached": reached}
    return [words.text("rulebook.check.counted", **of), *lines], wrong


def _row_names(source: Source, rulebook: Rulebook, game: str) -> dict[str, list[str]]:
    """The place of each row in its file, in the rulebook's order."""
    files = load_procedures(next(iter(source.procedures.values())).parent.parent)
    found: dict[str, list[str]] = {}
    for name in (rulebook.incidents.own, rulebook.incidents.house):
        for kind, rows in files[name].get(game, {}).items():
            for number, row in enumerate(rows):
                if not row.only or rulebook.id in row.only:
                    found.setdefault(kind, []).append(f"{name}.toml {game}.{kind}[{number}]")
    return found


def _situation(row: Case, example: CoveredCase) -> str:
    """An example in the words of the file: ``R; cards=1, seen=true``."""
    moments = " ".join(sorted(row.moments & example.moments))
    return f"{moments}; {_facts(example.facts)}" if example.facts else moments


def _facts(facts: Mapping[str, Fact]) -> str:
    return ", ".join(f"{fact}={str(value).lower()}" for fact, value in facts.items())


def _without_words(words: Words, rulebook: Rulebook) -> Iterator[str]:
    for language in LANGUAGES:
        own = Words(language)
        missing = dict.fromkeys(
            key
            for game in rulebook.games
            for kind, rows in rulebook.games[game].incidents.kinds.items()
            for row in rows
            for key in missing_words(own, kind, row)
        )
        if missing:
            yield words.text("rulebook.check.no_words", language=language, keys=words.list_of(missing))


def missing_words(words: Words, kind: str, row: Case) -> Iterator[str]:
    """The keys of the phrases that a row needs and a language does not have."""
    keys = [f"incident.{kind}", f"incident.{kind}.hint", outcome_key(row.outcome, 1)]
    for fact, wanted in row.facts.items():
        keys += _fact_keys(kind, fact, wanted)
    keys += [f"answer.{CHOICE}.{choice}" for choice in row.choices]
    for step in row.steps:
        keys.append(f"step.{step.action}")
        keys += [f"button.step.{step.action}"] if step.action not in _UNPRESSED else []
    yield from (key for key in keys if not words.has(key))
    if row.clause is not None and clause_text(words, row.clause) is None:
        yield f"clause.{row.clause}"


def _fact_keys(kind: str, fact: str, condition: FactText) -> Iterator[str]:
    yield question_key(kind, fact)
    if not isinstance(condition, bool) and span(condition) is None:
        yield f"answer.{fact}.{condition}"
