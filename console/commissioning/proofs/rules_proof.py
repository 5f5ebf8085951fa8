"""The rules: every scene of the market's clauses and every row of its decision table, played here by the
rulebook of the table's own file. A clause that no scene and no row shows is reported as not proved, never
left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from console.supervisor.records import (
    Finding,
    Phrase,
    Proof,
    Section,
    Slots,
    Subject,
    Verdict,
    not_proved,
    tried,
)
from console.table.config import TableConfig
from console.table.game import FactText, Rulebook
from console.table.incidents import CHOICE
from console.table.scenes import (
    Clause,
    Decision,
    DecisionRow,
    Scene,
    SceneDiffers,
    SceneError,
    TableInMemory,
    TableMaker,
    UnreachableMoment,
    clauses_of,
    play,
    play_decision,
    rows_of,
    scenes_of,
)

AS_WRITTEN: Final = Phrase("commissioning.found.as_written")


def rules_proofs(rulebook: Rulebook, game: str) -> Iterator[Proof]:
    """The proofs of each scene, each row at each of its moments, each row that only the rulebook has, and
    each clause. Raises SceneError, OSError.
    """
    found: list[Proof] = []
    for scene in scenes_of(rulebook, game):
        found.append(scene_proof(scene, rulebook))
        yield found[-1]
    for row in rows_of(rulebook, game):
        for when in row.when:
            found.append(row_proof(row, when, rulebook))
            yield found[-1]
    yield from _rows_of_the_house(rulebook, game)
    for clause in clauses_of(rulebook, game):
        yield clause_proof(clause, found)


@Subject(Section.RULES, "rules limits").proof
def limits_proof(rulebook: Rulebook, config: TableConfig) -> Finding:
    """The lowest and highest bet, which stand on the felt (BAC-2.1.7-i, BJ-1.3, BJ-2.1.4-i, ROU-2.1.4)."""
    limits = rulebook.rules_of(config.game).with_limits(config.limits).limits
    return not_proved("limits.none") if limits is None else tried("limits.found", True)


def scene_proof(scene: Scene, rulebook: Rulebook, make_table: TableMaker = TableInMemory) -> Proof:
    """A scene as it was played here; ``make_table`` makes its table."""
    first = scene.lines[0][0] if scene.lines else 0
    expected, found, verdict = AS_WRITTEN, AS_WRITTEN, Verdict.PROVED
    try:
        play(scene, rulebook, make_table)
    except SceneDiffers as differs:
        at: Slots = {"line": differs.line, "text": differs.expected.removeprefix("> ")}
        expected = Phrase("commissioning.expected.line", at) if differs.line else AS_WRITTEN
        return _scene(scene, first, expected, _players_phrase(differs.found), Verdict.FAILED)
    except SceneError as error:
        return _scene(scene, first, expected, _players_phrase(str(error)), Verdict.FAILED)
    return _scene(scene, first, expected, found, verdict)


def _players_phrase(text: str) -> Phrase:
    """The message of the scenes' player, in the terms of the scene and marked as its own."""
    return Phrase("commissioning.found.player", {"text": text})


def _scene(scene: Scene, line: int, expected: Phrase, found: Phrase, verdict: Verdict) -> Proof:
    return Proof(
        section=Section.RULES,
        name=f"scene {scene.file} {scene.title}",
        what=Phrase("commissioning.scene", {"file": scene.file, "line": line}),
        expected=expected,
        found=found,
        verdict=verdict,
        clauses=scene.clauses,
    )


def row_proof(row: DecisionRow, when: str, rulebook: Rulebook) -> Proof:
    """A row of the decision table, reported at one of its moments."""
    facts = _facts_text(row.facts)
    is_right = False
    try:
        decision = play_decision(row, when, rulebook)
        found, is_right = _decided(decision, row.kind, row.facts), decision == row.decision
    except UnreachableMoment as error:
        found = Phrase(error.key, {**error.slots})
    named: Slots = {
        "number": row.number, "kind_key": f"incident.{row.kind}", "when_moment": when, "facts_facts": facts,
        "outcome": row.outcome, "authority": row.authority, "steps": " ".join(row.steps),
        "clause": row.clause,
    }  # fmt: skip
    return Proof(
        section=Section.RULES,
        name=" ".join(filter(None, ("row", row.game, row.kind, facts, when, row.clause))),
        what=Phrase("commissioning.row", named),
        expected=_decided(row.decision, row.kind, row.facts),
        found=found,
        verdict=Verdict.PROVED if is_right else Verdict.FAILED,
        clauses=(row.clause,) if row.clause else (),
    )


def _facts_text(facts: Mapping[str, FactText]) -> str:
    """Facts in a proof's notation."""
    texts = {
        fact: str(wanted).lower() if isinstance(wanted, bool) else wanted for fact, wanted in facts.items()
    }
    return "; ".join(f"{fact}={wanted}" for fact, wanted in texts.items())


def _decided(decision: Decision, kind: str, facts: Mapping[str, FactText]) -> Phrase:
    """The decision as in the pit's own sheet; a choice in the facts is not repeated."""
    choices = () if CHOICE in facts else decision.choices
    named: Slots = {
        "outcome_decision": " ".join((decision.outcome, *choices)),
        "authority_key": f"role.{decision.authority}",
        "steps_steps": "\n".join((kind, _facts_text(facts), " ".join(decision.steps))),
        "clause": decision.clause or "–",
    }
    return Phrase("commissioning.row.decision", named)


def _rows_of_the_house(rulebook: Rulebook, game: str) -> Iterator[Proof]:
    """The proofs of cases that only the rulebook has, whose right answer is unknown here."""
    known = {(row.kind, row.clause, row.outcome) for row in rows_of(rulebook, game)}
    for kind, cases in rulebook.rules_of(game).incidents.kinds.items():
        for number, case in enumerate(cases):
            if (kind, case.clause or "", str(case.outcome)) not in known:
                steps = tuple(f"{step.action}:{step.actor}" for step in case.steps)
                decision = Decision(
                    str(case.outcome), case.authority, steps, tuple(map(str, case.choices)), case.clause or ""
                )
                yield Proof(
                    section=Section.RULES,
                    name=f"own row {game} {kind} {number}",
                    what=Phrase(
                        "commissioning.own_row", {"kind_key": f"incident.{kind}", "number": number + 1}
                    ),
                    expected=Phrase("commissioning.expected.own_scene"),
                    found=_decided(decision, kind, case.facts),
                    verdict=Verdict.NOT_PROVED,
                    why=Phrase("commissioning.why.own_row"),
                )


def clause_proof(clause: Clause, of: Iterable[Proof]) -> Proof:
    naming = [proof for proof in of if clause.id in proof.clauses]
    failed = sum(proof.verdict is Verdict.FAILED for proof in naming)
    verdict = Verdict.FAILED if failed else Verdict.PROVED if naming else Verdict.NOT_PROVED
    why = "" if naming else Phrase(f"commissioning.why.{clause.unshown or 'no_scene'}")
    return Proof(
        section=Section.RULES,
        name=f"clause {clause.id}",
        what=Phrase("commissioning.clause", {"clause": clause.id}),
        expected=Phrase("commissioning.expected.shown"),
        found=Phrase("commissioning.found.shown", {"shown": len(naming) - failed, "of": len(naming)}),
        verdict=verdict,
        why=why,
        clauses=(clause.id,),
    )
