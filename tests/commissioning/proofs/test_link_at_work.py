"""The link of a table at work is tried by its own connection, at a server that takes part or does not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from msgspec.json import encode as encode_json
from msgspec.structs import replace

from console.base.words import Words
from console.commissioning.proofs import link_at_work
from console.commissioning.proofs.link_at_work import LinkAtWork
from console.commissioning.table_proofs import LinkStep
from console.supervisor.records import Phrase, Proof, Verdict
from console.table.config import LinkConfig, TableConfig, training_config
from console.table.core import ShownTable, TrialRequest, View
from console.table.link import GameServerLink, ServerAnswer, StandIn, link_trial, server_at, stand_in
from console.table.link.stand_in import VIEW
from console.table.words import encode
from tests.table.core.tables import Driven

FOR_THE_TABLE = b'{"do":"view"}'


class Rig:
    """A table's link to a game server, whose cable can be pulled."""

    def __init__(self, folder: Path, game: str, answers: Callable[[dict[str, Any]], bytes]) -> None:
        self.plugged, self.offered = threading.Event(), list[bytes]()
        self.plugged.set()
        self.forgets = self.hangs_up = False
        self.config: TableConfig = replace(
            training_config(game, "lt", "en"), journal=folder / "t.db", link=LinkConfig("tcp://127.0.0.1:1")
        )
        self.server = StandIn(on_line=self.lines)
        self._answers = answers
        self.seen = list[bytes]()
        self._greeted = 0
        """The answers to a hello that are still to come."""
        words = Words("en")
        self.link = GameServerLink(
            server_at(self.server.url, table="Table 7"),
            self.take,
            lambda view: encode(view, words, words),
            lambda _: None,
            _raised,
            journal="8b1c6c1e",
            patience=0.0,
        )

    def take(self, line: bytes) -> bool:
        if line == VIEW and self._greeted:
            self._greeted -= 1
        else:
            self.offered.append(line)
        return True

    def lines(self, line: bytes) -> None:
        if self.hangs_up:
            self.hangs_up = False
            raise OSError("the server hangs up")
        self._greeted += b'"hello"' in line
        self.seen.append(line)

    def say(self, line: bytes) -> None:
        """A line that the server sends by itself."""
        self.server.say(line)

    def answer(self, fields: dict[str, Any]) -> bytes:
        """Answer as the server does; nothing comes while the cable is out, all of it once it is in again."""
        self.plugged.wait(60)
        return self._answers(fields)


def _raised(error: Exception) -> None:
    raise error


@contextmanager
def rigged(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str = "baccarat",
    answers: Callable[[dict[str, Any]], bytes] = link_trial.answer,
) -> Iterator[tuple[Rig, LinkAtWork]]:
    """The link is connected, and its table has shown itself."""
    rig = Rig(folder, game, answers)
    monkeypatch.setattr(stand_in, "answer", rig.answer)
    monkeypatch.setattr(link_at_work, "UNANSWERED", 0.1)
    monkeypatch.setattr(link_at_work, "SLOWEST_MS", inf)  # how fast this computer is, is not asked here
    rig.server.start()
    rig.link.start()
    try:
        table = Driven("lt", game=game, is_ready=False)
        rig.link.show(ShownTable(table.session.view(), table.session.table, None))
        until(lambda: rig.link.is_connected and bool(rig.seen))
        tried = LinkAtWork(rig.config, rig.link)
        tried.times, tried.takes_part, tried.out, tried.patience = 3, 5.0, 0.1, 5.0
        yield rig, tried
    finally:
        rig.plugged.set()
        rig.link.stop()
        rig.server.stop()


def until(so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + 60
    while not so():
        assert time.monotonic() < end, "it did not become so"
        time.sleep(0.01)


def hands(rig: Rig, steps: list[LinkStep]) -> Callable[[str], None]:
    """A person who does what is asked for."""

    def on_step(step: str) -> None:
        steps.append(LinkStep(step))
        if step == LinkStep.PULL:
            rig.plugged.clear()
        elif step == LinkStep.PLUG_IN:
            rig.plugged.set()

    return on_step


def by_name(proofs: tuple[Proof, ...]) -> dict[str, Proof]:
    return {proof.name: proof for proof in proofs}


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "roulette"])
def test_bets_are_opened_and_closed_and_the_hand_is_the_same_after_the_cable_was_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with rigged(tmp_path, monkeypatch, game) as (rig, tried):
        steps: list[LinkStep] = []
        found = by_name(tried.proofs(lambda _: True, hands(rig, steps)))
    assert steps == [LinkStep.BETS, LinkStep.PULL, LinkStep.OUT, LinkStep.PLUG_IN]
    bets, cable = found["link link"], found["link cable"]
    assert bets.verdict is Verdict.PROVED
    assert bets.found == Phrase("commissioning.link.found", {"count": 3})
    assert 0 < bets.figures["p50_ms"] <= bets.figures["p99_ms"] <= bets.figures["worst_ms"]
    assert cable.verdict is Verdict.PROVED and 0 <= cable.figures["s"] <= 5
    assert rig.offered == [], "what was asked for is nothing of the table's own"


