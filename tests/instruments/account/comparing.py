"""The console's documents of a session beside the account: rounds' files, shifts' reports, the incidents."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from itertools import zip_longest
from operator import itemgetter
from pathlib import Path
from re import escape, fullmatch
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import normalize

from console.base.words import MISSED
from console.supervisor.commands.incident import record_lines
from console.supervisor.history.interval import Interval
from console.supervisor.records import Paper, lines_of
from console.supervisor.records.documents.record_words import RecordFormatter
from console.supervisor.records.documents.round_words import round_paper
from console.supervisor.reports.report_document import report_paper
from console.supervisor.reports.report_json import report_json
from tests.instruments.account.contradicted import of_contradictions
from tests.instruments.account.felt_reader import application
from tests.instruments.account.printed import MORE, answer_rows, result_rows, worksheet_row
from tests.instruments.account.printed_report import report_rows
from tests.instruments.account.reviewed import of_review
from tests.instruments.account.sessions import LINES, Played, Sitting, difference
from tests.instruments.account.shift_account import IncidentAccount, ShiftAccount
from tests.instruments.account.table_account import RoundAccount, hands_of, screen_at, seconds
from tests.instruments.agree.documents import MADE, Documents
from tests.supervisor.records.exported import exported
from tests.table.core.tables import words

TELLER = RecordFormatter(words("en"), zone=UTC)
TOLD = {"card": "card_drawn", "cut_card": "cut_card_drawn", "unread": "card_unread"}
"""The readings by hand, by what their line does."""
Shown = dict[str, Any]
Found = Iterator[str]


def differences(
    seed: int,
    *,
    pdf: bool,
    lines: int = LINES,
    harmed: bool = False,
    rare: bool = False,
    disputed: bool = False,
) -> list[str]:
    """A session, and each fact that the console has otherwise than the account."""
    app = application()
    with TemporaryDirectory() as folder:
        played = Sitting(seed, Path(folder), harmed=harmed, rare=rare, disputed=disputed).play(lines)
        with closing(Documents(played.files)) as documents:
            found = played.found or [
                *of_papers(played, documents, pdf=pdf),
                *of_review(played, documents.reads),
            ]
    app.processEvents()  # what was shown of the session is taken away
    return [*found, *missing_phrases()]


def missing_phrases() -> list[str]:
    """The phrases that were asked for since the last time, and that no file has."""
    found = [f"words: no phrase {key} in {language}" for key, language in sorted(MISSED)]
    MISSED.clear()
    return found


def of_papers(played: Played, documents: Documents, *, pdf: bool) -> Found:
    """Each fact that a paper has otherwise than the account; ``pdf`` prints a round and a report, too."""
    rounds = [*map(played.account.as_filed, played.account.rounds.values())]
    printed = max(rounds, key=lambda each: len(each.answers), default=None) if pdf else None
    for round_ in rounds:
        found = of_round(played, documents, round_, pdf=round_ is printed)
        yield from (f"round {round_.id}: {each}" for each in found)
    for number, shift in enumerate(played.account.shifts.values()):
        found = of_shift(documents, shift, pdf=pdf and number == 1)
        yield from (f"shift {shift.name}: {each}" for each in found)
    yield from of_list(played)
    yield from of_contradictions(played)


def unlike(name: str, theirs: object, ours: object) -> Found:
    """The difference of one fact, if there is one."""
    if theirs != ours:
        yield f"{name}: the console {theirs!r}, the account {ours!r}"


def shown(row: Sequence[object]) -> list[str]:
    """The cells of a row in words that have an order."""
    return [each.isoformat() if isinstance(each, datetime) else str(each) for each in row]


def moment(text: str | None) -> datetime | None:
    """A moment of the JSON."""
    return None if text is None else datetime.fromisoformat(text)


# --- a round's file -------------------------------------------------------------------------------


def of_round(played: Played, documents: Documents, round_: RoundAccount, *, pdf: bool) -> Found:
    """A round's file: its JSON, its text and, if asked for, its pages."""
    file = documents.round(played.files[round_.file], round_.id)
    written = json.loads(exported(file, TELLER))
    for name, at in round_.times.items():
        yield from unlike(name, moment(written["times"][name]), at)
    yield from unlike("ended", moment(written["times"]["ended"]), round_.last)
    stays = [
        [each["who"], each["role"], moment(each["since"]), moment(each["until"]), each.get("beside") or ""]
        for each in written["people"]
    ]
    mine = [[*each[:4], each[5] or ""] for each in round_.stays]
    yield from unlike("people", sorted(stays, key=shown), sorted(mine, key=shown))
    yield from unlike("status", written["status"], round_.shown["status"])
    if found := difference(as_view(written["result"]), as_view(round_.shown)):
        yield f"result: {found}"
    yield from of_answers([answer(each) for each in written["answers"]], round_.answers)
    if not round_.is_clock_set:
        yield from of_prompts(written["prompts"], round_)
        yield from of_cards(written["dealt"], played, round_)
    yield from of_presses(written["presses"], round_)
    yield from of_spins(written["spins"], played, round_)
    yield from of_readings(written["readings"], played, round_)
    yield from of_worksheets(written["worksheets"], round_)
    yield from of_records(written["records"], played, round_)
    drafts = {moment(each["at"]) for each in written["worksheets"] if each["draft"]}
    sheets = (each for each in round_.worksheets if each["at"] not in drafts)
    wanted = [*result_rows(round_, played.account.numbers.get(round_.id)), *answer_rows(round_)]
    wanted += [worksheet_row(each, played.rules) for each in sheets]
    yield from of_rows(round_paper(file, TELLER, MADE, "1.0"), wanted, pdf=pdf)


