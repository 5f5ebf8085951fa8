"""The course of an incident: report, answers, decision, steps, and the next one in the queue."""

from __future__ import annotations

from typing import Any

from tests.instruments.differ.cases import Case, Facts, cases, fits, seek
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.report_outcome import ReportOutcome
from tests.instruments.differ.reference.table_values import BURNS, COUNTED, IN_PLAY, Refused, Report, Then
from tests.instruments.differ.rounds import Shown


class ReportCourse(ReportOutcome):
    """A table that takes reports and their answers."""

    def do_incident(self, line: Shown) -> None:
        """A report halts at once; a second one is queued."""
        kind, facts = line.get("kind"), dict(line.get("facts") or {})
        if kind is not None:
            self.kind_checked(kind, facts)
            self.facts_checked(kind, facts)
        elif facts:
            raise Refused("bad_input")
        role = self.signed(line, "dealer", "pit_boss")
        report = Report(0, kind, facts, line["by"], role, None)
        self.drawn_checked(report, facts, role)
        if self.report and len(self.queue) >= 20:
            raise Refused("out_of_turn")
        self.made(report)
        self.can_stand(report)
        self.incidents += 1
        report.number_of = self.incidents
        report.as_made = self.as_it_is(report)
        if self.report:
            self.queue.append(report)
            if kind == "spun_in_bet_time" and facts.get("ball") == "pocket" and self.bet_time:
                self.close_by_pocket(report)
        else:
            self.open_report(report)

    def made(self, report: Report) -> None:
        """Note the moments of a report: its own, and that at which the table had halted."""
        report.moment, report.earlier = self.moment(), self.halted_at

    def as_it_is(self, report: Report) -> tuple[Any, ...] | None:
        """The row and facts of a report, the round's cards and number; None if it lacks a fact."""
        if report.kind is None:
            return None
        then = self.then_of(report)
        found = seek(self.rows(report.kind, then), self.filled(report))
        if not found.rows or found.asked:
            return None
        about = then.numbered if report.kind == "wrong_number_recorded" else then.last
        cards = tuple(event for event in about.script if event[0] == "card") if about else ()
        return found.rows[0], found.used, cards, about.number if about else None

    def close_by_pocket(self, report: Report) -> None:
        """Close the bets at once for a ball that is known to lie in a pocket: players see the number."""
        self.close_bets()
        report.closed_bets = self.pocket = True
        report.about = self.round

    def kind_checked(self, kind: str, facts: Facts) -> None:
        """Refuse a kind of another game, and one with no row for this rulebook."""
        rows = [row for row in cases() if row.kind == kind]
        games = {row.game for row in rows}
        if not games:
            raise Refused("bad_input")
        for name, value in facts.items():
            wanted = [want for row in rows for fact, want in row.facts if fact == name]
            wanted += [each for each in (self.of_edition(kind, name),) if each is not None]
            if value is not None and not any(fits(want, value) for want in wanted):
                raise Refused("bad_input")
        if self.game not in games:
            raise Refused("not_this_game")
        if not self.all_rows(kind):
            raise Refused("not_in_rulebook")

    def facts_checked(self, kind: str, facts: Facts) -> None:
        """Refuse a fact outside its values, or one that is not of its kind in this rulebook."""
        rows = self.all_rows(kind)
        for name, value in facts.items():
            wanted = [want for row in rows for fact, want in row.facts if fact == name]
            wanted += [each for each in (self.of_edition(kind, name),) if each is not None]
            if name == "choice" or not wanted:
                raise Refused("bad_input")
            if value is not None and not any(fits(want, value) for want in wanted):
                raise Refused("bad_input")
        if any((name, value) in self.contrary() for name, value in facts.items()):
            raise Refused("bad_input")
        about = self.round_of_number()
        stands = about.number if about and kind == "wrong_number_recorded" else None
        if stands is not None and facts.get("actual") == stands:
            raise Refused("bad_input")
        self.total_checked(kind, facts)

    def of_edition(self, kind: str, name: str) -> str | None:
        """The values of a fact that no row of the table has: cards of a burn, drawn (E4-burned, E4-tries)."""
        if name == "cards" and kind in BURNS:
            return "1-11"
        if name == "drawn" and any(self.number_decides(row) for row in self.all_rows(kind)):
            _, readings = self.readings(self.report or Report(0, kind, {}, "", "", None))
            return f"1-{readings}" if readings > 1 else None
        return None

    def number_decides(self, row: Case) -> bool:
        """Whether the number of cards that were drawn decides by a row (E4-tries)."""
        return row.outcome in COUNTED or any(name in COUNTED for name, _ in row.facts)

    def drawn_checked(self, report: Report, facts: Facts, role: str) -> None:
        """Another number of cards than that of E4-tries is a pit boss's alone."""
        if facts.get("drawn") not in (None, self.readings(report)[0]) and role != "pit_boss":
            raise Refused("not_authorised")

    def count_drawn(self, report: Report, rows: list[Case]) -> None:
        """Fill in the number of cards where more readings than one came and it decides."""
        cards, readings = self.readings(report)
        given = report.given.get("drawn")
        if given is not None:
            report.facts["drawn"] = given
        elif readings > 1 and any(map(self.number_decides, rows)):
            report.facts["drawn"] = cards

    def without_old(self, given: Facts) -> Facts:
        """The given facts without what a number that was read since contradicts: it is asked again."""
        old = self.contrary()
        return {name: value for name, value in given.items() if (name, value) not in old}

    def contrary(self) -> list[tuple[str, object]]:
        """The facts that a known number contradicts; while two differ its result need not be known."""
        if not self.number_known():
            return []
        known = [] if self.numbers_differ() else [("result_known", False)]
        return [("recorded", False), ("ball", "track"), *known]

    def total_checked(self, kind: str, facts: Facts, moment: Then | None = None) -> None:
        """Refuse a given total that differs from the one that the table knows."""
        if facts.get("total") is not None and facts.get("seat") is not None:
            known = self.known(kind, facts, moment).get("total")
            if known is not None and known != facts["total"]:
                raise Refused("bad_input")

    def can_stand(self, report: Report) -> None:
        """Refuse a report no row of which can stand: out_of_turn; of a seat without a hand: no_such_hand."""
        if report.kind is None:
            if not self.kinds_of(report):
                raise Refused("out_of_turn")
            return
        rows = self.rows(report.kind, self.then_of(report))
        seat = report.given.get("seat")
        seats = (self.round.seats if self.round else None) or []
        hand = report.given.get("hand") or 1
        if report.kind == "no_chance_to_act" and seat is not None and seats:
            if hand not in self.hands_of(seat):
                raise Refused("no_such_hand")
            if self.gone_back(seat, report.given.get("hand")):
                raise Refused("out_of_turn")
        if not rows or self.barred(report, self.then_of(report)):
            raise Refused("out_of_turn")
        if not seek(rows, self.filled(report)).rows:
            raise Refused("out_of_turn")

    def barred(self, report: Report, then: Then) -> bool:
        """Whether the table knows what makes it out_of_turn (E4-known, E4-turn)."""
        facts, kind = report.given, report.kind
        if compared("E4-turn") and kind == "no_chance_to_act" and facts.get("seat") is not None:
            seat = facts["seat"]
            hands = [facts["hand"]] if facts.get("hand") else [*self.hands_of(seat)]
            return bool(hands) and not any(self.had_turn(then, seat, hand) for hand in hands)
        if not compared("E4-known, cards"):
            return False
        early = {"cards_left_on_table": "before_deal", "over_burn": "before_first_round"}
        if kind in early and facts.get("noticed") == early[kind] != then.noticed[kind]:
            return True
        if kind == "too_few_hands" and facts.get("cards_to_move") == 1 and self.round:
            dealt = sum(event[0] == "card" for event in self.round.script)
            return bool(dealt > 2 * len(self.round.seats or []) + 2)
        return False

    def open_report(self, report: Report) -> None:
        """Open a report, whole or not; a pit boss's own that lacks no fact is authorised by it."""
        self.own_count = True
        if report.moment is None:
            self.made(report)
            report.as_made = self.as_it_is(report)
        self.report = report
        self.halted_at = self.halted_at or report.moment
        self.sought(report)
        own = report.role == "pit_boss" and not report.put_off and report.as_made is not None
        own = own and report.as_made == self.as_it_is(report)  # it is what that person confirmed
        own = own and "drawn" not in report.facts
        if report.state == "awaiting" and own and not report.choices and not self.needs_reason(report):
            report.authorised = {"by": report.by, "entry": self.entry + 1}
            self.decide(report)
        elif report.state == "awaiting":
            self.dealer_decides(report)

    def dealer_decides(self, report: Report) -> None:
        """Decide a report of the dealer's authority once its facts are given and no answer was changed."""
        if report.rows[0].authority == "dealer" and not report.changed and not self.against(report):
            self.decide(report)

    def sought(self, report: Report) -> None:
        """Seek the rows again with all that was given, at the moment of the report."""
        assert report.moment
        report.given = self.without_old(report.given)
        report.about = report.moment.last
        if report.kind is None:
            report.asked, report.answers = "kind", self.kinds_of(report)
            return
        then = self.then_of(report)
        found = seek(self.rows(report.kind, then), self.filled(report))
        report.rows, report.facts = found.rows, found.used
        if not found.rows:  # a number was read since: the kind is asked again
            report.state, report.facts, report.choices, report.steps = "facts", {}, [], []
            report.asked, report.answers = "kind", self.kinds_of(report)
            return
        if found.asked:  # what is given and known already and the rows left ask for
            report.facts = {n: value for n, value in self.filled(report).items() if n in found.named}
        self.count_drawn(report, found.rows)
        if report.kind in BURNS and report.given.get("cards") is not None:
            report.facts["cards"] = report.given["cards"]
        report.asked, report.answers = found.asked, found.answers
        if found.asked and found.answers:
            known = found.asked == "result_known" and ("result_known", False) in self.contrary()
            report.answers = [True] if known else found.answers
        report.state = "facts" if found.asked else "awaiting"
        report.choices = []
        of_number = report.kind == "wrong_number_recorded"
        report.about = then.numbered if of_number else then.last
        if report.whole:
            choices = list(found.rows[0].choices)
            if found.rows[0].outcome == "pit_boss_decides" and not self.open_round:
                choices.remove("void")
            report.choices = choices
            report.steps = self.steps_shown(report)
        if self.in_pocket(report) and self.bet_time:
            self.close_by_pocket(report)

    def do_answer(self, line: Shown) -> None:
        """Take the answer to what was asked, or another one to an earlier question."""
        facts = dict(line["facts"])
        report = self.report if self.report and self.report.state in ("facts", "awaiting") else None
        kind = facts.get("kind") or (report.kind if report else None)
        if report and kind is not None:
            if "kind" in facts:
                self.kind_checked(kind, {})
            self.facts_checked(kind, {name: value for name, value in facts.items() if name != "kind"})
            kept = {name: report.given.get(name) for name in ("seat", "hand", "total")}
            self.total_checked(kind, {**kept, **facts}, self.then_of(report))
        elif report and facts:
            raise Refused("bad_input")
        role = self.signed(line, "dealer", "pit_boss")
        if report and role == "pit_boss" and report.role == "dealer" and report.by == line["by"]:
            raise Refused("not_authorised")
        if report and role == "dealer" and report.counted:
            raise Refused("not_authorised")
        if (
            report
            and report.state == "awaiting"
            and role == "dealer"
            and (report.answered or report.by != line["by"])
        ):
            raise Refused("not_authorised")
        if not report:
            raise Refused("out_of_turn")
        self.drawn_checked(report, facts, role)
        self.answered(report, facts, role)

    def answered(self, report: Report, facts: Facts, role: str | None) -> None:
        """Facts that no row asks for are left out but kept; where no row can stand, all stays."""
        kind = facts.pop("kind", report.kind)
        was_given = self.without_old(report.given)
        changed = report.kind is not None and kind != report.kind
        shared = {name for row in self.all_rows(kind) for name, _ in row.facts}
        tried = Report(
            0, kind, {**{n: v for n, v in was_given.items() if n in shared}, **facts}, "", "", None
        )
        tried.moment, tried.earlier = report.moment, report.earlier
        if kind is not None:
            self.facts_checked(kind, tried.given)
        self.can_stand(tried)
        for name, value in facts.items():
            had = was_given.get(name)
            if value is not None:  # null asks again for what a person gave; what the table knows is filled in
                had = report.facts.get(name, had)
            changed = changed or (had is not None and value != had)
        report.kind = kind
        report.given = {**was_given, **facts}  # what this kind does not ask for comes back with one that does
        report.changed = report.changed or changed
        report.answered = report.answered or role == "pit_boss"
        self.sought(report)
        if report.state == "awaiting":
            self.dealer_decides(report)

    def do_authorise(self, line: Shown) -> None:
        """The outcome offered is confirmed, with a choice and a reason where asked."""
        self.signed(line, "pit_boss")
        report = self.report
        if report and report.role == "dealer" and report.by == line["by"]:
            raise Refused("not_authorised")
        awaiting = report is not None and report.state == "awaiting"
        choice = line.get("choice")
        if report and awaiting:
            if len(report.choices) == 1 and choice is None:
                choice = report.choices[0]
            if report.choices and choice is None:
                raise Refused("fact_needed", "choice")
            if self.needs_reason(report) and not line.get("reason"):
                raise Refused("fact_needed", "reason")
        if not report or not awaiting:
            raise Refused("out_of_turn")
        if choice is not None and choice not in report.choices and report.choices:
            raise Refused("not_offered")
        if report.choices and report.rows[0].outcome == "pit_boss_decides":
            report.outcome = choice
        elif report.choices:
            report.rows = [row for row in report.rows if dict(row.facts)["choice"] == choice]
        report.authorised = {"by": line["by"], "entry": self.entry + 1}
        self.decide(report)

    def decide(self, report: Report) -> None:
        """Decide: hands, seats, number and count are from here on what the outcome makes of them."""
        row = report.rows[0]
        if row.outcome == "settle_by_hand" and self.no_spin_first(report):
            return
        report.outcome = report.outcome or row.outcome
        report.state = "steps"
        report.steps = self.steps_shown(report)
        if report.kind == "no_spin" and report.moment and report.moment.open:
            self.no_spins.add((report.moment.open.id, report.moment.respins))
        self.outcome(report, report.outcome)
        if self.bets == "closed" and self.open_round and report.outcome not in ("finish", "settle_by_hand"):
            self.bets = "stand"
        self.close_if_done(report)

    def no_spin_first(self, report: Report) -> bool:
        """Whether a no_spin of the round waits, which opens before that round is settled by hand."""
        found = next(
            (
                each
                for each in self.queue
                if each.kind == "no_spin"
                and each.moment
                and each.moment.open is self.open_round is report.about
                and each.moment.respins == self.respins
            ),
            None,
        )
        if found is None:
            return False
        self.queue.remove(found)
        report.state, report.put_off, report.changed = "facts", True, True
        self.queue[:0] = [found, report]
        self.report = None
        self.next_in_queue()
        return True

    # --- steps ---

    def step_done(self, report: Report) -> None:
        """Mark the next step as done."""
        self.next_step(report)[1]["done"] = True
        self.close_if_done(report)

    def close_if_done(self, report: Report) -> None:
        """Close the report after its last step; orders of meanwhile and then the queue follow."""
        if all(step["done"] for step in report.steps):
            if report.outcome == "respin" and self.round:
                self.respins += 1
                # what was read while the ball was taken out is no spin's either, but for a later game's
                self.round.recorded, self.for_next = self.for_next, None
            if report.outcome == "shuffle_again" and not self.is_closing():
                self.prepare(self.from_the_shuffle())
            if report.outcome == "replace_decks" and report.of_gone_set:
                pass
            elif report.outcome == "replace_decks" and self.is_closing():
                self.stage, self.preparation, self.close = "closed", [], False
            elif report.outcome == "replace_decks":
                self.prepare(self.from_the_decks())
                self.sets += 1
            self.report = None
            self.end(report, "closed")
            self.strays_end(report)
            self.orders()
            self.number_kept()
            self.next_in_queue()
            spoken = report.outcome in ("void", "respin", "finish")
            if not spoken and not self.halted and self.open_round:
                ends = self.winner() if self.stage == "result" else "play_goes_on"
                self.announced = self.announced or ends

    def strays_end(self, report: Report) -> None:
        """Of a dealer's outcome the cards that came under it halt the table; else they are drawn if void.

        A halt under a dealer's outcome keeps its reason then; so does one of cards that came under a report.
        """
        if self.is_void() and report.outcome != "void":
            self.halt_by_strays(report)
        elif report.rows[0].authority == "dealer":
            halt, came = report.beneath, report.strays and not self.manual and self.stage in IN_PLAY
            if halt and (halt.of_report or came):
                self.halt = halt
            self.halt_by_strays(report)
        elif report.outcome == "void" and report.strays:
            for face in report.strays:
                self.draw(face)
            if self.stage == "betting":
                self.stage = "collecting"
        elif report.outcome != "void":
            self.halt_by_strays(report)

    def end(self, report: Report, state: str) -> None:
        """End an incident; the view that ends it shows it with open false."""
        report.state = state
        self.ended = report.id
        self.shown_report = self.shown(report)

    def next_in_queue(self) -> None:
        """Open the queue's first; one that can no longer be closes as record_only."""
        self.orders()
        self.queued()
        if not self.halted:
            self.draw_kept()

    def queued(self) -> None:
        """Take the queue's next, once none is open."""
        while self.queue and not self.report:
            report = self.queue.pop(0)
            assert report.moment
            if self.settles_no_spin(report):
                continue
            try:
                self.can_stand(report)
            except Refused:
                # A number that was read since leaves a row of its letters: its kind is asked again.
                then = self.then_of(report)
                letters = self.letters_left(report.kind, then) if report.kind else frozenset[str]()
                rows = [row for row in self.all_rows(report.kind) if letters.intersection(row.when)]
                if self.game != "roulette" or not rows:
                    continue
            report.set_gone = report.moment.sets != self.sets
            self.another = True
            self.open_report(report)

    def settles_no_spin(self, report: Report) -> bool:
        """Whether a report that waited would settle a spin that was decided to be none, or its number."""
        then, given = report.moment, report.given
        assert then
        actual, numbered = given.get("actual"), then.numbered
        if report.kind == "wrong_number_recorded" and numbered is not None and actual == numbered.number:
            return True  # it is the number that stands
        named = {name for row in self.all_rows(report.kind) for name, _ in row.facts}
        settles = report.kind == "technical_fault" and "result_known" in named
        settles = settles and given.get("result_known") is not False
        settles |= report.kind == "wrong_number_recorded" and numbered is then.open
        settles |= report.kind == "spun_in_bet_time" and given.get("ball") == "pocket"
        return settles and then.open is not None and (then.open.id, then.respins) in self.no_spins

    def ball_removed(self, line: Shown) -> None:
        """Report the offer in that dealer's name by its done; its step counts as done ("At once")."""
        offer = self.offer_shown()
        assert offer
        facts = dict(offer["facts"])
        if offer["kind"] == "no_spin":
            facts["recorded"] = False
        self.incidents += 1
        report = Report(self.incidents, offer["kind"], facts, line["by"], "dealer", None, ball_removed=True)
        self.deaf = True
        self.out_at = self.tick
        if self.halt:
            self.halt.said_out = True
        self.say_out(early=offer["kind"] == "spun_in_bet_time")
        self.open_report(report)
