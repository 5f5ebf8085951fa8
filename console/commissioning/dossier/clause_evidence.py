"""The evidence for each clause, found in the rulebook and by playing the clause's scenes and rows.

Nothing is written by hand. A prompt belongs to the clauses that it names, a figure or an announcement to
those of its row in the rulebook, an outcome to its case's; the journal's entries are those that a scene left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from console.base.system import read_json
from console.commissioning.dossier.clause_tests import ROWS_TEST, SCENES_TEST, named_tests
from console.commissioning.proofs.rules_proof import clause_proof, row_proof, scene_proof
from console.supervisor.records import Proof, Verdict
from console.table.core import ROWS, Action, Actor, Role, View
from console.table.game import DOCUMENTED, Case, Result, Rulebook
from console.table.scenes import (
    REPORTER,
    Clause,
    DecisionRow,
    Scene,
    TableInMemory,
    UnreachableMoment,
    at_moment,
    clauses_of,
    rows_of,
    scene_folder,
    scenes_of,
    shipped_scenes,
)
from console.table.scenes import clauses as all_clauses

_PEOPLE: Final = (Actor.DEALER, Actor.PIT_BOSS)
VERDICTS: Final = (Verdict.FAILED, Verdict.NOT_PROVED, Verdict.PROVED)
"""The verdicts on a clause, the worst first."""
_PROCEDURES: Final = ("check", "prompt", "incident")
"""The kinds of clauses that people carry out."""
ALL: Final = "all"
"""The game of a clause that applies to every game."""
HOUSE: Final = "house"
"""The kind of a clause that a rulebook names and no document has."""


class OwnCase(msgspec.Struct, frozen=True):
    """A case of the rulebook's own decision table: what went wrong, and what the rules decide."""

    kind: str
    case: Case


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """A clause with all that was found about it."""

    clause: Clause
    game: str
    proof: Proof
    """The joint result of its scenes and rows, and the reason if it is not proved."""
    prompts: tuple[View, ...]
    cases: tuple[OwnCase, ...]
    scenes: tuple[tuple[Scene, Proof], ...]
    """The scenes that prove the clause, each as it was played here."""
    rows: tuple[Proof, ...]
    """The rows of the decision table that prove the clause, at each of their moments."""
    tests: tuple[str, ...]
    """The tests of the suite that name the clause, or play its scenes and rows."""
    entries: tuple[str, ...]
    """The kinds of entries that its scenes left in the journal, in the journal's order of kinds."""
    obliges: tuple[Actor, ...]
    """The people whom the clause's prompts and cases name. If a procedure names none, those who press in its
    scenes, else the dealer, who deals and announces (GEN-roles). Empty if the console alone carries the
    clause out.
    """

    @property
    def is_proved(self) -> bool:
        """Whether its scenes and rows were played here and came out as written."""
        return self.proof.verdict is Verdict.PROVED


class GameEvidence(msgspec.Struct, frozen=True):
    """A game's clauses, and how many scenes and rows were played for them."""

    game: str
    clauses: tuple[Evidence, ...]
    scenes: int
    rows: int

    @property
    def open(self) -> tuple[Evidence, ...]:
        """The clauses that are not met, then those that are not proved, in the document's order."""
        left = [each for each in self.clauses if not each.is_proved]
        return tuple(sorted(left, key=lambda each: each.proof.verdict is not Verdict.FAILED))

    @property
    def proven_clauses(self) -> tuple[Evidence, ...]:
        """All other clauses, in the document's order."""
        return tuple(each for each in self.clauses if each.is_proved)


class _RecordingTable(TableInMemory):
    """A table that keeps each view that it shows."""

    def __init__(self, rulebook: Rulebook, *, game: str, is_ready: bool) -> None:
        self.shown: list[View] = []
        super().__init__(rulebook, game=game, is_ready=is_ready)

    def view_after(self, sent: bytes) -> View:
        view = super().view_after(sent)
        self.shown.append(view)
        return view


class _Stage:
    """Makes the tables of scenes in turn, and keeps the last."""

    last: _RecordingTable | None = None

    def __call__(self, rulebook: Rulebook, *, game: str, is_ready: bool) -> TableInMemory:
        self.last = _RecordingTable(rulebook, game=game, is_ready=is_ready)
        return self.last


