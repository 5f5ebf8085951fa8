"""One device under test, without a window: a step follows from what came, and what did not come is named."""

from __future__ import annotations

from console.commissioning.devices.device_under_test import DeviceUnderTest, HalfDraw, PersonTask, half_proof
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import DeviceConfig
from console.table.devices import AngelEyeVoice, DeviceRole, Health
from console.table.devices.line_format import NONE
from console.table.devices.readings import ShoePlace, Target
from console.table.game import DECK

SPIN = (
    "*X;2;{game:03};{last:2};0;000;{way}",
    "*X;3;{game:03};{last:2};0;141;{way}",
    "*X;4;{game:03};{last:2};0;139;{way}",
    "{number:2}",
    "*X;5;{game:03};{number:2};0;136;{way}",
)


def spun(tested: DeviceUnderTest, number: int, game: int, *, way: int = 0) -> None:
    """The wheel's lines of one spin."""
    for line in SPIN:
        text = line.format(game=game, last=1, number=number, way=way)
        tested.receive(text.encode() + b"\r\n")


def task_of(tested: DeviceUnderTest) -> PersonTask:
    """The task that is asked for now, whatever was before."""
    return tested.asked


def by_name(tested: DeviceUnderTest) -> dict[str, Proof]:
    return {proof.name: proof for proof in tested.proofs()}


def test_ten_spins_each_confirmed_by_eye_and_the_plug_are_a_whole_wheel() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"))
    for at in range(10):
        assert task_of(tested) is PersonTask.SPIN and tested.progress == (at, 10)
        spun(tested, at + 11, at + 1, way=at % 2)
        assert task_of(tested) is PersonTask.NUMBER and tested.number == at + 11
        tested.confirm(at + 11)
    assert task_of(tested) is PersonTask.PULL
    tested.port(Health.LOST)
    assert task_of(tested) is PersonTask.PLUG_IN
    tested.port(Health.CONNECTED)
    assert task_of(tested) is PersonTask.HEAR
    tested.receive(b"*X;1;012;20;0;157;0\r\n")
    assert task_of(tested) is PersonTask.OVER
    proofs = by_name(tested)
    assert {proof.verdict for proof in proofs.values()} == {Verdict.PROVED}
    assert "device directions" in proofs and sum(name.startswith("device spin ") for name in proofs) == 10


def test_a_number_to_confirm_is_no_finished_spin() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"))
    for done in range(2):
        spun(tested, 7, done + 1)
        assert tested.progress == (done, 10)
        tested.confirm(7)
        assert tested.progress == (done + 1, 10)


def test_a_deck_in_order_passes_over_what_is_sent_again_and_ends_with_the_cut_card() -> None:
    tested, voice = DeviceUnderTest(DeviceConfig.usual(DeviceRole.SHOE, "/dev/none")), AngelEyeVoice(NONE)
    tested.in_order, place = True, ShoePlace(Target.PLAYER, 1)
    for at, card in enumerate(DECK):
        assert (tested.card, tested.progress) == (card, (at, 53))
        for _ in range(2):
            tested.receive(voice.card(card, place))
    cut_card = voice.cut_card()
    assert cut_card is not None and tested.card is None and tested.asks_cut_card
    assert tested.progress == (52, 53)
    tested.receive(cut_card)
    assert task_of(tested) is PersonTask.HOLD and tested.progress == (53, 53)
    assert tested.findings.otherwise == []


def test_the_readers_deck_has_no_cut_card() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.READER, "/dev/none"))
    for at, card in enumerate(DECK):
        assert tested.progress == (at, 52) and task_of(tested) is PersonTask.DRAW
        tested.receive(f"{card}\r\n".encode())
    assert tested.progress == (52, 52) and task_of(tested) is PersonTask.HOLD


def test_a_number_that_differs_from_the_persons_is_named() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.WHEEL, "/dev/none"))
    spun(tested, 3, 1)
    tested.confirm(26)
    tested.go_on()
    assert task_of(tested) is PersonTask.PULL, "no further number comes"
    found = by_name(tested)["device spins"]
    assert found.verdict is Verdict.FAILED and isinstance(found.found, Phrase)
    assert found.found.slots["wrong_list"] == "3 ≠ 26" and found.found.slots["spins"] == 1


def test_a_silent_device_fails_and_no_pull_of_its_plug_is_asked_for() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.SHOE, "/dev/none"))
    tested.go_on()
    assert task_of(tested) is PersonTask.OVER
    verdicts = {name: proof.verdict for name, proof in by_name(tested).items()}
    assert verdicts["device deck shoe"] is Verdict.FAILED
    assert verdicts["device cable shoe"] is Verdict.LEFT_OUT


def test_a_device_on_anothers_port_is_named_until_its_own_speaks() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.READER, "/dev/none"))
    shoe = AngelEyeVoice(NONE)
    place = ShoePlace(Target.PLAYER, 1)
    for card in DECK[:3]:
        assert not tested.receive(shoe.card(card, place))
    assert by_name(tested)["device deck reader"].verdict is Verdict.FAILED
    assert by_name(tested)["device deck reader"].found == Phrase("exchanged.shoe")
    assert tested.receive(b"9H\r\n"), "the plugs were put right"
    found = by_name(tested)["device deck reader"].found
    assert isinstance(found, Phrase) and found.slots["read"] == 1


def test_a_port_that_is_lost_in_the_deck_fails_it() -> None:
    tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.READER, "/dev/none"))
    tested.port(Health.LOST)
    assert tested.findings.lost and tested.asked is PersonTask.DRAW


def test_half_a_card_gives_no_card_and_a_whole_one_is_read_once() -> None:
    for half, verdict in (
        (HalfDraw(read=1, tried=True), Verdict.PROVED),
        (HalfDraw(unread=1, tried=True), Verdict.PROVED),
        (HalfDraw(early=1, read=1, tried=True), Verdict.FAILED),
        (HalfDraw(read=2, tried=True), Verdict.FAILED),
        (HalfDraw(tried=True), Verdict.FAILED),
        (HalfDraw(), Verdict.LEFT_OUT),
    ):
        assert half_proof(DeviceRole.SHOE, half).verdict is verdict, half


def test_a_card_held_halfway_names_who_said_so_and_the_time_without_a_reading() -> None:
    for came, slots in (
        ((), {"early": 0, "read": 0, "unread": 0, "name": "Jonas", "id": "S1"}),
        ((13.5,), {"early": 0, "read": 1, "unread": 0, "name": "Jonas", "id": "S1", "seconds": 3.5}),
        ((9.9, 12.0), {"early": 1, "read": 1, "unread": 0, "name": "Jonas", "id": "S1", "seconds": 2.0}),
    ):
        tested = DeviceUnderTest(DeviceConfig.usual(DeviceRole.SHOE, "/dev/none"))
        tested.asked = PersonTask.HOLD
        tested.go_on(("Jonas", "S1"), 10 * 10**9)
        voice = AngelEyeVoice(NONE)
        for at in came:
            assert tested.asked is PersonTask.DRAW_OUT
            tested.receive(voice.card(DECK[int(at)], ShoePlace(Target.PLAYER, 1)), int(at * 10**9))
        found = half_proof(DeviceRole.SHOE, tested.half)
        assert isinstance(found.found, Phrase) and found.found.slots == slots
        assert found.verdict is (Verdict.PROVED if came == (13.5,) else Verdict.FAILED)
