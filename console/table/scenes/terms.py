"""The short words of scenes, for lines of the protocol and for what a view then shows.

A line in its own JSON is taken as it is.

Worksheet: a scene asks for it by ``settle P1 player 100 + tie 50``, and of it is seen ``worksheet player 100
back 200 + tie 50 back 0 = 200``.

A bet on a hand begins with its seat and hand: ``3.1 main 100``; one on numbers names them before its stake:
``split 8 11 100``, ``neighbours 17 2 100`` (two at each side). What is null is ``null``; what a wrong number
brought stands behind ``back`` as ``recorded 100``, a limit behind its row and a restriction at the end, if
there is one.

Incidents: ``incident card_fell awaiting LT-BAC-18b rule void`` names kind, state, clause, basis and outcome,
``-`` for none, and ``+1`` behind them for a report that waits. ``offer early_deal first_card true``,
``answers true false``, ``places player 1 9H banker 1 2S``, ``by hand`` (manual mode), ``by reader``; ``facts
where round cards 1``, ``steps restore/pit_boss+ discard/dealer`` (``+``: done), ``choices go_on void``,
``authority dealer``.

Blackjack: ``seats 1 3`` and ``decide 3.2 hit`` are lines in. A place is ``3.1 2 up`` (seat, hand, card) or
``dealer 2 down``; ``insurance seats 1 3 offers insure decline`` is what is asked of several seats, ``3.1
offers hit stand`` of one hand. A hand is seen as ``3.1 8D 3C hard 11 acting``, and more if there is more:
``bet 2``, ``insurance open``, ``pair mixed``, ``21+3 flush``; the dealer's as ``dealer AS ?? soft 11``. Of
the hands only those that are named count.

Roulette: ``spin D1 3 against``, ``number 17`` (the reader's) and ``number 17 by D1`` are lines in, and so is
what the wheel sends: ``wheel *X;5;011;27;0;136;1``, several lines parted by ``+``. A spin is seen as ``number
17 black odd low 2 2`` (dozen and column last), ``number 0 green`` or ``number null``, and ``recorded 17``.

Parts of the dealer's screen that the protocol's view does not have: ``rests BAC-3.1.1 BAC-1.3.3``: clauses
that the prompt names as its own; ``notice please_wait``: what players are told as long as it lasts; ``signal
flash sound``: how the end of bet time shows, ``sound`` and ``sign`` if there is one; ``limits 50 500000
1250000``, of one bet ``limits straight 10 15000``, ``limits null``; ``notices blackjack_pays
insurance_pays``, in their order; ``cut_cards 2``: those that come with the decks; ``faces dealer`` and ``how
in_order`` of the step that is due. Only what is named counts.

The shoe's frames are made from its published format. A scene that used the model's encoder would agree with
every mistake that encoder and decoder share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import msgspec

from console.base.system import read_json
from console.table.core.showing.screen_values import StepState
from console.table.core.state.open_incident import IncidentState
from console.table.core.state.phases import Bets
from console.table.devices.models import angel_eye
from console.table.devices.readings import ShoePlace, Target
from console.table.game.cards import Card
from console.table.scenes.scene_file import SceneError, require
from console.table.scenes.table_in_memory import Seen, TableInMemory


def bets_of(words: list[str]) -> list[dict[str, Any]]:
    rows = [list(row) for is_plus, row in groupby(words, lambda word: word == "+") if not is_plus]
    return [_bet(row) for row in rows]


def _bet(row: list[str]) -> dict[str, Any]:
    if row[0][0].isalpha() and len(row) > 2:
        return _on_numbers(row)
    *place, on, stake = row
    if not place:
        return {"on": on, "stake": int(stake)}
    seat, _, hand = place[0].partition(".")
    return {"on": on, "seat": int(seat), "hand": int(hand), "stake": int(stake)}


def _on_numbers(row: list[str]) -> dict[str, Any]:
    on, *numbers, stake = row
    if on == "neighbours":
        number, each = numbers
        return {"on": on, "number": int(number), "each": int(each), "stake": int(stake)}
    return {"on": on, "numbers": list(map(int, numbers)), "stake": int(stake)}


def worksheet_in_words(sheet: Seen | None) -> str | None:
    if sheet is None:
        return None
    require(list(sheet) == ["bets", "back", "restriction"], f"a worksheet of {list(sheet)}")
    rows = " + ".join(map(_row, sheet["bets"]))
    words = [rows, "=", _known(sheet["back"]), sheet["restriction"] or ""]
    return " ".join(word for word in words if word)


def _row(row: Seen) -> str:
    place = [name for name in ("seat", "hand", "numbers", "number", "each") if name in row]
    paid = ["paid"] if "paid" in row else []  # the earlier payment of a bet, which test_settlement computes
    require(
        list(row) == ["on", *place, "stake", "back", "recorded_back", "limit", *paid], f"a bet of {list(row)}"
    )
    where = f"{row['seat']}.{row['hand']} " if "seat" in row else ""
    numbers = row.get("numbers", [row[name] for name in ("number", "each") if name in row])
    on = " ".join(map(str, [row["on"], *numbers]))
    recorded = "" if row["recorded_back"] is None else f" recorded {row['recorded_back']}"
    limit = f" {row['limit']}" if row["limit"] else ""
    return f"{where}{on} {row['stake']} back {_known(row['back'])}{recorded}{limit}"


def _known(money: int | None) -> str:
    return "null" if money is None else str(money)


OF_INCIDENT = ("facts", "steps", "choices", "authority")
"""The further terms with which a scene can name an incident."""


def incident_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line about an incident, in short words. Raises SceneError."""
    match do, parts:
        case "incident", [by, kind, *facts]:
            return {"by": by, "kind": kind} | ({"facts": facts_of(facts)} if facts else {})
        case "answer", [by, *facts]:
            return {"by": by, "facts": facts_of(facts)}
        case "authorise", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "authorise", [by, choice, "because", *reason]:
            return {"by": by, "choice": choice, "reason": " ".join(reason)}
        case "authorise", [by, choice]:
            return {"by": by, "choice": choice}
        case "withdraw", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "done", [by, "noting", *note]:
            return {"by": by, "note": " ".join(note)}
        case "done", [by, "counted", *counted]:
            numbers = [int(each) for each in counted]
            return {"by": by, "counted": numbers if len(numbers) > 1 else numbers[0]}
        case "done", [by, "set", *number]:
            return {"by": by, "set": " ".join(number)}
        case "done", [by, "because", *reason]:
            return {"by": by, "reason": " ".join(reason)}
        case "correct", [by, hand, card, to]:
            return {"by": by, "hand": hand, "card": int(card), "to": to}
        case "manual", [by, on]:
            return {"by": by, "on": on == "on"}
    raise SceneError(f"{do} {parts} stands for no line")


