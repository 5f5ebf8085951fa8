"""The score boards: where each coup stands, by the game's standard of six rows."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.table.game import Card
from console.table.game.baccarat.coup import Coup, Winner
from console.table.game.baccarat.roads import (
    CoupResult,
    RoadCell,
    bead_plate,
    big_road,
    derived_road,
    result_of,
    result_word,
)

_WINNERS = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}


def _coups(letters: str) -> list[CoupResult]:
    return [CoupResult(_WINNERS[letter]) for letter in letters]


def _drawn(letters: str) -> list[str]:
    """The big road as six lines of text; a figure is how many ties stand on a cell."""
    cells = big_road(_coups(letters))
    wide = max(cell.column for cell in cells) + 1
    lines = [["."] * wide for _ in range(6)]
    for cell in cells:
        letter = "?" if cell.result is None else "B" if cell.result.winner is Winner.BANKER else "P"
        lines[cell.row][cell.column] = str(cell.ties) if cell.ties else letter
    return ["".join(line) for line in lines]


def test_a_run_goes_down_and_another_winner_begins_a_column() -> None:
    assert _drawn("BBPBBB") == ["BPB", "B.B", "..B", "...", "...", "..."]


def test_a_run_of_more_than_six_turns_to_the_right_at_the_foot() -> None:
    assert _drawn("BBBBBBBB") == ["B..", "B..", "B..", "B..", "B..", "BBB"]


def test_a_run_turns_before_a_cell_that_an_earlier_tail_has_taken() -> None:
    # eight bankers leave a tail in columns 1 and 2 of the sixth row; the player's run stops above it
    assert _drawn("BBBBBBBBPPPPPPP")[4] == "BPPP"
    assert _drawn("BBBBBBBBPPPPPPP")[5] == "BBB."


def test_a_run_that_turned_goes_down_again_below_a_free_cell() -> None:
    assert _drawn("BBBBBBBBBPPPPPPPPPP")[4:] == ["BPPPP.", "BBBBPP"]


def test_the_next_run_begins_behind_where_the_last_one_began_and_not_behind_its_tail() -> None:
    assert _drawn("BBBBBBBBP")[0] == "BP."


def test_ties_stand_on_the_coup_before_them_and_take_no_cell() -> None:
    assert _drawn("BTTB") == ["2", "B", ".", ".", ".", "."]
    assert big_road(_coups("PTB"))[0].ties == 1


def test_ties_at_the_shoes_beginning_wait_for_the_first_winner() -> None:
    assert big_road(_coups("TT")) == (RoadCell(0, 0, None, 2),)
    assert big_road(_coups("TTP")) == (RoadCell(0, 0, CoupResult(Winner.PLAYER), 2),)
    assert big_road([]) == ()


def test_the_bead_plate_is_filled_by_columns_of_six_and_keeps_its_last_ones() -> None:
    plate = bead_plate(_coups("BPTBPTB"), 12)
    assert [len(column) for column in plate] == [6, 1]
    assert [len(column) for column in bead_plate(_coups("B" * 20), 2)] == [6, 2]


def test_a_result_says_winner_natural_and_pairs() -> None:
    coup = Coup()
    for face in ("4H", "3C", "4S", "3D"):
        coup = coup.deal(Card(face))
    assert coup.outcome is not None
    word = result_word(coup.outcome)
    assert word == "player natural player_pair banker_pair"
    assert result_of(word) == CoupResult(Winner.PLAYER, natural=True, player_pair=True, banker_pair=True)
    assert result_of("tie natural") == CoupResult(Winner.TIE, natural=True)
    assert result_of("banker player_pair") == CoupResult(Winner.BANKER, player_pair=True)


def test_an_older_result_says_the_winner_alone() -> None:
    assert result_of("banker") == CoupResult(Winner.BANKER)


def test_no_coup_of_a_shoe_is_lost_whatever_the_order() -> None:
    chance = random.Random(3)
    for _ in range(300):
        letters = "".join(chance.choice("PBBPT") for _ in range(chance.randrange(1, 90)))
        cells = big_road(_coups(letters))
        places = [(cell.column, cell.row) for cell in cells]
        assert len(set(places)) == len(places), letters
        assert sum(cell.ties for cell in cells) == letters.count("T")
        assert sum(cell.result is not None for cell in cells) == len(letters) - letters.count("T")
        assert all(0 <= row < 6 for _, row in places)


def _reds(letters: str, distance: int) -> str:
    return "".join("r" if cell.red else "b" for cell in derived_road(_coups(letters), distance))


@pytest.mark.parametrize(
    ("letters", "big_eye_boy", "small_road", "cockroach_pig"),
    [
        ("BBPPBPPP", "rrbbr", "brb", "rb"),
        ("BBTPPBTTPPP", "rrbbr", "brb", "rb"),  # a tie is on no derived road
        ("PBPBPBP", "rrrrr", "rrrr", "rrr"),
        ("BPPBBBPPPP", "bbrbbrrb", "brbrbr", "brr"),
        ("BBBPPBPBB", "rbbrb", "bbb", "br"),
        # longer than six: the big road turns, the derived roads still compare the whole runs
        ("BBBBBBBB" + "PPPPPPPPPP", "rrrrrrrbr", "", ""),
        ("BBB", "", "", ""),
        ("TT", "", "", ""),
    ],
)
def test_a_derived_road_compares_columns_one_two_or_three_to_the_left(
    letters: str, big_eye_boy: str, small_road: str, cockroach_pig: str
) -> None:
    assert [_reds(letters, distance) for distance in (1, 2, 3)] == [big_eye_boy, small_road, cockroach_pig]


@pytest.mark.parametrize(
    ("begins", "distance"), [("BPP", 1), ("BPB", 1), ("BPBB", 2), ("BPBP", 2), ("BPBPP", 3), ("BPBPB", 3)]
)
def test_a_derived_road_begins_with_a_second_cell_or_one_column_later(begins: str, distance: int) -> None:
    assert [len(_reds(letters, distance)) for letters in (begins[:-1], begins)] == [0, 1]


def test_a_derived_road_turns_as_the_big_road_does() -> None:
    cells = derived_road(_coups("BP" * 5), 1)
    assert [(cell.column, cell.row) for cell in cells] == [(0, row) for row in range(6)] + [(1, 5), (2, 5)]


_SHOE = st.lists(st.sampled_from("BPT"), max_size=90).map("".join)


@given(_SHOE, st.sampled_from((1, 2, 3)))
def test_a_derived_road_is_what_a_scorer_reads_off_cell_by_cell(letters: str, distance: int) -> None:
    """The scorer's own statement of the rule: a mark is red if the cell at the left and the one above it are
    both taken or both free; a new column has the other colour than its predecessor's next coup would have.
    """
    grid: set[tuple[int, int]] = set()
    column, row, last, marks = -1, 0, "", ""

    def mark(at: int, down: int) -> str:
        left = at - distance
        return "r" if ((left, down) in grid) == ((left, down - 1) in grid) else "b"

    for letter in letters.replace("T", ""):
        if letter == last:
            row += 1
            if column >= distance:
                marks += mark(column, row)
        else:
            if column >= distance:
                marks += "b" if mark(column, row + 1) == "r" else "r"
            column, row, last = column + 1, 0, letter
        grid.add((column, row))
    assert _reds(letters, distance) == marks


@given(_SHOE, st.sampled_from((1, 2, 3)))
def test_a_further_coup_changes_no_mark_of_a_derived_road(letters: str, distance: int) -> None:
    whole = derived_road(_coups(letters), distance)
    earlier = derived_road(_coups(letters[:-1]), distance)
    assert whole[: len(earlier)] == earlier
    assert len(whole) - len(earlier) in (0, 1)
