"""The dossier: every clause once, what is not proved first, in any of the six languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from console.base.words import LANGUAGES
from console.commissioning.dossier.clause_evidence import (
    HOUSE,
    KINDS,
    GameEvidence,
    evidence_of,
    games_of,
    shared_first,
)
from console.commissioning.dossier.clause_tests import ROWS_TEST, SCENES_TEST
from console.commissioning.dossier.dossier import Dossier, dossier_json
from console.commissioning.dossier.dossier_paper import dossier_paper
from console.commissioning.dossier.dossier_words import ClauseWords
from console.commissioning.dossier.house_differences import rulebook_differences
from console.commissioning.dossier.standards import STANDARDS, UNREAD, Conformity
from console.supervisor.records import Part, Verdict, lines_of
from console.table.core import Actor
from console.table.game import DOCUMENTED
from console.table.game.roulette import RouletteRules
from console.table.scenes import Clause, clauses_of, scenes_of
from tests.table.core.tables import CODES, book, words

HANDBOOK = Path(__file__).parents[2] / "resources" / "handbook"
CATALOGUE = Path(__file__).parents[2] / "translations" / "en.po"


@cache
def shipped(code: str, game: str) -> GameEvidence:
    """Every scene and row of a shipped rulebook's game is played for it: once for all tests here."""
    return evidence_of(book(code), game)


def of_roulette() -> GameEvidence:
    return shipped("lt", "roulette")


def dossier(*games: GameEvidence, code: str = "lt") -> Dossier:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Dossier(rulebook=book(code), digest="0123456789ab", version="0.4.0", made=at, games=games)


def parts_about(*games: GameEvidence, language: str = "en") -> list[Part]:
    return [part for part in dossier_paper(dossier(*games), words(language), UTC).parts if part.about]


def ids(parts: list[Part]) -> list[str]:
    return [part.heading.split(" · ")[0] for part in parts]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", DOCUMENTED)
@pytest.mark.parametrize("code", ("lt", "is"))
def test_every_clause_of_the_market_stands_in_it_exactly_once(code: str, game: str) -> None:
    found = shipped(code, game)
    stated = [clause.id for clause in clauses_of(book(code), game)]
    seen = [each for each in ids(parts_about(found)) if each in stated]
    assert sorted(seen) == sorted(stated)
    assert {each.proof.verdict for each in found.clauses} == {Verdict.PROVED, Verdict.NOT_PROVED}


@pytest.mark.sweep
def test_a_clause_of_every_game_stands_in_a_market_once() -> None:
    """GEN-roles and GEN-deal: proved where they are proved in each game."""
    games = [shipped("sv", game) for game in DOCUMENTED]
    found = shared_first(games)
    seen = [each.clause.id for of in found for each in of.clauses]
    assert len(seen) == len(set(seen)) and set(seen) == {
        clause.id for game in DOCUMENTED for clause in clauses_of(book("sv"), game)
    }
    assert [each.clause.id for each in found[0].open] == ["GEN-deal"]
    (roles,) = found[0].proven_clauses
    assert {scene.game for scene, _ in roles.scenes} == set(DOCUMENTED)
    (heard,) = (part for part in parts_about(*found) if part.heading.startswith("GEN-roles "))
    assert heard.about == "All games: proved"
    without = [scene for scene in scenes_of(book("sv"), "roulette") if "GEN-roles" not in scene.clauses]
    lacking = shared_first([*games[:2], evidence_of(book("sv"), "roulette", without)])
    assert not lacking[0].proven_clauses


