"""The figures of the shoes at the command line: by set, in every language and form."""

from __future__ import annotations

import json
import random
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from console import cli
from console.base.words import LANGUAGES, Words
from console.supervisor.history import moments
from console.supervisor.reports.shoe_figures import ShoeFiguresFold
from console.table.core import JournalEntry, encode_table
from console.table.game import DECK, DECKS
from tests.base.words.catalogues import words
from tests.supervisor.history.test_card_sets import coup, done, prepared
from tests.table.core.tables import Driven, Seen
from tests.table.played import CLOSED, OPEN, ROUND, START, card, written

EN = Words("en")


def dealt(number: str, *, cards: int, seed: int) -> tuple[Seen, ...]:
    """The lines of a shoe of a shuffled set, up to so many cards."""
    table, lines = Driven("sv", is_ready=False), list[Seen]()
    shoe = [str(card) for card in DECK] * DECKS
    random.Random(seed).shuffle(shoe)

    def take(line: Seen) -> None:
        view = table.take(line)
        assert view["accepted"], (line, view["why"])
        lines.append(line)

    for line in prepared(set=number):
        take(line)
    while len(shoe) > len(DECK) * DECKS - cards:
        take({"do": "bets", "state": "open"})
        take({"do": "bets", "state": "closed"})
        while table.view()["phase"] == "dealing":
            take({"do": "card", "card": shoe.pop()})
        while table.view()["prompt"]["action"] in ("announce", "collect"):
            take(done())
    take({"do": "cut_card"})
    return tuple(lines)


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shoe")
    return written(folder / "t.db", *dealt("A-17", cards=60, seed=1), code="sv", is_ready=False)


def of_day(folder: Path, day: int, number: str) -> Path:
    """The journal of a day, in which a set of this number was dealt."""
    lines, start = dealt(number, cards=20, seed=day), START + timedelta(days=day)
    return written(folder / f"{day}.db", *lines, code="sv", is_ready=False, start=start)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_are_printed_in_every_language(
    journal: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["shoe", str(journal), "--lang", language]) == 0
    printed = capsys.readouterr().out
    text = words(language).text
    assert "A-17" in printed and text("shoe_figures.counts") in printed
    assert text("shoe_figures.nothing_found") in printed
    assert text("shoe_figures.cut") in printed
    assert "{" not in printed and "shoe_figures" not in printed


def test_every_reading_is_counted_once_and_the_cut_card_has_its_place(journal: Path, tmp_path: Path) -> None:
    out = tmp_path / "shoe.json"
    assert cli.main(["shoe", str(journal), "--json", str(out), "--lang", "en"]) == 0
    found = json.loads(out.read_text())
    (only,) = found["sets"]
    assert only["number"] == "A-17"
    assert only["readings"] == sum(only["counts"]) == only["cut_cards"][0]
    assert (only["shoes"], only["unread"], only["cut_expected"]) == (1, 0, 409)
    assert (found["shoe_figures_version"], only["findings"]) == (2, [])
    assert found["cards"][0] == "AS"


@pytest.mark.sweep
def test_a_set_at_two_tables_is_one_and_another_is_its_own(tmp_path: Path) -> None:
    paths = [of_day(tmp_path, at, number) for at, number in enumerate(("A-17", "a-17", "B-2"))]
    out = tmp_path / "shoe.json"
    assert cli.main(["shoe", *map(str, paths), "--json", str(out), "--lang", "en"]) == 0
    found = json.loads(out.read_text())["sets"]
    assert [(each["number"], each["shoes"]) for each in found] == [("A-17", 2), ("B-2", 1)]


def test_a_set_at_several_tables_says_how_many_shoes_each_counts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table may name another's set as its own: its shoes were among that one's without a word."""
    paths = [of_day(tmp_path, at, "A-17") for at in range(2)]
    assert cli.main(["shoe", *map(str, paths), "--lang", "en"]) == 0
    assert " · T7 (0.db): 1, T7 (1.db): 1 · " in capsys.readouterr().out
    assert cli.main(["shoe", str(paths[0]), "--lang", "en"]) == 0
    assert " · T7 · " in capsys.readouterr().out


def test_a_set_keeps_its_number_in_a_file_that_begins_with_it_in_play() -> None:
    """The file in which its journal went on at a month's end."""
    table = Driven("sv", is_ready=False)
    for line in (*prepared(set="A-17"), *coup("9H", "2S", "KD", "4C"), done(), done()):
        table.take(line)
    state, begun = encode_table(table.table), table.kept.last
    for line in coup("9H", "2S", "KD", "4C"):
        table.take(line)
    rows = [
        msgspec.convert({**msgspec.structs.asdict(each), "number": at}, JournalEntry)
        for at, each in enumerate(table.kept.entries[begun:], 1)
    ]
    fold = ShoeFiguresFold()
    assert table.game.cards is not None
    fold.begin_table("T7")
    fold.of_table(table.game.cards, moments(table.game, state, rows))
    assert [each.number for each in fold.report().sets] == ["A-17"]


