"""The reasons against dealing, in words: for the person who is refused, and for the log."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from console.base.words import Words, noted_day
from console.table.people.dealing_rights import BarKind, Barred, DealingBar, DealingRights
from console.table.words.names import game_name, inside


def barred_text(words: Words, barred: Barred) -> str:
    bar, game = barred.bar, inside(words, game_name(words, barred.game))
    slots: dict[str, object] = {"what": bar_what(words, bar), "game": game, "today": barred.today}
    if bar.kind is BarKind.EXPIRED and barred.set_back_from is not None:
        slots["before"] = barred.set_back_from
        return words.text("sign_in.barred.set_back", **slots)
    return words.text(f"sign_in.barred.{bar.kind}", **slots)


def bar_logged(words: Words, bar: DealingBar) -> str:
    """The reason in a row of the log."""
    return words.text(f"log.barred.{bar.kind}", what=bar_what(words, bar))


def rights_lines(words: Words, rights: DealingRights, today: date) -> tuple[str, ...]:
    """Dealing rights by line: licence (with its end by ``today``), games, rehearsals, whether a trainee."""
    text, lines = words.text, list[str]()
    number = text("people.rights.number", number=rights.licence) if rights.licence else None
    until = None
    if rights.until is not None:
        until = text("people.rights.until", day=rights.until)
        if rights.has_ended(today):
            until = text("log.barred.expired", what=rights.until)
    if number or until:
        lines.append(text("access.list").join(filter(None, (number, until))))
    if rights.games:
        lines.append(words.label(text("people.rights.games"), _games(words, rights.games)))
    if rights.rehearsals:
        lines.append(words.label(text("people.rights.rehearsals"), words.list_of(rights.rehearsals)))
    if rights.trainee:
        lines.append(text("people.rights.trainee"))
    return tuple(lines)


def rights_logged(words: Words, text: str) -> tuple[str, ...]:
    """The dealing rights of a note for a row of log or report; a dash if none is left, empty without any."""
    rights = DealingRights.of(text)
    if rights is None:
        return ()
    return rights_lines(words, rights, date.min) or ("–",)  # the end of a licence is another entry


def _games(words: Words, games: Iterable[str]) -> str:
    known = (game_name(words, each) if words.has(f"game.{each}") else each for each in games)
    return words.list_of(inside(words, each) for each in known)


def bar_what(words: Words, bar: DealingBar) -> str:
    """The licence's last day, its games, or the missing rehearsals; empty of a trainee."""
    match bar.kind:
        case BarKind.GAME:
            return _games(words, bar.what)
        case BarKind.EXPIRED:
            return words.list_of(noted_day(day, words.locale) for day in bar.what)
        case _:
            return words.list_of(bar.what)
