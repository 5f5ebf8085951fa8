"""A round's file put into words: times, people, hands, prompts, presses, readings, and each record in it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from operator import itemgetter
from typing import Any, Final

import msgspec

from console.base.plain_text import visible
from console.supervisor.history.interventions import InterventionKind
from console.supervisor.records.accounts.card_account import ApartCard, DealtCard
from console.supervisor.records.accounts.record import BetState, Record, RecordedPress, SideBet, SpinState
from console.supervisor.records.accounts.round_file import PromptRecord, RoundFile
from console.supervisor.records.accounts.spin_account import join_repeats
from console.supervisor.records.documents.action_words import action_text, asked_text
from console.supervisor.records.documents.origin_mark import origin_mark
from console.supervisor.records.documents.paper import ActionRow, Cell, Link, Paper, Part
from console.supervisor.records.documents.record_paper import action_rows, sheet_parts
from console.supervisor.records.documents.record_words import (
    AMENDED,
    RecordFormatter,
    amendment_row,
    are_entered,
    ends_of,
    face,
    incident_view,
    source_text,
    step_name,
)
from console.supervisor.records.documents.spin_words import number_text, numbers_text
from console.table.core import Action, IncidentView, Role, RoundStatus
from console.table.game import GAMES, Card, Result, has_wheel
from console.table.game.blackjack import DEALER, Bet, Choice, Insurance, State, is_blackjack
from console.table.incidents import Kind
from console.table.words import (
    game_name,
    hand_name,
    inside,
    place_name,
    reason_text,
    role_name,
    rules_name,
    sentence,
    total_text,
)


def round_paper(file: RoundFile, formatter: RecordFormatter, made: datetime, version: str) -> Paper:
    """The file in words; ``made`` is now, ``version`` this program's."""
    formatter = formatter.of_day(file.times.opened)
    text = formatter.words.text
    sheets = [formatter.sheet(record, made, version) for record in file.records]
    parts = [
        *_own(file, formatter),
        *(part for sheet in sheets for part in sheet_parts(sheet, formatter.words)),
    ]
    zone = formatter.zones((file.times.opened, file.times.ended, made))
    made_at = text("record.made", time=formatter.day_and_clock(made), version=version, zone=zone)
    return Paper(
        language=formatter.words.language,
        title=_title(file, formatter),
        head=tuple(_head(file, formatter)),
        parts=tuple(parts),
        footer=(*_proof(file, formatter), *formatter.software(file.origin), made_at),
        mark=origin_mark((file.origin.origin,), formatter.words),
    )


def _title(file: RoundFile, formatter: RecordFormatter) -> str:
    """The round, or the event outside of any round."""
    if file.where.round is not None or not file.records:
        return formatter.words.text("round.file.title", id=visible(file.where.round or file.subject))
    sort = next((record.sort for record in file.records if record.id == file.subject), file.records[0].sort)
    return f"{formatter.words.text(f'record.title.{sort}')} {visible(file.subject)}"


def _head(file: RoundFile, formatter: RecordFormatter) -> Iterator[str]:
    words, origin = formatter.words, file.origin
    named = (game_name(words, origin.game), rules_name(words, origin.rules))
    table = f"{words.text('record.table')} {visible(origin.table)}"
    yield words.text("access.list").join((table, *(inside(words, each) for each in named)))
    if file.status is not None:
        yield words.text(f"round.file.{file.status}")
    if file.sealed:
        yield words.text("record.sealed")
    yield from formatter.other_rulebook(origin.rules, origin.software)


def _proof(file: RoundFile, formatter: RecordFormatter) -> Iterator[str]:
    text = formatter.words.text
    if file.proof is None:
        first, last = ends_of(file)
        yield text(f"round.file.unproven.{file.unproven}", first=first, last=last)
    else:
        statement = file.proof.seal.content
        root = statement.tree if statement is not None else "–"
        yield text("round.file.proven", first=file.first, last=file.last, root=root)
    if file.may_go_on:
        yield text("round.file.may_go_on")


