"""Bytes of devices: shoe, reader and wheel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.instruments.differ.cards import coup_outcome
from tests.instruments.differ.cases import Facts
from tests.instruments.differ.reference.correction_lines import CorrectionLines
from tests.instruments.differ.reference.not_compared import compared
from tests.instruments.differ.reference.table_values import CARDS, IN_PLAY, Halt, Refused
from tests.instruments.differ.rounds import Coup, Shown
from tests.instruments.differ.wires import Said, Status

SCANNED: Final = ("deal", "burn_card", "burn", "rescan", "scan_card")
"""The prompts at which any line of a reader that is no card is a failed scan."""


class DeviceLines(CorrectionLines):
    """A table that takes the bytes of its devices."""

    def do_device(self, line: Shown) -> None:
        """Take each reading in the bytes as a line of its own, in order; the view is the last one's."""
        name, raw = line["name"], bytes.fromhex(line["hex"])
        if self.game not in DEVICES[name]:
            raise Refused("not_this_game")
        decoders: dict[str, Callable[[bytes], list[Said]]] = {
            "shoe": self.shoe_bytes.read,
            "reader": self.reader_bytes.read,
            "wheel": self.wheel_bytes.read,
        }
        said = decoders[name](raw)
        first: Refused | None = None
        brought: str | None = None
        for reading in said:  # what one of them ended the view shows, whatever comes after it
            self.announced, self.counts = None, True
            self.tick += 1
            refused = None
            try:
                self.heard(reading)
                self.orders()
                self.queued()
                self.number_kept()
            except Refused as error:
                refused = error
            self.said(refused, whole=False)
            first = first or refused
            brought = self.announced or brought
        self.announced, self.counts = brought, False
        if first:
            raise first

    def heard(self, reading: Said) -> None:
        """Take a reading as a line of its own."""
        if self.manual:
            self.counts = False
            return
        match reading.what:
            case "card":
                self.reading(reading.value, {})
            case "unread" if reading.value is False and self.prompt()["action"] not in SCANNED:
                self.counts = False  # a line without a word of a failed scan, with no card due, is nothing
            case "unread":
                self.reading(None, {})
            case "cut_card":
                self.do_cut_card({})
            case "drawn":
                self.drawn(*reading.value)
            case "shoe_error":
                self.counts = not self.halted
                self.device_halts(("technical_fault", {}))
            case "result":
                self.shoe_result(*reading.value)
            case "status":
                self.wheel_says(reading.value)

    def device_halts(self, offer: tuple[str, Facts], *, at_once: bool = False) -> None:
        """Halt the table by a reading that is accepted."""
        if not self.halted and self.stage in IN_PLAY:
            self.halted_by(Halt("device", offer=offer, at_once=at_once, bet_time=self.bet_time))

    def drawn(self, face: str, target: tuple[int, int] | None) -> None:
        """Take a card drawn: a `d` is never due; a D is out_of_turn if its compared target is not due."""
        due = self.due().fields
        burning = self.stage == "shoe"
        wrong = target is None
        if target is not None and not burning and not self.own_count and self.due().what == "deal":
            wrong = target != ({"player": 0, "banker": 1}[due["hand"]], due["card"])
        self.reading(face, {}, never_due=wrong)

    def shoe_result(self, winner: str | None, player_pair: bool, banker_pair: bool) -> None:
        """Take a result: a G that agrees ends announce; one that is early or differs halts, if compared."""
        if not self.open_round:
            self.counts = False
            return
        coup = self.cards()
        assert isinstance(coup, Coup)
        decided = self.stage == "result"
        agrees = False
        if decided:
            is_so = coup_outcome(**coup.hands)
            agrees = (winner, player_pair, banker_pair) == (
                is_so["winner"],
                is_so["player_pair"],
                is_so["banker_pair"],
            )
        if agrees:
            self.own_count = False
            if self.halted:
                self.counts = False
                return
            self.needs_dealer()
            self.announce()
        elif self.own_count or self.halted:
            self.counts = False
        else:
            self.needs_dealer()
            self.device_halts(("technical_fault", {}))

    def wheel_says(self, status: Status) -> None:
        """Take a status line: what it warns of, else its number."""
        last, self.wheel_was = self.wheel_was, status
        self.counts = False
        gap, self.wheel_gap = self.wheel_gap and last is not None, False
        step = (last.state, status.state) if last and not gap else (status.state, status.state)
        recounted = last is not None and last.game != status.game
        comes_back = status.state in (1, 2) and (gap or step not in ((1, 1), (2, 2), (1, 2)))
        leaves = self.wheel_game
        if comes_back or recounted:
            self.wheel_game += 1
        game = self.wheel_game
        self.began.setdefault(game, self.tick)
        if status.state == 3 and (last is None or gap or last.state != 3 or game != leaves):
            self.sent[game] = self.tick
        if status.state in (3, 4, 5) and self.open_round:
            self.open_round.ball = True
        self.signalled = self.signalled or (status.state == 4 and self.bet_time)
        offer: tuple[str, Facts]
        warns: list[tuple[str, int, tuple[str, Facts]]] = []
        fault: tuple[str, Facts] = ("technical_fault", {})
        if status.warns & 2:
            warns.append(("2", game, ("no_spin", {"cause": "same_direction"})))
        if status.warns & 4:
            warns.append(("4", game, fault))
        if status.warns & 8:
            warns.append(("8", game, ("no_spin", {})))
        renumbered = recounted and not gap and set(step) <= {2, 3, 4, 5} and step != (5, 2)
        if renumbered or (step[0] != step[1] and not legal(*step)):
            warns.append(("step", leaves, fault))
        if last and not gap and status.state == 6 and last.state in (2, 3, 4):
            warns.append(("6", leaves, fault))
        in_bet_time = status.state == 3 and self.bet_time and self.rules in ("sv", "lt")
        if self.open_round:
            track = in_bet_time and ("spun", game) not in self.warned  # once a game
            fresh = [warn for warn in warns if warn[:2] not in self.warned]
            # those that halt the table count: what came in a halt halts it after
            self.warned |= {warn[:2] for warn in fresh if not self.halted}
            out = self.report is not None and self.report.ball_removed
            over = self.halt if self.halt and self.halt.reason == "device" and not out else None
            runs_again = over is not None and (last is None or gap or last.state != status.state)
            first = in_bet_time and (bool(fresh) or runs_again)  # while it stands, whatever else warns
            if track or first:
                offer = ("spun_in_bet_time", {"ball": "track"})
                if over or not self.halted:
                    self.warned.add(("spun", game))
                    self.counts = not over
                if over:
                    over.offer, over.at_once = offer, True
                self.device_halts(offer, at_once=True)
            elif fresh and not self.halted:  # in a halt it stands for nothing
                self.counts = True
                offer = fresh[0][2]
                self.device_halts(offer, at_once=offer[1].get("cause") == "same_direction")
        if renumbered:
            self.renumbered.add(game)
        outside = self.stage == "wheel" and self.preparation[0] != "check_run"
        takes = not outside and status.state == 5 and not status.warns & 0xE and game not in self.renumbered
        if takes:
            if self.counts:
                self.said(None, whole=False)  # what it warned of was a line of its own
            told = self.wheel_told.setdefault(game, [])
            if status.number not in told and len(told) < 2:
                told.append(status.number)
                self.counts = True
                about, said = self.open_round, self.said_out
                none_open = compared("no round") and about is None and said is not None and said.game == game
                if none_open:
                    self.counts = False
                    return
                fell = about is not None and said is not None and said.game == game and said.fell is None
                fell = fell and said is not None and self.sent.get(game, 0) < said.at
                if fell and not self.step_due("enter_number"):
                    self.fallen(status.number, again=len(told) == 2)
                    return
                stands = about is not None and (about.recorded, about.number, about.told) != (
                    None,
                    None,
                    None,
                )
                # The line is of another round and halts nothing.
                if len(told) == 2 and not stands and not self.deaf:
                    self.needs_dealer()
                    self.not_halted()
                    raise Refused("bets_open" if self.bet_time else "out_of_turn")
                self.number_of_game(game, status.number)

    def number_of_game(self, game: int, number: int) -> None:
        """Take a number of a game: one that began, or whose ball was sent, after the ball was said to be out
        or a respin was decided is the next spin's of the same round (E4-game).
        """
        about, was = self.open_round, self.deaf
        later = max(self.began[game], self.sent.get(game, 0)) > self.out_at
        line = {"number": number, "source": "reader"}
        report = self.report
        if about is not None and later and report and report.state == "steps" and report.outcome == "respin":
            self.needs_dealer()
            about.recorded = self.for_next = number
            raise Refused("halted")
        if about is not None and was and later:
            self.deaf = False
            try:
                self.do_number(line, of_states=True)
            finally:
                self.deaf = self.deaf or was
            return
        self.do_number(line, of_states=True)


def legal(one: int, other: int) -> bool:
    """Whether the wheel may go from one state to another."""
    return other == 6 or (one, other) in {(6, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 2), (5, 1)}


DEVICES = {"shoe": ("baccarat",), "reader": CARDS, "wheel": ("roulette",)}
"""The games that a device is at."""
