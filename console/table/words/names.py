"""The names of things: cards, hands, places, bets, people's roles, lamps, rulebooks, games.

Pure functions from the table's values to words, for the screen and for those who hear it read aloud. They
never know where on a screen a name stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.base.plain_text import visible
from console.base.words import Words
from console.table.core.showing.screen_values import Lamp, LampFault
from console.table.core.state.roles import Actor, Role, Trade, Who
from console.table.game.cards import Card
from console.table.game.roulette.spin import pocket
from console.table.game.worksheet import Wager

_PICTURES: Final = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}


def card_name(words: Words, card: Card) -> str:
    """A card in words, as inside a sentence: ``8 of hearts``, ``hjärter ess``."""
    suit = words.text(f"card.suit.{card.suit.name.lower()}")
    picture = _PICTURES.get(card.rank)
    if picture is None:
        return words.text("card.number", rank="10" if card.rank == "T" else str(card.rank), suit=suit)
    return words.text("card.picture", rank=words.text(f"card.rank.{picture}"), suit=suit)


def hand_name(words: Words, hand: str) -> str:
    """``player``, ``banker``, ``dealer`` or a seat's hand, as inside a sentence; in capitals in a heading."""
    seat, _, number = hand.partition(".")
    return words.text("hand.seat", seat=seat, hand=number) if number else words.text(f"hand.{hand}")


def place_name(words: Words, hand: str, position: int) -> str:
    """The place of a card: ``player 2``, ``seat 3, hand 2, card 2``."""
    if "." in hand:
        return words.text("hand.place.card", hand=hand_name(words, hand), position=position)
    return words.text("hand.place", hand=hand_name(words, hand), position=position)


def card_at(words: Words, hand: str, position: int, card: Card | None) -> str:
    """A place and its card, for a screen reader: ``banker, card 2, 8 of hearts``; None: an empty place."""
    lies = words.text("access.empty") if card is None else card_name(words, card)
    return words.text("access.card", hand=hand_name(words, hand), position=position, card=lies)


def person_text(words: Words, who: str, name_of: Callable[[str], str]) -> str:
    """A person by name, a trainee with the dealer beside."""
    beside = who.beside if isinstance(who, Who) else None
    name = name_of(who)
    return words.text("person.beside", name=name, beside=name_of(beside)) if beside else name


def whom_text(words: Words, whom: str) -> str:
    """The office that the house informs, by its key in a rulebook; the key itself without words."""
    return words.find(f"whom.{whom}") or visible(whom)


def next_place(words: Words, hand: str, position: int) -> str:
    due = words.text("access.next")
    return words.text("access.card", hand=hand_name(words, hand), position=position, card=due)


LONGEST: Final = 2_000
"""The most characters that are laid out in lines. No line brings more today, but an older journal may."""


def shorten(text: str) -> str:
    """The text, cut to what a page can hold, with a mark of where the rest is."""
    return text if len(text) <= LONGEST + 100 else f"{text[:LONGEST].rstrip()}… [JSON]"


def sentence(text: str) -> str:
    """The text with a capital at its beginning, if its script has capitals."""
    return text[:1].upper() + text[1:]


def inside(words: Words, text: str) -> str:
    """A heading's text as it is inside a sentence or behind a colon: in small letters. Initials, German
    nouns, nations in English, and names of two words such as a house's game keep capitals.
    """
    lowered = words.locale.lowered
    first, second, *_ = (*(word.rstrip(",;:") for word in text.split(" ", 2)), "")
    if lowered is not None:
        noun = first not in lowered
    else:
        noun = first in words.locale.kept or (second.isalpha() and second.istitle())
    is_word = first[1:2].islower() or (len(first) == 1 and bool(second))  # Icelandic: Í umferðinni
    return text if noun or not is_word else text[:1].lower() + text[1:]


def total_text(words: Words, total: int, *, soft: bool) -> str:
    """``18``, or ``soft 17`` if an ace counts eleven."""
    return words.text("hand.soft", total=total) if soft else str(total)


def colour_word(words: Words, number: int) -> str:
    """``red``."""
    return words.text(f"say.colour.{pocket(number).colour}")


