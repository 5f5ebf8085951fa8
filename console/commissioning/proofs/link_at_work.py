"""The link of a working table, tried: a hundred bet times, and its cable pulled in the middle of a coup.

The game server answers this trial's questions over the table's own link
(:mod:`console.table.link.link_trial`), and a separate table takes the answers, with a journal on the table's
disk: the table itself and its players see none of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from console.base.words import Words
from console.commissioning.table_proofs import LinkStep, spread_ms
from console.commissioning.trial_folder import trial_folder
from console.supervisor.records import Finding, Proof, Section, Subject, Verdict, left_out, not_proved, tried
from console.table.config import TableConfig
from console.table.core import Phase, Session, SystemClock, TrialRequest
from console.table.custody import UNNAMED, make_folder, open_session
from console.table.game import GAMES, has_wheel, load_rulebook
from console.table.journal import Identity
from console.table.link import GameServerLink, LinkTrial, ServerAnswer
from console.table.words import encode

TIMES: Final = 100
"""How often bets are opened and closed."""
TAKES_PART: Final = 10.0
"""Seconds within which a participating server answers the first question."""
ANSWERS: Final = 5.0
"""Seconds within which it answers each later question."""
SLOWEST_MS: Final = 1_000.0
"""Milliseconds that 99 of 100 round trips may take: bet time is counted in seconds."""
UNANSWERED: Final = 2.0
"""Seconds without an answer after which the cable counts as out."""
OUT: Final = 10.0
"""Seconds for which the cable stays out."""
PATIENCE: Final = 120.0
"""Seconds that a person may need, or the link to return."""

_LINES: Final = {TrialRequest.BETS_OPEN: "open", TrialRequest.BETS_CLOSED: "closed"}


class _TableOpening(Exception):
    """The table was opened, and needs the game server for itself."""


Progress = Callable[[float], bool]
OnStep = Callable[[LinkStep], object]
_BETS: Final = Subject(Section.LINK, "link link", expected="link.times", count=TIMES, most=SLOWEST_MS)
_CABLE: Final = Subject(Section.LINK, "link cable", "link.cable", seconds=int(OUT))


class LinkAtWork:
    """The link of one table; the caller waits for it in a thread, and may stop."""

    def __init__(self, config: TableConfig, link: GameServerLink | None) -> None:
        """``link`` is None if the table has none."""
        self._config, self._link = config, link
        self._words = Words(config.language), Words(load_rulebook(config.rules).market)
        self.times, self.takes_part, self.out, self.patience = TIMES, TAKES_PART, OUT, PATIENCE

    def proofs(self, progress: Progress, on_step: OnStep) -> tuple[Proof, ...]:
        """The proofs of the link; ``on_step`` is called with each step. Raises JournalError, OSError."""
        if self._config.link is None or self._link is None or self._link.latest is None:
            return (_BETS.with_finding(left_out("link.none")),)
        if not self._link.is_connected:
            return _both(not_proved("link.away"))
        make_folder(self._config.journal)
        folder = self._config.journal.parent

        def goes_on(share: float) -> bool:
            self._see_closed()
            return progress(share)

        try:
            self._see_closed()
            on_step(LinkStep.BETS)
            return self._all(self._link, folder, goes_on, on_step)
        except _TableOpening:
            return _both(left_out("link.open"))

    def _see_closed(self) -> None:
        """Raises _TableOpening once the table is no longer closed: its server must receive each view."""
        latest = None if self._link is None else self._link.latest
        if latest is None or latest.phase != Phase.CLOSED:
            raise _TableOpening

    def _all(
        self, link: GameServerLink, folder: Path, progress: Progress, on_step: OnStep
    ) -> tuple[Proof, ...]:
        with LinkTrial(link, lambda view: encode(view, *self._words)) as trial, trial_folder(folder) as place:
            if (latest := link.latest) is None:
                raise _TableOpening
            if trial.ask(TrialRequest.VIEW, latest, self.takes_part, lambda: progress(0.0)) is None:
                return _both(not_proved("link.no_part", seconds=int(self.takes_part)))
            bets = self._bets(trial, place, progress)
            cable = left_out("link.cable.after")
            if bets.verdict is Verdict.PROVED:
                cable = self._cable(trial, place, progress, on_step)
            return _BETS.with_finding(bets), _CABLE.with_finding(cable)

    def _bets(self, trial: LinkTrial, place: Path, progress: Progress) -> Finding:
        took: list[float] = []
        for at in range(self.times):
            with self._table(place / f"{at}.db") as session:
                for asked in _LINES:
                    goes_on = partial(progress, at / self.times)
                    came = self._answer_taken(trial, session, asked, goes_on)
                    if came is None or trial.breaks:
                        return tried("link.missing", False, done=len(took) // 2, of=self.times)
                    took.append(came.took)
        figures = spread_ms(took)
        return tried("link.found", figures["p99_ms"] <= SLOWEST_MS, figures, count=self.times)

    def _answer_taken(
        self, trial: LinkTrial, session: Session, request: TrialRequest, is_wanted: Callable[[], bool]
    ) -> ServerAnswer | None:
        """The server's answer, once this table has taken it; None if it is not the one asked for."""
        came = trial.ask(request, session.view(), ANSWERS, is_wanted)
        shown = session.view().round
        if came is None or not came.is_right or came.round != ("" if shown is None else shown.id):
            return None
        view = session.take(came.line, by_link=True)
        return came if view.accepted and view.bets == _LINES[request] else None

    def _cable(self, trial: LinkTrial, place: Path, progress: Progress, on_step: OnStep) -> Finding:
        with self._table(place / "coup.db") as session:
            for asked in _LINES:
                self._answer_taken(trial, session, asked, lambda: progress(0.0))
                if asked is TrialRequest.BETS_OPEN and GAMES[self._config.game].is_answered:
                    session.take(b'{"do":"seats","seats":[1]}', by_link=True)
            play = b'{"do":"spin","turns":5,"direction":"against","by":"D1"}'
            session.take(play if has_wheel(self._config.game) else b'{"do":"card","card":"9H"}')
            on_step(LinkStep.PULL)
            if not self._is_out(trial, session, progress):
                return not_proved("link.cable.not_out", seconds=int(self.patience))
            on_step(LinkStep.OUT)
            began = time.monotonic()
            early = self._answered(trial, session, self.out, progress)
            if early is not None:
                return not_proved("link.cable.early", seconds=int(time.monotonic() - began))
            on_step(LinkStep.PLUG_IN)
            began = time.monotonic()
            back = self._answered(trial, session, self.patience, progress)
            took = time.monotonic() - began
            shown = session.view().round
            same = back is not None and shown is not None and back.round == shown.id
            key = "same" if same else "other" if back is not None else "away"
            figures = {} if back is None else {"s": round(took, 1)}
            return tried(f"link.cable.{key}", same, figures, seconds=int(self.patience))

    def _is_out(self, trial: LinkTrial, session: Session, progress: Progress) -> bool:
        """Whether the server stops answering in time."""
        until = time.monotonic() + self.patience
        while (left := until - time.monotonic()) > 0 and progress(1 - left / self.patience):
            within, share = min(UNANSWERED, self.out), 1 - left / self.patience
            if trial.ask(TrialRequest.VIEW, session.view(), within, partial(progress, share)) is None:
                return progress(share)
            time.sleep(min(0.2, self.out))
        return False

    def _answered(
        self, trial: LinkTrial, session: Session, timeout: float, progress: Progress
    ) -> ServerAnswer | None:
        ends = time.monotonic() + timeout

        def waits() -> bool:
            return progress(max(0.0, 1 - (ends - time.monotonic()) / timeout))

        return trial.ask(TrialRequest.VIEW, session.view(), timeout, waits)

    @contextmanager
    def _table(self, journal: Path) -> Iterator[Session]:
        """A separate table, at the beginning of bet time."""
        identity = Identity(UNNAMED, self._config.game, self._config.rules)
        rulebook = load_rulebook(self._config.rules)
        with ExitStack() as stack:
            yield open_session(journal, identity, rulebook, SystemClock(), stack, is_ready=True).session


def _both(finding: Finding) -> tuple[Proof, ...]:
    return _BETS.with_finding(finding), _CABLE.with_finding(finding)