def facts_of(words: list[str]) -> dict[str, Any]:
    """Facts and their values, in turn. Raises SceneError."""
    if len(words) % 2:
        raise SceneError(f"{' '.join(words)}: each fact is followed by its value, as in 'cards 2'")
    return {fact: value(word) for fact, word in zip(words[::2], words[1::2], strict=True)}


def value(word: str) -> Any:
    """A fact's value: true, false, null, a whole number, a word."""
    constants = {"true": True, "false": False, "null": None}
    return constants[word] if word in constants else int(word) if word.isdigit() else word


def actual_incident(view: Seen) -> Seen:
    incident, offer, prompt = view["incident"], view["offer"], view["prompt"]
    if incident is not None and not incident["open"]:
        ended = view["ended"] == incident["id"] and incident["state"] == IncidentState.CLOSED
        require(ended, "an incident is over but is not in its ended state")
    return {
        "incident": incident and incident_line(incident),
        "offer": offer and {"kind": offer["kind"]} | offer["facts"],
        "answers": prompt.get("answers"),
        "places": prompt.get("places"),
        "by_hand": view["manual"],
        **dict.fromkeys(OF_INCIDENT),
        **(more_of(incident) if incident else {}),
    }


def more_of(incident: Seen) -> Seen:
    steps = incident["steps"]
    return {
        "facts": incident["facts"],
        "steps": [f"{step['action']}/{step['actor']}{'+' if step['done'] else ''}" for step in steps],
        "choices": incident["choices"],
        "authority": incident["authority"],
    }


def incident_line(incident: Seen) -> str:
    """Kind, state, clause, basis and outcome, and how many reports wait."""
    if incident["clause"] is None and incident["state"] == IncidentState.FACTS:
        words = [incident["kind"] or "-", "facts"]
    else:
        names = ("kind", "state", "clause", "basis", "outcome")
        words = [incident[name] or "-" for name in names]
    return " ".join(words + ([f"+{incident['queued']}"] if incident["queued"] else []))


