"""Every transcript is what the table shows; see :mod:`console.table.scenes.scene_player` for how to
read them.
"""

import pytest

from console.table.core.state import events
from console.table.scenes import sent_by
from tests.table.core.tables import card_frame, frame, result_frame
from tests.table.core.transcripts import Scene, SceneDiffers, all_scenes, play

SCENES = [pytest.param(scene, id=f"{file}: {scene.name}") for file, scene in all_scenes()]


@pytest.mark.parametrize("scene", SCENES)
def test_the_table_does_as_its_transcript_says(scene: Scene) -> None:
    """Its cards raise no alarm about their set, but in the scenes of that alarm."""
    played = play(scene)
    every = [events.DECODER.decode(entry.event) for entry in played.kept.entries]
    found = [each for each in every if isinstance(each, events.CardSetFound)]
    assert scene.file in ("card_sets", "published") or not found


def test_the_transcripts_frames_are_those_that_were_captured() -> None:
    assert card_frame("1", "player", 1, "8S") == bytes.fromhex("05314481B8033446")
    assert result_frame("2", "player", "player") == bytes.fromhex("05324791034537")
    assert frame("3", "C") == bytes.fromhex("053343033733")
    assert frame("4", "E", 0x41) == bytes.fromhex("053445C1034233")
    assert frame("5", "L", 1) == bytes.fromhex("05354C81034642")


def test_a_frame_with_an_unknown_winner_is_refused_and_not_left_out() -> None:
    with pytest.raises(ValueError, match="not enough"):
        sent_by("shoe 5 S + 6 G nobody + 7 E 1")


def test_a_broken_transcript_is_seen() -> None:
    """The runner itself can fail: it finds every kind of wrong expectation."""
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


@pytest.mark.parametrize("wrong", ["1.1 TC hard 10 waiting", "2.1 9H hard 9 waiting", "notice please_wait"])
def test_every_hand_and_every_thing_on_the_screen_that_a_scene_names_counts(wrong: str) -> None:
    right = ["dealing deal/dealer dealer 1 up", "closed", "new round", "left 414"]
    right += ["1.1 TH hard 10 waiting", "2.1 8H hard 8 waiting", "notice null", "rests BJ-3.4"]
    lines = ["< bets open", "< seats 1 2", "< bets closed", "< card TH 8H"]
    first = wrong.partition(" ")[0]
    named = [wrong if each.partition(" ")[0] == first else each for each in right]
    numbered = tuple(enumerate([*lines, f"> {', '.join(right)}"], 1))
    play(Scene("right", "right", "sv", "blackjack", True, numbered))
    numbered = tuple(enumerate([*lines, f"> {', '.join(named)}"], 1))
    with pytest.raises(SceneDiffers, match="line 5"):
        play(Scene("wrong", "wrong", "sv", "blackjack", True, numbered))


@pytest.mark.parametrize(
    ("item", "shown"),
    [
        ("signal flash sound", "signal: blink_running_out"),
        ("rests BAC-9.9", "the prompt rests on BAC-2.1.6 BAC-3.4.2"),
        ("limits 50 500000", "limits: null"),
        ("notices limits", "notices: null"),
        ("cut_cards 1", "cut_cards: 2"),
        ("faces dealer", "faces: null"),
        ("how in_order", "how: null"),
    ],
)
def test_a_scene_that_differs_from_the_screen_names_the_difference(item: str, shown: str) -> None:
    seen = f"> betting wait/system seconds 18, open, say place_your_bets, new round, {item}"
    scene = Scene("wrong", "wrong", "sv", "baccarat", True, ((1, "< bets open"), (2, seen)))
    with pytest.raises(SceneDiffers, match=f"line 2.*{shown}"):
        play(scene)
