"""Lines of play: bets, seats, cards, decisions, the ball's run, numbers, and what is done."""

from __future__ import annotations

from collections import Counter

from tests.instruments.differ.cards import worth
from tests.instruments.differ.cases import counts_at_inspection
from tests.instruments.differ.reference.table_facts import NOTHING_READ
from tests.instruments.differ.reference.table_lines import TableLines
from tests.instruments.differ.reference.table_values import (
    CARDS_IN_A_SHOE,
    HALTING,
    IN_PLAY,
    TURNS,
    Halt,
    Refused,
    Report,
    Round,
)
from tests.instruments.differ.rounds import Boxes, Shown

MOVES = (
    *("move_card", "move_cards", "replace_card", "restore", "put_back", "remove_cards"),
    *("set_aside", "discard", "turn_card", "turn_down"),
)
"""The steps that move cards past the reader."""


class PlayLines(TableLines):
    """A table that takes the lines of play."""

    def do_bets(self, line: Shown) -> None:
        """The game server opens or closes bets."""
        if line["state"] == "closed":
            if not self.bet_time:
                raise Refused("out_of_turn")
            self.close_bets()
            return
        self.needs_dealer()
        self.not_halted()
        if self.stage != "betting" or self.bet_time or self.open_round:
            raise Refused("out_of_turn")
        if self.held_back():
            raise Refused("not_ready")
        seconds = line.get("seconds")
        self.seconds = seconds if seconds is not None else 18 if self.game == "baccarat" else 23
        self.before = self.round
        if self.round and self.round.number is not None and self.round.status == "finished":
            self.numbered = self.round
        self.rounds += 1
        self.round = Round(self.rounds)
        self.bets, self.bets_opened_on_shoe, self.signalled = "open", True, False
        self.again = False
        self.warned.clear()
        self.deaf = self.fell = self.read_in_halt = self.pocket = False
        self.for_next = None
        self.old_cards = 0
        self.announced = "place_your_bets"

    def do_seats(self, line: Shown) -> None:
        """Seats are named from `bets open` to the first card; the last line counts."""
        self.needs("blackjack")
        self.needs_dealer()
        about = self.open_round
        if (
            not about
            or self.stage not in ("betting", "dealing")
            or about.script
            or (self.stage == "dealing" and (self.tries or (self.halt and self.halt.tries)))
        ):
            raise Refused("out_of_turn")
        about.seats = sorted(line["seats"])
        if self.stage == "dealing":
            self.begin_dealing()

    # --- cards ---

    def do_card(self, line: Shown) -> None:
        """A card was read."""
        self.reading(line["card"], line)

    def do_unread(self, line: Shown) -> None:
        """A draw that the reader could not read."""
        self.reading(None, line)

    def reading(self, face: str | None, line: Shown, *, never_due: bool = False) -> None:
        """Take a card, or None for a draw that was not read."""
        self.needs("cards")
        by_hand = False
        if self.manual:
            if face is None or "by" not in line:
                self.counts = False
                return
            self.signed(line, "pit_boss")
            by_hand = True
        refused = self.card_refused(face, by_hand=by_hand, never_due=never_due)
        if refused is None:
            self.card_taken(face)
            return
        halted = self.halted
        if refused in HALTING and self.stage in IN_PLAY and not self.halted and not by_hand:
            self.halt_by_card(face, refused, never_due=never_due)
        asked = bool(self.step_due("scan_card")) and self.report and not self.waits_for_bets(self.report)
        lies = halted and refused in ("halted", "not_signed_in") and self.stage in IN_PLAY and not self.manual
        if lies and self.report and not asked:
            if not self.passes(self.report, face):
                self.came(face)
                if self.report.state in ("facts", "awaiting") and self.report.rows:
                    self.count_drawn(self.report, self.report.rows)
        elif lies and not self.report and self.halt and not self.halt.tries:
            self.came(face)
        raise Refused(refused)

    def passes(self, report: Report, face: str | None) -> bool:
        """Whether a reading is a card that the step which is due moves past the reader (E4-passing)."""
        if report.state != "steps" or face is None:
            return False
        number, step = self.next_step(report)
        if step["action"] not in MOVES:
            return False
        if report.moves is None or report.moves[0] != number:
            report.moves = number, Counter(each for each in self.moved(report, step["action"]) if each)
        if not report.moves[1][face]:
            return False
        report.moves[1][face] -= 1
        if self.tail is None and report.strays and report.strays[-1] is None:
            report.strays.pop()  # its try
        self.tail = NOTHING_READ
        return True

    def moved(self, report: Report, action: str) -> list[str | None]:
        """The faces that a step moves."""
        script = self.round.script if self.round else []
        dealt: list[str | None] = [event[1] for event in script if event[0] == "card"]
        match action:
            case "restore":
                return [place["face"] for place in self.places()]
            case "move_card":
                return dealt[-1:]
            case "move_cards":
                return dealt[-report.facts["cards_to_move"] :]
            case "remove_cards":
                return report.removed
            case "set_aside" | "turn_card":
                return report.halting
        return [*dealt, *report.halting]

    def card_refused(self, face: str | None, *, by_hand: bool, never_due: bool) -> str | None:
        """The first refusal of a card that holds; None if it is taken."""
        asked = self.pit_boss_scans() and face is not None
        if not by_hand and not self.role("dealer") and not (asked and self.role("pit_boss")):
            return "not_signed_in"
        if self.halted and not (asked and self.role("pit_boss")):
            return "halted"
        if never_due and self.halted:
            return "out_of_turn"
        if not self.halted:
            if self.bet_time:
                return "bets_open"
            if (self.due().what != "deal" and not self.burning) or never_due:
                return "out_of_turn"
        if face is not None and self.seen[face] >= 8:
            return "impossible_card"
        return None

    def pit_boss_scans(self) -> bool:
        """Whether the prompt asks a card of the pit boss: the third rescan, or a scan_card step."""
        if self.report:
            return bool(self.step_due("scan_card")) and not self.waits_for_bets(self.report)
        return bool(self.halt and self.halt.tries)

    def card_taken(self, face: str | None) -> None:
        """Take a card that was due, or count one more try."""
        if self.stage == "shoe" and not self.halted and self.preparation[0] == "burn":
            self.burn_one(face)
            return
        tried, self.tail = self.tail is None, NOTHING_READ
        if face is None:
            self.tail = None
            self.tries += 1
            if self.tries == 3:
                self.tries = 0
                self.halted_by(Halt("unread", tries=True, offer=("reader_failed", {})))
            return
        scanned, others = self.report, list[str | None]()
        if self.halt and not scanned:
            others, self.halt = self.halt.besides, None
        if scanned and tried and scanned.strays[-1:] == [None]:
            scanned.strays.pop()  # a try at this card
        if scanned and face in scanned.strays:
            scanned.strays.remove(face)
        self.draw(face)
        self.tries = 0
        if self.stage == "shoe":
            self.preparation.pop(0)
            self.burned = face
            self.burn_left = worth(face)
            return
        if scanned:
            if self.open_round:
                self.open_round.script.append(("card", face))
                self.follow()
            else:
                self.left += 1  # in a void it counted as drawn when that was decided
            self.step_done(scanned)
            return
        assert self.open_round
        self.open_round.script.append(("card", face))
        self.follow()
        if others:
            self.halt_by_loose(others, early=False)

    def burn_one(self, face: str | None) -> None:
        """Cards read or unread count the burn down unshown and end it at 0; what comes directly after an
        unread is the same card.
        """
        again, self.tail = self.tail is None, face
        if face:
            self.seen[face] += 1
        if again:
            return
        self.left -= 1
        self.burn_left -= 1
        if self.burn_left == 0:
            self.prepared()

    # --- decisions, steps of the round ---

    def do_decision(self, line: Shown) -> None:
        """A player's answer at blackjack."""
        self.needs("blackjack")
        if "by" in line:  # a pit boss goes on where the server stays silent (BJ-3.5-iii, LT-BJ-08)
            self.signed(line, "pit_boss")
            if line["choice"] != "timeout":
                raise Refused("not_authorised")
            if not line.get("reason", "").strip():
                raise Refused("fact_needed", "reason")
        self.needs_dealer()
        self.not_halted()
        about, seat, hand = self.round, line["seat"], line["hand"]
        cards = self.cards()
        assert isinstance(cards, Boxes)
        if not about or not about.seats or seat not in cards.seats or hand > len(cards.seats[seat]):
            raise Refused("no_such_hand")
        due, choice = self.due(), line["choice"]
        if due.what == "insurance":
            if seat not in due.fields["seats"]:
                raise Refused("out_of_turn")
        elif due.what != "decide" or (seat, hand) != (due.fields["seat"], due.fields["hand"]):
            raise Refused("out_of_turn")
        if choice not in (*due.fields["offers"], "timeout"):
            raise Refused("not_offered")
        about.script.append(("decision", seat, hand, choice))
        self.follow()

    def do_done(self, line: Shown) -> None:
        """The one whom the prompt names did what it names; a pit boss with a reason skips a step."""
        role = self.signed(line, "dealer", "pit_boss")
        prompt = self.prompt()
        report = self.report
        in_steps = report is not None and report.state == "steps"
        skips = in_steps and role == "pit_boss" and bool(line.get("reason"))
        stepping = in_steps and (skips or prompt.get("step") is not None)
        inspects = not report and not self.halt and prompt["action"] == "inspect"
        asks = inspects and line.get("counted") is None and counts_at_inspection(self.game, self.rules)
        passes = asks and role == "pit_boss" and bool(line.get("reason"))
        if prompt["actor"] not in ("system", role) and not skips and not passes:
            raise Refused("not_authorised")
        if prompt["actor"] == "system":
            raise Refused("out_of_turn")
        if inspects:
            counted = line.get("counted")
            if asks and not passes:
                raise Refused("fact_needed", "counted")
            wrong = counted != 416 if isinstance(counted, int) else set(counted or [52]) != {52}
            if counted is not None and wrong:
                self.incidents += 1
                facts, by = {"cause": "count"}, line["by"]
                counts = Report(self.incidents, "wrong_card_set", facts, by, role, None, counted=True)
                self.open_report(counts)
                return
        if stepping:
            assert report
            self.done_step(report, skips=skips, damaged=line.get("damaged"))
            return
        if self.halt and not report:
            if prompt["action"] != "remove_ball":
                raise Refused("out_of_turn")
            self.ball_removed(line)
            return
        if report:
            raise Refused("out_of_turn")
        self.done_of_round(prompt["action"])

    def done_step(self, report: Report, *, skips: bool, damaged: bool | None) -> None:
        """Scans and enter_number are ended otherwise; a pit boss with a reason skips all but two steps."""
        _, step = self.next_step(report)
        action = step["action"]
        if action == "enter_number" or (action == "confirm_mended" and skips):
            raise Refused("out_of_turn")
        if action in ("scan_card", "scan_cut_card") and not skips:
            raise Refused("out_of_turn")
        if action == "scan_cut_card" and report.kind != "cut_card_not_scanned":
            self.cut_came()
        if action in ("remove_ball", "pick_up_ball"):
            self.deaf = True  # the ball is out, by any report
            self.say_out(early=report.kind == "spun_in_bet_time")
            self.out_at = self.tick
            if self.open_round and (
                report.outcome == "respin" or (report.outcome == "go_on" and not self.fell)
            ):
                self.open_round.recorded = self.for_next
        skipped_shoe = action == "change_shoe" and skips
        if action == "change_shoe" and not skips:
            self.left, self.seen = CARDS_IN_A_SHOE, Counter()
            self.cut = False
            self.sets += 1
            self.shoes += 1
            self.last_of_shoe = self.rounds
            self.to_burn = self.burns
            report.strays, self.loose, self.carried = [], [], []  # they went with the old shoe
            # a shuffle ordered since the decision is the new shoe's, whose last hand was said with the order
            self.last_hand_said = self.last_hand_said and self.reshuffle is not None
            script = self.open_round.script if self.open_round else []
            self.old_cards = sum(event[0] == "card" for event in script)
            self.bets_opened_on_shoe = self.open_round is not None
            if self.stage == "shoe":  # out of the burn: the shoe that comes was burned before
                self.stage, self.preparation = "betting", []
        if action == "check_ball" and (damaged is not None or not skips) and "ball_damaged" in report.facts:
            found = bool(damaged or report.facts["ball_damaged"])
            report.given["ball_damaged"] = report.facts["ball_damaged"] = found
        if action == "check_ball" and damaged:
            there = [each["action"] for each in report.steps]
            if "replace_ball" not in there:
                place = there.index("check_ball") + 1
                report.steps.insert(place, {"action": "replace_ball", "actor": "pit_boss", "done": False})
        self.step_done(report)
        if skipped_shoe and self.cut:
            self.say_last_hand()

    def done_of_round(self, action: str) -> None:
        """A `done` that a prompt of the round or of the preparation asks for."""
        if self.stage in ("shoe", "wheel"):
            if action in ("burn_card", "rescan"):
                raise Refused("out_of_turn")
            self.prepared()
        elif action == "announce":
            self.announce()
        elif action == "collect":
            self.stage = "betting"
        elif action in ("peek", "turn_hole"):
            assert self.open_round
            self.open_round.script.append(("done", action))
            self.follow()
        else:
            raise Refused("out_of_turn")

    def announce(self) -> None:
        """The round is settled and finished; collecting follows, at roulette betting."""
        assert self.round
        self.round.status, self.bets = "finished", "settled"
        self.draw_loose()
        self.stage = "betting" if self.game == "roulette" else "collecting"
        if self.game == "roulette":
            self.winners = self.round.number

    def do_spin(self, line: Shown) -> None:
        """A valid spin goes against, with three turns or more (lt: four); any other is accepted and halts."""
        self.needs("roulette")
        self.signed(line, "dealer")
        self.not_halted()
        about = self.open_round
        if self.bet_time:
            raise Refused("bets_open")
        if self.stage != "spinning" or not about or about.spun:
            raise Refused("out_of_turn")
        self.deaf = self.fell = self.read_in_halt = self.pocket = False
        cause = None
        if line["direction"] == "with":
            cause = "same_direction"
        elif line["turns"] < TURNS.get(self.rules, 3):
            cause = "few_turns"
        about.spun = about.ball = True
        about.valid = cause is None
        if cause:
            self.halted_by(
                Halt("no_spin", offer=("no_spin", {"cause": cause}), at_once=cause == "same_direction")
            )
        elif about.recorded is not None:
            self.known_number(about.recorded)

    def do_number(self, line: Shown, *, of_states: bool = False) -> None:
        """The pocket of the ball at roulette, from the reader or a dealer."""
        self.needs("roulette")
        number, source = line["number"], line["source"]
        entering = self.step_due("enter_number")
        if source == "dealer" and self.rules == "lt" and not entering:
            raise Refused("not_in_rulebook")
        if source == "dealer":
            self.signed(line, "dealer")
        else:
            self.needs_dealer()
        about = self.open_round
        waits = self.stage == "spinning" and about and not about.spun and not self.halted
        if self.deaf and waits and source == "dealer":
            raise Refused("out_of_turn")
        if self.deaf and not entering:
            self.counts = False
            if source == "reader" and not of_states and about:
                about.early.append({"number": number, "entry": self.entry + 1})
            return
        if entering:
            assert self.report and about
            if source == "reader":
                about.recorded = number
                differs = about.told is not None and (about.told != number or about.of_reader)
                if differs and self.rules != "lt":
                    about.told, about.of_reader = number, True
                    return
            elif about.told != number:
                about.told, about.of_reader = number, False
                return
            self.known_number(number)
            self.read_in_halt = self.read_in_halt or about.recorded not in (None, number)
            self.step_done(self.report)
            return
        if self.halted or self.bet_time or (self.pocket and about):
            self.number_refused(number, source)
        if not about or self.stage not in ("spinning", "result"):
            raise Refused("out_of_turn")
        if self.stage == "result":
            self.number_after(number, source)
        elif not about.spun:
            self.number_before_spin(number, source)
        else:
            self.number_told(number, source)

    def withdraw_halt(self, halt: Halt, line: Shown) -> None:
        """A withdrawn card is not drawn and can be read again; a number of bet time, and no spin, need a
        reason.
        """
        about = self.open_round
        if self.withdraw_needs_reason(halt) and not line.get("reason"):
            raise Refused("fact_needed", "reason")
        self.halt, self.tries = None, 0
        self.number_void(halt)
        if halt.said_out:
            self.said_out = None
        if halt.said_out and not halt.is_number:
            self.deaf = False
        if halt.reason == "no_spin" and not halt.fell and about and self.stage == "spinning":
            about.spun, about.told, about.valid = False, None, False
