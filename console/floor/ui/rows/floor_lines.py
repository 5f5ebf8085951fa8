"""The rows of the floor's lists as values, in one language: of alarms, shelved alarms, and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.base.words import Words, date_text
from console.floor.alarms.items import SETTLED, AlarmKind, AlarmLine
from console.floor.alarms.watch import Tile
from console.floor.self_report import Certificate, SelfReport
from console.floor.ui import appearance
from console.floor.ui.rows.alarm_line import Line
from console.floor.ui.rows.name_search import contains, search_form, starts_with
from console.floor.wall import CallTaker, SeenTable
from console.table.core import Newer
from console.table.ui.kit import clock_time
from console.table.ui.signs import Sign
from console.table.words import compared_text, game_name, inside

_NEWER: Final = frozenset(map(str, Newer))
CALM = "calm"
"""The key of the single row for all tables that need nobody."""


class AlarmRow(NamedTuple):
    item: AlarmLine
    others: int = 0


def most_urgent_rows(items: Iterable[AlarmLine], chosen: str) -> list[AlarmRow]:
    """Each table's most urgent row, so that no table's small faults displace another's call. A row of several
    tables stays, and so do another person's decisions, and the row with the key ``chosen``: a press meant for
    it would hit another.
    """
    rows, folded = dict[str, AlarmLine](), Counter[str]()
    for item in items:
        together = len(item.tables) == 1 and item.what not in SETTLED | {AlarmKind.TWINS}
        key = item.tables[0] if together and item.key != chosen else f"/{item.key}"
        folded[key] += 1
        rows.setdefault(key, item)
    return [AlarmRow(item, folded[key] - 1) for key, item in rows.items()]


def alarm_lines(
    words: Words,
    rows: Iterable[AlarmRow],
    tables: dict[str, SeenTable],
    own_boss_id: str | None,
    unfolded: str,
    missed: str = "",
) -> list[Line]:
    """The alarms' rows. ``own_boss_id`` is the person here, who may release an own call. ``unfolded`` is the
    item whose tables are shown. ``missed`` is why no readings come.
    """
    lines: list[Line] = []
    deaf = False
    for item, others in rows:
        deaf = deaf or item.what is AlarmKind.NOTHING_HEARD
        lines.append(_alarm(words, item, tables, own_boss_id, others=others))
        if item.key == unfolded:
            lines += [_alarm(words, part, tables, own_boss_id, part_of=item.key) for part in item.parts]
    if not deaf:
        return lines
    return [_unheard(words, line, missed) for line in lines]


def _unheard(words: Words, line: Line, missed: str) -> Line:
    """A row while no readings come: the row of the silence has the reason, all others are old."""
    if line.item is None or line.item.what is not AlarmKind.NOTHING_HEARD:
        return replace(line, stale=True, press="")
    name = words.text("access.list").join(each for each in (line.name, missed) if each)
    return replace(line, detail=missed, name=name)


def _alarm(
    words: Words,
    item: AlarmLine,
    tables: dict[str, SeenTable],
    own_boss_id: str | None,
    part_of: str = "",
    others: int = 0,
) -> Line:
    more = words.count("floor.more_alarms", others) if others else ""
    seen = tables.get(item.tables[0]) if len(item.tables) == 1 else None
    report = seen.report if seen is not None else None
    press = appearance.take_text(words, item) if item.to_take is not None else ""
    if item.taken is not None and item.taken.who == own_boss_id and not item.taken.arrived:
        press = words.text("floor.release")
    return Line(
        key=f"{part_of}/{item.key}" if part_of else item.key,
        place=appearance.place_text(words, item),
        what=appearance.what_text(words, item),
        wait=appearance.wait_text(words, item),
        detail=words.text("access.list").join(filter(None, (appearance.reason_and_act(words, item), more))),
        by=appearance.taken_text(words, item),
        round=report.round if report is not None else "",
        dealer=report.dealer if report is not None else "",
        behind=str(seen.backlog or "") if seen is not None else "",
        name=words.text("access.list").join(filter(None, (appearance.item_name(words, item), more))),
        press=press,
        press_name=_press_name(words, press, item),
        item=item,
    )


def _press_name(words: Words, press: str, item: AlarmLine) -> str:
    """The name of a row's key for a screen reader: its act, its table, and the reason."""
    return (
        words.list_of((press, appearance.place_text(words, item), appearance.what_inside(words, item)))
        if press
        else ""
    )