def as_view(round_: Shown) -> Shown:
    """A round as the part of a view that it was."""
    return {"round": {name: value for name, value in round_.items() if name != "outcome"}}


def answer(written: Shown) -> Shown:
    """An answer without its entry, and without the question's moment, which its seconds say."""
    kept = ("seat", "hand", "choice", "insurance", "left", "by", "reason", "refused", "missed", "behind")
    return {"at": moment(written["at"]), **{name: written[name] for name in kept}}


def of_answers(theirs: Sequence[Shown], ours: Sequence[Shown]) -> Found:
    """Each answer, and the reason why it did not count."""
    yield from unlike("number of answers", len(theirs), len(ours))
    for its, mine in zip(theirs, ours, strict=False):
        named = f"answer at {mine['at']:%H:%M:%S} of {mine['seat']}.{mine['hand']} {mine['choice']}"
        for name, value in mine.items():
            yield from unlike(f"{named}, {name}", its[name], value)


def of_prompts(written: Sequence[Shown], round_: RoundAccount) -> Found:
    """The prompt at each second of the round."""
    listed = [(datetime.fromisoformat(each["at"]), each) for each in written]
    for at in seconds(round_.screens[0][0], min(round_.ends, round_.last or round_.ends)):
        theirs, ours = screen_at(listed, at), screen_at(round_.screens, at)
        hand = ours.get("hand")
        hand = f"{ours['seat']}.{hand}" if hand is not None and "seat" in ours else hand
        mine = (ours["action"], ours["actor"], None if hand is None else str(hand), ours.get("card"))
        its = tuple(theirs[name] for name in ("action", "actor", "hand", "card"))
        if mine != its:
            yield from unlike(f"asked at {at:%H:%M:%S}", its, mine)
            return


def of_cards(written: Sequence[Shown], played: Played, round_: RoundAccount) -> Found:
    """The cards that lay there after each line, each with its face, and who or what brought it."""
    own = (each for each in played.account.sent if (each.view["round"] or {}).get("id") == round_.id)
    for sent in own:
        theirs, ours = lying(written, sent.at), hands_of(sent.view["round"])
        for place in theirs.keys() & ours.keys():
            if "??" in (theirs[place], ours[place]):  # it lies face down, or may still come
                theirs[place] = ours[place] = "??"
        named = f"cards at {sent.at:%H:%M:%S}"
        yield from unlike(named, theirs, ours)
        if theirs != ours or sent.view["round"]["status"] != "open":
            return
        brought = [(each["device"], each["by"]) for each in written if moment(each["at"]) == sent.at]
        do = sent.line.get("do")
        if brought and do in ("card", "device"):
            mine = (None, sent.line.get("by")) if do == "card" else (sent.line["name"], None)
            yield from unlike(f"{named}, brought by", brought, [mine] * len(brought))