def named_incident(item: str) -> Seen:
    """A term of an incident in a scene. Raises SceneError if no view shows such a thing."""
    match item.split():
        case ["incident", *_]:
            return {"incident": item.removeprefix("incident ")}
        case ["offer", "null"]:
            return {"offer": None}
        case ["offer", kind, *facts]:
            return {"offer": {"kind": kind} | facts_of(facts)}
        case ["answers", "null"]:
            return {"answers": None}
        case ["answers", *answers]:
            return {"answers": [value(each) for each in answers]}
        case ["places", *places]:
            laid = zip(places[::3], places[1::3], places[2::3], strict=True)
            return {"places": [{"hand": hand, "card": int(card), "face": face} for hand, card, face in laid]}
        case ["facts", *facts]:
            return {"facts": facts_of(facts)}
        case ["steps" | "choices" as named, *words]:
            return {named: words}
        case ["authority", authority]:
            return {"authority": authority}
        case ["by", "hand" | "reader" as how]:
            return {"by_hand": how == "hand"}
    raise SceneError(f"{item!r} is nothing that a view shows of an incident")


PLACE = re.compile(r"[1-7]\.[12]")
CHOICES = ("hit", "stand", "double", "split", "insure", "decline", "surrender")


def seat_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line of blackjack alone, in short words."""
    if do == "seats":
        return {"do": "seats", "seats": [int(seat) for seat in parts]}
    place, choice = parts
    seat, _, hand = place.partition(".")
    return {"do": "decision", "seat": int(seat), "hand": int(hand or 1), "choice": choice}


def place_term(word: str, words: Iterator[str]) -> dict[str, Any]:
    """A place, and the card or the answer that is due there."""
    seat, _, hand = word.partition(".")
    found: dict[str, Any] = {"hand": "dealer"} if word == "dealer" else {"seat": int(seat), "hand": int(hand)}
    for more in words:
        match more:
            case "up" | "down":
                found |= {"face": more}
            case "offers":
                return found | offered_answers(words)
            case "tries":
                found |= {"tries": int(next(words))}
            case _:
                found |= {"card": int(more)}
    return found


def asked_of_seats(words: Iterator[str]) -> dict[str, Any]:
    """``insurance seats 1 3 offers insure decline``: the asked seats, the answers. Raises SceneError."""
    if next(words) != "seats":
        raise SceneError("insurance is asked of seats")
    seats = []
    for word in words:
        if word == "offers":
            break
        seats.append(int(word))
    return {"stage": "insurance", "seats": seats} | offered_answers(words)


def offered_answers(words: Iterator[str]) -> dict[str, Any]:
    """A player's possible answers, and the seconds for them (LT-BJ-08)."""
    return {"offers": list(words), "seconds": 13}


def hands_of(round: Seen) -> dict[str, str] | None:
    """Every hand in words, by its name; None if it is no round of blackjack."""
    if "seats" not in round:
        return None
    hands = {
        f"{seat}.{number}": hand_in_words(hand)
        for seat, of_seat in round["seats"].items()
        for number, hand in enumerate(of_seat, 1)
    }
    return hands | {"dealer": cards_in_words(round["dealer"])}


def cards_in_words(hand: Seen) -> str:
    return " ".join([*hand["cards"], "soft" if hand["soft"] else "hard", str(hand["total"])])


def hand_in_words(hand: Seen) -> str:
    """A player's hand, with what was bet on it beside the usual."""
    words = [cards_in_words(hand), hand["state"]]
    words += [f"bet {hand['bet']}"] if hand["bet"] != 1 else []
    words += [f"insurance {hand['insurance']}"] if hand["insurance"] else []
    side = hand["side"] or {}
    words += [f"pair {side['perfect_pairs']}"] if side.get("perfect_pairs") else []
    words += [f"21+3 {side['21+3']}"] if side.get("21+3") else []
    return " ".join(words)


def named_hand(item: str) -> Seen | None:
    name, _, words = item.partition(" ")
    return {"hands": {name: words}} if PLACE.fullmatch(name) or name == "dealer" else None


def spin_fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line of roulette alone, in short words. Raises SceneError."""
    match do, parts:
        case "spin", [by, turns, direction]:
            return {"do": "spin", "turns": int(turns), "direction": direction, "by": by}
        case "number", [number, "by", by]:
            return {"do": "number", "number": int(number), "source": "dealer", "by": by}
        case "number", [number]:
            return {"do": "number", "number": int(number), "source": "reader"}
    raise SceneError(f"{do} {parts} stands for no line")


def wheel_lines(text: str) -> Seen:
    """The wheel's own lines, each with its end."""
    sent = "".join(f"{line}\r\n" for line in text.split(" + "))
    return {"do": "device", "name": "wheel", "hex": sent.encode().hex()}