def _own(file: RoundFile, formatter: RecordFormatter) -> Iterator[Part]:
    yield _part("record.head.when", (), _when(file, formatter), formatter)
    if not has_wheel(file.origin.game):
        yield from _card_results(file, formatter)
    yield _part("round.file.people", ("who", "role", "time", ""), _people(file, formatter), formatter)
    if has_wheel(file.origin.game):
        spins = action_rows(formatter.spin(each) for each in file.spins)
        yield _part("record.head.spins", (), spins, formatter)
    else:
        yield _part("round.file.dealt", ("time", "hand", "card", "how"), _dealt(file, formatter), formatter)
    if GAMES[file.origin.game].is_answered:
        answers = action_rows(formatter.answer_row(each) for each in file.answers)
        yield _part("record.head.answers", ("time", "hand", "what", "note"), answers, formatter)
    yield from formatter.worksheets(file.worksheets, file.origin.rules, file.records)
    yield _part("round.file.presses", ("time", "who", "what", "note"), _presses(file, formatter), formatter)
    if notes := tuple(_notes(file, formatter)):
        text = formatter.words.text
        heading = formatter.words.side_by_side(map(text, ("report.devices", "report.doings")))
        yield Part("", heading, (*map(text, ("report.time", "report.what", "report.who")),), notes)
    yield _part(
        "round.file.prompts", ("time", "what", "role", "clause"), _prompts(file, formatter), formatter
    )
    remarks = action_rows(
        ActionRow(visible(each.text), formatter.clock(each.at), formatter.name(each.by))
        for each in file.remarks
    )
    yield _part("record.head.remarks", (), remarks, formatter)
    yield from formatter.contradictions(file.contradictions or ())
    yield from formatter.quick_part(file.quick or ())
    amended = (amendment_row(each, formatter) for each in file.amended)
    yield _part("report.amended", AMENDED, amended, formatter)
    readings = action_rows(formatter.reading(each) for each in join_repeats(file.readings))
    heading = "record.head.readings.entered" if are_entered(file.readings) else "record.head.readings"
    yield _part(heading, (), readings, formatter)


def _part(
    heading: str, columns: tuple[str, ...], rows: Iterable[tuple[Cell, ...]], formatter: RecordFormatter
) -> Part:
    text, listed = formatter.words.text, tuple(rows)
    names = tuple(text(f"report.{name}") if name else "" for name in columns)
    return Part("", text(heading), names, listed, "" if listed else text("record.none"))