def lying(written: Sequence[Shown], at: datetime) -> dict[tuple[str, int], str]:
    """The cards of a round's file that lay in a hand at a moment, by hand and position."""
    found = dict[tuple[str, int], str]()
    for each in written:
        times = {name: moment(each.get(name)) for name in ("at", "moved_at", "gone_at")}
        past = {name for name, time in times.items() if time is not None and time <= at}
        if "at" in past and "gone_at" not in past:
            corrections = (
                its for its in each.get("corrections", ()) if datetime.fromisoformat(its["at"]) <= at
            )
            face = [each["face"], *(its["face"] for its in corrections)][-1]
            moved = "moved_at" in past
            name, place = ("moved_hand", "moved_position") if moved else ("hand", "position")
            found[each[name], each[place]] = face
    return found


def of_presses(written: Sequence[Shown], round_: RoundAccount) -> Found:
    """Each press of a person, whether it was taken, and for how long the view had stood that it answered."""
    counts = {each["at"] for each in written if each["kind"] == "step_done"}
    theirs = [  # the report that a wrong count makes is of the same press
        each for each in written if each["kind"] != "incident_reported" or each["at"] not in counts
    ]
    names = ("by", "refused", "seen_ms")
    told = ((moment(each["at"]), *map(each.get, names), each["figures"].get("beside")) for each in theirs)
    for its, mine in zip_longest(told, round_.presses):
        if its != mine:
            yield from unlike("press", its, mine)
            return


def of_spins(written: Sequence[Shown], played: Played, round_: RoundAccount) -> Found:
    """Each run of the ball and each number that a person told, and whether it was taken."""
    names = ("by", "turns", "direction", "number")
    mine = [
        (each.at, *map(each.line.get, names), each.view["refused"])
        for each in played.account.sent
        if each.line.get("do") in ("spin", "number") and each.line.get("by") and each.round == round_.id
        if each.view["refused"] not in ("bad_input", "not_this_game")
    ]
    mine = [each for each in mine if round_.last is None or each[0] <= round_.last]
    told = [(moment(each["at"]), *map(each.get, (*names, "refused"))) for each in written]
    yield from unlike("runs and numbers", told, mine)


def of_readings(written: Sequence[Shown], played: Played, round_: RoundAccount) -> Found:
    """Each card, cut card and failed scan by hand, and whether it was taken; and the bytes from
    which each other reading was made.
    """
    own = [each for each in played.account.sent if (each.view["round"] or {}).get("id") == round_.id]
    own = [each for each in own if round_.last is None or each.at <= round_.last]
    mine = [
        (each.at, TOLD[each.line["do"]], each.line.get("card"), each.view["refused"])
        for each in own
        if each.line.get("do") in TOLD and each.view["refused"] not in ("bad_input", "not_this_game")
    ]
    theirs = [
        (moment(each["at"]), said["event"], said["card"], said["refused"])
        for each in written
        for said in each["said"]
        if each["device"] is None and said["event"] in TOLD.values()
    ]
    mine = [
        (*its[:2], told[2], its[3]) if told[2] is None else its  # nobody has seen that card yet
        for its, told in zip_longest(mine, theirs, fillvalue=("", "", "", ""))
    ]
    yield from unlike("readings by hand", theirs, mine)
    sent = {(each.at, each.line.get("name"), each.line.get("hex")) for each in own}
    for each in written:
        if each["device"] is not None and each["hex"]:
            bytes_of = (moment(each["at"]), each["device"], each["hex"].replace(" ", ""))
            if bytes_of not in sent:
                yield f"reading of bytes that were not sent: {bytes_of}"


