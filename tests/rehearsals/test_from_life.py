"""An incident at a table becomes a rehearsal that plays to the same moment, and names nobody."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from console.rehearsals.at_play.run import RehearsalRun
from console.rehearsals.commands.rehearsal_from import from_journal
from console.rehearsals.from_life import NotRehearsable, toml_of
from console.rehearsals.result import Decided
from console.rehearsals.script import Rehearsal, load_rehearsal
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.lookup import every
from console.supervisor.records.accounts.record import Record
from console.table.core import SetClock
from console.table.game import Card, load_rulebook
from console.table.journal import review
from tests.base.words.catalogues import words
from tests.handbook.runs import run
from tests.rehearsals.played import rehearsal_result
from tests.supervisor.records.accounts.test_across_files import OVER, divided
from tests.supervisor.records.shift_played import Shift
from tests.table.core.tables import Seen
from tests.table.played import CLOSED, DONE_D, FELL, OPEN, ROUND, card, incident, written

NIGHTS = (("baccarat", "lt", 11), ("blackjack", "lt", 12), ("roulette", "sv", 13), ("roulette", "lt", 14))


def happened(path: Path) -> list[Record]:
    """The incidents of a journal that were decided, as the records tell them."""
    return [
        each for each in every(path) if each.sort is InterventionKind.INCIDENT and each.authorised is not None
    ]


def came_to(rehearsal: Rehearsal, rules: str) -> tuple[Decided, tuple[Card, ...]]:
    """The decision of a rehearsal that the console plays alone; the cards that lay when it went wrong."""
    clock, cards = SetClock(), tuple[Card, ...]()
    with ExitStack() as stack:
        played = RehearsalRun(rehearsal, load_rulebook(rules), clock, stack, people={})
        played.show()
        while not played.ended:
            before, wait = played.mishaps.count, played.turn()
            if played.mishaps.count > before:
                cards = played.table.table.play.cards
            clock.advance(max(wait, 0.1))
        return [each for each in played.jury.course if isinstance(each, Decided)][-1], cards


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "rules", "seed"), NIGHTS)
def test_a_night_s_incidents_play_to_the_same_facts_and_the_same_decision(
    tmp_path: Path, game: str, rules: str, seed: int
) -> None:
    path = tmp_path / "night.journal"
    with ExitStack() as stack:
        Shift(path, rules, game, seed, stack).play(60, 6)
    records = happened(path)
    assert len(records) > 3
    made = 0
    for record in records:
        try:
            with review(path) as journal:
                given = from_journal(journal, record.id)
        except NotRehearsable:
            continue
        made += 1
        file = tmp_path / f"{record.id.lower()}.toml"
        file.write_text(toml_of(given.script), "utf-8")
        decided, cards = came_to(load_rehearsal(file), rules)
        facts = {each: False if value is None else value for each, value in record.facts.items()}
        assert (decided.kind, decided.facts, decided.clause) == (record.kind, facts, record.clause)
        choice = record.authorised is not None and record.authorised.choice
        assert (choice or record.outcome) in decided.right.outcomes
        steps = [(step.action, step.actor) for step in decided.right.steps]
        # Of one that the next report's opening closed, the record has no steps.
        assert steps == ([(step.action, step.actor) for step in record.steps] or steps), record.id
        if given.exact and record.before.status == "open":
            shown = [str(face) for hand in record.before.hands.values() for face in hand]
            assert len(shown) == len(cards)
            assert {face for face in shown if face != "??"} <= {str(each) for each in cards}
    assert made >= len(records) - 1, "of nearly all that happens a rehearsal can be made"


@pytest.fixture
def fell(tmp_path: Path) -> Path:
    return written(tmp_path / "fell.journal", *FELL, *ROUND)


def test_a_rehearsal_from_a_journal_names_no_person_and_nothing_of_the_house(fell: Path) -> None:
    status, output = run(["rehearsal", "from", str(fell), "T7-i1", "--lang", "en"])
    assert (status, output) == (
        0,
        "# A card fell, as it happened at a table\n\n"
        'game = "baccarat"\nminutes = 3\ncards = ["9H", "4C"]\n\n'
        '[[wrong]]\nslip = "card_drops"\nwhen = "cards_out"\ncount = 2\n'
        "facts = { cards = 1, seen = false }\n",
    )
    for name in ("T7", "D1", "P1", "2026", "chair"):
        assert name not in output


@pytest.mark.parametrize(
    ("named", "why"), [("H7", "no_incident"), ("C20", "no_incident"), ("T7-i9", "nothing")]
)
def test_a_halt_or_a_correction_is_refused_as_no_incident(fell: Path, named: str, why: str) -> None:
    """The list of a journal's incidents has them, too."""
    told = words("en").text(f"rehearsal.from.{why}", file=fell, incident=named)
    status, output = run(["rehearsal", "from", str(fell), named, "--lang", "en"])
    assert (status, told in output) == (2, True)