class Asked:
    """A server that answers each question after ``took`` milliseconds, but the two while the cable is out."""

    breaks = 0
    took = 0.0
    waits: ClassVar[list[float]] = []
    """The seconds for which each answer is awaited."""

    def __init__(self, *_: object) -> None:
        Asked.waits = []

    def __enter__(self) -> Asked:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def ask(self, request: TrialRequest, view: View, within: float, *_: object) -> ServerAnswer | None:
        self.waits.append(within)
        line = encode_json(link_trial.LINES[request])
        answer = ServerAnswer(line, self.took, True, view.round.id if view.round else "")
        return None if len(self.waits) in (6, 7) else answer


@pytest.mark.parametrize(
    ("took", "verdict", "waits"),
    [
        (1_000.0, Verdict.PROVED, [10.0, 5.0, 5.0, 5.0, 5.0, 2.0, 10.0, 120.0]),
        (1_000.1, Verdict.FAILED, [10.0, 5.0, 5.0]),
    ],
)
def test_each_answer_has_its_time_and_those_to_bets_a_second(
    took: float, verdict: Verdict, waits: list[float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two seconds without an answer count as out; the cable stays out for ten."""
    monkeypatch.setattr(link_at_work, "LinkTrial", Asked)
    monkeypatch.setattr(Asked, "took", took)
    closed = SimpleNamespace(latest=Driven("lt", is_ready=False).session.view(), is_connected=True)
    config = replace(
        training_config("baccarat", "lt", "en"),
        journal=tmp_path / "t.db",
        link=LinkConfig("tcp://127.0.0.1:1"),
    )
    tried = LinkAtWork(config, cast(GameServerLink, closed))
    tried.times = 1
    bets, _ = tried.proofs(lambda _: True, lambda _: None)
    assert (bets.verdict, Asked.waits) == (verdict, waits)


def test_a_server_that_does_not_know_the_trial_is_asked_once_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rigged(tmp_path, monkeypatch, answers=lambda _: FOR_THE_TABLE) as (rig, tried):
        tried.takes_part = 0.3
        found = by_name(tried.proofs(lambda _: True, lambda _: None))
    assert {proof.verdict for proof in found.values()} == {Verdict.NOT_PROVED}
    assert rig.offered == [FOR_THE_TABLE]
    assert sum(b'"trial"' in line for line in rig.seen) == 1


def test_a_server_that_says_something_else_fails_and_no_cable_is_pulled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(fields: dict[str, Any]) -> bytes:
        asked = {**fields["trial"], "for": "view"}
        return link_trial.answer({**fields, "trial": asked})

    with rigged(tmp_path, monkeypatch, answers=wrong) as (_, tried):
        found = by_name(tried.proofs(lambda _: True, lambda _: None))
    assert found["link link"].verdict is Verdict.FAILED
    assert found["link cable"].verdict is Verdict.LEFT_OUT


def test_an_unpulled_cable_and_one_that_returns_at_once_prove_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rigged(tmp_path, monkeypatch) as (rig, tried):
        tried.times, tried.patience = 1, 0.3
        shares: list[float] = []

        def shown(share: float) -> bool:
            shares.append(share)
            return True

        nobody = by_name(tried.proofs(shown, lambda _: shares.clear()))["link cable"]
        while_pulled = shares.copy()
        tried.patience, tried.out = 5.0, 3.0

        def hasty(step: str) -> None:
            if step == LinkStep.PULL:
                rig.plugged.clear()
            elif step == LinkStep.OUT:
                rig.plugged.set()
                shares.clear()

        early = by_name(tried.proofs(shown, hasty))["link cable"]
    assert nobody.why == Phrase("commissioning.link.cable.not_out", {"seconds": 0})
    assert isinstance(early.why, Phrase) and early.why.key == "commissioning.link.cable.early"
    for of_a_wait in (while_pulled, shares):
        assert of_a_wait == sorted(of_a_wait) and 0 <= of_a_wait[0] < 1 and 0 < of_a_wait[-1] <= 1


def test_a_server_that_lost_the_hand_meanwhile_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(fields: dict[str, Any]) -> bytes:
        line = link_trial.answer(fields)
        return line.replace(b'"round":"', b'"round":"x') if rig.forgets else line

    with rigged(tmp_path, monkeypatch, answers=lambda fields: other(fields)) as (rig, tried):

        def on_step(step: str) -> None:
            if step == LinkStep.OUT:
                rig.forgets = True
            hands(rig, [])(step)

        tried.times = 1
        cable = by_name(tried.proofs(lambda _: True, on_step))["link cable"]
    assert cable.found == Phrase("commissioning.link.cable.other", {"seconds": 5})


def test_an_answer_that_comes_after_the_trial_is_never_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, let = threading.Event(), threading.Event()

    def late(fields: dict[str, Any]) -> bytes:
        if fields["trial"]["for"] == "bets_open":
            held.set()
            let.wait(60)
        return link_trial.answer(fields)

    with rigged(tmp_path, monkeypatch, answers=late) as (rig, tried):
        tried.proofs(lambda _: not held.is_set(), lambda _: None)
        let.set()
        rig.say(FOR_THE_TABLE)
        until(lambda: bool(rig.offered))
    assert rig.offered == [FOR_THE_TABLE], "the trial's bets open is not offered"


def test_a_table_that_is_opened_has_its_link_back_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Driven("lt")
    with rigged(tmp_path, monkeypatch) as (rig, tried):

        def on_step(step: str) -> None:
            if step == LinkStep.PULL:
                rig.link.show(ShownTable(opened.session.view(), opened.session.table, None))

        tried.patience = 20.0
        found = by_name(tried.proofs(lambda _: True, on_step))
        again = by_name(tried.proofs(lambda _: True, on_step))
        assert rig.link._borrower is None
    for proofs in (found, again):
        assert {proof.verdict for proof in proofs.values()} == {Verdict.LEFT_OUT}
        assert all(proof.why == Phrase("commissioning.link.open") for proof in proofs.values())


def test_after_a_break_the_server_sees_the_tables_own_view_before_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rigged(tmp_path, monkeypatch) as (rig, _):
        trial = link_trial.LinkTrial(rig.link, lambda view: encode(view, Words("en"), Words("en")))
        played = Driven("lt").session.view()
        with trial:
            assert trial.ask(TrialRequest.VIEW, played, 30) is not None
            before = len(rig.seen)
            rig.hangs_up = True
            assert trial.ask(TrialRequest.VIEW, played, 30) is not None
            until(lambda: any(b"betting" in line for line in rig.seen[before:]))
        views = [line for line in rig.seen[before:] if b'"phase"' in line]
    assert b'"phase":"closed"' in views[0] and b"trial" not in views[0]
    assert b'"phase":"closed"' in views[1] and b"trial" in views[1]


def test_a_server_that_was_not_asked_yet_agrees_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with rigged(tmp_path, monkeypatch) as (rig, _):
        trial = link_trial.LinkTrial(rig.link, lambda view: b"{}")
        trial.hears(0, b'{"do":"view","trial":0}')
        assert not trial.is_agreed


def test_a_line_that_is_no_text_is_the_tables_while_the_link_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = b'{"do":"view","trial":"\xff"}'
    with rigged(tmp_path, monkeypatch) as (rig, tried):

        def on_step(step: str) -> None:
            if step == LinkStep.BETS:
                rig.say(broken)
                until(lambda: bool(rig.offered))

        tried.patience = 0.3
        found = by_name(tried.proofs(lambda _: True, on_step))
    assert rig.offered == [broken] and found["link link"].verdict is Verdict.PROVED


def test_a_table_without_a_game_server_says_so(tmp_path: Path) -> None:
    config = replace(training_config("baccarat", "lt", "en"), journal=tmp_path / "t.db")
    (proof,) = LinkAtWork(config, None).proofs(lambda _: True, lambda _: None)
    assert proof.verdict is Verdict.LEFT_OUT and proof.why == Phrase("commissioning.link.none")
