"""The fault of a line that has no form of the protocol: one English sentence for its author. No card's face
is in it: the line may be of a card that nobody has seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final, get_args, get_type_hints

import msgspec
from msgspec import inspect

from console.base.plain_text import cut, nearest, stripped
from console.table.core.protocol import lines
from console.table.core.state.events import SeenView
from console.table.game.cards import Card

SHOWN_AT_MOST: Final = 200
"""Characters of a sentence at most."""
SHOWN: Final = 40
"""Characters of a value that is shown."""

_FORMS: Final[dict[str, type[lines.Line]]] = {
    str(form.__struct_config__.tag): form for form in get_args(lines.AnyLine)
}
_FACE: Final = re.compile(
    r"(?:10|[A2-9TJQK])[SHDC]|(?<![A-Za-z0-9])(?i:10|[a2-9tjqk])(?i:[shdc])(?![A-Za-z0-9])"
)
_SUIT_FIRST: Final = re.compile(r"(?<![A-Z0-9])[SHDC](?:10|[A2-9TJQK])(?![A-Z0-9])", re.IGNORECASE)
"""A card as some readers send it; in an object it is none, and might be a person's id, such as D2."""
_CARD: Final = "a rank of A 2-9 T J Q K and a suit of S H D C"


def quote(value: object) -> str:
    """A value as it was given: at most its first forty characters, no card's face."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    visible = "".join(sign if sign.isprintable() else "·" for sign in text[: 2 * SHOWN])
    hidden = _FACE.sub("··", visible)  # Before it is cut, or the rank of a face at the cut would be shown.
    short = hidden if len(text) <= SHOWN else f"{hidden[:SHOWN]}…"
    return f'"{short}"' if isinstance(value, str) else short


def sentence(text: str) -> str:
    """The sentence, cut off if it is too long."""
    return cut(text, SHOWN_AT_MOST)


def wrong(field: str, value: str, right: str) -> str:
    return sentence(f"`{field}` is {value}: {right} is right.")


def line_fault(line: bytes) -> str:
    """The reason why a line is no object of the protocol; only for such a line."""
    if len(line) > lines.LONGEST:
        return f"The line has {len(line)} bytes or more: at most {lines.LONGEST} are right."
    try:
        fields, is_twice = lines.OBJECT.decode(line), lines.has_twice(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return sentence(f"{_fault_of_text(line)}: one object in UTF-8 with the field `do` is right.")
    if is_twice:
        return "The line has a field twice: each field once is right."
    if "do" not in fields:
        return "`do` is missing: a line of the protocol, such as bets, card or done, is right."
    do = _value(fields["do"])
    form = _FORMS.get(do) if isinstance(do, str) else None
    if form is None:
        such = near(do, _FORMS) or "bets, card or done"
        return wrong("do", quote(do), f"a line of the protocol, such as {such},")
    return _fault_of(form, fields)


_MARK: Final = b"\xef\xbb\xbf"


def _fault_of_text(line: bytes) -> str:
    """The reason why a line is no JSON object, as the beginning of a sentence."""
    given = quote(_SUIT_FIRST.sub("··", line[: 4 * SHOWN].decode("utf-8", "replace")))
    if line.startswith(_MARK):
        return "The line begins with a byte order mark, EF BB BF"
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        return f"The line is no UTF-8 from byte {error.start + 1} on"
    constants = list[str]()
    try:
        value, end = json.JSONDecoder(parse_constant=constants.append).raw_decode(text.strip())
    except json.JSONDecodeError as error:
        is_cut = (
            text.strip().startswith("{") and error.pos >= len(text.strip())
        ) or "Unterminated" in error.msg
        return (
            f"The line ends within its object, after {len(line)} bytes"
            if is_cut
            else f"The line is no object but {given}"
        )
    except (RecursionError, ValueError):
        return f"The line is no object but {given}"
    if constants:
        return f"The line is no JSON, which has no {constants[0]}"
    if isinstance(value, dict) and text.strip()[end:]:
        return "The line has more after its object, and each object needs a line of its own"
    return f"The line is {'an array,' if isinstance(value, list) else 'no object but'} {given}"


def with_misspelt(why: str, line: bytes) -> str:
    """The refusal, with the field that an unknown one likely meant; unknown fields are ignored."""
    try:
        fields = lines.OBJECT.decode(line)
        form = _FORMS.get(str(_value(fields["do"])))
    except (msgspec.MsgspecError, LookupError, ValueError, RecursionError):
        return why
    if form is None or "did you mean" in why:
        return why
    own = form.__struct_encode_fields__  # ``structs.fields`` works out each field's type again
    for field in fields:
        if field != "do" and field not in own:
            meant = near(field, [each for each in own if each not in fields])
            if meant is not None and quote(field) not in why:
                asked = f" {quote(field)} is no field: did you mean `{meant}`?"
                return why[: SHOWN_AT_MOST - len(asked)] + asked
    return why


def _fault_of(form: type[lines.Line], fields: dict[str, msgspec.Raw]) -> str:
    hints = get_type_hints(form, include_extras=True)
    for field in msgspec.structs.fields(form):
        name, kind = field.encode_name, hints[field.name]
        if name not in fields:
            if field.required:
                return sentence(f"`{name}` is missing{_instead(name, form, fields)}: {right(kind)} is right.")
            continue
        if bytes(fields[name]) == b"null" and not field.required:
            continue
        if not _fits(fields[name], kind):
            return wrong(name, "no card" if kind is Card else quote(_value(fields[name])), right(kind))
    return _fault_of_several(form, fields)


def near(value: object, names: Iterable[str]) -> str | None:
    """The name that was likely meant, if the given one differs by one typing mistake."""
    return nearest(value, names) if isinstance(value, str) else None


def _instead(name: str, form: type[lines.Line], fields: dict[str, msgspec.Raw]) -> str:
    """The field that was likely meant by this name, if the line has one that its form does not know."""
    own = form.__struct_encode_fields__
    meant = near(name, [field for field in fields if field != "do" and field not in own])
    return f", {quote(meant)} is no field" if meant is not None else ""


def _fault_of_several(form: type[lines.Line], fields: dict[str, msgspec.Raw]) -> str:
    """The fault of a line in which each field has its form."""
    if form is lines.Device:
        return "`hex` is no hexadecimal text: two digits of 0-9 and a-f for each byte are right."
    if form is lines.Seats:
        return wrong("seats", quote(_value(fields["seats"])), "each seat no more than once")
    if form is lines.Incident:
        return wrong("facts", quote(_value(fields["facts"])), "an object of facts, none of them null,")
    if form is lines.Number:
        return "`by` is missing: the id of the dealer is right, where `source` is dealer."
    if form is lines.Settle:
        return _fault_of_bet(fields["bets"])
    told = {row: _value(fields[row.name]) for row in lines.typed_in(form) if row.right and row.name in fields}
    row, given = next(each for each in told.items() if isinstance(each[1], str) and not stripped(each[1]))
    return wrong(row.name, quote(given), row.right)


def _fault_of_bet(bets: msgspec.Raw) -> str:
    for number, bet in enumerate(msgspec.json.decode(bets, type=list[msgspec.Raw])):
        if lines.is_wager(bet):
            continue
        where = f"bets[{number}]"
        try:
            fields = lines.OBJECT.decode(bet)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return wrong(where, quote(_value(bet)), "an object with the fields `on` and `stake`")
        on = _value(fields["on"]) if "on" in fields else None
        form = lines.FORMS.get(on) if isinstance(on, str) else None
        if form is None:
            such = near(on, lines.FORMS) or "player, main or straight"
            return wrong(f"{where}.on", quote(on), f"a bet of the protocol, such as {such},")
        hints = get_type_hints(form, include_extras=True)
        for name in (field.name for field in msgspec.structs.fields(form)):
            if name not in fields:
                return sentence(f"`{where}.{name}` is missing: {right(hints[name])} is right.")
            if not _fits(fields[name], hints[name]):
                return wrong(f"{where}.{name}", quote(_value(fields[name])), right(hints[name]))
        given = quote(_value(fields["numbers"])) if "numbers" in fields else quote(on)
        return wrong(f"{where}.numbers", given, f"all numbers that such a bet ({on}) covers on the layout")
    return "`bets` holds a bet that has not its form: `on`, `stake` and what the bet needs are right."


def _value(raw: msgspec.Raw) -> object:
    """A field's value; its text if a number is too long to be one."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return bytes(raw)[: 4 * SHOWN].decode("utf-8", "replace")