def evidence_of(
    rulebook: Rulebook, game: str, scenes: Sequence[Scene] | None = None, clauses: Sequence[Clause] = ()
) -> GameEvidence:
    """Every clause on the game in the rulebook's document, with its evidence. All its scenes and rows are
    played, which takes some seconds. ``scenes`` replace its own; ``clauses`` are added to its document's.
    Raises SceneError, OSError.
    """
    due = [*clauses_of(rulebook, game), *clauses]
    known = {each.id for each in (*all_clauses(), *due)}
    due += [Clause(each, game, HOUSE, ()) for each in named_by(rulebook, game) if each not in known]
    tests = named_tests(scene_folder())
    marks: defaultdict[str, _Marks] = defaultdict(_Marks)
    played: list[tuple[Scene, Proof]] = []
    for scene in scenes_of(rulebook, game) if scenes is None else scenes:
        stage = _Stage()
        played.append((scene, scene_proof(scene, rulebook, stage)))
        if stage.last is not None:
            _note_prompts(stage.last, marks)
            for named in scene.clauses:
                marks[named].entries.update(_entries(stage.last))
                marks[named].hands.update(_pressed(stage.last))
    rows = [row_proof(row, when, rulebook) for row in rows_of(rulebook, game) for when in row.when]
    for row in rows_of(rulebook, game):
        marks[row.clause].entries.update(_entries_of_row(row, rulebook))
    cases = _cases(rulebook, game)
    found = tuple(
        _evidence(clause, game, played, rows, cases, marks[clause.id], tests.get(clause.id, ()))
        for clause in due
    )
    return GameEvidence(game, found, len(played), len(rows))


class _Marks(msgspec.Struct):
    """The evidence that play has left for one clause."""

    prompts: dict[tuple[str, ...], View] = {}
    """The first view of each prompt that names the clause."""
    entries: set[str] = set()
    """The kinds of entries that changed the table in its scenes and rows."""
    hands: set[Actor] = set()
    """The people who pressed in its scenes."""


def _evidence(
    clause: Clause,
    game: str,
    played: Sequence[tuple[Scene, Proof]],
    rows: Sequence[Proof],
    cases: Sequence[OwnCase],
    marks: _Marks,
    tests: Sequence[str],
) -> Evidence:
    scenes = tuple(each for each in played if clause.id in each[1].clauses)
    own_rows = tuple(each for each in rows if clause.id in each.clauses)
    own_cases = tuple(each for each in cases if _is_of(each.case.clause or "", clause.id))
    views = tuple(marks.prompts.values())
    # A halt names the clause that was not followed: the decision is the pit boss's, the duty may be
    # another's.
    own = tuple(view for view in views if view.prompt.action != Action.RESOLVE)
    duties = own or (views if clause.kind in _PROCEDURES else ())
    obliged = {view.prompt.actor for view in duties}
    obliged |= {Actor(view.prompt.with_) for view in duties if view.prompt.with_}
    obliged |= {Actor(who) for each in own_cases for who in _who(each)}
    obliged &= set(_PEOPLE)
    if not obliged and clause.kind in _PROCEDURES:
        obliged = marks.hands or {Actor.DEALER}
    return Evidence(
        clause=clause,
        game=game,
        proof=clause_proof(clause, [*(proof for _, proof in scenes), *own_rows]),
        prompts=views,
        cases=own_cases,
        scenes=scenes,
        rows=own_rows,
        tests=tuple(dict.fromkeys((*tests, *_playing(scenes, own_rows)))),
        entries=tuple(kind for kind in KINDS if kind in marks.entries),
        obliges=tuple(actor for actor in _PEOPLE if actor in obliged),
    )


def _playing(scenes: Sequence[tuple[Scene, Proof]], rows: Sequence[Proof]) -> Iterator[str]:
    """The tests that play its scenes, if they ship, and its rows."""
    shipped = {each.file for each in shipped_scenes()}
    if any(scene.file in shipped for scene, _ in scenes):
        yield SCENES_TEST
    if rows:
        yield ROWS_TEST


def named_by(rulebook: Rulebook, game: str) -> tuple[str, ...]:
    """The clauses that a rulebook names for a game, each once, in the file's order."""
    rules = msgspec.to_builtins(rulebook.rules_of(game), enc_hook=str)  # Odds are fractions.
    rules["incidents"] = rules["incidents"]["kinds"]
    return tuple(dict.fromkeys(_named_in(rules)))