def number_name(words: Words, number: int) -> str:
    """``27, red``."""
    return words.text("wheel.number", number=number, colour=colour_word(words, number))


def role_name(words: Words, role: Role | Trade | Actor) -> str:
    """A role as a heading: ``Pit boss``."""
    return words.text(f"role.{role}")


def role_inside(words: Words, role: Role | Trade | Actor) -> str:
    """A role inside a sentence or a list: ``Reported by Rasa K., pit boss``."""
    return inside(words, role_name(words, role))


def game_name(words: Words, game: str) -> str:
    """``baccarat``, ``blackjack`` or ``roulette`` as a heading."""
    return words.text(f"game.{game}")


def table_title(words: Words, table: str) -> str:
    """``Table 7`` for a table whose name is a number; any other name as it is."""
    return words.text("status.table", table=table) if table.isdecimal() else table


def rules_name(words: Words, rules: str) -> str:
    """A rulebook's name by its market: ``Swedish rules`` for ``sv``; the id of a house's own rulebook."""
    return words.find(f"rules.{rules}") or rules


def lamp_text(words: Words, lamp: Lamp) -> str:
    """The few words of a lamp: the fault, or for a screen reader that there is no fault."""
    match lamp.fault:
        case None:
            return words.text(f"lamp.{lamp.device}.well")
        case LampFault.SILENT:
            return words.text(f"lamp.{lamp.device}")
        case LampFault.LOST:
            return words.text("lamp.connection_lost")
        case LampFault.RECONNECTING:
            return words.text("lamp.reconnecting")
        case LampFault.UNSYNCHRONISED:
            return words.text("lamp.clock") + (f" ({lamp.about})" if lamp.about else "")
        case LampFault.TWINS if lamp.about:
            return f"{words.text('lamp.twins')} ({lamp.about})"
        case LampFault.EXCHANGED:
            return words.text(f"lamp.exchanged.{lamp.about}")
        case LampFault.PASSED_OVER:
            return words.text("lamp.passed_over", name=lamp.about)
        case LampFault.REFUSED:
            return words.text("lamp.refused", table=lamp.about)
        case fault:
            return words.text(f"lamp.{fault}")


def mistaken_head(words: Words, wrong: int | None, paid_by: Sequence[int]) -> str | None:
    """The heading over the sums that a wrong number paid, or would have paid; None if there is no such
    number.

    ``paid_by`` are the numbers by which bets were paid.
    """
    if paid_by and tuple(paid_by) != (wrong,):
        return words.text("sheet.paid", numbers=words.list_of(map(str, paid_by)))
    return None if wrong is None else words.text("sheet.recorded", number=wrong)


def bet_name(words: Words, wager: Wager) -> str:
    """``Split 8–11``, ``3rd dozen``, ``Neighbours of 17, 2 each side``, ``Insurance, seat 3, hand 1``."""
    named = _on_layout(words, wager)
    if named is None:
        numbers = wager.numbers or ()
        ends = (numbers[0], numbers[-1]) if wager.on == "six_line" and numbers else numbers
        named = words.text(f"bet.{wager.on}", numbers="–".join(map(str, ends)))
    named = named[:1].upper() + named[1:]
    if wager.seat is None or wager.hand is None:
        return named
    return words.text("access.list").join((named, hand_name(words, f"{wager.seat}.{wager.hand}")))


def _on_layout(words: Words, wager: Wager) -> str | None:
    match wager.on:
        case "red" | "black":
            return words.text(f"say.colour.{wager.on}")
        case "odd" | "even":
            return words.text(f"say.parity.{wager.on}")
        case "low" | "high":
            return words.text(f"wheel.field.{wager.on}")
        case "column" | "dozen":
            first = (wager.numbers or (1,))[0]
            at = first if wager.on == "column" else (first + 11) // 12
            return words.text(f"wheel.{wager.on}.{at}")
        case "neighbours":
            return words.text("bet.neighbours", number=wager.number, each=wager.each or 1)
        case _:
            return None


def text_or(words: Words, key: str, otherwise: str) -> str:
    """A phrase without its soft hyphens, or the value itself if no phrase knows it, as its file has it."""
    found = words.find(key)
    return visible(otherwise) if found is None else found.replace("\u00ad", "")
