"""A trial of the link: the line that it requests, how long it waits, and the connections that broke."""

from __future__ import annotations

from itertools import count
from typing import Any, cast

import msgspec
import pytest

from console.table.core import TrialRequest, View
from console.table.link.client import GameServerLink
from console.table.link.link_trial import LinkTrial, answer
from tests.table.core.tables import Driven
from tests.table.link.far import SOON
from tests.table.link.rig import as_sent, encoded_view


class AnsweredLink:
    """A link without sockets: whatever the trial says is answered at once."""

    def __init__(self, latest: View | None) -> None:
        self.latest = latest
        self.trial = LinkTrial(cast(GameServerLink, self), encoded_view)
        self.lines = list[dict[str, Any]]()
        self._is_heard = False

    def speak(self) -> None:
        if self._is_heard:
            return
        self._is_heard = True
        while (line := self.trial.says()) is not None:
            self.lines.append(msgspec.json.decode(line))
            self.trial.hears(self.lines[-1]["trial"]["ask"], answer(self.lines[-1]))
        self._is_heard = False


@pytest.mark.parametrize(
    ("requested", "line"),
    [
        ("view", {"do": "view"}),
        ("bets_open", {"do": "bets", "state": "open"}),
        ("bets_closed", {"do": "bets", "state": "closed"}),
    ],
)
def test_a_trial_asks_on_each_connection_first_and_then_for_its_line(
    requested: str, line: dict[str, Any]
) -> None:
    driven = Driven("lt")
    own = driven.session.view()
    link = AnsweredLink(own)
    driven.take({"do": "bets", "state": "open"})
    asked = driven.session.view()
    for breaks in (1, 2):
        link.trial.on_connection()
        came = link.trial.ask(TrialRequest(requested), asked, SOON)
        assert came is not None and came.is_right and 0 <= came.took < 1e3 * SOON
        first, second = (each.pop("trial") for each in link.lines)
        assert (first["for"], second["for"]) == ("view", requested) and second["ask"] == first["ask"] + 1
        assert link.lines == [as_sent(own), as_sent(asked)]
        assert msgspec.json.decode(came.line) == line | {"trial": second["ask"], "round": "T1-1"}
        assert link.trial.breaks == breaks
        link.lines.clear()


def test_a_trial_looks_ten_times_a_second_whether_its_answer_is_still_wanted() -> None:
    looks = count()
    view, ask = Driven("lt").session.view(), AnsweredLink(None).trial.ask
    assert ask(TrialRequest.VIEW, view, 0.3, lambda: next(looks) >= 0) is None
    assert 2 <= next(looks) <= 5
    assert ask(TrialRequest.VIEW, view, SOON, lambda: False) is None