@pytest.mark.parametrize(
    ("verdicts", "joint"),
    [
        ((Verdict.PROVED, Verdict.FAILED), Verdict.FAILED),
        ((Verdict.NOT_PROVED, Verdict.FAILED), Verdict.FAILED),
        ((Verdict.PROVED, Verdict.NOT_PROVED), Verdict.NOT_PROVED),
    ],
)
def test_a_clause_of_every_game_has_the_worst_of_their_verdicts(
    verdicts: tuple[Verdict, ...], joint: Verdict
) -> None:
    (roles,) = (each for each in shipped("is", "roulette").clauses if each.clause.id == "GEN-roles")
    games = [
        GameEvidence(game, (replace(roles, proof=replace(roles.proof, verdict=verdict)),), 0, 0)
        for game, verdict in zip(("baccarat", "roulette"), verdicts, strict=True)
    ]
    assert shared_first(games)[0].clauses[0].proof.verdict is joint


@pytest.mark.sweep
def test_the_dossier_lists_unproved_clauses_before_proved_ones() -> None:
    abouts = list(dict.fromkeys(part.about for part in parts_about(of_roulette())))
    begins = ["Roulette", *["Technical standards"] * len(STANDARDS), "Roulette"]
    assert [about.split(":")[0] for about in abouts[: len(begins)]] == begins
    assert abouts[0].endswith("not met or not proved") and abouts[len(begins) - 1].endswith("proved")
    first = [part for part in parts_about(of_roulette()) if part.about == abouts[0]]
    assert ids(first) == [each.clause.id for each in of_roulette().clauses if not each.is_proved]
    for part in first:
        assert part.rows[0][0] == "Reason" and str(part.rows[0][1]).endswith("."), part.heading


def test_a_clause_whose_scenes_are_gone_is_not_proved_any_more() -> None:
    """LT-ROU-06: no row of the decision table rests on it."""
    left = [scene for scene in scenes_of(book("lt"), "roulette") if "LT-ROU-06" not in scene.clauses]
    assert "LT-ROU-06" in {each.clause.id for each in of_roulette().proven_clauses}
    found = evidence_of(book("lt"), "roulette", left)
    (missed,) = [each for each in found.open if each.clause.id == "LT-ROU-06"]
    assert missed.proof.verdict is Verdict.NOT_PROVED and not missed.scenes
    (part,) = [part for part in parts_about(found) if part.heading.startswith("LT-ROU-06 ")]
    assert ("Reason", "No scene proves this.") in part.rows


def test_a_scene_that_differs_puts_its_clause_at_the_very_front() -> None:
    wrong = [
        replace(scene, lines=((7, "< bets closed"), (8, "> wheel check_wheel/pit_boss")))
        if "LT-ROU-25" in scene.clauses
        else scene
        for scene in scenes_of(book("lt"), "roulette")
    ]
    found = evidence_of(book("lt"), "roulette", wrong)
    assert found.open[0].proof.verdict is Verdict.FAILED
    failed = [each.clause.id for each in found.open if each.proof.verdict is Verdict.FAILED]
    assert "LT-ROU-25" in failed
    (part,) = [part for part in parts_about(found) if part.heading.startswith("LT-ROU-25 ")]
    assert any("wanted" in str(row[1]) for row in part.rows), part.rows
    summary = dossier_paper(dossier(found), words("en"), UTC).parts[0]
    counts = {"Failed": len(failed), "Proved": len(found.proven_clauses)}
    counts["Not proved"] = len(found.clauses) - sum(counts.values())
    assert dict(zip(summary.columns[:4], summary.rows[0], strict=False)) == {"Game": "Roulette", **counts}