def of_worksheets(written: Sequence[Shown], round_: RoundAccount) -> Found:
    """Each worksheet of the round: when, for whom, by which number, and what it brings back."""
    yield from unlike("number of worksheets", len(written), len(round_.worksheets))
    for its, mine in zip(written, round_.worksheets, strict=False):
        for name, value in mine.items():
            told = moment(its["at"]) if name == "at" else its[name]
            yield from unlike(f"worksheet at {mine['at']:%H:%M:%S}, {name}", told, value)


def of_records(written: Sequence[Shown], played: Played, round_: RoundAccount) -> Found:
    """The incidents that were open in the round, each with what came of it."""
    there = {each["id"]: each for each in written if each["sort"] == "incident"}
    yield from unlike("incidents without a record", round_.incidents - there.keys(), set())
    for number, record in there.items():
        yield from of_incident(record, played.account.incidents[number])


def of_incident(record: Shown, known: IncidentAccount) -> Found:
    """An incident's record."""
    yield from of_lay(record, known)
    outcome = known.decided if known.closed is None else known.outcome
    its = (record["kind"], record["outcome"], moment(record["closed"]), record["reported_by"])
    yield from unlike(f"incident {known.id}", its, (known.kind, outcome, known.closed, known.by))
    told = [(moment(each["at"]), *map(each.get, ("by", "facts", "seen_ms"))) for each in record["told"]]
    yield from unlike(f"incident {known.id}, told", told, known.told)
    trainees = record.get("beside", {})
    for at, who, beside in known.told_beside:
        if at not in map(moment, trainees.get(who, {}).get(beside, ())):
            yield f"incident {known.id}: {who} at {at:%H:%M:%S} without {beside}: {trainees}"
    if known.decided is None or record["authorised"] is None:
        return
    yield from unlike(f"incident {known.id}, seen", record["authorised"]["seen_ms"], known.seen_ms)
    steps = [(each["action"], each["state"], each["by"]) for each in record["steps"]]
    yield from unlike(f"incident {known.id}, steps", steps, known.steps)


def of_lay(record: Shown, known: IncidentAccount) -> Found:
    """The felt before an incident and after it: each hand, the bets, the phase, the cards left."""
    for name, shown in (("before", known.before), ("after", known.after)):
        if shown is None:
            continue
        its, of_round = record[name], shown["round"] if record["where"]["round"] else None
        theirs = {
            (hand, at): face for hand, cards in its["hands"].items() for at, face in enumerate(cards, 1)
        }
        ours = hands_of(of_round) if of_round and its["spin"] is None else {}
        for place in theirs.keys() & ours.keys():
            if "??" in (theirs[place], ours[place]):  # it lies face down, or may still come
                theirs[place] = ours[place] = "??"
        yield from unlike(f"incident {known.id}, hands {name}", theirs, ours)
        if its["spin"] is None:
            told = (its["bets"], its["status"])
            yield from unlike(
                f"incident {known.id}, bets {name}", told, (shown["bets"], of_round and of_round["status"])
            )
        yield from unlike(f"incident {known.id}, phase {name}", its["phase"], shown["phase"])
        if its["shoe_left"] is not None:
            yield from unlike(
                f"incident {known.id}, cards left {name}", its["shoe_left"], shown["shoe"]["left"]
            )


def of_rows(paper: Paper, wanted: Sequence[str], *, pdf: bool) -> Found:
    """Rows that have to stand in a paper: on a terminal, and on its pages if asked for.

    Where a cell has several lines on a page, its words stand between those of its neighbours.
    """
    text = [squeezed(line) for line in lines_of(paper)]
    wanted = [squeezed(row) for row in wanted]
    yield from (f"text: without {row!r}" for row in wanted if not any(is_row(row, line) for line in text))
    if pdf:
        page = squeezed(pages(paper))
        words = Counter(page.split())
        for row in wanted:
            parts = [part.strip() for part in row.split(MORE)]
            lacks = any(part not in page for part in parts)
            if lacks and Counter(" ".join(parts).split()) - words and nothing_in(row) not in page.lower():
                yield f"PDF: without {row!r}"