def _when(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    text, times = formatter.words.text, file.times
    if file.where.round is None:
        yield text("record.happened"), formatter.moment(times.opened)
    for name in () if file.where.round is None else ("opened", "closed", "known", "announced", "ended"):
        at = getattr(times, name)
        yield text(f"round.file.{name}"), formatter.moment(at) if at is not None else "–"
    begin, end = formatter.video_of(times.opened, times.ended)
    video = formatter.span(begin, end)
    address = formatter.address_of(file.origin.table, begin)
    yield text("record.video"), Link(video, address) if address else video
    yield text("record.round"), visible(file.where.round or "–")
    yield text("record.shift"), formatter.shift(file.where.shift)
    shoe = formatter.shoe(file.where, file.origin.game)
    yield shoe.label, shoe.text
    for name, value in _result(file, formatter):
        yield name, value


def _result(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[str, str]]:
    """The result of a spin: the number that counts, and a corrected one."""
    result, text = file.result or {}, formatter.words.text
    mended = _mended(file)
    number = result.get("number") if mended is None else mended.number
    if number is not None:
        yield text("round.file.result"), number_text(formatter.words, number)
    if mended is not None:
        yield text("record.number.mistaken"), numbers_text(formatter.words, mended.wrong)


_HIGHEST: Final = 21
"""The highest total that is not bust (BJ-1.5, LT-BJ-05)."""
_HANDS: Final = ("report.hand", "figure.part.cards", "fact.name.total", "phase.result")


def _card_results(file: RoundFile, formatter: RecordFormatter) -> Iterator[Part]:
    """The hands of a round of cards with their results, and blackjack's decided side bets."""
    text, rows = formatter.words.text, tuple(_hands(file, formatter))
    columns = tuple(map(text, _HANDS)) if rows else ()
    yield Part("", text("phase.result"), columns, rows, "" if rows else text("record.none"))
    bets = tuple(map(formatter.side_bet, _side_bets(file)))
    if bets:
        yield Part("", text("record.head.side_bets"), rows=tuple((bet.label, bet.text) for bet in bets))


def _hands(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    """Each hand with its cards, its total, and the end of its bets; a row without cards if there are none."""
    words, result = formatter.words, file.result or {}
    outcome = result.get("outcome") or {}

    def row(hand: str, cards: Sequence[str], total: str, came_to: Iterable[str]) -> tuple[Cell, ...]:
        names = ("seat.void",) if file.status == RoundStatus.VOID and hand != DEALER else came_to
        lying = " ".join(map(face, cards))
        came_to_text = words.side_by_side(map(words.text, names))
        name = sentence(hand_name(words, hand))
        return name, lying or None, total if cards else None, came_to_text or None

    for hand, points in result.get("points", {}).items():
        yield row(hand, result[hand], str(points), _compared(hand, outcome))
    for seat, hands in result.get("seats", {}).items():
        for number, hand in enumerate(hands, 1):
            natural = len(hands) == 1 and is_blackjack(tuple(map(Card, hand["cards"])))
            total = total_text(words, hand["total"], soft=hand["soft"] and not natural)
            yield row(f"{seat}.{number}", hand["cards"], total, _of_a_seat(hand, natural=natural))
    if (dealer := result.get("dealer")) is not None:
        natural = outcome.get("blackjack", False)
        ended = (f"seat.{name}" for name in (State.BLACKJACK, State.BUST) if outcome.get(name))
        total = total_text(words, dealer["total"], soft=dealer["soft"] and not natural)
        yield row(DEALER, dealer["cards"], total, ended)


def _compared(hand: str, outcome: Mapping[str, Any]) -> Iterator[str]:
    """The words for one of two compared hands: for the winner, and for each hand of a tie."""
    if outcome.get("winner") == "tie":
        yield "result.tie"
    elif outcome.get("winner") == hand:
        yield "result.wins"
        yield from ("result.natural",) if outcome.get("natural") else ()


def _of_a_seat(hand: Mapping[str, Any], *, natural: bool) -> Iterator[str]:
    """The words for a player's hand: its result, what was done with its bet, and its insurance."""
    state, insurance = State(hand["state"]), hand["insurance"]
    yield f"seat.{state}"
    yield from ("seat.blackjack",) if natural and state is not State.BLACKJACK else ()
    yield from ("seat.bust",) if hand["total"] > _HIGHEST and state is not State.BUST else ()
    yield from ("seat.doubled",) if hand["bet"] > 1 and state is not State.DOUBLED else ()
    yield from ("seat.timeout",) if hand.get("timed_out") else ()
    if insurance is not None:
        yield "seat.insured" if insurance == Insurance.OPEN else f"seat.insured.{insurance}"


def _side_bets(file: RoundFile) -> Iterator[SideBet]:
    """Each seat's side bets, as they end if placed (LT-BJ-11, LT-BJ-12). A void round returns them and the
    insurance. If every hand of the seat was refunded they stay as decided; up to edition 1 they went back
    (LT-BJ-2.3.8).
    """
    result = file.result or {}
    if result.get("outcome") is None and file.status != RoundStatus.VOID:
        return
    taken = (each for each in file.answers if each.choice is Choice.INSURE and each.refused is None)
    insured = {each.seat for each in taken}
    seats = result.get("seats", {})
    none_left = all(hand["state"] == State.REFUNDED for hands in seats.values() for hand in hands)
    for seat, hands in seats.items():
        refunded = all(hand["state"] == State.REFUNDED for hand in hands)
        told = _after_refund(file, int(seat)) if refunded else {}
        gone_back = file.status == RoundStatus.VOID or (refunded and _GONE_BACK in told.values())
        for bet, made in (hands[0]["side"] or {}).items():
            stays = not gone_back or (none_left and told.get(bet, _GONE_BACK) != _GONE_BACK)
            state: BetState = _GONE_BACK if not stays else "lost" if made is None else "won"
            yield SideBet(int(seat), bet, state, made if stays else None, ())
        if gone_back and int(seat) in insured and not (none_left and _was_decided(hands[0])):
            yield SideBet(int(seat), Bet.INSURANCE, "back", None, ())


def _was_decided(hand: Mapping[str, Any]) -> bool:
    """Whether the insurance on a hand is won or lost."""
    return hand["insurance"] in (Insurance.WON, Insurance.LOST)


_GONE_BACK: Final[BetState] = "back"


def _after_refund(file: RoundFile, seat: int) -> dict[str, BetState]:
    """The seat's side bets as the last record of a refund has them."""
    refunds = (each for each in file.records if any(bet.seat == seat for bet in each.side_bets))
    of_last = [each.side_bets for each in refunds if each.outcome == Result.REFUND_HAND][-1:]
    return {bet.bet: bet.state for bets in of_last for bet in bets if bet.seat == seat}


def _mended(file: RoundFile) -> SpinState | None:
    """The wheel's number after the last report of a wrong one, or None. It is put right in the name of its
    own round, which is often over.
    """
    stood = (each.after.spin for each in file.records if each.where.round == file.where.round)
    return next((each for each in reversed(list(stood)) if each and each.mistaken is not None), None)


def _people(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    for each in file.people:
        role = role_name(formatter.words, Role(each.role))
        way = formatter.words.find(f"record.way.{each.way}") if each.way else None
        name, signed_in_as = formatter.name(each.who), formatter.words.side_by_side((role, way))
        yield name, signed_in_as, formatter.clock_cell(each.since), formatter.clock_cell(each.until)


def _dealt(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    words = formatter.words
    doubled = (each.authorised for each in file.records if each.kind == Kind.DOUBLE_SCAN)
    twice = frozenset(each.at for each in doubled if each is not None)
    rows: list[DealtCard | ApartCard] = [*file.dealt, *(file.apart or ())]
    for each in sorted(rows, key=lambda each: each.at) if file.apart else rows:
        if isinstance(each, ApartCard):
            how = source_text(words, each.device, is_entered=False)
            yield formatter.moment(each.at), words.text("halt.no_hand"), face(each.face), how
            continue
        how = source_text(words, each.device, is_entered=each.by is not None)
        by = formatter.name(each.by) if each.by else None
        how = words.side_by_side((how, by, *_came_and_went(each, formatter, twice)))
        yield formatter.moment(each.at), place_name(words, each.hand, each.position), face(each.face), how


def _came_and_went(card: DealtCard, formatter: RecordFormatter, twice: Container[datetime]) -> Iterator[str]:
    """For a card that did more than come to its place: where it came from, and how it left; ``twice``: when
    double scans were decided, whose second reading is no card.
    """
    text = formatter.words.text
    if card.read_at is not msgspec.UNSET:
        yield text("round.file.card.read", time=formatter.moment(card.read_at))
    if card.placed_by is not msgspec.UNSET:
        yield text("round.file.card.placed", incident=card.placed_by)
    if card.moved_at and card.moved_hand and card.moved_position:
        place = place_name(formatter.words, card.moved_hand, card.moved_position)
        yield f"→ {place} {formatter.moment(card.moved_at)}"
    for each in card.corrections or ():
        yield text("round.file.card.became", card=face(each.face), time=formatter.moment(each.at))
    if card.gone_at is not msgspec.UNSET:
        key = "round.file.card.scanned_twice" if card.gone_at in twice else "round.file.card.gone"
        yield text(key, time=formatter.moment(card.gone_at))


def _prompts(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    words = formatter.words
    for each in file.prompts:
        incident = _incident_at(file, each, after=True)
        what = asked_text(each.action, formatter, each.actor, incident)
        if each.hand is not None and each.action != Action.RESOLVE:
            at = each.hand, each.card
            due = None if each.card is None else words.find(".".join(("prompt", each.action, *map(str, at))))
            name = (
                hand_name(words, each.hand) if each.card is None else place_name(words, each.hand, each.card)
            )
            what = due or words.label(sentence(name), step_name(words, each.action, incident))
        role = "–" if each.actor == "system" else role_name(words, Role(each.actor))
        yield formatter.clock_cell(each.at), what, role, formatter.words.list_of(each.clauses)


def _presses(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    ignored = {each.entry for each in file.spins if each.counts is False}
    steps = (step for record in file.records for step in record.steps)
    done = {(step.by, step.at) for step in steps if step.state == "done"}
    for each in file.presses:
        is_done = (each.by, each.at) in done
        what = action_text(each, formatter, _incident_at(file, each), is_done=is_done)
        refused = formatter.words.text("record.said.refused", said=what) if each.refused else what
        if each.entry in ignored:
            refused = formatter.words.text("record.said.no_effect", said=what)
        more = (each.figures.get(name) for name in ("reason", "note"))
        details = (
            *(reason_text(formatter.words, str(one)) for one in more if one),
            visible(str(each.figures.get("remarks") or ""), "\n"),
            formatter.prompt_age(each.seen_ms),
        )
        note = formatter.words.side_by_side(details)
        name = formatter.name(each.by)
        yield formatter.moment(each.at), name, refused, note or None


def _notes(file: RoundFile, formatter: RecordFormatter) -> Iterator[tuple[Cell, ...]]:
    words = formatter.words
    for each in file.notes:
        device = words.find(f"log.device.{each.device}") or visible(each.device or "–")
        what = words.text(f"log.noted.{each.what}", device=device)
        if each.seconds is not msgspec.UNSET:
            what = words.label(what, formatter.set_clock(each.at, each.seconds))
        if each.lost is not msgspec.UNSET:
            lost = words.label(words.text("report.doing.entries_lost"), words.figure(each.lost))
            what = words.side_by_side((what, lost))
        yield formatter.moment(each.at), what, formatter.name(each.by) if each.by else None


def _incident_at(
    file: RoundFile, entry: RecordedPress | PromptRecord, *, after: bool = False
) -> IncidentView | None:
    """The incident that was open just before an entry, or ``after`` it; of several the first reported."""
    # Somebody may have set the clock meanwhile: times then have no order; but each file counts its own
    # entries.
    counts = file.first_file == file.last_file
    here, still_open = (entry.entry * counts, entry.at), list[tuple[tuple[int, datetime], Record]]()
    for each in file.records:
        begun = each.proof.first * counts, each.reported
        if each.sort == InterventionKind.INCIDENT and begun <= here:
            ended = None if each.closed is None else (each.proof.last * counts, each.closed)
            if ended is None or here < ended or (here == ended and not after):
                still_open.append((begun, each))
    return incident_view(min(still_open, key=itemgetter(0))[1]) if still_open else None
