"""A session in the review beside the account: the log's rows, what a search finds, each round's replay."""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from console.base.words import FIRST
from console.supervisor.review import JournalReads, Story
from console.table.core import DealerView, EventKind
from console.table.core.running.replay import ReplayMoment
from console.table.journal import Filter, LogPlace, LogRow
from console.table.ui.dealer.prompt_words import headline
from console.table.words import encode
from tests.instruments.account.felt_reader import FeltReader
from tests.instruments.account.printed import printed_face, said_so
from tests.instruments.account.printed_felt import FeltAccount
from tests.instruments.account.sessions import Played, difference
from tests.instruments.account.table_account import RoundAccount, Sent, screen_at, seconds
from tests.table.core.tables import words

Place = tuple[int, int]
"""A file of the journal, and an entry in it."""
Found = Iterator[str]
SHOWN: Final = ("phase", "prompt", "bets", "shoe", "round", "manual", "call", "notice")
"""The fields of a view that a replay shows; the answer to a single line is no state of the table."""
OF_NOW: Final = frozenset(
    (
        *("view", "pit_boss", "lamps", "turned_down", "called_for", "coming"),
        *("cut_card_by_hand", "maybe_cut_card", "check_again", "step_up_lasts"),
        *("awaited_since", "held_since", "pressed_at"),
    )
)
"""The parts of a table at work that no replay shows: waits as they run, devices, the last refused press."""
GROUPS: Final = tuple((field.name, isinstance(field.default, Struct)) for field in fields(DealerView))
"""The fields of a screen's view, and whether each is a group of fields."""
PAINTED: Final = 16
"""Every so many entries the felt is painted."""
EVERY: Final = 7
"""Seconds between two looks at a replay in which the clock alone changed nothing but the countdown."""


def of_review(played: Played, reads: JournalReads) -> Found:
    """The log, the search and the replay."""
    yield from of_log(reads, played)
    yield from of_search(reads, played)
    with closing(FeltReader()) as felt:
        for round_ in played.account.rounds.values():
            found = of_replay(reads, played, round_, felt)
            yield from (f"replay of {round_.id}: {each}" for each in found)


def unlike(name: str, theirs: object, ours: object) -> Found:
    """The difference of one fact, if there is one."""
    if theirs != ours:
        yield f"{name}: the console {theirs!r}, the account {ours!r}"


def found_by(reads: JournalReads, asked: Filter) -> dict[Place, LogRow]:
    """The rows of a search, by their places."""
    reads.look_for(asked)
    while not reads.count().done:
        pass
    rows = reads.rows(0, reads.count().count)
    return {(row.place.journal, row.place.number): row for row in rows}


def written(played: Played) -> dict[Place, Sent]:
    """The lines that have an entry of their own; a device's bytes have several."""
    return {
        (each.file, each.entry): each
        for each in played.account.sent
        if each.line.get("do") not in ("view", "device")
    }


# --- the log --------------------------------------------------------------------------------------


def of_log(reads: JournalReads, played: Played) -> Found:
    """Each line's row: when it came, whether it was taken, in which round, by whom, in which incident."""
    rows = found_by(reads, Filter(bytes=True))
    for place, sent in written(played).items():
        row, named = own_row(rows, place), f"log row {place} {json.dumps(sent.line)}"
        yield from unlike(f"{named}, time", row.at, sent.at)
        yield from unlike(f"{named}, refused", row.refused, sent.view["refused"])
        yield from unlike(f"{named}, round", row.round, sent.round)
        yield from unlike(f"{named}, shift", row.shift, sent.shift)
        yield from unlike(f"{named}, incident", row.incident, incident_of(sent))
        if sent.view["refused"] is None:
            yield from unlike(f"{named}, person", row.person, sent.line.get("by") or sent.line.get("who"))
    for file, entry, at, shift, noted in played.account.notes:
        row, named = rows[file, entry], f"log row {(file, entry)} {noted.kind}"
        yield from unlike(f"{named}, time", row.at, at)
        yield from unlike(f"{named}, shift", row.shift, shift)
        yield from unlike(f"{named}, person", row.person, noted.who)


def own_row(rows: dict[Place, LogRow], place: Place) -> LogRow:
    """The row of the line that ends at a place: before the contradictions that it brought."""
    file, number = place
    while rows[file, number].kind == EventKind.CONTRADICTION_FOUND:
        number -= 1
    return rows[file, number]


