"""The rules as a table proves them: rows and scenes by its own rulebook, clauses by what names them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.commissioning.proof_words import proof_text
from console.commissioning.proofs.rules_proof import row_proof, rules_proofs, scene_proof
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.game import DOCUMENTED, Result, Rulebook
from console.table.scenes import SceneError, clauses_of, play_decision, rows_of, scenes_of
from console.table.scenes.rule_tables import decision_rows
from console.table.scenes.scene_file import scenes
from tests.base.words.catalogues import words
from tests.table.core.tables import CODES, book
from tests.table.game.clauses import committed as clauses
from tests.table.incidents.rows import committed as rows


def with_other_outcome(rulebook: Rulebook, game: str, kind: str, clause: str, outcome: Result) -> Rulebook:
    """The rulebook with one row of one kind that says something else."""
    rules = rulebook.games[game]
    kinds = rules.incidents.kinds
    cases = tuple(replace(each, outcome=outcome) if each.clause == clause else each for each in kinds[kind])
    incidents = replace(rules.incidents, kinds={**kinds, kind: cases})
    return replace(rulebook, games={**rulebook.games, game: replace(rules, incidents=incidents)})


def by_name(proofs: list[Proof], start: str) -> list[Proof]:
    return [each for each in proofs if each.name.startswith(start)]


@pytest.fixture(scope="module")
def roulette() -> list[Proof]:
    return list(rules_proofs(book("lt"), "roulette"))


def test_the_tables_that_ship_are_those_that_the_suite_reads() -> None:
    assert [row.decision.clause for row in decision_rows() if row.clause] == [
        row.clause for row in rows() if row.clause
    ]
    assert len(decision_rows()) == len(rows())
    stated = {each.id for each in clauses() if "lt" in each.documents and each.game in ("roulette", "all")}
    assert {each.id for each in clauses_of(book("lt"), "roulette")} == stated


@pytest.mark.sweep(3)
@pytest.mark.parametrize("game", DOCUMENTED)
@pytest.mark.parametrize("code", ("lt", "de", "sv"))
def test_each_row_comes_out_as_the_decision_table_has_it(code: str, game: str) -> None:
    due = rows_of(book(code), game)
    assert {row.clause for row in due} == {
        row.clause for row in rows() if row.game == game and (not row.rules or code in row.rules)
    }
    for row in due:
        for when in row.when:
            assert play_decision(row, when, book(code)) == row.decision, f"{row.number} {row.kind} {when}"


def test_a_table_proves_every_scene_every_row_and_lists_every_clause(roulette: list[Proof]) -> None:
    scenes_due = scenes_of(book("lt"), "roulette")
    assert len(by_name(roulette, "scene ")) == len(scenes_due) > 40
    assert len(by_name(roulette, "row ")) == sum(len(row.when) for row in rows_of(book("lt"), "roulette"))
    assert len(by_name(roulette, "clause ")) == len(clauses_of(book("lt"), "roulette"))
    assert {each.verdict for each in roulette} == {Verdict.PROVED, Verdict.NOT_PROVED}


def test_no_proof_has_another_ones_name(roulette: list[Proof]) -> None:
    assert len({each.name for each in roulette}) == len(roulette)


def test_a_clause_that_no_scene_and_no_row_shows_is_not_proved(roulette: list[Proof]) -> None:
    shown = {clause for each in roulette for clause in each.clauses if not each.name.startswith("clause ")}
    for each in by_name(roulette, "clause "):
        assert (each.clauses[0] in shown) is (each.verdict is Verdict.PROVED), each.name
        assert bool(each.why) is (each.verdict is Verdict.NOT_PROVED)


def test_a_changed_row_of_the_rulebook_fails_by_its_clause() -> None:
    """LT-ROU-29: what left the wheel is no round; a rulebook that goes on instead is named."""
    cases = book("lt").games["roulette"].incidents.kinds["ball_out"]
    case = next(each for each in cases if each.outcome in (Result.VOID, Result.RESPIN))
    assert case.clause is not None
    wrong = with_other_outcome(book("lt"), "roulette", "ball_out", case.clause, Result.FINISH)
    found = list(rules_proofs(wrong, "roulette"))
    failed = {each.name for each in found if each.verdict is Verdict.FAILED}
    assert f"clause {case.clause}" in failed
    of_clause = next(each.found for each in found if each.name == f"clause {case.clause}")
    naming = [each for each in found if case.clause in each.clauses and not each.name.startswith("clause ")]
    good = sum(each.verdict is Verdict.PROVED for each in naming)
    assert isinstance(of_clause, Phrase) and of_clause.slots == {"shown": good, "of": len(naming)}
    assert any(name.startswith("row roulette ball_out") for name in failed)
    named = next(
        each for each in found if each.name.startswith("row roulette ball_out") and each.name in failed
    )
    assert "finish" in str(named.found) and "finish" not in str(named.expected)
    own = next(each for each in found if each.name.startswith("own row roulette ball_out"))
    for text in (named.found, own.found):
        assert proof_text(words("en"), text).startswith("The round counts as finished · ")
        assert proof_text(words("sv"), text).startswith("Spelomgången räknas som avslutad · ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rows_decision_is_described_in_words(language: str, roulette: list[Proof]) -> None:
    for each in by_name(roulette, "row "):
        text = proof_text(words(language), each.expected)
        assert "_" not in text and "{" not in text and ":dealer" not in text, text


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"when": ("S",)}, "it stopped at: roulette"),
        ({"kind": "misread", "facts": {}}, "the report was not accepted: "),
        ({"kind": "no_spin", "facts": {}}, "the console asks for one more answer: Cause"),
    ],
)
def test_a_row_that_comes_to_no_decision_says_so_in_words(wrong: dict[str, Any], text: str) -> None:
    row = next(each for each in rows_of(book("lt"), "roulette") if each.kind == "ball_out" and each.facts)
    other = replace(row, **wrong)
    proof = row_proof(other, other.when[0], book("lt"))
    assert proof.verdict is Verdict.FAILED and text in proof_text(words("en"), proof.found)


def test_a_scene_that_differs_is_named_by_its_line() -> None:
    scene = next(each for each in scenes_of(book("sv"), "baccarat") if each.file == "coups")
    number = next(at for at, text in scene.lines if "place_your_bets" in text)
    wrong = tuple(
        (at, text.replace("place_your_bets", "no_more_bets") if at == number else text)
        for at, text in scene.lines
    )
    proof = scene_proof(replace(scene, lines=wrong), book("sv"))
    assert proof.verdict is Verdict.FAILED
    assert isinstance(proof.expected, Phrase) and proof.expected.slots["line"] == number
    assert "no_more_bets" in str(proof.expected.slots["text"])
    assert isinstance(proof.found, Phrase) and "place_your_bets" in str(proof.found.slots["text"])
    assert proof_text(words("de"), proof.found).startswith("Meldung"), "a machine's words are marked as such"


def test_a_line_that_means_nothing_fails_and_stops_no_other_scene() -> None:
    scene = scenes_of(book("sv"), "baccarat")[0]
    proof = scene_proof(replace(scene, lines=((7, "? bets open"),)), book("sv"))
    assert proof.verdict is Verdict.FAILED and "bets open" in str(proof.found)


@pytest.mark.parametrize(
    ("text", "named"),
    [("< bets open\n", "a.txt:1"), ("# t\ntable ready\n", "a.txt:2"), ("# nothing\n", "no scene")],
)
def test_a_malformed_file_of_scenes_is_named_with_its_line(tmp_path, text: str, named: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "a.txt"
    file.write_text(text, "utf-8")
    with pytest.raises(SceneError, match=named):
        list(scenes(file))


@pytest.mark.parametrize("code", CODES)
def test_each_market_has_scenes_and_rows_of_every_game(code: str) -> None:
    for game in DOCUMENTED:
        assert len(scenes_of(book(code), game)) >= 10 and len(rows_of(book(code), game)) >= 15
