"""The course of a round: preparation, cards drawn, announcements, halts, and a void."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tests.instruments.differ.cases import Facts
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.table_values import (
    AFTER_THE_SHUFFLE,
    CARDS_IN_A_SHOE,
    IN_PLAY,
    Halt,
    Refused,
    Report,
)
from tests.instruments.differ.reference.table_view import TableView
from tests.instruments.differ.rounds import Boxes

OF_PLAY: Final = (
    *("player_wins", "banker_wins", "tie", "blackjack", "dealer_result"),
    *("number", "number_corrected", "play_goes_on"),
)
"""The announcements that wait until play goes on."""


class RoundCourse(TableView):
    """A table whose rounds go on."""

    said_winner: str | None = None

    def from_the_shuffle(self) -> list[str]:
        """The steps from the shuffle to the load, then lt baccarat's burn."""
        return [*self.shuffle(), *AFTER_THE_SHUFFLE, *(["burn_card", "burn"] if self.burns else [])]

    def from_the_decks(self) -> list[str]:
        """The steps receive_decks, inspect, present, and the shuffle."""
        return ["receive_decks", "inspect", "present", *self.from_the_shuffle()]

    def prepare(self, steps: list[str]) -> None:
        """Begin phase shoe: the count starts over, and the cut card is to come again."""
        self.stage, self.preparation = "shoe", steps
        self.left, self.seen = CARDS_IN_A_SHOE, Counter()
        self.cut = self.change_after = self.last_hand_said = self.bets_opened_on_shoe = False
        self.reshuffle, self.tries = None, 0
        self.carried, self.loose = [], []
        self.shoes += 1
        self.last_of_shoe = self.rounds
        self.to_burn = False
        self.burned = None

    def shuffle_now(self) -> None:
        """Prepare the shoe after the last hand."""
        new, replaced = bool(self.reshuffle), self.change_after or self.burns
        if not replaced:
            steps = self.from_the_decks() if new else self.from_the_shuffle()
        elif self.rules == "lt":
            steps = ["replace_shoe", *(self.from_the_decks() if new else self.from_the_shuffle())]
        else:
            steps = ["replace_shoe", *self.from_the_decks()]
        self.prepare(steps)
        self.sets += replaced or new

    def prepared(self) -> None:
        """End a step; after the last one comes betting, after a closing's inspect the table is closed."""
        step = self.preparation.pop(0)
        if step == "burn":
            self.left -= self.burn_left
        if self.preparation:
            return
        self.stage = "betting"
        if self.close:
            self.stage, self.close = "closed", False

    def closing(self) -> None:
        """Begin to close: cards are inspected, then the table is closed."""
        if self.of_cards:
            self.prepare(["inspect"])
        else:
            self.stage, self.preparation, self.close = "closed", [], False

    def orders(self) -> None:
        """Carry out close and reshuffle: with no round open, after its collecting, and not in a halt."""
        if not self.halted and self.stage == "dealing" and self.open_round and self.open_round.seats == []:
            self.void()
        if self.halted or self.open_round:
            return
        if self.close and self.stage in ("betting", "shoe", "wheel") and self.preparation != ["inspect"]:
            self.closing()
        elif self.stage == "betting" and self.last_hand:
            self.shuffle_now()
        elif self.stage == "betting" and self.to_burn:  # the shoe that was changed (E4-burned)
            self.stage, self.preparation = "shoe", ["burn_card", "burn"]
            self.to_burn, self.burned, self.tries = False, None, 0

    def said(self, refused: Refused | None, *, whole: bool = True) -> None:
        """Set `say`: it stands until the next accepted line that counts, or a later announcement.

        ``whole``: it is no reading of a device's line.
        """
        if whole:
            self.hush()  # Of several readings the announcement of the whole line counts.
        if self.announced:
            self.say = self.announced
        elif refused is None and self.counts:
            self.say = None
            if self.stage == "result" and not self.halted and self.again:
                self.say, self.again = self.winner(), False

    def hush(self) -> None:
        """Say no winner, no number and no play_goes_on by a line after which the table is halted without
        steps of its own or another report opens, but with play (E4-silent).
        """
        stands_still = self.halted and (self.another or not (self.report and self.report.state == "steps"))
        if self.announced in OF_PLAY and stands_still:
            self.owed, self.announced = self.announced, None
            if self.say == self.owed:  # a reading of this line brought it
                self.say = None
        elif not self.halted and self.owed:
            if self.announced is None and self.still_holds(self.owed):
                self.announced = self.owed
            self.owed = None

    def still_holds(self, owed: str) -> bool:
        """Whether what could not be said is so."""
        if owed == "number_corrected":
            return True
        if owed == "play_goes_on":
            return self.open_round is not None
        return self.stage == "result" and self.winner() == owed

    def say_last_hand(self) -> None:
        """Say the last hand, with a round open, and once."""
        if self.open_round and not self.last_hand_said:
            self.announced, self.last_hand_said = "last_hand_before_shuffle", True

    def cut_came(self) -> None:
        """Note that the shoe's cut card is out."""
        if not self.cut:
            self.cut, self.cut_in = True, self.open_round
            if not self.changing_shoe:
                self.say_last_hand()

    def close_bets(self) -> None:
        """Close bets: no_more_bets, then dealing or spinning."""
        self.bets = "closed"
        self.announced = "no_more_bets"
        self.stage = "spinning" if self.game == "roulette" else "dealing"
        self.begin_dealing()

    def begin_dealing(self) -> None:
        """Deal what lies there first; without seats blackjack waits, with none nothing is dealt."""
        about = self.open_round
        if not about or not self.of_cards or self.bet_time:
            return
        if self.game == "blackjack":
            if about.seats is None:
                return
            if not about.seats:
                if not self.halted or self.step_due("scan_card"):  # in a halt once play goes on
                    self.void()
                return
        for face in [*self.carried, *self.early]:
            about.script.append(("card", face))
        self.carried, self.early = [], []
        self.follow()

    # --- cards ---

    def draw(self, face: str | None) -> None:
        """Count a card that left the shoe; of one that was not read only the count is known."""
        self.left -= 1
        if face:
            self.seen[face] += 1

    def follow(self) -> None:
        """Go to the phase after a card, an answer or a step; entering the result says the winner."""
        if not self.open_round or self.due().what in ("nothing", "seats"):
            return
        was, self.stage = self.stage, self.cards().phase()
        if self.stage == "result" and (was != "result" or self.winner() != self.said_winner):
            self.announced, self.again = self.winner(), True
            self.said_winner = self.winner()

    def winner(self) -> str:
        """The announcement of the result."""
        return "number" if self.game == "roulette" else self.cards().winner()

    def halted_by(self, halt: Halt) -> None:
        """Halt the table."""
        self.halt = halt
        self.halted_at = self.halted_at or self.moment()

    def came(self, face: str | None) -> None:
        """Take a card that no step asked for, or a further try at the last one, in a halt or a report."""
        again = self.tail is None or self.tail == face
        self.tail = face
        report, halt = self.report, self.halt
        about = report or halt
        if again and about:
            about.tried += 1
        if not again:
            if report:
                report.add_strays([face], early=self.bet_time)
            elif halt:
                halt.add(face)
        elif report and report.strays:
            report.strays[-1] = face or report.strays[-1]
        elif halt and halt.besides:
            halt.besides[-1] = face or halt.besides[-1]
        elif halt and halt.drew:
            halt.card = face or halt.card
            halt.unread = halt.card is None
        elif report:  # a try at the card that was not read before
            report.tried -= 1
            report.add_strays([face], early=self.bet_time)
            report.first_is_due = True

    def halt_by_card(self, face: str | None, refused: str, *, never_due: bool) -> None:
        """Halt the table by a card or draw that was refused."""
        self.tail = face
        due = self.due()
        in_turn = due.what == "deal" and not never_due
        up = in_turn and due.fields.get("face") != "down"
        offer: tuple[str, Facts] | None = None
        if self.bet_time:
            offer = ("early_deal", {})
        elif refused == "impossible_card":
            offer = ("misread", {})
        elif (
            refused == "out_of_turn"
            and self.game == "baccarat"
            and self.stage in ("result", "collecting", "betting")
        ):
            offer = ("extra_card_drawn", {})
        self.halted_by(
            Halt(
                refused,
                card=face,
                unread=face is None,
                due=in_turn,
                bet_time=self.bet_time,
                offer=offer,
                shown=face if up else None,
            )
        )

    def halt_by_strays(self, report: Report) -> None:
        """Halt the table by the cards that came under a report that is over, and that nobody asked for; in
        manual mode once it ends.
        """
        if self.is_void():
            self.for_void += report.strays
            if not self.queue:
                self.draw_kept()
        elif self.manual:
            self.loose += report.strays
            if not self.open_round:
                self.draw_loose()
        elif report.strays and self.stage in IN_PLAY:
            self.halt_by_loose(report.strays, early=report.strays_early)

    def draw_kept(self) -> None:
        """Count as drawn what came in a void round: play would go on."""
        for face in self.for_void:
            self.draw(face)
        if self.for_void and self.stage == "betting":
            self.stage = "collecting"
        self.for_void = []

    def is_void(self) -> bool:
        """Whether a void round is being collected: cards that nobody asked for count as drawn then."""
        return self.stage == "collecting" and self.round is not None and self.round.status == "void"

    def draw_loose(self) -> None:
        """Count as drawn what manual mode kept from halting: the round is over."""
        for face in self.loose:
            self.draw(face)
        self.loose = []

    def halt_by_loose(self, faces: list[str | None], *, early: bool) -> None:
        """Halt the table by cards that nobody asked for; a halt that is there has them, too."""
        if self.halt:
            self.halt.besides += faces
            self.halt.of_report = True
            return
        first, *others = faces
        offer: tuple[str, Facts] | None = None
        if early:
            offer = ("early_deal", {})
        elif self.game == "baccarat" and self.stage in ("result", "collecting", "betting"):
            offer = ("extra_card_drawn", {})
        reason = "bets_open" if early else "out_of_turn"
        halt = Halt(reason, card=first, unread=first is None, bet_time=early, offer=offer)
        halt.besides, halt.of_report, halt.first_kept = others, True, True
        self.halted_by(halt)

    def number_void(self, halt: Halt) -> None:
        """Void the number that halted the table; of two numbers that differ, every one that came from the
        halt on.
        """
        about = self.open_round
        if halt.fell and about:
            if about.recorded == halt.number or not compared("number before a halt"):
                about.recorded = halt.recorded_before
            self.read_in_halt = False
        elif halt.is_number and about:
            about.recorded = None if halt.bet_time else halt.recorded_before
            self.deaf, self.read_in_halt = halt.bet_time, False

    def void(self, known_out: bool = False) -> None:
        """Void the round and refund bets; cards out count as drawn, and collecting follows if one is out."""
        about = self.open_round
        assert about
        if self.game == "blackjack":
            cards = self.cards()
            assert isinstance(cards, Boxes)
            betting = self.stage == "betting" or about.seats is None or self.bet_time
            about.states = cards.states(betting=betting)
        out = bool(about.script or self.early)
        apart = self.apart()
        face_down = self.report is not None and self.report.kind == "card_face_down"
        if face_down and known_out and self.halt and self.halt.due:
            apart = [None]  # its reading, in its turn, is of the same card
        exposed = self.report is not None and self.report.kind == "hole_card_exposed"
        if exposed and self.hole_due() and not self.hole_out():
            apart = [*apart, None]  # it was seen as it was drawn
        # the card that lies face down is not one that was read; of any other kind it is one that is out
        if known_out and (None not in apart if face_down else not (out or apart)):
            apart = [*apart, None]
        if self.report and self.report.first_is_due and self.report.strays and None in apart:
            apart.remove(None)  # its try came under the report
        for face in [*apart, *(self.report.strays if self.report else []), *self.loose]:
            self.draw(face)
            out = True
        self.loose = []
        self.own_count = True
        if self.report:
            self.report.strays = []
        self.halt, self.tries, self.early = None, 0, []
        about.status, self.bets = "void", "refunded"
        about.told = None
        self.stage = "collecting" if out and self.of_cards else "betting"