def incident_of(sent: Sent) -> str | None:
    """The incident that a line belongs to: a wrong count reports one by itself."""
    shown = sent.view["incident"]
    return sent.about if sent.about is not None or shown is None else str(shown["id"])


# --- the search -----------------------------------------------------------------------------------


def of_search(reads: JournalReads, played: Played) -> Found:
    """The text that a person searches for, and the lines that have it."""
    lines, account = written(played), played.account
    decided = Counter(outcome for _, outcome in account.decisions if outcome)
    for outcome, count in decided.items():
        decisions = len(found_by(reads, Filter(outcomes=frozenset({outcome}))))
        yield from unlike(f"search for the outcome {outcome}", decisions, count)
    voids = sum(shift.ended["void"] + shift.ended["unplayed"] for shift in account.shifts.values())
    yield from unlike("search for voids", len(found_by(reads, Filter(results=frozenset({"void"})))), voids)
    rows = found_by(reads, Filter(bytes=True))
    own = {(row.place.journal, row.place.number): place for place in lines for row in (own_row(rows, place),)}
    for name, has in looked_for(played).items():
        asked = Filter(incident=name) if "-i" in name else Filter(round=name)
        found = {own[place] for place in found_by(reads, asked).keys() & own.keys()}
        yield from unlike(f"search for {name}", sorted(found), sorted(has))
    hidden = last_round(played)
    shown = {place for place, sent in lines.items() if round_shown(sent) != hidden}
    shown = {place for place in shown if place < first_in_vain(played)}
    table = account.table
    # Set aside unseen, to be played first in the next round.
    covered = {printed_face(face) for face in (*table.carried, *table.early)}
    for name, has in faces(played).items():
        if name in covered:
            continue
        found = found_by(reads, Filter(words=reads.words_of(name, FIRST))).keys() & shown
        yield from unlike(f"search for {name}", sorted(found), sorted(has & shown))


def last_round(played: Played) -> str | None:
    """The last round: a card in it may lie face down, and is found by nobody yet."""
    return next(reversed(played.account.rounds), None)


def round_shown(sent: Sent) -> str | None:
    """The round on the screen after a line, be it over."""
    return (sent.view["round"] or {}).get("id")


def first_in_vain(played: Played) -> Place:
    """The first card of the last two rounds that had no effect: it may begin the last one, and a search ends
    before it until nobody can act on that any more.
    """
    last = [*played.account.rounds][-2:]
    for place, sent in written(played).items():
        had_none = sent.view["refused"] is not None or bool(sent.view.get("manual"))
        if sent.line.get("do") in ("card", "correct") and had_none and round_shown(sent) in last:
            return place
    return (sys.maxsize, 0)


def faces(played: Played) -> Mapping[str, set[Place]]:
    """Each card as it is typed, and the lines that name it; none if a device's bytes name cards, too."""
    lines, has = written(played), defaultdict[str, set[Place]](set)
    if any(each.line.get("do") == "device" for each in played.account.sent):
        return {}
    for place, sent in lines.items():
        face = sent.line.get("card" if sent.line.get("do") == "card" else "to")
        if isinstance(face, str) and sent.view["refused"] != "bad_input":
            has[printed_face(face)].add(place)
    return has


def looked_for(played: Played) -> Mapping[str, set[Place]]:
    """Each round and each incident, and the lines that belong to it."""
    lines, has = written(played), defaultdict[str, set[Place]](set)
    for place, sent in lines.items():
        if sent.round is not None:
            has[sent.round].add(place)
        for incident in (*sent.touched, incident_of(sent)):
            if incident is not None:
                has[incident].add(place)
    return has


# --- the replay -----------------------------------------------------------------------------------