def nothing_in(row: str) -> str:
    """The part of pages for a figure that is nothing: its name in one line with the others of that sort;
    empty if there is no figure, since it is left out then. Of an hour's row of zeros it is the hour.
    """
    if hour := fullmatch(r"(\d\d:\d\d)(?: 0| 0\.0)+", row):
        return hour[1]
    found = fullmatch(rf"(.+) (0|0\.0|–){escape(MORE)}", row)
    return row if found is None else "" if found[2] == "–" else found[1].lower()


def is_row(wanted: str, line: str) -> bool:
    """Whether a line is a row, some of which may be left open."""
    head, more, tail = wanted.partition(MORE)
    return line.startswith(head) and line.endswith(tail) if more else line == wanted


def squeezed(text: str) -> str:
    """With one space for any number of them, and letters that are drawn as one apart."""
    return " ".join(normalize("NFKC", text).split())


def pages(paper: Paper) -> str:
    """The text on the pages of a PDF, read by another program."""
    from console.supervisor.ui.paper.document import pdf_of

    asked = ("pdftotext", "-layout", "-", "-")
    return subprocess.run(asked, input=pdf_of(paper), capture_output=True, check=True).stdout.decode()


# --- a shift's report -----------------------------------------------------------------------------


def of_shift(documents: Documents, shift: ShiftAccount, *, pdf: bool) -> Found:
    """The report of a shift, over both files of the journal."""
    report = documents.paper(Interval(shift=shift.name))
    paper = report_paper(report, TELLER, "1.0")
    (table,) = json.loads(report_json(report, paper, {}))["tables"]
    whole = table["whole"]
    counted = {"finished": whole["rounds"], "void": whole["voids"], "unplayed": whole["unplayed"]}
    yield from unlike("rounds", counted, {name: shift.ended[name] for name in counted})
    outcomes = {each["id"]: each["outcome"] for each in table["incidents"]}
    mine = {each.id: each.outcome for each in shift.incidents.values()}
    yield from unlike("incidents", outcomes, mine)
    yield from of_handover(table["handover"], shift)
    yield from of_corrected(table["lists"]["corrected"], shift)
    yield from of_acts(table["lists"], shift)
    turns = [
        (each["who"], moment(each["since"]), moment(each["until"]), each["beside"])
        for each in table["lists"]["dealt"]
    ]
    dealt = [(each.who, each.since, each.until, each.beside) for each in shift.dealers]
    yield from unlike("turns of dealers", turns, dealt)
    reporters = {each["id"]: each["beside"] for each in table["incidents"]}
    yield from unlike(
        "dealers beside who reported", reporters, {each.id: each.beside for each in shift.incidents.values()}
    )
    people = [
        (moment(each["at"]), *map(each.get, ("who", "role", "change"))) for each in table["lists"]["staffing"]
    ]
    came = sorted(shift.staffing, key=shown)
    yield from unlike("people who came and went", sorted(people, key=shown), came)
    left = [each["left"] for each in table["lists"]["shoes"]]
    yield from unlike("cards left", left, [each.left for each in shift.shoes])
    over = [each for each in shift.incidents.values() if each.closed_in == shift.name]
    counted_outcomes = Counter(each.outcome for each in over)
    dropped = counted_outcomes.pop("record_only", 0)
    taken_back = sum(each.taken_back_by is not None for each in over)
    listed = sum(each["count"] for each in whole["incidents"])
    counts = (counted_outcomes.total(), taken_back, dropped - taken_back)
    given = (listed, whole["taken_back"], whole["came_to_nothing"])
    yield from unlike("number of incidents", given, counts)
    yield from of_rows(paper, [*report_rows(shift)], pdf=pdf)