@pytest.mark.sweep
def test_a_clause_of_which_nothing_is_known_is_listed_first() -> None:
    planted = Clause("LT-ROU-99", "roulette", "rule", ("lt",))
    found = evidence_of(book("lt"), "roulette", clauses=[planted])
    assert found.open[-1].clause is planted
    listed = [part for part in parts_about(found) if part.heading.startswith("LT-ROU-99 ")]
    assert len(listed) == 1 and listed[0].about == parts_about(found)[0].about
    assert listed[0].rows[0] == ("Reason", "No scene proves this.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dossier_is_printed_in_each_language_without_a_phrase_key(language: str) -> None:
    paper = dossier_paper(dossier(of_roulette()), words(language), UTC)
    lines = [*paper.head, *(text for part in paper.parts for text in (part.about, part.heading, part.note))]
    kinds = ", ".join(KINDS)
    lines += [
        str(cell) for part in paper.parts for row in part.rows for cell in row if str(cell) not in kinds
    ]
    entries = {", ".join(each.entries) for each in of_roulette().clauses}
    plain = [line for line in lines if line not in entries and "console.py" not in line]
    keys = [
        line for line in plain if re.search(r"\b(dossier|standard|commissioning\.\w+|clause)\.[a-z]", line)
    ]
    assert not keys
    assert not [line for line in plain if re.search(r"\{\w*\}", line)]


def test_a_slip_of_the_document_is_printed_without_the_rulebooks_keys() -> None:
    """ROU-2.2 in is has figures, a clause of blackjack names: ``bet_before_deal``."""
    roulette = evidence_of(book("is"), "roulette", [])
    clauses = ClauseWords(words("is"), book("is"), "roulette")
    (paid,) = (each for each in roulette.clauses if each.clause.id == "ROU-2.2")
    assert any("17" in each and "11" in each for each in clauses.figures(paid))
    blackjack = evidence_of(book("is"), "blackjack", [])
    clauses = ClauseWords(words("is"), book("is"), "blackjack")
    texts = [text for each in blackjack.clauses for text in clauses.figures(each)]
    assert texts and not [text for text in texts if "_" in text]


def test_the_dossier_shows_how_rulebook_and_screen_carry_out_a_clause() -> None:
    """LT-ROU-03 is a time, LT-ROU-25 a prompt, LT-ROU-28 a case of the decision table."""
    parts = {
        part.heading.split(" · ")[0]: {str(row[0]): row[1] for row in part.rows}
        for part in parts_about(of_roulette())
    }
    seconds = book("lt").games["roulette"].bet_time.seconds
    assert parts["LT-ROU-03"]["In the rulebook"] == f"Bet time: {seconds} s"
    turns = book("lt").of(RouletteRules).turns.least
    asked = f"Dealer: Spin the ball against the wheel → “{turns} full turns, against the wheel”"
    assert parts["LT-ROU-25"]["On the screen, for example"] == asked
    assert "void" in str(parts["LT-ROU-28"]["Decision table"]).lower()
    assert parts["LT-ROU-25"]["Who must do this"] == "Dealer"
    assert "ball_ran" in str(parts["LT-ROU-25"]["Journal entries"])


def test_a_procedure_that_no_prompt_names_is_done_by_those_who_press_in_its_scenes() -> None:
    """BAC-3.2.2: the shuffle after the last hand is the dealer's, BAC-3.4.1 the dealer's hands alone; what
    cards count (BAC-1.3.2) is nobody's.
    """
    scenes = [each for each in scenes_of(book("sv"), "baccarat") if each.file == "baccarat_clauses"]
    found = {each.clause.id: each for each in evidence_of(book("sv"), "baccarat", scenes).clauses}
    assert found["BAC-3.2.2"].obliges == (Actor.DEALER,) and not found["BAC-3.2.2"].prompts
    assert found["BAC-3.4.1"].obliges == (Actor.DEALER,)
    assert not found["BAC-1.3.2"].obliges


def test_a_halt_makes_no_duty_of_the_dealers_the_pit_bosss() -> None:
    """BAC-2.1.6 has the dealer announce the end of bet time: it read 'Pit boss', since a card in bet time
    halts by it. LT-BAC-12, which only halts name, is the pit boss's own.
    """
    found = {each.clause.id: each for each in evidence_of(book("ja"), "baccarat").clauses}
    assert found["BAC-2.1.6"].obliges == found["BAC-1.3.1"].obliges == (Actor.DEALER,)
    lt = {each.clause.id: each for each in evidence_of(book("lt"), "baccarat").clauses}
    assert lt["LT-BAC-12"].obliges == (Actor.PIT_BOSS,) and lt["LT-BAC-01"].obliges == (Actor.DEALER,)


def test_a_check_a_prompt_or_an_incident_of_no_scene_is_the_dealers() -> None:
    """GEN-roles: who deals and announces; a rule alone obliges nobody."""
    kinds = ("check", "prompt", "incident", "rule")
    planted = [Clause(f"LT-ROU-9{at}", "roulette", kind, ("lt",)) for at, kind in enumerate(kinds)]
    found = evidence_of(book("lt"), "roulette", [], planted).clauses
    obliges = {each.clause.kind: each.obliges for each in found if each.clause in planted}
    assert obliges == {**dict.fromkeys(kinds, (Actor.DEALER,)), "rule": ()}


@pytest.mark.parametrize("kind", ["payout", "link", "limit"])
def test_the_game_server_carries_out_what_no_person_does(kind: str) -> None:
    shown = next(each for each in of_roulette().clauses if each.scenes and not each.obliges)
    made = replace(shown, clause=Clause(shown.clause.id, "roulette", kind, ("lt",)))
    clauses = ClauseWords(words("en"), book("lt"), "roulette")
    assert clauses.obliges(made) == "The game server does this"


@pytest.mark.parametrize(
    "rules, clause",
    [("ja", "BAC-3.1.2"), ("lt", "LT-BAC-22b")],
    ids=["who takes part in a step", "who changes the shoe afterwards"],
)
def test_the_dealer_stands_beside_the_pit_boss_wherever_both_act(rules: str, clause: str) -> None:
    """BAC-3.1.2 has both present the cards under ja, is and de, and LT-BAC-22b has the dealer change the
    shoe: both read 'Pit boss'.
    """
    found = {each.clause.id: each for each in evidence_of(book(rules), "baccarat").clauses}
    assert Actor.DEALER in found[clause].obliges


def test_a_definition_names_no_person_to_carry_it_out() -> None:
    """ROU-3.3.1 names the parts of a table. GEN-roles names all people, and each case one of them."""
    parts = {
        part.heading.split(" · ")[0]: [row[0] for row in part.rows]
        for part in parts_about(shipped("is", "roulette"))
    }
    defined = [clause.id for clause in clauses_of(book("is"), "roulette") if clause.kind == "term"]
    assert "ROU-3.3.1" in defined
    assert [id for id in defined if "Who must do this" in parts[id]] == ["GEN-roles"]


def test_the_same_stands_in_it_for_a_program() -> None:
    decoded: dict[str, Any] = msgspec.json.decode(dossier_json(dossier(of_roulette()), words("de")))
    (game,) = decoded["games"]
    assert [each["id"] for each in game["clauses"]][:2] == [each.clause.id for each in of_roulette().open[:2]]
    assert len(game["clauses"]) == len(clauses_of(book("lt"), "roulette"))
    shown = next(each for each in game["clauses"] if each["id"] == "LT-ROU-06")
    assert shown["verdict"] == "proved" and shown["scenes"][0]["file"] == "roulette_clauses"
    assert decoded["standards"][0]["points"] and decoded["standards_not_read"]


def test_each_prompt_has_the_press_that_answers_it_or_what_moves_play_on() -> None:
    clauses = ClauseWords(words("en"), book("lt"), "roulette")
    fields = {each.clause.id: clauses.prompts(each) for each in of_roulette().clauses}
    assert all(" → " in line for lines in fields.values() for line in lines)
    assert "System: Wait: bets are open → No press needed: betting closes by itself" in fields["LT-ROU-03"]
    assert not [line for lines in fields.values() for line in lines if "button." in line]


def test_an_announcement_stands_apart_in_the_markets_language() -> None:
    (opened,) = (each for each in of_roulette().clauses if each.clause.id == "LT-ROU-13")
    clauses = ClauseWords(words("en"), book("lt"), "roulette")
    assert clauses.announcements(opened) == ("Place your bets, please: „Pateikite savo statymus“",)
    assert not set(clauses.announcements(opened)) & set(clauses.figures(opened))


def test_each_proved_clause_names_a_test() -> None:
    """LT-ROU-25 has tests of its own, LT-ROU-32b the one that plays its row."""
    found = {each.clause.id: each.tests for each in of_roulette().proven_clauses}
    assert all(found.values())
    assert any("no_spin" in test or "turns" in test for test in found["LT-ROU-25"])
    assert ROWS_TEST in found["LT-ROU-32b"] and SCENES_TEST in found["LT-ROU-25"]


def test_a_houses_difference_stands_beside_the_documents_rulebook() -> None:
    rules = book("lt").games["roulette"]
    longer = replace(rules.bet_time, seconds=40)
    own = replace(book("lt"), id="hc", games={"roulette": replace(rules, bet_time=longer)})
    assert rulebook_differences(words("en"), book("lt"), "roulette") == ()
    (changed,) = rulebook_differences(words("en"), own, "roulette")
    seconds = rules.bet_time.seconds
    assert changed.about == "Times: Bet time"
    assert (changed.house, changed.document) == ("40 s · LT-ROU-03", f"{seconds} s · LT-ROU-03")
    given = replace(dossier(of_roulette()), rulebook=own)
    found = dossier_paper(given, words("en"), UTC).parts[1]
    assert found.rows == ((changed.about, changed.house, changed.document),)


def test_an_example_that_no_document_gives_has_the_clauses_of_its_own_file() -> None:
    found = evidence_of(book("sv"), "dragon_tiger", [])
    kinds = {each.clause.id: each.clause.kind for each in found.clauses}
    assert kinds["LIM-dragontiger"] == "limit"
    assert {each for each, kind in kinds.items() if kind == HOUSE} >= {"DT-1", "DT-5", "DT-7a"}
    first = parts_about(found)[0]
    assert first.heading.startswith("No rule document covers Dragon Tiger") and not found.proven_clauses


@pytest.mark.parametrize("code", CODES)
def test_a_market_has_each_game_of_its_document(code: str) -> None:
    assert games_of(book(code)) == DOCUMENTED


def test_the_standards_are_those_of_the_handbook_with_their_points_in_order() -> None:
    """Of one standard what lacks more comes first; each phrase of the catalogue belongs to a point."""
    named = ("RTS 17", "RTS 5", "Ontario", "58 Pa. Code", "N.J.A.C. 13:69O-1.5", "Connecticut")
    for name, standard in zip(named, STANDARDS, strict=True):
        assert name in standard.name and standard.address.startswith("https://")
        places = [([*Conformity].index(each.met), each.number) for each in standard.points]
        assert places == sorted(places), standard.name
    asks = re.findall(r'^msgid "standard\.(.+)\.asks"$', CATALOGUE.read_text("utf-8"), re.M)
    assert sorted(each.key for standard in STANDARDS for each in standard.points) == sorted(asks)
    document: dict[str, Any] = msgspec.json.decode(dossier_json(dossier(), words("en")))
    assert document["standards_not_read"] == [*UNREAD]


def test_a_point_of_a_standard_names_existing_pages_and_phrases() -> None:
    for point in (point for standard in STANDARDS for point in standard.points):
        assert ([*point.commands], [*point.pages]) == (sorted(point.commands), sorted(point.pages)), point
        assert all((HANDBOOK / f"{page}.md").is_file() for page in point.pages), point
        lacks = [words(language).find(f"standard.{point.key}.lacks") for language in LANGUAGES]
        assert all(bool(each) is (point.met is not Conformity.MET) for each in lacks), point
        meets = [words(language).find(f"standard.{point.key}.met") for language in LANGUAGES]
        assert all(bool(each) is (point.met is not Conformity.NOT_MET) for each in meets), point
        assert all(words(language).has(f"standard.{point.key}.asks") for language in LANGUAGES)


def test_the_terminal_has_what_the_paper_has() -> None:
    paper = dossier_paper(dossier(of_roulette()), words("en"), UTC)
    lines = "\n".join(lines_of(paper))
    assert all(part.heading in lines for part in paper.parts)
