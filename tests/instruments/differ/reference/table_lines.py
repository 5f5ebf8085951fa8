"""Lines of people: who signs in, opens, closes, reshuffles, calls; and the cut card."""

from __future__ import annotations

from tests.instruments.differ.reference.report_course import ReportCourse
from tests.instruments.differ.reference.table_values import IN_PLAY, Refused
from tests.instruments.differ.rounds import Shown


class TableLines(ReportCourse):
    """A table that takes the lines of people."""

    def do_sign_in(self, line: Shown) -> None:
        """A person signs in for one role at a time; a second dealer relieves the first."""
        if line["who"] in self.people:
            raise Refused("already_signed_in")
        if line["role"] == "dealer":
            self.people = {who: role for who, role in self.people.items() if role != "dealer"}
        self.people[line["who"]] = line["role"]

    def do_sign_out(self, line: Shown) -> None:
        """A dealer can't sign out of an open round."""
        if line["who"] not in self.people:
            raise Refused("not_signed_in")
        if self.people[line["who"]] == "dealer" and self.open_round:
            raise Refused("out_of_turn")
        del self.people[line["who"]]

    def do_say(self, line: Shown) -> None:
        """Anybody who is signed in makes a remark."""
        self.signed(line, "dealer", "pit_boss", "supervisor")

    def do_view(self, line: Shown) -> None:
        """A view is only asked for."""

    def do_call(self, line: Shown) -> None:
        """The pit boss is called, or has come."""
        role = self.signed(line, "dealer", "pit_boss")
        self.call = line["on"]
        self.dealer_calls = self.call and (self.dealer_calls or role == "dealer")

    def do_manual(self, line: Shown) -> None:
        """A pit boss begins or ends manual mode, in games of cards."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        self.manual = line["on"]
        self.own_count = True
        if not self.manual and self.loose:
            faces, self.loose = self.loose, []
            if self.report:
                self.report.add_strays(faces, early=False)
            else:
                self.halt_by_loose(faces, early=False)

    # --- opening, closing, shuffling ---

    def do_open(self, line: Shown) -> None:
        """A pit boss opens a closed table."""
        self.signed(line, "pit_boss")
        if self.stage != "closed":
            raise Refused("out_of_turn")
        if self.of_cards:
            self.prepare(["check_shoe", *self.from_the_decks()])
        else:
            ball = [] if self.rules == "is" else ["check_ball"]
            self.stage, self.preparation = "wheel", ["check_wheel", "check_level", "check_run", *ball]

    def do_close(self, line: Shown) -> None:
        """Close after this round and its collecting, at once if none is open; false takes it back."""
        self.signed(line, "pit_boss")
        begun = self.preparation == ["inspect"] and self.stage == "shoe"
        if self.stage == "closed" or begun or self.close == line["on"]:
            raise Refused("out_of_turn")
        self.close = line["on"]

    def do_reshuffle(self, line: Shown) -> None:
        """Order a reshuffle: with a round open the last hand is said; a second order is out_of_turn."""
        self.needs("cards")
        self.signed(line, "pit_boss")
        if self.stage not in IN_PLAY or (self.reshuffle is not None) == line["on"]:
            raise Refused("out_of_turn")
        self.reshuffle = line.get("new", False) if line["on"] else None
        if line["on"]:
            self.say_last_hand()
        else:  # ordered again, it is said again
            self.last_hand_said = self.last_hand_said and self.cut

    def do_cut_card(self, line: Shown) -> None:
        """The cut card comes once a shoe, whenever one is in play, halted or not."""
        self.needs("cards")
        scan = self.step_due("scan_cut_card")
        if "by" in line:
            self.signed(line, *(["pit_boss"] if scan else ["dealer", "pit_boss"]))
        elif not self.role("dealer") and not (scan and self.role("pit_boss")):
            raise Refused("not_signed_in")
        if scan and self.role("pit_boss"):
            assert self.report
            if self.report.kind != "cut_card_not_scanned":
                self.cut_came()
            self.step_done(self.report)
            return
        if self.stage not in IN_PLAY or self.cut:
            raise Refused("out_of_turn")
        self.cut_came()