def shelved_lines(words: Words, items: Iterable[AlarmLine], now: datetime) -> list[Line]:
    """The rows of shelved alarms: the person, the reason, and the end."""
    lines, press = [], words.text("floor.unshelve")
    for item in items:
        shelf = item.shelf
        if shelf is None:
            continue
        until = clock_time(now + timedelta(seconds=shelf.left), words, seconds=False)
        by = words.text("floor.shelved_until", time=until, name=shelf.name)
        reason = words.find(f"floor.reason.{shelf.reason}") or shelf.reason
        name = words.text("access.list").join((appearance.item_name(words, item), by, reason))
        coming = appearance.taken_text(words, item) if item.taken is not None else ""
        lines.append(
            Line(
                key=item.key,
                place=appearance.place_text(words, item),
                what=appearance.what_text(words, item),
                wait=appearance.wait_text(words, item),
                detail=words.text("access.list").join(each for each in (reason, coming) if each),
                by=by,
                name=name,
                press=press,
                press_name=_press_name(words, press, item),
                item=item,
            )
        )
    return lines


def table_line(words: Words, tile: Tile, seen_table: SeenTable | None) -> Line:
    """A row for a table that a search found, in any state."""
    report = seen_table.report if seen_table is not None else None
    wait = appearance.span(words, tile.age) if tile.age is not None else ""
    return Line(
        key=f"table {tile.table}",
        place=tile.name,
        what=appearance.look_text(words, tile.look),
        sign=appearance.state_sign(tile),
        wait=wait,
        detail=game_name(words, tile.game),
        round=report.round if report is not None else "",
        dealer=report.dealer if report is not None else "",
        by=appearance.coming_text(words, _taking_of_call(seen_table)),
        behind=str(tile.behind or ""),
        name=appearance.tile_name(words, tile),
        table=tile.table,
    )


def certificate_lines(words: Words, tiles: Iterable[Tile], tables: dict[str, SeenTable]) -> list[Line]:
    """A row for each LIVE table without a valid certificate: its lack, and the last one's signers."""
    return [_uncertified(words, tile, tables[tile.table].report) for tile in tiles if tile.uncertified]


def _uncertified(words: Words, tile: Tile, report: SelfReport | None) -> Line:
    found = report.certificate if report is not None else None
    if found is None:
        what, newer = words.text("floor.certificate.untold"), ""
    elif found.at is None:
        what, newer = words.text("floor.certificate.never"), ""
    else:
        what = words.text("floor.certificate.older")
        newer = words.list_of(newer_since(words, found))
    signed = ""
    if found is not None and found.at is not None:
        signed = date_text(found.at.astimezone(), words.locale)
    by, authorised_by = (found.by, found.authorised_by) if found is not None else ("", "")
    texts = (tile.name, inside(words, what), newer, signed, by, authorised_by)
    return Line(
        key=f"certificate {tile.table}",
        place=tile.name,
        what=what,
        sign=Sign("urgency.uncertified"),
        detail=newer,
        round=signed,
        dealer=by,
        by=authorised_by,
        name=words.text("access.list").join(each for each in texts if each),
        table=tile.table,
    )


def newer_since(words: Words, certificate: Certificate) -> Iterator[str]:
    """The changes since the certificate; a drifting device with its figures, if known."""
    for each in certificate.newer:
        if each == Newer.DRIFT and certificate.drifts:
            yield from (compared_text(words, drift) for drift in certificate.drifts)
        elif each in _NEWER:
            yield words.text(f"commissioning.stale.{each}")


def calm_line(words: Words, count: int) -> Line:
    """All tables that need nobody, in one row."""
    text = words.count("floor.calm", count)
    return Line(key=CALM, place=text, what="", name=text)


def calm_tiles(tiles: Iterable[Tile]) -> list[Tile]:
    return [tile for tile in tiles if tile.item is None and not tile.shelved]


def found_tiles(tiles: Iterable[Tile], tables: dict[str, SeenTable], looked_for: str) -> list[Tile]:
    """The tables with the typed text in their name, room, round or people, or the person who comes; those
    whose name begins with it come first.
    """
    sought = search_form(looked_for)
    if not sought:
        return []

    def says(tile: Tile) -> bool:
        seen = tables[tile.table]
        report, taken = seen.report, _taking_of_call(seen)
        people = (report.dealer, report.pit_boss, report.round) if report is not None else ()
        coming = (taken.name,) if taken is not None else ()
        return any(contains(each, sought) for each in (seen.table, seen.name, seen.room, *people, *coming))

    found = [tile for tile in tiles if says(tile)]
    return sorted(found, key=lambda tile: not starts_with(tile.name, sought))


def _taking_of_call(seen_table: SeenTable | None) -> CallTaker | None:
    """The taking of the table's present call, if any."""
    call = seen_table.call if seen_table is not None else None
    own = seen_table.report.call if seen_table is not None and seen_table.report is not None else None
    return call.taken if call is not None and own is not None and call.number == own.number else None