def of_handover(written: Shown, shift: ShiftAccount) -> Found:
    """The open points at a shift's end."""
    faulty = {each["device"] for each in written["ailing"] if each["what"] == "fault"}
    names, manual = ("id", "kind", "by", "reported", "state", "clause", "due"), written["manual"]
    theirs = {
        "incidents": [
            {name: each[name] if name != "reported" else moment(each[name]) for name in names}
            for each in written["incidents"]
        ],
        "round": written["round"],
        "halted_at": moment(written["halted_at"]),
        "called": moment(written["called"]),
        "manual": manual and (manual["by"], moment(manual["since"]), manual["cards"]),
        "close": written["close"],
        "reshuffle": written["reshuffle"] is not None,
        "trainees": [(each["who"], each["beside"]) for each in written["trainees"]],
        "storage": [step(each, "note") for each in written["storage"]],
        "follow_ups": sorted(
            (
                (
                    moment(each["at"]),
                    each["action"],
                    each["by"],
                    *([each["reason"]] if each["reason"] else []),
                )
                for each in written["follow_ups"]
            ),
            key=itemgetter(0, 1),  # by a clock that was set back, two closes may have one time
        ),
        "ailing": [
            (each["device"], each["what"]) for each in written["ailing"] if each["device"] not in faulty
        ],
        "licences": {each["who"]: each["until"] for each in written["licences"]},
    }
    lost = [each for each in shift.handed_over["ailing"] if each[0] not in faulty]
    for name, mine in (shift.handed_over | {"ailing": lost}).items():
        yield from unlike(f"handover, {name}", theirs[name], mine)


def of_acts(lists: Shown, shift: ShiftAccount) -> Found:
    """The lists of single acts: steps, the clock, sign-ins that failed, changes of people's accounts."""
    failed = [(moment(each["at"]), each["who"], each["why"]) for each in lists["failed"]]
    skipped = [step(each, "reason") for each in lists["skipped"] if each["reason"] is not None]
    yield from unlike("skipped steps", skipped, shift.skipped)
    broken = [
        (moment(each["at"]), each["action"], each["by"])
        for each in lists["skipped"]
        if each["reason"] is None
    ]
    yield from unlike("steps that were broken off", broken, shift.broken_off)
    yield from unlike("things used up", [step(each, "note") for each in lists["consumables"]], shift.used)
    clock = [(moment(each["at"]), each["seconds"]) for each in lists["clock"]]
    yield from unlike("clock", clock, shift.clock)
    names = ("what", "seconds", "least", "by")
    quick = [(moment(each["at"]), *map(each.get, names)) for each in lists["quick"]]
    yield from unlike("steps that were too quick", quick, shift.quick)
    yield from unlike("failed sign-ins", failed, shift.failed)
    changed = [{**each, "at": moment(each["at"])} for each in lists["accounts"]]
    yield from unlike("changed accounts", changed, shift.changed)


def step(written: Shown, text: str) -> tuple[object, ...]:
    """A step with its text."""
    return moment(written["at"]), written["action"], written["by"], written[text]


def of_corrected(written: Sequence[Shown], shift: ShiftAccount) -> Found:
    """Each card that was corrected in play: when, by whom, where it lay, as what it was read, what it is."""
    yield from unlike("number of corrected cards", len(written), len(shift.corrected))
    for its, mine in zip(written, shift.corrected, strict=False):
        names = ("by", "round", "hand", "position", "before", "after")
        told = (moment(its["at"]), *(its[name] for name in names))
        seen = [one if "??" not in (one, other) else "??" for one, other in zip(told, mine, strict=True)]
        known = [one if "??" not in (one, other) else "??" for one, other in zip(mine, told, strict=True)]
        yield from unlike("corrected card", seen, known)


# --- the list of incidents ------------------------------------------------------------------------


def of_list(played: Played) -> Found:
    """The list over both files has each incident once."""
    lines = record_lines(played.files, RecordFormatter(words("en")))
    listed = Counter(line.split("\t")[0] for line in lines)
    incidents = {number: count for number, count in listed.items() if number.startswith("T1-i")}
    yield from unlike("list of incidents", incidents, dict.fromkeys(played.account.incidents, 1))