def _named_in(part: Any, named: bool = False) -> Iterator[str]:
    """``prompts`` are lists of clauses by action; elsewhere they are under ``clauses``."""
    match part:
        case str() if named:
            yield part
        case dict():
            for key, each in part.items():
                yield from _named_in(each, named or key in ("clause", "clauses", "prompts"))
        case list() | tuple():
            for each in part:
                yield from _named_in(each, named)


def _note_prompts(table: _RecordingTable, marks: defaultdict[str, _Marks]) -> None:
    """Keep the first view of each prompt, by the clauses that it names."""
    for view in table.shown:
        prompt = view.prompt
        kind = (prompt.action, prompt.actor, str(prompt.hand), str(prompt.reason), str(prompt.fact))
        for clause in prompt.clauses:
            marks[clause].prompts.setdefault(kind, view)


KINDS: Final = tuple(str(row.struct.__struct_config__.tag) for row in ROWS.values())
"""The names of the journal's entries, in their order."""


def _entries(table: TableInMemory) -> Iterator[str]:
    """The kinds of entries that changed the table; a refused one changes nothing."""
    yield from (entry.kind for entry in table.kept.entries if entry.refused is None)


def _pressed(table: TableInMemory) -> Iterator[Actor]:
    """The actors who did something at the table of a scene."""
    for entry in table.kept.entries:
        by = read_json(entry.event).get("by") if entry.refused is None else None
        role = table.table.role_of(by) if by else None
        if role in (Role.DEALER, Role.PIT_BOSS):
            yield Actor(role)


def _entries_of_row(row: DecisionRow, rulebook: Rulebook) -> Iterator[str]:
    """The clauses that a row's entries name, reported at its first moment, authorised if it has a choice."""
    try:
        table = at_moment(row, row.when[0], rulebook)
    except UnreachableMoment:
        return
    table.take({"do": "incident", "by": REPORTER, "kind": row.kind, "facts": row.reported_facts})
    if row.choice is not None:
        table.take({"do": "authorise", "by": REPORTER, "choice": row.choice})
    yield from _entries(table)


def _cases(rulebook: Rulebook, game: str) -> tuple[OwnCase, ...]:
    kinds = rulebook.rules_of(game).incidents.kinds
    return tuple(OwnCase(kind, case) for kind, cases in kinds.items() for case in cases)


def _is_of(clause: str, whole: str) -> bool:
    """Whether ``clause`` is ``whole``, or a lettered part of it: LT-BJ-2.3.2a is a part of LT-BJ-2.3.2."""
    return clause == whole or (clause[:-1] == whole and clause[-1].isalpha())


def _who(case: OwnCase) -> Iterator[str]:
    """The roles that act in a case; the dealer changes a shoe after the hand."""
    yield case.case.authority
    if case.case.outcome is Result.CHANGE_SHOE_AFTER:
        yield Role.DEALER
    yield from (step.actor for step in case.case.steps)


def games_of(rulebook: Rulebook) -> tuple[str, ...]:
    """The rulebook's games: those with a rule document, then the house's own."""
    documented = tuple(game for game in rulebook.games if game in DOCUMENTED)
    return (*documented, *(game for game in rulebook.games if game not in DOCUMENTED))


def shared_first(games: Sequence[GameEvidence]) -> tuple[GameEvidence, ...]:
    """The games, preceded by the clauses for all of them, each proved if every game proves it."""
    of_all: dict[str, list[Evidence]] = {}
    for each in (each for of in games for each in of.clauses if each.clause.game == ALL):
        of_all.setdefault(each.clause.id, []).append(each)
    if len(games) == 1 or not of_all:
        return tuple(games)
    own = (replace(of, clauses=tuple(each for each in of.clauses if each.clause.game != ALL)) for of in games)
    return (GameEvidence(ALL, tuple(map(_together, of_all.values())), 0, 0), *own)


def _together(evidence: Sequence[Evidence]) -> Evidence:
    left = {kind for each in evidence for kind in each.entries}
    named = {actor for each in evidence for actor in each.obliges}
    return replace(
        evidence[0],
        game=ALL,
        proof=min((each.proof for each in evidence), key=lambda proof: VERDICTS.index(proof.verdict)),
        prompts=tuple(view for each in evidence for view in each.prompts),
        scenes=tuple(scene for each in evidence for scene in each.scenes),
        rows=tuple(row for each in evidence for row in each.rows),
        tests=tuple(dict.fromkeys(test for each in evidence for test in each.tests)),
        entries=tuple(kind for kind in KINDS if kind in left),
        obliges=tuple(actor for actor in _PEOPLE if actor in named),
    )
