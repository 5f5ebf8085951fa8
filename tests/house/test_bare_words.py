"""Names that the code compares are an enumeration's members: a mistyped one is an error, not just false."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import chain
from pathlib import Path

from mypy import api

from console.table.core import Action, Bets, EventKind, HaltReason, IncidentState, Phase, Refusal, permissions
from console.table.game import Preparing, Result
from console.table.incidents import Kind
from tests.house.modules import ROOT, modules, under
from tests.sources import nodes

NAMED: dict[str, tuple[type[StrEnum], ...]] = {
    "action": (Action, Preparing),
    "refused": (Refusal,),
    "reason": (Refusal, HaltReason),
    "state": (IncidentState,),
    "kind": (Kind, EventKind),
    "phase": (Phase,),
    "bets": (Bets,),
    "outcome": (Result,),
}
"""The fields that are compared by name, and whose words they hold."""

BY_SHAPE = "console.table.devices.simulation"
"""It knows nothing of the table, and writes the protocol's words itself."""

OF_SOMETHING_ELSE = {
    ("console.table.config.messages", "does not look like"),
    ("console.supervisor.records.accounts.incident_account", "skipped"),
    ("console.supervisor.records.accounts.lookup", "incident"),
    ("console.supervisor.records.documents.record_words", "due"),
    ("console.supervisor.records.documents.record_words", "withdrawn"),
    ("console.supervisor.records.documents.round_words", "done"),
    ("console.supervisor.reports.report_document", "open"),
    ("console.table.core.play.preparation", "replace_shoe"),
    ("console.table.ui.dealer.preparation.step_pictures", "now"),
    ("console.floor.host.server_condition", "streaming"),
    ("console.floor.host.server_condition", "backup"),
    ("console.floor.host.server_condition", "host"),
    ("console.floor.host.server_condition", "hostssl"),
    ("console.table.people.answers", "active"),
    ("console.table.people.file", "disabled"),
    ("console.table.people.signatures", "disabled"),
    ("console.supervisor.ui.review.log.log_list", "shown"),
    ("console.table.ui.people.people_list", "active"),
    ("console.table.ui.people.people_list", "disabled"),
    ("console.commissioning.dossier.clause_evidence", "check"),
    ("console.commissioning.dossier.clause_evidence", "prompt"),
    ("console.commissioning.dossier.clause_evidence", "incident"),
    ("console.commissioning.dossier.dossier_words", "payout"),
    ("console.commissioning.dossier.dossier_words", "link"),
    ("console.commissioning.dossier.dossier_words", "limit"),
    ("console.table.journal.log.rows", "answer"),
    ("console.table.journal.log.rows", "authorise"),
    ("console.table.journal.log.rows", "sign_in"),
    ("console.table.ui.incident.outcome_words", "not_read"),
    ("console.table.ui.incident.panels.kinds", "too_many_hands"),
    ("console.table.words.incident_phrases", "turn_down"),
    ("console.table.words.incident_phrases", "discard"),
    ("console.table.words.incident_phrases", "replace_card"),
}
"""Fields of the same name that hold other words: a message, a record's row, a rulebook's Literal; words that
a rulebook alone names; and those of the journal, which knows the table's events and not its actions.
"""

MISTYPED = """
from console.table.core.state.views import IncidentView, Prompt, View
from console.table.core.state.actions import Action
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.reasons import Refusal

def wrong(view: View, prompt: Prompt, incident: IncidentView) -> Refusal | None:
    if prompt.action == Action.DAEL:
        return Refusal.BAD_INPTU
    match incident.state:
        case IncidentState.FACTS | IncidentState.WAITING:
            return "out_of_trun"
    return None
"""


@cache
def compared() -> tuple[tuple[str, int, str, str], ...]:
    """Module, line, field and word of each comparison of a field with a word that is written out."""
    return tuple(_compared())


def _compared() -> Iterator[tuple[str, int, str, str]]:
    for module, file in modules().items():
        constants = _constants(file)
        for node in nodes(file):
            match node:
                case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                    sides = [(left, constants.get(name, ast.Tuple(elts=[])))]
                case ast.Compare(left=left, comparators=[right]):
                    sides = [(left, right), (right, left)]
                case ast.Match(subject=subject, cases=cases):
                    sides = [(subject, value) for case in cases for value in _values(case.pattern)]
                case _:
                    continue
            for subject, value in sides:
                for word in _words(value):
                    yield module, node.lineno, _field(subject), word


def _constants(file: Path) -> dict[str, ast.expr]:
    """The values of a module's constants, by name."""
    return {
        target.id: value
        for node in nodes(file)
        if isinstance(node, ast.Assign | ast.AnnAssign) and (value := node.value) is not None
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name) and target.id.isupper()
    }


def _values(pattern: ast.pattern) -> Iterator[ast.expr]:
    match pattern:
        case ast.MatchValue(value=value):
            yield value
        case ast.MatchOr(patterns=patterns):
            yield from chain.from_iterable(map(_values, patterns))


def _words(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(word)):
            yield word
        case ast.Call(func=ast.Name(id="frozenset" | "set" | "tuple"), args=[collected]):
            yield from _words(collected)
        case ast.Dict(keys=keys):
            yield from chain.from_iterable(map(_words, filter(None, keys)))
        case ast.Tuple(elts=each) | ast.Set(elts=each) | ast.List(elts=each):
            yield from chain.from_iterable(map(_words, each))


def _field(node: ast.expr) -> str:
    match node:
        case (
            ast.Attribute(attr=name) | ast.Name(id=name) | ast.Subscript(slice=ast.Constant(value=str(name)))
        ):
            return name
        case _:
            return ""


def test_no_action_refusal_state_or_kind_is_compared_as_a_bare_word() -> None:
    bare = [
        f"{module}:{line}: {field} with {word!r}"
        for module, line, field, word in compared()
        if field in NAMED and not under(module, BY_SHAPE) and (module, word) not in OF_SOMETHING_ELSE
    ]
    assert not bare


def test_a_simulated_device_looks_for_words_of_the_protocol_alone() -> None:
    looked_for = [each for each in compared() if under(each[0], BY_SHAPE) and each[2] in NAMED]
    assert looked_for
    assert not [each for each in looked_for if not any(each[3] in set(enum) for enum in NAMED[each[2]])]


def test_mypy_finds_a_mistyped_action_refusal_and_state(tmp_path: Path) -> None:
    (tmp_path / "mistyped.py").write_text(MISTYPED, "utf-8")
    found, _, code = api.run([str(tmp_path / "mistyped.py"), "--config-file", str(ROOT / "pyproject.toml")])
    assert code == 1
    for word in ("DAEL", "BAD_INPTU", "WAITING"):
        assert f'has no attribute "{word}"' in found
    assert 'expected "Refusal | None"' in found


def test_every_prompt_that_no_rulebook_gives_is_an_action() -> None:
    assert set(permissions.ASKED) <= {*Action, *Preparing}


def test_every_kind_and_step_that_the_code_names_is_in_a_rulebook() -> None:
    rows = [
        (kind, row)
        for file in (ROOT / "resources" / "rulebooks" / "incidents").glob("*.toml")
        for game in tomllib.loads(file.read_text("utf-8")).values()
        for kind, those in game.items()
        for row in those
    ]
    steps = {step.partition(":")[0] for _, row in rows for step in row.get("steps", ())}
    assert {*Kind} <= {kind for kind, _ in rows}
    assert {*Action} - set(permissions.ASKED) <= steps