@pytest.mark.sweep(1)
@pytest.mark.parametrize("kind", ["pdf", "xlsx"])
def test_the_figures_are_written_as_pages_and_sheets(journal: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"shoe.{kind}"
    assert cli.main(["shoe", str(journal), f"--{kind}", str(out), "--lang", "de"]) == 0
    assert out.read_bytes().startswith(b"%PDF" if kind == "pdf" else b"PK")


def test_a_wheels_journal_has_no_shoe(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "w.db", game="roulette", code="sv")
    assert cli.main(["shoe", str(path), "--lang", "en"]) == 2
    assert EN.text("card_sets.no_cards", file=str(path)) in capsys.readouterr().err


def test_a_set_that_no_table_has_had_is_named(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["shoe", str(journal), "--set", "Z-9", "--lang", "en"]) == 2
    assert EN.text("card_sets.unknown", set="Z-9") in capsys.readouterr().err


def test_a_single_card_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "t.db", *dealt("A-17", cards=1, seed=1), code="sv", is_ready=False)
    assert cli.main(["shoe", str(path), "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert "A-17" in printed and EN.text("shoe_figures.none") not in printed


def test_a_journal_without_a_card_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path / "t.db", code="sv")
    assert cli.main(["shoe", str(path), "--lang", "en"]) == 0
    assert EN.text("shoe_figures.none") in capsys.readouterr().out


HOLE: tuple[Seen, ...] = (OPEN, {"do": "seats", "seats": [1]}, CLOSED, *map(card, ("9H", "5S", "6D", "TC")))
COUNTED: Seen = {"do": "authorise", "by": "P1", "reason": "the rack was counted"}
CHANGED: tuple[Seen, ...] = (
    *HOLE, {"do": "incident", "by": "P1", "kind": "played_past_cut_card", "facts": {"noticed": "round"}},
    COUNTED, {"do": "cut_card"}, done(),
)  # fmt: skip
CARRIED: tuple[Seen, ...] = (
    *ROUND, card("3D"),
    {"do": "incident", "by": "P1", "kind": "extra_card_drawn", "facts": {"shown": False}}, done(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "lines", "face", "others"),
    [("blackjack", HOLE, "TC", 3), ("blackjack", CHANGED, "TC", 3), ("baccarat", CARRIED, "3D", 4)],
    ids=("face down", "face down, of a shoe that was changed since", "carried over"),
)
def test_a_card_that_may_still_come_is_not_counted(
    tmp_path: Path, game: str, lines: tuple[Seen, ...], face: str, others: int
) -> None:
    out = tmp_path / "shoe.json"
    path = written(tmp_path / "t.db", *lines, game=game, refused=("out_of_turn",))
    assert cli.main(["shoe", str(path), "--json", str(out), "--lang", "en"]) == 0
    found = json.loads(out.read_text())
    (only,) = found["sets"]
    assert (only["readings"], only["counts"][found["cards"].index(face)]) == (others, 0)


def test_a_shoe_of_which_one_card_came_is_counted(tmp_path: Path) -> None:
    path = written(tmp_path / "t.db", OPEN, CLOSED, card("9H"), code="sv")
    out = tmp_path / "shoe.json"
    assert cli.main(["shoe", str(path), "--json", str(out), "--lang", "en"]) == 0
    assert [each["readings"] for each in json.loads(out.read_text())["sets"]] == [1]


def test_a_cut_card_that_was_missed_has_no_place(tmp_path: Path) -> None:
    """LT-BAC-22a: it is scanned as a step, long after it came."""
    past: Seen = {"do": "incident", "kind": "played_past_cut_card", "by": "P1", "facts": {"noticed": "round"}}
    lines = (*ROUND[:3], past, COUNTED, {"do": "cut_card", "by": "P1"}, done(set="B-2"))
    path, out = written(tmp_path / "J.db", *lines), tmp_path / "shoe.json"
    assert cli.main(["shoe", str(path), "--json", str(out), "--lang", "en"]) == 0
    assert [each["cut_cards"] for each in json.loads(out.read_text())["sets"]] == [[]]