def actual_spin(round: Seen) -> Seen:
    if "recorded" not in round:
        return {"number": None, "recorded": None}
    names = ("id", "status", "number", "recorded", "colour", "parity", "half", "dozen", "column", "early")
    require(tuple(round) == names, f"a round of {tuple(round)}")
    terms = [str(round[name]) for name in ("number", *names[4:-1]) if round[name] is not None]
    return {"number": " ".join(terms) or None, "recorded": round["recorded"]}


def named_spin(item: str) -> Seen | None:
    """A number that a scene names; None if it names none."""
    match item.split():
        case ["number", *words]:
            return {"number": None if words == ["null"] else " ".join(words)}
        case ["recorded", number]:
            return {"recorded": None if number == "null" else int(number)}
    return None


NOT_NAMED: Final = ("clauses", "closing", "answers", "step", "places", "needs")
BETS: Final = (Bets.OPEN, Bets.CLOSED, Bets.STAND, Bets.SETTLED, Bets.REFUNDED)
STATUS: Final = {"round open": "open", "finished": "finished", "void": "void"}


def actual_of(view: Seen) -> Seen:
    prompt = {key: value for key, value in view["prompt"].items() if key not in NOT_NAMED}
    if not prompt.get("crosswise"):
        prompt.pop("crosswise", None)
    coup = view["round"] or {}
    outcome = coup.get("outcome")
    return {
        "refused": view["refused"],
        "phase": view["phase"],
        "prompt": prompt,
        "bets": view["bets"],
        "say": view["say"],
        "left": view["shoe"] and view["shoe"]["left"],
        "last_hand": view["shoe"] and view["shoe"]["last_hand"],
        "call": view["call"],
        "round": coup.get("status"),
        "player": coup.get("player"),
        "banker": coup.get("banker"),
        "dragon": coup.get("dragon"),
        "tiger": coup.get("tiger"),
        "points": [*coup["points"].values()] if "points" in coup else None,
        "outcome": outcome
        and [key if value is True else str(value) for key, value in outcome.items() if value],
        "hands": hands_of(coup) if coup else None,
        **actual_spin(coup),
        "worksheet": worksheet_in_words(view["worksheet"]),
        **actual_incident(view),
    }


def named_in(text: str) -> Seen:
    first, *others = (part.strip() for part in text.split(","))
    found = due(first) if "/" in first else term_of(first)
    for item in others:
        found_here = term_of(item)
        if "hands" in found_here and "hands" in found:
            found_here = {"hands": {**found["hands"], **found_here["hands"]}}
        found |= found_here
    return found


def due(item: str) -> Seen:
    """Phase and prompt: ``dealing deal/dealer player 3 crosswise``."""
    phase, prompt, *rest = item.split()
    action, _, actor = prompt.partition("/")
    terms: dict[str, Any] = {"action": action, "actor": actor}
    words = iter(rest)
    for word in words:
        match word:
            case "player" | "banker" | "dragon" | "tiger":
                terms |= {"hand": word, "card": int(next(words))}
            case "dealer":
                terms |= place_term(word, words)
            case "insurance":
                terms |= asked_of_seats(words)
            case _ if PLACE.fullmatch(word):
                terms |= place_term(word, words)
            case "crosswise":
                terms |= {"crosswise": True}
            case "left_to_right" | "right_to_left":
                terms |= {"direction": word}
            case "dealer_first":
                terms |= {"first": "dealer"}
            case _:
                terms |= {word: value(next(words))}
    return {"phase": phase, "prompt": terms}


