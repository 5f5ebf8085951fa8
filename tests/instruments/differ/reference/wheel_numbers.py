"""The wheel's numbers: before, in and after the spin that they are of."""

from __future__ import annotations

from tests.instruments.differ.cases import Case, Facts
from tests.instruments.differ.reference.round_course import RoundCourse
from tests.instruments.differ.reference.table_values import Halt, Refused, Report, Round, SaidOut


class WheelNumbers(RoundCourse):
    """A table that judges the numbers of its wheel."""

    def number_refused(self, number: int, source: str) -> None:
        """Keep a reader's refused number as recorded, the last one until it is known; it closes bets."""
        about, was_open, before = self.open_round, self.bet_time, None
        report = self.report
        knew = self.known_of(report)
        if about:
            before = about.recorded
            if source == "reader" and None in (about.number, about.recorded):
                about.recorded = number
        refused = "halted" if self.halted else "bets_open"
        if was_open and (source == "reader" or not self.halted):
            self.close_bets()
            self.fell = self.fell or self.report is not None
        if self.pocket and self.report and source == "reader":
            self.fell = True
        if source == "reader" and self.report and self.in_pocket(self.report):
            self.fell = True  # it is the number of that ball, and of bet time as the ball is
        offer: tuple[str, Facts] = ("spun_in_bet_time", {"ball": "pocket"})
        if self.halt and self.halt.bet_time and was_open and source == "reader" and not self.report:
            self.halt.offer, self.halt.is_number, self.halt.at_once = offer, True, False
        self.read_in_halt = self.read_in_halt or (self.halted and source == "reader")
        if report and source == "reader" and about:
            self.read_under(report, knew)
        if refused == "bets_open":
            self.halted_by(
                Halt(
                    "bets_open",
                    number=number,
                    is_number=True,
                    bet_time=True,
                    offer=offer,
                    recorded_before=before,
                )
            )
        raise Refused(refused)

    def say_out(self, *, early: bool) -> None:
        """Somebody says that the ball is out, which a wheel that was heard can contradict in that game."""
        if self.wheel_was is None or self.wheel_was.state in (1, 2):  # no ball was sent in this game yet
            return
        said = SaidOut(self.wheel_game, early, self.open_round, self.tick)
        before = self.said_out
        if before is not None and before.game == said.game:
            said.fell, said.fell_in, said.asked = before.fell, before.fell_in, before.asked
        self.said_out = said

    def fallen(self, number: int, *, again: bool) -> None:
        """The number of the game in which the ball was said to be out: it is kept, closes bets, and halts."""
        self.needs_dealer()
        about, said, report = self.open_round, self.said_out, self.report
        assert about and said
        of_bet_time, knew, before = self.bet_time or self.pocket, self.known_of(report), about.recorded
        stands = next((each for each in (about.number, about.told, before) if each is not None), None)
        said.fell, said.fell_in = number, about
        said.early = of_bet_time or (said.early and said.about is about)
        if self.bet_time:
            self.close_bets()
        if self.halted:
            if None in (about.number, before):
                about.recorded = number
            if report:
                self.read_under(report, knew)
            raise Refused("halted")
        in_turn = about.number is None and (stands == number or (stands is None and not again))
        self.fallen_halts(about, said)
        if of_bet_time or not in_turn:
            raise Refused("bets_open" if of_bet_time else "out_of_turn")

    def fallen_halts(self, about: Round, said: SaidOut) -> None:
        """Halt as a number of bet time if the ball was spun then, else as no spin."""
        said.asked = self.read_in_halt = True
        before = None if about.recorded == said.fell else about.recorded
        if None in (about.number, before):
            about.recorded = said.fell
        offer: tuple[str, Facts] = ("spun_in_bet_time", {"ball": "pocket"}) if said.early else ("no_spin", {})
        reason = "bets_open" if said.early else "no_spin"
        halt = Halt(reason, is_number=True, bet_time=said.early, offer=offer, recorded_before=before)
        halt.number = said.fell
        halt.fell = True
        self.halted_by(halt)

    def known_of(self, report: Report | None) -> Facts:
        """The facts that decide an open report, as they are known now."""
        if report is None or report.kind is None or report.state == "steps":
            return {}
        letters = self.letters_left(report.kind, self.then_of(report))
        rows = [row for row in self.all_rows(report.kind) if letters.intersection(row.when)]
        named = {name for row in rows for name, _ in row.facts}
        return {name: value for name, value in self.filled(report).items() if name in named}

    def read_under(self, report: Report, knew: Facts) -> None:
        """Fill in at once the facts of a number that was read under a report; what changes awaits a pit boss.

        While remove_ball of LT-ROU-32a is due it contradicts the answer: the decision is taken back.
        """
        if report.state == "steps":
            _, step = self.next_step(report)
            if report.outcome != "respin" or step["action"] not in ("remove_ball", "pick_up_ball"):
                return
            report.changed = True
            if report.kind == "foreign_object":
                report.contradicted = True
                report.given["ball_removed_in_time"] = None
            elif report.kind == "no_spin":  # it awaits as LT-ROU-27b
                report.given["recorded"] = True
            report.outcome = None
            about = self.open_round
            assert about and report.replaced
            about.spun, about.told, about.respin, about.ball, about.valid, self.halt = report.replaced
            self.sought(report)
            return
        if report.kind is None:
            return
        report.given = self.without_old(report.given)
        if self.known_of(report) != knew or not self.rows(report.kind, self.then_of(report)):
            report.changed = True
            self.sought(report)

    def without_old(self, given: Facts) -> Facts:
        """The given facts without what a number that was read since contradicts."""
        raise NotImplementedError

    def count_drawn(self, report: Report, rows: list[Case]) -> None:
        """Fill in the number of cards where more readings than one came and it decides."""
        raise NotImplementedError

    def sought(self, report: Report) -> None:
        """Seek the rows again with all that was given, at the moment of the report."""
        raise NotImplementedError

    def in_pocket(self, report: Report) -> bool:
        """Whether a report knows that a ball which was spun in bet time lies in a pocket."""
        return report.kind == "spun_in_bet_time" and report.facts.get("ball") == "pocket"

    def number_kept(self) -> None:
        """Let a number that the reader told in a halt after the spin count once play goes on.

        One of bet time that the report did not use halts, and one that differs from the dealer's.
        """
        about, said = self.open_round, self.said_out
        if about is None:
            self.fell = self.read_in_halt = False
        plays = self.stage in ("spinning", "result") and not self.halted
        is_open = about is not None and said is not None and said.fell_in is about and not said.asked
        if about and said and plays and is_open and said.fell != about.number:
            self.announced = self.say = None
            self.fallen_halts(about, said)
            return
        if about and self.fell and not self.report:
            self.fell = False
            offer: tuple[str, Facts] = ("spun_in_bet_time", {"ball": "pocket"})
            if self.halt:
                self.halt.offer, self.halt.is_number, self.halt.at_once = offer, True, False
                self.halt.bet_time = True
            else:
                self.halted_by(
                    Halt("bets_open", number=about.recorded, is_number=True, bet_time=True, offer=offer)
                )
            return
        if about and self.read_in_halt and not self.halted:
            self.read_in_halt = False
            dealers = about.told if about.number is None else about.number
            if None not in (dealers, about.recorded) and dealers != about.recorded:
                self.announced = None
                self.say = None
                self.halted_by(Halt("number_differs", number=about.recorded, is_number=True))
                return
        waits = self.stage == "spinning" and about and about.spun and about.told in (None, about.recorded)
        if waits and about and about.recorded is not None and not self.halted:
            self.known_number(about.recorded)

    def number_before_spin(self, number: int, source: str) -> None:
        """Take a number before the spin: a reader's waits as recorded; a dealer's is out_of_turn."""
        about = self.open_round
        assert about
        if about.recorded is not None and about.recorded != number:
            self.differs(number, about.recorded)
        if source == "dealer":
            raise Refused("out_of_turn")
        about.recorded = number

    def number_told(self, number: int, source: str) -> None:
        """Take a number after the spin: the reader's is known; a dealer's is to be confirmed."""
        about = self.open_round
        assert about
        if source == "reader":
            if about.told is not None and about.told != number:
                before = about.recorded
                about.recorded = number if about.recorded is None else about.recorded
                self.differs(number, before)
                return
            about.recorded = number
            self.known_number(number)
        elif about.told == number:
            self.known_number(number)
        else:
            about.told = number

    def number_after(self, number: int, source: str) -> None:
        """Take a number once one is known: the same is out_of_turn and halts nothing; another halts."""
        about = self.open_round
        assert about
        before = about.recorded
        if source == "reader" and about.recorded is None:
            about.recorded = number
        if number == about.number:
            raise Refused("out_of_turn")
        self.differs(number, before)

    def differs(self, number: int, before: int | None) -> None:
        """Halt by a second, different number before the announcement."""
        self.halted_by(Halt("number_differs", number=number, is_number=True, recorded_before=before))
        raise Refused("out_of_turn")

    def known_number(self, number: int) -> None:
        """Make the number known: phase result, say number."""
        about = self.open_round
        assert about
        about.number, about.told, about.of_reader = number, None, False
        about.early = []
        self.pocket = False  # the number of that ball is the round's
        self.stage = "result"
        self.announced, self.again = "number", True
