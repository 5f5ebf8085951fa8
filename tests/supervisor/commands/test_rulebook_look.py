"""``console rulebook``: what it says to the writer of a rulebook, and the sheet that hangs in the pit."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from console.supervisor.commands.rulebook_look import missing_words
from console.table.game import Case, CaseStep, Result, rulebook_folder, rulebook_ids
from tests.base.words.catalogues import words
from tests.handbook.runs import run
from tests.table.commands.test_ids_in_words import IDS, printed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "rulebooks"
    shutil.copytree(rulebook_folder(), copied)
    return copied


def change(file: Path, *changes: tuple[str, str]) -> None:
    text = file.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, "utf-8")


def checked(file: Path | str, language: str = "en") -> tuple[int, str]:
    return run(["rulebook", "check", str(file), "--lang", language])


@pytest.mark.sweep
def test_each_of_ours_is_good_here_and_in_a_folder_elsewhere(folder: Path) -> None:
    for id in rulebook_ids():
        status, output = checked(folder / f"{id}.toml")
        assert (status, output) == checked(id)
        assert status == 0
        for counted in re.findall(r"rows: (\d+) · rows that can apply: (\d+)", output):
            assert counted[0] == counted[1]


def test_every_mistake_is_named_at_once_with_its_file_place_and_way_out(folder: Path) -> None:
    change(
        folder / "sv.toml",
        ("seconds = 18", "secnds = 18"),
        ('direction = "left_to_right"', 'direction = "left_to_rigt"'),
        ("from_end = 7", "from_end = 0"),
        ('house = "lt"', 'house = "lit"'),
    )
    change(folder / "incidents" / "lt.toml", ('outcome = "shuffle_on"', 'outcome = "shufle_on"'))
    status, output = checked(folder / "sv.toml")
    assert status == 1
    assert output.splitlines() == [
        "sv.toml: baccarat.bet_time.secnds: no such key. Did you mean seconds?",
        "sv.toml: baccarat.bet_time.seconds: missing. Add it as 1…",
        "sv.toml: baccarat.cut_card.from_end: 0 can’t be used here. Write 1…",
        'sv.toml: baccarat.pick_up.direction: "left_to_rigt" can’t be used here. Did you mean left_to_right?',
        "sv.toml: incidents.house: there is no file lit. Did you mean lt?",
        'incidents/lt.toml: baccarat.card_fell[1].outcome: "shufle_on" can’t be used here. '
        "Did you mean shuffle_on?",
        "sv.toml is not right yet. Correct what is listed above.",
    ]


def test_a_row_that_is_never_the_answer_is_named_with_the_one_before_it(folder: Path) -> None:
    change(folder / "incidents" / "lt.toml", ('where = "round", cards = "3+"', 'where = "round"'))
    status, output = checked(folder / "lt.toml")
    assert status == 1
    for number in (4, 5):
        text = f"lt.toml baccarat.card_fell[{number}] never applies, because earlier rows always come first: "
        assert f"{text}lt.toml baccarat.card_fell[3]." in output


def test_two_rows_that_both_match_are_named_with_the_one_that_wins(folder: Path) -> None:
    change(
        folder / "incidents" / "lt.toml", ('where = "round", cards = "3+"', 'where = "round", cards = "2+"')
    )
    status, output = checked(folder / "lt.toml")
    assert status == 1
    assert (
        "lt.toml baccarat.card_fell[3] and lt.toml baccarat.card_fell[4] both match "
        "R; where=round, cards=2, seen=true: the first applies" in output
    )


def test_a_key_without_words_is_named_for_each_language(folder: Path) -> None:
    change(
        folder / "incidents" / "lt.toml",
        ("card_fell = [", "card_flew = ["),
        ('"put_back:dealer"', '"catch_it:dealer"'),
        ('clause = "LT-BAC-19c"', 'clause = "LT-BAC-999"'),
    )
    status, output = checked(folder / "lt.toml")
    assert status == 1
    for language in LANGUAGES:
        (line,) = [each for each in output.splitlines() if f"translations/{language}.po" in each]
        wanted = {"incident.card_flew", "step.catch_it", "button.step.catch_it", "clause.LT-BAC-999"}
        assert wanted <= set(re.split(r", |: ", line))


def test_an_office_to_inform_needs_words_in_each_language_and_whole_hours(folder: Path) -> None:
    row = 'clause = "LT-BAC-21", outcome = "void"'
    file = folder / "incidents" / "lt.toml"
    change(file, (row, f'{row}, tell = {{ whom = "authority", within_hours = 24 }}'))
    assert checked(folder / "lt.toml")[0] == 0
    change(file, ('whom = "authority"', 'whom = "landlord"'))
    status, output = checked(folder / "lt.toml")
    assert status == 1
    for language in LANGUAGES:
        (line,) = [each for each in output.splitlines() if f"translations/{language}.po" in each]
        assert "whom.landlord" in re.split(r", |: ", line)
    change(file, ("within_hours = 24", "within_hours = 0"), ('whom = "landlord"', 'who = "landlord"'))
    status, output = checked(folder / "lt.toml")
    assert status == 1
    assert "tell.within_hours: 0 can’t be used here. Write 1…" in output
    assert "tell.whom: missing" in output


def test_an_outcome_an_answer_and_a_choice_need_words_too() -> None:
    row = Case(
        frozenset("R"),
        {"where": "moon"},
        None,
        None,
        Result.VOID,
        "pit_boss",
        (CaseStep("burn", "dealer"),),
        (),
    )
    assert list(missing_words(Words("en"), "card_fell", row)) == ["answer.where.moon"]


def test_a_rulebook_with_another_id_than_its_file_or_no_toml_is_refused(folder: Path) -> None:
    (folder / "sv.toml").rename(folder / "xy.toml")
    assert checked(folder / "xy.toml")[1].startswith("xy.toml: id: it says sv, but the file is called xy.")
    for text, place in {"\na = x": "lt.toml:2", f"a = 1\nb = {'9' * 6_000}": "lt.toml"}.items():
        (folder / "lt.toml").write_text(text, "utf-8")
        status, output = checked(folder / "lt.toml")
        said = Words("en").text("rulebook.fault.unreadable", place=place)
        assert status == 1 and output.startswith(said)


def test_the_procedures_of_ours_serve_a_rulebook_that_lies_alone(folder: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone" / "sv.toml"
    alone.parent.mkdir()
    shutil.copy(folder / "sv.toml", alone)
    assert checked(alone)[0] == 0


def test_an_unknown_rulebook_is_refused_in_one_line_of_each_language() -> None:
    for language in LANGUAGES:
        status, output = checked("nowhere.toml", language)
        assert (status, output.count("\n")) == (2, 1)
        assert output.startswith("dealer-console rulebook: ")


def test_a_rulebooks_mistake_is_explained_in_every_language(folder: Path) -> None:
    change(folder / "sv.toml", ("seconds = 18", "secnds = 18"), ("from_end = 7", "from_end = 0"))
    outputs = {checked(folder / "sv.toml", language)[1] for language in LANGUAGES}
    assert len(outputs) == len(LANGUAGES)
    assert all(
        "baccarat.bet_time.secnds" in each and "baccarat.cut_card.from_end" in each for each in outputs
    )


@pytest.mark.sweep
def test_the_sheet_of_one_game_or_of_all_is_shown() -> None:
    status, one = run(["rulebook", "show", "lt", "--game", "roulette", "--lang", "lt"])
    words = Words("lt")
    assert status == 0
    assert words.text("incident.no_spin") in one
    assert words.text("incident.card_fell") not in one
    status, every = run(["rulebook", "show", "lt", "--lang", "lt"])
    assert status == 0
    assert one.partition("\n\n")[2].rstrip() in every
    assert words.text("incident.card_fell") in every


def test_another_version_of_a_rulebook_has_another_digest(folder: Path) -> None:
    def digest() -> str:
        return run(["rulebook", "show", str(folder / "sv.toml"), "--lang", "en"])[1].split("digest ")[1][:12]

    first = digest()
    change(folder / "incidents" / "lt.toml", ('"put_back:dealer"', '"discard:dealer"'))
    assert digest() != first


def test_a_pdf_replaces_nothing(tmp_path: Path) -> None:
    there = tmp_path / "sheet.pdf"
    there.write_bytes(b"mine")
    assert run(["rulebook", "show", "lt", "--pdf", str(there), "--lang", "en"])[0] == 2
    assert there.read_bytes() == b"mine"


def test_a_game_that_a_rulebook_lacks_is_refused_with_those_that_it_has() -> None:
    status, output = run(["rulebook", "show", "lt", "--game", "dragon_tiger", "--lang", "en"])
    assert status == 2
    assert "lt.toml has no dragon_tiger; possible: baccarat, blackjack, roulette" in output


@pytest.mark.sweep(1)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", ["sv", "lt"])
def test_a_rulebooks_check_says_its_sentences_in_words(
    capsys: pytest.CaptureFixture[str], language: str, rules: str
) -> None:
    """The rows beneath them have the names of the rulebook's own files: who mends a file looks for them."""
    sentences = [
        line
        for line in printed(capsys, "rulebook", "check", rules, "--lang", language).splitlines()
        if not line.startswith("  ")
    ]
    assert len(sentences) >= 4
    for line in sentences:
        assert not IDS.search(line), line
        for game in ("baccarat", "blackjack", "roulette"):
            assert game not in line or game in words(language).text(f"game.{game}"), line