def of_replay(reads: JournalReads, played: Played, round_: RoundAccount, felt: FeltReader) -> Found:
    """A round's replay: the table after each line, and what its screen showed at each second.

    Where it goes on in another file of the journal, each file has its part.
    """
    both = zip(played.account.sent, played.screens, strict=True)
    own = [each for each in both if (each[0].view["round"] or {}).get("id") == round_.id]
    for file, lines in groupby(own, lambda each: each[0].file):
        screens = {each.entry: (each, screen) for each, screen in lines}
        sent = {entry: each for entry, (each, _) in screens.items()}
        sent.pop(0, None)  # asked for the view before the file had an entry
        if not sent:
            continue
        entry = reads.log.whole(LogPlace(file, min(sent), ""))
        story = reads.story(entry.row.place) if entry is not None else None
        if story is None:
            yield "none"
            return
        for at, moment in enumerate(story.moments):
            if (line := sent.get(moment.number)) is not None:
                shown = story.view(at)
                yield from of_moment(shown, line)
                if line.line.get("do") != "view":
                    yield from of_screen(shown, screens[moment.number][1], line)
                yield from of_felt(felt, shown, line, round_)
        if not round_.is_clock_set:
            yield from of_seconds(story, round_, [each.at for each in sent.values()])


def of_moment(shown: DealerView, sent: Sent) -> Found:
    """The table after one line."""
    view = json.loads(encode(shown.view, words("en"), words("en")))
    theirs, ours = ({name: each[name] for name in SHOWN} for each in (view, sent.view))
    if found := difference(theirs, ours):
        yield f"after {json.dumps(sent.line)}: {found}"


def of_screen(shown: DealerView, live: DealerView, sent: Sent) -> Found:
    """The replay's screen, and the one that stood at the table then."""
    for (name, its), (_, was) in zip(fields_of(shown), fields_of(live), strict=True):
        if name in OF_NOW:
            continue
        if name == "wheel" and was is not None:
            was = replace(was, has_reader=its.has_reader, ball=its.ball, heard=its.heard)
        if its != was:
            yield f"after {json.dumps(sent.line)}: {name}: the replay {its!r}, the screen {was!r}"


def fields_of(shown: DealerView) -> Iterator[tuple[str, Any]]:
    """The fields of a screen's view by name, those of its groups one by one."""
    for name, is_group in GROUPS:
        value = getattr(shown, name)
        if is_group:
            yield from asdict(value).items()
        else:
            yield name, value


def of_felt(felt: FeltReader, shown: DealerView, sent: Sent, round_: RoundAccount) -> Found:
    """The cards and bets on the felt, with the texts spoken and painted of them."""
    mine, named = FeltAccount(sent, round_), f"felt after {json.dumps(sent.line)}"
    if not mine.is_told or shown.preparation.steps:
        return
    felt.show(shown)
    yield from unlike(f"{named}, cards", felt.cards(), mine.cards())
    if mine.lies or "number" in mine.round:
        its, said = felt.said(), mine.said()
        yield from unlike(f"{named}, says", its[: len(said)] if "number" in mine.round else its, said)
    if (
        sent.entry % PAINTED == 0 and not shown.view.prompt.seconds
    ):  # the seconds stand in the place of points
        painted = Counter(" ".join(felt.painted()).split())
        if lacks := Counter(" ".join(mine.totals()).split()) - painted:
            yield f"{named}: paints no {' '.join(lacks)}"


def of_seconds(story: Story, round_: RoundAccount, lines: Sequence[datetime]) -> Found:
    """The changes by the clock alone: the seconds that are left, and a game server that does not answer."""
    moments = story.moments
    end = min(lines[-1], moments[-1].at, round_.ends)
    silent = any(is_silent for _, is_silent in round_.silences)
    for number, at in enumerate(seconds(max(lines[0], moments[0].at), end)):
        if number % EVERY and not silent:
            continue
        last = last_by(moments, at)
        shown = story.view(last, (at - moments[last].at).total_seconds())
        its = (shown.countdown.seconds_left, shown.server.silence is not None)
        mine = (screen_at(round_.countdowns, at).left(at), screen_at(round_.silences, at) is True)
        if its != mine:
            yield from unlike(f"screen at {at:%H:%M:%S}, seconds left and silence", its, mine)
            return
        if mine[1] and said_so("prompt.silent") not in headline(shown, words("en")):
            yield f"screen at {at:%H:%M:%S}: says {headline(shown, words('en'))!r} of a silent game server"
            return


def last_by(moments: tuple[ReplayMoment, ...], at: datetime) -> int:
    """The last moment that had come by then, up to the first at which the clock was set back."""
    back = (number for number, (one, other) in enumerate(pairwise(moments), 1) if other.at < one.at)
    in_order = moments[: next(back, len(moments))]
    return max(number for number, each in enumerate(in_order) if each.at <= at)
