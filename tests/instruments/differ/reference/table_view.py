"""The view of a table ("Out"): its round, its incident, its prompt and its offer."""

from __future__ import annotations

from typing import Any

from tests.instruments.differ.cases import Case, Facts, basis, seek
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.table_facts import TableFacts
from tests.instruments.differ.reference.table_values import (
    CARDS_IN_A_SHOE,
    EDITION,
    Halt,
    Refused,
    Report,
    Round,
    Then,
)
from tests.instruments.differ.rounds import Coup, Shown, number_shown


class TableView(TableFacts):
    """A table that shows its view."""

    def view(self, refused: Refused | None = None) -> Shown:
        """The compared part: all but the text in a language, the clauses of prompts and the ids' form."""
        report = self.report_shown()
        if report is not None:
            report["queued"] = len(self.queue)
        self.shown_report = None
        return {
            "accepted": refused is None,
            "refused": refused.refused if refused else None,
            "fact": refused.fact if refused else None,
            "phase": "halted" if self.phase_halted() else self.stage,
            "prompt": self.prompt(),
            "say": self.say,
            "bets": self.bets,
            "shoe": {"left": max(0, self.left), "last_hand": self.last_hand} if self.of_cards else None,
            "round": self.round_shown(),
            "incident": report,
            "ended": self.ended,
            "offer": self.offer_shown(),
            "notice": self.notice(),
            "manual": self.manual,
            "call": self.call,
            "worksheet": self.sheet,
            "previous": self.previous_shown(),
            "edition": EDITION,
            "held_back": self.held_back(),
            "wheel_signal": "no_more_bets" if self.signalled and self.bet_time else None,
        }

    def notice(self) -> str | None:
        """The notice for the players; a dealer's call waits, too, while a round is open and no bets are."""
        called = self.dealer_calls and self.open_round is not None and not self.bet_time
        return "please_wait" if self.phase_halted() or called else "manual_mode" if self.manual else None

    def held_back(self) -> list[str] | None:
        """Why the table would not open bets by the clock: its wheel names a fault of its own."""
        return ["wheel_fault"] if self.wheel_was is not None and self.wheel_was.warns & 4 else None

    def phase_halted(self) -> bool:
        """Whether the phase is halted: while an incident is open, or by what halts."""
        return self.halted

    def round_shown(self, about: Round | None = None) -> Shown | None:
        """The part of a round in the view: of the open one, else of the last."""
        if not (about := about or self.round):
            return None
        shown: Shown = {"id": about.id, "status": about.status}
        if self.game == "roulette":
            number = None if about.status == "void" else about.number
            recorded = about.recorded
            early = [dict(each) for each in about.early]
            return {**shown, **number_shown(number), "recorded": recorded, "early": early}
        cards = self.cards(about)
        if isinstance(cards, Coup):
            return {**shown, **cards.shown(void=about.status == "void")}
        begins = self.bet_time or (self.open_round is not None and self.stage == "betting")
        betting = begins and about is self.round
        return {**shown, **cards.shown(about.states or cards.states(betting=betting))}

    def note_results(self) -> None:
        """Note a round's result as it was announced first."""
        for about in filter(None, (self.round, self.before)):
            if about.status == "finished" and about.first is None:
                about.first = self.round_shown(about)

    def previous_shown(self) -> Shown | None:
        """The round before `round`, as it now stands; `corrected` is what changed since its announcement."""
        if not self.before:
            return None
        shown, first = self.round_shown(self.before), self.before.first
        assert shown
        name = {"blackjack": "seats", "roulette": "number"}.get(self.game)
        if name is None or first is None:
            return {**shown, "corrected": None}
        paid = self.before.paid if name == "number" and not compared("corrected") else ()
        since = [*paid, shown[name]]
        return {**shown, "corrected": {name: first[name]} if any(it != first[name] for it in since) else None}

    def report_shown(self) -> Shown | None:
        """The open incident, or the ended one in the view that ends it."""
        if self.report is None:
            return self.shown_report
        return self.shown(self.report)

    def shown(self, report: Report) -> Shown:
        """An incident; no clause, basis, outcome, authority, choices, steps until its answer is whole."""
        row = report.rows[0] if report.whole else None
        steps = report.steps if report.state != "facts" and report.outcome != "record_only" else []
        unchecked = () if report.given.get("ball_damaged") is not None else ("ball_damaged",)
        return {
            "id": report.id,
            "kind": report.kind,
            "round": report.about.id if report.about else None,
            "facts": {name: None if name in unchecked else value for name, value in report.facts.items()},
            "clause": row.clause if row else None,
            "basis": self.basis(row) if row else None,
            "outcome": report.outcome or (row.outcome if row else None),
            "authority": row.authority if row else None,
            "state": report.state,
            "choices": report.choices if report.state == "awaiting" else [],
            "steps": [dict(step) for step in steps],
            "open": report.state != "closed",
            "queued": len(self.queue),
            "authorised": report.authorised if report.state in ("facts", "awaiting") else None,
        }

    def basis(self, row: Case) -> str | None:
        """Of a wrong card set always the house's."""
        return "house" if row.kind == "wrong_card_set" else basis(row.clause, self.game, self.rules)

    # --- prompts ---

    def prompt(self) -> Shown:
        """The prompt; `sign_in` stands for those of D and S with no dealer in, for P's with no pit boss."""
        prompt = self.asked()
        wanted = "pit_boss" if prompt["actor"] == "pit_boss" else "dealer"
        return prompt if self.role(wanted) else {"action": "sign_in", "actor": wanted}

    def asked(self) -> Shown:
        """The prompt, which does not depend on who is signed in."""
        if self.report:
            return self.report_asks(self.report)
        if self.halt:
            return self.halt_asks(self.halt)
        if self.tries:
            place = {
                key: value for key, value in self.due().fields.items() if key in ("hand", "card", "seat")
            }
            return {"action": "rescan", "actor": "dealer", **place, "tries": self.tries}
        return self.stage_asks()

    def stage_asks(self) -> Shown:
        """The prompt of each phase, as the table in "The round" has them."""
        match self.stage:
            case "closed":
                return {"action": "open_table", "actor": "pit_boss"}
            case "shoe" | "wheel":
                return self.preparation_asks()
            case "betting":
                if self.bet_time:
                    return {"action": "wait", "actor": "system", "seconds": self.seconds}
                return {"action": "await_bets", "actor": "system"}
            case "spinning":
                return self.wheel_asks()
            case "result":
                return {"action": "announce", "actor": "dealer"}
            case "collecting":
                right = self.game == "blackjack" or self.rules in ("ja", "is", "de")
                direction = "right_to_left" if right else "left_to_right"
                first = {"first": "dealer"} if self.game == "blackjack" else {}
                return {"action": "collect", "actor": "dealer", "direction": direction, **first}
        due = self.due()
        match due.what:
            case "seats":
                return {"action": "await_seats", "actor": "system"}
            case "insurance" | "decide":
                return {"action": "await_decision", "actor": "system", **due.fields}
        return {"action": due.what, "actor": "dealer", **due.fields}

    def preparation_asks(self) -> Shown:
        """The prompt of a preparation: the dealer's, but for the wheel's steps and the cards' present."""
        step = self.preparation[0]
        if self.stage == "wheel":
            return {"action": step, "actor": "pit_boss"}
        if step == "burn_card":
            return {"action": step, "actor": "dealer"}
        if step == "burn":
            return {"action": step, "actor": "dealer", "count": self.burn_left, "burned": self.burned}
        if step == "replace_shoe":
            return {"action": step, "actor": "dealer"}
        prompt: Shown = {"action": step, "actor": "dealer", "cards": CARDS_IN_A_SHOE}
        if step == "present":
            prompt["actor"] = "pit_boss"
            if self.game == "baccarat" and self.rules in ("ja", "is", "de"):
                prompt["with"] = "dealer"
        if step == "place_cut_card":
            prompt["from_end"] = 7 if self.game == "baccarat" else 208
        return prompt

    def wheel_asks(self) -> Shown:
        """The prompt of phase spinning: spin D, then await_number S, or confirm_number D."""
        about = self.round
        assert about
        if not about.spun:
            again = {"from": self.winners} if about.respin else {}
            return {"action": "spin", "actor": "dealer", **again}
        if about.told is not None:
            return {"action": "confirm_number", "actor": "dealer", "number": about.told}
        return {"action": "await_number", "actor": "system"}

    def halt_asks(self, halt: Halt) -> Shown:
        """The prompt of a halt: `resolve` P with the reason, the third rescan P, at once `remove_ball` D."""
        if halt.tries:
            place = {
                key: value for key, value in self.due().fields.items() if key in ("hand", "card", "seat")
            }
            return {"action": "rescan", "actor": "pit_boss", **place, "tries": 3}
        prompt: Shown = {"action": "resolve", "actor": "pit_boss", "reason": halt.reason}
        if self.at_once(halt):
            prompt |= {"action": "remove_ball", "actor": "dealer"}
        else:
            prompt["needs"] = ["reason"] if self.withdraw_needs_reason(halt) else []
        if halt.reason == "number_differs":
            prompt["number"] = halt.number
        if halt.shown:
            prompt["shown"] = halt.shown
        return prompt

    def withdraw_needs_reason(self, halt: Halt) -> bool:
        """A number of bet time and no spin need one: they set a person's word against another's."""
        of_spin = halt.reason == "no_spin" or (halt.offer is not None and halt.offer[0] == "no_spin")
        hidden = compared("own warning") and halt.reason == "device" and halt.bet_time
        if of_spin and hidden and self.offer_shown() is None:
            return False
        return (halt.is_number and halt.bet_time) or of_spin

    def at_once(self, halt: Halt) -> bool:
        """Whether the ball is removed at once: only with an offer, and no number read or told ("At once")."""
        about = self.open_round
        unknown = about is not None and about.recorded is None and about.number is None and about.told is None
        return halt.at_once and unknown and self.offer_shown() is not None

    def report_asks(self, report: Report) -> Shown:
        """The prompt of an incident: answer, authorise, the steps; a kind without a row is asked again."""
        if report.state == "facts":
            asked, answers = report.asked, report.answers
            if asked == "kind" or not report.kind or not self.rows(report.kind, self.then_of(report)):
                asked, answers = "kind", self.kinds_of(report)
            actor = "pit_boss" if report.counted else report.role
            return {"action": "answer", "actor": actor, "fact": asked, "answers": answers}
        if report.state == "awaiting":
            asks = {"choice": len(report.choices) > 1, "reason": self.needs_reason(report)}
            return {
                "action": "authorise",
                "actor": "pit_boss",
                "needs": [name for name, is_so in asks.items() if is_so],
            }
        if self.waits_for_bets(report):
            if not self.bet_time:
                return {"action": "await_seats", "actor": "system"}
            return {"action": "wait", "actor": "system", "seconds": self.seconds}
        number, step = self.next_step(report)
        prompt: Shown = {"action": step["action"], "actor": step["actor"], "step": number}
        if step["action"] == "enter_number" and self.round and self.round.told is not None:
            prompt |= {"action": "confirm_number", "number": self.round.told}
        if step["action"] == "restore":
            prompt["places"] = self.places()
        return prompt

    def readings(self, report: Report) -> tuple[int, int]:
        """The cards of its halt and those that came under it by E4-tries, and the readings of them."""
        halt = self.halt
        cards = len(report.strays) + (1 + len(halt.besides) if halt is not None and halt.drew else 0)
        return cards, cards + report.tried + (halt.tried if halt is not None else 0)

    def needs_reason(self, report: Report) -> bool:
        """Whether the outcome is authorised with a reason only."""
        unwritten = report.rows[0].outcome == "pit_boss_decides" or report.facts.get("reason") == "other"
        again = report.contradicted and report.facts.get("ball_removed_in_time") is True
        return unwritten or again or self.against(report)

    def against(self, report: Report) -> bool:
        """Whether what the table knows speaks against the report (E4-known, E4-early)."""
        about, kind, facts = report.about, report.kind, report.facts
        if self.of_cards:
            return self.against_cards(report)
        if about is None:
            return False
        of_ball = kind in ("not_read", "no_spin", "ball_out", "foreign_object", "cannot_continue")
        if about.early and (of_ball or facts.get("result_known") is False):
            return True
        if kind == "technical_fault":
            return facts.get("result_known") is True and not about.ball
        valid = kind == "no_spin" and about.valid and (about.recorded, about.number) != (None, None)
        return valid and facts.get("cause") in ("few_turns", "same_direction", "wrong_direction")

    def against_cards(self, report: Report) -> bool:
        """The same, in games of cards."""
        then, kind = self.then_of(report), report.kind
        if kind == "no_chance_to_act":
            seat, hand = report.facts["seat"], report.facts["hand"]
            turns = self.hands_of(seat)[hand].turns if hand in self.hands_of(seat) else []
            if compared("E4-known, turn") and any(each != "timeout" for each in turns):
                return True
            return compared("E4-turn") and (seat, hand) not in then.ended
        if not compared("E4-known, cards"):
            return False
        if kind == "played_past_cut_card":
            enough = then.left >= (7 if self.game == "baccarat" else 208)
            return enough or (then.cut_in is not None and then.cut_in is then.open)
        return kind == "reader_failed" and not then.failed

    def then_of(self, report: Report) -> Then:
        """The moment by which a report stands: that at which the table halted, else that of the report."""
        assert report.moment
        if report.earlier is None or report.kind is None:
            return report.moment
        if report.kind == "wrong_number_recorded" and report.earlier.numbered is not report.moment.numbered:
            return report.moment  # another round's number is known since
        rows = self.rows(report.kind, report.earlier)
        if any("A" in row.when for row in rows):  # these stand at any moment
            return report.moment
        fits = rows and seek(rows, self.filled(report, report.earlier)).rows
        return report.earlier if fits else report.moment

    def kinds_of(self, report: Report) -> list[object]:
        """The kinds that a report can be of."""
        assert report.moment
        earlier = self.kinds(report.earlier) if report.earlier else []
        return list(dict.fromkeys([*earlier, *self.kinds(report.moment)]))

    def filled(self, report: Report, then: Then | None = None) -> Facts:
        """The given facts, and where left out those that the table knows."""
        given = {name: value for name, value in report.given.items() if value is not None}
        facts = {**self.known(report.kind, given, then or self.then_of(report)), **given}
        out = self.cards_out() + self.more_drawn(facts)
        if facts.get("cards_to_remove", 0) >= max(out, 1):
            facts["first_card"] = True  # whatever was given
        return facts

    def next_step(self, report: Report) -> tuple[int, dict[str, Any]]:
        """The first step that is not done, and its number from 1."""
        return next((number, step) for number, step in enumerate(report.steps, 1) if not step["done"])

    def waits_for_bets(self, report: Report) -> bool:
        """Whether scan_card waits, in bet time, for `bets closed` (blackjack: the seats)."""
        if report.state != "steps" or self.next_step(report)[1]["action"] != "scan_card":
            return False
        return self.bet_time or self.due().what == "seats"

    def places(self) -> list[Shown]:
        """The cards of `restore` in the order dealt, of this round or, while it has none, of the last."""
        about = self.round
        if about and not any(event[0] == "card" for event in about.script):
            about = self.before
        if about is None:
            return []
        return [{"hand": hand, "card": card, "face": face} for hand, card, face in self.cards(about).lying()]

    def offer_shown(self) -> Shown | None:
        """An incident that the console noticed and that can be reported now; null while one is open."""
        if self.report:
            return None
        offer: tuple[str, Facts] | None = self.halt.offer if self.halt else self.short_shoe()
        if offer is None:
            return None
        kind, facts = offer
        if facts.get("ball") == "track" and self.number_known():
            facts = {}  # a report with it would be asked again
        for then in filter(None, (self.halted_at, self.moment())):
            rows = self.rows(kind, then)
            found = seek(rows, {**self.known(kind, facts, then), **facts})
            if found.rows:
                known = self.known(kind, facts, then)
                named = {name: value for name, value in known.items() if name in found.named}
                about = self.round
                return {"kind": kind, "facts": {**named, **facts}, "round": about.id if about else None}
        return None

    def short_shoe(self) -> tuple[str, Facts] | None:
        """The offer of a short shoe: nothing halted, a round open, too few cards left, no cut card yet."""
        few = 7 if self.game == "baccarat" else 208
        if self.of_cards and self.open_round and self.left < few and not self.cut:
            return ("played_past_cut_card", {})
        return None

    def step_due(self, action: str) -> bool:
        """Whether the open incident's next step is this one."""
        report = self.report
        return bool(report and report.state == "steps" and self.next_step(report)[1]["action"] == action)