def _fits(raw: msgspec.Raw, kind: Any) -> bool:
    try:
        msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return True


def right(kind: Any) -> str:
    return _described(inspect.type_info(kind))


def _described(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(type=inner):
            return _described(inner)
        case inspect.UnionType(types=types):
            return " or ".join(_described(each) for each in types if not isinstance(each, inspect.NoneType))
        case inspect.EnumType(cls=cls) if cls is Card:
            return _CARD
        case inspect.EnumType(cls=cls):
            return _one_of([str(each.value) for each in cls])
        case inspect.LiteralType(values=values):
            return _one_of([str(each) for each in values])
        case inspect.IntType(ge=low, le=high):
            return f"a whole number from {low} to {high}" if low is not None else "a whole number"
        case inspect.StrType(pattern=str()):
            return "player, banker, dealer or seat and hand such as 3.1"
        case inspect.StrType(min_length=least, max_length=int(most)):
            return f"text of {f'{least} to' if least else 'up to'} {most} characters"
        case inspect.StrType():
            return "text"
        case inspect.BoolType():
            return "true or false"
        case inspect.DictType():
            return "an object of facts, each true, false, a whole number or text,"
        case inspect.StructType(cls=cls) if cls is SeenView:
            return "an object of whole numbers from 0, `entry`, `ms` to 1000000000, `file` if a view has it,"
        case inspect.ListType() | inspect.VarTupleType() | inspect.TupleType():
            each: inspect.Type | None = getattr(kind, "item_type", None)
            fewest, longest = getattr(kind, "min_length", None), getattr(kind, "max_length", None)
            up_to = "" if fewest == longest else "up to "
            length = "" if longest is None else f" of {up_to}{longest}"
            array = f"an array{length}"
            return f"{array}, each {_described(each)}," if each is not None and _is_number(each) else array
        case _:
            return "another value"


def _is_number(kind: inspect.Type) -> bool:
    inner = kind.type if isinstance(kind, inspect.Metadata) else kind
    return isinstance(inner, inspect.IntType)


def _one_of(values: list[str]) -> str:
    return f"one of {', '.join(values)}"
