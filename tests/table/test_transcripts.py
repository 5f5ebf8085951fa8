"""Every transcript is what the table shows; see :mod:`console.scenes.scene_player` for how to read them."""

import pytest

from tests.table.tables import dealt, framed, resulted
from tests.table.transcripts import Scene, SceneDiffers, all_scenes, play

SCENES = [pytest.param(scene, id=f"{file}: {scene.name}") for file, scene in all_scenes()]


@pytest.mark.parametrize("scene", SCENES)
def test_the_table_does_as_its_transcript_says(scene: Scene) -> None:
    play(scene)


def test_the_transcripts_frames_are_those_that_were_captured() -> None:
    assert dealt("1", "player", 1, "8S") == bytes.fromhex("05314481B8033446")
    assert resulted("2", "player", "player") == bytes.fromhex("05324791034537")
    assert framed("3", "C") == bytes.fromhex("053343033733")
    assert framed("4", "E", 0x41) == bytes.fromhex("053445C1034233")
    assert framed("5", "L", 1) == bytes.fromhex("05354C81034642")


def test_a_broken_transcript_is_seen() -> None:
    """The runner itself can fail: every kind of wrong expectation is told apart."""
    for wrong in (
        "dealing deal/dealer player 1, open, say place_your_bets, new round",
        "betting wait/system seconds 17, open, say place_your_bets, new round",
        "betting wait/system seconds 18, say place_your_bets, new round",
        "betting wait/system seconds 18, open, new round",
        "betting wait/system seconds 18, open, say place_your_bets",
        "betting wait/system seconds 18, open, say place_your_bets, new round, left 415",
        "betting wait/system seconds 18, open, say place_your_bets, new round, refused halted",
    ):
        scene = Scene("wrong", "wrong", "sv", "baccarat", True, ((1, "< bets open"), (2, f"> {wrong}")))
        with pytest.raises(SceneDiffers, match="line 2"):
            play(scene)