def term_of(item: str) -> Seen:
    """A term of a view in a scene. Raises SceneError if no view shows such a thing."""
    if (of_game := named_hand(item) or named_spin(item)) is not None:
        return of_game
    match item.split():
        case ["refused", reason]:
            return {"refused": reason}
        case ["say", key]:
            return {"say": key}
        case [bets] if bets in BETS:
            return {"bets": bets}
        case ["left", left]:
            return {"left": int(left)}
        case ["last", "hand"]:
            return {"last_hand": True}
        case ["not", "last", "hand"]:
            return {"last_hand": False}
        case ["called"]:
            return {"call": True}
        case ["not", "called"]:
            return {"call": False}
        case ["player" | "banker" | "dragon" | "tiger" as hand, *cards]:
            return {hand: cards}
        case ["points", first, second]:
            return {"points": [int(first), int(second)]}
        case ["outcome", "null"]:
            return {"outcome": None}
        case ["outcome", *outcome]:
            return {"outcome": outcome}
        case ["new", "round"]:
            return {"round": "open", "player": [], "banker": [], "points": [0, 0], "outcome": None} | {
                "number": None,
                "recorded": None,
            }
        case ["worksheet", *rows]:
            return {"worksheet": " ".join(rows)}
        case ["incident" | "offer" | "answers" | "places" | "by", *_]:
            return named_incident(item)
        case [word, *_] if word in OF_INCIDENT:
            return named_incident(item)
        case ["unchanged"]:
            return {}
        case _ if item in STATUS:
            return {"round": STATUS[item]}
    raise SceneError(f"{item!r} is nothing that a view shows")


def differing(expected: Seen, actual: Seen) -> str:
    """The differences between two groups of terms, one by one."""
    return "; ".join(
        f"{key}: wanted {expected[key]!r}, was {actual[key]!r}"
        for key in expected
        if expected[key] != actual[key]
    )


OF_SCREEN: Final = ("rests", "notice", "signal", "limits", "notices", "cut_cards", "faces", "how")
"""The first words of these terms."""


def is_of_screen(item: str) -> bool:
    return item.partition(" ")[0] in OF_SCREEN


def require_on_screen(item: str, view: Seen, table: TableInMemory) -> None:
    """Raises SceneDiffers unless the screen shows what the item names, SceneError if it names nothing."""
    named, *words = item.split()
    if not words:
        raise SceneError(f"{item!r} names nothing of a screen")
    if named == "rests":
        clauses = view["prompt"]["clauses"]
        require(set(words) <= set(clauses), f"the prompt rests on {' '.join(clauses) or 'nothing'}")
        return
    shown = str(view["notice"] or "null") if named == "notice" else _screen_value(named, words, table)
    require(shown == " ".join(words), f"{named}: {shown}")


def _screen_value(name: str, words: list[str], table: TableInMemory) -> str:
    screen = table.screen()
    match name:
        case "signal":
            end = screen.countdown
            besides = {"sound": end.end_sound, "sign": end.end_sign}
            return " ".join([end.end_signal, *(word for word, is_so in besides.items() if is_so)])
        case "limits":
            return _limits(words, table)
        case "notices":
            rules = table.rulebook.games[table.game.name]
            return " ".join(each.notice for each in getattr(rules, "notices", ())) or "null"
        case "cut_cards":
            return str(screen.preparation.cut_cards)
    step = next((each for each in screen.preparation.steps if each.state == StepState.NOW), None)
    return str(getattr(step, name, None) or "null")


def _limits(words: list[str], table: TableInMemory) -> str:
    """The table's limits, or those of the bet that is named first."""
    limits = table.screen().limits
    if limits is None:
        return "null"
    bet = words[0] if not words[0].isdigit() else ""
    if bet == "null":
        return "some"
    stakes = limits.of(bet)
    top = getattr(limits, "top_win", None)
    figures = [stakes.lowest, stakes.highest, *([top] if top is not None and not bet else [])]
    return " ".join([*([bet] if bet else []), *map(str, figures)])


def frame_of(text: str) -> bytes:
    """A frame in the words of a scene. Raises ValueError if the words are no frame."""
    match text.split():
        case ["hex", *data]:
            return bytes.fromhex(" ".join(data))
        case [seq, "D", target, index, card]:
            return angel_eye.dealt_frame(seq, ShoePlace(Target(target), int(index)), Card(card))
        case [seq, "d", card]:
            return angel_eye.out_of_game_frame(seq, Card(card))
        case [seq, "R", card]:
            return angel_eye.frame(seq, "R", b"\x01" + angel_eye.out_of_game_frame(seq, Card(card))[4:5])
        case [seq, "G", "quit"]:
            return angel_eye.frame(seq, "G", b"\x70")
        case [seq, "G", winner, *pairs]:
            pair = {f"{hand}_pair": f"{hand}-pair" in pairs for hand in ("player", "banker")}
            return angel_eye.result_frame(seq, winner, **pair)
        case [seq, "E", code]:
            return angel_eye.fault_frame(seq, int(code))
        case [seq, code]:
            return angel_eye.frame(seq, code)
    raise ValueError(f"{text!r} is no frame")