def test_a_rehearsal_from_life_overwrites_no_file_and_a_person_can_play_it(
    fell: Path, tmp_path: Path
) -> None:
    out = tmp_path / "a-card-fell.toml"
    argv = ["rehearsal", "from", str(fell), "T7-i1", "--out", str(out), "--lang", "en"]
    assert run(argv) == (0, f"{out} is written.\n")
    before = out.read_bytes()
    status, output = run(argv)
    assert (status, out.read_bytes()) == (2, before)
    assert "already exists" in output
    result = rehearsal_result(load_rehearsal(out), "lt")
    assert (result.rehearsal, result.kind, result.passed, result.score) == (
        "a-card-fell",
        "card_fell",
        True,
        100,
    )


def test_a_reading_in_manual_mode_is_no_card_of_the_rehearsal(tmp_path: Path) -> None:
    manual: Seen = {"do": "manual", "by": "P1", "on": True}
    fell = incident("card_fell", "P1", cards=1, seen=True)
    lines = (OPEN, CLOSED, manual, {**card("9H"), "by": "P1"}, fell, card("4C"), DONE_D)
    with review(written(tmp_path / "manual.journal", *lines)) as journal:
        assert from_journal(journal, "T7-i1").script.cards == (Card("9H"),)


def test_a_card_that_halted_the_table_comes_again(tmp_path: Path) -> None:
    """The fifth card of a natural: it was drawn too many, and nobody saw it."""
    path = written(
        tmp_path / "extra.journal",
        OPEN,
        CLOSED,
        *map(card, ("9H", "2S", "KD", "4C", "7D")),
        incident("extra_card_drawn", "P1", shown=False),
        *(DONE_D, DONE_D, DONE_D, OPEN, CLOSED),  # the next coup begins with it
        refused=("out_of_turn",),
    )
    with review(path) as journal:
        made = from_journal(journal, "T7-i1")
    assert made.exact
    assert [str(each) for each in made.script.cards] == ["9H", "2S", "KD", "4C", "7D"]
    (mishap,) = made.script.wrong
    assert (mishap.slip, mishap.when, mishap.facts) == ("card_too_many", "result", {"shown": False})


@pytest.mark.parametrize("game", ["baccarat", "blackjack"])
def test_a_card_that_may_still_come_makes_no_rehearsal(tmp_path: Path, game: str) -> None:
    """A card carried over, which nobody has seen; the dealer's hole card in a round that is open."""
    seats: tuple[Seen, ...] = ({"do": "seats", "seats": [1]},) if game == "blackjack" else ()
    passed: Seen = {"do": "decision", "seat": 1, "hand": 1, "choice": "timeout"}
    faces = {"baccarat": ("9H", "2S", "KD", "4C", "7D"), "blackjack": ("9H", "5S", "6D", "TC")}[game]
    told = {
        "baccarat": (incident("extra_card_drawn", "P1", shown=False), *[DONE_D] * 3),
        "blackjack": (
            passed,
            incident("no_chance_to_act", "P1", seat=1, hand=1),
            {"do": "authorise", "by": "P1"},
        ),
    }[game]
    lines = (OPEN, *seats, CLOSED, *map(card, faces), *told)
    path = written(tmp_path / "t.journal", *lines, game=game, refused=("out_of_turn",))
    status, output = run(["rehearsal", "from", str(path), "T7-i1", "--lang", "en"])
    refused = words("en").text("rehearsal.from.hidden", file=path, incident="T7-i1")
    assert (status, refused in output, faces[-1] in output) == (2, True, False)


def test_a_missing_or_withdrawn_incident_makes_no_rehearsal_and_is_named(tmp_path: Path, fell: Path) -> None:
    status, output = run(["rehearsal", "from", str(fell), "T7-i9", "--lang", "en"])
    assert status == 2
    assert f"{fell} has no incident T7-i9." in output
    withdrawn = written(
        tmp_path / "back.journal",
        OPEN,
        CLOSED,
        card("9H"),
        incident("card_fell", "P1"),
        {"do": "withdraw", "by": "P1"},
    )
    status, output = run(["rehearsal", "from", str(withdrawn), "T7-i1", "--lang", "en"])
    assert (status, "nothing was decided about T7-i1" in output) == (2, True)


def test_a_rehearsal_is_made_from_an_earlier_file_or_names_the_one_that_is_gone(tmp_path: Path) -> None:
    closed, path = divided(tmp_path / "J.db", OVER + 1)
    argv = ["rehearsal", "from", str(path), "T7-i1", "--lang", "en"]
    assert run(argv)[0] == 0
    closed.unlink()
    status, output = run(argv)
    gap = f"There is a gap before J.db: it goes on from {closed.name}, which is not among these files."
    assert (status, gap in output) == (2, True)
