"""A rehearsal's file: what it may say, and how a wrong one is refused, by file, key and way out."""

import re
from pathlib import Path

import pytest

from console.base.words import LANGUAGES, Words
from console.rehearsals.colleague import SHOWN
from console.rehearsals.script import NoRehearsal, faults_of_rehearsal, load_rehearsal
from console.rehearsals.slips import NAMED, Occasion, Slip, SlipAct, slip_of, slips
from console.supervisor.commands import fault_text
from console.table.commands import handbook_folder
from console.table.game import DOCUMENTED, FaultKind
from tests.handbook.pages import marked
from tests.rehearsals.played import kinds_practised

DROPS = """
game = "blackjack"
cards = ["TH", "AS"]

[[wrong]]
slip = "card_drops"
count = 2
facts = { cards = 1, seen = false }
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "card-drops.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_file_is_read_and_served_by_every_rulebook(tmp_path: Path) -> None:
    rehearsal = load_rehearsal(written(tmp_path, DROPS))
    assert (rehearsal.name, rehearsal.script.kind) == ("card-drops", "card_fell")
    assert rehearsal.script.wrong[0].occasion_in("blackjack") is Occasion.CARDS_OUT
    assert rehearsal.rulebooks() == ("de", "is", "ja", "lt", "sv")


def test_a_kind_that_four_rulebooks_lack_is_played_under_the_fifth(tmp_path: Path) -> None:
    text = 'game = "baccarat"\n[[wrong]]\nslip = "burn_forgotten"'
    assert load_rehearsal(written(tmp_path, text)).rulebooks() == ("lt",)


def test_a_row_that_two_rulebooks_have_is_played_under_those(tmp_path: Path) -> None:
    """LT-ROU-31a: ja, is and de let the ball run while bets are open."""
    text = 'game = "roulette"\n[[wrong]]\nslip = "ball_in_bet_time"'
    assert load_rehearsal(written(tmp_path, text)).rulebooks() == ("lt", "sv")


WRONG = [
    (DROPS.replace("blackjack", "bacarat"), "game", "Did you mean baccarat"),
    (DROPS.replace('"AS"', '"1S"'), "cards[1]", '"1S" can’t be used here'),
    (DROPS.replace('"TH", "AS"', ", ".join(['"TH"'] * 9)), "cards[8]", "8 TH at most"),
    (DROPS.replace("card_drops", "card_drop"), "wrong[0].slip", "Did you mean card_drops"),
    (DROPS.replace("card_drops", "ball_hangs"), "wrong[0].slip", "card_drops | "),
    (DROPS.replace("slip =", "slips ="), "wrong[0].slips", "Did you mean slip?"),
    (DROPS.replace("count = 2", 'when = "bet_time"'), "wrong[0].when", "cards_out | deciding"),
    (DROPS.replace("count = 2", "count = 99"), "wrong[0].count", "99 can’t be used here"),
    (DROPS.replace("count = 2", 'count = 2\nwhen = "result"'), "wrong[0].count", "when = cards_out | "),
    ('game = "roulette"\n[[wrong]]\nslip = "ball_hangs"\ncount = 1', "wrong[0].count", "no such key"),
    (DROPS.replace("cards = 1,", "card = 1,"), "wrong[0].facts.card", "Did you mean cards?"),
    (DROPS.replace("seen = false", "seen = 3"), "wrong[0].facts.seen", "true | false"),
    (DROPS.replace('game = "blackjack"', 'game = "blackjack"\nrules = ["xx"]'), "rules[0]", "de | is"),
    (DROPS.partition("[[wrong]]")[0], "wrong", "missing"),
    ('game = "blackjack"\nwrong = []', "wrong", "[] can’t be used here"),
    ("game = ", "", "can’t be read"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "way_out"), WRONG)
def test_a_wrong_file_is_refused_by_file_key_and_way_out(
    tmp_path: Path, text: str, place: str, way_out: str
) -> None:
    file = written(tmp_path, text)
    with pytest.raises(NoRehearsal) as refused:
        load_rehearsal(file)
    fault = next(each for each in refused.value.faults if each.place == place)
    text = fault_text(Words("en"), fault)
    assert text.startswith("card-drops.toml")
    assert way_out in text
    assert all(fault_text(Words(language), fault) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("place", "least", "most"),
    [("minutes", 1, 30), ("left", 1, 416), ("wrong[0].count", 0, 40), ("wrong[0].round", 1, 12)],
)
def test_a_figure_of_a_rehearsal_is_taken_up_to_its_limits(
    tmp_path: Path, place: str, least: int, most: int
) -> None:
    """416 are the cards of eight decks."""
    key = place.removeprefix("wrong[0].")
    after = "[[wrong]]" if key != place else 'game = "blackjack"'
    for figure in (least - 1, least, most, most + 1):
        text = DROPS.replace("count = 2\n", "").replace(after, f"{after}\n{key} = {figure}")
        faults = faults_of_rehearsal(written(tmp_path, text))
        assert [each.place for each in faults] == ([] if least <= figure <= most else [place])


def test_a_missing_rehearsal_file_is_an_unreadable_one(tmp_path: Path) -> None:
    (fault,) = faults_of_rehearsal(tmp_path / "none.toml")
    assert (fault.file, fault.kind, fault.given) == ("none.toml", FaultKind.UNREADABLE, "")


OF_CARDS = {"shuffle", "inspection", "burned", "between", "bet_time", "cards_out", "result"}
MOMENTS = {
    "baccarat": OF_CARDS,
    "blackjack": OF_CARDS | {"deciding"},
    "roulette": {"burned", "between", "bet_time", "spin_due", "ball_runs", "result"},
}
"""The moments that a game has: cards are shuffled, a wheel is spun, and blackjack alone asks its players."""
_TABLE = marked((handbook_folder() / "rehearsals.md").read_text("utf-8"))["slips"].splitlines()[2:]


@pytest.mark.parametrize("row", _TABLE, ids=[line.split("`")[1] for line in _TABLE])
def test_a_slip_is_taken_in_the_games_and_at_the_moments_of_the_handbook(tmp_path: Path, row: str) -> None:
    _, name, of, is_, when, _, how, _ = row.split("|")
    slip, *moments = re.findall("`([a-z_]+)`", name + when)
    for game, here in MOMENTS.items():
        text = f'game = "{game}"\n[[wrong]]\nslip = "{slip}"\n'
        if game not in of and of != " all ":
            assert [each.place for each in faults_of_rehearsal(written(tmp_path, text))] == ["wrong[0].slip"]
            continue
        never = next(each for each in Occasion if each not in here.intersection(moments))
        (fault,) = faults_of_rehearsal(written(tmp_path, f'{text}when = "{never}"\n'))
        assert fault.place == "wrong[0].when"
        assert fault.right.split(" | ") == [each for each in moments if each in here]
        mishap = load_rehearsal(written(tmp_path, text)).script.wrong[0]
        assert mishap.occasion_in(game) == fault.right.split(" | ")[0]
        assert [*dict.fromkeys(each.kind for each in mishap.row.incidents)] == re.findall("`(.+?)`", is_)
        assert (mishap.row.act is not SlipAct.TOLD, mishap.row.act not in SHOWN) == (
            "shown" in how,
            "told" in how,
        )


def test_a_kind_without_a_slip_of_another_name_happens_at_any_moment() -> None:
    assert {row.split("`")[1] for row in _TABLE} == set(NAMED) == set(Slip)
    for slip, row in slips().items():
        if slip not in NAMED:
            assert (row.occasions[0], {*row.occasions}) == (Occasion.CARDS_OUT, {*Occasion}), slip


@pytest.mark.parametrize("game", DOCUMENTED)
def test_an_incident_is_a_slip_again(game: str) -> None:
    for kind, practised in kinds_practised(game).items():
        for slip in practised:
            incident = next(each for each in slips()[slip].incidents if each.kind == kind)
            again = slip_of(game, kind, dict(incident.facts)) or slip
            assert slips()[again].kind in (kind, slips()[slip].kind)


def test_an_incident_that_no_slip_causes_has_no_slip() -> None:
    assert slip_of("roulette", "no_spin", {"cause": "few_turns"}) is Slip.BALL_FEW_TURNS
    assert slip_of("roulette", "card_fell", {}) is None