SHORT: Final = """
bets open [seconds] · bets closed · seats 1 3 · decide 3.2 hit · card 9H ... · unread · cut_card
done D1 · open P1 · withdraw P1 [because words] · void P1
reshuffle P1 [new] [off] · close P1 [off] · sign_in D2 dealer · sign_out D1 · call D1 on|off · say D1 words
incident D1 [kind [fact value ...]] · answer P1 fact value ... · authorise P1 [choice] [because words]
settle P1 [BET STAKE + ...] (BET: player, 3.1 main)
done P1 because words · correct P1 player 1 9H · manual P1 on|off · card 9H by P1
view · reader TEXT · shoe FRAME [+ FRAME ...] · wheel HEX · wheel *X;5;011;27;0;136;1 [+ ...]
spin D1 3 against · number 17 · number 17 by D1 · done P1 noting words
done D1 counted 416 (or eight numbers) · done D1 set A-17
after any line of a person: having seen 17 (the entry of the view)
FRAME: 1 D player 1 9H · 1 d 9H · 1 G banker player-pair · 1 C · 1 E 3 · 1 S · 1 P · 1 R 9H · hex 05 31
"""


def device(data: bytes, name: str = "shoe") -> Seen:
    return {"do": "device", "name": name, "hex": data.hex()}


def sent_by(text: str) -> list[bytes]:
    """The protocol's lines for a scene's line; the last has what its person saw."""
    text, _, seen = text.partition(" having seen ")
    sent = _sent_by(text)
    if not seen:
        return sent
    line = read_json(sent[-1]) | {"seen": {"entry": int(seen), "ms": 900}}
    return [*sent[:-1], msgspec.json.encode(line)]


def _sent_by(text: str) -> list[bytes]:
    if not re.match(r"[a-z]", text):
        return [text.encode()]
    match text.split():
        case ["card", card, "by", by]:
            return [msgspec.json.encode({"do": "card", "card": card, "by": by})]
        case ["card", *cards]:
            return [msgspec.json.encode({"do": "card", "card": card}) for card in cards]
        case ["shoe", *_]:
            frames = text.removeprefix("shoe ").split(" + ")
            return [msgspec.json.encode(device(b"".join(map(frame_of, frames))))]
        case ["settle", by, *bets]:
            return [msgspec.json.encode({"do": "settle", "by": by, "bets": bets_of(bets)})]
        case ["seats" | "decide" as do, *parts]:
            return [msgspec.json.encode(seat_fields(do, parts))]
        case ["spin" | "number" as do, *parts]:
            return [msgspec.json.encode(spin_fields(do, parts))]
        case ["wheel", *_] if "*X" in text:
            return [msgspec.json.encode(wheel_lines(text.removeprefix("wheel ")))]
        case ["reader", *_]:
            data = text.removeprefix("reader ").encode().decode("unicode_escape").encode()
            return [msgspec.json.encode(device(data, "reader"))]
        case [do, *parts]:
            return [msgspec.json.encode({"do": do} | fields(do, parts))]
    raise SceneError(f"{text!r} stands for no line")


def fields(do: str, parts: list[str]) -> dict[str, Any]:
    """The fields of a line in short words. Raises SceneError."""
    match do, parts:
        case "bets", [state]:
            return {"state": state}
        case "bets", [state, seconds]:
            return {"state": state, "seconds": int(seconds)}
        case "sign_in", [who, role]:
            return {"who": who, "role": role}
        case "sign_out", [who]:
            return {"who": who}
        case "call", [by, on]:
            return {"by": by, "on": on == "on"}
        case "say", [by, *spoken]:
            return {"by": by, "text": " ".join(spoken)}
        case (
            ("incident" | "answer" | "authorise" | "correct" | "manual" | "done" | "withdraw"),
            [_, _, *_],
        ):
            return incident_fields(do, parts)
        case (("done" | "open" | "withdraw" | "void" | "incident" | "authorise"), [by]):
            return {"by": by}
        case (("close" | "reshuffle"), [by, *orders]):
            off = {"on": False} if "off" in orders else {}
            return {"by": by} | off | ({"new": True} if "new" in orders else {})
        case "wheel", sent:
            return {"do": "device", "name": "wheel", "hex": "".join(sent)}
        case (("unread" | "cut_card" | "view"), []):
            return {}
    raise SceneError(f"{do} {parts} stands for no line")
